"""Questions without end about random trees: what alpha-beta leaves out, what the root is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from kalahgui.theatre.because import because
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan, Recording
from kalahgui.theatre.subject import WrittenSubject

ROOT = "R"


@dataclass(frozen=True)
class Difficulty:
    """The shape of the trees of a difficulty.

    ``turns`` is how long the longest way down is, ``moves`` the fewest and the most moves of a
    node, ``leaves`` the fewest and the most leaves. One way in so many ends ``early``, 0 for none.
    ``cuts`` is how often alpha-beta cuts at least, ``deep`` how often a bound that it cuts by
    comes from further up than the node above.
    """

    turns: int
    moves: tuple[int, int]
    leaves: tuple[int, int]
    early: int
    cuts: int
    deep: int


DIFFICULTIES = {
    "easy": Difficulty(turns=2, moves=(3, 3), leaves=(9, 9), early=0, cuts=1, deep=0),
    "medium": Difficulty(turns=3, moves=(2, 3), leaves=(10, 14), early=6, cuts=2, deep=0),
    "hard": Difficulty(turns=4, moves=(2, 3), leaves=(15, 20), early=6, cuts=3, deep=1),
}


def random_tree(chance: random.Random, difficulty: Difficulty) -> TreeNode:
    """Return a tree of a difficulty's shape; what alpha-beta does on it is not looked at.

    All leaves have different values from 1 upwards. Whether equal values cut, and which of two
    leaves a value comes from, is then no matter: no question has two answers. A leaf is called
    by its value, the other nodes by letters, level by level.
    """
    least, most = difficulty.leaves
    while True:
        outline = _outline(chance, difficulty, difficulty.turns)
        leaves = _leaves(outline)
        if least <= leaves <= most and _height(outline) == difficulty.turns:
            break
    values = iter(chance.sample(range(1, 2 * leaves + 1), leaves))
    return _written(outline, values, _names(outline), 0)


# A node's moves, each an outline itself; a leaf has none.
_Outline = list["_Outline"]


def _outline(chance: random.Random, difficulty: Difficulty, turns: int) -> _Outline:
    root = turns == difficulty.turns
    early = not root and difficulty.early and chance.randrange(difficulty.early) == 0
    if turns == 0 or early:
        return []
    moves = chance.randint(*difficulty.moves)
    return [_outline(chance, difficulty, turns - 1) for _ in range(moves)]


def _leaves(outline: _Outline) -> int:
    return sum(map(_leaves, outline)) if outline else 1


def _height(outline: _Outline) -> int:
    return 1 + max(map(_height, outline)) if outline else 0


def _names(outline: _Outline) -> dict[int, str]:
    """Name the nodes that are no leaves, level by level; the root apart."""
    letters = (chr(letter) for letter in count(ord("A")) if chr(letter) != ROOT)
    names = {id(outline): ROOT}
    level = [outline]
    while level:
        level = [child for node in level for child in node if child]
        names |= {id(node): next(letters) for node in level}
    return names


def _written(
    outline: _Outline, values: Iterator[int], names: dict[int, str], mover: int
) -> TreeNode:
    if not outline:
        value = next(values)
        return TreeNode(str(value), value, mover)
    children = tuple(_written(child, values, names, 1 - mover) for child in outline)
    return TreeNode(names[id(outline)], None, mover, children)


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
