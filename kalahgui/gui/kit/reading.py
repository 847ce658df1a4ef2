"""What is read on a thread of its own: a large text takes longer than a frame."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from kalahgui.games.refusal import Refusal

T = TypeVar("T")
# What says why nothing came of a text or a file; any other error is a defect.
FAILURES = (Refusal, OSError, MemoryError)


class Reading(Generic[T]):
    """Texts and files that are being read, in the order in which they came."""

    def __init__(self) -> None:
        self._to_read: SimpleQueue[Callable[[], T] | None] = SimpleQueue()
        self._read: SimpleQueue[T | Exception] = SimpleQueue()
        self._under_way = 0
        self._closed = False
        # A large file takes long to read, and the program does not wait for that when it ends.
        self._thread = Thread(target=self._read_on, name="reading", daemon=True)
        self._thread.start()

    def begin(self, read: Callable[[], T]) -> None:
        """Have something read after what is being read."""
        self._under_way += 1
        self._to_read.put(read)

    def _read_on(self) -> None:
        """Read one thing after the other, on the thread."""
        while (read := self._to_read.get()) is not None and not self._closed:
            try:
                self._read.put(read())
            except Exception as error:  # a defect among them, which is the window's to meet
                self._read.put(error)

    @property
    def busy(self) -> bool:
        """Tell whether something is being read."""
        return self._under_way > 0

    @property
    def ready(self) -> bool:
        """Tell whether the next thing has been read."""
        return not self._read.empty()

    def arrived(self) -> T | Refusal | OSError | MemoryError | None:
        """Return the next thing that has been read, or why it could not be."""
        try:
            arrival = self._read.get_nowait()
        except Empty:
            return None
        self._under_way -= 1
        if isinstance(arrival, Exception) and not isinstance(arrival, FAILURES):
            raise arrival
        return arrival

    def close(self) -> None:
        """Read nothing any more."""
        self._closed = True
        self._under_way = 0
        self._to_read.put(None)
