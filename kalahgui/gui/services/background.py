"""Work that takes longer than a frame: on threads, none of which keeps the program from ending."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar

import pygame

from kalahgui.engine.endgame_store import DEFAULT_SIZE, EndgameBuilds, EndgameStore, Kind, News
from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.engine.knowledge import Knowledge
from kalahgui.games.user_error import UserError
from kalahgui.library.foreign import BadBackup
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreBusy, StoreError
from kalahgui.words import say

T = TypeVar("T")
_LOGGER = logging.getLogger(__name__)


class Stopped(Exception):
    """Work ends before it is done: somebody has left, or it has taken too long."""


class Worker(threading.Thread):
    """Does work in the order in which it comes."""

    def __init__(
        self, name: str, failures: tuple[type[Exception], ...], awaited: bool = True
    ) -> None:
        """``failures`` are no defects; what is not ``awaited`` is broken off at the end."""
        super().__init__(name=name, daemon=True)
        self.awaited = awaited
        self._failures = failures
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Have something done after what came before; it can be cancelled until it begins."""
        future: Future[T] = Future()
        self._waiting.put((future, work))
        if self.ident is None:
            self.start()
        return future

    def run(self) -> None:
        """Do what comes until the worker is closed."""
        while (job := self._waiting.get()) is not None:
            future, work = job
            if future.set_running_or_notify_cancel():
                fulfil(future, work, self._failures)
            del job, future, work  # nothing is kept until the next job comes

    def close(self) -> None:
        """End the thread when everything is done that came until now."""
        self._waiting.put(None)


def fulfil(future: Future[T], work: Callable[[], T], failures: tuple[type[Exception], ...]) -> None:
    """Do some work and have a future say what came of it: a result, a failure or a UserError.

    A defect is logged and becomes a UserError.
    """
    try:
        future.set_result(work())
    except failures as error:
        future.set_exception(error)
    except Exception:
        _LOGGER.exception("work in the background has failed")
        future.set_exception(UserError("failed_defect"))
    finally:
        del future  # an exception knows this frame, and would be known by it


def finish(end: float) -> None:
    """Wait until all awaited work is done, but no longer than to a moment of ``time.monotonic``."""
    for thread in threading.enumerate():
        if isinstance(thread, Worker) and thread.awaited:
            thread.close()
            thread.join(time_left(end))


def time_left(end: float) -> float:
    """Return the seconds to a moment of ``time.monotonic``; 0 when it has passed."""
    return max(0.0, end - time.monotonic())


# Any other error is a defect.
_FAILURES = (Stopped, UserError, OSError, StoreError, BadBackup, pygame.error)
_LAST_JOBS, STOPPED_JOBS = 10.0, 1.0  # seconds: in ten some thousand games may be added yet
TRIES, _BETWEEN_TRIES = 12, 0.05  # of a job on a busy store, each of which waits itself

# What a job does with a store.
BackgroundJob = Callable[[Store], Any]
# Receives the result of a job, or its error.
Callback = Callable[[Any], None]


class JobKind(NamedTuple):
    """Which thread does a job, and after how many seconds without a sign of life it is given up."""

    thread: str
    seconds: float


# Games are added while a folder stalls in which a back-up or a picture is written.
ADDS = JobKind("library", 120.0)
BACKS_UP = JobKind("back-ups", 600.0)
SAVES = JobKind("saving", 120.0)


class Errand:
    """Something that was asked for, as the window and the work on a thread both see it.

    ``unkept`` says what it is to who leaves before it is done; it is empty where nothing is lost by
    that. ``share`` tells how much of it is done, where that is known.
    """

    def __init__(
        self,
        kind: JobKind = BACKS_UP,
        unkept: Callable[[], str] = str,
        yield_to_frames: YieldToFrames = no_frames,
    ) -> None:
        self.kind, self.unkept = kind, unkept
        self._yield_to_frames = yield_to_frames
        self.share: float | None = None
        self.stopped = self.broken_off = False
        self.lives = False  # and has said so since the window looked last

    def go_on(self) -> None:
        """Let frames go first; Stopped when the work is to end. The work calls it all the time."""
        if self.stopped:
            self.broken_off = True
            raise Stopped
        self.lives = True
        self._yield_to_frames()


@dataclass(eq=False)
class _Job:
    errand: Errand
    work: Callable[[], Any]
    callback: Callback
    future: Future[Any]
    thread: Worker | None = None  # which does it; None where it is done at once
    silent: float = 0.0  # seconds

    def is_lost(self) -> bool:
        """Tell whether something that was asked for did not come about."""
        failed = not self.future.done() or self.future.exception() is not None
        return bool(self.errand.unkept()) and (failed or self.errand.broken_off)


