"""What comes into the window, read on a thread of its own: a large file takes seconds."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from kalahgui.games.refusal import Refusal
from kalahgui.library import formats
from kalahgui.library.backup import SUFFIX
from kalahgui.library.formats import Found

_BEGIN = 4096  # bytes that tell what a file is
_DATABASE = b"SQLite format 3\0"


@dataclass(frozen=True)
class SearchRecording:
    """A file that holds the recording of a search, for the theatre to read."""

    path: Path


@dataclass(frozen=True)
class Backup:
    """A file that may be a back-up of the library, for the library to read."""

    path: Path


# What says why nothing came of a text or a file; any other error is a defect.
FAILURES = (Refusal, OSError)
Arrival = Found | Refusal | OSError | SearchRecording | Backup


class Arrivals:
    """Texts and files that are being read, in the order in which they came."""

    def __init__(self) -> None:
        self._to_read: SimpleQueue[Callable[[], Arrival] | None] = SimpleQueue()
        self._read: SimpleQueue[Arrival | Exception] = SimpleQueue()
        self._under_way = 0
        self._closed = False
        # A large file takes long to read, and the program does not wait for that when it ends.
        self._thread = Thread(target=self._read_on, name="arrivals", daemon=True)
        self._thread.start()

    def read_text(self, words: str) -> None:
        """Read a text."""
        self._begin(lambda: formats.read(words.encode("utf-8", "replace")))

    def read_file(self, path: Path) -> None:
        """Read a file."""
        self._begin(lambda: _file(path))

    def _begin(self, read: Callable[[], Arrival]) -> None:
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

    def arrived(self) -> Arrival | None:
        """Return the next thing that has been read."""
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


def _check(path: Path) -> None:
    """Raise Refusal for what cannot be read to its end, or not at all."""
    try:
        mode = path.stat().st_mode
    except ValueError:  # it has a NUL
        raise Refusal("refused_file_name") from None
    if stat.S_ISDIR(mode):
        raise Refusal("refused_folder")
    if not stat.S_ISREG(mode):
        # Opening a pipe waits for somebody who writes, and a device may have no end.
        raise Refusal("refused_no_file")


def _file(path: Path) -> Arrival:
    _check(path)
    with path.open("rb") as file:
        begin = file.read(_BEGIN)
    # A recording is a JSON document, and no game begins like one.
    if begin.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return SearchRecording(path)
    if begin.startswith(_DATABASE) or path.suffix == SUFFIX:
        return Backup(path)
    return formats.read_file(path)
