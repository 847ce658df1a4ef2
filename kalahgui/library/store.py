"""The store: matches, their reviews and settings in one SQLite file.

It holds strings and small numbers and knows no rule of any game. The store always opens: a file
that is not to be read or written is left as it is, ``notice`` says why, and the program goes on
with a store in memory.
"""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.files import make_private, written_whole
from kalahgui.library import salvage, write_ahead_log
from kalahgui.library.rows import MOST_REVISIONS, TABLES, parse_json, read_rows
from kalahgui.library.store_file import (
    PRIVATE,
    Newer,
    NotRegular,
    StoreBusy,
    StoreError,
    StoreGone,
    Unreadable,
    connect,
    connect_plainly,
    copy_database,
    free_name,
    in_memory,
    prepare,
    translated,
    wait_when_busy,
)
from kalahgui.library.watched_file import WatchedFile, Whose

_LOGGER = logging.getLogger(__name__)

SET_ASIDE = "set-aside"
NEWER = Newer.code
LOCKED = "locked"
UNWRITABLE = "unwritable"
NO_FILE = NotRegular.code
EMPTIED = "emptied"
BACKUPS = "backups"  # the folder of the back-ups, beside the file
_QUICKLY_CHECKED = 30_000_000  # bytes: half a second
_NO_FRAME_WAITS = 5.0  # seconds that another thread waits for a busy store


class StoreConflict(StoreError):
    """Another program has written the match since it was read, or has deleted it."""

    code = "conflict"


class StoreLost(StoreError):
    """The file is another one than the store has opened, which has therefore opened it anew.

    ``code`` is ``replaced`` when another file is there now, ``overwritten`` when the file has
    another content, and ``restored`` when the store has put its own back. ``aside`` is where the
    content of a file that was replaced lies.
    """

    def __init__(self, code: str = "restored", aside: Path | None = None) -> None:
        super().__init__(code)
        self.code, self.aside = code, aside


class Notice(NamedTuple):
    """What the player should hear about the store: a code word and the file it is about.

    ``set-aside``: the file was damaged and now lies at ``path``; so many matches could be
    ``salvaged``, and so many are ``lost``. ``emptied``: there was nothing at ``path``, but there
    are back-ups. ``newer``, ``locked``, ``no_file``, ``unwritable``: nothing will be kept in the
    file at ``path``; what an unwritable one has can be read all the same.
    """

    code: str
    path: str
    salvaged: int = 0
    lost: int = 0


@dataclass(frozen=True)
class MatchRecord:
    """A match as text.

    ``moves`` is the main line, ``side_lines`` the rest of the tree, ``clock`` what is left of the
    players' time. In a ``teaching`` game the computer asks so many times before a mistake.
    ``result`` is empty while the match goes on; times are ISO 8601. ``revision`` counts how often
    the record was written.
    """

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
    side_lines: str = ""
    series: str = "0 0 0"
    clock: str = ""
    teaching: int = 0
    revision: int = 0
    id: int | None = None

    @property
    def from_file(self) -> bool:
        """Tell whether the match came from elsewhere and was not played on here."""
        return self.saved == self.begun


@dataclass(frozen=True)
class ReviewFigures:
    """What statistics need of a match's review, of the players seated first and second.

    ``match`` is the id of the match. ``complete`` tells that every move of it was judged, the
    numbers with ``person`` that a person had that seat. ``lost`` is in points, ``found`` are best
    moves. ``edition`` tells which levels the match can be compared with.
    """

    match: int
    game: str
    variant: str
    complete: int
    first_person: int
    first_moves: int
    first_found: int
    first_lost: int
    first_mistakes: int
    second_person: int
    second_moves: int
    second_found: int
    second_lost: int
    second_mistakes: int
    saved: str
    edition: int


_COLUMNS = tuple(field.name for field in fields(MatchRecord))
_FIGURES = tuple(field.name for field in fields(ReviewFigures))

