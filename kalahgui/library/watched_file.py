"""A store's file while it is open: whether it is still the one that was opened."""

from __future__ import annotations

import sqlite3
import threading
import time
from enum import Enum
from pathlib import Path

from kalahgui.library.store_file import StoreBusy, StoreGone
from kalahgui.library.write_ahead_log import (
    belongs,
    identity,
    is_in_log,
    log_of,
    stamp_of,
    take_away,
)

WRITTEN_LATELY = 2.0  # seconds: it may still be written, or its log begun by another program
_LOOKS = 3


class Whose(Enum):
    """What is to be found at the place of a file that was opened."""

    OURS = "ours"
    GONE = "gone"
    REPLACED = "replaced"  # another file
    OVERWRITTEN = "overwritten"  # the same one, with another content


class WatchedFile:
    """A file with a connection, watched for what other programs do with it.

    The system lets a program write to a file that nobody will ever find again, and SQLite adds
    what it has in its log to whatever stands in the file.
    """

    def __init__(self, path: Path) -> None:
        """Watch the file of a connection that is open."""
        self.path = path
        self.identity = identity(path)
        self._log = identity(log_of(path))
        # Closed after all connections: closing it takes their locks away.
        self._file = path.open("rb", buffering=0)
        self._lock = threading.Lock()
        self.syncing = threading.Lock()
        self.log_is_to_begin = False  # its file's number is missing, which another one kept out
        self._stamp = self._stamp_now()
        self._odd_since: float | None = None  # the log is not that of the file
        self._changed_at: float | None = None

    def note_change(self) -> None:
        """Note that any connection changes something, which is not sure to be on the disk yet."""
        if self._changed_at is None:
            self._changed_at = time.monotonic()

    def note_sync(self) -> None:
        """Note that all changes until now are brought onto the disk."""
        self._changed_at = None

    @property
    def unsynced(self) -> float:
        """Return for how many seconds a change has not been sure to be on the disk."""
        changed_at = self._changed_at  # another thread may note that it is now
        return 0.0 if changed_at is None else time.monotonic() - changed_at

    def close(self) -> None:
        """Watch no longer; the connections are closed before."""
        with self._lock:
            self._file.close()

    @property
    def is_closed(self) -> bool:
        """Tell whether nothing is watched any more."""
        return self._file.closed

    @property
    def is_there(self) -> bool:
        """Tell whether the file is at its place, whatever stands in it."""
        return self.identity is not None and self.identity == identity(self.path)

    def whose(self, connection: sqlite3.Connection) -> Whose:
        """Find out what is at the place of the file now; StoreBusy while that changes."""
        if not self.is_there:
            return Whose.GONE if identity(self.path) is None else Whose.REPLACED
        for _ in range(_LOOKS):  # another program may bring its log in between two looks
            stamp = self._stamp_now()
            if stamp != self._stamp:
                [(known,)] = connection.execute("PRAGMA application_id")
                # Where two bring their logs in at once, the file has the number of the first.
                if stamp != known and not is_in_log(self.path, stamp):
                    continue
                self._stamp = stamp
            return self._whose_log(stamp)
        if abs(time.time() - self.path.stat().st_mtime) < WRITTEN_LATELY:
            raise StoreBusy
        return Whose.OVERWRITTEN

    def _whose_log(self, stamp: int | None) -> Whose:
        """Find out whether what was changed last is still in the log, whose file is ours."""
        if self._log is None or belongs(self.path, stamp) or belongs(self.path, self._stamp_now()):
            self._odd_since = None
            return Whose.OURS
        now = time.monotonic()
        if self._odd_since is None:
            self._odd_since = now
        if now - self._odd_since < WRITTEN_LATELY:
            raise StoreBusy
        return Whose.OVERWRITTEN

    def take_log_away(self) -> None:
        """Take away what SQLite has left beside the file that is at the place now."""
        if self._log is not None and self._log == identity(log_of(self.path)):
            take_away(self.path)

    def _stamp_now(self) -> int | None:
        with self._lock:
            if self._file.closed:
                raise StoreGone
            return stamp_of(self._file)
