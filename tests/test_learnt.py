"""What a learner has done is kept, and taken along with a back-up."""

from dataclasses import replace

import pytest

from kalahgui.library import backup, learnt, rows
from kalahgui.library.learnt import PuzzleTry, StoredExercise
from kalahgui.library.store import Store

TRY = PuzzleTry(
    "kalah", "6x6", 3, "today", True, False, 1520.5, 300.0, 0.06, "2026-11-23", "2026-11-23T10:00"
)
EXERCISE = StoredExercise(
    "kalah", "6x6", "", "<6>", "1 2", "3", "capture", "middle", False, 6, "{}", "{}", "2026-11-24"
)


@pytest.fixture
def store():
    return Store()


def learn(store):
    """Do something of every kind."""
    learnt.keep_stars(store, "kalah", "sow", 2)
    learnt.keep_try(store, TRY)
    learnt.add_exercise(store, EXERCISE)
    learnt.keep_answer(store, "cut", True)
    learnt.keep_answer(store, "cut", False)


def everything(store):
    exercises = [replace(exercise, id=None) for exercise in learnt.exercises(store)]
    tries = learnt.tries(store, "kalah")
    return learnt.stars(store, "kalah"), tries, exercises, learnt.answers(store)


def test_what_was_done_is_kept(store):
    learn(store)
    assert everything(store) == (
        {"sow": 2},
        [TRY],
        [EXERCISE],
        {"cut": [True, False]},
    )


def test_the_most_stars_and_the_first_try_stay(store):
    learn(store)
    learnt.keep_stars(store, "kalah", "sow", 1)
    learnt.keep_try(store, replace(TRY, solved=False, saved="2026-11-24T10:00"))
    assert not learnt.add_exercise(store, replace(EXERCISE, played="4"))
    assert everything(store)[:3] == ({"sow": 2}, [TRY], [EXERCISE])
    learnt.keep_stars(store, "kalah", "sow", 3)
    assert learnt.stars(store, "kalah") == {"sow": 3}


def test_exercises_are_asked_when_they_are_due_until_they_retire(store):
    learn(store)
    [exercise] = learnt.exercises(store, "2026-11-24")
    assert not learnt.exercises(store, "2026-11-23")
    learnt.reschedule(store, replace(exercise, due="2026-12-01", card="[1]"))
    assert not learnt.exercises(store, "2026-11-24")
    [exercise] = learnt.exercises(store)
    assert (exercise.due, exercise.card) == ("2026-12-01", "[1]")
    learnt.reschedule(store, replace(exercise, retired=True))
    assert not learnt.exercises(store, "2027")
    assert [exercise.retired for exercise in learnt.exercises(store)] == [True]


def test_a_back_up_takes_all_of_it_along_once(store, tmp_path):
    learn(store)
    path = tmp_path / "library.kalahgui"
    backup.back_up(store, path)
    other = Store()
    for _ in range(2):
        backup.merge(other, path)
        assert everything(other) == everything(store)


@pytest.mark.parametrize(
    "nonsense",
    [
        "puzzle_tries SET rating = 'much'",
        "puzzle_tries SET deviation = 1e300",
        "exercises SET due = 'some day'",
    ],
)
def test_nonsense_in_a_back_up_is_left_out_alone(store, tmp_path, nonsense):
    learn(store)
    store.change(f"UPDATE {nonsense}")
    path = tmp_path / "library.kalahgui"
    backup.back_up(store, path)
    other = Store()
    backup.merge(other, path)
    assert everything(other) == everything(store)
    assert sum(map(len, everything(other))) == 3


def test_what_makes_no_sense_is_left_out_alone_and_noted(store, caplog):
    rows.note.cache_clear()
    learn(store)
    learnt.keep_stars(store, "kalah", "side", "many")
    learnt.keep_try(store, replace(TRY, number=4, rating="much"))
    learnt.add_exercise(store, replace(EXERCISE, moves="1", loss="much"))
    assert everything(store)[:3] == ({"sow": 2}, [TRY], [EXERCISE])
    tables = ("lessons", "puzzle_tries", "exercises")
    assert {record.message for record in caplog.records} == {
        f"rows of the table {table} that make no sense are left out" for table in tables
    }
