"""Random written trees on which alpha-beta has something to leave out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from kalahgui.theatre.game_tree import TreeNode

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
