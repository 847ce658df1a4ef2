"""The file of a store: opened, checked and brought up to date, or set aside when it is damaged."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from kalahgui.files import working_folder, written_whole
from kalahgui.library.migrations import VERSION, bring_up_to_date, schema, schema_of, version_of
from kalahgui.library.write_ahead_log import belongs, take_away_stale, use_log

HEADER = b"SQLite format 3\0"
OPENING_SECONDS = 1.0
_WORKING_SECONDS = 0.05
_BESIDE = ("", "-wal", "-shm")
PRIVATE = 0o600  # for its owner alone
SALVAGED = ".salvaged"  # what could be read of a damaged file, while that is set aside
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

# The columns of each table.
Tables = Mapping[str, Collection[str]]
# What a store has had from its first version on.
_ALWAYS: Tables = {"matches": ("id", "game", "moves", "saved"), "settings": ("name", "value")}


class StoreError(Exception):
    """The store could not do what it was asked for.

    ``code`` is a word for why, like that of a ``Notice``; without one the message has the system's
    words.
    """

    code = ""

    def __init__(self, words: str = "") -> None:
        super().__init__(words or self.code)


class StoreBusy(StoreError):
    """Another program holds the store for a moment; try again on the next frame."""

    code = "busy"


class StoreFull(StoreError):
    """The disk is full."""

    code = "full"


class StoreGone(StoreError):
    """The file has gone, and can be neither opened once more nor put back now."""

    code = "gone"


class Unreachable(StoreError):
    """The disk, or the system, does not give the file now; nothing is known of what is in it."""

    code = "unreachable"


class ReadOnly(StoreError):
    """The file can be read, and not be written."""

    code = "read_only"


class NotRegular(StoreError):
    """There is something else than a file, which could be read without end or not at all."""

    code = "no_file"


class Unreadable(StoreError):
    """The file is no store that this program could have written."""

    code = "damaged"


class Newer(StoreError):
    """The file was written by a newer version of the program."""

    code = "newer"


def prepare(path: Path) -> None:
    """Look at a file, and at what lies beside it, before SQLite could change either.

    No connection of this program may be open: by closing the file it would lose its locks.
    """
    check_regular(path)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, PRIVATE))
    _check_header(path)
    take_away_stale(path)
    with contextlib.suppress(OSError):  # another one's file
        path.chmod(PRIVATE)


def connect(path: Path | str, tables: Tables, *, entries_too: bool = False) -> sqlite3.Connection:
    """Open a store with these tables; nothing is written before the file is known to be ours.

    ``entries_too`` has those of indexes checked as well, which takes longer, and made anew where
    they do not agree with the rows.
    """
    with translated():
        connection = connect_plainly(path)
    try:
        with translated():
            if version_of(connection) > VERSION:
                raise Newer
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise Unreadable
            _check_owner(connection)
            if version_of(connection):
                check_writable(connection)
            use_log(connection)
            _bring_up_to_date(connection, path)
            _check_columns(connection, tables)
            if entries_too:
                _mend_indexes(connection)
            wait_when_busy(connection, _WORKING_SECONDS)
    except BaseException:
        connection.close()
        raise
    return connection


def _mend_indexes(connection: sqlite3.Connection) -> None:
    """Make indexes anew whose entries a quick check lets pass and that do not fit the rows."""
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        connection.execute("REINDEX")


def _bring_up_to_date(connection: sqlite3.Connection, path: Path | str) -> None:
    try:
        bring_up_to_date(connection, lambda version: _copy(path, version))
    except sqlite3.OperationalError as error:
        if _code(error) == sqlite3.SQLITE_ERROR:  # its tables are not those of its version
            raise Unreadable from error
        raise


def connect_plainly(path: Path | str) -> sqlite3.Connection:
    """Open a file that nothing is checked of; it is waited for a while when it is busy."""
    connection = sqlite3.connect(path, timeout=OPENING_SECONDS, isolation_level=None)
    # A damaged text spoils its own record, not the reading of all others.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def check_writable(connection: sqlite3.Connection) -> None:
    """Have SQLite refuse a file that can only be read, which it else does at the first change."""
    wait_when_busy(connection, 0.0)
    try:
        connection.execute("DELETE FROM settings WHERE FALSE")
    except sqlite3.OperationalError as error:
        if _code(error) not in _BUSY:  # somebody writes, so it can be written
            raise
    wait_when_busy(connection, OPENING_SECONDS)


def wait_when_busy(connection: sqlite3.Connection, seconds: float) -> None:
    """Choose how long a connection waits for another one that writes."""
    connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def in_memory(path: Path, tables: Tables) -> sqlite3.Connection:
    """Return a store in memory that has what a file has; OSError or StoreError where that fails."""
    with working_folder() as folder:
        copy = folder / "copy.sqlite3"
        check_regular(path)
        shutil.copyfile(path, copy)
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(f"{path}-wal", f"{copy}-wal")
        with contextlib.closing(connect(copy, tables)) as source, translated():
            source.execute("PRAGMA journal_mode = DELETE")  # a store in memory has no other file
            memory = connect(":memory:", tables)
            copy_database(source, memory)
            return memory


def check_regular(path: Path) -> None:
    """Refuse what is no file, such as a pipe or a device; nothing is there yet, or a file is."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise NotRegular


