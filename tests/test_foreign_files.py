"""Back-ups that somebody made to do harm: each is refused soon, and takes little memory."""

import contextlib
import json
import os
import shutil
import socket
import sqlite3
import struct
import sys
import time
from itertools import chain
from pathlib import Path

import pytest
from limited import within
from test_store import FIGURES, RECORD, write_beside

from kalahgui.library import backup, foreign, migrations
from kalahgui.library.foreign import BadBackup
from kalahgui.library.saved import Added
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreError, StoreFull

MOST_MEMORY, MOST_SECONDS = 150_000_000, 2.0  # beside what this process has already
PAGE = 4096
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
LARGE = "length(hex(zeroblob(450000000)))"
MATCHES = "UPDATE sqlite_master SET sql = replace(sql, {}, {}) WHERE name = 'matches'"


@contextlib.contextmanager
def little_memory(most=MOST_MEMORY):
    """Let this process have only so much more memory in here, where that can be limited."""
    if sys.platform != "linux":
        yield
        return
    import resource

    now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A back-up of 20 games, of which one has a review."""
    folder = tmp_path_factory.mktemp("sound")
    with contextlib.closing(Store(folder / "games.sqlite3")) as store:
        for number in range(20):
            match = store.save(RECORD)
            store.change("UPDATE matches SET begun = ? WHERE id = ?", f"2026-01-{number}", match.id)
        store.save_review(FIGURES, "a review", 1)
        backup.back_up(store, folder / "sound.kalahgui")
    return folder / "sound.kalahgui"


@pytest.fixture
def path(sound, tmp_path):
    """A copy of the sound back-up, to be made a bad one."""
    return Path(shutil.copy(sound, tmp_path / "bad.kalahgui"))


@pytest.fixture
def library(tmp_path):
    """The file of a library with a game."""
    with contextlib.closing(Store(tmp_path / "library.sqlite3")) as store:
        store.save(RECORD)
        return store.path


def everything(library):
    """Return all that is in a library."""
    with contextlib.closing(sqlite3.connect(library)) as connection:
        return list(connection.iterdump())


def tried(library, path, yield_to_frames=lambda: None):
    """Count a back-up and merge it; return how many games were added, or why none was."""

    def attempt():
        with contextlib.closing(Store(library)) as store:
            answers = []
            for work in (
                lambda: backup.count(path, yield_to_frames),
                lambda: backup.merge(store, path, yield_to_frames).added,
            ):
                begin = time.thread_time()
                try:
                    answers.append(work())
                except (BadBackup, StoreError) as error:
                    answers.append(str(error))
                assert time.thread_time() - begin < MOST_SECONDS
            return answers

    with little_memory():
        counted, added = within(30, attempt)
    assert counted == added
    return added


# -- schemas


def schema(*statements):
    """Return what changes the schema of a back-up."""

    def change(path):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("BEGIN")
            for statement in statements:
                connection.execute(statement)
            connection.execute("COMMIT")

    return change


def entry(kind, name, table, text, root=0):
    """Return what adds an entry to the schema without making what it says."""
    return f"INSERT INTO sqlite_master VALUES ('{kind}', '{name}', '{table}', {root}, {text})"


def view(*, of_moves):
    """Return what makes the table of matches a view, whose moves are worth an expression."""
    columns = "*" if of_moves is None else f"id, {of_moves} AS moves, '' AS deleted"
    return schema(
        "ALTER TABLE matches RENAME TO hidden",
        f"CREATE VIEW matches AS SELECT {columns} FROM hidden",
    )


def tables(number):
    """Return what adds so many tables."""
    return schema(
        "INSERT INTO sqlite_master WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        f"WHERE i < {number}) "
        "SELECT 'table', 't' || i, 't' || i, 2, 'CREATE TABLE t' || i || '(a)' FROM n"
    )


def matches(old, new):
    """Return what changes the text that makes the table of matches."""
    return schema(MATCHES.format(f"'{old}'", f"'{new}'"))


def numbered(version, number):
    """Return what makes an empty store of a version, with a number that is none."""

    def make(path):
        path.unlink()
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in chain(*migrations.MIGRATIONS[:version]):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("VACUUM")

    return make


def old(*statements):
    """Return what makes a store of the first version, and changes its schema."""

    def make(path):
        path.unlink()
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for statement in (*migrations.MIGRATIONS[0], "PRAGMA user_version = 1"):
                connection.execute(statement)
            connection.execute(
                "INSERT INTO matches VALUES (1, 'kalah', '6x6', '', '', '1 2', ?, '', 0, '', '')",
                (RECORD.players,),
            )
            connection.commit()
        schema(*statements)(path)

    return make


LONG_TABLE = entry("table", "x", "x", "'CREATE TABLE x (a' || printf('%*c', {}, ' ') || ')'", 2)
SCHEMAS = {
    "a view that has no end": view(of_moves=f"({ENDLESS})"),
    "a view that takes much memory": view(of_moves=LARGE),
    "a view of what was there": view(of_moves=None),
    "a trigger": schema("CREATE TRIGGER x AFTER INSERT ON matches BEGIN SELECT 1; END"),
    "a trigger of an old version": old(
        f"CREATE TRIGGER x AFTER UPDATE ON matches BEGIN {ENDLESS}; END"
    ),
    "a check": matches("moves TEXT NOT NULL", f"moves TEXT NOT NULL CHECK ({LARGE} > 0)"),
    "a check of an old version": old(
        MATCHES.format("'moves TEXT NOT NULL'", f"'moves TEXT CHECK ({LARGE} > 0)'")
    ),
    "a generated column": matches("moves TEXT NOT NULL", f"moves TEXT AS ({LARGE})"),
    "a column more": schema("ALTER TABLE matches ADD COLUMN x"),
    "a column less": schema("DROP INDEX matches_by_time", "ALTER TABLE reviews DROP COLUMN text"),
    "another default": matches("DEFAULT ''", f"DEFAULT ({LARGE})"),
    "another order": matches("moves TEXT NOT NULL", "moves TEXT NOT NULL COLLATE NOCASE"),
    "a table without numbers": matches("DEFAULT 0)", "DEFAULT 0) WITHOUT ROWID"),
    "a table more": schema("CREATE TABLE x (a)"),
    "ten thousand tables": tables(10_000),
    "a virtual table": schema(
        entry("table", "x", "x", "'CREATE VIRTUAL TABLE x USING fts5(a)'"),
    ),
    "a virtual table for another one": schema(
        "DROP TABLE answers",
        entry("table", "answers", "answers", "'CREATE VIRTUAL TABLE answers USING fts5(a)'"),
    ),
    "an index of a value": schema(
        entry("index", "x", "matches", f"'CREATE INDEX x ON matches ({LARGE})'", 2)
    ),
    "another index": schema(
        f"UPDATE sqlite_master SET sql = sql || ' AND {LARGE} > 0' WHERE name LIKE '%to_go_on%'"
    ),
    "a long text": schema(LONG_TABLE.format(9_000)),
    "brackets": schema(
        entry("view", "x", "x", "'CREATE VIEW x AS SELECT ' || printf('%.*c', 100000, '(')")
    ),
    "a word after a NUL": schema(
        "UPDATE sqlite_master SET sql = CAST(sql || char(0) || 'x' AS TEXT) WHERE name = 'matches'"
    ),
    "a blank that is none": matches("moves TEXT", "moves\u00a0TEXT"),
    "statistics that are a view": schema(
        entry("view", "sqlite_stat1", "sqlite_stat1", f"'CREATE VIEW sqlite_stat1 AS {ENDLESS}'")
    ),
    "statistics that are a trigger": schema(
        entry(
            "trigger", "sqlite_stat9", "matches",
            f"'CREATE TRIGGER sqlite_stat9 AFTER UPDATE ON matches BEGIN {ENDLESS}; END'",
        )
    ),
    "an index of an empty table": schema(
        "UPDATE sqlite_master SET rootpage = 1 WHERE name = 'reviews'"
    ),
    "two tables in one": schema(
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master "
        "WHERE name = 'reviews') WHERE name = 'matches'"
    ),
    "a table at no page": schema(
        "UPDATE sqlite_master SET rootpage = 2000000000 WHERE name = 'reviews'"
    ),
    "no table": schema("DROP TABLE answers"),
    "no version": schema("PRAGMA user_version = 0"),
    "no version and no table": numbered(0, 0),
    "a version below nought": numbered(migrations.VERSION - 1, -1),
    "the version before": schema(f"PRAGMA user_version = {migrations.VERSION - 1}"),
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMAS)
def test_only_the_schema_of_its_version_is_taken(library, path, name):
    before = everything(library)
    SCHEMAS[name](path)
    assert tried(library, path) == "no back-up, or damaged"
    assert everything(library) == before


@pytest.mark.slow
def test_a_million_tables_are_not_read(library, path):
    tables(1_000_000)(path)
    assert tried(library, path) == "no back-up, or damaged"


def test_a_version_of_the_future_is_not_looked_into(library, path):
    view(of_moves=f"({ENDLESS})")(path)
    write_beside(path, f"PRAGMA user_version = {2**31 - 1}")
    assert tried(library, path) == "a newer version wrote the file"


# -- what stands in the rows and pages


def change(statement, *values):
    return lambda path: write_beside(path, statement, *values)


def written(at, data):
    """Return what writes over a part of a file."""

    def write(path):
        with path.open("r+b") as file:
            file.seek(at)
            file.write(data)

    return write


def loop(path):
    """Make the first page of the matches one of branches, whose only child it is itself."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'matches'"
        [(root,)] = connection.execute(query)
    branches = struct.pack(">BHHHBI", 5, 0, 1, PAGE - 9, 0, root)
    cell = struct.pack(">IB", root, 1)
    written((root - 1) * PAGE, branches + struct.pack(">H", PAGE - 9))(path)
    written(root * PAGE - 9, cell)(path)


