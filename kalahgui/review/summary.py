"""What a player's moves came to, and which level plays like that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kalahgui.review.kinds import is_mistake
from kalahgui.review.rows import Row


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


def summary_of(rows: Iterable[Row]) -> Summary:
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
