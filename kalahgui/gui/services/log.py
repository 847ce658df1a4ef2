"""Defects of the program and damaged files, noted in a small file for whoever mends them.

The file has neither names of persons nor games. Of an error it has the kind and the places in the
code, and the error's words only where these come from the interpreter itself.
"""

from __future__ import annotations

import contextlib
import copy
import errno
import logging
import platform
import sys
import threading
import traceback
from collections.abc import Iterator
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

import pygame

import kalahgui
from kalahgui import streams
from kalahgui.core import CAUSE, COMPILED
from kalahgui.files import make_private
from kalahgui.games.user_error import english

_LOGGER = logging.getLogger("kalahgui")
_BYTES = 256 << 10  # of each of two files
_LAST_LINES = 100
_MOST_PLACES = 30
_CODE = Path(kalahgui.__file__).parent.parent
# The interpreter's messages of these errors name parts of the code alone. Other errors may quote
# what a person has typed, or the path of a file.
_IMPERSONAL = (
    ArithmeticError,
    AttributeError,
    IndexError,
    NameError,
    RecursionError,
    TypeError,
)


class Log(RotatingFileHandler):
    """The file in a folder; what cannot be written is kept in memory."""

    def __init__(self, folder: Path) -> None:
        """Take a folder, which is made when there is something to write."""
        path = folder / "kalahgui.log"
        super().__init__(path, maxBytes=_BYTES, backupCount=1, encoding="utf-8", delay=True)
        self.setLevel(logging.WARNING)  # of what is no defect of the program
        self.setFormatter(logging.Formatter("%(asctime)s %(threadName)s: %(message)s"))
        self._noted: set[tuple[str, ...]] = set()
        self._unwritten: list[str] = []
        self._has_news = False

    @property
    def path(self) -> Path | None:
        """Return the file; None when it could not be written."""
        return None if self._unwritten else Path(self.baseFilename)

    def emit(self, record: logging.LogRecord) -> None:
        """Note a defect or a damage, unless the same one was noted before."""
        defect = (record.getMessage(), *_told(record))
        if defect in self._noted:
            return
        self._noted.add(defect)
        with contextlib.suppress(OSError):  # the file cannot be opened either
            make_private(Path(self.baseFilename).parent)
        super().emit(record)
        self._has_news |= record.levelno >= logging.ERROR

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written: nothing that persons have brought into the program."""
        bare = copy.copy(record)
        bare.exc_info = bare.exc_text = bare.stack_info = None
        return "\n".join([super().format(bare), *_told(record)])

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Keep what cannot be written."""
        self._unwritten.append(self.format(record))

    def close(self) -> None:
        """Close the file; what a full disk does not take is kept in memory already."""
        with contextlib.suppress(OSError):
            super().close()

    def has_news(self) -> bool:
        """Tell whether a defect was noted since the last call."""
        had, self._has_news = self._has_news, False
        return had

    def last_lines(self) -> list[str]:
        """Return the last lines of the file, with those of earlier runs."""
        lines = []
        for name in (f"{self.baseFilename}.1", self.baseFilename):
            with contextlib.suppress(OSError):
                lines += Path(name).read_text("utf-8", "replace").splitlines()
        for text in self._unwritten:
            lines += text.splitlines()
        return lines[-_LAST_LINES:]


class _Terminal(logging.StreamHandler[TextIO]):
    """Standard error, which has defects in full and of anything else one line."""

    def format(self, record: logging.LogRecord) -> str:
        defect = record.levelno >= logging.ERROR
        return streams.harmless(super().format(record) if defect else record.getMessage())


@contextlib.contextmanager
def noting(log: Log) -> Iterator[None]:
    """Note defects meanwhile, also those that end a thread; a terminal has them in full."""

    def note(ended: threading.ExceptHookArgs) -> None:
        if ended.exc_value is not None:
            _LOGGER.error("a thread has ended", exc_info=ended.exc_value)

    before, threading.excepthook = threading.excepthook, note
    handlers: list[logging.Handler] = [log]
    if sys.stderr is not None:
        handlers.append(_Terminal())
    for handler in handlers:
        _LOGGER.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            _LOGGER.removeHandler(handler)
        threading.excepthook = before
        log.close()


def report(log: Log | None) -> str:
    """Return what whoever mends a defect has to know, in English."""
    lines = [
        f"KalahGUI {kalahgui.__version__}",
        f"system: {platform.platform()}",
        f"Python: {platform.python_version()}",
        f"pygame: {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}",
        f"core: {'compiled' if COMPILED else 'interpreted. ' + english(f'core_{CAUSE}')}",
        "",
        *(log.last_lines() if log is not None else ()),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _told(record: logging.LogRecord) -> tuple[str, ...]:
    """Return the kind of an error and the way to it, and those of the errors that led to it."""
    lines: list[str] = []
    error = record.exc_info[1] if record.exc_info else None
    while error is not None:
        words = f": {error}" if isinstance(error, _IMPERSONAL) else ""
        if isinstance(error, OSError) and error.errno is not None:
            words = f": {errno.errorcode.get(error.errno, error.errno)}"
        lines.append(f"{'after ' if lines else ''}{type(error).__name__}{words}")
        for frame in traceback.extract_tb(error.__traceback__, -_MOST_PLACES):
            lines.append(f"  {_place(Path(frame.filename))}:{frame.lineno} {frame.name}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return tuple(lines)


def _place(path: Path) -> str:
    if not path.is_absolute():
        return path.as_posix()
    return path.relative_to(_CODE).as_posix() if path.is_relative_to(_CODE) else path.name
