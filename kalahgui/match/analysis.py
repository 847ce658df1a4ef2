"""The analysis of a match: the values of moves at its nodes, as the engine finds them.

A match has one analysis. Values of moves, hint, evaluation bar, graph and review all read it, so
they never contradict each other, and while it deepens they change together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from kalahgui.engine.engine import Engine, Job, Priority, Values
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.thinker import LONGEST_JUDGING
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node

# The shares of a position's time at its first look, its second, and so on.
SHARES = (0.04, 0.16, 0.8)
_SHORTEST = 0.001  # seconds, of a look
_ALMOST = 0.99  # of the time, while something is left to do


class Portion(NamedTuple):
    """Seconds for a position; with ``played``, for its value and that of this move alone."""

    node: Node
    seconds: float
    played: int | None = None


class TimeAllocation:
    """Divides seconds among the positions of a ``line``.

    The line is judged several times from its end to its start, because a table that knows later
    positions helps with earlier ones. Short looks at all positions come first, so that there is
    something to show, and longer looks follow. The time that exact positions did not need goes to
    the ones before them, so that exact values reach farther back: the last position without an
    exact value gets one more look for as long as time is left, and when it is exact, so does the
    one before.
    """

    def __init__(self, nodes: Sequence[Node], seconds: float) -> None:
        """Divide so many seconds in all; nodes where a match is over get none."""
        self.line = list(nodes)
        self._looks = {node: 0 for node in nodes if not node.position.over}
        self._seconds = seconds
        self._each = seconds / max(1, len(self._looks))

    def __contains__(self, node: Node) -> bool:
        """Return whether a node gets any time."""
        return node in self._looks

    def follow(self, nodes: Sequence[Node], seconds_each: float) -> None:
        """Go on with the nodes of a changed line; earlier looks count."""
        looks, self.line = self._looks, list(nodes)
        self._looks = {node: looks.get(node, 0) for node in nodes if not node.position.over}
        self._each = seconds_each
        self._seconds = seconds_each * sum(map(self._outstanding, self._looks))

    def call_done(self) -> None:
        """Count all looks at every position as done."""
        self._looks = dict.fromkeys(self._looks, len(SHARES))
        self.end()

    def next(
        self, judged: Mapping[Node, Judgement], preferred: Node | None = None
    ) -> Portion | None:
        """Return what is to be judged next; None when all is done.

        A ``preferred`` node comes first. Every node gets its first look, even when others have
        taken too long.
        """
        open_nodes = self._open(judged)
        if self._seconds <= 0 and self.begun(judged):
            return None
        if not open_nodes:
            return self._before_exact_ones(judged)
        node = preferred if preferred in open_nodes else None
        if node is None:
            node = min(reversed(open_nodes), key=lambda node: self._looks[node])
        left = self._seconds / sum(map(self._outstanding, open_nodes))
        return Portion(node, max(_SHORTEST, min(left, self._each) * SHARES[self._looks[node]]))

    def _before_exact_ones(self, judged: Mapping[Node, Judgement]) -> Portion | None:
        """Return all time that is left, for the last position that is not exact, before others."""
        exact = False
        for node, looks in reversed(self._looks.items()):
            if not ((known := judged.get(node)) and known.value_exact):
                played = node.children[0].ply if node.children else None
                once_more = exact and looks == len(SHARES)
                return Portion(node, self._seconds, played) if once_more else None
            exact = True
        return None

    @property
    def used_up(self) -> bool:
        """Return whether no time is left."""
        return self._seconds <= 0

    def end(self) -> None:
        """Take away all time that is left."""
        self._seconds = 0.0

    def spent(self, node: Node, seconds: float) -> None:
        """Count a look at a node and the seconds that it took."""
        if node in self._looks:
            self._looks[node] += 1
        self._seconds -= seconds

    def begun(self, judged: Mapping[Node, Judgement]) -> bool:
        """Return whether every position has had a look, or needs none."""
        return all(self._looks[node] for node in self._open(judged))

    def complete(self, judged: Mapping[Node, Judgement]) -> bool:
        """Return whether every position has had the time due to it, or needs none."""
        return not self._open(judged)

    def progress(self, judged: Mapping[Node, Judgement]) -> float:
        """Return the share of the time that is over, 0 to 1; 1 when all is done."""
        if self.next(judged) is None:
            return 1.0
        return min(_ALMOST, 1 - self._seconds / (self._each * len(self._looks)))

    def _outstanding(self, node: Node) -> float:
        return sum(SHARES[self._looks[node] :])

    def _open(self, judged: Mapping[Node, Judgement]) -> list[Node]:
        return [
            node
            for node, looks in self._looks.items()
            if looks < len(SHARES) and not ((known := judged.get(node)) and known.exact)
        ]


# Seconds for each position of a line for the graph, and of a reviewed game.
GRAPH_SECONDS = 0.3
REVIEW_SECONDS = 2.5
# Seconds in all for the look back at the end of a game.
LOOK_BACK_SECONDS = 10.0


class NodeValue(NamedTuple):
    """The value of a node: a margin for the first side, so many turns ahead, or exact.

    While the sides may be swapped it is the margin of the player who will have the first side.
    """

    margin: int
    exact: bool
    depth: int


class _Look(NamedTuple):
    job: Job
    node: Node
    allocation: TimeAllocation | None = None


class Analysis:
    """Judges the node looked at, the line being played, or a whole game, as requested.

    ``judged`` are the judgements so far, and ``changes`` counts how often they have changed.
    ``failed`` is called with what went wrong, in words.
    """

    def __init__(self, match: Match, engine: Engine, failed: Callable[[str], None]) -> None:
        self.judged: dict[Node, Judgement] = {}
        self.changes = 0
        self._match = match
        self._engine = engine
        self._failed = failed
        self._looked_at = self._line = False
        self._near: _Look | None = None  # at the node looked at
        self._far: _Look | None = None  # at one of the others
        self._enough: set[Node] = set()  # those that got all the time there is for one
        self._graph: TimeAllocation | None = None
        self._graphed: list[Node] = []  # the line that the allocation for the graph is for
        self._review: TimeAllocation | None = None  # of the main line, once it was asked for
        self._look_back: TimeAllocation | None = None  # of the main line, at the end of a match
        self._stopped = False  # as long as the review is not to go on
        self._seen = match.here

    # -- what is known

    def of(self, node: Node) -> Judgement | None:
        """Return the judgement of a node; None without one."""
        return self.judged.get(node)

    def evaluation(self, node: Node) -> NodeValue | None:
        """Return the value of a node, by its own judgement or that of the node before it.

        The one before counts where the node has none, and where it is exact sooner.
        """
        match, position = self._match, node.position
        # A game that a majority has ended is valued as if it went on, like all its nodes.
        if position.over and position.to_the_end().over:
            return NodeValue(node.margin, True, 0)
        known = self.of(node)
        before = self._value_from_before(node)
        if known is None or (before is not None and before.exact and not known.value_exact):
            return before
        # The player who may swap takes the better side.
        value = abs(known.value) if match.can_swap_at(node) else known.value
        return NodeValue(_for_first(value, position.turn), known.value_exact, known.depth)

    def _value_from_before(self, node: Node) -> NodeValue | None:
        """Return the value that the judgement of the node before gives to the move to a node."""
        before = node.parent
        known = None if before is None else self.of(before)
        if before is None or known is None or node.ply is None:
            return None
        if node.ply == SWAP:
            value = _for_first(known.value, node.position.turn)
            return NodeValue(value, known.value_exact, known.depth)
        margin = _for_first(known.values[node.ply], before.position.turn)
        return NodeValue(margin, node.ply in known.exact_moves, known.depth)

    # -- what is wanted

    def want(self, looked_at: bool, line: bool) -> None:
        """Set whether the node looked at is judged, and in the background the line being played."""
        self._looked_at, self._line = looked_at, line

    def review(self) -> None:
        """Judge the whole main line in the background, beginning with the node looked at."""
        if self._review is None:
            self._review = TimeAllocation([], 0.0)
        self._stopped = False
        self._follow()

    def stop_review(self) -> None:
        """End a review, and a look back; their judgements stay."""
        self._stopped = True
        if self._look_back is not None:
            self._look_back.end()

    @property
    def reviewing(self) -> bool:
        """Return whether a review is under way."""
        return self._review is not None and not self._stopped and self.progress < 1

    @property
    def reviewed(self) -> bool:
        """Return whether the review of the present main line is complete."""
        return self._review is not None and self.progress == 1

    @property
    def progress(self) -> float:
        """Return the share of the review that is done, 0 to 1; 0 without a review."""
        if self._review is None:
            return 0.0
        self._follow()
        return self._review.progress(self.judged)

    def look_back(self) -> None:
        """Judge the whole main line in the background, in LOOK_BACK_SECONDS at most."""
        if self._present_look_back is None:
            self._look_back = TimeAllocation(self._match.main_line, LOOK_BACK_SECONDS)

    @property
    def _present_look_back(self) -> TimeAllocation | None:
        """Return the time allocation of the look back, if that is for the present main line."""
        allocation = self._look_back
        return (
            allocation
            if allocation is not None and allocation.line == self._match.main_line
            else None
        )

    @property
    def looking_back(self) -> bool:
        """Return whether a look back is under way; it ends when the game goes on."""
        allocation = self._present_look_back
        return (
            allocation is not None
            and not allocation.used_up
            and allocation.next(self.judged) is not None
        )

    @property
    def looked_back(self) -> bool:
        """Return whether every position of the present main line has had the time due to it."""
        allocation = self._present_look_back
        return self.reviewed or (allocation is not None and allocation.complete(self.judged))

    def _follow(self) -> None:
        line = self._match.main_line
        if self._review is not None and line != self._review.line:
            self._review.follow(line, REVIEW_SECONDS)

    def restore(self, judged: Mapping[Node, Judgement], whole: bool) -> None:
        """Take earlier judgements; ``whole`` says that their review was complete."""
        self.judged |= judged
        self.changes += 1
        if whole:
            self.review()
            assert self._review is not None
            self._review.call_done()

    @property
    def busy(self) -> bool:
        """Return whether values that are shown will change by themselves; not those of a review."""
        portion = self._next()
        far = self._far.node if self._far else portion.node if portion else None
        # A review may judge the node looked at.
        shown = (self._line and far is not None) or (self._looked_at and far is self._match.here)
        return self._near is not None or self._wants_near or shown

    # -- time

    def update(self) -> None:
        """Take the engine's reports and start the jobs that are needed."""
        self._near = self._heard(self._near)
        self._far = self._heard(self._far)
        here = self._match.here
        if here is not self._seen:
            self._seen = here
            self._forget()
        if self._near is not None and (self._near.node is not here or not self._wants_near):
            self._near.job.stop()
            self._near = None
        if self._near is None and self._wants_near:
            task = self._values(here, LONGEST_JUDGING)
            self._near = _Look(self._engine.start(task, Priority.VALUES), here)
        self._look_far()

    def _look_far(self) -> None:
        portion = self._next()
        if self._far is not None:
            wanted = portion is not None and self._far.allocation is self._allocation
            preferred = portion is not None and portion.node is self._match.here
            if wanted and not (preferred and self._far.node is not self._match.here):
                return
            self._far.job.stop()
            self._far = None
        if portion is not None:
            job = self._engine.start(self._values(*portion), Priority.ANALYSIS)
            self._far = _Look(job, portion.node, self._allocation)

    def _values(self, node: Node, seconds: float, played: int | None = None) -> Values:
        """Return the task that finds the values of moves at a node, by the best evaluation."""
        match = self._match
        position = match.game.with_evaluation(node.position.copy(), "")
        return Values(position, seconds, self.of(node), match.swap_to_come_at(node), played)

    def drop(self) -> None:
        """Stop all jobs; the next update starts them again."""
        for look in (self._near, self._far):
            if look is not None:
                look.job.stop()
        self._near = self._far = None

    def _forget(self) -> None:
        """Drop the judgements of nodes outside the tree that are no longer looked at."""
        near = {self._match.here, *self._match.here.line}
        gone = [n for n in self.judged if n not in near and not self._match.keeps(n)]
        for node in gone:
            del self.judged[node]
        self._enough.intersection_update(self.judged)

    @property
    def _wants_near(self) -> bool:
        here = self._match.here
        known = self.of(here)
        if not self._looked_at or here.position.over or here in self._enough:
            return False
        # A review begins with the node looked at, which gets no more time than others.
        if (known is not None and known.exact) or (self.reviewing and self._in_review(here)):
            return False
        # All points of a graph get a short look before one gets a long one.
        graph = self._graph_of_line
        return graph is None or graph.begun(self.judged)

    def _in_review(self, node: Node) -> bool:
        return self._review is not None and node in self._review

    @property
    def _graph_of_line(self) -> TimeAllocation | None:
        """Return the time allocation of the graph; None when no graph is wanted."""
        if not self._line:
            return None
        nodes = [self._match.root, *self._match.end.line]
        if self._graph is None or nodes != self._graphed:
            self._graphed = nodes
            left = [node for node in nodes if node not in self.judged]
            self._graph = TimeAllocation(left, GRAPH_SECONDS * len(left))
        return self._graph

    @property
    def _allocation(self) -> TimeAllocation | None:
        """Return the time allocation of what is judged in the background; None for nothing.

        A review comes after the first looks for a graph, and before its longer ones.
        """
        graph = self._graph_of_line
        if graph is None or graph.begun(self.judged):
            if self.reviewing:
                return self._review
            if self.looking_back:
                return self._look_back
        return graph

    def _next(self) -> Portion | None:
        allocation = self._allocation
        return None if allocation is None else allocation.next(self.judged, self._match.here)

    def _heard(self, look: _Look | None) -> _Look | None:
        """Take the reports of a job; return None when it has ended."""
        if look is None:
            return None
        for report in look.job.reports():
            if isinstance(report.answer, Judgement):
                self._take(look.node, report.answer)
            if report.failure:
                self._failed(report.failure)
            if report.done:
                self._end(look, report.seconds)
                return None
        return look

    def _take(self, node: Node, judgement: Judgement) -> None:
        known = self.of(node)
        if known is None or judgement.progress > known.progress:
            self.judged[node] = judgement
            self.changes += 1

    def _end(self, look: _Look, seconds: float) -> None:
        if look is self._near:
            self._enough.add(look.node)
        if look.allocation is not None:
            look.allocation.spent(look.node, seconds)


def _for_first(value: int, turn: int) -> int:
    return value if turn == 0 else -value
