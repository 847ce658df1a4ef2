"""What a search costs when the moves are tried in one order or another, as tasks of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.engine.frame_yielding import YieldToFrames
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.theatre.choices import orders_of
from kalahgui.theatre.order import Order, TooMuch, TrueValues
from kalahgui.theatre.recorder import Stopped, record
from kalahgui.theatre.recording import ROOT, Plan
from kalahgui.theatre.smallest_tree import SmallestTree, smallest_tree
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.subject import Subject


@dataclass(frozen=True)
class Asked:
    """The search whose cost is asked for: what, by which algorithm, how many turns deep."""

    subject: Subject[Any]
    algorithm: str
    depth: int

    @property
    def orders(self) -> tuple[str, ...]:
        """Return the orders by name that differ here."""
        return orders_of(self.subject)


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
    """Why an order, or the smallest tree (None), cannot be counted."""

    order: Order | None
    reason: TooMuch


@dataclass(frozen=True)
class RootValues:
    """What the moves of the root are worth for its player."""

    values: Mapping[int, int]


Found = CountedOrder | Refused | RootValues | SmallestTree
CountingJob = Callable[[StopWord], Found | None]


@dataclass(frozen=True)
class CountOrder:
    """Count one order."""

    asked: Asked
    order: Order
    position: None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Found | None]:
        """Yield what was counted; None for a search that a pause cut short, which is repeated."""
        return whole(_counting(self.asked, self.order, thinker), interrupt)


@dataclass(frozen=True)
class CompareOrders:
    """Value the root's moves, count every order by name, and find the smallest tree."""

    asked: Asked
    position: None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Found | None]:
        """Yield one finding after the other; None for one that a pause cut short."""
        jobs: list[CountingJob] = [partial(_root_values, self.asked)]
        jobs += [_counting(self.asked, Order(name), thinker) for name in self.asked.orders]
        jobs.append(partial(_smallest, self.asked))
        for job in jobs:
            steps: Iterator[Found | None] = whole(job, interrupt)
            yield from steps


def _counting(asked: Asked, order: Order, thinker: Thinker) -> CountingJob:
    return partial(_count, asked, order, thinker.yield_to_frames)


def _count(
    asked: Asked, order: Order, yield_to_frames: YieldToFrames, stop: StopWord
) -> Found | None:
    try:
        plan = Plan(asked.subject, asked.algorithm, asked.depth, order)
        found = record(plan, stop, yield_to_frames)
    except TooMuch as reason:
        return Refused(order, reason)
    except Stopped:
        return None
    return CountedOrder(
        order,
        found.nodes[ROOT].moves,
        found.value,
        found.visits,
        found.evaluations,
        found.cuts,
    )


def _root_values(asked: Asked, stop: StopWord) -> Found | None:
    subject, rule = asked.subject, Fixed()
    moves = subject.moves(subject.root)
    measures = rule.after(subject, subject.root, moves, rule.begin(subject))
    try:
        values = TrueValues(subject, rule, stop).after(subject.root, moves, asked.depth, measures)
    except TooMuch:
        # The counts by their value say so.
        values = []
    return None if stop.raised else RootValues(dict(zip(moves, values, strict=False)))


def _smallest(asked: Asked, stop: StopWord) -> Found | None:
    try:
        return smallest_tree(asked.subject, asked.depth, stop)
    except TooMuch as reason:
        return Refused(None, reason)
    except Stopped:
        return None
