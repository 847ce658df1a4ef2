"""Matches that the same two players play one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.match.match import Match


@dataclass(frozen=True)
class Series:
    """How a row of matches stands before the one that is played now.

    ``wins`` are those of the players who sit as first and second in that match.
    """

    wins: tuple[int, int] = (0, 0)
    draws: int = 0

    def counting(self, match: Match) -> Series:
        """Return the series as it stands with a match counted, if it is over."""
        if not match.over:
            return self
        if match.winner is None:
            return Series(self.wins, self.draws + 1)
        first, second = self.wins
        return Series((first + (match.winner == 0), second + (match.winner == 1)), self.draws)

    @property
    def swapped(self) -> Series:
        """Return the same series for players who have exchanged their seats."""
        return Series(self.wins[::-1], self.draws)
