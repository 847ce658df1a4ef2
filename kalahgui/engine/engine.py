"""The engine: jobs on a worker thread, the most urgent one first.

The engine never calls the window. The window starts a job and polls that job's reports once a
frame, so reports of a dropped job are never read.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from queue import Empty, SimpleQueue
from threading import Condition, Thread
from typing import Generic, Protocol, TypeVar

from kalahgui.core.search import Finding, StopWord
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.thinker import LEVEL_BITS, LONGEST_JUDGING, Thinker
from kalahgui.games.game import Position
from kalahgui.games.limit import Limit
from kalahgui.games.user_error import UserError

# Seconds. Interpreted work holds the interpreter's lock, which a frame releases in each of some
# hundred drawing calls and has to get back.
_SWITCH_INTERVAL = 0.00005

_LOGGER = logging.getLogger(__name__)

Answer = object  # a finding, a judgement, or what another task finds
Item = TypeVar("Item")


class Priority(IntEnum):
    """How urgent a job is."""

    PONDERING = 0
    ANALYSIS = 1
    VALUES = 2
    MOVE = 3


class Task(Protocol):
    """A question to the engine."""

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Answer | None]:
        """Yield the answers, step by step.

        None says that a pause has stopped a step: afterwards the task repeats that step alone.
        """


@dataclass(frozen=True)
class Mover:
    """The computer on a ``seat`` of a ``match``.

    A ``level`` has a table of the size with which levels were measured.
    """

    match: object
    seat: int
    level: bool

    def thinker(self, thinker: Thinker) -> Thinker:
        """Return the computer's own thinker."""
        return thinker.player(self.match, self.seat, LEVEL_BITS if self.level else None)


@dataclass(frozen=True)
class Move:
    """Find a move within a limit, for a computer of a match."""

    position: Position
    limit: Limit
    mover: Mover | None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Finding]:
        """Yield findings; the last one is the answer."""
        if self.mover is not None:
            thinker = self.mover.thinker(thinker)
        return thinker.think(self.position, self.limit, interrupt)


@dataclass(frozen=True)
class Values:
    """Find the values of all moves in some seconds, going on from ``known`` ones.

    ``swap_to_come`` says that a swap of sides may answer the turn. With ``played`` it is enough
    that the value of the position and that of this move are exact.
    """

    position: Position
    seconds: float = LONGEST_JUDGING
    known: Judgement | None = None
    swap_to_come: bool = False
    played: int | None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Judgement | None]:
        """Yield judgements, deeper and deeper."""
        return thinker.judge(
            self.position, interrupt, self.seconds, self.known, self.swap_to_come, self.played
        )


@dataclass(frozen=True)
class Ponder:
    """Fill a player's table while the other side is to move."""

    position: Position
    limit: Limit
    mover: Mover | None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[None]:
        """Yield nothing: the results are in the table of the player's next move."""
        if self.mover is not None:
            thinker = self.mover.thinker(thinker)
        return thinker.ponder(self.position, self.limit, interrupt)


@dataclass(frozen=True)
class Change:
    """Change the thinker: its tables or threads. An interrupted task goes on with what is new."""

    change: Callable[[Thinker], None]

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Answer]:
        """Yield nothing."""
        self.change(thinker)
        return iter(())


@dataclass(frozen=True)
class Each(Generic[Item]):
    """Do some ``work`` for each of some items, in their order, until the stop word is raised."""

    work: Callable[[Item, StopWord], Answer | None]
    items: Iterable[Item]

    def answers(
        self, thinker: Thinker, interrupt: Interrupt
    ) -> Iterator[tuple[Item, Answer] | None]:
        """Yield each item with what was found; None for one that a pause cut short."""
        for item in self.items:
            for answer in whole(partial(self.work, item), interrupt):
                yield None if answer is None else (item, answer)


@dataclass(frozen=True)
class Report:
    """A report of a job: an answer so far, that it is done, or a failure in words."""

    answer: Answer | None
    seconds: float
    done: bool = False
    failure: str = ""


