"""Back-ups that the program writes by itself: one a day at most, and ten of them are kept.

They lie in a folder beside the library, each with the player's day as its name. What there is to
know of them is read from their names and from themselves.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import NamedTuple

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.files import make_private, working_folder
from kalahgui.library.backup import SUFFIX, back_up
from kalahgui.library.foreign import BadBackup
from kalahgui.library.migrations import VERSION
from kalahgui.library.reviews import COUNTED
from kalahgui.library.rows import MOST_REVISIONS, MOST_STARS
from kalahgui.library.store import BACKUPS, NEWER, Store
from kalahgui.library.store_file import (
    PRIVATE,
    StoreBusy,
    StoreError,
    StoreGone,
    Unreachable,
    Unreadable,
    translated,
)

MOST = 10
NEWEST = 5  # stay in any case, so that a player who deletes many games can go back to these days
_BEFORE = "before"
_NAME = re.compile(rf"([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})(?:-{_BEFORE}-([0-9]{{1,9}}))?")
_LOGGER = logging.getLogger(__name__)
_ANYTHING = """
    SELECT 1 FROM matches WHERE deleted = '' UNION ALL SELECT 1 FROM lessons
    UNION ALL SELECT 1 FROM puzzle_tries UNION ALL SELECT 1 FROM exercises
    UNION ALL SELECT 1 FROM answers LIMIT 1
"""
# The columns in which two records of one game are equal, even at different moves.
_GAME = "begun, game, variant, start, players"
# What makes a game, or what was learnt, the same in two back-ups, and how much there is of it: of a
# game one more than its moves, which are words between blanks; what is no text has none.
_THINGS = f"""
    SELECT {_GAME}, 1 + CASE typeof(moves) WHEN 'text'
        THEN length(moves) - length(replace(moves, ' ', '')) + (moves != '') ELSE 0 END
    FROM matches WHERE deleted = ''
    UNION ALL SELECT 'lesson', course, lesson, '', '',
        CASE WHEN typeof(stars) = 'integer' AND stars BETWEEN 1 AND {MOST_STARS}
        THEN 1 + stars ELSE 1 END FROM lessons
    UNION ALL SELECT 'puzzle', game, variant, number, day, 1 FROM puzzle_tries
    UNION ALL SELECT game, variant, rules, start, moves, 1 FROM exercises
    UNION ALL SELECT 'answer', idea, correct, saved, '', 1 FROM answers
"""


class Kept(NamedTuple):
    """A back-up of the program's own: its file, its day, and where it comes among those of a day.

    ``number`` is 0 for the one that was written after play, and counts those written before the
    library went back to another day.
    """

    path: Path
    day: date
    number: int


class _Best(NamedTuple):
    """The most that any back-up has of a thing, and which one; None where several have as much."""

    amount: int
    holder: int | None


class Differences(NamedTuple):
    """How many games a back-up has, how many of them are not here, and how many only are here."""

    games: int
    missing: int
    newer: int


def folder_of(store: Store) -> Path | None:
    """Return the folder of a store's back-ups; None for a store in memory."""
    return None if store.path is None else store.path.parent / BACKUPS


def kept(store: Store, today: date) -> list[Kept]:
    """Return the back-ups of a store, the one written last first.

    One of a day to come was written by a clock that was wrong, so before all others.
    """
    folder = folder_of(store)
    backups = [] if folder is None else map(_kept, folder.glob(f"*{SUFFIX}"))
    return sorted(
        filter(None, backups),
        key=lambda backup: (backup.day <= today, backup.day, backup.number),
        reverse=True,
    )


def _kept(path: Path) -> Kept | None:
    name = _NAME.fullmatch(path.stem)
    if name is None:
        return None
    try:
        return Kept(path, date.fromisoformat(name[1]), int(name[2] or 0))
    except ValueError:  # there is no such day
        return None


@contextlib.contextmanager
def _read(path: Path) -> Iterator[sqlite3.Connection]:
    """Read a back-up; Unreadable where it is damaged, else OSError or StoreError for now."""
    with path.open("rb"):
        pass
    try:
        with translated(), closing(sqlite3.connect(path)) as connection:
            yield connection
    except (StoreBusy, Unreachable):
        raise
    except StoreError as error:
        raise Unreadable from error


