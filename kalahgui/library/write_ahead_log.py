"""The log that SQLite keeps beside a store's file, tied to the file that it belongs to.

What was changed last stands in the log until it is brought into the file. SQLite applies a log to
whatever file it finds beside it, also to one that has been put there meanwhile, and so destroys it.
The file's header has a number for which SQLite has no use, its application id. It changes
whenever the log is brought in, and the first page of a log carries it: a log without the
number of its file belongs to another one.

Source: https://www.sqlite.org/fileformat2.html, "The Database Header" and "The WAL File Format".
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import sqlite3
import struct
import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from kalahgui.library.migrations import all_or_nothing

_STAMP_AT, _STAMP = 68, struct.Struct(">i")
_LOG_HEADER, _FRAME_HEADER = struct.Struct(">IIII8sII"), struct.Struct(">II8sII")
_MAGIC = (0x377F0682, 0x377F0683)
_STALE = ".stale-wal"
LARGE = 32 << 20  # bytes of a log that many changes are brought in from at once


def use_log(connection: sqlite3.Connection) -> None:
    """Have changes stand in a log first, until ``bring_in`` brings them into the file."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(f"PRAGMA journal_size_limit = {LARGE >> 5}")  # of a log begun again


def begin(connection: sqlite3.Connection) -> None:
    """Have the log begin with the first page of its file."""
    with all_or_nothing(connection):  # or another program could mark the file in between
        [(stamp,)] = connection.execute("PRAGMA application_id")
        connection.execute(f"PRAGMA application_id = {stamp}")


def bring_in(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the log of a file into it, both of them onto the disk, and begin another log.

    Where another program reads or writes meanwhile, the log is on the disk and goes on.
    """
    begin(connection)  # the number of the file is in its log before there is another one
    mark_anew(connection)
    # Nobody waits while the disk does. The next writer begins the log again, so it is never empty.
    [(busy, pages, brought_in)] = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    if busy or brought_in < pages:
        with log_of(path).open("rb+") as log:
            os.fsync(log.fileno())
    begin(connection)


def mark_anew(connection: sqlite3.Connection) -> None:
    """Give a file another number: its logs until now do not belong to it."""
    connection.execute(f"PRAGMA application_id = {secrets.randbits(31)}")


def is_large(path: Path) -> bool:
    """Tell whether a file has a log that is to be brought in before more changes come."""
    with contextlib.suppress(OSError):
        return log_of(path).stat().st_size > LARGE
    return False


def log_of(path: Path) -> Path:
    """Return where the log of a file is."""
    return Path(f"{path}-wal")


def identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from any other; None without a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def take_away_stale(path: Path) -> None:
    """Take a log away that belongs to another file than the one it lies beside.

    No connection of this program may be open: by closing the file it would lose its locks.
    """
    with contextlib.suppress(FileNotFoundError):
        with path.open("rb") as file, log_of(path).open("rb") as log:
            before = stamp_of(file)
            # Another program may have brought its log in between. A file with a number has had each
            # log of it begin with that; one without any is of a time before.
            if not log.read(1) or any(
                _is_of(log, stamp, unnumbered=not stamp) for stamp in (before, stamp_of(file))
            ):
                return
        take_away(path)


def take_away(path: Path) -> None:
    """Take away what SQLite has left beside a file that is not there any more."""
    with contextlib.suppress(FileNotFoundError):
        log_of(path).replace(f"{path}{_STALE}")
    Path(f"{path}-shm").unlink(missing_ok=True)


def belongs(path: Path, stamp: int | None) -> bool:
    """Tell whether the log beside a file is that of the number in its header."""
    with contextlib.suppress(FileNotFoundError), log_of(path).open("rb") as log:
        return _is_of(log, stamp)
    return False


def is_in_log(path: Path, stamp: int | None) -> bool:
    """Tell whether the log beside a file has the number in its header."""
    with contextlib.suppress(FileNotFoundError), log_of(path).open("rb") as log:
        return stamp is not None and stamp in _stamps(log)
    return False


def abandon(connection: sqlite3.Connection) -> None:
    """Let go of a connection whose log must not be brought in, as closing it would do."""
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE)
        connection.close()
    else:  # it is never closed
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


def stamp_of(file: BinaryIO | FileIO) -> int | None:
    """Return the number in the header of an open file; None where there is no header."""
    file.seek(_STAMP_AT)
    packed = file.read(_STAMP.size)
    return _STAMP.unpack(packed)[0] if len(packed) == _STAMP.size else None


def _is_of(log: BinaryIO, stamp: int | None, *, unnumbered: bool = True) -> bool:
    """Tell whether a log may be that of a file: it has its number, or is ``unnumbered``."""
    others = frames = 0
    for number in _stamps(log):
        if number == stamp:
            return True
        frames += 1
        others += number is not None
    return unnumbered and frames > 0 and not others


def _stamps(log: BinaryIO) -> Iterator[int | None]:
    """Yield for each page in a log the number that it would write into the header of its file."""
    log.seek(0)
    header = log.read(_LOG_HEADER.size)
    if len(header) < _LOG_HEADER.size:
        return
    magic, _, page_size, _, salts, *_ = _LOG_HEADER.unpack(header)
    if magic not in _MAGIC or page_size < _STAMP_AT + _STAMP.size:
        return
    yield None  # one that has just begun has no page yet
    while len(frame := log.read(_FRAME_HEADER.size)) == _FRAME_HEADER.size:
        page, _, written_with, *_ = _FRAME_HEADER.unpack(frame)
        if written_with != salts:  # left over from a log before
            return
        begin, stamp = log.tell(), None
        if page == 1:
            log.seek(_STAMP_AT, os.SEEK_CUR)
            packed = log.read(_STAMP.size)
            if len(packed) == _STAMP.size:
                stamp = _STAMP.unpack(packed)[0]
        yield stamp
        log.seek(begin + page_size)
