"""The engine: searches on a worker thread, one job after the other.

The engine never calls the window. The window starts a job, polls ``reports`` once a frame and
takes notice only of reports on the job it waits for: an answer to a dropped job reaches nobody.
"""

from __future__ import annotations

import contextlib
import sys
import time
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread

from kalahgui.core import COMPILED
from kalahgui.core.search import Finding, StopWord
from kalahgui.engine.limit import Limit
from kalahgui.engine.thinker import Judgement, Thinker
from kalahgui.games.game import Position

# Interpreted, the search holds the interpreter's lock: hand it over often enough for a frame.
_SWITCH_INTERVAL = 0.001


@dataclass(eq=False)
class Job:
    """A question to the engine: what to play or, without a limit, what every move is worth.

    A job owns its stop word, so no other job can be stopped by it.
    """

    position: Position
    limit: Limit | None
    stop_word: StopWord = field(default_factory=StopWord)

    def stop(self) -> None:
        """Have the engine answer at once with what it has."""
        self.stop_word.raised = True


@dataclass(frozen=True)
class Report:
    """What the engine says of a job: a finding so far, the answer, or a failure in words."""

    job: Job
    finding: Finding | None
    seconds: float
    done: bool = False
    judgement: Judgement | None = None
    failure: str = ""


class Engine:
    """Thinks on one thread of its own until it is closed."""

    def __init__(self, thinker: Thinker | None = None) -> None:
        self._thinker = Thinker() if thinker is None else thinker
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reports: SimpleQueue[Report] = SimpleQueue()
        self._job: Job | None = None
        self._thread = Thread(target=self._work, name="engine", daemon=True)
        self._thread.start()

    def think(self, position: Position, limit: Limit) -> Job:
        """Stop the job before, start to think about a copy of a position, and return the job."""
        return self._start(Job(position.copy(), limit))

    def judge(self, position: Position) -> Job:
        """Stop the job before and find out what every move is worth, until it is stopped."""
        return self._start(Job(position.copy(), None))

    def _start(self, job: Job) -> Job:
        if self._job is not None:
            self._job.stop()
        self._job = job
        self._jobs.put(job)
        return job

    def reports(self) -> list[Report]:
        """Return the reports that have come in since the last call."""
        found = []
        with contextlib.suppress(Empty):
            while True:
                found.append(self._reports.get_nowait())
        return found

    def close(self, timeout: float = 1.0) -> None:
        """Stop thinking and end the thread."""
        if self._job is not None:
            self._job.stop()
        self._jobs.put(None)
        self._thread.join(timeout)

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            self._answer(job)

    def _answer(self, job: Job) -> None:
        begin = time.perf_counter()
        finding = None
        interval = sys.getswitchinterval()
        if not COMPILED:
            sys.setswitchinterval(_SWITCH_INTERVAL)
        try:
            if job.limit is None:
                for judgement in self._thinker.judge(job.position, job.stop_word):
                    seconds = time.perf_counter() - begin
                    self._reports.put(Report(job, None, seconds, judgement=judgement))
            else:
                for finding in self._thinker.think(job.position, job.limit, job.stop_word):
                    self._reports.put(Report(job, finding, time.perf_counter() - begin))
            report = Report(job, finding, time.perf_counter() - begin, done=True)
        except Exception as error:  # whatever went wrong reaches the player as a sentence
            seconds = time.perf_counter() - begin
            failure = f"{type(error).__name__}: {error}"
            report = Report(job, finding, seconds, done=True, failure=failure)
        finally:
            sys.setswitchinterval(interval)
        self._reports.put(report)
