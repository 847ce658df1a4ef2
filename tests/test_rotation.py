"""Back-ups that the program writes by itself: how they rotate, and the way back to one."""

import os
import sqlite3
import tempfile
import time
import tracemalloc
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_store import FIGURES, RECORD

from kalahgui.library import learnt, listing, rotation
from kalahgui.library.backup import SUFFIX
from kalahgui.library.foreign import BadBackup
from kalahgui.library.learnt import PuzzleTry, StoredExercise
from kalahgui.library.rotation import MOST, NEWEST, Differences, Kept
from kalahgui.library.store import Store, StoreConflict
from kalahgui.library.store_file import StoreError, Unreadable

DAY = date(2026, 11, 28)
TRY = PuzzleTry("kalah", "6x6", 1, "rated", True, False, 1500.0, 300.0, 0.06)
EXERCISE = StoredExercise(
    *("kalah", "6x6", "standard", RECORD.start, "1 2", "3", "", "middle"),
    *(False, 3, "{}", "{}", "2026-11-28T10:00:00+00:00"),
)


def after(days: int) -> date:
    return DAY + timedelta(days=days)


@pytest.fixture
def store(tmp_path):
    with closing(Store(tmp_path / "data" / "games.sqlite3")) as store:
        yield store


def play(store: Store, games: int = 1) -> None:
    """Add games that all are different."""
    [(count,)] = store.rows("SELECT coalesce(max(seq), 0) FROM sqlite_sequence")
    moments = (f"T10:00:00.{count + n:06}+00:00" for n in range(games))
    store.add([replace(RECORD, begun=f"2026-01-01{at}", saved=f"2026-01-02{at}") for at in moments])


def lose(store: Store) -> None:
    """Have a library that is as good as new."""
    for table in ("matches", "lessons", "puzzle_tries", "exercises", "answers"):
        store.change(f"DELETE FROM {table}")


def folder(store: Store) -> Path:
    return store.path.parent / "backups"


def names(store: Store, today: date = DAY) -> list[str]:
    return [backup.path.name for backup in rotation.kept(store, today)]


def games(store: Store, today: date = DAY) -> list[int]:
    """Return how many games each back-up has, the one written last first."""
    return [rotation.count_games(backup.path) for backup in rotation.kept(store, today)]


def everything(store: Store) -> dict[str, list[tuple]]:
    """Return all rows but settings, and all of them but the revision of a match."""
    rows = {}
    for (table,) in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
        if table != "settings" and not table.startswith("sqlite_"):
            table_info = store.rows(f"PRAGMA table_info({table})")
            columns = ", ".join(column for _, column, *_ in table_info if column != "revision")
            rows[table] = store.rows(f"SELECT {columns} FROM {table} ORDER BY 1, 2")
    return rows


def contents_of(path: Path) -> dict[str, list[tuple]]:
    with closing(Store(path, own=False)) as backup:
        return everything(backup)


def whole(path: Path) -> bool:
    with closing(Store(path.absolute(), own=False)) as backup:
        return backup.notice is None and backup.rows("PRAGMA integrity_check") == [("ok",)]


# -- after play


def test_one_a_day_is_written_when_something_has_changed(store):
    assert not rotation.back_up_daily(store, DAY)  # of nothing
    play(store, 3)
    assert rotation.back_up_daily(store, DAY)
    assert names(store) == ["2026-11-28.kalahgui"]
    play(store)
    assert not rotation.back_up_daily(store, DAY)
    assert games(store) == [3]
    assert rotation.back_up_daily(store, after(1))
    assert not rotation.back_up_daily(store, after(2))
    assert games(store, after(2)) == [4, 3]


@pytest.mark.parametrize(
    "change",
    [
        lambda store: listing.rename(store, 1, "Anne"),
        lambda store: listing.star(store, 1, True),
        lambda store: listing.discard(store, 1),
        lambda store: store.save(replace(store.match(1), moves="1")),
        lambda store: store.save_review(replace(FIGURES, match=1), "a review", 1),
        lambda store: learnt.keep_stars(store, "kalah", "sowing", 3),
        lambda store: learnt.keep_answer(store, "cut", True),
    ],
)
def test_every_change_of_a_game_or_of_what_was_learnt_is_one(store, change):
    play(store, 2)
    listing.rename(store, 1, "Anna")
    rotation.back_up_daily(store, DAY)
    store.set_setting("window", [800, 500])
    assert not rotation.back_up_daily(store, after(1))
    change(store)
    assert rotation.back_up_daily(store, after(1))


