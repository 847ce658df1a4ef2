"""The board at a node of a recorded search."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.panels.theatre_visit import Visit
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.player import Player
from kalahgui.theatre.subject import PositionSubject


class PositionBoard:
    """Draws the positions of a search as the board on the playing screen does."""

    def __init__(
        self, screen: Screen, visit: Visit, subject: PositionSubject, rect: pygame.Rect
    ) -> None:
        """Lay the board out in a rectangle, the side of who is spoken to at the bottom."""
        self._screen = screen
        game = subject.game
        played = visit.played
        start = subject.root if played is None else played.start
        rules, pie = subject.rules, played is not None and played.pie
        variant = visit.variant or game.variant
        self._match = Match(game, variant, rules, (Player(), Player()), pie=pie, start=start)
        for ply in () if played is None else played.plies:
            self._match.play(ply)
        self._root = self._match.here
        south = subject.root.turn ^ visit.you
        self.view: View = VIEWS[game.key](game, start, rect, south, screen.palette)
        self.view.pit_numbers = screen.app.choices.pit_numbers
        self.view.square_names = screen.app.choices.square_names

    def draw(
        self, surface: pygame.Surface, moves: Sequence[int] = (), move: int | None = None
    ) -> None:
        """Draw the position after some moves, with what one more ``move`` would do."""
        match, view, choices = self._match, self.view, self._screen.app.choices
        match.go_to(self._root)
        for each in moves:
            match.play(each)
        cell = None if move is None else view.cell_of(move, match.position)
        look = Look(cell=cell, to_move=cell is not None, marks=False, numbers=choices.numbers)
        view.draw(surface, view.shown(match), match, None, 0.0, look)
