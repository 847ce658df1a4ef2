"""An exercise at the board: what a learner is to find there, and how a try is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from kalahgui.engine.method import Method
from kalahgui.games.game import Game, Message, Position
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.search_task import Graded, SearchTask
from kalahgui.match.match import Match, Player


class Grade(Enum):
    """How a try was: the goal is reached, right so far, good where there is better, or wrong."""

    DONE = auto()
    RIGHT = auto()
    GOOD = auto()
    WRONG = auto()


@dataclass(frozen=True)
class Answer:
    """What answers a try.

    ``reply`` are the plies that the board plays by itself: after a right turn the opponent's, after
    a wrong one what refutes it, and then the board goes back to before the ply that was tried. So
    a ply is right only where the exercise can still be solved after it. A ``ply`` among the values
    of the message is a move of the learner's, and is said as the board writes it. A guess that
    is ``off`` by some steps counts as so many wrong tries.
    """

    grade: Grade
    message: Message | None = None
    reply: tuple[int, ...] = ()
    off: int = 0


class Judge(Protocol):
    """Answers tries in a match that began at the exercise's position.

    Both may take a while, and are called on a thread with a match of their own.
    """

    def answer(self, match: Match) -> Answer:
        """Answer the last ply of the match's line; the learner's turn may not be over with it."""

    def next_plies(self, match: Match) -> tuple[int, ...]:
        """Return what the learner is to play here, a whole turn."""


class Asking(Protocol):
    """Answers what is chosen in place of a move: cells of the board, or some of ``options``.

    ``chosen`` are the choices that were right so far, in their order, and in ``answer`` a new one.
    """

    options: tuple[Message, ...] = ()
    known: Message | None = None  # before an answer

    def answer(self, chosen: tuple[int, ...]) -> Answer:
        """Answer the last choice."""

    def next_choice(self, chosen: tuple[int, ...]) -> int:
        """Return a choice that is right now."""


@dataclass(frozen=True)
class Exercise:
    """Something to do at a board: the position it begins at, and who answers the tries.

    ``goal`` says in a sentence what to do. Moves are answered by a ``judge``, choices by
    ``asking``; against an ``opponent`` a whole game is played. ``rings`` are cells that the
    sentence is about, and the ``tree`` of all games may be shown. An ``intro``
    explains what is new. In place of a board there may be a search to be performed, or to be
    broken, which is ``made`` of a seed and of who is told the grades.
    """

    game: Game
    variant: str
    rules: tuple[str, ...]
    start: Position
    goal: Message
    judge: Judge | None = None
    asking: Asking | None = None
    opponent: Method | None = None
    rings: tuple[int, ...] = ()
    tree: bool = False
    intro: Message | None = None
    made: Callable[[str, Graded], SearchTask | Breaking] | None = None

    def match(self) -> Match:
        """Return a match that begins at the position, between the learner and a computer."""
        players = Player(), Player(computer=self.opponent or Method(level=1))
        seated = players[::-1] if self.start.turn else players
        return Match(self.game, self.variant, self.rules, seated, start=self.start)


@dataclass(frozen=True)
class Steps:
    """How far a run has come: how many steps there are, those that are done, and the present one.

    The present step has some ``parts`` of its own, of which so many lie ``behind``.
    """

    count: int
    at: int
    done: frozenset[int]
    parts: int = 1
    behind: int = 0


class Run(Protocol):
    """Exercises that are done one after the other: a lesson, puzzles, one's own mistakes.

    The learner may be shown the answer after ``patience`` wrong tries. ``stars`` are those for what
    has just been done, 0 where none are given.
    """

    patience: int
    stars: int

    @property
    def title(self) -> Message:
        """Return what the whole is called."""

    @property
    def about(self) -> Message:
        """Return a line below the title."""

    @property
    def exercise(self) -> Exercise:
        """Return the present exercise."""

    @property
    def steps(self) -> Steps:
        """Return how far the run has come."""

    @property
    def solved(self) -> bool:
        """Tell whether the present exercise is done."""

    def note(self, answer: Answer) -> Message | None:
        """Hear how a try was answered; return what there is to say when it ended the exercise."""

    def note_help(self) -> None:
        """Hear that the answer is shown."""

    def can_go(self, step: int) -> bool:
        """Tell whether there is an exercise to go to: the next one, or with -1 the one before."""

    def go_by(self, step: int) -> None:
        """Go to the next exercise, or to the one before."""