def free(path):
    """Have a page be free that is the only one behind itself."""
    schema("CREATE TABLE x (a)", "DROP TABLE x")(path)
    data = path.read_bytes()
    (page,) = struct.unpack_from(">I", data, 32)
    assert page
    written((page - 1) * PAGE, struct.pack(">II", page, 0))(path)
    written(36, struct.pack(">I", 1000))(path)


ROWS = {
    "a long text": change("UPDATE matches SET moves = printf('%.*c', 210000, '1') WHERE id = 1"),
    "a long text of nothing": change(
        "UPDATE matches SET moves = char(0) || printf('%.*c', 210000, '1') WHERE id = 1"
    ),
    "a long blob": change("UPDATE matches SET moves = zeroblob(210000) WHERE id = 1"),
    "a long blob for a number": change("UPDATE matches SET pie = zeroblob(210000) WHERE id = 1"),
    "a long row": change(
        "UPDATE matches SET "
        + ", ".join(
            f"{name} = printf('%.*c', 40000, '1')"
            for name in ("players", "moves", "start", "rules", "side_lines", "clock", "name")
        )
        + " WHERE id = 1"
    ),
    "a long review": change("UPDATE reviews SET text = zeroblob(210000)"),
    "a branch in a circle": loop,
    "free pages in a circle": free,
    "a schema in a circle": written(
        100, struct.pack(">BHHHBIH", 5, 0, 1, PAGE - 9, 0, 1, PAGE - 9)
    ),
    "nonsense in the pages": written(PAGE, b"\xff" * PAGE * 3),
    "nonsense in the schema": written(100, b"\xff" * 900),
    "pages of another size": written(16, struct.pack(">H", 512)),
    "pages of no size": written(16, struct.pack(">H", 3)),
    "another format": written(18, b"\x09\x09"),
    "pages with no room": written(20, b"\xff"),
    "a schema of another format": written(44, struct.pack(">I", 99)),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_is_too_long_or_damaged_is_refused(library, path, name, monkeypatch):
    monkeypatch.setattr(foreign, "LONGEST_ROW", 200_000)
    before = everything(library)
    ROWS[name](path)
    assert tried(library, path) == "no back-up, or damaged"
    assert everything(library) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        change("UPDATE matches SET moves = zeroblob(300000000) WHERE id = 1"),
        change("UPDATE matches SET moves = printf('%.*c', 12000000, '1') WHERE id = 1"),
        schema(LONG_TABLE.format(300_000_000)),
    ],
    ids=["blob", "text", "schema"],
)
def test_texts_of_megabytes_are_refused(library, path, make):
    make(path)
    assert tried(library, path) == "no back-up, or damaged"


