"""The store's layout, one change after the other.

A file's ``user_version`` is the number of the changes that it has gone through. A change that has
been published is never edited; a new one is added at the end. Version 1.0.0 wrote layout 8: what
brings older files up to it goes with version 2.0, as ``earlier_versions.py`` says.
"""

from __future__ import annotations

import functools
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import chain

_FIRST = (
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """
    CREATE TABLE matches (
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
    )
    """,
)
# The tree of a match beside its main line, the score of a row of matches, and a count of writes
# by which two programs with the same match notice each other.
_TREE = (
    "ALTER TABLE matches ADD COLUMN side_lines TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE matches ADD COLUMN series TEXT NOT NULL DEFAULT '0 0 0'",
    "ALTER TABLE matches ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
    "CREATE INDEX matches_by_result ON matches (result, saved)",
)
# What a match was judged to be worth: a text for the program, and of both seats the figures that
# statistics need. A review goes with its match.
_REVIEWS = (
    """
    CREATE TABLE reviews (
        match INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        complete INTEGER NOT NULL,
        first_person INTEGER NOT NULL,
        first_moves INTEGER NOT NULL,
        first_found INTEGER NOT NULL,
        first_lost INTEGER NOT NULL,
        first_mistakes INTEGER NOT NULL,
        second_person INTEGER NOT NULL,
        second_moves INTEGER NOT NULL,
        second_found INTEGER NOT NULL,
        second_lost INTEGER NOT NULL,
        second_mistakes INTEGER NOT NULL,
        saved TEXT NOT NULL,
        text TEXT NOT NULL
    )
    """,
    """
    CREATE TRIGGER a_review_goes_with_its_match AFTER DELETE ON matches
    BEGIN
        DELETE FROM reviews WHERE match = OLD.id;
    END
    """,
    "CREATE INDEX reviews_by_game ON reviews (game)",
)


def _old_level(seat: int) -> str:
    text = f"json_extract(players, '$[{seat}][1]')"
    return f"""
        UPDATE matches SET players = json_set(players, '$[{seat}][1]', 'old:' || {text})
        WHERE CASE WHEN json_valid(players) THEN {text} END GLOB '[1-8]'
           OR CASE WHEN json_valid(players) THEN {text} END GLOB '[1-8] varied'
        """


# What a level's number stands for changed once: matches keep what they were played against, and a
# review says by which levels its match was played.
_LEVELS = (
    _old_level(0),
    _old_level(1),
    "ALTER TABLE reviews ADD COLUMN edition INTEGER NOT NULL DEFAULT 1",
)
# What the clocks of a match show.
_CLOCKS = ("ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT ''",)
# What a person makes of the list of matches: a name and a star, and a bin. A match in the bin has
# the time at which it came there. The figures of reviews come before a long text, which a list of
# matches is not to read.
_LIBRARY = (
    "ALTER TABLE matches ADD COLUMN name TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE matches ADD COLUMN starred INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE matches ADD COLUMN deleted TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX matches_by_time ON matches (saved)",
    "CREATE INDEX matches_in_the_bin ON matches (deleted) WHERE deleted != ''",
    """
    CREATE INDEX reviews_at_a_glance ON reviews (
        match, complete, first_moves, first_lost, first_mistakes,
        second_moves, second_lost, second_mistakes
    )
    """,
)
# The start screen counts the matches to go on with at every visit, among thousands from files.
_TO_GO_ON_WITH = (
    "DROP INDEX matches_by_result",
    """
    CREATE INDEX matches_to_go_on_with ON matches (saved)
    WHERE result = '' AND deleted = '' AND saved != begun
    """,
)
# In a teaching game the computer asks before a mistake. What a learner has done: the first try at a
# puzzle is kept, and that on a day whose puzzle it is; an exercise stands once for a position.
_LEARNT = (
    """
    CREATE TABLE lessons (
        course TEXT NOT NULL,
        lesson TEXT NOT NULL,
        stars INTEGER NOT NULL,
        saved TEXT NOT NULL,
        PRIMARY KEY (course, lesson)
    )
    """,
    """
    CREATE TABLE puzzle_tries (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        number INTEGER NOT NULL,
        way TEXT NOT NULL,
        solved INTEGER NOT NULL,
        helped INTEGER NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        day TEXT NOT NULL,
        saved TEXT NOT NULL,
        UNIQUE (game, variant, number, day)
    )
    """,
    """
    CREATE TABLE exercises (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        rules TEXT NOT NULL,
        start TEXT NOT NULL,
        moves TEXT NOT NULL,
        played TEXT NOT NULL,
        kind TEXT NOT NULL,
        phase TEXT NOT NULL,
        control INTEGER NOT NULL,
        loss INTEGER NOT NULL,
        judgement TEXT NOT NULL,
        card TEXT NOT NULL,
        due TEXT NOT NULL,
        retired INTEGER NOT NULL,
        UNIQUE (game, variant, rules, start, moves)
    )
    """,
    """
    CREATE TABLE answers (
        id INTEGER PRIMARY KEY,
        idea TEXT NOT NULL,
        correct INTEGER NOT NULL,
        saved TEXT NOT NULL
    )
    """,
    "ALTER TABLE matches ADD COLUMN teaching INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX exercises_due ON exercises (due) WHERE NOT retired",
)
MIGRATIONS = (_FIRST, _TREE, _REVIEWS, _LEVELS, _CLOCKS, _LIBRARY, _TO_GO_ON_WITH, _LEARNT)
VERSION = len(MIGRATIONS)


def bring_up_to_date(
    connection: sqlite3.Connection, before_change: Callable[[int], None] = lambda version: None
) -> None:
    """Take a store through the changes that it lacks, all of them or none.

    ``before_change`` is told the version of a store that holds something already, while no other
    program can write to it.
    """
    if version_of(connection) == VERSION:
        return
    with all_or_nothing(connection):
        # Another program may have done it while this one waited.
        version = version_of(connection)
        if 0 < version < VERSION:
            before_change(version)
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def all_or_nothing(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all changes in here or, when anything fails, none; nobody else writes meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def version_of(connection: sqlite3.Connection) -> int:
    """Return how many changes a store has gone through."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


# Each table, index, view and trigger: its kind, its name, its table and its text.
Schema = list[tuple[object, ...]]
# What SQLite itself has added to a store that somebody has had analysed.
_ANALYSED = (
    ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    (
        "table",
        "sqlite_stat4",
        "sqlite_stat4",
        "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    ),
)


def schema(connection: sqlite3.Connection) -> Schema:
    """Return the schema of a store, each blank and line end as one blank."""
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    rows = [tuple(map(_in_one_line, row)) for row in connection.execute(query)]
    return [row for row in rows if row not in _ANALYSED]


def _in_one_line(value: object) -> object:
    # What SQLite takes for blanks, and nothing else.
    return re.sub(r"[ \t\n\f\r]+", " ", value) if isinstance(value, str) else value


@functools.cache
def schema_of(version: int) -> Schema:
    """Return the schema that a store of a version has."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for statement in chain(*MIGRATIONS[:version]):
            fresh.execute(statement)
        return schema(fresh)
