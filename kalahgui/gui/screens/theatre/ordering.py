"""The counts of all orders, found on the engine's thread, and the order that is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.theatre.order import RISING, Order
from kalahgui.theatre.order_counts import (
    Asked,
    CompareOrders,
    CountedOrder,
    CountOrder,
    Refused,
    RootValues,
)
from kalahgui.theatre.smallest_tree import SmallestTree
from kalahgui.theatre.subject import Subject


class Ordering:
    """What was counted for one question, and the order chosen.

    ``own`` is the order that was put together by hand, None before.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: list[Job] = []
        self.asked: Asked | None = None
        self._subject: Subject[Any] | None = None
        self.chosen = Order(RISING)
        self.own: Order | None = None
        self._counted: dict[Order, CountedOrder | Refused] = {}
        self.values: Mapping[int, int] = {}
        self.smallest: SmallestTree | Refused | None = None
        self.failure = ""

    # -- asking

    def ask(self, asked: Asked) -> None:
        """Ask for the counts of a search; what was asked before is dropped."""
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
        self._jobs.append(self._engine.start(CompareOrders(asked), Priority.ANALYSIS))
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
            if isinstance(job.task, CountOrder) and job.task.order != self.own:
                job.stop()
        if self.asked is not None and self.own is not None and self.own not in self._counted:
            task = CountOrder(self.asked, self.own)
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
            (each.evaluations for each in self._counted.values() if isinstance(each, CountedOrder)),
            default=0,
        )

    def elapse(self) -> bool:
        """Take what was found in the meantime; tell whether there was anything."""
        reports = [(job, report) for job in self._jobs for report in job.reports()]
        for job, report in reports:
            found = report.answer
            if isinstance(found, CountedOrder) or (isinstance(found, Refused) and found.order):
                assert found.order is not None
                self._counted[found.order] = found
            elif isinstance(found, RootValues):
                self.values = found.values
            elif isinstance(found, SmallestTree | Refused):
                self.smallest = found
            if report.done:
                self.failure = self.failure or report.failure
                self._jobs.remove(job)
        return bool(reports)