class BackgroundJobs:
    """Jobs on the file of a store, and on others; on a store in memory they are done at once.

    They outlast the screen that has started them: every callback is called.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._threads: dict[str, Worker] = {}
        self._jobs: list[_Job] = []

    def start(self, job: BackgroundJob, callback: Callback, errand: Errand | None = None) -> None:
        """Start a job; ``update`` calls ``callback`` with its result."""
        errand = errand or Errand()
        if self._store.path is not None:
            self.do(partial(_with_another, self._store, job, errand), callback, errand)
            return
        future: Future[Any] = Future()
        fulfil(future, partial(job, self._store), _FAILURES)
        self._jobs.append(_Job(errand, future.result, callback, future))

    def do(self, work: Callable[[], Any], callback: Callback, errand: Errand) -> None:
        """Start a job that needs no store."""
        thread = self._thread_of(errand.kind)
        self._jobs.append(_Job(errand, work, callback, thread.submit(work), thread))

    def _thread_of(self, kind: JobKind) -> Worker:
        return self._threads.setdefault(kind.thread, Worker(kind.thread, _FAILURES))

    @property
    def busy(self) -> bool:
        """Return whether a callback is still to be called."""
        return bool(self._jobs)

    @property
    def unkept(self) -> list[str]:
        """Return in sentences what would be lost now, each once."""
        return list(dict.fromkeys(filter(None, (job.errand.unkept() for job in self._jobs))))

    @property
    def share(self) -> float | None:
        """Return how much is done of what takes longest; None where that is not known."""
        return min(
            (job.errand.share for job in self._jobs if job.errand.share is not None), default=None
        )

    def update(self, dt: float = 0.0) -> bool:
        """Call the callbacks of finished jobs; tell whether one has failed of which is told.

        One that has shown no sign of life for too long has failed, too: ``dt`` seconds have passed.
        """
        failed = False
        for job in self._jobs.copy():
            if job.future.done():
                outcome = job.future.exception() or job.future.result()
            elif self._stalls(job, dt):
                outcome = UserError("failed_too_long")
                self._leave_behind(job)
            else:
                continue
            self._jobs.remove(job)
            failed |= isinstance(outcome, Exception) and bool(job.errand.unkept())
            job.callback(outcome)
        return failed

    def _stalls(self, job: _Job, dt: float) -> bool:
        waits = job.errand.lives or not job.future.running()
        job.silent = 0.0 if waits else job.silent + dt
        job.errand.lives = False
        return job.silent > job.errand.kind.seconds

    def _leave_behind(self, job: _Job) -> None:
        """Leave a job to its thread, which may hang for ever, and give the next ones another."""
        _LOGGER.warning("a job took too long and was given up")
        job.errand.stopped = True
        kind, left = job.errand.kind, job.thread
        assert left is not None, "what is done at once does not stall"
        if self._threads.get(kind.thread) is left:
            del self._threads[kind.thread]
        left.awaited = False
        left.close()
        for other in self._jobs:
            if other.thread is left and other.future.cancel():
                other.thread = self._thread_of(kind)
                other.future = other.thread.submit(other.work)

    def stop(self) -> None:
        """Have all jobs end as soon as they can."""
        for job in self._jobs:
            job.errand.stopped = True

    def close(self) -> bool:
        """Wait for the last jobs, but not for ever; tell whether something is lost."""
        futures = [job.future for job in self._jobs]
        stopped = any(job.errand.stopped for job in self._jobs)
        wait(futures, STOPPED_JOBS if stopped else _LAST_JOBS)
        for thread in self._threads.values():
            thread.close()
        return any(job.is_lost() for job in self._jobs)


def _with_another(store: Store, job: BackgroundJob, errand: Errand) -> Any:
    """Do a job on a connection of its own, from the beginning again while the store is busy."""
    tries = 0
    while True:
        try:
            with closing(store.another()) as other:
                return job(other)
        except StoreBusy:
            tries += 1
            if tries == TRIES:
                raise
        errand.go_on()
        time.sleep(_BETWEEN_TRIES)


# What says why nothing came of a text or a file; any other error is a defect.
FAILURES = (UserError, OSError, MemoryError)


class Reading(Generic[T]):
    """Texts and files that are being read, in the order in which they came."""

    def __init__(self) -> None:
        # A large file takes long to read, and the program does not wait for that when it ends.
        self._thread = Worker("reading", FAILURES, awaited=False)
        self._under_way: deque[Future[T]] = deque()

    def begin(self, read: Callable[[], T]) -> None:
        """Have something read after what is being read."""
        self._under_way.append(self._thread.submit(read))

    @property
    def busy(self) -> bool:
        """Tell whether something is being read."""
        return bool(self._under_way)

    @property
    def ready(self) -> bool:
        """Tell whether the next thing has been read."""
        return self.busy and self._under_way[0].done()

    def arrived(self) -> T | UserError | OSError | MemoryError | None:
        """Return the next thing that has been read, or why it could not be."""
        if not self.ready:
            return None
        arrival = self._under_way.popleft()
        error = arrival.exception()
        return error if isinstance(error, FAILURES) else arrival.result()

    def close(self) -> None:
        """Read nothing any more."""
        for waiting in self._under_way:
            waiting.cancel()
        self._under_way.clear()
        self._thread.close()


class Endgames:
    """The databases that the engine looks things up in, and what there is to say of them."""

    def __init__(self, store: EndgameStore, size: int = DEFAULT_SIZE) -> None:
        """Begin to build what is missing of the usual board; others follow when they are played."""
        self._store = store
        self._builds = EndgameBuilds(store, size)
        self.knowledge = Knowledge(store, self._builds)
        self._builds.wish(pits=6, empty_capture=False)
        self.status = ""  # what is known, or being worked out

    def update(self, notify: Callable[[str], None]) -> None:
        """Say what has failed since the last frame, and keep in mind what goes well."""
        for news in self._store.news():
            if news.kind in (Kind.BEGUN, Kind.READY):
                self.status = self._sentence(news)
            else:
                notify(self._sentence(news))

    def close(self, timeout: float = 1.0) -> None:
        """Stop building, and wait at most ``timeout`` seconds; what is not finished is lost."""
        self._builds.close(timeout)

    def _sentence(self, news: News) -> str:
        file = self._store.path(news.shape).name
        if news.kind is Kind.BEGUN:
            return say("notice_endgame_begun")
        if news.kind is Kind.READY:
            return say("notice_endgame_ready", pits=news.shape.pits, stones=news.shape.stones)
        if news.kind is Kind.SET_ASIDE:
            return say("notice_endgame_set_aside", file=file)
        if news.kind is Kind.UNREADABLE:
            return say("notice_endgame_unreadable", file=file, why=news.why)
        return say("notice_endgame_not_kept", why=news.why)