# -- what is no file


def device(name):
    def make(path):
        if not Path(name).exists():
            pytest.skip(f"there is no {name}")
        path.symlink_to(name)

    return make


def pipe(path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with names")
    os.mkfifo(path)


def pipe_with_a_header(path):
    pipe(path)
    os.write(os.open(path, os.O_RDWR), b"SQLite format 3\0")


def listening(path):
    if not hasattr(socket, "AF_UNIX"):
        pytest.skip("there are no sockets with names")
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(os.path.relpath(path))


def sparse(size):
    def make(path):
        with path.open("wb") as file:
            file.write(b"SQLite format 3\0")
            file.truncate(size)

    return make


NO_FILES = {
    "nothing": (lambda path: None, "No such file"),
    "an empty file": (Path.touch, "no back-up"),
    "a text": (lambda path: path.write_text("x" * 5000), "no back-up"),
    "a folder": (Path.mkdir, "irectory"),
    "a pipe": (pipe, "no back-up"),
    "a pipe that begins like one": (pipe_with_a_header, "no back-up"),
    "a socket": (listening, "No such device"),
    "a device with no end": (device("/dev/zero"), "no back-up"),
    "a device that is full": (device("/dev/full"), "no back-up"),
    "a link to itself": (lambda path: path.symlink_to(path), "symbolic links"),
    "a link to nothing": (lambda path: path.symlink_to("gone"), "No such file"),
    "four gigabytes": (sparse(foreign.LARGEST + 1), "too_large"),
    "a terabyte": (sparse(10**12), "too_large"),
}


@pytest.mark.skipif(os.name != "posix", reason="other systems have other words for it")
@pytest.mark.parametrize("name", NO_FILES)
def test_what_is_no_file_or_too_large_is_refused_at_once(library, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)  # the name of a socket has to be short
    make, words = NO_FILES[name]
    make(tmp_path / "bad")
    before = everything(library)
    assert words in tried(library, tmp_path / "bad")
    assert everything(library) == before


def test_what_begins_in_another_way_is_not_copied(library, path):
    path.write_bytes(bytes(10_000_000))
    assert "no back-up" in tried(library, path, lambda: pytest.fail("it was copied"))


# -- what is odd, and sound


def test_a_file_that_grows_is_read_as_long_as_it_was(library, path):
    def grow():
        with path.open("ab") as file:
            file.write(bytes(1_000_000))

    assert tried(library, path, grow) == 20


def pragmas(*settings):
    """Return what writes a back-up anew with other settings."""

    def change(path):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for setting in settings:
                connection.execute(f"PRAGMA {setting}")
            connection.execute("VACUUM")

    return change


def encoded(path):
    """Write a back-up anew in UTF-16."""
    source = sqlite3.connect(path, isolation_level=None)
    text = list(source.iterdump())
    source.close()
    path.unlink()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA encoding = 'UTF-16be'")
        for statement in text:
            if "sqlite_sequence" not in statement:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {migrations.VERSION}")


def link(path):
    place = path.with_name("place")
    path.rename(place)
    path.symlink_to(place)


ODD = {
    "small pages": pragmas("page_size = 512"),
    "large pages": pragmas("page_size = 65536"),
    "pages that move": pragmas("auto_vacuum = FULL"),
    "a file that is written beside": pragmas("journal_mode = WAL"),
    "something beside": lambda path: Path(f"{path}-wal").write_bytes(b"\xff" * 5000),
    "statistics": schema("ANALYZE"),
    "many statistics": schema(
        "ANALYZE",
        "INSERT INTO sqlite_stat1 WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        "WHERE i < 50000) SELECT 'matches', 'matches_by_time', '1 1' FROM n",
    ),
    "blanks": matches(" ", "\n\t "),
    "another encoding": encoded,
    "a link": link,
    "a write protection": lambda path: path.chmod(0o400),
}


