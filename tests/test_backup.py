"""Backing the library up and fetching it back: whole or not at all, and nothing is lost."""

import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path

import pytest
from test_store import FIGURES, RECORD, write_beside

from kalahgui.library import backup, listing
from kalahgui.library.foreign import BadBackup
from kalahgui.library.saved import Added
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreBusy, StoreError


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "here" / "games.sqlite3")
    yield store
    store.close()


@pytest.fixture
def other(tmp_path):
    store = Store(tmp_path / "there" / "games.sqlite3")
    yield store
    store.close()


@pytest.fixture
def merge(store, other, tmp_path):
    """Back the one library up, and merge it into the other one."""

    def merge() -> Added:
        backup.back_up(store, tmp_path / "games.kalahgui")
        return backup.merge(other, tmp_path / "games.kalahgui")

    return merge


def begun(number: int, **changes: object):
    return replace(RECORD, begun=f"2026-01-01T10:00:{number:02}.000+00:00", **changes)


@pytest.fixture
def file(store, tmp_path) -> Path:
    """Return a back-up of three matches: one with name, star and review, and one in the bin."""
    match = store.save(begun(1, result="first"))
    listing.rename(store, match.id, "the best")
    listing.star(store, match.id, True)
    store.save_review(replace(FIGURES, match=match.id), "a review", match.revision)
    store.save(begun(2))
    listing.discard(store, store.save(begun(3)).id)
    path = tmp_path / "games.kalahgui"
    backup.back_up(store, path)
    return path


def test_a_backup_is_one_file_and_comes_back_whole(file, other, tmp_path):
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name, "here", "there"]
    assert backup.count(file) == 2
    assert backup.merge(other, file) == Added(2, 0)
    second, first = listing.page(other, 10)
    assert (first.name, first.starred, first.complete) == ("the best", 1, 1)
    assert (first.begun, second.begun) == (begun(1).begun, begun(2).begun)
    assert other.review_text(first.id) == "a review"
    assert replace(other.match(second.id), id=None, revision=0) == begun(2)
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name, "here", "there"]


def test_a_backup_can_be_read_where_nothing_can_be_written_beside_it(file):
    # A file that keeps a journal beside it could not be opened in a folder that is read-only.
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_every_column_of_a_match_and_its_review_comes_back(store, other, merge):
    whole = replace(
        RECORD,
        variant="6x4",
        rules="pie",
        result="second out of time",
        pie=1,
        side_lines='{"comments": {"1": "good"}}',
        series="2 1 0",
        clock="300+5 120.000 60.500 3 2",
        teaching=3,
    )
    for field in fields(whole):
        if field.name not in ("id", "revision", "game", "start", "moves", "players"):
            assert getattr(whole, field.name) not in ("", "0 0 0", 0, "standard"), field.name
    match = store.save(whole)
    listing.rename(store, match.id, "the best")
    listing.star(store, match.id, True)
    store.save_review(replace(FIGURES, match=match.id), "a review", match.revision)
    other.save(begun(5))  # and so the id is another one
    merge()
    [row] = [row for row in listing.page(other, 10) if row.begun == whole.begun]
    assert (row.name, row.starred) == ("the best", 1)
    assert other.match(row.id) == replace(match, id=row.id)
    assert other.review_figures("kalah") == [replace(FIGURES, match=row.id)]
    assert other.review_text(row.id) == "a review"


def test_what_is_there_is_not_added_again(file, store, other):
    backup.merge(other, file)
    assert backup.merge(other, file) == Added(0, 2)
    assert len(listing.page(other, 10)) == 2
    assert backup.merge(store, file) == Added(0, 2)


