"""What the engine has found out about the positions of a match.

There is one analysis of a match. Values of moves, hint, evaluation bar, graph and review all read
it, so they never contradict each other, and while it deepens they change together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kalahgui.engine.engine import Engine, Job, Priority, Values
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.thinker import LONGEST_JUDGING
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.match.time_allocation import TimeAllocation

# What every position of the line being played gets for the graph, and of a reviewed game (seconds).
GRAPH_SECONDS = 0.3
REVIEW_SECONDS = 2.5


class Evaluation(NamedTuple):
    """How a node stands: a margin for the first side, so many turns ahead, or exact.

    Where the sides may yet be swapped it is the margin of the player who has the first side then.
    """

    margin: int
    exact: bool
    depth: int


class _Look(NamedTuple):
    """A job that judges a node."""

    job: Job
    node: Node
    allocation: TimeAllocation | None = None


class Analysis:
    """Judges the node looked at, the line being played, or a whole game, as it is asked to.

    ``judged`` are the findings so far, and ``changes`` counts how often they have changed.
    ``failed`` is told in words what went wrong.
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
        self._reviewed: list[Node] = []  # the line that it is for
        self._stopped = False  # as long as the review is not to go on
        self._seen = match.here

    # -- what is known

    def of(self, node: Node) -> Judgement | None:
        """Return what the moves at a node are worth."""
        return self.judged.get(node)

    def evaluation(self, node: Node) -> Evaluation | None:
        """Return how a node stands, by its own moves or by those of the node before."""
        match, position = self._match, node.position
        # A game that a majority has ended is valued as if it went on, like every other node of it.
        if position.over and position.to_the_end().over:
            return Evaluation(match.margin_at(node), True, 0)
        known = self.of(node)
        if known is not None:
            # Who may swap has the better side.
            value = abs(known.value) if match.can_swap_at(node) else known.value
            return Evaluation(_for_first(value, position.turn), known.exact, known.depth)
        before = node.parent
        if before is None:
            return None
        known = self.of(before)
        if known is None or node.ply is None:
            return None
        if node.ply == SWAP:
            value = _for_first(known.value, position.turn)
            return Evaluation(value, known.exact, known.depth)
        margin = _for_first(known.values[node.ply], before.position.turn)
        return Evaluation(margin, node.ply in known.exact_moves, known.depth)

    # -- what is wanted

    def want(self, looked_at: bool, line: bool) -> None:
        """Judge the node looked at; judge the line that is being played, in the background."""
        self._looked_at, self._line = looked_at, line

    def review(self) -> None:
        """Judge the whole main line in the background, what is looked at first."""
        if self._review is None:
            self._review = TimeAllocation([], 0.0)
        self._stopped = False
        self._follow()

    def stop_review(self) -> None:
        """Let a review be, as far as it has come."""
        self._stopped = True

    @property
    def reviewing(self) -> bool:
        """Tell whether a review is under way."""
        return self._review is not None and not self._stopped and self.progress < 1

    @property
    def reviewed(self) -> bool:
        """Tell whether the main line, as it is, has been reviewed to its end."""
        return self._review is not None and self.progress == 1

    @property
    def progress(self) -> float:
        """Return how far the review has come, 0 to 1; 0 where nobody asked for one."""
        if self._review is None:
            return 0.0
        self._follow()
        return self._review.progress(self.judged)

    def _follow(self) -> None:
        """Have the review follow the main line, which may have changed."""
        line = self._match.main_line
        if self._review is not None and line != self._reviewed:
            self._reviewed = line
            self._review.follow(line, REVIEW_SECONDS)

    def restore(self, judged: Mapping[Node, Judgement], whole: bool) -> None:
        """Take over what was found earlier; ``whole`` tells that the review had been finished."""
        self.judged |= judged
        self.changes += 1
        if whole:
            self.review()
            assert self._review is not None
            self._review.call_done()

    @property
    def judging(self) -> bool:
        """Tell whether the node looked at is being judged, or about to be."""
        looks = (self._near, self._far)
        return self._wants_near or any(look.node is self._match.here for look in looks if look)

    @property
    def busy(self) -> bool:
        """Tell whether what is wanted to be seen will change by itself; a review need not be."""
        found = self._next()
        far = self._far.node if self._far else found[0] if found else None
        # What a review looks at may be what is looked at.
        shown = (self._line and far is not None) or (self._looked_at and far is self._match.here)
        return self._near is not None or self._wants_near or shown

    # -- time

    def update(self) -> None:
        """Take what the engine has found, and ask it for what is wanted."""
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
        """Have the node judged whose turn it is, and no other."""
        found = self._next()
        if self._far is not None:
            wanted = found is not None and self._far.allocation is self._allocation
            preferred = found is not None and found[0] is self._match.here
            if wanted and not (preferred and self._far.node is not self._match.here):
                return
            self._far.job.stop()
            self._far = None
        if found is not None:
            node, seconds = found
            job = self._engine.start(self._values(node, seconds), Priority.ANALYSIS)
            self._far = _Look(job, node, self._allocation)

    def _values(self, node: Node, seconds: float) -> Values:
        """Return the question what the moves at a node are worth, by the best evaluation."""
        match = self._match
        position = match.game.with_evaluation(node.position.copy(), "")
        return Values(position, seconds, self.of(node), match.swap_to_come_at(node))

    def drop(self) -> None:
        """Ask the engine nothing; with the next update all goes on."""
        for look in (self._near, self._far):
            if look is not None:
                look.job.stop()
        self._near = self._far = None

    def _forget(self) -> None:
        """Let go of nodes that were only looked at, or deleted, and are looked at no more."""
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
        # A review takes what is looked at first, and no longer than the rest.
        if (known is not None and known.exact) or (self.reviewing and self._in_review(here)):
            return False
        # A graph is shown whole before one of its points gets a long look.
        graph = self._graph_of_line
        return graph is None or graph.begun(self.judged)

    def _in_review(self, node: Node) -> bool:
        return self._review is not None and node in self._review

    @property
    def _graph_of_line(self) -> TimeAllocation | None:
        """Return what says which nodes of the line are judged for the graph, if that is wanted."""
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
        """Return what says which nodes are judged in the background, if any are.

        A review comes after the first looks for a graph, and before its longer ones.
        """
        graph = self._graph_of_line
        if self.reviewing and (graph is None or graph.begun(self.judged)):
            return self._review
        return graph

    def _next(self) -> tuple[Node, float] | None:
        """Return the node that is to be judged in the background, and for how many seconds."""
        allocation = self._allocation
        return None if allocation is None else allocation.next(self.judged, self._match.here)

    def _heard(self, look: _Look | None) -> _Look | None:
        """Take what a job has found; return None when it has ended."""
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

    def _take(self, node: Node, found: Judgement) -> None:
        known = self.of(node)
        if known is None or found.depth > known.depth:
            self.judged[node] = found
            self.changes += 1

    def _end(self, look: _Look, seconds: float) -> None:
        if look is self._near:
            self._enough.add(look.node)
        if look.allocation is not None:
            look.allocation.spent(look.node, seconds)


def _for_first(value: int, turn: int) -> int:
    return value if turn == 0 else -value
