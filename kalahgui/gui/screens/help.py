"""The keys, on a card."""

from __future__ import annotations

import pygame

from kalahgui.gui import theme
from kalahgui.gui.screens.card import CardScreen
from kalahgui.gui.words import say

_KEYS = (
    "pits",
    "squares",
    "undo",
    "replay",
    "flip",
    "space",
    "step",
    "thinking",
    "values",
    "swap",
    "new",
    "sound",
    "speed",
    "full",
    "tab",
    "escape",
)
_ROW = 32


class Help(CardScreen):
    """Every key and what it does."""

    card_width = 620
    card_height = 84 + _ROW * len(_KEYS) + 24
    title = "help_title"

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for row, key in enumerate(_KEYS):
            at = self.inside(32, 84 + _ROW * row + _ROW / 2).topleft
            theme.write(surface, say(f"help_{key}"), at, scale.body, palette.ink, True, "midleft")
            at = self.inside(280, 84 + _ROW * row + _ROW / 2).topleft
            words = theme.fit(say(f"help_{key}_what"), scale.body, scale.px(316))
            theme.write(surface, words, at, scale.body, palette.quiet, anchor="midleft")

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and (event.unicode == "?" or event.key == pygame.K_F1):
            self.app.pop()
            return True
        return super().handle(event)