BEN = {"players": '[["Ben", ""], ["", "3"]]'}
LONGER, LINE = {"moves": "1 2 3"}, {"side_lines": '{"nodes": [[0, "3"]]}'}
TAKEN_BACK = {"side_lines": '{"nodes": [[1, "3"]], "comments": {"1": "good", "3": "bad"}}'}
TAGS = {"side_lines": '{"tags": {"Event": "Cup"}}'}
FIRST = {"result": "first"}
# Games that began at the same moment: what is here has all that is there.
KNOWN = [
    (FIRST, {}),
    (LONGER, {}),
    # The nodes of a side line have the numbers after those of the main line.
    (
        {
            "moves": "1 2 4 5",
            "side_lines": '{"nodes": [[1, "3"]], "comments": {"1": "good", "5": "bad"}}',
        },
        TAKEN_BACK,
    ),
    (LONGER | TAGS, TAGS),
    # What a search has counted, and what was taken back or asked, is no reason for a second copy.
    (LONGER, {"side_lines": '{"searched": {"2": [3, 4, 0.5]}}'}),
    (LINE, {"side_lines": '{"nodes": [[0, "3"]], "taken_back": [3], "asked": 2}'}),
    (FIRST | LINE, FIRST),
    ({"moves": "1 3", "side_lines": '{"nodes": [[1, "2"]]}'}, {}),
    ({"side_lines": '{"nodes": [[0, "4"], [0, "3"]]}'}, LINE),
    (
        {"moves": "1 3", "side_lines": '{"nodes": [[1, "2"]], "resigned": {"3": 0}}'},
        {"moves": "1", "side_lines": '{"nodes": [[1, "2"]], "resigned": {"2": 0}}'},
    ),
]
# What is there went another way, or has something besides.
OTHER = [
    *(({"moves": moves}, {}) for moves in ("1 3", "1", "", "1 21")),
    ({}, BEN),
    (FIRST, {"result": "second resigned"}),
    ({}, {"result": "first resigned"}),
    ({"rules": "empty-capture"}, {}),
    (LINE, {"side_lines": '{"nodes": [[0, "4"]]}'}),
    (LINE | {"revision": 9}, TAGS),
    (LONGER | {"revision": 9}, LINE),
    (LONGER, {"result": "first resigned"}),
    (LONGER | FIRST, {"moves": "1 2 4"} | FIRST),
    ({"moves": "1 2 4"}, TAKEN_BACK),
    ({"moves": "1 2 4", "side_lines": '{"nodes": [[1, "3"]]}'}, TAKEN_BACK),
    (LONGER, TAGS),
    (LONGER | TAGS, {"side_lines": '{"tags": {"Event": "Final"}}'}),
    (LONGER, {"side_lines": '{"resigned": {"1": 0}}'}),
    ({"moves": "1 3", "side_lines": '{"nodes": [[1, "2"]]}'}, FIRST),
    (LONGER, {"side_lines": '{"unheard of": {}}'}),
    (LONGER, {"side_lines": '{"nodes": [[9, "3"]]}'}),
    (LONGER, {"side_lines": '["no mapping"]'}),
    ({"side_lines": "{damaged"}, {}),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("here", "there"), KNOWN)
def test_a_game_that_went_on_is_known_by_its_tree(store, other, merge, here, there):
    ours = other.save(begun(2, **here))
    store.save(begun(2, **there))
    assert merge() == Added(0, 1)
    assert other.matches() == [ours]


@pytest.mark.few(8)
@pytest.mark.parametrize(("here", "there"), OTHER)
def test_what_a_backup_has_besides_is_never_lost(store, other, merge, here, there):
    other.save(begun(2, **here))
    theirs = store.save(begun(2, **there))
    assert merge() == Added(1, 0)
    kept = [replace(record, id=theirs.id, revision=theirs.revision) for record in other.matches()]
    assert theirs in kept
    assert merge() == Added(0, 1)


def test_a_game_that_is_known_takes_over_a_name_and_a_star_that_it_lacks(file, other):
    plain = other.save(begun(1, result="first"))
    backup.merge(other, file)
    row = listing.row_of(other, plain.id)
    assert (row.name, row.starred) == ("the best", 1)
    listing.rename(other, plain.id, "mine")
    assert backup.merge(other, file) == Added(0, 2)
    row = listing.row_of(other, plain.id)
    assert (row.name, row.starred) == ("mine", 1)


@pytest.mark.slow
def test_thousands_of_games_of_the_same_moment_are_told_apart(store, other, merge):
    games = [
        begun(2, moves=f"{n // 2} 2", players=f'[["Ann", ""], ["Ben {n % 2}", ""]]')
        for n in range(3000)
    ]
    for library in (store, other):
        with library.together():
            for game in games:
                library.save(game)
    store.save(begun(3))
    assert merge() == Added(1, 3000)


