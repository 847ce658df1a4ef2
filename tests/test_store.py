"""The store: it keeps what it was given and never damages what it cannot use."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from limited import within

from kalahgui.games import GAMES
from kalahgui.library import listing, migrations, saved, store_file
from kalahgui.library import store as store_module
from kalahgui.library.store import MatchRecord, ReviewFigures, Store, StoreConflict, StoreLost
from kalahgui.library.store_file import (
    ReadOnly,
    StoreBusy,
    StoreError,
    StoreFull,
    check_writable,
    translated,
)
from kalahgui.match.match import Match, Player

DELETE_MATCH = "DELETE FROM matches WHERE id = ?"
ROOT = Path(__file__).parent.parent
RECORD = MatchRecord(
    game="kalah",
    variant="6x6",
    rules="standard",
    start="<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>",
    moves="1 2",
    players='[["Ann", ""], ["", "3"]]',
    result="",
    pie=0,
    begun="2026-01-01T10:00:00.000+00:00",
    saved="2026-01-01T10:05:00.000+00:00",
)


FIGURES = ReviewFigures(
    match=1,
    game="kalah",
    variant="6x6",
    complete=1,
    first_person=1,
    first_moves=12,
    first_found=7,
    first_lost=9,
    first_mistakes=2,
    second_person=0,
    second_moves=11,
    second_found=9,
    second_lost=3,
    second_mistakes=1,
    saved="2026-01-01T10:06:00.000+00:00",
    edition=2,
)


def write_beside(path, statement, *values):
    """Change a store's file as another program might."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def break_page(path, words, content=bytes(4096)):
    """Write over the page of a file on which some words stand."""
    whole = path.read_bytes()
    page = whole.index(words) // 4096 * 4096
    path.write_bytes(whole[:page] + content + whole[page + 4096 :])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "store.sqlite"


def test_settings_come_back(path):
    store = Store(path)
    assert store.notice is None
    assert store.get_setting("volume") is None
    assert store.get_setting("volume", 0.5) == 0.5
    for value in (0.7, None, True, "日本語 \U0001f3b2", [1, {"a": "b"}], ""):
        store.set_setting("volume", value)
        assert store.get_setting("volume", 0.5) == value
    store.close()
    assert Store(path).get_setting("volume", 0.5) == ""


def test_of_matches_alike_the_newest_that_is_not_in_the_bin_is_found():
    store = Store()
    match = Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Ben")))
    match.replay_texts(["3", "6"])
    kept = [store.save(saved.record_of(saved.StoredMatch(match))).id for _ in range(2)]
    for wanted in (kept[1], kept[0]):
        stored = saved.find_alike(store, saved.StoredMatch(match))
        assert (stored.identifier, stored.match.ply_texts()) == (wanted, ["3", "6"])
        listing.discard(store, wanted)
    assert saved.find_alike(store, saved.StoredMatch(match)) is None


@pytest.mark.parametrize("damage", ["{oops", "[" * 100_000, b"\xff\xfe", 7])
def test_a_setting_that_is_no_json_is_the_default(path, damage):
    store = Store(path)
    store.close()
    write_beside(path, "INSERT INTO settings VALUES ('volume', ?)", damage)
    assert Store(path).get_setting("volume", 3) == (7 if damage == 7 else 3)


def test_of_a_setting_with_half_a_sign_the_rest_is_kept(path):
    store = Store(path)
    store.set_setting("cards", {"name": "An\ud800na", "level": 3})
    assert store.get_setting("cards") == {"name": "Anna", "level": 3}


@pytest.mark.parametrize("column", ["moves", "side_lines", "players", "game"])
def test_a_record_of_damaged_text_does_not_hide_the_others(path, column):
    store = Store(path)
    good = store.save(RECORD)
    bad = store.save(replace(RECORD, saved="2999-01-01"))
    store.close()
    write_beside(path, f"UPDATE matches SET {column} = CAST(x'FFFE' AS TEXT) WHERE id = ?", bad.id)
    first, second = Store(path).unfinished(10)
    assert (first.id, second) == (bad.id, good)
    with pytest.raises(ValueError):
        saved.stored_of(first)