def _check_header(path: Path) -> None:
    """Refuse a file that is no SQLite file before SQLite could clear away what lies beside it."""
    logged = belongs(path, None)  # read first: a file has a page before it has a log
    with path.open("rb") as file:
        header = file.read(len(HEADER))
    # An empty file is a new one, unless it is being set aside.
    if header != HEADER and (header or logged or Path(f"{path}{SALVAGED}").exists()):
        raise Unreadable


def _check_owner(connection: sqlite3.Connection) -> None:
    """Refuse the database of another program before it is changed."""
    present, version = schema(connection), version_of(connection)
    if version:
        # A view or a trigger could run without end.
        runs = {row for row in present if row[0] in ("view", "trigger")}
        if not runs.issubset(schema_of(version)):
            raise Unreadable
        _check_columns(connection, _ALWAYS)
    elif present:
        raise Unreadable


def _check_columns(connection: sqlite3.Connection, tables: Tables) -> None:
    for table, columns in tables.items():
        present = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        if not present.issuperset(columns):
            raise Unreadable


def _copy(path: Path | str, version: int) -> None:
    """Leave a copy of a store beside it, as it was before it is changed; replace none."""
    if not isinstance(path, Path):
        return
    copy = free_name(lambda number: f"{path}.version-{version}{f'-{number}' if number > 1 else ''}")
    # A connection of its own reads what was there before the change that has begun.
    with (
        written_whole(copy) as unfinished,
        contextlib.closing(sqlite3.connect(path)) as source,
        contextlib.closing(sqlite3.connect(unfinished)) as target,
    ):
        copy_database(source, target)


def copy_database(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy everything as it is at one moment; StoreBusy where something else holds it longer.

    The ``backup`` of a connection alone would try again for ever.
    """

    def refuse_to_wait(status: int, remaining: int, total: int) -> None:
        if status in _BUSY:
            raise StoreBusy

    source.backup(target, progress=refuse_to_wait)


def free_name(name: Callable[[int], str]) -> Path:
    """Return the first of some names, numbered from 1, under which SQLite has left nothing."""
    number = 1
    while any(Path(f"{name(number)}{end}").exists() for end in _BESIDE):
        number += 1
    return Path(name(number))


def set_aside(path: Path) -> Path:
    """Move a file, with what SQLite keeps beside it, to a name that is free; return that name.

    The file goes last: where it is gone SQLite would clear away what lies beside it. After a kill
    in between the next call goes on under the same name.
    """
    number = 1
    while not _is_free(name := f"{path}.unreadable-{number}", path):
        number += 1
    for end in reversed(_BESIDE):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{name}{end}")
    return Path(name)


def _is_free(name: str, path: Path) -> bool:
    """Tell whether nothing would be overwritten by setting a file aside under a name."""
    return not Path(name).exists() and not any(
        Path(f"{path}{end}").exists() and Path(f"{name}{end}").exists() for end in _BESIDE
    )


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turn what SQLite and the system raise into what a caller of the store has to tell apart."""
    try:
        yield
    except UnicodeDecodeError as error:
        # What SQLite says of a damaged file may hold a part of it.
        raise Unreadable from error
    except sqlite3.DatabaseError as error:
        code = _code(error)
        if code in _BUSY:
            raise StoreBusy from error
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise Unreadable from error
        if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            raise Unreachable from error
        if code == sqlite3.SQLITE_FULL:
            raise StoreFull from error
        if code == sqlite3.SQLITE_READONLY:
            raise ReadOnly from error
        raise StoreError(str(error)) from error
    except OSError as error:
        raise StoreError(error.strerror or str(error)) from error


def _code(error: sqlite3.Error) -> int:
    """Return what went wrong, without the details; 0 where SQLite was not asked at all."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