def test_what_is_kept_in_memory_has_none():
    with closing(Store()) as store:
        play(store)
        assert not rotation.is_due(store, DAY)
        assert not rotation.back_up_daily(store, DAY)
        assert rotation.kept(store, DAY) == []


def test_no_other_file_is_touched(store):
    folder(store).mkdir()
    others = ["mine.kalahgui", "2026-02-31.kalahgui", "2026-01-01.txt"]
    for name in others:
        (folder(store) / name).write_bytes(b"")
    for day in range(MOST + 1):
        play(store)
        rotation.back_up_daily(store, after(day))
    assert {path.name for path in folder(store).iterdir()} == {*names(store, after(12)), *others}


def held(path: Path) -> Counter[tuple]:
    """Return how much a back-up has of each game, and of the answers of a learner."""
    things: Counter[tuple] = Counter()
    query = "SELECT begun, game, variant, start, players, moves FROM matches WHERE deleted = ''"
    with closing(sqlite3.connect(path)) as connection:
        for *game, moves in connection.execute(query):
            things[tuple(game)] += 1 + len(moves.split())
        things.update(connection.execute("SELECT idea, correct, saved FROM answers"))
    return things


@pytest.mark.parametrize(
    "loss",
    [
        "UPDATE matches SET moves = ''",
        "UPDATE matches SET moves = substr(moves, 1, 1)",
        "UPDATE matches SET moves = zeroblob(1000)",
        "UPDATE matches SET moves = CAST(x'ff' AS TEXT)",
        "UPDATE matches SET deleted = '2026-11-29'",
        "DELETE FROM matches WHERE id = 2",
        "UPDATE lessons SET stars = 0",
        "UPDATE lessons SET stars = 'three'",
        "DELETE FROM lessons",
        "DELETE FROM puzzle_tries",
        "DELETE FROM exercises",
        "DELETE FROM answers",
    ],
)
def test_whatever_was_lost_is_kept_when_as_much_comes_since(store, loss):
    store.add([RECORD, RECORD])  # two games may look the same, as in files of others
    learnt.keep_stars(store, "kalah", "sowing", 3)
    learnt.keep_try(store, TRY)
    learnt.add_exercise(store, EXERCISE)
    learnt.keep_answer(store, "cut", True)
    rotation.back_up_daily(store, DAY)
    store.change(loss)
    for day in range(1, 14):
        play(store, 2)
        learnt.keep_stars(store, "kalah", f"lesson {day}", 3)
        learnt.keep_try(store, replace(TRY, number=day + 1))
        learnt.add_exercise(store, replace(EXERCISE, moves="1 2 3 " * day))
        learnt.keep_answer(store, "cut", True)
        rotation.back_up_daily(store, after(day))
    assert names(store, after(13)) == [f"{after(day)}.kalahgui" for day in (*range(13, 4, -1), 0)]


def test_games_that_are_played_on_and_reviewed_hold_no_older_back_up(store):
    play(store, 3)
    for day in range(14):
        for match in store.matches():
            store.save(replace(match, moves=f"{match.moves} 3", saved=f"2026-12-{day + 10}"))
        learnt.keep_stars(store, "kalah", "sowing", min(day, 3))
        rotation.back_up_daily(store, after(day))
    assert names(store, after(13)) == [f"{after(day)}.kalahgui" for day in range(13, 3, -1)]


@pytest.mark.long
def test_ten_back_ups_of_a_hundred_thousand_games_are_compared_quickly(store):
    play(store, 100_000)
    rotation.back_up_daily(store, DAY)
    [path] = [backup.path for backup in rotation.kept(store, DAY)]
    backups = [path.with_name(f"{after(day)}.kalahgui") for day in range(MOST + 1)]
    for backup in backups[1:]:
        backup.hardlink_to(path)
    begun = time.process_time()
    assert rotation._needed_least(map(rotation._things, backups)) == MOST
    assert time.process_time() - begun < 12  # twice what it takes on a machine with other work
    tracemalloc.start()
    try:
        rotation._needed_least(map(rotation._things, backups))
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_games_that_vanish_one_a_day_are_all_in_some_back_up(store):
    play(store, 20)
    for day in range(16):
        rotation.back_up_daily(store, after(day))
        store.change("DELETE FROM matches WHERE id = (SELECT min(id) FROM matches)")
    backups = [held(backup.path) for backup in rotation.kept(store, after(16))]
    assert len(backups) == MOST
    assert len(set().union(*backups)) == 20


