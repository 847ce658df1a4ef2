"""Work that takes longer than a frame: on threads, none of which keeps the program from ending."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import closing
from functools import partial
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from kalahgui.engine.endgame_store import DEFAULT_SIZE, EndgameBuilds, EndgameStore, Kind, News
from kalahgui.engine.knowledge import Knowledge
from kalahgui.games.user_error import UserError
from kalahgui.gui.services.words import say
from kalahgui.library.backup import BadBackup
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreError

T = TypeVar("T")
_LOGGER = logging.getLogger(__name__)


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
_FAILURES = (OSError, StoreError, BadBackup)
_LAST_JOBS = 10.0  # seconds: some thousand games may be added yet

# What a job does with a store.
BackgroundJob = Callable[[Store], Any]
# Receives the result of a job, or its error.
Callback = Callable[[Any], None]


class BackgroundJobs:
    """Jobs on the file of a store; on a store in memory they are done at once.

    They outlast the screen that has started them: every callback is called.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = Worker("library", _FAILURES)
        self._waiting: list[tuple[Future[Any], Callback]] = []

    def start(self, job: BackgroundJob, callback: Callback) -> None:
        """Start a job; ``update`` calls ``callback`` with its result."""
        if self._store.path is None:
            future: Future[Any] = Future()
            fulfil(future, partial(job, self._store), _FAILURES)
        else:
            future = self._thread.submit(partial(_with_another, self._store, job))
        self._waiting.append((future, callback))

    @property
    def busy(self) -> bool:
        """Return whether a callback is still to be called."""
        return bool(self._waiting)

    def update(self) -> None:
        """Call the callbacks of finished jobs."""
        done = [each for each in self._waiting if each[0].done()]
        self._waiting = [each for each in self._waiting if each not in done]
        for future, callback in done:
            callback(future.exception() or future.result())

    def close(self) -> None:
        """Wait for the last job, but not for ever, and end the thread."""
        wait([future for future, _ in self._waiting], _LAST_JOBS)
        self._thread.close()


def _with_another(store: Store, job: BackgroundJob) -> Any:
    with closing(store.another()) as other:
        return job(other)


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
        self.told = ""  # what is known, or being worked out

    def update(self, notify: Callable[[str], None]) -> None:
        """Say what has failed since the last frame, and keep in mind what goes well."""
        for news in self._store.news():
            if news.kind in (Kind.BEGUN, Kind.READY):
                self.told = self._sentence(news)
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
