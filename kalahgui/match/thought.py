"""What a computer thought of the position in which it was to move."""

from __future__ import annotations

from typing import NamedTuple

from kalahgui.core.search import Finding
from kalahgui.engine.limit import SEARCH, Limit
from kalahgui.games.game import Position


class Thought(NamedTuple):
    """What a computer has found so far: the position, the finding, the limit and the seconds.

    ``seat`` is the index of the computer. It ``swaps`` when, by this finding, it will answer with a
    swap of sides.
    """

    position: Position
    finding: Finding
    limit: Limit
    seconds: float
    seat: int
    swaps: bool = False

    @property
    def value(self) -> int:
        """Return what the computer expects for itself, on the side that it is to have."""
        return -self.finding.value if self.swaps else self.finding.value

    @property
    def published(self) -> bool:
        """Return whether an article's evaluation has judged."""
        return self.limit.algorithm != SEARCH

    @property
    def measured(self) -> bool:
        """Return whether the value is in points of an evaluation that is not the game's own."""
        return self.published and bool(self.limit.evaluation)
