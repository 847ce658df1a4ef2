"""An endless quiz on written trees: which leaves alpha-beta leaves out, what the root is worth."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from kalahgui.theatre.because import because
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.quiz_trees import DIFFICULTIES, Difficulty, random_tree
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan, Recording
from kalahgui.theatre.subject import WrittenSubject

# What is asked: the leaves that are not looked at, or the value of the root.
LEAVES, VALUE = "leaves", "value"
KINDS = (LEAVES, VALUE)
# With both bounds, from left to right.
ALGORITHM = "nega-alpha"
# How many of the leaves may be left out at most.
_MOST_LEFT_OUT = 0.6


@dataclass(frozen=True)
class Checked:
    """What an answer was: leaves rightly marked, wrongly marked and missed.

    Where a value is asked these are empty, and ``right`` alone tells.
    """

    right: bool
    found: frozenset[Path] = frozenset()
    wrong: frozenset[Path] = frozenset()
    missed: frozenset[Path] = frozenset()


@dataclass(frozen=True)
class QuizQuestion:
    """A tree, and what is asked about it."""

    kind: str
    tree: TreeNode

    @cached_property
    def recording(self) -> Recording:
        """Return the search that the question is about."""
        return record(Plan(WrittenSubject(self.tree), ALGORITHM, self.tree.height))

    @cached_property
    def leaves(self) -> tuple[Path, ...]:
        """Return the ways to the leaves, from the left."""
        return tuple(path for path, node in walk(self.tree) if not node.children)

    @cached_property
    def left_out(self) -> frozenset[Path]:
        """Return the leaves that the search does not look at."""
        return frozenset(self.leaves) - frozenset(places(self.recording))

    @property
    def value(self) -> int:
        """Return what the root is worth."""
        return self.recording.value

    def check_marks(self, marks: frozenset[Path]) -> Checked:
        """Compare marked leaves with those left out."""
        wrong, missed = marks - self.left_out, self.left_out - marks
        return Checked(not wrong and not missed, marks & self.left_out, wrong, missed)

    def check_value(self, value: int) -> Checked:
        """Compare a value with the root's."""
        return Checked(value == self.value)


def places(recording: Recording) -> list[Path]:
    """Return where the nodes of a recording stand in its written tree, by their numbers."""
    found: list[Path] = []
    for node in recording.nodes:
        if node.parent is None or node.move is None:
            found.append(())
        else:
            found.append((*found[node.parent], node.move))
    return found


def question(seed: str, kind: str, difficulty: str, number: int) -> QuizQuestion:
    """Return a question of an endless row; the same seed has the same questions."""
    chance = random.Random(f"{seed} {kind} {difficulty} {number}")
    shape = DIFFICULTIES[difficulty]
    while True:
        asked = QuizQuestion(kind, random_tree(chance, shape))
        if _worth_asking(asked, shape):
            return asked


def _worth_asking(asked: QuizQuestion, shape: Difficulty) -> bool:
    """Tell whether enough is cut, and the root's value is neither the largest nor the smallest."""
    recording = asked.recording
    playback = Playback(recording)
    reasons = [
        because(playback, at) for at, step in enumerate(recording.steps) if step.kind == "cut"
    ]
    deep = [each for each in reasons if recording.nodes[each.node].parent != each.holder]
    if len(reasons) < shape.cuts or len(deep) < shape.deep:
        return False
    values = [leaf.value for leaf in asked.tree.leaves() if leaf.value is not None]
    if len(asked.left_out) > _MOST_LEFT_OUT * len(values):
        return False
    return min(values) < asked.value < max(values)
