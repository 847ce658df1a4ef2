"""The picture of the board that is chosen."""

from __future__ import annotations

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.services.game_catalogue import CatalogueEntry
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.player import Player

_NOBODY = (Player(), Player())


class BoardPreview:
    """The board as the game will begin on it."""

    def __init__(self, screen: Screen, offer: CatalogueEntry, rect: pygame.Rect) -> None:
        """Take a place for the board chosen on a card."""
        chosen = screen.app.choices.cards[offer.key]
        start = chosen.start(offer)
        match = Match(offer.game, chosen.board, chosen.rules, _NOBODY, start=start)
        view = VIEWS[offer.game.key]
        self._view = view(offer.game, start, rect, 0, screen.palette)
        self._shown = view.shown(match)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board alone."""
        self._view.draw_still(surface, self._shown)