ALL = "all"


@pytest.mark.parametrize(
    ("days", "kept"),
    [
        # One game more each day: the last ten.
        ([(0, 1)] * 12, [*range(12, 2, -1)]),
        # Suddenly small: the last full ones stay.
        ([(0, 105), (5, 4), (ALL, 1), *[(0, 1)] * 11], [*range(12, 4, -1), 104, 105]),
        # As many others since.
        ([(0, 20), (ALL, 20), *[(0, 20)] * 12], [*range(260, 80, -20), 20]),
        # The day before a loss, though an older one has its games.
        ([(0, 20), (1, 0), (ALL, 1), *[(0, 1)] * 11], [*range(12, 4, -1), 19, 20]),
        # Those that were deleted on purpose do not push out what is of use.
        (
            [(ALL, games) for games in (9, 8, 1, 2, 3, 4, 5, 6, 7, *[1] * 7)],
            [1, 1, 1, 1, 1, 7, 6, 5, 8, 9],
        ),
    ],
)
def test_those_stay_that_have_most_that_no_other_has(store, days, kept):
    """On each day some games are lost and some are played."""
    for day, (lost, played) in enumerate(days):
        if lost == ALL:
            lose(store)
        query = "DELETE FROM matches WHERE id IN (SELECT id FROM matches ORDER BY id LIMIT ?)"
        store.change(query, lost if lost != ALL else 0)
        play(store, played)
        rotation.back_up_daily(store, after(day))
    assert games(store, after(len(days))) == kept


@pytest.mark.parametrize("wrong", [date(2099, 1, 1), date(1970, 1, 1)])
def test_a_clock_that_was_wrong_stops_nothing_and_deletes_what_is_oldest(store, wrong):
    days = [*map(after, range(9)), *(wrong + timedelta(n) for n in range(3)), after(9), after(10)]
    for number, day in enumerate(days):
        play(store)
        assert rotation.back_up_daily(store, day), day
        assert number + 1 in games(store, day)
        assert len(games(store, day)) == min(number + 1, MOST)
    assert {13, 14} <= {*games(store, after(10))}


def test_a_damaged_library_is_not_backed_up(store, monkeypatch):
    play(store)
    rotation.back_up_daily(store, DAY)
    play(store)
    before = folder(store).stat().st_mtime_ns
    rows = store.rows
    damaged = [("row 1 missing from index",)]
    monkeypatch.setattr(
        store, "rows", lambda query, *v: damaged if "integrity" in query else rows(query, *v)
    )
    with pytest.raises(Unreadable):
        rotation.back_up_daily(store, after(1))
    assert folder(store).stat().st_mtime_ns == before


def test_a_damaged_back_up_counts_as_empty_and_stops_nothing(store):
    for day in range(10):
        play(store)
        rotation.back_up_daily(store, after(day))
    newest, *_, oldest = rotation.kept(store, after(10))
    for backup in (newest, oldest):
        backup.path.write_bytes(b"SQLite format 3\0 and nothing else")
        assert rotation.count_games(backup.path) is None
    assert rotation.back_up_daily(store, after(10))  # as nobody knows whether it is the same
    assert oldest.path.name not in names(store, after(10))
    assert games_known(store) == [10, 9, 8, 7, 6, 5, 4, 3, 2]


def games_known(store: Store) -> list[int]:
    known = (rotation.count_games(backup.path) for backup in rotation.kept(store, after(99)))
    return [games for games in known if games is not None]


