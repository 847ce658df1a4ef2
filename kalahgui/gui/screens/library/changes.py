"""Changes to the store, in the order they were asked for; a busy store is asked again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from kalahgui.library.store_file import StoreBusy, StoreError

_TRIES = 20  # of a change, each of which waits for a busy store

# Changes the store, and what is shown of it when that is done.
Change = Callable[[], None]


class Changes:
    """The changes that wait to be done: a busy store holds up a frame once."""

    def __init__(self, refuse: Callable[[StoreError], None]) -> None:
        """``refuse`` is told why a change is not done."""
        self._refuse = refuse
        self._waiting: deque[Change] = deque()
        self._tries = 0

    def add(self, change: Change) -> None:
        """Have a change done by the next ``update``, or as soon as the store is free."""
        self._waiting.append(change)

    @property
    def busy(self) -> bool:
        """Tell whether a change is not done yet."""
        return bool(self._waiting)

    def update(self) -> None:
        """Do what waits; a busy store leaves the rest for the next frame."""
        while self._waiting:
            try:
                self._waiting[0]()
            except StoreBusy as error:
                self._tries += 1
                if self._tries == _TRIES:
                    self._give_up(error)
                return
            except StoreError as error:
                self._give_up(error)
            else:
                self._next()

    def close(self) -> None:
        """Do what waits now, or never."""
        while self._waiting:
            try:
                self._waiting[0]()
                self._next()
            except StoreError as error:
                self._give_up(error)

    def _give_up(self, error: StoreError) -> None:
        self._next()
        self._refuse(error)

    def _next(self) -> None:
        self._waiting.popleft()
        self._tries = 0
