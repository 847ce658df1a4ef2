"""Reversi in the window, on felt."""

from __future__ import annotations

from typing import Any

import pygame

from kalahgui.games.game import Again, Event, Flip, Message, Place, Position
from kalahgui.gui.boards.grid import GridView, Squares
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.paint.felt import FeltBoard
from kalahgui.match.match import Match
from kalahgui.words import listed, say


class ReversiView(GridView):
    """Reversi on felt."""

    numbering = "numbers"
    held = ("cell_empty", "black", "white")

    def _painter(self) -> FeltBoard:
        return FeltBoard(self.grid, self.rect, self.palette)

    def why_not(self, cell: int, match: Match) -> Message | None:
        return super().why_not(cell, match) or Message("turns_nothing")

    def cell_words(self, cell: int, match: Match) -> str:
        move = self.move_of(cell, match.position)
        if move is None or not self.effects_told:
            return super().cell_words(cell, match)
        return self.preview_words(move, match.position)

    def moves_words(self, match: Match) -> str:
        if match.here.over or not self.effects_told:
            return ""
        position = match.position
        squares = [self.move_text(move, position.turn) for move in position.moves()]
        return say("board_moves", squares=listed(*squares))

    def preview_words(self, move: int, position: Position) -> str:
        events = list(self.game.tell(position, move))
        turned = sum(isinstance(event, Flip) for event in events)
        words = say(
            "preview_turns",
            square=self.move_text(move, position.turn),
            discs=say("discs", count=turned),
        )
        if isinstance(events[-1], Again):
            words = listed(words, say("preview_pass"))
        return words

    def said(self, event: Event, shown: Squares, match: Match) -> Message | None:
        if isinstance(event, Again):
            return Message.of("said_pass", seat=match.seat_of(1 - event.side))
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

    def draw(self, surface: pygame.Surface, shown: Squares, match: Match, look: Look) -> None:
        position = match.position
        legal: list[int] = []
        if look.to_move and look.marks:
            legal = [self.grid.cell(move) for move in position.moves()]
        ghost, would_turn = None, []
        move = None if look.cell is None else self.move_of(look.cell, position)
        if look.cell is not None and move is not None and look.to_move:
            ghost = (look.cell, position.turn)
            events = self.game.tell(position, move)
            would_turn = [flip.cell for flip in events if isinstance(flip, Flip)]
        event, progress = look.event, look.progress
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
            weights=look.weights,
            stable=look.stable,
            **self.written_names | ({"labels": self.square_labels} if look.numbers else {}),
        )
        self.draw_marks(surface, look)

    @property
    def written_names(self) -> dict[str, Any]:
        return {"labels": self.square_labels} if self.as_in_article else super().written_names

    def piece(self, number: int, size: int) -> pygame.Surface:
        return disc(number % 2, size, self.palette.pieces)

    def draw_still(self, surface: pygame.Surface, shown: Squares) -> None:
        FeltBoard(self.grid, self.rect, self.palette, coordinates=False).draw(surface, shown.cells)


VIEW = ReversiView