def test_matches_are_inserted_updated_listed_and_deleted(path):
    store = Store(path)
    first = store.save(RECORD).id
    second = store.save(replace(RECORD, saved="2026-01-02")).id
    assert first != second
    assert store.match(first) == replace(RECORD, id=first, revision=1)
    longer = replace(RECORD, id=first, revision=1, moves="1 2 3", saved="2026-01-03")
    assert store.save(longer) == replace(longer, revision=2)
    assert [(match.id, match.moves) for match in store.matches()] == [
        (first, "1 2 3"),
        (second, "1 2"),
    ]
    assert [match.id for match in store.unfinished(10)] == [first, second]
    store.save(replace(longer, revision=2, result="draw", saved="2026-01-04"))
    assert [match.id for match in store.unfinished(10)] == [second]
    assert [match.id for match in store.matches(1)] == [first]
    store.change(DELETE_MATCH, second)
    assert store.unfinished(10) == []
    assert store.match(second) is None
    assert store.save(RECORD).id not in (first, second), "an id is not given twice"
    store.change(DELETE_MATCH, second + 1)
    store.close()
    assert [match.id for match in Store(path).matches()] == [first]


def test_without_a_path_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = Store()
    assert store.save(RECORD).id == 1
    assert store.notice is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "damage", [b"this is no database" * 100, b"SQLite format 3\0" + b"\xff" * 5000, b"x"]
)
def test_an_unreadable_file_is_set_aside(path, damage):
    path.parent.mkdir()
    path.write_bytes(damage)
    store = Store(path)
    assert store.notice[:2] == (store_module.SET_ASIDE, f"{path}.unreadable-1")
    assert Path(store.notice.path).read_bytes() == damage
    store.save(RECORD)
    store.close()
    assert len(Store(path).matches()) == 1


def test_what_lies_beside_goes_with_it_and_nothing_is_overwritten(path):
    path.parent.mkdir()
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").write_bytes(b"garbage" + end.encode())
    taken = Path(f"{path}.unreadable-1-wal")
    taken.write_bytes(b"older")
    store = Store(path)
    assert store.notice.path == f"{path}.unreadable-2"
    for end in ("", "-wal", "-shm"):
        assert Path(f"{path}.unreadable-2{end}").read_bytes() == b"garbage" + end.encode()
    assert taken.read_bytes() == b"older"


