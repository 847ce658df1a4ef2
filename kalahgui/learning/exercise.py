"""An exercise at the board: what a learner is to find there, and how a try is answered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from kalahgui.games.game import Message
from kalahgui.match.match import Match


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
    a wrong one what refutes it, and then the board goes back to where the try began.
    """

    grade: Grade
    message: Message | None = None
    reply: tuple[int, ...] = ()


class Judge(Protocol):
    """Answers tries in a match that began at the exercise's position.

    Both may take a while, and are called on a thread with a match of their own.
    """

    def answer(self, match: Match) -> Answer:
        """Answer the last ply of the match's line; the learner's turn may not be over with it."""

    def next_plies(self, match: Match) -> tuple[int, ...]:
        """Return what the learner is to play here, a whole turn."""