# How often a record was written, as its reader has it.
_REVISION = f"""
    CASE WHEN typeof(revision) = 'integer' AND revision BETWEEN 0 AND {MOST_REVISIONS - 1}
    THEN revision ELSE 0 END
"""
# The id of a new match is the next one, by SQLite; only where that has come to the last number
# there is, which no program of ours has, it is one that is free.
_LAST = 2**63 - 1
_NEXT_ID = f"""
    CASE WHEN EXISTS (SELECT 1 FROM matches WHERE id = {_LAST})
           OR EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'matches' AND seq = {_LAST})
    THEN (SELECT coalesce(max(id), 0) + 1 FROM matches WHERE id < {_LAST // 2}) END
"""
_MARKS = ", ".join(_NEXT_ID if name == "id" else f":{name}" for name in _COLUMNS)
_INSERT = f"INSERT INTO matches ({', '.join(_COLUMNS)}) VALUES ({_MARKS})"

# What came from elsewhere in a file was saved as of its beginning, until it is played on here. The
# words are those of an index.
_TO_GO_ON_WITH = "result = '' AND deleted = '' AND saved != begun"
_REVISIONS_TO_GO_ON_WITH = f"SELECT id, {_REVISION} FROM matches WHERE {_TO_GO_ON_WITH}"


