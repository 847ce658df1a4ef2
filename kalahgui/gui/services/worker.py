"""Threads for what takes longer than a frame; none of them keeps the program from ending."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

from kalahgui.games.user_error import UserError

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


def finish(end: float) -> None:
    """Wait until all awaited work is done, but no longer than to a moment of ``time.monotonic``."""
    for thread in threading.enumerate():
        if isinstance(thread, Worker) and thread.awaited:
            thread.close()
            thread.join(time_left(end))


def time_left(end: float) -> float:
    """Return the seconds to a moment of ``time.monotonic``; 0 when it has passed."""
    return max(0.0, end - time.monotonic())
