"""What a tab of the theatre shows, what its terms mean just now, and its keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host, KeysCard

# Lengths in units of the layout.
_TOP, _SIDE, _GAP, _BUTTON = 84, 32, 12, 44
_WIDEST, _HIGHEST = 560, 760


class TheatreHelp(KeysCard):
    """Begin with what one sees and end with the keys."""

    title = "theatre_help_title"
    least_column, least_width = 0, 0

    def __init__(
        self,
        app: Host,
        places: Sequence[str],
        terms: Sequence[str],
        again: Callable[[], None] | None,
    ) -> None:
        """Tell of the page at the first of the ``places`` and of its ``terms``.

        ``again`` shows the first visit once more, where that is offered.
        """
        self._page, self._terms, self._again = places[0], terms, again
        self._usual_height = 0
        super().__init__(app, places)

    def lay_out(self) -> None:
        scale = self.scale
        self._usual_height = self._usual_height or self.card_height
        keys = self.keys_width
        self.aside = min(_WIDEST, self.width - 4 * _SIDE - keys)
        room = scale.px(self.aside)
        seen = say(f"see_{self._page}").split("\n")
        button = _BUTTON + 2 * _GAP if self._again else 0
        for size in range(scale.body, scale.small - 1, -1):
            small = min(size, scale.small + 1)
            self._seen = [(wrap(words, size, room), size) for words in seen]
            self._meant = [(wrap(words, small, room), small) for words in self._terms]
            needed = (self._height(self._seen) + self._height(self._meant)) / scale.layout + button
            if needed + _TOP + _SIDE <= _HIGHEST:
                break
        self.card_height = max(self._usual_height, round(needed) + _TOP + _SIDE)
        super().lay_out()
        if self._again is not None:
            again = self._again
            words, top = say("theatre_first_again"), self.card_height - _SIDE - _BUTTON
            place = self.inside(_SIDE, top, min(300, self.aside), _BUTTON)
            self.controls.button(place, words, lambda: self.close_for(again), style="soft")

    def _height(self, texts: list[tuple[tuple[str, ...], int]]) -> int:
        gap = self.scale.px(_GAP / 2)
        return sum(line_height(size) * len(lines) + gap for lines, size in texts) + gap * bool(
            texts
        )

    def draw_inside(self, surface: pygame.Surface) -> None:
        super().draw_inside(surface)
        x, y = self.inside(_SIDE, _TOP).topleft
        gap, palette = self.scale.px(_GAP / 2), self.palette
        for lines, size in self._seen:
            y = write_lines(surface, lines, (x, y), size, palette.ink) + gap
        y += gap
        for lines, size in self._meant:
            y = write_lines(surface, lines, (x, y), size, palette.quiet) + gap
