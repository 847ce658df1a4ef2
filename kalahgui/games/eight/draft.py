"""Positions of Eight that are being set up."""

from __future__ import annotations

from kalahgui.core.eight import EightPosition
from kalahgui.games.draft import Draft, Drafting
from kalahgui.games.eight.game import reachable
from kalahgui.games.game import Message

_SUM, _LAST = 0, 1


class EightDrafting(Drafting[EightPosition]):
    """The sum so far and the number named last."""

    boards = ("8",)
    swaps = False

    def most(self, draft: Draft, cell: int) -> int:
        numbers = self.game.board(self.game.start(draft.variant))
        highest: int = numbers.highest
        return numbers.goal - 1 + highest if cell == _SUM else highest

    def text(self, draft: Draft) -> str:
        return f"{draft.cells[_SUM]},{draft.cells[_LAST]}" + (" N" if draft.turn else "")

    def refused(self, draft: Draft) -> Message | None:
        total, last = draft.cells
        if total and not last:
            return Message.of("edit_last_missing", total=total)
        if last > total:
            return Message.of("edit_last_too_large", total=total, last=last)
        if not any((total, last, turn) in reachable() for turn in (0, 1)):
            return Message.of("edit_never_comes", total=total, last=last)
        if (total, last, draft.turn) not in reachable():
            return Message.of("edit_not_to_move", side=draft.turn, total=total, last=last)
        return None
