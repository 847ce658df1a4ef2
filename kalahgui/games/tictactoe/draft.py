"""Positions of tic-tac-toe that are being set up."""

from __future__ import annotations

from dataclasses import replace

from kalahgui.core.tictactoe import TicTacToePosition
from kalahgui.games.draft import Draft, Drafting
from kalahgui.games.game import Message
from kalahgui.games.tictactoe.game import LINES

_MARKS = ".ox"


class TicTacToeDrafting(Drafting[TicTacToePosition]):
    """Noughts and crosses; who is to move follows from how many there are of each."""

    boards = ("3x3",)
    swaps = False
    chooses_turn = False

    def put(self, draft: Draft, cell: int, content: int) -> Draft:
        other = super().put(draft, cell, content)
        return replace(other, turn=int(other.cells.count(1) > other.cells.count(2)))

    def step(self, draft: Draft, cell: int, steps: int) -> Draft:
        """Go round from empty to a nought to a cross."""
        return self.put(draft, cell, (draft.cells[cell] + steps) % len(_MARKS))

    def empty(self, draft: Draft) -> Draft:
        return replace(super().empty(draft), turn=0)

    def text(self, draft: Draft) -> str:
        return "".join(_MARKS[content] for content in draft.cells)

    def refused(self, draft: Draft) -> Message | None:
        first, second = draft.cells.count(1), draft.cells.count(2)
        if first - second not in (0, 1):
            return Message.of("edit_marks", noughts=first, crosses=second)
        # The side that made its mark last ended the game, so the other one has no line.
        mover = draft.turn + 1
        if any(all(draft.cells[cell] == mover for cell in line) for line in LINES):
            return Message("edit_line_before")
        return None

    def praise(self, draft: Draft, position: TicTacToePosition) -> Message:
        return Message.of("edit_playable_turn", side=position.turn)
