"""What can still be read of a damaged file of the store, copied into a new one."""

from __future__ import annotations

import contextlib
import functools
import logging
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, product
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from kalahgui.files import working_folder, written_whole
from kalahgui.library.migrations import MIGRATIONS, VERSION
from kalahgui.library.pages import PAGE, Pages, Values
from kalahgui.library.store_file import SALVAGED, Unreadable, set_aside, translated
from kalahgui.library.write_ahead_log import log_of

_LOGGER = logging.getLogger(__name__)
_LISTS = ("matches_by_time", "matches_by_result")  # indexes, which have an entry for every match
# What the columns of a table are made of, and those of the list of all tables.
_TYPES: dict[str, tuple[type, ...]] = {"TEXT": (str,), "INTEGER": (int,), "REAL": (float, int)}
_IN_SCHEMA = (str, str, str, int)


class Salvaged(NamedTuple):
    """How many matches of a damaged file could be read, and how many could not.

    ``rows`` is how many of all tables could be; so the greater one is the better.
    """

    matches: int
    rows: int
    lost: int


def put_in_place_of_damaged(path: Path) -> tuple[Path, Salvaged]:
    """Set a damaged file aside, and put a new one there with all that can be read of it.

    Return where the damaged one is now. After a kill the next call goes on, or ``finish`` does.
    OSError or StoreError, and nothing is set aside, where the new one cannot be made.
    """
    fresh, salvaged = Path(f"{path}{SALVAGED}"), Salvaged(0, 0, 0)
    goes_on = fresh.exists()  # then it is whole, and a part of the damaged one may be aside
    if not goes_on:
        try:
            with written_whole(fresh) as unfinished:
                salvaged = salvage(path, unfinished)
        except Unreadable:
            _LOGGER.warning("nothing could be read of damaged saved games")
    aside = set_aside(path)
    finish(path)
    if goes_on:
        with working_folder() as folder:
            salvaged = salvage(aside, folder / "counted.sqlite3")
    return aside, salvaged


def finish(path: Path) -> None:
    """Put the file in place that a program has made which was killed before it could do that."""
    fresh = Path(f"{path}{SALVAGED}")
    if not path.exists() and fresh.exists():
        fresh.replace(path)


def give_up(path: Path) -> None:
    """Set aside what such a program has made for a file in whose place a sound one is now."""
    set_aside(Path(f"{path}{SALVAGED}"))


def salvage(damaged: Path, fresh: Path) -> Salvaged:
    """Copy all rows of a damaged file that can be read into a new file of the same version.

    Unreadable when none can be read, OSError or another StoreError where that fails.
    """
    with working_folder() as folder:
        copy = folder / "damaged.sqlite3"
        shutil.copyfile(damaged, copy)
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(log_of(damaged), log_of(copy))
            _bring_log_in(copy)
        with copy.open("rb") as file, translated():
            # What the header says may be damaged, too.
            said = Pages(file)
            layouts = {pages.layout: pages for pages in (said, Pages(file, usual=True))}.values()
            version = said.version if 0 < said.version <= VERSION else VERSION
            best, attempt = Salvaged(0, 0, 0), folder / "attempt.sqlite3"
            for pages, number in product(layouts, dict.fromkeys((version, VERSION))):
                with contextlib.closing(sqlite3.connect(attempt, isolation_level=None)) as ours:
                    salvaged = _copied(pages, ours, number)
                if salvaged > best:
                    best = salvaged
                    shutil.copyfile(attempt, fresh)
                attempt.unlink()
    if not best.rows:
        raise Unreadable
    return best


def _bring_log_in(copy: Path) -> None:
    """Have SQLite bring a log into the file beside it, which it does on closing any file."""
    if not copy.stat().st_size:  # but one without a page
        copy.write_bytes(bytes(PAGE))
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        for pragma in ("schema_version", "wal_checkpoint"):
            with contextlib.suppress(Unreadable), translated():  # it is damaged, as is known
                connection.execute(f"PRAGMA {pragma}")


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
        return self.least <= len(types) <= len(self.columns) and all(
            kind in allowed for kind, allowed in zip(types, self.columns.values(), strict=False)
        )

    def insert(self, count: int) -> str:
        names, marks = ", ".join([*self.columns][:count]), ", ".join("?" * count)
        return f"INSERT OR IGNORE INTO {self.name} ({names}) VALUES ({marks})"

    def row(self, number: int, values: Values) -> Values:
        at = self.number
        return values if at is None else (*values[:at], number, *values[at + 1 :])


def _tables(connection: sqlite3.Connection) -> list[_Table]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return [_table(connection, name) for (name,) in rows if not name.startswith("sqlite_")]


def _table(connection: sqlite3.Connection, name: str) -> _Table:
    columns: dict[str, tuple[type, ...]] = {}
    least, number = 0, None
    for index, column, kind, _, default, key in connection.execute(f"PRAGMA table_info({name})"):
        columns[column] = _TYPES[kind]
        least += default is None
        if key and kind == "INTEGER":
            columns[column], number = (type(None),), index
    return _Table(name, columns, least, number)


def _copied(pages: Pages, ours: sqlite3.Connection, version: int) -> Salvaged:
    for statement in chain(*MIGRATIONS[:version]):
        ours.execute(statement)
    ours.execute(f"PRAGMA user_version = {version}")
    roots, tables = _roots(pages), _tables(ours)
    ours.execute("BEGIN")
    for insert, rows in groupby(_rows(pages, tables, roots), itemgetter(0)):
        ours.executemany(insert, (values for _, values in rows))
    copied = ours.total_changes
    if any(table.name == "reviews" for table in tables):  # a new match may get a lost one's number
        ours.execute("DELETE FROM reviews WHERE match NOT IN (SELECT id FROM matches)")
    ours.execute("COMMIT")
    [(kept,)] = ours.execute("SELECT count(*) FROM matches")
    counts = [sum(1 for _ in pages.index(roots[name])) for name in _LISTS if name in roots]
    return Salvaged(kept, copied, max([kept, *counts]) - kept)


def _roots(pages: Pages) -> dict[str, int]:
    leaves, whole = pages.table(1)
    roots: dict[str, int] = {}
    for leaf in leaves if whole else chain(leaves, pages.leaves()):
        for _, values in pages.rows(leaf):
            if tuple(map(type, values[:-1])) == _IN_SCHEMA:
                roots.setdefault(values[1], values[3])
    return roots


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
    find = functools.lru_cache(maxsize=64)(functools.partial(_find, tables))
    # What is in a tree and said to be free comes late: either of them may be wrong.
    for leaf in (*sorted(reached, key=unused.__contains__), *others):
        for number, values in pages.rows(leaf):
            fitting = find(tuple(map(type, values)))
            if fitting is not None and (leaf in reached or fitting[0].name in hiding):
                yield fitting[1], fitting[0].row(number, values)


def _find(tables: list[_Table], types: tuple[type, ...]) -> tuple[_Table, str] | None:
    """Return the table whose rows have some types, as no other one's have, and what inserts one."""
    fitting = (table for table in tables if table.fits(types))
    return next(((table, table.insert(len(types))) for table in fitting), None)
