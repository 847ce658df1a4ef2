"""What takes a store longer than a frame may: it is done on a thread, by a store of its own."""

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

# Does something with a store.
Work = Callable[[Store], Any]
# Hears what came of it, or the error that says why nothing did.
Hear = Callable[[Any], None]


class BackgroundJobs:
    """Work on the file of a store; on a store in memory it is done at once.

    They outlast the screen that they were asked for on: what came of one is always told.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = Worker("library", _FAILURES)
        self._waiting: list[tuple[Future[Any], Hear]] = []

    def start(self, work: Work, hear: Hear) -> None:
        """Do something; ``hear`` is told what came of it by ``update``."""
        if self._store.path is None:
            future: Future[Any] = Future()
            fulfil(future, partial(work, self._store), _FAILURES)
        else:
            future = self._thread.submit(partial(_with_another, self._store, work))
        self._waiting.append((future, hear))

    @property
    def busy(self) -> bool:
        """Tell whether somebody has not heard yet."""
        return bool(self._waiting)

    def update(self) -> None:
        """Tell what has been done."""
        done = [each for each in self._waiting if each[0].done()]
        self._waiting = [each for each in self._waiting if each not in done]
        for future, hear in done:
            hear(future.exception() or future.result())

    def close(self) -> None:
        """End the thread when all is done."""
        self._thread.close()


def _with_another(store: Store, work: Work) -> Any:
    with closing(store.another()) as other:
        return work(other)