def test_a_game_in_the_bin_comes_back(file, store):
    match = store.unfinished(1)[0]
    listing.discard(store, match.id)
    assert backup.merge(store, file) == Added(1, 1)
    assert store.unfinished(1)[0] == match


def test_a_game_in_the_bin_stays_there_while_another_one_has_all_of_it(store, other, merge):
    store.save(begun(1))
    listing.discard(other, other.save(begun(1)).id)
    longer = other.save(begun(1, moves="1 2 3"))
    assert merge() == Added(0, 1)
    assert other.matches() == [longer]


def test_games_with_one_number_in_the_index_are_told_apart(store, other, merge, monkeypatch):
    monkeypatch.setattr(backup, "hash", lambda value: 1, raising=False)
    for number in range(3):
        other.save(begun(number, moves="1 2 3"))
    for number in range(2, 5):
        store.save(begun(number, moves="1 4"))
        store.save(begun(number, moves="1 2 3"))
    assert merge() == Added(5, 1)
    assert merge() == Added(0, 6)


def test_a_review_that_is_lacking_comes_along(file, store, other):
    other.save(begun(1, result="first"))
    assert backup.merge(other, file) == Added(1, 1)
    assert {row.complete for row in listing.page(other, 10)} == {None, 1}


@pytest.mark.parametrize(
    "damage", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000], ids=len
)
def test_a_foreign_or_damaged_file_is_refused_and_left_alone(other, tmp_path, damage, caplog):
    path = tmp_path / "bad.kalahgui"
    path.write_bytes(damage)
    for does in (lambda: backup.count(path), lambda: backup.merge(other, path)):
        with pytest.raises(BadBackup) as refused:
            does()
        assert not refused.value.newer
    assert path.read_bytes() == damage
    assert listing.page(other, 10) == []
    assert not caplog.messages  # of the player's own games nothing is damaged


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("matches", "revision", "x"),
        ("matches", "pie", "x"),
        ("matches", "starred", "x"),
        ("matches", "moves", b"\xff"),
        ("matches", "name", b"\xff"),
        ("matches", "side_lines", b"\xff"),
        ("reviews", "first_lost", "x"),
        ("reviews", "text", b"\xff"),
    ],
)
def test_a_row_with_something_else_in_a_column_hides_no_other_one(
    file, store, other, table, column, value
):
    write_beside(file, f"UPDATE {table} SET {column} = ? WHERE rowid = 1", value)
    left_out = column in ("moves", "side_lines")
    assert backup.merge(other, file) == Added(1 if left_out else 2, 0)
    rows = listing.page(other, 10)
    assert rows[0].begun == begun(2).begun
    assert len(rows) == (1 if left_out else 2)
    if not left_out:
        assert (rows[1].complete is None) == (table == "reviews")
    assert backup.merge(other, file).added == 0
    before = [row.id for row in listing.page(store, 10)]
    assert backup.merge(store, file).added == 0
    assert [row.id for row in listing.page(store, 10)] == before


def test_a_damaged_match_of_the_library_is_left_alone(file, store):
    store.change("UPDATE matches SET moves = x'FF', revision = 'x' WHERE id = 1")
    store.change("UPDATE matches SET name = x'FF' WHERE id = 2")
    assert backup.merge(store, file) == Added(1, 1)
    assert store.rows("SELECT moves, revision FROM matches WHERE id = 1") == [(b"\xff", "x")]


def test_a_file_that_is_not_there_is_said(other, tmp_path):
    with pytest.raises(StoreError, match="No such file"):
        backup.merge(other, tmp_path / "nothing.kalahgui")
    with pytest.raises((OSError, StoreError)):
        backup.back_up(other, tmp_path / "nowhere" / "games.kalahgui")


def test_a_merge_into_a_busy_store_adds_nothing(file, other):
    holder = sqlite3.connect(other.path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        backup.merge(other, file)
    holder.execute("ROLLBACK")
    holder.close()
    assert backup.merge(other, file).added == 2


def test_what_is_kept_in_memory_can_be_backed_up(tmp_path):
    store = Store()
    store.save(RECORD)
    backup.back_up(store, tmp_path / "games.kalahgui")
    assert backup.count(tmp_path / "games.kalahgui") == 1
    store.close()