def count_games(path: Path) -> int | None:
    """Count the games outside the bin; None where a back-up is damaged."""
    try:
        with _read(path) as connection:
            query = "SELECT count(*) FROM matches WHERE deleted = ''"
            return int(connection.execute(query).fetchone()[0])
    except Unreadable:
        return None


# -- after play


def is_due(store: Store, today: date) -> bool:
    """Tell whether no back-up has been written today, and there is something to write."""
    folder = folder_of(store)
    written = folder is None or (folder / f"{today}{SUFFIX}").exists()
    return not written and _has_something(store)


def _has_something(store: Store) -> bool:
    return bool(store.rows(_ANYTHING))


def back_up_daily(store: Store, today: date, yield_to_frames: YieldToFrames = no_frames) -> bool:
    """Write the back-up of a day; return whether there was anything new to write.

    OSError or StoreError when it could not be written; a damaged library is not. An old one goes
    once the new one is whole.
    """
    if not is_due(store, today):
        return False
    last = kept(store, today)[:1]
    if last and not _differs(store, last[0].path):
        return False
    _write(store, f"{today}{SUFFIX}")
    _let_go(kept(store, today), yield_to_frames)
    return True


def _write(store: Store, name: str) -> None:
    folder = folder_of(store)
    if folder is None:
        raise StoreGone
    if not store.pages_are_sound():
        raise Unreadable
    make_private(folder)
    for left in folder.glob(f"*{SUFFIX}.part*"):  # by a program that was killed
        with contextlib.suppress(OSError):
            left.unlink()
    back_up(store, folder / name)
    (folder / name).chmod(PRIVATE)


def _let_go(backups: Sequence[Kept], yield_to_frames: YieldToFrames) -> None:
    """Delete those that are needed least of too many back-ups, the newest of which come first."""
    paths = [backup.path for backup in backups]
    try:
        while len(paths) > MOST:
            things = (_things(path, yield_to_frames) for path in paths)
            paths.pop(_needed_least(things)).unlink(missing_ok=True)
    except (OSError, StoreError):
        _LOGGER.warning("an old back-up could not be read or deleted", exc_info=True)


def _things(path: Path, yield_to_frames: YieldToFrames = no_frames) -> dict[int, int]:
    """Return how much a back-up has of each game, and of what was learnt; a damaged one is empty.

    What a game is known by is hashed, so that ten large libraries are compared in little memory.
    Games of a file may be known by the same: together they have so much.
    """
    has: dict[int, int] = {}
    try:
        with _read(path) as connection:
            connection.text_factory = bytes  # a text may be damaged, and is only compared
            for row in connection.execute(_THINGS):
                yield_to_frames()
                thing = hash(row[:-1])
                has[thing] = has.get(thing, 0) + row[-1]
    except Unreadable:
        return {}
    return has


def _needed_least(backups: Iterable[Mapping[int, int]]) -> int:
    """Return the number of the back-up that has the fewest things that no other has as much of.

    Of several it is the one with the fewest things that no newer one has as much of, and of those
    the oldest; never one of the newest.

    >>> full, later = {1: 9, 2: 9, 3: 9}, [{4: 9, 5: day} for day in range(10, 0, -1)]
    >>> _needed_least([*later, full]), _needed_least([*later[:5], full, {4: 9}, {6: 1, 7: 1}])
    (9, 6)
    """
    best: dict[int, _Best] = {}
    shared, nothing = functools.cache(_Best), _Best(0, None)  # not one for each of a million games
    missing = []  # how many things each back-up has more of than all that are newer
    for number, has in enumerate(backups):
        missing.append(0)
        for thing, amount in has.items():
            most, holder = best.get(thing, nothing)
            if amount > most:
                best[thing] = shared(amount, number)
                missing[number] += 1
            elif amount == most and holder is not None:
                best[thing] = shared(amount, None)
    alone = Counter(record.holder for record in best.values())
    older = range(len(missing) - 1, NEWEST - 1, -1)
    return min(older, key=lambda number: (alone[number], missing[number]))


# -- what is different


@contextlib.contextmanager
def _attached(store: Store, path: Path) -> Iterator[None]:
    store.rows("ATTACH ? AS earlier", os.fsencode(path))
    try:
        yield
    finally:
        store.rows("DETACH earlier")


