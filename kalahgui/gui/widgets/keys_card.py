"""Keys and what they do, on a card."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services import keymap
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host

_ROW, _TOP, _SIDE, _GAP = 30, 84, 32, 24
_COLUMN, _WIDTH = 218, 680  # at least


class KeysCard(CardScreen):
    """Every key of a screen."""

    title = "keys_card"
    key_places = ("keys", "card")

    def __init__(self, app: Host, places: Iterable[str]) -> None:
        """Show the keys of some places."""
        self._rows = keymap.card(places)
        self.card_height = _TOP + _ROW * len(self._rows) + 20
        super().__init__(app)

    def lay_out(self) -> None:
        keys = self._widest((row.printed for row in self._rows), bold=True)
        self._column = max(_COLUMN, keys) + _GAP
        words = self._widest((row.words for row in self._rows), bold=False)
        wanted = max(_WIDTH, 2 * _SIDE + self._column + words)
        self.card_width = min(math.ceil(wanted), round(self.width) - _SIDE)
        super().lay_out()

    def _widest(self, words: Iterable[str], *, bold: bool) -> float:
        """Return how wide the widest words are, in units of the layout."""
        face = theme.font(self.scale.body, bold)
        return max(face.size(each)[0] for each in words) / self.scale.layout

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for place, row in enumerate(self._rows):
            y = _TOP + _ROW * (place + 0.5)
            at = self.inside(_SIDE, y).topleft
            words = theme.fit(row.printed, scale.body, scale.px(self._column), True)
            theme.write(surface, words, at, scale.body, palette.ink, True, "midleft")
            at = self.inside(_SIDE + self._column, y).topleft
            room = scale.px(self.card_width - 2 * _SIDE - self._column) + 1
            words = theme.fit(row.words, scale.body, room)
            theme.write(surface, words, at, scale.body, palette.quiet, anchor="midleft")
