"""Boards of squares in the window: Reversi on felt, tic-tac-toe with a pen."""

from __future__ import annotations

from typing import Any

import pygame

from kalahgui.game import Again, Event, Flip, Game, Grid, Place, Position
from kalahgui.gui.felt import FeltBoard
from kalahgui.gui.naming import player_name
from kalahgui.gui.pen import PenBoard
from kalahgui.gui.theme import Palette
from kalahgui.gui.timeline import Foldable
from kalahgui.gui.view import Look, Message, View, played
from kalahgui.gui.words import say
from kalahgui.match import Match


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

    def __init__(
        self, game: Game, start: Position, rect: pygame.Rect, south: int, palette: Palette
    ) -> None:
        super().__init__(game, start, rect, south, palette)
        self.grid: Grid = game.board(start)
        self.board: Any = self._painter()

    def _painter(self) -> Any:
        raise NotImplementedError

    @staticmethod
    def shown(match: Match, plies: int | None = None) -> Squares:
        squares = Squares(match.game.cells(match.start))
        played(match, squares, plies)
        return squares

    def cell_at(self, point: tuple[int, int]) -> int | None:
        found: int | None = self.board.cell_at(point)
        return found

    def move_of(self, cell: int, position: Position) -> int | None:
        move = self.grid.moves[cell]
        return move if move in position.moves() else None

    def cell_of(self, move: int, position: Position) -> int:
        return self.grid.cell(move)

    def why_not(self, cell: int, match: Match) -> Message | None:
        taken = match.game.cells(match.position)[cell]
        return Message("square_taken" if taken else "turns_nothing")

    def step(self, cell: int | None, right: int, down: int, position: Position) -> int | None:
        if cell is None:
            return self.grid.cell(position.moves()[0])
        column, row = self.grid.places[cell]
        # Squares that do not exist are passed over.
        for _ in range(max(self.grid.columns, self.grid.rows)):
            column = (column + right) % self.grid.columns
            row = (row + down) % self.grid.rows
            found = self.grid.cell_at(column, row)
            if found is not None:
                return found
        return cell

    def typed(self, text: str, before: str, position: Position) -> tuple[int | None, str] | None:
        if text in self.grid.column_labels:
            return None, text
        if before and text in self.grid.row_labels:
            column, row = self.grid.column_labels.index(before), self.grid.row_labels.index(text)
            cell = self.grid.cell_at(column, row)
            return (cell, "") if cell is not None else None
        return None


class ReversiView(GridView):
    """Reversi on felt."""

    def _painter(self) -> FeltBoard:
        return FeltBoard(self.grid, self.rect, self.palette)

    def preview_words(self, move: int, position: Position) -> str:
        events = list(self.game.tell(position, move))
        turned = sum(isinstance(event, Flip) for event in events)
        words = say("preview_turns", square=self.game.text(move), discs=say("discs", count=turned))
        if Again(passed=True) in events:
            words = f"{words}, {say('preview_pass')}"
        return words

    def said(self, event: Event, shown: Squares, match: Match) -> Message | None:
        if isinstance(event, Again):
            # The side to move again is on the move: the other one has passed.
            passing = match.seat_of(1 - match.position.turn)
            return Message.of("said_pass", name=player_name(match, passing))
        return None

    def sound(self, event: Event, ended: bool) -> str:
        match event, ended:
            case Place(), True:
                return "disc"
            case Flip(), False:
                return "flip"
            case Again(), False:
                return "again"
        return ""

    def draw(
        self,
        surface: pygame.Surface,
        shown: Squares,
        match: Match,
        event: Event | None,
        progress: float,
        look: Look,
    ) -> None:
        position = match.position
        legal: list[int] = []
        if look.to_move and look.marks:
            legal = [self.grid.cell(move) for move in position.moves()]
        ghost, would_turn = None, []
        move = None if look.cell is None else self.move_of(look.cell, position)
        if look.cell is not None and move is not None and look.to_move:
            ghost = (look.cell, position.turn)
            told = self.game.tell(position, move)
            would_turn = [event.cell for event in told if isinstance(event, Flip)]
        placing = {event.cell: (event.side, progress)} if isinstance(event, Place) else {}
        turning = {event.cell: (event.side, progress)} if isinstance(event, Flip) else {}
        self.board.draw(
            surface,
            shown.cells,
            placing=placing,
            turning=turning,
            legal=legal,
            would_turn=would_turn,
            ghost=ghost,
            last=shown.last,
            chosen=look.cell if look.by_keys else None,
            values=look.values,
            labels=self._numbers(shown) if look.numbers else (),
        )

    def _numbers(self, shown: Squares) -> list[str]:
        """Return the article's square numbers for the empty squares."""
        return [
            "" if held else str(move)
            for held, move in zip(shown.cells, self.grid.moves, strict=True)
        ]

    def draw_still(self, surface: pygame.Surface, shown: Foldable) -> None:
        assert isinstance(shown, Squares)
        FeltBoard(self.grid, self.rect, self.palette, coordinates=False).draw(surface, shown.cells)


class TicTacToeView(GridView):
    """Tic-tac-toe with a pen."""

    def _painter(self) -> PenBoard:
        return PenBoard(self.grid, self.rect, self.palette)

    def preview_words(self, move: int, position: Position) -> str:
        return say("preview_mark", square=self.game.text(move))

    def sound(self, event: Event, ended: bool) -> str:
        return "lift" if isinstance(event, Place) and not ended else ""

    def draw(
        self,
        surface: pygame.Surface,
        shown: Squares,
        match: Match,
        event: Event | None,
        progress: float,
        look: Look,
    ) -> None:
        ghost = None
        if look.cell is not None and look.to_move and not shown.cells[look.cell]:
            ghost = (look.cell, match.position.turn)
        self.board.draw(
            surface,
            shown.cells,
            drawing={event.cell: (event.side, progress)} if isinstance(event, Place) else {},
            line=_line(shown.cells),
            ghost=ghost,
            chosen=look.cell if look.by_keys else None,
            last=shown.last,
            values=look.values,
        )

    def draw_still(self, surface: pygame.Surface, shown: Foldable) -> None:
        assert isinstance(shown, Squares)
        board = PenBoard(self.grid, self.rect, self.palette, coordinates=False, card=False)
        board.draw(surface, shown.cells, line=_line(shown.cells))


_LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
)  # fmt: skip


def _line(cells: list[int]) -> tuple[int, ...]:
    """Return three equal marks in a row, to draw a stroke through them."""
    for line in _LINES:
        if cells[line[0]] and len({cells[cell] for cell in line}) == 1:
            return line
    return ()
