"""What is read on a thread of its own: a large text takes longer than a frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from kalahgui.games.user_error import UserError
from kalahgui.gui.services.worker import Worker

T = TypeVar("T")
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