@given(
    days=st.lists(
        st.tuples(
            st.sampled_from(
                [
                    *("play", "play more", "play on", "empty", "delete", "discard"),
                    *("lose", "lose and play", "learn", "nothing", "go back"),
                ]
            ),
            st.one_of(st.just(1), st.integers(-30, 400), st.just(20_000)),
        ),
        max_size=40,
    )
)
def test_there_are_ten_at_most_and_as_few_games_go_as_can_be(days):
    """Whatever is done, and whatever the clock says."""
    with (
        tempfile.TemporaryDirectory() as place,
        closing(Store(Path(place) / "games.sqlite3")) as store,
    ):
        today = DAY
        for what, passed in days:
            today = max(date(1970, 1, 1), today + timedelta(days=passed))
            known = rotation.kept(store, today)
            all_known = {backup.path: held(backup.path) for backup in known}
            do(store, what)
            if what == "go back" and known:
                rotation.go_back(store, known[-1].path, today)
                known = check_what_went(store, known, all_known, today)
            written = rotation.back_up_daily(store, today)
            now = check_what_went(store, known, all_known, today)
            assert written <= (f"{today}.kalahgui" not in {backup.path.name for backup in known})
            assert not written or f"{today}.kalahgui" in {backup.path.name for backup in now[:2]}
            assert rotation.is_due(store, today) <= bool(known)
            assert {path.name for path in folder(store).glob("*")} == {x.path.name for x in now}


def do(store: Store, what: str) -> None:
    """Do what a player does, or what a misfortune does to a library."""
    if what.startswith("lose"):
        lose(store)
    if "play" in what:
        play(store, 9 if "more" in what else 1)
    for name, change in (
        ("play on", "UPDATE matches SET moves = moves || ' 3' WHERE id % 3 = 1"),
        ("empty", "UPDATE matches SET moves = ''"),
        ("delete", "DELETE FROM matches WHERE id = (SELECT min(id) FROM matches)"),
        ("discard", "UPDATE matches SET deleted = '2026-11-28' WHERE id % 3 = 1"),
    ):
        if what == name:
            store.change(change)
    if what == "learn":
        learnt.keep_answer(store, "cut", True)


def check_what_went(
    store: Store, known: list[Kept], all_known: dict[Path, Counter[tuple]], today: date
) -> list[Kept]:
    """Check that as little went as could be when a back-up came to those that were known."""
    now = rotation.kept(store, today)
    new = [backup for backup in now if backup not in known]
    assert len(now) <= MOST and len(new) <= 1
    # The back-up of a day stands behind one that going back has made on it.
    assert {*now[:NEWEST]} == {*[*new, *known][:NEWEST]}
    all_known.update({backup.path: held(backup.path) for backup in new})

    def lost_without(stay: list[Kept]) -> int:
        most = [Counter(), Counter()]
        for number, some in enumerate((stay, [*new, *known])):
            for backup in some:
                most[number] |= all_known[backup.path]
        return sum(most[1][thing] > most[0][thing] for thing in most[1])

    gone = [backup for backup in known if backup not in now]
    assert not gone or len(now) == MOST
    lost = lost_without(now)
    for other in now[NEWEST:] if gone else ():
        assert lost <= lost_without([*gone, *(backup for backup in now if backup != other)])
    return now


class Killed(BaseException):
    """The program has been killed: it does nothing any more."""


def killed_at(monkeypatch, call: int) -> None:
    """Kill the program at a change of the folder's files."""
    calls = []

    def dying(change):
        def do(*values, **options):
            calls.append(change)
            if len(calls) > call:
                raise Killed
            return change(*values, **options)

        return do

    for name in ("replace", "unlink", "mkdir", "rename", "remove"):
        monkeypatch.setattr(os, name, dying(getattr(os, name)))


@pytest.mark.few(1)
@pytest.mark.parametrize("way", ["back", "daily"])
def test_who_is_killed_between_two_steps_leaves_sound_back_ups(store, monkeypatch, way):
    for day in range(MOST):
        play(store)
        rotation.back_up_daily(store, after(day))
    for call in range(20):
        today = after(MOST + 2 * call)
        play(store)
        target = rotation.kept(store, today)[1].path
        library, wanted, before = everything(store), contents_of(target), games(store, today)
        with monkeypatch.context() as patch:
            killed_at(patch, call)
            try:
                if way == "daily":
                    rotation.back_up_daily(store, today)
                else:
                    rotation.go_back(store, target, today)
                done = True
            except Killed:
                done = False
        known = rotation.kept(store, today)
        assert all(whole(backup.path) for backup in known)
        assert MOST <= len(known) <= MOST + 1
        assert max(games(store, today)) >= max(before)
        if everything(store) != library:  # then it is what it was to be, and can be undone
            has = [contents_of(backup.path) for backup in known]
            assert library in has and everything(store) == wanted
        play(store)
        rotation.back_up_daily(store, today + timedelta(days=1))
        now = names(store, today + timedelta(days=1))
        assert sorted(path.name for path in folder(store).iterdir()) == sorted(now)
        assert len(now) == MOST
        if done:
            assert len(known) == MOST
            break
    assert done and call > 2


