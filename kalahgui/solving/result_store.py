"""Results of tasks, kept in a file as they come, so that a command that was killed goes on."""

from __future__ import annotations

import contextlib
import errno
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE_NAME = "results.sqlite3"
_OWNER = 0x4B474D31  # by it SQLite knows whose file it is
_PATIENCE = 60.0  # seconds; several commands may write to one file


class ResultStore:
    """The results of one subject by their tasks, in a file; without a path in memory alone.

    The subject and the text of a task stand for all that a result follows from. A result is what
    JSON can hold. OSError where the file cannot be used or written, or holds something else.
    """

    def __init__(self, path: Path | None = None, subject: str = "") -> None:
        """Open a file, or begin it; what it holds of other subjects stays as it is."""
        self._subject = subject
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        with _told():
            self._file = sqlite3.connect(
                path or ":memory:",
                timeout=_PATIENCE,
                isolation_level=None,
                check_same_thread=False,
            )
            (owner,) = self._file.execute("PRAGMA application_id").fetchone()
            if owner != _OWNER and self._file.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise sqlite3.DatabaseError("it holds something else than results")
            # A program that is killed loses nothing, a computer its last results at most.
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute(f"PRAGMA application_id = {_OWNER}")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS results"
                " (subject TEXT, task TEXT, result TEXT, PRIMARY KEY (subject, task))"
            )

    def get(self, task: str) -> Any:
        """Return what is kept of a task; None when nothing is."""
        asked = "SELECT result FROM results WHERE subject = ? AND task = ?"
        with _told():
            row = self._file.execute(asked, (self._subject, task)).fetchone()
        return None if row is None else json.loads(row[0])

    def items(self) -> list[tuple[str, Any]]:
        """Return all tasks of the subject that are kept, in their order, with their results."""
        asked = "SELECT task, result FROM results WHERE subject = ? ORDER BY rowid"
        with _told():
            rows = self._file.execute(asked, (self._subject,)).fetchall()
        return [(task, json.loads(result)) for task, result in rows]

    def keep(self, task: str, result: Any) -> Any:
        """Keep the result of a task in place of an earlier one; return it as ``get`` will."""
        text = json.dumps(result)
        with _told():
            self._file.execute(
                "INSERT OR REPLACE INTO results VALUES (?, ?, ?)", (self._subject, task, text)
            )
        return json.loads(text)

    def forget(self) -> None:
        """Drop all results of the subject."""
        with _told():
            self._file.execute("DELETE FROM results WHERE subject = ?", (self._subject,))


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error)) from None
