"""What a search costs in one order of the moves or another, counted by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.engine.interrupt import Interrupt, YieldToFrames, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.theatre.order import RISING, Order, TooMuch, TrueValues, orders_of
from kalahgui.theatre.recording import ROOT, Plan, Stopped, record
from kalahgui.theatre.smallest_tree import SmallestTree, smallest_tree
from kalahgui.theatre.subject import Subject


@dataclass(frozen=True)
class CountedOrder:
    """What a search in some order has counted; ``moves`` are the root's as they were tried."""

    order: Order
    moves: tuple[int, ...]
    value: int
    nodes: int
    evaluations: int
    cuts: int


@dataclass(frozen=True)
class Refused:
    """Why an order, or the smallest tree (None), cannot be counted.

    An exception itself would hold all that was looked at until it was raised.
    """

    order: Order | None
    reason: type[TooMuch]


@dataclass(frozen=True)
class RootValues:
    """What the moves of the root are worth for its player."""

    values: Mapping[int, int]


Found = CountedOrder | Refused | RootValues | SmallestTree
CountingJob = Callable[[StopWord], Found | None]


@dataclass(frozen=True)
class CountOrders:
    """Count one order, or all there is to know.

    That is what the root's moves are worth, every order by name, and the smallest tree.
    """

    asked: Plan
    own: Order | None = None
    position: None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Found | None]:
        """Yield one finding after the other; None for one that a pause cut short."""
        asked = self.asked
        names = orders_of(asked.subject)
        orders = [Order(name) for name in names] if self.own is None else [self.own]
        work: list[CountingJob] = [
            partial(_count, asked, order, thinker.yield_to_frames) for order in orders
        ]
        if self.own is None:
            work = [partial(_root_values, asked), *work, partial(_smallest, asked)]
        for job in work:
            findings: Iterator[Found | None] = whole(job, interrupt)
            yield from findings


def _count(
    asked: Plan, order: Order, yield_to_frames: YieldToFrames, stop: StopWord
) -> Found | None:
    try:
        recording = record(replace(asked, order=order), stop, yield_to_frames)
    except TooMuch as reason:
        return Refused(order, type(reason))
    except Stopped:
        return None
    return CountedOrder(
        order,
        recording.nodes[ROOT].moves,
        recording.value,
        recording.visits,
        recording.evaluations,
        recording.cuts,
    )


def _root_values(asked: Plan, stop: StopWord) -> Found | None:
    subject, rule = asked.subject, asked.rule
    moves = subject.moves(subject.root)
    measures = rule.after(subject, subject.root, moves, rule.begin(subject))
    try:
        values = TrueValues(subject, rule, stop).after(subject.root, moves, asked.depth, measures)
    except TooMuch:
        # The counts by their value say so.
        values = []
    return None if stop.raised else RootValues(dict(zip(moves, values, strict=False)))


def _smallest(asked: Plan, stop: StopWord) -> Found | None:
    try:
        return smallest_tree(asked.subject, asked.depth, stop)
    except TooMuch as reason:
        return Refused(None, type(reason))
    except Stopped:
        return None


class Ordering:
    """What was counted for one question, and the order chosen.

    ``own`` is the order that was put together by hand, None before.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: list[Job] = []
        self.asked: Plan | None = None
        self._subject: Subject[Any] | None = None
        self.chosen = Order(RISING)
        self.own: Order | None = None
        self._counted: dict[Order, CountedOrder | Refused] = {}
        self.values: Mapping[int, int] = {}
        self.smallest: SmallestTree | Refused | None = None
        self.failure = ""

    # -- asking

    def ask(self, asked: Plan) -> None:
        """Ask what a search costs in one order or another; what was asked before is dropped."""
        if asked == self.asked:
            return
        self.stop()
        if self._subject is not asked.subject:
            self.own = None
            self.chosen = Order(RISING)
        self._subject = asked.subject
        self.asked = asked
        self._counted = {}
        self.values = {}
        self.smallest = None
        self.failure = ""
        self._jobs.append(self._engine.start(CountOrders(asked), Priority.ANALYSIS))
        self._count_own()

    def choose(self, order: Order) -> None:
        """Look at an order."""
        self.chosen = order
        if order.listed:
            self.own = order
            self._count_own()

    def _count_own(self) -> None:
        """Count the order put together by hand, before all that is still to come."""
        for job in self._jobs:
            if isinstance(job.task, CountOrders) and job.task.own not in (None, self.own):
                job.stop()
        if self.asked is not None and self.own is not None and self.own not in self._counted:
            task = CountOrders(self.asked, self.own)
            self._jobs.append(self._engine.start(task, Priority.VALUES))

    def stop(self) -> None:
        """Stop counting; asked again, everything begins anew."""
        for job in self._jobs:
            job.stop()
        if self._jobs:
            self.asked = None
        self._jobs = []

    # -- what is known

    @property
    def running(self) -> bool:
        """Tell whether something is being counted."""
        return bool(self._jobs)

    def counted(self, order: Order) -> CountedOrder | Refused | None:
        """Return what was counted for an order, or why it cannot be; None while it is."""
        return self._counted.get(order)

    @property
    def moves(self) -> tuple[int, ...]:
        """Return the root's moves in the order chosen, as far as that is known."""
        if self.chosen.listed:
            return self.chosen.listed
        counted = self.counted(self.chosen)
        if isinstance(counted, CountedOrder):
            return counted.moves
        if self.asked is None:
            return ()
        subject = self.asked.subject
        return tuple(subject.moves(subject.root))

    @property
    def most(self) -> int:
        """Return the most evaluations that any order needs."""
        return max(
            (
                counted.evaluations
                for counted in self._counted.values()
                if isinstance(counted, CountedOrder)
            ),
            default=0,
        )

    def elapse(self) -> bool:
        """Take what was found in the meantime; tell whether there was anything."""
        reports = [(job, report) for job in self._jobs for report in job.reports()]
        for job, report in reports:
            answer = report.answer
            if isinstance(answer, CountedOrder) or (isinstance(answer, Refused) and answer.order):
                assert answer.order is not None
                self._counted[answer.order] = answer
            elif isinstance(answer, RootValues):
                self.values = answer.values
            elif isinstance(answer, SmallestTree | Refused):
                self.smallest = answer
            if report.done:
                self.failure = self.failure or report.failure
                self._jobs.remove(job)
        return bool(reports)