DAMAGES = {
    "empty": lambda path: os.truncate(path, 0),
    "cut short": lambda path: os.truncate(path, 8192),
    "no database": lambda path: path.write_bytes(b"no database" * 1000),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_file_opened_once_more_is_refused_when_damaged_and_stays(path, damage):
    store = Store(path)
    store.save(RECORD)
    store.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    DAMAGES[damage](path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        store.another()
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*unreadable*"))
    store.close()


def test_a_file_opened_once_more_is_the_same_one(path):
    store = Store(path)
    store.save(RECORD)
    with contextlib.closing(store.another()) as other:
        assert other.path == path
        assert other.matches() == store.matches()
        other.save(RECORD)
    assert len(store.matches()) == 2
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(StoreError, match="gone"):
        store.another()
    assert not path.exists()
    store.close()


def test_a_newer_store_is_left_as_it_is(path):
    store = Store(path)
    store.save(RECORD)
    store.close()
    write_beside(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    store = Store(path)
    assert store.notice[:2] == (store_module.NEWER, str(path))
    assert store.matches() == []
    store.save(RECORD)
    store.close()
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("place", "code"),
    [("file/store.sqlite", store_module.UNWRITABLE), ("folder", store_module.NO_FILE)],
)
def test_a_file_that_cannot_be_made_leaves_a_store_in_memory(tmp_path, place, code):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    store = Store(tmp_path / place)
    assert store.notice.code == code
    store.set_setting("a", 1)
    assert store.get_setting("a") == 1


def test_what_can_only_be_read_is_shown_from_memory(path, monkeypatch):
    with contextlib.closing(Store(path)) as store:
        kept = store.save(RECORD)
    another = Store(path)  # what it writes stays beside the file
    another.set_setting("a", 1)
    reading = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    with pytest.raises(ReadOnly), translated():
        check_writable(reading)

    def refuse(connection):
        (_, _, file), *_ = connection.execute("PRAGMA database_list")
        if file == str(path):
            raise ReadOnly

    monkeypatch.setattr(store_file, "check_writable", refuse)
    store = Store(path)
    assert store.notice[:2] == (store_module.UNWRITABLE, str(path)) and store.path is None
    assert store.matches() == [kept] and store.get_setting("a") == 1
    store.save(RECORD)
    assert len(store.matches()) == 2 and len(another.matches()) == 1
    another.change("PRAGMA user_version = 4")
    before = set(path.parent.iterdir())
    assert Store(path).notice.code == store_module.UNWRITABLE
    assert set(path.parent.iterdir()) == before, "no copy is left by every start"


def test_a_store_that_another_program_writes_to_is_opened_at_once(path):
    with contextlib.closing(Store(path)) as writing, writing.together():
        store = Store(path)
        assert store.notice is None and store.path == path
        with contextlib.closing(store.another()) as other, pytest.raises(StoreBusy):
            other.change("PRAGMA busy_timeout = 0")
            other.set_setting("a", 1)
    store.set_setting("a", 1)


def test_a_lock_is_told_and_the_next_try_succeeds(path):
    store = Store(path)
    kept = store.save(RECORD)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        store.save(replace(kept, moves="1 2 3"))
    with pytest.raises(StoreBusy):
        store.set_setting("a", 1)
    with pytest.raises(StoreBusy):
        store.save_review(replace(FIGURES, match=kept.id), "text", 1)
    assert store.match(kept.id).moves == "1 2"
    other.execute("COMMIT")
    store.save(replace(kept, moves="1 2 3"))
    assert store.match(kept.id).moves == "1 2 3"
    other.close()


def test_a_store_that_stays_locked_is_left_as_it_is(path, monkeypatch):
    monkeypatch.setattr(store_file, "OPENING_SECONDS", 0.01)
    store = Store(path)
    store.save(RECORD)
    store.close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    store = Store(path)
    assert store.notice[:2] == (store_module.LOCKED, str(path))
    store.save(RECORD)
    other.execute("ROLLBACK")
    other.close()
    assert len(Store(path).matches()) == 1


def test_a_match_that_another_program_has_written_is_not_overwritten(path):
    one, two = Store(path), Store(path)
    mine = one.save(RECORD)
    theirs = two.save(replace(mine, moves="1 2 3"))
    with pytest.raises(StoreConflict):
        one.save(replace(mine, moves="1 2 4"))
    assert one.match(mine.id) == theirs
    two.change(DELETE_MATCH, mine.id)
    with pytest.raises(StoreConflict):
        one.save(replace(theirs, moves="1"))


def test_matches_to_go_on_with_come_by_pages_without_those_from_elsewhere(path):
    store = Store(path)
    games = [
        store.save(replace(RECORD, saved=f"2026-01-0{day}", revision=0)) for day in (1, 3, 3, 2)
    ]
    store.save(replace(RECORD, begun="2026-01-09", saved="2026-01-09"))
    order = [games[2], games[1], games[3], games[0]]
    assert store.count_unfinished() == 4
    assert store.unfinished(2) == order[:2]
    assert store.unfinished(2, order[1]) == order[2:]
    assert store.unfinished(2, order[3]) == []
    assert store.unfinished(1, order[0]) == [order[1]]


@pytest.mark.skipif(os.name != "posix", reason="an open file can be deleted on POSIX alone")
@pytest.mark.parametrize("before_the_last_change", [False, True])
def test_of_changes_that_belong_together_none_is_done_when_the_file_goes(
    path, before_the_last_change
):
    def lose():
        store = Store(path)
        kept = store.save(RECORD)
        with pytest.raises(StoreLost), store.together():
            store.save(RECORD)
            shutil.rmtree(path.parent)
            if before_the_last_change:
                store.save(RECORD)
        assert store.matches() == [kept]
        with store.together():
            store.save(RECORD)
        assert len(store.matches()) == 2

    within(20, lose)


def test_a_copy_does_not_wait_for_another_program_without_end(path, tmp_path):
    def copy():
        store = Store(path)
        store.rows("PRAGMA journal_mode = DELETE")  # as on a disk in the network
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StoreBusy):
                store.copy_to(tmp_path / "copy")
        store.copy_to(tmp_path / "copy")

    within(20, copy)


def older(path, version):
    """Write a store as an earlier version had it, with nothing in it; return a connection."""
    path.parent.mkdir()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    for statement in chain(*migrations.MIGRATIONS[:version]):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {version}")
    return connection


@pytest.fixture
def old(path):
    """Write a store of the first layout with three matches, one of them beyond repair."""
    connection = older(path, 1)
    connection.execute("INSERT INTO settings VALUES ('volume', '0.5')")
    for moves, result in (("1 2", ""), ("1 2 3", "second resigned"), ("no moves", "")):
        connection.execute(
            "INSERT INTO matches (game, variant, rules, start, moves, players, result, pie, begun,"
            " saved) VALUES ('kalah', '6x6', 'standard', ?, ?, ?, ?, 0, ?, ?)",
            (RECORD.start, moves, RECORD.players, result, RECORD.begun, RECORD.saved),
        )
    connection.close()
    return path


def check_old(store):
    """Check that everything of an old store is there."""
    assert store.notice is None
    assert store.get_setting("volume") == 0.5
    matches = {match.id: (match.moves, match.result) for match in store.matches()}
    assert matches == {1: ("1 2", ""), 2: ("1 2 3", "second resigned"), 3: ("no moves", "")}
    match = store.match(2)
    assert (match.side_lines, match.series, match.revision) == ("", "0 0 0", 1)
    assert saved.stored_of(match).match.tip.resigned == 1
    assert store.save(replace(match, moves="1 2")).revision == 2


@pytest.mark.parametrize("earlier", [False, True])
def test_an_older_store_is_brought_up_to_date_with_a_copy_beside_it(old, earlier):
    taken, part = Path(f"{old}.version-1"), Path(f"{old}.version-1-2.part")
    if earlier:
        taken.write_bytes(b"an earlier copy")
        part.write_bytes(b"left behind by a program that was killed")
    check_old(Store(old))
    copy = sqlite3.connect(f"{taken}-2" if earlier else taken)
    assert copy.execute("PRAGMA user_version").fetchone() == (1,)
    assert copy.execute("SELECT count(*) FROM matches").fetchone() == (3,)
    copy.close()
    assert not earlier or taken.read_bytes() == b"an earlier copy"
    assert not part.exists()


def test_a_change_that_fails_leaves_the_older_store_as_it_was(old, monkeypatch):
    # It fails where there is a setting already.
    broken = (
        *migrations.MIGRATIONS[:-1],
        (*migrations.MIGRATIONS[-1], "INSERT INTO settings VALUES ('volume', '1')"),
    )
    monkeypatch.setattr(migrations, "MIGRATIONS", broken)
    assert Store(old).notice.code == store_module.UNWRITABLE
    monkeypatch.undo()
    check_old(Store(old))


@pytest.mark.parametrize("version", range(2, migrations.VERSION))
def test_a_store_of_every_version_between_is_brought_up_to_date(path, version):
    connection = older(path, version)
    connection.execute(
        "INSERT INTO matches (id, game, variant, rules, start, moves, players, result, pie, begun,"
        " saved, side_lines, series, revision) VALUES (7, 'kalah', '6x6', 'standard', ?, '1 2', ?,"
        " '', 0, ?, ?, 'beside', '2 1 0', 5)",
        (RECORD.start, RECORD.players, RECORD.begun, RECORD.saved),
    )
    connection.close()
    store = Store(path)
    assert store.notice is None
    [kept] = store.matches()
    assert json.loads(kept.players) == [["Ann", ""], ["", "old:3" if version < 4 else "3"]]
    as_before = replace(RECORD, id=7, side_lines="beside", series="2 1 0", revision=5)
    assert kept == replace(as_before, players=kept.players)
    [row] = listing.page(store, 10)
    assert (row.name, row.starred, row.plies, store.review_text(7)) == ("", 0, 2, None)
    store.save_review(replace(FIGURES, match=7), "a review", 5)
    assert store.save(kept).revision == 6
    assert store.review_text(7) == "a review"
    copy = sqlite3.connect(f"{path}.version-{version}")
    assert copy.execute("PRAGMA user_version").fetchone() == (version,)
    assert copy.execute("SELECT id FROM matches").fetchall() == [(7,)]
    copy.close()


def test_a_review_of_a_match_that_went_on_or_is_gone_is_refused(path):
    store = Store(path)
    kept = store.save(RECORD)
    store.save_review(replace(FIGURES, match=kept.id), "of one move", kept.revision)
    later = store.save(replace(kept, moves="1 2 3"))
    store.save_review(replace(FIGURES, match=kept.id), "of three moves", later.revision)
    with pytest.raises(StoreConflict):
        store.save_review(replace(FIGURES, match=kept.id), "of one move", kept.revision)
    assert store.review_text(kept.id) == "of three moves"
    store.change(DELETE_MATCH, kept.id)
    with pytest.raises(StoreConflict):
        store.save_review(replace(FIGURES, match=kept.id), "text", later.revision)
    assert store.review_text(kept.id) is None


def test_a_review_is_kept_replaced_and_goes_with_its_match(path):
    store = Store(path)
    one, two = store.save(RECORD).id, store.save(RECORD).id
    assert store.review_text(one) is None
    for text in ("first", "second \u77f3"):
        store.save_review(replace(FIGURES, match=one), text, 1)
        assert store.review_text(one) == text
    later = replace(FIGURES, match=two, complete=0, second_lost=9, saved="2026-02-02")
    store.save_review(later, "other", 1)
    store.close()
    store = Store(path)
    assert store.review_figures("kalah") == [later, replace(FIGURES, match=one)]
    assert store.review_figures("reversi") == []
    store.change(DELETE_MATCH, one)
    assert store.review_text(one) is None
    assert store.review_figures("kalah") == [later]
    assert store.review_text(two) == "other"


def test_a_store_whose_reviews_are_of_another_shape_is_set_aside(path):
    Store(path).close()
    write_beside(path, "ALTER TABLE reviews RENAME COLUMN first_lost TO lost")
    assert Store(path).notice.code == store_module.SET_ASIDE


def test_two_programs_bring_an_older_store_up_to_date(old):
    code = (
        "import sys; from kalahgui.library.store import Store\n"
        "sys.stdin.readline(); store = Store(sys.argv[1])\n"
        "print(store.notice, len(store.matches()))\n"
    )
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(old)],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for program in programs:
        program.stdin.write("go\n")
        program.stdin.flush()
    outputs = [program.communicate()[0] for program in programs]
    assert outputs == ["None 3\n"] * 3
    assert Path(f"{old}.version-1").exists()
    assert not Path(f"{old}.version-1-2").exists()
    check_old(Store(old))


@pytest.mark.skipif(os.name != "posix", reason="an open file can be deleted on POSIX alone")
def test_the_new_file_in_place_of_a_damaged_one_is_watched_too(path):
    path.parent.mkdir()
    path.write_bytes(b"garbage" * 100)
    store = Store(path)
    assert store.notice.code == store_module.SET_ASIDE
    path.unlink()
    with pytest.raises(StoreLost):
        store.save(RECORD)


@pytest.mark.parametrize("table", ["theirs", "matches"])
def test_another_programs_file_stays_as_it_is(path, table):
    path.parent.mkdir()
    write_beside(path, f"CREATE TABLE {table} (name TEXT)")
    before = path.read_bytes()
    aside = Store(path).notice.path
    assert Path(aside).read_bytes() == before


def test_a_full_disk_is_told_apart(path):
    store = Store(path)
    store.rows("PRAGMA max_page_count = 1")
    with pytest.raises(StoreFull):
        store.save(replace(RECORD, side_lines="x" * 1_000_000))
    store.close()
