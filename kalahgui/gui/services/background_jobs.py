"""Jobs on the library's file that take longer than a frame: on a thread, with its own store."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from typing import Any

from kalahgui.gui.services.worker import Worker, fulfil
from kalahgui.library.backup import BadBackup
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreError

# Any other error is a defect.
_FAILURES = (OSError, StoreError, BadBackup)

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
        """End the thread after the last job."""
        self._thread.close()


def _with_another(store: Store, job: BackgroundJob) -> Any:
    with closing(store.another()) as other:
        return job(other)
