"""The store: matches and settings in one SQLite file.

It holds strings and small numbers and knows no rule of any game. The store always opens: a file
that is not to be read or written is left as it is, ``notice`` says why, and the program goes on
with a store in memory.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

VERSION = 1

SET_ASIDE = "set-aside"
NEWER = "newer"
LOCKED = "locked"
UNWRITABLE = "unwritable"

_HEADER = b"SQLite format 3\0"
_OPENING_SECONDS = 1.0
_WORKING_SECONDS = 0.05
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    rules TEXT NOT NULL,
    start TEXT NOT NULL,
    moves TEXT NOT NULL,
    players TEXT NOT NULL,
    result TEXT NOT NULL,
    pie INTEGER NOT NULL,
    begun TEXT NOT NULL,
    saved TEXT NOT NULL
);
PRAGMA user_version = {VERSION};
COMMIT;
"""


class StoreError(Exception):
    """The store could not do what it was asked for."""


class StoreBusy(StoreError):
    """Another program holds the store for a moment; try again on the next frame."""


class Notice(NamedTuple):
    """What the player should hear about the store: a code word and the file it is about.

    ``set-aside``: the file could not be read and now lies at ``path``. ``newer``, ``locked``,
    ``unwritable``: the file at ``path`` is not used, nothing will be kept.
    """

    code: str
    path: str


@dataclass(frozen=True)
class MatchRecord:
    """A match as text. ``result`` is empty while the match goes on; times are ISO 8601."""

    game: str
    variant: str
    rules: str
    start: str
    moves: str
    players: str
    result: str
    pie: int
    begun: str
    saved: str
    id: int | None = None


_COLUMNS = tuple(field.name for field in fields(MatchRecord))


class _Unreadable(StoreError):
    """The file is no store that this program could have written."""


class _Newer(StoreError):
    """The file was written by a newer version of the program."""


class Store:
    """Matches and settings, kept in a file; in memory without a path."""

    def __init__(self, path: Path | str | None = None) -> None:
        self.notice: Notice | None = None
        self._connection = self._open(Path(path)) if path else _connect(":memory:")

    def _open(self, path: Path) -> sqlite3.Connection:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return _connect(path)
            except _Unreadable:
                self.notice = Notice(SET_ASIDE, str(_set_aside(path)))
                return _connect(path)
        except StoreBusy:
            self.notice = Notice(LOCKED, str(path))
        except _Newer:
            self.notice = Notice(NEWER, str(path))
        except (OSError, StoreError):
            self.notice = Notice(UNWRITABLE, str(path))
        return _connect(":memory:")

    def close(self) -> None:
        """Close the file; the store is not to be used again."""
        self._connection.close()

    def get_setting(self, name: str, default: Any = None) -> Any:
        """Return a setting, the default when it was never set."""
        with _translated():
            found = self._connection.execute(
                "SELECT value FROM settings WHERE name = ?", (name,)
            ).fetchone()
        if found is None:
            return default
        try:
            return json.loads(found[0])
        except (TypeError, ValueError):
            return default

    def set_setting(self, name: str, value: Any) -> None:
        """Keep a setting: anything that JSON can say."""
        with _translated():
            self._connection.execute(
                "INSERT INTO settings (name, value) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, json.dumps(value)),
            )

    def save(self, record: MatchRecord) -> int:
        """Insert a match, or update the one with the record's id; return its id."""
        names = ", ".join(_COLUMNS)
        marks = ", ".join(f":{name}" for name in _COLUMNS)
        news = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name != "id")
        values = {name: getattr(record, name) for name in _COLUMNS}
        with _translated():
            cursor = self._connection.execute(
                f"INSERT INTO matches ({names}) VALUES ({marks}) "
                f"ON CONFLICT (id) DO UPDATE SET {news}",
                values,
            )
        if record.id is not None:
            return record.id
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def match(self, identifier: int) -> MatchRecord | None:
        """Return the match with an id."""
        found = self._select("WHERE id = ?", identifier)
        return found[0] if found else None

    def matches(self, most: int = 1000) -> list[MatchRecord]:
        """Return the matches, the one saved last first."""
        return self._select("ORDER BY saved DESC, id DESC LIMIT ?", most)

    def newest_unfinished(self) -> MatchRecord | None:
        """Return the match without a result that was saved last."""
        found = self._select("WHERE result = ? ORDER BY saved DESC, id DESC LIMIT 1", "")
        return found[0] if found else None

    def delete(self, identifier: int) -> None:
        """Forget a match."""
        with _translated():
            self._connection.execute("DELETE FROM matches WHERE id = ?", (identifier,))

    def _select(self, rest: str, value: Any) -> list[MatchRecord]:
        with _translated():
            rows = self._connection.execute(
                f"SELECT {', '.join(_COLUMNS)} FROM matches {rest}", (value,)
            ).fetchall()
        return [MatchRecord(*row) for row in rows]


def _connect(path: Path | str) -> sqlite3.Connection:
    """Open a store; nothing is written before the file is known to be ours."""
    if isinstance(path, Path):
        _check_header(path)
    with _translated():
        connection = sqlite3.connect(path, timeout=_OPENING_SECONDS, isolation_level=None)
    try:
        with _translated():
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                raise _Newer
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise _Unreadable
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.executescript(_SCHEMA)
            _check_columns(connection)
            connection.execute(f"PRAGMA busy_timeout = {round(1000 * _WORKING_SECONDS)}")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_header(path: Path) -> None:
    """Refuse a file that is no SQLite file before SQLite could clear away what lies beside it."""
    if path.exists():
        with path.open("rb") as file:
            header = file.read(len(_HEADER))
        if header and header != _HEADER:
            raise _Unreadable


def _check_columns(connection: sqlite3.Connection) -> None:
    for table, columns in (("matches", _COLUMNS), ("settings", ("name", "value"))):
        present = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        if not present.issuperset(columns):
            raise _Unreadable


def _set_aside(path: Path) -> Path:
    """Move a file, with what SQLite keeps beside it, to a name that is free; return that name."""
    beside = ("", "-wal", "-shm")
    number = 1
    while any(Path(f"{path}.unreadable-{number}{end}").exists() for end in beside):
        number += 1
    for end in beside:
        if Path(f"{path}{end}").exists():
            Path(f"{path}{end}").rename(f"{path}.unreadable-{number}{end}")
    return Path(f"{path}.unreadable-{number}")


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Turn what SQLite raises into what a caller of the store has to tell apart."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _BUSY:
            raise StoreBusy("another program is using the store") from error
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise _Unreadable(f"the store cannot be read: {error}") from error
        raise StoreError(f"the store failed: {error}") from error
