"""What a learner has done, as the store keeps it: stars, puzzles tried, exercises and answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from kalahgui.library.rows import read_rows
from kalahgui.library.saved import now
from kalahgui.library.store import Store


@dataclass(frozen=True)
class PuzzleTry:
    """The first try at a puzzle, and the learner's rating after it.

    ``way`` is how the puzzle was chosen, ``day`` the local date whose puzzle it was, empty if none.
    A day's puzzle that was tried before is tried for its day again, without a change of the rating.
    ``number`` counts the puzzles of a board from 1; ``saved`` is ISO 8601 in UTC.
    """

    game: str
    variant: str
    number: int
    way: str
    solved: bool
    helped: bool
    rating: float
    deviation: float
    volatility: float
    day: str = ""
    saved: str = ""


@dataclass(frozen=True)
class StoredExercise:
    """A position in which the learner once moved, to be played again when it is due.

    ``start`` and ``moves`` lead to the position, ``played`` is the move that was played then.
    ``kind`` is what the move missed, empty for a ``control``, in which it was fine. ``loss`` is in
    points, ``judgement`` is JSON of ``review.judgements.written``. ``card`` is the scheduler's
    text, ``due`` a time in ISO 8601, ``retired`` tells that the exercise is not asked any more.
    """

    game: str
    variant: str
    rules: str
    start: str
    moves: str
    played: str
    kind: str
    phase: str
    control: bool
    loss: int
    judgement: str
    card: str
    due: str
    retired: bool = False
    id: int | None = None


_TRY = tuple(field.name for field in fields(PuzzleTry))
_EXERCISE = tuple(field.name for field in fields(StoredExercise))
_WAY = ("moves", "control")


def stars(store: Store, course: str) -> dict[str, int]:
    """Return the stars of the lessons of a course that were done."""
    rows = store.rows("SELECT lesson, stars FROM lessons WHERE course = ?", course)
    return dict(read_rows("lessons", ("lesson", "stars"), rows))


def keep_stars(store: Store, course: str, lesson: str, number: int, saved: str = "") -> None:
    """Keep the stars of a lesson, unless it has as many already; they are of now by default."""
    store.change(
        "INSERT INTO lessons (course, lesson, stars, saved) VALUES (?, ?, ?, ?) ON CONFLICT "
        "(course, lesson) DO UPDATE SET stars = excluded.stars, saved = excluded.saved "
        "WHERE stars < excluded.stars OR stars NOT IN (0, 1, 2, 3)",
        course,
        lesson,
        number,
        saved or now(),
    )


def tries(store: Store, game: str) -> list[PuzzleTry]:
    """Return the tries at the puzzles of a game, the first one first."""
    query = f"SELECT {', '.join(_TRY)} FROM puzzle_tries WHERE game = ? ORDER BY saved, id"
    rows = read_rows("puzzle_tries", _TRY, store.rows(query, game))
    return [PuzzleTry(*row) for row in rows]


def keep_try(store: Store, done: PuzzleTry) -> None:
    """Keep a first try at a puzzle; a later one changes nothing, save that of another day."""
    _add(store, "puzzle_tries", vars(done) | {"saved": done.saved or now()})


def _add(store: Store, table: str, row: Mapping[str, object]) -> bool:
    """Add a row, unless there is one like it; return whether there was none."""
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    statement = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"
    return bool(store.change(statement, *row.values()))


def exercises(store: Store, due: str = "") -> list[StoredExercise]:
    """Return the exercises due by a time and asked, those first due first; without one, all."""
    which = "NOT retired AND due <= ?" if due else "? = ''"
    rows = store.rows(
        f"SELECT {', '.join(_EXERCISE)} FROM exercises WHERE {which} ORDER BY due, id", due
    )
    return [StoredExercise(*row) for row in read_rows("exercises", _EXERCISE, rows)]


def ways_from(
    store: Store, game: str, variant: str, rules: str, start: str
) -> list[tuple[str, bool]]:
    """Return the moves that lead from a start to each exercise, and whether it is a control."""
    query = (
        "SELECT moves, control FROM exercises WHERE (game, variant, rules, start) = (?, ?, ?, ?)"
    )
    rows = store.rows(query, game, variant, rules, start)
    return [(moves, control) for moves, control in read_rows("exercises", _WAY, rows)]


def count_exercises(store: Store) -> tuple[int, int]:
    """Return how many exercises there are, and how many of them are controls."""
    query = "SELECT count(*), count(*) FILTER (WHERE control = 1) FROM exercises"
    [(count, controls)] = store.rows(query)
    return int(count), int(controls)


def count_due(store: Store, due: str) -> int:
    """Return how many exercises are due by a time and asked."""
    [(count,)] = store.rows("SELECT count(*) FROM exercises WHERE NOT retired AND due <= ?", due)
    return int(count)


def add_exercise(store: Store, exercise: StoredExercise) -> bool:
    """Add an exercise; False when there is one of the same position already."""
    row = {name: value for name, value in vars(exercise).items() if name != "id"}
    return _add(store, "exercises", row)


def reschedule(store: Store, exercise: StoredExercise) -> None:
    """Keep when an exercise is asked again, and whether."""
    store.change(
        "UPDATE exercises SET card = ?, due = ?, retired = ? WHERE id = ?",
        exercise.card,
        exercise.due,
        exercise.retired,
        exercise.id,
    )


def answers(store: Store) -> dict[str, list[bool]]:
    """Return for each idea of search the graded answers, the first one first."""
    graded: defaultdict[str, list[bool]] = defaultdict(list)
    rows = store.rows("SELECT idea, correct FROM answers ORDER BY saved, id")
    for idea, correct in read_rows("answers", ("idea", "correct"), rows):
        graded[idea].append(correct)
    return dict(graded)


def keep_answer(store: Store, idea: str, correct: bool, saved: str = "") -> None:
    """Keep a graded answer about an idea of search; it is of now by default."""
    row = str(idea), int(correct), str(saved or now())
    store.change("INSERT INTO answers (idea, correct, saved) VALUES (?, ?, ?)", *row)


def merge(store: Store, other: Store) -> None:
    """Add what another store's learner has done; the better stars of a lesson stay."""

    def theirs(table: str, columns: Sequence[str], order: str = "id") -> Iterator[tuple[Any, ...]]:
        query = f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"
        return read_rows(table, columns, other.each(query))

    for lesson in theirs("lessons", ("course", "lesson", "stars", "saved"), "course, lesson"):
        keep_stars(store, *lesson)
    for row in theirs("puzzle_tries", _TRY):
        keep_try(store, PuzzleTry(*row))
    for row in theirs("exercises", _EXERCISE):
        add_exercise(store, StoredExercise(*row))
    known = set(store.rows("SELECT idea, correct, saved FROM answers"))
    for answer in theirs("answers", ("idea", "correct", "saved")):
        if answer not in known:
            keep_answer(store, *answer)
