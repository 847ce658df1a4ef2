"""How well the ideas of search are mastered, and ten questions that test them on new trees."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from kalahgui.games import GAMES
from kalahgui.learning.being_search import IDEAS, Kind, Question, questions
from kalahgui.learning.random_trees import random_search
from kalahgui.learning.search_task import Graded, SearchTask, nobody
from kalahgui.theatre.order import RISING, Order
from kalahgui.theatre.recording import Plan, Recording, record
from kalahgui.theatre.subject import PositionSubject

_LAST = 8
_GROWN = 5  # nodes that stand before the search is asked where it ends
# Under which results of examinations are kept.
EXAMINED = "examination"


def mastery(answers: Sequence[bool]) -> float:
    """Return how well an idea is mastered, from 0 to 1: the share right of the last eight answers.

    >>> mastery([]), mastery([True] * 4), mastery([False] * 3 + [True] * 8)
    (0.0, 0.5, 1.0)
    """
    return sum(answers[-_LAST:]) / _LAST


# A question, and the search of its own that it is about.
Examined = tuple[Recording, Question]

# What is asked to test an idea, in a search by which algorithm, on a tree of which difficulty.
_SOURCES = {
    "minimax": (Kind.VALUE, "minimax", "medium"),
    "horizon": (Kind.HORIZON, "minimax", ""),
    "alpha": (Kind.PRUNE, "alpha-beta", "medium"),
    "beta": (Kind.BOUND, "alpha-beta", "medium"),
    "order": (Kind.ORDER, "nega-alpha", "easy"),
    "null": (Kind.PRUNE, "nega-scout", "medium"),
    "research": (Kind.RESEARCH, "usual-nega-scout", "medium"),
    "memory": (Kind.MEMORY, "mtd-f", "easy"),
}
# The course on searches teaches all ideas but this one; two are asked twice.
TAUGHT = tuple(idea for idea in IDEAS if idea != "deep")
_TESTED = (*TAUGHT, "minimax", "alpha")
ASKED = len(_TESTED)


def examination(seed: str) -> list[Examined]:
    """Return ten questions, of the same kinds for every seed, each about a new tree."""
    chance = random.Random(f"examination {seed}")
    return [_question(idea, chance) for idea in _TESTED]


class Examination:
    """Ten questions, one after the other; the ``results`` are those of first answers."""

    def __init__(self, seed: str, graded: Graded = nobody) -> None:
        self._row = examination(seed)
        self._graded = graded
        self.results: list[bool] = []
        self.number = -1
        self.go_on()

    def go_on(self) -> None:
        """Ask the next question."""
        self.number += 1
        recording, question = self._row[self.number]
        self.task = SearchTask(recording, [question], graded=self._grade)

    def _grade(self, idea: str, right: bool) -> None:
        self.results.append(right)
        self._graded(idea, right)
        if len(self.results) == len(self._row):  # one that was broken off counts nothing
            for result in self.results:
                self._graded(EXAMINED, result)

    @property
    def done(self) -> bool:
        """Tell whether the last question is answered."""
        return self.task.done and len(self.results) == len(self._row)


def first_and_last(answers: Sequence[bool]) -> tuple[int, int]:
    """Return how many were right in the first examination and in the last, by all results kept.

    >>> first_and_last([False] * 6 + [True] * 4 + [True] * 10)
    (4, 10)
    """
    return sum(answers[:ASKED]), sum(answers[-ASKED:])


def _question(idea: str, chance: random.Random) -> Examined:
    kind, algorithm, difficulty = _SOURCES[idea]
    while True:
        if kind == Kind.HORIZON:
            recording = _position_search(chance)
        else:
            recording = random_search(str(chance.random()), algorithm, difficulty, 0)
        candidates = [
            question for question in questions(recording, (kind,)) if question.idea == idea
        ]
        if kind == Kind.ORDER:
            candidates = order_questions(recording)
        if kind == Kind.HORIZON:
            candidates = [question for question in candidates if question.node > _GROWN]
        # Each answer is as likely as the other ones.
        truths = sorted({str(question.truth) for question in candidates})
        if truths:
            wanted = chance.choice(truths)
            fitting = [question for question in candidates if str(question.truth) == wanted]
            return recording, chance.choice(fitting)


def _position_search(chance: random.Random) -> Recording:
    """Return a short search of a position of a small Kalah, in which players move again."""
    kalah = GAMES["kalah"]
    while True:
        here = kalah.start("3x3")
        for _ in range(chance.randrange(4)):
            if not here.over:
                here.play(chance.choice(here.moves()))
        if not here.over:
            return record(Plan(PositionSubject(kalah, here), "minimax", 2))


def order_questions(recording: Recording) -> list[Question]:
    """Ask which move of the root is best tried first, where one alone costs the fewest leaves."""
    plan = recording.plan
    moves = plan.subject.moves(plan.subject.root)
    counts = []
    for first in moves:
        order = Order(RISING, (first, *(move for move in moves if move != first)))
        counts.append(record(replace(plan, order=order)).evaluations)
    if counts.count(min(counts)) > 1:
        return []
    choices = tuple((index,) for index in range(len(moves)))
    truth = choices[counts.index(min(counts))]
    name = plan.subject.text(plan.subject.root, moves[truth[0]])
    question = Question(Kind.ORDER, 0, 0, truth, choices, (), "order", name=name)
    question.counts = tuple(counts)
    return [question]