def test_a_full_disk_leaves_everything_as_it_was(store, monkeypatch):
    play(store)
    rotation.back_up_daily(store, DAY)
    play(store)

    def copy(self, path):
        path.write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Store, "copy_to", copy)
    with pytest.raises(OSError):
        rotation.back_up_daily(store, after(1))
    before = everything(store)
    with pytest.raises(OSError):
        rotation.go_back(store, folder(store) / names(store)[0], after(1))
    assert everything(store) == before
    assert [path.name for path in folder(store).iterdir()] == names(store)


@pytest.mark.parametrize("name", ["対局 😀", "a%41?b#c'd", os.fsdecode(b"mine\xff")])
def test_folders_may_have_any_name(tmp_path, name):
    if os.name != "posix" and name != "対局 😀":
        pytest.skip("no folder can have this name here")
    with closing(Store(tmp_path / name / "games.sqlite3")) as store:
        play(store, 2)
        rotation.back_up_daily(store, DAY)
        assert not rotation.back_up_daily(store, after(1))
        play(store)
        before = folder(store) / names(store)[0]
        assert rotation.differences(store, before) == Differences(2, missing=0, newer=1)
        rotation.go_back(store, before, after(1))
        assert games(store, after(1)) == [3, 2]
        assert len(store.matches()) == 2


# -- back to another day


@pytest.fixture
def two_days(store) -> tuple[Path, Path]:
    """Return the back-up of a day with three games and of the next one, when one is other."""
    play(store, 3)
    store.save_review(replace(FIGURES, match=2), "a review", 1)
    learnt.keep_stars(store, "kalah", "sowing", 1)
    rotation.back_up_daily(store, DAY)
    listing.rename(store, 1, "Anna")
    listing.discard(store, 2)
    store.change("DELETE FROM matches WHERE id = 3")
    play(store, 2)
    learnt.keep_stars(store, "kalah", "sowing", 3)
    learnt.keep_answer(store, "cut", True)
    rotation.back_up_daily(store, after(1))
    later, earlier = rotation.kept(store, after(1))
    return earlier.path, later.path


def test_the_way_there_and_back_is_exact(store, two_days):
    store.set_setting("language", "ja")
    there = everything(store)
    rotation.go_back(store, two_days[0], after(1))
    back = everything(store)
    assert back != there
    assert back == contents_of(two_days[0])
    rotation.go_back(store, two_days[1], after(1))
    assert everything(store) == there
    assert store.get_setting("language") == "ja"
    assert len(names(store)) == 2  # what was there is known already


def test_what_there_was_before_is_kept_and_can_be_gone_back_to(store, two_days):
    play(store)
    there = everything(store)
    rotation.go_back(store, two_days[0], after(1))
    assert "2026-11-29-before-1.kalahgui" in names(store)
    rotation.go_back(store, folder(store) / "2026-11-29-before-1.kalahgui", after(1))
    assert everything(store) == there
    play(store)
    rotation.go_back(store, two_days[0], after(1))
    assert names(store, after(1))[:3] == [
        "2026-11-29-before-2.kalahgui",
        "2026-11-29-before-1.kalahgui",
        "2026-11-29.kalahgui",
    ]


def test_a_game_that_is_open_never_overwrites_what_comes_in_its_place(store, two_days, tmp_path):
    """As after a damaged library, when the numbers of games begin anew."""
    with closing(Store(tmp_path / "new" / "games.sqlite3")) as new:
        new.add([replace(RECORD, begun=f"2027-01-0{day}", moves="") for day in (1, 2, 3)])
        opened = [new.save(match) for match in new.matches()]
        rotation.go_back(new, two_days[0], DAY)
        before = everything(new)
        for match in opened:
            with pytest.raises(StoreConflict):
                new.save(replace(match, moves="1"))
        assert everything(new) == before


