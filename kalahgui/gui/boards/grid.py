"""What the boards of squares have in common."""

from __future__ import annotations

from typing import Any

import pygame

from kalahgui.games.game import Event, Flip, Grid, Message, Place, Position
from kalahgui.games.move_names import article_names
from kalahgui.gui.boards.view import View, fold_line
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.words import listed, say


class Squares:
    """The squares as they are shown: 0 empty, 1 the first player's, 2 the second's."""

    def __init__(self, cells: list[int]) -> None:
        self.cells = list(cells)
        self.last: int | None = None

    def apply(self, event: Event) -> None:
        """Change the board by a whole event."""
        match event:
            case Place(cell, side):
                self.cells[cell] = side + 1
                self.last = cell
            case Flip(cell, side):
                self.cells[cell] = side + 1


class GridView(View):
    """What the boards of squares have in common."""

    held = ("cell_empty", "", "")  # what lies on a square, as it is said: nothing, or a side's

    def prepare(self, start: Position) -> None:
        self._is_numbered = article_names(self.game, start) is not None
        self.grid: Grid = self.game.board(start)
        self.board: Any = self._painter()

    def _painter(self) -> Any:
        raise NotImplementedError

    @property
    def as_in_article(self) -> bool:
        """Tell whether the player has chosen an article's names, and the board has such."""
        return self.square_names == "article" and self._is_numbered

    @property
    def names(self) -> Grid:
        """Return the board with the names of columns and rows that stand at its edges."""
        return self.grid if self.square_names == "enclosing" else self.grid.from_a1

    @property
    def written_names(self) -> dict[str, Any]:
        """Return what a board is told to write: names in its squares, or at its edges."""
        return {"names": self.names}

    @property
    def square_labels(self) -> list[str]:
        """Return what the squares are called."""
        return self.move_names.all_of(0)

    @staticmethod
    def shown(match: Match, node: Node | None = None) -> Squares:
        squares = Squares(match.game.cells(match.start))
        fold_line(match, squares, node)
        return squares

    @property
    def written(self) -> list[pygame.Rect]:
        squares = self.board.square_rect(0).unionall(
            [self.board.square_rect(cell) for cell in range(len(self.grid.places))]
        )
        # The names of the rows and columns stand at the left and below, within a square's width.
        unit = self.board.unit
        left = pygame.Rect(squares.x - unit, squares.y, unit, squares.height + unit)
        return [left, pygame.Rect(left.x, squares.bottom, squares.width + unit, unit)]

    def cell_at(self, point: tuple[int, int]) -> int | None:
        cell: int | None = self.board.cell_at(point)
        return cell

    def move_of(self, cell: int, position: Position) -> int | None:
        move = self.grid.moves[cell]
        return move if move in position.moves() else None

    def cell_of(self, move: int, position: Position) -> int:
        return self.grid.cell(move)

    def mark_place(self, cell: int) -> tuple[pygame.Rect, int]:
        rect: pygame.Rect = self.board.square_rect(cell)
        rect = rect.inflate(-rect.width * 0.06, -rect.height * 0.06)
        return rect, round(rect.width * 0.14)

    @property
    def rows(self) -> list[list[int]]:
        rows: dict[int, list[int]] = {}
        for cell, (_, row) in enumerate(self.grid.places):
            rows.setdefault(row, []).append(cell)
        return [rows[row] for row in sorted(rows)]

    def cell_name(self, cell: int) -> str:
        """Return what a square is called."""
        return self.move_text(self.grid.moves[cell], 0)

    def cell_words(self, cell: int, match: Match) -> str:
        held = match.game.cells(match.position)[cell]
        return listed(self.cell_name(cell), say(self.held[held]))

    def side_words(self, side: int, match: Match) -> str:
        cells = match.game.cells(match.position)
        names = [
            self.cell_name(cell) for row in self.rows for cell in row if cells[cell] == side + 1
        ]
        name, held = naming.player_name(match, match.seat_of(side)), say(self.held[side + 1])
        squares = listed(*names) or say("board_nothing")
        who = name if name.casefold() == held.casefold() else listed(name, held)
        return say("board_squares", who=who, squares=squares)

    def why_not(self, cell: int, match: Match) -> Message | None:
        return Message("square_taken") if match.game.cells(match.position)[cell] else None

    def step(self, cell: int | None, right: int, down: int, position: Position) -> int | None:
        if cell is None:
            return self.grid.cell(position.moves()[0])
        column, row = self.grid.places[cell]
        # Squares that do not exist are passed over.
        for _ in range(max(self.grid.columns, self.grid.rows)):
            column = (column + right) % self.grid.columns
            row = (row + down) % self.grid.rows
            neighbour = self.grid.cell_at(column, row)
            if neighbour is not None:
                return neighbour
        return cell
