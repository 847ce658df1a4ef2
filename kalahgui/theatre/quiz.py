"""Questions without end about random trees: what alpha-beta leaves out, what the root is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count

from kalahgui.theatre.because import because
from kalahgui.theatre.explanation import leaves_of, places
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import Plan, Recording, record
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
        outline = _outline(chance, difficulty, 0)
        leaves = len(list(outline.leaves()))
        if least <= leaves <= most and outline.height == difficulty.turns:
            break
    values = iter(chance.sample(range(1, 2 * leaves + 1), leaves))
    inner = [path for path, node in walk(outline) if node.children]
    letters = (chr(letter) for letter in count(ord("A")) if chr(letter) != ROOT)
    by_level = sorted(inner, key=lambda path: (len(path), path))
    names = dict(zip(by_level, chain((ROOT,), letters), strict=False))
    return _written(outline, (), values, names)


def _outline(chance: random.Random, difficulty: Difficulty, height: int) -> TreeNode:
    """Return a tree without names and values."""
    early = height and difficulty.early and chance.randrange(difficulty.early) == 0
    moves = 0 if height == difficulty.turns or early else chance.randint(*difficulty.moves)
    children = tuple(_outline(chance, difficulty, height + 1) for _ in range(moves))
    return TreeNode("", None, height % 2, children)


def _written(
    outline: TreeNode, path: Path, values: Iterator[int], names: Mapping[Path, str]
) -> TreeNode:
    if not outline.children:
        value = next(values)
        return replace(outline, label=str(value), value=value)
    below = enumerate(outline.children)
    children = tuple(_written(child, (*path, place), values, names) for place, child in below)
    return replace(outline, label=names[path], children=children)


# What is asked: the leaves that are not looked at, or the value of the root.
LEAVES, VALUE = "leaves", "value"
KINDS = (VALUE, LEAVES)  # the easier one first
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
        return leaves_of(self.tree)

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
