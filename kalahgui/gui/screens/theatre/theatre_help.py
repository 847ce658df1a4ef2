"""What a tab of the theatre shows, what its terms mean just now, and its keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.services.words import say

_WIDEST, _BESIDE_KEYS = 560, 32  # units of the layout


class TheatreHelp(KeysCard):
    """Begin with what one sees and end with the keys."""

    title = "theatre_help_title"

    def __init__(
        self,
        app: Host,
        page: str,
        places: Sequence[str],
        terms: Sequence[str],
        again: Callable[[], None] | None,
    ) -> None:
        """Tell of a page by its name, of its keys at their ``places``, and of its ``terms``.

        ``again`` shows the first visit once more, where that is offered.
        """
        self._page, self._terms, self._again = page, terms, again
        super().__init__(app, places)

    def wants_width(self) -> int:
        seen = self._seen().wants(self.controls.look, self.scale.px(_WIDEST))[0]
        return seen + self.scale.px(_BESIDE_KEYS) + super().wants_width()

    def body(self) -> Element:
        return Row(self._seen(), self.keys(), gap=_BESIDE_KEYS, stretch=True)

    def _seen(self) -> Element:
        again = self._again
        return Column(
            Column(*map(Text, say(f"see_{self._page}").split("\n")), gap=6),
            Column(*(Text(words, "small", "quiet") for words in self._terms), gap=6),
            Space(grow=1),
            Button(
                say("theatre_first_again"),
                partial(self.close_for, again),
                style="soft",
                width=300,
                height=44,
            )
            if again
            else None,
            gap=12,
            grow=1,
        )