def test_a_game_that_is_the_same_on_both_days_is_played_on(store, two_days):
    play(store)
    opened = store.match(1)
    rotation.go_back(store, two_days[1], after(1))
    assert store.save(replace(opened, moves="1")).id == 1
    rotation.go_back(store, two_days[1], after(1))
    with pytest.raises(StoreConflict):
        store.save(replace(opened, moves="1 2"))


def test_what_another_program_writes_meanwhile_is_kept_or_refused(store, two_days, monkeypatch):
    refused, kept = [], rotation.kept

    def write_now(*how):
        if not refused:  # when it looks what back-up the present library has
            with closing(Store(store.path)) as other, pytest.raises(StoreError):
                play(other)
            refused.append(True)
        return kept(*how)

    monkeypatch.setattr(rotation, "kept", write_now)
    rotation.go_back(store, two_days[0], after(1))
    assert refused


@pytest.mark.parametrize("damage", ["empty", "no database", "cut", "gone", "other tables"])
def test_a_damaged_back_up_is_refused_and_nothing_is_changed(store, two_days, damage):
    path = two_days[0]
    if damage == "gone":
        path.unlink()
    elif damage == "other tables":
        path.unlink()
        with closing(Store(path)) as made:
            made.change("DROP TABLE lessons")
    else:
        whole_file = path.read_bytes()
        cut = {"empty": 0, "no database": 0, "cut": len(whole_file) // 2}[damage]
        path.write_bytes(b"a picture" if damage == "no database" else whole_file[:cut])
    before, known = everything(store), sorted(folder(store).iterdir())
    with pytest.raises((BadBackup, OSError)):
        rotation.go_back(store, path, after(1))
    assert everything(store) == before
    assert sorted(folder(store).iterdir()) == known


def test_it_is_said_what_would_be_different(store, two_days):
    earlier, later = two_days
    assert rotation.differences(store, earlier) == Differences(3, missing=2, newer=2)
    assert rotation.differences(store, later) == Differences(3, missing=0, newer=0)
    store.save(replace(store.match(1), moves="1 2 3"))  # the same game, played on
    assert rotation.differences(store, later) == Differences(3, missing=0, newer=0)
    earlier.write_bytes(b"")
    with pytest.raises(BadBackup):
        rotation.differences(store, earlier)


# -- back-ups that cannot be read now


def filled(store, path, moves="1 2"):
    """Write a back-up of a library with a game of its own."""
    with closing(Store(path)) as other:
        other.save(replace(RECORD, begun=path.name, moves=moves))
        other.rows("PRAGMA journal_mode = DELETE")


def test_an_old_back_up_that_another_program_holds_is_not_deleted(store):
    folder = rotation.folder_of(store)
    folder.mkdir()
    days = [date(2026, 1, day) for day in range(1, 12)]
    for day in days[:10]:
        filled(store, folder / f"{day}{SUFFIX}")
    store.save(RECORD)
    held = folder / f"{days[0]}{SUFFIX}"
    with closing(sqlite3.connect(held, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with patch.object(sqlite3, "connect", partial(sqlite3.connect, timeout=0.01)):
            assert rotation.back_up_daily(store, days[10])
    assert len(list(folder.glob(f"*{SUFFIX}"))) == 11
    store.save(RECORD)
    assert rotation.back_up_daily(store, date(2026, 1, 12))
    assert len(list(folder.glob(f"*{SUFFIX}"))) == 10


def test_odd_stars_and_a_last_back_up_that_cannot_be_read_stop_nothing(store):
    folder = rotation.folder_of(store)
    folder.mkdir()
    days = [date(2026, 1, day) for day in range(1, 12)]
    for day in days[:9]:
        path = folder / f"{day}{SUFFIX}"
        filled(store, path)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA writable_schema = ON")
            other.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')")
            other.commit()
        with closing(sqlite3.connect(path)) as other:
            other.execute("INSERT INTO lessons (course, lesson, stars) VALUES ('a', 'b', NULL)")
            other.commit()
    (folder / f"{days[9]}{SUFFIX}").mkdir()  # SQLite cannot open it
    store.save(RECORD)
    assert rotation.back_up_daily(store, days[10])