@pytest.mark.parametrize("name", ODD)
def test_what_others_may_do_to_a_back_up_does_no_harm(library, path, name):
    ODD[name](path)
    assert tried(library, path) == 20


@pytest.mark.parametrize("version", [1, 7])
def test_back_ups_of_earlier_versions_are_taken(library, path, version):
    path.unlink()
    script = Path(__file__).parent / "samples" / f"library-version-{version}.sql"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(script.read_text("utf-8"))
    before = path.read_bytes()
    assert tried(library, path) > 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", range(1, migrations.VERSION))
def test_every_version_comes_to_the_schema_of_the_present_one(version):
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in chain(*migrations.MIGRATIONS[:version]):
            connection.execute(statement)
        assert migrations.schema(connection) == migrations.schema_of(version)
        connection.execute(f"PRAGMA user_version = {version}")
        migrations.bring_up_to_date(connection)
        assert migrations.schema(connection) == migrations.schema_of(migrations.VERSION)


# -- what is behind the schema


def test_a_foreign_library_is_opened_with_care(path):
    """Nothing of this is needed as long as the schema is one of ours."""
    write_beside(path, "PRAGMA default_cache_size = 100000000")
    with foreign.opened(path) as store:
        for name, value in (("trusted_schema", 0), ("cell_size_check", 1), ("cache_size", -2000)):
            assert store.rows(f"PRAGMA {name}") == [(value,)]
        if sys.version_info >= (3, 12):
            store.change("PRAGMA writable_schema = ON")
            with pytest.raises(StoreError, match="sqlite_master may not be modified"):
                store.change("UPDATE sqlite_master SET sql = sql")


