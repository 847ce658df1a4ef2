"""Evaluations, nodes and time of the computers' searches: of a ply, and over a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kalahgui.core.search import Finding


@dataclass(frozen=True)
class SearchStatistics:
    """Evaluations, nodes and seconds of the search for a ply; None for what was not counted."""

    evaluations: int | None
    nodes: int | None
    seconds: float

    @classmethod
    def of(cls, finding: Finding, seconds: float) -> SearchStatistics:
        """Return the statistics of the search behind a finding.

        A search that was stopped early has no counts.
        """
        counted = finding.nodes > 0 or finding.evaluations is not None
        return cls(finding.evaluations, finding.nodes if counted else None, seconds)


# Of a ply that an earlier search of the same turn has found.
NO_SEARCH = SearchStatistics(0, 0, 0.0)


@dataclass(frozen=True)
class Sum:
    """A sum over plies; ``whole`` says that all of them were counted."""

    known: float
    whole: bool

    @classmethod
    def of(cls, counts: Iterable[float | None]) -> Sum | None:
        """Return the sum of counts; None when no count, or only 0 among unknown ones, is known."""
        counts = list(counts)
        known = [count for count in counts if count is not None]
        whole = len(known) == len(counts)
        return cls(sum(known), whole) if known and (whole or any(known)) else None


@dataclass(frozen=True)
class SearchTotals:
    """The sums over a player's searches, as far as they are known."""

    evaluations: Sum | None = None
    nodes: Sum | None = None
    seconds: Sum | None = None

    @property
    def columns(self) -> tuple[Sum | None, ...]:
        """Return the sums of evaluations, nodes and seconds."""
        return self.evaluations, self.nodes, self.seconds

    @classmethod
    def of(cls, plies: Iterable[SearchStatistics | None]) -> SearchTotals:
        """Return the sums over plies; None is a ply without statistics."""
        nothing = (None, None, None)
        counts = [nothing if p is None else (p.evaluations, p.nodes, p.seconds) for p in plies]
        return cls(*(Sum.of(column) for column in zip(*counts, strict=True))) if counts else cls()
