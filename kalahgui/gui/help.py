"""The keys, on a card."""

from __future__ import annotations

import pygame

from kalahgui.games.game import Game
from kalahgui.gui.kit import theme
from kalahgui.gui.kit.card import CardScreen
from kalahgui.gui.kit.screen import Host
from kalahgui.gui.kit.words import say

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
    "search",
    "measures",
    "tree",
    "swap",
    "new",
    "sound",
    "speed",
    "full",
    "tab",
    "escape",
)
_ROW = 29
_RULE_ROW = 21


class Help(CardScreen):
    """How a game is played, and every key and what it does."""

    card_width = 620
    title = "help_title"

    def __init__(self, app: Host, game: Game | None = None) -> None:
        """Show the keys and, of a game, the rules."""
        self._rules = say(f"how_{game.key}").split("\n") if game else []
        self._top = 84 + (_RULE_ROW * len(self._rules) + 16 if game else 0)
        self.card_height = self._top + _ROW * len(_KEYS) + 20
        super().__init__(app)

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for row, line in enumerate(self._rules):
            at = self.inside(32, 76 + _RULE_ROW * row).topleft
            line = theme.fit(line, scale.small, scale.px(self.card_width - 64))
            theme.write(surface, line, at, scale.small, palette.ink)
        for row, key in enumerate(_KEYS):
            at = self.inside(32, self._top + _ROW * row + _ROW / 2).topleft
            theme.write(surface, say(f"help_{key}"), at, scale.body, palette.ink, True, "midleft")
            at = self.inside(280, self._top + _ROW * row + _ROW / 2).topleft
            words = theme.fit(say(f"help_{key}_what"), scale.body, scale.px(316))
            theme.write(surface, words, at, scale.body, palette.quiet, anchor="midleft")

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and (event.unicode == "?" or event.key == pygame.K_F1):
            self.app.pop()
            return True
        return super().handle(event)