class Job:
    """A task that the engine has been given; ``stop`` stops this job alone."""

    def __init__(self, task: Task, priority: Priority) -> None:
        self.task = task
        self.priority = priority
        self.interrupt = Interrupt()
        self.seconds = 0.0
        self.steps: Iterator[Answer | None] | None = None
        self.last: Answer | None = None
        self.done = False
        self._reports: SimpleQueue[Report] = SimpleQueue()

    def stop(self) -> None:
        """Have the engine answer soon with what it has."""
        self.interrupt.stop()

    @property
    def nodes(self) -> int:
        """Return the nodes that a textbook search has visited so far; 0 for other tasks."""
        watched = self.interrupt.watched
        return 0 if watched is None else watched.nodes

    def report(self, done: bool = False, failure: str = "") -> None:
        """Add a report with the latest answer."""
        self.done = done
        self._reports.put(Report(self.last, self.seconds, done, failure))

    def reports(self) -> list[Report]:
        """Return the reports since the last call, without waiting; the last of all is ``done``."""
        reports = []
        with contextlib.suppress(Empty):
            while True:
                reports.append(self._reports.get_nowait())
        return reports


class Engine:
    """Works on one thread of its own until it is closed."""

    def __init__(self, thinker: Thinker | None = None) -> None:
        self._thinker = Thinker() if thinker is None else thinker
        self._change = Condition()
        self._waiting: list[Job] = []
        self._running: Job | None = None
        self._closed = False
        self._thread = Thread(target=self._work, name="engine", daemon=True)
        self._thread.start()

    def start(self, task: Task, priority: Priority) -> Job:
        """Queue a task and return its job at once; ask that for its ``reports``.

        The job runs before less urgent ones, which it interrupts, and before later ones. Raise
        ValueError for a move with a priority at which another task may interrupt it.
        """
        if isinstance(task, Move) and priority < Priority.MOVE:
            raise ValueError("nothing is more urgent than a move")
        job = Job(task, priority)
        with self._change:
            self._waiting.append(job)
            if self._running is not None and self._running.priority < priority:
                self._running.interrupt.pause()
            self._change.notify()
        return job

    @property
    def busy(self) -> bool:
        """Return whether there is a job that has not ended."""
        with self._change:
            return bool(self._running or self._waiting)

    def close(self, timeout: float = 1.0) -> None:
        """Stop every job and end the thread."""
        with self._change:
            self._closed = True
            for job in (*self._waiting, *([self._running] if self._running else [])):
                job.stop()
            self._change.notify()
        self._thread.join(timeout)

    def _work(self) -> None:
        while (job := self._next()) is not None:
            ended = self._run(job)
            with self._change:
                self._running = None
                if not ended:
                    # It is older than the jobs that came meanwhile.
                    self._waiting.insert(0, job)

    def _next(self) -> Job | None:
        """Return the most urgent job, waiting for one; None when the engine is closed."""
        with self._change:
            while not self._waiting and not self._closed:
                self._change.wait()
            if self._closed:
                return None
            job = max(self._waiting, key=lambda job: job.priority)
            self._waiting.remove(job)
            job.interrupt.resume()
            self._running = job
            return job

    def _run(self, job: Job) -> bool:
        interval = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        try:
            if job.steps is None:
                job.steps = job.task.answers(self._thinker, job.interrupt)
            return self._take_steps(job, job.steps)
        except Exception as error:  # whatever went wrong reaches the player as a sentence
            if not isinstance(error, (UserError, OSError, MemoryError)):
                _LOGGER.exception("a job of the engine has failed")
            job.report(done=True, failure=f"{type(error).__name__}: {error}")
            return True
        finally:
            sys.setswitchinterval(interval)

    def _take_steps(self, job: Job, steps: Iterator[Answer | None]) -> bool:
        begin = time.perf_counter() - job.seconds
        for answer in steps:
            job.seconds = time.perf_counter() - begin
            if answer is not None:
                job.last = answer
                job.report()
            if job.interrupt.paused:
                return False
        job.seconds = time.perf_counter() - begin
        job.report(done=True)
        return True
