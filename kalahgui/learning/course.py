"""Courses: what a learner does lesson by lesson, read from files of data."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kalahgui.assets import asset
from kalahgui.games import GAMES
from kalahgui.games.game import Again, Capture, Flip, Game, Message, Place, Sweep
from kalahgui.games.user_error import UserError
from kalahgui.learning.exercise import Answer, Exercise, Grade, Run, Steps
from kalahgui.learning.search_task import SearchTask, nobody
from kalahgui.learning.tasks import task_of
from kalahgui.match.match import Match

COMPUTER = "computer"  # of no game: how searches go
# What comes of a file that makes no sense; the last two of numbers and brackets without end.
_DAMAGED = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    OverflowError,
    RecursionError,
)
_FILES = {
    key: ("games", game.key, f"course-{key}.toml")
    for game in GAMES.values()
    for key in game.courses
} | {COMPUTER: (f"course-{COMPUTER}.toml",)}
COURSES = tuple(_FILES)


@dataclass(frozen=True)
class Lesson:
    """A lesson: its tasks, and in how few inputs they can be done (``par``).

    ``about`` names what happens in a game that the lesson explains, empty for none.
    """

    key: str
    title: Message
    tasks: tuple[Exercise, ...]
    par: int
    about: str = ""

    def stars(self, wrong: int, *, helped: bool) -> int:
        """Return the stars for a lesson done with so many wrong tries; what is right costs none."""
        if helped:
            return 1
        return 3 if not wrong else 2 if wrong <= max(2, self.par // 2) else 1


@dataclass(frozen=True)
class Course:
    """A course by its key, and its lessons."""

    key: str
    game: Game
    lessons: tuple[Lesson, ...]

    @property
    def title(self) -> Message:
        """Return what the course is called."""
        return Message(f"course_{self.key}")

    @property
    def work(self) -> int:
        """Return about how many inputs the course takes; a search asks several times."""
        tasks = (task for lesson in self.lessons for task in lesson.tasks)
        made = (task.made("", nobody) for task in tasks if task.made is not None)
        asked = sum(len(search.row) for search in made if isinstance(search, SearchTask))
        return sum(lesson.par for lesson in self.lessons) + asked

    def place_of(self, key: str) -> int:
        """Return the index of a lesson, 0 for one that there is not."""
        return next((n for n, lesson in enumerate(self.lessons) if lesson.key == key), 0)


def read(path: Path) -> Course:
    """Read the file of a course; UserError when it is missing or damaged."""
    try:
        with path.open("rb") as file:
            return _course(path.stem.removeprefix("course-"), tomllib.load(file))
    except _DAMAGED:
        raise UserError("refused_course", file=path.name) from None


def _course(key: str, fields: Mapping[str, Any]) -> Course:
    game = GAMES[fields["game"]]
    common = {name: fields[name] for name in ("variant", "rules") if name in fields}
    lessons = tuple(_lesson(key, game, common, lesson) for lesson in fields["lesson"])
    if not lessons:
        raise ValueError("no lessons")
    return Course(key, game, lessons)


def _lesson(
    course: str, game: Game, common: Mapping[str, Any], fields: Mapping[str, Any]
) -> Lesson:
    name = f"lesson_{course}_{fields['key']}"
    tasks = tuple(
        _task(game, {**common, **task}, Message(f"{name}_{number}"))
        for number, task in enumerate(fields["task"], start=1)
    )
    if not tasks or not isinstance(fields["par"], int):
        raise ValueError("nothing to do, or no par")
    return Lesson(fields["key"], Message(name), tasks, fields["par"], fields.get("about", ""))


def _task(game: Game, fields: dict[str, Any], goal: Message) -> Exercise:
    """Make a task, which may be of another game than its course."""
    return task_of(GAMES[fields.pop("game")] if "game" in fields else game, goal, **fields)


@cache
def course(key: str) -> Course:
    """Return a course; UserError when its file cannot be used."""
    return read(asset(*_FILES[key]))


@cache
def courses() -> tuple[dict[str, Course], list[UserError]]:
    """Return the courses whose files can be used, by their keys, and what is wrong with others."""
    good, bad = {}, []
    for key in COURSES:
        try:
            good[key] = course(key)
        except UserError as error:
            bad.append(error)
    return good, bad


def what_happened(match: Match) -> set[str]:
    """Return by name what the last turn before here brought about, as lessons are ``about`` it."""
    happened = {"end"} if match.here.over else set()
    for node in match.last_turn:
        assert node.parent is not None
        board = match.game.board(node.parent.position)
        flips = 0
        for event in match.events([node]):
            flips += isinstance(event, Flip)
            match event:
                case Again(passed=passed):
                    happened.add("pass" if passed else "again")
                case Capture():
                    happened.add("capture")
                case Sweep():
                    happened.add("end")
                case Place(cell) if cell in getattr(board, "corners", ()):
                    happened.add("corner")
        happened |= {"lines"} if flips > 1 else set()
    return happened


def lesson_about(course: Course, match: Match) -> Lesson | None:
    """Return the last lesson that explains what has just happened in a match."""
    happened = what_happened(match)
    return next((lesson for lesson in reversed(course.lessons) if lesson.about in happened), None)


class LessonRun(Run):
    """The lessons of a course one after the other, and the stars for each."""

    patience = 3
    solved = False

    def __init__(
        self, course: Course, lesson: str, stars: dict[str, int], keep: Callable[[str, int], object]
    ) -> None:
        """Begin a lesson; ``keep`` hears of the stars of one that was done, by its key."""
        self.course = course
        self._known = dict(stars)
        self._keep = keep
        self._begin(course.place_of(lesson))

    def _begin(self, index: int) -> None:
        self.index, self.task = index, 0
        self.solved, self.stars = False, 0
        self._wrong, self._helped = 0, False
        self._shown = False  # the answer of the present task
        self._finished = False  # the course, by the present lesson

    @property
    def lesson(self) -> Lesson:
        """Return the present lesson."""
        return self.course.lessons[self.index]

    @property
    def title(self) -> Message:
        return self.course.title

    @property
    def about(self) -> Message:
        count = len(self.course.lessons)
        return Message.of("learn_lesson_of", n=self.index + 1, all=count, title=self.lesson.title)

    @property
    def exercise(self) -> Exercise:
        return self.lesson.tasks[self.task]

    @property
    def steps(self) -> Steps:
        """Return which lessons are done, and which task of the present one this is."""
        lessons = self.course.lessons
        done = frozenset(n for n, lesson in enumerate(lessons) if lesson.key in self._known)
        behind = self.task + self.solved
        return Steps(len(lessons), self.index, done, len(self.lesson.tasks), behind)

    def note(self, answer: Answer) -> Message | None:
        """Count a wrong try; the last task of a lesson brings the stars."""
        self._wrong += (answer.grade is Grade.WRONG) + answer.off
        if answer.grade is not Grade.DONE:
            return None
        self.solved = True
        lesson = self.lesson
        if self.task + 1 < len(lesson.tasks):
            return Message("learn_shown" if self._shown else "learn_right")
        self.stars = lesson.stars(self._wrong, helped=self._helped)
        new = lesson.key not in self._known
        self._known[lesson.key] = max(self.stars, self._known.get(lesson.key, 0))
        self._keep(lesson.key, self.stars)
        left, at_last = len(self._left), self.index + 1 == len(self.course.lessons)
        self._finished = not left and (new or at_last)
        if self._finished:
            return Message.of("learn_course_done", title=self.course.title)
        if at_last:
            return Message.of("learn_course_left", count=left)
        # A lesson done without help ends without the advice to try it alone.
        return Message(f"learn_stars_{self.stars if self._helped else max(2, self.stars)}")

    def note_help(self) -> None:
        """Hear that an answer is shown: the lesson brings one star."""
        self._helped = self._shown = True

    @property
    def _goes_on(self) -> bool:
        return self.solved and self.task + 1 < len(self.lesson.tasks)

    @property
    def _left(self) -> list[int]:
        lessons = self.course.lessons
        return [n for n, lesson in enumerate(lessons) if lesson.key not in self._known]

    def _beside(self, step: int) -> int | None:
        """Return the index of the lesson to go to; after the last one come those left out."""
        index = self.index + step
        if index == len(self.course.lessons):
            return next(iter(self._left), None)
        return index if index >= 0 else None

    def can_go(self, step: int) -> bool:
        """Tell whether there is a task to go to, or a lesson beside one that is done."""
        if step > 0 and (self._goes_on or not (self.solved or self.lesson.key in self._known)):
            return self._goes_on
        return not (self._finished and step > 0) and self._beside(step) is not None

    def go_by(self, step: int) -> None:
        """Go to the next task once this one is done, else to another lesson."""
        if step > 0 and self._goes_on:
            self.task, self.solved, self._shown = self.task + 1, False, False
        else:
            index = self._beside(step)
            assert index is not None, "there is a lesson"
            self._begin(index)
