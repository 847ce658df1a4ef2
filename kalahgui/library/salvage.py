"""What can still be read of a damaged file of the store, copied into a new one."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import shutil
import sqlite3
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from kalahgui.files import working_folder, written_whole
from kalahgui.library.migrations import MIGRATIONS, VERSION, bring_up_to_date, version_of
from kalahgui.library.store_file import (
    StoreError,
    Unreadable,
    connect_plainly,
    set_aside,
    translated,
)

_LOGGER = logging.getLogger(__name__)
_FINISHED = ".salvaged"
_MOST_IDS = 1 << 20  # where nothing tells how many rows there were
_AT_ONCE = 1000  # rows
_PAGE = 4096  # bytes, as SQLite makes files
# Where in the header of a file stands what is of this file.
_COUNTER, _PAGES, _FREE_PAGES, _VALID_FOR = (
    slice(24, 28),
    slice(28, 32),
    slice(32, 40),
    slice(92, 96),
)
_MOST_FAILURES = 100_000  # of a table: some seconds


class Salvaged(NamedTuple):
    """How many matches of a damaged file could be read, and how many could not."""

    matches: int
    lost: int


def put_in_place_of_damaged(path: Path) -> tuple[Path, Salvaged]:
    """Set a damaged file aside, and put a new one there with all that can be read of it.

    Return where the damaged one is now. After a kill ``finish`` goes on.
    """
    fresh = Path(f"{path}{_FINISHED}")
    fresh.unlink(missing_ok=True)
    try:
        with written_whole(fresh) as unfinished:
            found = salvage(path, unfinished)
    except (OSError, StoreError):
        _LOGGER.warning("nothing could be read of damaged saved games")
        found = Salvaged(0, 0)
    aside = set_aside(path)
    finish(path)
    return aside, found


def finish(path: Path) -> None:
    """Put the file in place that a program has made which was killed before it could do that."""
    fresh = Path(f"{path}{_FINISHED}")
    if not path.exists() and fresh.exists():
        fresh.replace(path)


def salvage(damaged: Path, fresh: Path) -> Salvaged:
    """Copy all rows of a damaged file that can be read into a new file of the same version.

    StoreError when none can be read, OSError where that fails.
    """
    with working_folder() as folder:
        for repair in _REPAIRS:
            copy = folder / f"damaged-{repair}.sqlite3"
            for end in ("", "-wal"):
                with contextlib.suppress(FileNotFoundError):
                    shutil.copyfile(f"{damaged}{end}", f"{copy}{end}")
            _repair(copy, repair)
            if (found := _copied_if_it_can_be_opened(copy, fresh)) is not None:
                return found
    raise Unreadable


# What is taken from a new file to have a damaged one opened: so many bytes of its first page.
_REPAIRS = (0, 100, _PAGE)


def _repair(copy: Path, length: int) -> None:
    """Give a file as many pages as it should have, and the beginning of a new one."""
    with copy.open("r+b") as file:
        content = file.read(_PAGE)
        size = file.seek(0, os.SEEK_END)
        if length:
            whole = -(-size // _PAGE)
            begin = bytearray(_first_page()[:length])
            begin[_COUNTER] = begin[_VALID_FOR]
            begin[_PAGES] = whole.to_bytes(4, "big")
            begin[_FREE_PAGES] = bytes(8)
            file.seek(0)
            file.write(begin)
        else:
            whole = min(int.from_bytes(content[_PAGES], "big"), 2 * size // _PAGE + 1)
        file.truncate(max(size, whole * _PAGE))


@functools.cache
def _first_page() -> bytes:
    """Return the first page of a new file, on which the schema begins."""
    with working_folder() as folder:
        path = folder / "new.sqlite3"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA page_size = {_PAGE}")
            bring_up_to_date(connection)
        return path.read_bytes()[:_PAGE]


def _copied_if_it_can_be_opened(copy: Path, fresh: Path) -> Salvaged | None:
    """Copy the rows of a file; None where its schema cannot be read."""
    fresh.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(copy)) as theirs:
            version_of(theirs)
            _tables(theirs)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return None
    with (
        translated(),
        contextlib.closing(connect_plainly(copy)) as theirs,
        contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as ours,
    ):
        return _copied(theirs, ours)


def _copied(theirs: sqlite3.Connection, ours: sqlite3.Connection) -> Salvaged:
    version = version_of(theirs)
    version = version if 0 < version <= VERSION else VERSION
    for statement in chain(*MIGRATIONS[:version]):
        ours.execute(statement)
    ours.execute(f"PRAGMA user_version = {version}")
    ours.execute("BEGIN")
    unreadable = {name: _copy_table(theirs, ours, name) for name in _tables(ours) & _tables(theirs)}
    if not ours.total_changes:
        raise Unreadable
    ours.execute("COMMIT")
    [(matches,)] = ours.execute("SELECT count(*) FROM matches")
    counted = _count(theirs)
    lost = unreadable.get("matches", 0) if counted is None else counted - matches
    return Salvaged(matches, max(0, lost))


def _tables(connection: sqlite3.Connection) -> set[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in found if not name.startswith("sqlite_")}


def _count(theirs: sqlite3.Connection) -> int | None:
    """Return how many matches there were by a list of them that is not damaged; None without one.

    The list is an index, on other pages than the matches.
    """
    with contextlib.suppress(sqlite3.DatabaseError):
        query = "SELECT count(id) FROM matches INDEXED BY matches_by_time"
        [(count,)] = theirs.execute(query)
        return int(count)
    return None


def _copy_table(theirs: sqlite3.Connection, ours: sqlite3.Connection, table: str) -> int:
    """Copy the rows of a table that can be read; return of how many ids nothing is known."""
    present, wanted = (
        [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for connection in (theirs, ours)
    )
    columns = ", ".join(["rowid", *(name for name in wanted if name in present)])
    read = f"SELECT {columns} FROM {table} WHERE rowid BETWEEN ? AND ?"
    marks = ", ".join("?" * (columns.count(",") + 1))
    write = f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})"
    unreadable = failures = 0
    ranges = [(1, _last_id(theirs, table))]
    while ranges and failures < _MOST_FAILURES:
        first, last = ranges.pop()
        try:
            rows = theirs.execute(read, (first, last)).fetchmany(_AT_ONCE + 1)
        except sqlite3.DatabaseError:
            failures += 1
            # What cannot be read together is read in halves, down to single rows.
            middle = (first + last) // 2
            if first < last:
                ranges += [(first, middle), (middle + 1, last)]
            else:
                unreadable += 1
            continue
        ours.executemany(write, rows)
        if len(rows) > _AT_ONCE:  # they come in the order of their ids
            ranges.append((rows[-1][0] + 1, last))
    return unreadable


def _last_id(theirs: sqlite3.Connection, table: str) -> int:
    with contextlib.suppress(sqlite3.DatabaseError):
        [(last,)] = theirs.execute(f"SELECT max(rowid) FROM {table}")
        return int(last or 0)
    with contextlib.suppress(sqlite3.DatabaseError):
        query = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        for (last,) in theirs.execute(query, (table,)):
            return int(last)
    return _MOST_IDS
