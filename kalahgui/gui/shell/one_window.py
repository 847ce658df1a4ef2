"""One window for a folder of data: a later start hands what it was to open over to the first.

The first start holds a lock, which the system takes back from whoever ends, however they end. A
later one leaves a message in the folder and waits, also while the first is opening its window; the
window answers by taking the message away. If the later start gets the lock, or no answer for long,
it takes the message back: one of the two opens what it names, never both.

A window that hangs keeps its lock. Of those who have waited for it in vain one gets the next lock,
and the others wait for that one: its window takes their messages.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from kalahgui.files import make_private

PATIENCE = 30.0  # seconds within which a window opens and answers, also on a busy machine
_LOOK = 0.05  # seconds between two looks for the answer
_SUFFIX = ".open"


class OneWindow:
    """The right to the only window of a folder, and what later starts ask of who has it."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the player's data, which is made where there is none yet."""
        self._folder = folder / "window"
        self._lock: FileLock | None = None
        self.beside = 0  # windows that do not answer

    def begin(self, file: str = "") -> bool:
        """Tell whether a window is to be opened here: no other one has taken this start's wish.

        The wish is to be seen, and to open a file if one is named.
        """
        message = None
        try:
            make_private(self._folder)
            if self._got(0):
                return True
            begin = time.monotonic()
            message = self._leave(file)
            while message.exists():
                hang = int((time.monotonic() - begin) / PATIENCE)
                if any(map(self._got, range(hang + 1))):
                    return _took(message)
                time.sleep(_LOOK)
        except (OSError, NotImplementedError):
            # Nothing can be written or locked here, so there is nobody to ask.
            return message is None or _took(message)
        return False

    def _got(self, beside: int) -> bool:
        """Take the lock of a window beside so many that hang; tell whether nobody has it."""
        lock = FileLock(self._folder / f"lock{beside or ''}", timeout=0)
        with contextlib.suppress(Timeout):
            lock.acquire()
            self.close()
            self._lock, self.beside = lock, beside
        return lock.is_locked

    def _leave(self, file: str) -> Path:
        message = self._folder / f"{os.urandom(8).hex()}{_SUFFIX}"
        unfinished = message.with_suffix(".part")
        unfinished.write_bytes(os.fsencode(os.path.abspath(file)) if file else b"")
        return unfinished.rename(message)

    def asked(self) -> Iterator[str]:
        """Take the messages of later starts: yield the file that each names, or nothing."""
        names: list[str] = []
        with contextlib.suppress(OSError):
            if self.beside:
                self._got(0)  # what hung may have ended
            names = os.listdir(self._folder)
        for message in (self._folder / name for name in names if name.endswith(_SUFFIX)):
            with contextlib.suppress(OSError):
                file = message.read_bytes()
                if _took(message):
                    yield os.fsdecode(file)

    def close(self) -> None:
        """Leave the right to the window to the next start."""
        if self._lock is not None:
            self._lock.release()


def _took(message: Path) -> bool:
    """Take a message away; tell whether nobody else did so before."""
    try:
        message.unlink()
    except OSError:
        return False
    return True