class Store:
    """Matches, reviews and settings, kept in a file; in memory without a path."""

    _is_another = False  # opened once more, for another thread

    def __init__(self, path: Path | str | None = None, *, own: bool = True) -> None:
        """A damaged file is set aside and noted when it is the player's ``own``."""
        self._is_own = own
        self.notice: Notice | None = None
        self._path = _at_its_place(Path(path)) if path else None
        self._watched: WatchedFile | None = None
        self._lost: StoreLost | None = None  # while the file at the place cannot be opened
        self._same = ""  # what else two matches with one number have in common
        self._connection = self._open(self._path) if self._path else connect(":memory:", TABLES)

    @property
    def path(self) -> Path | None:
        """Return the file in which everything is kept; None while it is kept in memory."""
        return self._path if self._watched is not None else None

    @property
    def folder(self) -> Path | None:
        """Return the folder of the file; None for a store in memory."""
        return None if self._path is None else self._path.parent

    def another(self) -> Store:
        """Open the file once more, for another thread, which waits longer when it is busy.

        It is closed there. Nothing is set aside: StoreError or OSError when the file has gone or
        cannot be read.
        """
        if self._watched is None or not self._watched.is_there:
            raise StoreGone
        path = self._watched.path
        if not path.stat().st_size:
            raise Unreadable
        other = copy(self)
        other._connection, other._is_another = connect(path, TABLES), True
        wait_when_busy(other._connection, _NO_FRAME_WAITS)
        return other

    def _open(self, path: Path) -> sqlite3.Connection:
        """Open the file and watch it; a store in memory where nothing can be kept there."""
        try:
            connection, self._watched = self._opened(path)
            return connection
        except StoreBusy:
            self.notice = Notice(LOCKED, str(path))
        except (Newer, NotRegular) as refused:
            self.notice = Notice(refused.code, str(path))
        except (OSError, StoreError):
            self.notice = Notice(UNWRITABLE, str(path))
            if self._is_own:  # nobody looks into another file that is refused
                with contextlib.suppress(OSError, StoreError):  # there is nothing to be read either
                    return in_memory(path, TABLES)
        return connect(":memory:", TABLES)

    def _opened(self, path: Path) -> tuple[sqlite3.Connection, WatchedFile]:
        """Open a file and watch it; OSError or StoreError where nothing can be kept there."""
        connection = self._open_file(path)
        try:
            with contextlib.suppress(StoreBusy), translated():  # who writes now has begun the log
                write_ahead_log.begin(connection)
            return connection, WatchedFile(path)
        except BaseException:
            connection.close()
            raise

    def _open_file(self, path: Path) -> sqlite3.Connection:
        make_private(path.parent)
        salvage.finish(path)
        emptied = not path.exists() or not path.stat().st_size
        try:
            prepare(path)
            small = path.stat().st_size <= _QUICKLY_CHECKED
            connection = connect(path, TABLES, entries_too=small)
            if emptied and self._is_own and any(path.parent.glob(f"{BACKUPS}/*.kalahgui")):
                self.notice = Notice(EMPTIED, str(path))
            salvage.give_up(path)
            return connection
        except Unreadable:
            if not self._is_own:
                raise
            _LOGGER.warning("saved games are damaged and were set aside", exc_info=True)
        aside, salvaged = salvage.put_in_place_of_damaged(path)
        prepare(path)
        connection = connect(path, TABLES)
        self.notice = Notice(SET_ASIDE, str(aside), salvaged.matches, salvaged.lost)
        return connection

    # -- the file, while it is open

    def _check_file(self) -> None:
        """Open the file anew, and raise StoreLost, when it is not the one that was opened.

        A transaction that has begun is rolled back. StoreError when that is not possible now.
        """
        watched = self._watched
        if watched is None or (watched.is_closed and not self._is_another):
            return
        with translated():
            whose = watched.whose(self._connection)
            if whose is Whose.OURS:
                return
            self._undo()
            if self._is_another:
                raise StoreGone
            if self._lost is None or whose is Whose.GONE:
                self._lost = self._brought_to_safety(watched.path, whose)
            watched.take_log_away()
            connection, fresh = self._opened(watched.path)
        self._connection.close()  # SQLite leaves a log alone whose file has moved
        watched.close()
        lost, self._lost = self._lost, None
        self._connection, self._watched = connection, fresh
        if whose is not Whose.GONE:
            # There another match may have the number of one that was read before.
            self._same = "AND begun = :begun AND game = :game"
        raise lost

    def _brought_to_safety(self, path: Path, whose: Whose) -> StoreLost:
        """Keep what was in a file that is not at its place any more; return what became of it.

        A file that has gone is put back. What stood in a file that was written over is nowhere any
        more.
        """
        if whose is Whose.OVERWRITTEN:
            with written_whole(path) as unfinished:  # SQLite adds nothing to a file that is another
                shutil.copyfile(path, unfinished)
                unfinished.chmod(PRIVATE)
                if self._watched is None or not self._watched.is_there:
                    raise StoreBusy
            return StoreLost("overwritten")
        aside = None
        if whose is Whose.REPLACED:
            aside = free_name(lambda number: f"{path}.replaced-{number}")
        try:
            make_private(path.parent)
        except OSError as error:
            raise StoreGone from error
        try:
            with written_whole(aside or path, replaces=False) as unfinished:
                unfinished.touch(PRIVATE)
                self.copy_to(unfinished)
        except FileExistsError as error:  # another program has put its file there meanwhile
            raise StoreBusy from error
        except OSError as error:
            if whose is Whose.GONE:
                raise StoreGone from error
            raise
        return StoreLost("replaced" if aside else "restored", aside)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """Check the file before a change, and note that it is to be brought onto the disk."""
        self._check_file()
        self._note_change()
        with translated():
            self._begin_log()
            yield
        self._note_change()  # syncing may have begun in between

    def _begin_log(self) -> None:
        """Have the number of the file in its log before a change, where syncing could not."""
        watched = self._watched
        if watched is None or not watched.log_is_to_begin or watched.syncing.locked():
            return
        if not self._connection.in_transaction:
            write_ahead_log.begin(self._connection)
            watched.log_is_to_begin = False

    def _note_change(self) -> None:
        if self._watched is not None:
            self._watched.note_change()

    @property
    def unsynced(self) -> float:
        """Return for how many seconds a change has not been sure to be on the disk."""
        return 0.0 if self._watched is None else self._watched.unsynced

    def sync(self) -> None:
        """Bring all changes into the file and onto the disk, from any thread; it may take long.

        StoreError where that fails; then the next try is due as after a change.
        """
        watched = self._watched  # the window may open another file meanwhile
        if watched is None or watched.is_closed or not watched.unsynced:
            return
        if not watched.syncing.acquire(blocking=False):
            raise StoreBusy
        watched.note_sync()
        try:
            if not watched.is_there:  # SQLite would make a file
                raise StoreGone
            with translated(), contextlib.closing(connect_plainly(watched.path)) as own:
                if watched.whose(own) is not Whose.OURS:
                    raise StoreBusy
                write_ahead_log.use_log(own)
                watched.log_is_to_begin = True
                write_ahead_log.bring_in(own, watched.path)
                watched.log_is_to_begin = False
        except BaseException:
            watched.note_change()
            raise
        finally:
            watched.syncing.release()

    def close(self) -> None:
        """Close the file; the store is not to be used again."""
        try:
            with contextlib.suppress(StoreLost):  # another file is open now
                self._check_file()
            if not self._is_another:  # else what was changed is brought onto the disk by the store
                self.sync()
        except StoreError:
            # Whose the file is shows at the next start, by the log.
            write_ahead_log.abandon(self._connection)
        else:
            self._connection.close()
        if self._watched is not None and not self._is_another:
            self._watched.close()

    def get_setting(self, name: str, default: Any = None) -> Any:
        """Return a setting, the default when it was never set."""
        rows = self.rows("SELECT value FROM settings WHERE name = ?", name)
        if not rows:
            return default
        try:
            whole = json.dumps(parse_json(rows[0][0]), ensure_ascii=False)
            # Halves of signs, which JSON may name and no file can hold, are left out.
            return json.loads(whole.encode("utf-8", "ignore"))
        except ValueError:
            return default

    def set_setting(self, name: str, value: Any) -> None:
        """Keep a setting: anything that JSON can say."""
        self.change(
            "INSERT INTO settings (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            json.dumps(value),
        )

    def save(self, record: MatchRecord) -> MatchRecord:
        """Insert a match, or update the one with the record's id; return it as it stands now.

        Raises StoreConflict, and writes nothing, unless the match in the store has the record's
        revision.
        """
        revision = (record.revision + 1) % MOST_REVISIONS
        values = {name: getattr(record, name) for name in _COLUMNS} | {
            "revision": revision,
            "before": record.revision,
        }
        with self._changing():
            if record.id is None:
                cursor = self._connection.execute(_INSERT, values)
                identifier = cursor.lastrowid
            else:
                changes = ", ".join(f"{name} = :{name}" for name in _COLUMNS if name != "id")
                cursor = self._connection.execute(
                    f"UPDATE matches SET {changes} "
                    f"WHERE id = :id AND {_REVISION} = :before AND deleted = '' {self._same}",
                    values,
                )
                identifier = record.id
        if not cursor.rowcount:
            raise StoreConflict
        return replace(record, id=identifier, revision=revision)

    def add(self, records: Sequence[MatchRecord]) -> None:
        """Insert matches that were never written, all of them or none."""
        values = [
            {name: getattr(record, name) for name in _COLUMNS} | {"revision": 1}
            for record in records
        ]
        with self.together(), translated():
            self._connection.executemany(_INSERT, values)

    def each_match(self) -> Iterator[MatchRecord]:
        """Yield the matches outside the bin, one after the other."""
        names = ", ".join(_COLUMNS)
        rows = self.each(f"SELECT {names} FROM matches WHERE deleted = ''")
        yield from _records(rows)

    def match(self, identifier: int) -> MatchRecord | None:
        """Return the match with an id."""
        records = self._select("WHERE id = ?", identifier)
        return records[0] if records else None

    def matches(self, most: int = 1000) -> list[MatchRecord]:
        """Return the matches, the one saved last first."""
        return self._select("WHERE deleted = '' ORDER BY saved DESC, id DESC LIMIT ?", most)

    def count_unfinished(self) -> int:
        """Return how many matches there are to go on with."""
        [(count,)] = self.rows(f"SELECT count(*) FROM matches WHERE {_TO_GO_ON_WITH}")
        return int(count)

    def unfinished_revisions(self) -> dict[int, int]:
        """Return the revision of each match to go on with, by its id."""
        return dict(self.rows(_REVISIONS_TO_GO_ON_WITH))

    def unfinished(
        self,
        most: int,
        after: MatchRecord | None = None,
        wanted: Callable[[int, int], bool] = lambda identifier, revision: True,
    ) -> list[MatchRecord]:
        """Return so many matches to go on with, the one saved last first, after another one.

        They are those that are ``wanted`` by their ids and revisions.
        """
        query, order = _REVISIONS_TO_GO_ON_WITH, "ORDER BY saved DESC, id DESC"
        if after is None:
            rows = self.each(f"{query} {order}")
        else:
            assert after.id is not None, "a match that was written"
            behind = self.place_of(after.id, after.saved)
            rows = self.each(f"{query} AND (saved, id) < (?, ?) {order}", *behind)
        some = [number for number, _ in islice((row for row in rows if wanted(*row)), most)]
        return self._select(f"WHERE id IN ({', '.join('?' * len(some))}) {order}", *some)

    def place_of(self, identifier: int, saved: str) -> tuple[Any, int]:
        """Return where a match stands in the order of the file, by its time as it was read.

        Where that could not be read, something else stands there.
        """
        rows = [] if saved else self.rows("SELECT saved FROM matches WHERE id = ?", identifier)
        return (rows[0][0] if rows else saved), identifier

    def save_review(
        self, figures: ReviewFigures, text: str, revision: int, begun: str = ""
    ) -> None:
        """Keep the review of a match that was begun at a time, in place of an earlier one.

        Raises StoreConflict, and writes nothing, unless the match in the store has the revision
        that the review is of.
        """
        names = ", ".join((*_FIGURES, "text"))
        values = ", ".join(f":{name}" for name in (*_FIGURES, "text"))
        with self._changing():
            cursor = self._connection.execute(
                f"INSERT OR REPLACE INTO reviews ({names}) SELECT {values} "
                "WHERE EXISTS (SELECT 1 FROM matches "
                f"WHERE id = :match AND {_REVISION} = :revision AND deleted = '' {self._same})",
                {name: getattr(figures, name) for name in _FIGURES}
                | {"text": text, "revision": revision, "begun": begun},
            )
        if not cursor.rowcount:
            raise StoreConflict

    def review_text(self, identifier: int) -> str | None:
        """Return the review of the match with an id; None when there is none."""
        rows = self.rows("SELECT text FROM reviews WHERE match = ?", identifier)
        return rows[0][0] if rows else None

    def review_figures(self, game: str) -> list[ReviewFigures]:
        """Return the figures of all reviews of a game, the one saved last first."""
        rows = self.rows(
            f"SELECT {', '.join(_FIGURES)} FROM reviews WHERE game = ? "
            "AND match NOT IN (SELECT id FROM matches WHERE deleted != '') "
            "ORDER BY saved DESC, match DESC",
            game,
        )
        return [ReviewFigures(*row) for row in read_rows("reviews", _FIGURES, rows)]

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query, with ``values`` for its ``?``; StoreError when it fails."""
        return list(self.each(query, *values))

    def each(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """Yield what a query finds, one after the other."""
        with translated():
            yield from self._connection.execute(query, values)

    def change(self, statement: str, *values: Any) -> int:
        """Do a statement, with ``values`` for its ``?``; return how many rows it changed.

        Raise StoreError when it is not done.
        """
        with self._changing():
            return self._connection.execute(statement, values).rowcount

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Do all changes in here or, when anything fails, none of them."""
        self.change("BEGIN IMMEDIATE")
        try:
            yield
            self.change("COMMIT")
        except BaseException:
            self._undo()
            raise
        if self._is_another and self.path and write_ahead_log.is_large(self.path):
            with contextlib.suppress(StoreError):  # it is due again
                self.sync()

    def _undo(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def pages_are_sound(self) -> bool:
        """Read every page of the file, and tell whether they agree with each other."""
        return self.rows("PRAGMA integrity_check(1)") == [("ok",)]

    def copy_to(self, path: Path) -> None:
        """Write everything into a new file, as it is at one moment."""
        with translated(), contextlib.closing(sqlite3.connect(path)) as target:
            copy_database(self._connection, target)
            # A single file: what SQLite would keep beside it is not for a copy.
            target.execute("PRAGMA journal_mode = DELETE")
            write_ahead_log.mark_anew(target)

    def _select(self, rest: str, *values: Any) -> list[MatchRecord]:
        return list(
            _records(self.rows(f"SELECT {', '.join(_COLUMNS)} FROM matches {rest}", *values))
        )


def _at_its_place(path: Path) -> Path:
    """Return where a file is, also behind a link: SQLite has its log there."""
    return path.resolve() if path.is_symlink() else path


def _records(rows: Iterable[tuple[Any, ...]]) -> Iterator[MatchRecord]:
    return (MatchRecord(*row) for row in read_rows("matches", _COLUMNS, rows))
