"""One window for a folder of data: a later start hands what it was to open over to the first.

The first start holds a lock, which the system takes back from whoever ends, however they end. A
later one leaves a message in the folder, and the window answers by taking it away. Who gets no
answer takes the message back: one of the two opens what it names, never both.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

_PATIENCE = 2.0  # seconds within which a window answers
_LOOK = 0.02  # seconds between two looks for the answer
_SUFFIX = ".open"


class OneWindow:
    """The right to the only window of a folder, and what later starts ask of who has it."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the player's data, which is made where there is none yet."""
        self._folder = folder / "window"
        self._lock = FileLock(self._folder / "lock", timeout=0)

    def begin(self, file: str = "") -> bool:
        """Tell whether a window is to be opened here: no other one has taken this start's wish.

        The wish is to be seen, and to open a file if one is named.
        """
        message = None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if self._is_first():
                return True
            message = self._leave(file)
            end = time.monotonic() + _PATIENCE
            while message.exists():
                if self._is_first() or time.monotonic() > end:
                    return _took(message)
                time.sleep(_LOOK)
        except (OSError, NotImplementedError):
            # Nothing can be written or locked here, so there is nobody to ask.
            return message is None or _took(message)
        return False

    def _is_first(self) -> bool:
        with contextlib.suppress(Timeout):
            self._lock.acquire()
        return self._lock.is_locked

    def _leave(self, file: str) -> Path:
        """Leave a message, which is there as a whole or not at all."""
        message = self._folder / f"{os.urandom(8).hex()}{_SUFFIX}"
        unfinished = message.with_suffix(".part")
        unfinished.write_bytes(os.fsencode(os.path.abspath(file)) if file else b"")
        return unfinished.rename(message)

    def asked(self) -> Iterator[str]:
        """Take the messages of later starts: yield the file that each names, or nothing."""
        names: list[str] = []
        with contextlib.suppress(OSError):
            names = os.listdir(self._folder)
        for message in (self._folder / name for name in names if name.endswith(_SUFFIX)):
            with contextlib.suppress(OSError):
                file = message.read_bytes()
                if _took(message):
                    yield os.fsdecode(file)

    def close(self) -> None:
        """Leave the right to the window to the next start."""
        self._lock.release()


def _took(message: Path) -> bool:
    """Take a message away; tell whether nobody else did so before."""
    try:
        message.unlink()
    except OSError:
        return False
    return True
