"""The board of a position, as a picture beside the figures about it."""

from __future__ import annotations

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.services.settings import Choices
from kalahgui.match.match import Match
from kalahgui.match.player import Player
from kalahgui.theatre.subject import PositionSubject


class StillBoard:
    """A position on its board, laid out in the middle of a rectangle."""

    def __init__(
        self, subject: PositionSubject, rect: pygame.Rect, palette: Palette, choices: Choices
    ) -> None:
        """Lay the board out; moves are named as the player has chosen."""
        game, position = subject.game, subject.root
        # No rule and no name of a board is asked for: only what the position itself shows.
        match = Match(game, game.variant, (), (Player(), Player()), start=position)
        self._view = VIEWS[game.key](game, position, rect, 0, palette)
        self._view.pit_numbers = choices.pit_numbers
        self._view.square_names = choices.square_names
        self._shown = self._view.shown(match)
        self._turn = position.turn

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board alone."""
        self._view.draw_still(surface, self._shown)

    def move_text(self, move: int) -> str:
        """Return a move of the side to move as the window writes it."""
        return self._view.move_text(move, self._turn)