def test_what_has_no_end_is_broken_off(path):
    def attempt():
        with foreign.opened(path) as store:
            return store.rows(ENDLESS)

    with pytest.raises(BadBackup):
        within(30, attempt)


def test_a_text_that_is_too_long_is_not_read(path):
    with foreign.opened(path) as store, pytest.raises(BadBackup):
        store.rows("SELECT zeroblob(30000000)")


def test_a_full_disk_does_not_make_a_back_up_a_bad_one(path):
    with foreign.opened(path) as store, pytest.raises(StoreFull):
        store.rows("PRAGMA max_page_count = 1")
        store.rows("CREATE TABLE x AS SELECT zeroblob(100000)")


def test_the_copy_is_gone_afterwards(path, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    with foreign.opened(path):
        assert [*(tmp_path / "temporary").iterdir()]
    schema("CREATE TABLE x (a)")(path)
    with pytest.raises(BadBackup):
        backup.count(path)
    assert not [*(tmp_path / "temporary").iterdir()]


# -- games that are compared with those of the library


TREES = {
    "moves": {"moves": "1 " * 490_000},
    "brackets": {"side_lines": "[" * 100_000},
    "lists": {"side_lines": f'{{"nodes": [{"[]," * 2_400_000}[]]}}'},
    "nodes": {"side_lines": json.dumps({"nodes": [[0, "1"]] * 600_000})},
    "numbers": {"side_lines": '{"asked": ' + "9" * 5_000 + "}"},
}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", TREES)
def test_trees_without_bounds_are_kept_and_not_looked_into(library, path, name):
    write_beside(path, "DELETE FROM matches WHERE id > 1")
    for column, text in TREES[name].items():
        write_beside(path, f"UPDATE matches SET begun = ?, {column} = ?", RECORD.begun, text)
    with little_memory(), contextlib.closing(Store(library)) as store:
        begin = time.thread_time()
        assert backup.merge(store, path) == Added(1, 0)
        assert backup.merge(store, path) == Added(0, 1)
        assert time.thread_time() - begin < MOST_SECONDS


class Stopped(Exception):
    pass


def test_a_merge_that_is_broken_off_leaves_whole_tens_of_games(path, monkeypatch):
    monkeypatch.setattr(backup, "MOST_AT_ONCE", 10)
    left = set()
    for times in range(0, 80, 7):
        counted = iter(range(times))

        def stop(counted=counted):
            if next(counted, None) is None:
                raise Stopped

        with contextlib.closing(Store()) as store:
            with contextlib.suppress(Stopped):
                backup.merge(store, path, stop)
            [(number,)] = store.rows("SELECT count(*) FROM matches")
            assert backup.merge(store, path) == Added(20 - number, number)
            left.add(number)
    assert left == {0, 10, 20}


def test_the_copying_of_a_file_can_be_broken_off(path):
    def stop():
        raise Stopped

    schema("CREATE TABLE x (a)")(path)
    with pytest.raises(Stopped):
        backup.count(path, stop)


def test_stars_without_end_are_left_out(library, path):
    write_beside(path, "INSERT INTO lessons VALUES ('a', 'b', 9e999, '')")
    with contextlib.closing(Store(library)) as store:
        backup.merge(store, path)
        assert store.rows("SELECT * FROM lessons WHERE course = 'a'") == []


MANY = """
    INSERT INTO matches (game, variant, rules, start, moves, players, result, pie, begun, saved)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})
    SELECT 'kalah', '6x6', '', '', i || printf('%.*c', {}, ' '), '', '', 0, {}, '' FROM n
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "length", "begun", "most"),
    [
        pytest.param(40_000, 2_000, "i", 100_000_000, marks=pytest.mark.long),
        (10_000, 200, "'2001'", 100_000_000),
        (150, 990_000, "i", MOST_MEMORY),
    ],
    ids=["many", "of one day", "long"],
)
def test_many_games_are_merged_in_little_memory(library, path, number, length, begun, most):
    write_beside(path, MANY.format(number, length, begun))
    with little_memory(most), contextlib.closing(Store(library)) as store:
        assert backup.merge(store, path).added == number + 20
        assert backup.merge(store, path).known == number + 20
