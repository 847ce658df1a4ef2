"""What the computers' searches took, ply by ply and over a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kalahgui.core.search import Finding


@dataclass(frozen=True)
class Effort:
    """What the search for a ply took; evaluations and nodes are None where nobody counted."""

    evaluations: int | None
    nodes: int | None
    seconds: float

    @classmethod
    def of(cls, finding: Finding, seconds: float) -> Effort:
        """Return the effort of a search that has found something; one that was stopped early has
        no count."""
        counted = finding.nodes > 0 or finding.evaluations is not None
        return cls(finding.evaluations, finding.nodes if counted else None, seconds)


# Of a ply that an earlier search of the same turn had found already.
NO_EFFORT = Effort(0, 0, 0.0)


@dataclass(frozen=True)
class Sum:
    """A sum over plies; without ``whole`` some of them were not counted."""

    known: float
    whole: bool

    @classmethod
    def of(cls, counts: Iterable[float | None]) -> Sum | None:
        """Add counts up; None when there was nothing to count, or nobody did."""
        counts = list(counts)
        known = [count for count in counts if count is not None]
        whole = len(known) == len(counts)
        return cls(sum(known), whole) if known and (whole or any(known)) else None


@dataclass(frozen=True)
class Efforts:
    """What a player's searches took in all, as far as it is known."""

    evaluations: Sum | None = None
    nodes: Sum | None = None
    seconds: Sum | None = None

    @property
    def columns(self) -> tuple[Sum | None, ...]:
        """Return the sums one beside the other."""
        return self.evaluations, self.nodes, self.seconds

    @classmethod
    def of(cls, efforts: Iterable[Effort | None]) -> Efforts:
        """Add up the efforts of plies; None is a ply of which nothing is known."""
        nothing = (None, None, None)
        counts = [nothing if e is None else (e.evaluations, e.nodes, e.seconds) for e in efforts]
        return cls(*(Sum.of(column) for column in zip(*counts, strict=True))) if counts else cls()