def _tables(store: Store) -> dict[str, str]:
    """Return the tables that hold anything but settings, each with the names of its columns.

    Without the revision, which tells programs of one another, and nothing of a match.
    """
    tables = store.rows("SELECT name FROM main.sqlite_master WHERE type = 'table'")
    return {
        name: ", ".join(
            column
            for _, column, *_ in store.rows(f"PRAGMA main.table_info({name})")
            if column != "revision"
        )
        for (name,) in tables
        if name != "settings" and not name.startswith("sqlite_")
    }


def _differs(store: Store, path: Path) -> bool:
    try:
        with _attached(store, path):
            if store.rows("PRAGMA earlier.user_version") != [(VERSION,)]:
                return True
            return any(_table_differs(store, *table) for table in _tables(store).items())
    except StoreBusy:
        raise
    except StoreError:
        return True


def _table_differs(store: Store, table: str, columns: str) -> bool:
    [(same_count,)] = store.rows(
        f"SELECT (SELECT count(*) FROM main.{table}) = (SELECT count(*) FROM earlier.{table})"
    )
    new = f"SELECT {columns} FROM main.{table} EXCEPT SELECT {columns} FROM earlier.{table}"
    return not same_count or bool(store.rows(f"{new} LIMIT 1"))


def differences(store: Store, path: Path) -> Differences:
    """Count what going back to a back-up would change; BadBackup where it cannot be read."""

    def only(here: str, there: str) -> int:
        [(number,)] = store.rows(
            f"SELECT count(*) FROM {here}.matches WHERE deleted = '' AND ({_GAME}) NOT IN "
            f"(SELECT {_GAME} FROM {there}.matches WHERE deleted = '')"
        )
        return int(number)

    games = count_games(path)
    if games is None:
        raise BadBackup
    with _attached(store, path):
        return Differences(games, only("earlier", "main"), only("main", "earlier"))


# -- back to another day


def go_back(
    store: Store, path: Path, today: date, yield_to_frames: YieldToFrames = no_frames
) -> None:
    """Make a library what a back-up has, all of it or nothing; the settings stay.

    What it is until then is kept as a back-up of its own, unless there is one like it. A match that
    somebody has open, here or in another program, conflicts with what comes in its place.
    OSError, StoreError or BadBackup when nothing was changed.
    """
    with (
        working_folder() as folder,
        _attached(store, _brought_up_to_date(path, folder)),
        store.together(),
    ):
        # Nobody else can write any more; what was written is seen by a connection of its own.
        with closing(store.another()) as present:
            _keep_present(present, today)
        for table, columns in _tables(store).items():
            _replace(store, table, columns)
        store.set_setting(COUNTED, 0)  # an earlier version may have counted the mistakes
    _let_go(kept(store, today), yield_to_frames)


def _brought_up_to_date(path: Path, folder: Path) -> Path:
    """Return a copy of a back-up that has all columns; BadBackup where it is damaged."""
    copy = folder / "earlier.sqlite3"
    shutil.copyfile(path, copy)
    if not copy.stat().st_size:
        raise BadBackup
    with closing(Store(copy, own=False)) as opened:
        if opened.notice is not None:
            raise BadBackup(opened.notice.code == NEWER)
        if not opened.pages_are_sound():
            raise BadBackup
    return copy


def _keep_present(store: Store, today: date) -> None:
    """Write a back-up of a library, unless it is empty or there is one that has the same."""
    known = kept(store, today)
    if not _has_something(store) or not all(_differs(store, backup.path) for backup in known):
        return
    number = 1 + max((backup.number for backup in known if backup.day == today), default=0)
    _write(store, f"{today}-{_BEFORE}-{number}{SUFFIX}")


def _replace(store: Store, table: str, columns: str) -> None:
    if table != "matches":
        store.change(f"DELETE FROM main.{table}")
        store.change(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM earlier.{table}")
        return
    store.change("DELETE FROM main.matches WHERE id NOT IN (SELECT id FROM earlier.matches)")
    revision = f"""
        SELECT (1 + here.revision) % {MOST_REVISIONS} FROM main.matches AS here
        WHERE here.id = there.id
    """
    store.change(f"""
        INSERT OR REPLACE INTO main.matches ({columns}, revision)
        SELECT {columns}, coalesce(({revision}), (
            SELECT revision FROM earlier.matches AS own WHERE own.id = there.id
        ))
        FROM (
            SELECT {columns} FROM earlier.matches EXCEPT SELECT {columns} FROM main.matches
        ) AS there
    """)
