"""A library that somebody else may have written, opened so that nothing in it runs or takes much.

It is copied first, and SQLite only reads its schema until that is known to be the one that this
program makes: no view, trigger or check of another one ever runs.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.files import working_folder
from kalahgui.library.migrations import VERSION, bring_up_to_date, schema, schema_of, version_of
from kalahgui.library.store import Store
from kalahgui.library.store_file import (
    HEADER,
    StoreError,
    StoreFull,
    connect_plainly,
    translated,
)

LARGEST = 4_000_000_000  # bytes of a file; one with a million games has a quarter of them
LONGEST_ROW = 12_000_000  # bytes; four million signs, as a game may have, in any language
_LONGEST_SCHEMA = 5_000  # bytes of a row of it
_PIECE = 1_000_000
_CACHE = -2_000  # KiB; else the file says how much is kept in memory
# What SQLite does has steps, the same on every machine, whatever else it is busy with. Some hundred
# read the schema of a store; what has more tables is not read to the end. A byte of a file with
# games needs less than one, a byte of a file with empty rows ten.
_STEPS, _TIMES, _STEPS_OF_A_BYTE = 20_000, 50, 40


class BadBackup(Exception):
    """A file is no back-up that can be read; ``newer`` when a newer version wrote it."""

    def __init__(self, newer: bool = False) -> None:
        super().__init__("a newer version wrote the file" if newer else "no back-up, or damaged")
        self.newer = newer


class TooLarge(StoreError):
    """The file is larger than any library."""

    code = "too_large"


class ForeignStore(Store):
    """The copy of a foreign library, checked and up to date.

    BadBackup unless it is one; also later, where it cannot be read or takes too long.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)

    def _open(self, path: Path) -> sqlite3.Connection:
        return _connected(path)

    def each(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        with _judged():
            yield from super().each(query, *values)


@contextlib.contextmanager
def opened(path: Path, yield_to_frames: YieldToFrames = no_frames) -> Iterator[Store]:
    """Open a copy of a foreign library, which is gone afterwards; BadBackup unless it is one.

    StoreError when it cannot be copied.
    """
    with working_folder() as folder:
        copy = folder / "library.sqlite3"
        with translated():
            _copy(path, copy, yield_to_frames)
        with contextlib.closing(ForeignStore(copy)) as store:
            yield store


def _copy(path: Path, copy: Path, yield_to_frames: YieldToFrames) -> None:
    """Copy a file as long as it is now, if it may be a library."""
    with open(path, "rb", opener=_open_at_once) as source, copy.open("wb") as target:
        status = os.fstat(source.fileno())
        if not stat.S_ISREG(status.st_mode) or source.read(len(HEADER)) != HEADER:
            raise BadBackup
        left = status.st_size
        if left > LARGEST:
            raise TooLarge
        source.seek(0)
        while piece := source.read(min(left, _PIECE)):
            yield_to_frames()
            target.write(piece)
            left -= len(piece)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file; do not wait where it is a pipe into which nobody writes."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _connected(path: Path) -> sqlite3.Connection:
    connection = connect_plainly(path)
    try:
        with _judged():
            _restrict(connection)
            version = version_of(connection)
            if not 0 < version <= VERSION:
                raise BadBackup(newer=version > VERSION)
            if schema(connection) != schema_of(version):
                raise BadBackup
            _allow_rows(connection, path.stat().st_size)
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise BadBackup
            _check_lengths(connection)
            bring_up_to_date(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _restrict(connection: sqlite3.Connection) -> None:
    """Have SQLite read no more than the schema of a store, before it has read anything."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_SCHEMA)
    connection.set_progress_handler(lambda: 1, _STEPS)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE)
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA synchronous = OFF")  # the copy is gone afterwards
    connection.execute(f"PRAGMA cache_size = {_CACHE}")


def _allow_rows(connection: sqlite3.Connection, size: int) -> None:
    """Have SQLite read whole rows, and stop after a time that grows with the size of the file."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
    times = iter(range(_TIMES + size * _STEPS_OF_A_BYTE // _STEPS))
    connection.set_progress_handler(lambda: next(times, -1) < 0, _STEPS)


def _check_lengths(connection: sqlite3.Connection) -> None:
    """Refuse rows that are too long as a whole; SQLite only looks at each value of them."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%'"
    for (table,) in connection.execute(f"{query} ESCAPE '!'").fetchall():
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        length = " + ".join(f"length(CAST({name} AS BLOB))" for name in names)
        query = f"SELECT 1 FROM {table} WHERE {length} > {LONGEST_ROW} LIMIT 1"
        if connection.execute(query).fetchone():
            raise BadBackup


@contextlib.contextmanager
def _judged() -> Iterator[None]:
    """Call bad what SQLite complains of, but for a full disk."""
    try:
        with translated():
            yield
    except StoreFull:
        raise
    except StoreError as error:
        raise BadBackup from error
