"""The nodes of a match's tree, with the searches behind them and what those have found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kalahgui.core.search import Finding
from kalahgui.games.game import Position
from kalahgui.games.limit import SEARCH, Limit


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


SWAP = -1
SWAP_TEXT = "swap"


class Forfeit(NamedTuple):
    """An end of a game apart from the board: its loss by giving up or ``on_time``, or a record.

    ``seat`` has lost. What is ``recorded`` says who won and not why, as an arbiter does, or that
    the game was drawn: then ``seat`` is None.
    """

    seat: int | None
    on_time: bool = False
    recorded: bool = False

    @property
    def winner(self) -> int | None:
        """Return the index of the player who has won; None for a draw."""
        return None if self.seat is None else 1 - self.seat


@dataclass(eq=False, slots=True)
class Node:
    """A node of a match's tree: the ply that led there and the position after it.

    ``parent`` and ``ply`` are None at the start. The first of the ``children`` was played or
    preferred last. ``forfeit`` says that the game ended here apart from the board. ``noted`` is
    what a file says of the ply besides, such as its time, in the words of ``[%emt 12]``.
    ``search_statistics`` are those of a computer's search for the ply, and ``thought`` is what it
    has found; they are not kept with the match. ``taken_back`` marks where a line begins that was
    taken back. ``swapped`` says that the players have exchanged their sides.
    """

    parent: Node | None
    ply: int | None
    position: Position
    children: list[Node] = field(default_factory=list)
    comment: str = ""
    noted: str = ""
    forfeit: Forfeit | None = None
    search_statistics: SearchStatistics | None = None
    taken_back: bool = False
    thought: Thought | None = None
    swapped: bool = field(init=False)

    def __post_init__(self) -> None:
        # Kept, since a line may be long: to derive it would go up the whole line.
        self.swapped = self.parent is not None and self.parent.swapped ^ (self.ply == SWAP)

    @property
    def before(self) -> Node:
        """Return the node at which the ply was played; none was at the start."""
        assert self.parent is not None
        return self.parent

    @property
    def over(self) -> bool:
        """Return whether the match ends here: on the board, by resignation or on time."""
        return self.forfeit is not None or self.position.over

    @property
    def margin(self) -> int:
        """Return the first side's points less the second's."""
        lead = self.position.final() if self.position.over else self.position.lead
        return lead if self.position.turn == 0 else -lead

    @property
    def winner(self) -> int | None:
        """Return the index of the player who won here; None where it goes on and for a draw."""
        if self.forfeit is not None:
            return self.forfeit.winner
        if not self.position.over or self.margin == 0:
            return None
        return int((self.margin < 0) != self.swapped)

    @property
    def resigned(self) -> int | None:
        """Return the index of the player who gave up here."""
        forfeit = self.forfeit
        return forfeit.seat if forfeit and not (forfeit.on_time or forfeit.recorded) else None

    @property
    def line(self) -> list[Node]:
        """Return the nodes from the first ply to this one."""
        line = []
        node = self
        while node.parent is not None:
            line.append(node)
            node = node.parent
        return line[::-1]

    @property
    def plies(self) -> list[int]:
        """Return the plies from the start to this node."""
        return [node.ply for node in self.line if node.ply is not None]

    def child(self, ply: int) -> Node | None:
        """Return the child that a ply leads to; None without one."""
        return next((child for child in self.children if child.ply == ply), None)

    def below(self) -> Iterator[Node]:
        """Yield all nodes below, each before those below it."""
        todo = self.children[::-1]
        while todo:
            node = todo.pop()
            yield node
            todo += node.children[::-1]
