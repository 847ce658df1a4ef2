"""The board of a position, as a picture beside the figures about it."""

from __future__ import annotations

from typing import Any

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.kit.theme import Palette
from kalahgui.match.match import Match, Player


def draw_position(
    surface: pygame.Surface, subject: Any, rect: pygame.Rect, palette: Palette
) -> None:
    """Draw a position of a game on its board, in the middle of a rectangle."""
    game, position = subject.game, subject.position
    players = (Player(), Player())
    match = Match(game, subject.variant, tuple(subject.rules), players, start=position)
    view = VIEWS[game.key](game, position, rect, 0, palette)
    view.draw_still(surface, view.shown(match))
