"""The question whether several games are to be taken into the library."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.services.error_words import why
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.formats import Found

_SIDE, _TOP, _BUTTON = 32, 72, 44


class TakeGames(CardScreen):
    """Ask before games are kept; tell how many could not be read, and why."""

    card_width = 560
    key_places = ("question", "card")

    def __init__(self, app: Host, found: Found, take: Callable[[], None]) -> None:
        self._take = take
        self._found = found
        super().__init__(app)

    @property
    def title_words(self) -> str:
        return say("take_title", count=len(self._found.games))

    @property
    def _bad_words(self) -> str:
        bad = self._found.bad
        told = [say("take_note", note=why(note)) for note in self._found.notes]
        if bad:
            told.insert(0, say("take_bad", count=len(bad), first=why(bad[0].why)))
        return "\n".join(told)

    def lay_out(self) -> None:
        width = self.scale.px(self.card_width - 2 * _SIDE)
        bad = self._bad_words
        self._lines = wrap(bad, self.scale.body, width) if bad else ()
        words = len(self._lines) * line_height(self.scale.body) / self.scale.layout
        self.card_height = round(_TOP + words + _BUTTON + 44)
        super().lay_out()
        top = self.card_height - _BUTTON - 24
        half = (self.card_width - 2 * _SIDE - 16) / 2
        yes = self.inside(_SIDE, top, half, _BUTTON)
        no = self.inside(_SIDE + half + 16, top, half, _BUTTON)
        self.controls.button(yes, say("take_yes"), self._do, style="primary")
        self.controls.button(no, say("take_no"), self.app.pop, style="soft")

    def _do(self) -> None:
        self.app.pop()
        self._take()

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": self._do}

    def draw_inside(self, surface: pygame.Surface) -> None:
        at = self.inside(_SIDE, _TOP).topleft
        write_lines(surface, self._lines, at, self.scale.body, self.palette.quiet)
