"""Tic-tac-toe in the window, with a pen."""

from __future__ import annotations

import pygame

from kalahgui.games.game import Event, Grid, Place, Position
from kalahgui.gui.boards.grid import GridView, Squares
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint import pen
from kalahgui.gui.paint.pen import PenBoard
from kalahgui.match.match import Match
from kalahgui.words import say


class TicTacToeView(GridView):
    """Tic-tac-toe with a pen."""

    held = ("cell_empty", "cell_nought", "cell_cross")

    @property
    def names(self) -> Grid:
        return self.grid.from_0 if self.as_in_article else super().names

    def _painter(self) -> PenBoard:
        return PenBoard(self.grid, self.rect, self.palette)

    def preview_words(self, move: int, position: Position) -> str:
        return say("preview_mark", square=self.move_text(move, position.turn))

    def sound(self, event: Event, ended: bool) -> str:
        return "lift" if isinstance(event, Place) and not ended else ""

    def draw(self, surface: pygame.Surface, shown: Squares, match: Match, look: Look) -> None:
        ghost, event = None, look.event
        if look.cell is not None and look.to_move and not shown.cells[look.cell]:
            ghost = (look.cell, match.position.turn)
        self.board.draw(
            surface,
            shown.cells,
            drawing={event.cell: (event.side, look.progress)} if isinstance(event, Place) else {},
            line=self.game.winning_cells(shown.cells),
            ghost=ghost,
            chosen=look.cell if look.by_keys else None,
            last=shown.last,
            values=look.values,
            **self.written_names,
        )
        self.draw_marks(surface, look)

    def piece(self, number: int, size: int) -> pygame.Surface:
        return pen.mark(number % 2, size, self.palette)

    def draw_still(self, surface: pygame.Surface, shown: Squares) -> None:
        board = PenBoard(self.grid, self.rect, self.palette, card=False)
        board.draw(surface, shown.cells, line=self.game.winning_cells(shown.cells))


VIEW = TicTacToeView
