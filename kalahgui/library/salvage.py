"""What can still be read of a damaged file of the store, copied into a new one."""

from __future__ import annotations

import contextlib
import functools
import logging
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from kalahgui.files import working_folder, written_whole
from kalahgui.library.migrations import MIGRATIONS, VERSION
from kalahgui.library.pages import PAGE, Pages, Values
from kalahgui.library.store_file import StoreError, Unreadable, set_aside, translated
from kalahgui.library.write_ahead_log import log_of

_LOGGER = logging.getLogger(__name__)
_FINISHED = ".salvaged"
_LISTS = ("matches_by_time", "matches_by_result")  # indexes, which have an entry for every match
# What the columns of a table are made of, and those of the list of all tables.
_TYPES: dict[str, tuple[type, ...]] = {"TEXT": (str,), "INTEGER": (int,), "REAL": (float, int)}
_IN_SCHEMA = (str, str, str, int)


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
        copy = folder / "damaged.sqlite3"
        shutil.copyfile(damaged, copy)
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(log_of(damaged), log_of(copy))
            _bring_log_in(copy)
        with copy.open("rb") as file, translated():
            pages, found = Pages(file), None
            said = pages.version if 0 < pages.version <= VERSION else VERSION
            for version in dict.fromkeys((said, VERSION)):  # what is said may be damaged, too
                fresh.unlink(missing_ok=True)
                with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as ours:
                    found = _copied(pages, ours, version)
                if found is not None and found.matches:
                    break
    if found is None:
        raise Unreadable
    return found


def _bring_log_in(copy: Path) -> None:
    """Have SQLite bring a log into the file beside it, which it does on closing any file."""
    if not copy.stat().st_size:  # but one without a page
        copy.write_bytes(bytes(PAGE))
    with (
        contextlib.suppress(sqlite3.DatabaseError),  # it is damaged, as is known
        contextlib.closing(sqlite3.connect(copy)) as connection,
    ):
        connection.execute("PRAGMA schema_version")


class _Table(NamedTuple):
    """A table, and the types of what stands in a file for each of its columns.

    The ``least`` columns are those without a default: a row that was written before others came
    ends there. ``number`` is the column that is the number of a row, and so does not stand in it.
    """

    name: str
    columns: dict[str, tuple[type, ...]]
    least: int
    number: int | None

    def fits(self, types: Sequence[type]) -> bool:
        """Tell whether values of some types may be a row of this table."""
        return self.least <= len(types) <= len(self.columns) and all(
            found in allowed for found, allowed in zip(types, self.columns.values(), strict=False)
        )

    def insert(self, count: int) -> str:
        """Return what inserts a row that has so many columns."""
        names, marks = ", ".join([*self.columns][:count]), ", ".join("?" * count)
        return f"INSERT OR IGNORE INTO {self.name} ({names}) VALUES ({marks})"

    def row(self, number: int, values: Values) -> Values:
        """Return a row with its number where that has a column."""
        at = self.number
        return values if at is None else (*values[:at], number, *values[at + 1 :])


def _tables(connection: sqlite3.Connection) -> list[_Table]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return [_table(connection, name) for (name,) in found if not name.startswith("sqlite_")]


def _table(connection: sqlite3.Connection, name: str) -> _Table:
    columns: dict[str, tuple[type, ...]] = {}
    least, number = 0, None
    for place, column, kind, _, default, key in connection.execute(f"PRAGMA table_info({name})"):
        columns[column] = _TYPES[kind]
        least += default is None
        if key and kind == "INTEGER":
            columns[column], number = (type(None),), place
    return _Table(name, columns, least, number)


def _copied(pages: Pages, ours: sqlite3.Connection, version: int) -> Salvaged | None:
    """Copy all rows into a file without any, which gets a version; None where there are none."""
    for statement in chain(*MIGRATIONS[:version]):
        ours.execute(statement)
    ours.execute(f"PRAGMA user_version = {version}")
    roots, tables = _roots(pages), _tables(ours)
    ours.execute("BEGIN")
    for insert, rows in groupby(_rows(pages, tables, roots), itemgetter(0)):
        ours.executemany(insert, (values for _, values in rows))
    if any(table.name == "reviews" for table in tables):  # a new match may get a lost one's number
        ours.execute("DELETE FROM reviews WHERE match NOT IN (SELECT id FROM matches)")
    ours.execute("COMMIT")
    if not ours.total_changes:
        return None
    [(kept,)] = ours.execute("SELECT count(*) FROM matches")
    counts = [sum(1 for _ in pages.index(roots[name])) for name in _LISTS if name in roots]
    return Salvaged(kept, max([kept, *counts]) - kept)


def _roots(pages: Pages) -> dict[str, int]:
    """Return the root of each table and index, as far as the list of them can be read."""
    leaves, whole = pages.table(1)
    found: dict[str, int] = {}
    for leaf in leaves if whole else chain(leaves, pages.leaves()):
        for _, values in pages.rows(leaf):
            if tuple(map(type, values[:-1])) == _IN_SCHEMA:
                found.setdefault(values[1], values[3])
    return found


def _rows(
    pages: Pages, tables: list[_Table], roots: dict[str, int]
) -> Iterator[tuple[str, Values]]:
    """Yield all rows with what inserts them, first those that the trees of the tables lead to.

    A leaf that no tree leads to lies below a damaged page, or it is free and has what was deleted.
    Of two rows with one number the first one stays.
    """
    trees = {table.name: pages.table(roots.get(table.name, 0)) for table in tables}
    reached = dict.fromkeys(leaf for tree in trees.values() for leaf in tree.pages)
    free, free_is_whole = pages.free()
    unused = set(free)
    others = [leaf for leaf in pages.leaves() if leaf not in reached and leaf not in unused]
    # Where the list of free pages is damaged, only a damaged tree lacks any.
    hiding = {name for name, tree in trees.items() if free_is_whole or not tree.whole}
    find = functools.cache(functools.partial(_find, tables))
    # What is in a tree and said to be free comes late: either of them may be wrong.
    for leaf in (*sorted(reached, key=unused.__contains__), *others):
        for number, values in pages.rows(leaf):
            found = find(tuple(map(type, values)))
            if found is not None and (leaf in reached or found[0].name in hiding):
                yield found[1], found[0].row(number, values)


def _find(tables: list[_Table], types: tuple[type, ...]) -> tuple[_Table, str] | None:
    """Return the table whose rows have some types, as no other one's have, and what inserts one."""
    fitting = (table for table in tables if table.fits(types))
    return next(((table, table.insert(len(types))) for table in fitting), None)
