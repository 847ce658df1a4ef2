"""What the moves of a game come to: loss a move, best moves found, and the turning point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kalahgui.match.match import Match
from kalahgui.match.node import SWAP
from kalahgui.review.rows import ReviewRow, is_mistake


@dataclass(frozen=True)
class Summary:
    """Some moves that were judged: how many, of which best ones, what they lost, mistakes."""

    moves: int = 0
    found: int = 0
    lost: int = 0
    mistakes: int = 0

    @property
    def loss_a_move(self) -> float:
        """Return the mean loss; 0 without a move."""
        return self.lost / self.moves if self.moves else 0.0


def summary_of(rows: Iterable[ReviewRow]) -> Summary:
    """Return what some moves came to.

    The moves of a player are the rows of a seat, those of a side the rows of a side: a swap of
    sides tells them apart.
    """
    moves = found = lost = mistakes = 0
    for row in rows:
        moves += 1
        found += row.loss == 0
        lost += row.loss
        mistakes += is_mistake(row.kind)
    return Summary(moves, found, lost, mistakes)


def turning_point(match: Match, rows: Sequence[ReviewRow]) -> ReviewRow | None:
    """Return the move after which the result of a finished game never changed again.

    ``rows`` are those of the main line. The move gave away a better result, which its ``best`` and
    ``best_value`` tell; whether that is certain, its ``exact``. None when no single move did, and
    as long as the moves behind it have not all been judged.
    """
    line = match.tip.line
    if not match.over_at(match.tip):
        return None
    outcome = _outcome(match)
    known = {row.ply: row for row in rows}
    for ply in range(len(line), 0, -1):
        if line[ply - 1].ply == SWAP:
            continue
        row = known.get(ply)
        if row is None or _result(row.value, row.side) != outcome:
            return None
        if _result(row.best_value, row.side) != outcome:
            return row
    return None


def _outcome(match: Match) -> int:
    """Return how the main line ended for the first side: 1 won, 0 drawn, -1 lost."""
    winner = match.winner_at(match.tip)
    if winner is None:
        return 0
    return 1 if match.seat_of(0, match.tip) == winner else -1


def _result(value: int, side: int) -> int:
    """Return a value for a side as the first side's result."""
    result = (value > 0) - (value < 0)
    return -result if side else result
