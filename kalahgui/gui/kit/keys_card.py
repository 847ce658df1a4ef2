"""Keys and what they do, on a card."""

from __future__ import annotations

import pygame

from kalahgui.gui.kit import theme
from kalahgui.gui.kit.card import CardScreen
from kalahgui.gui.kit.screen import Host
from kalahgui.gui.kit.words import say

_ROW, _TOP = 30, 84
_COLUMN = 250


class KeysCard(CardScreen):
    """Every key of a screen."""

    card_width = 680
    title = "keys_card"

    def __init__(self, app: Host, keys: tuple[str, ...]) -> None:
        """Show keys by their names in the translations; ``_what`` behind one says what it does."""
        self._keys = keys
        self.card_height = _TOP + _ROW * len(keys) + 20
        super().__init__(app)

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for row, key in enumerate(self._keys):
            at = self.inside(32, _TOP + _ROW * (row + 0.5)).topleft
            theme.write(surface, say(key), at, scale.body, palette.ink, True, "midleft")
            at = self.inside(_COLUMN, _TOP + _ROW * (row + 0.5)).topleft
            room = scale.px(self.card_width - _COLUMN - 32)
            words = theme.fit(say(f"{key}_what"), scale.body, room)
            theme.write(surface, words, at, scale.body, palette.quiet, anchor="midleft")

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and (event.unicode == "?" or event.key == pygame.K_F1):
            self.app.pop()
            return True
        return super().handle(event)
