"""Random trees of some difficulty, on which a search has something to decide."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import chain, count

from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.order import Order
from kalahgui.theatre.recording import AGAIN, CUT, KNOWN, Plan, Recording, record
from kalahgui.theatre.subject import WrittenSubject

ROOT = "R"


@dataclass(frozen=True)
class Difficulty:
    """The shape of the trees of a difficulty.

    ``turns`` is how long the longest way down is, ``moves`` the fewest and the most moves of a
    node, ``leaves`` the fewest and the most leaves. One way in so many ends ``early``, 0 for none.
    ``cuts`` is how often a search that cuts does so at least. Where leaves may be ``alike`` a value
    may just meet a bound: on a first tree that would hide what a cut is.
    """

    turns: int
    moves: tuple[int, int]
    leaves: tuple[int, int]
    early: int
    cuts: int
    alike: bool = True


DIFFICULTIES = {
    "easy": Difficulty(turns=2, moves=(3, 3), leaves=(9, 9), early=0, cuts=1, alike=False),
    "medium": Difficulty(turns=3, moves=(2, 3), leaves=(10, 14), early=6, cuts=2),
    "hard": Difficulty(turns=4, moves=(2, 3), leaves=(15, 20), early=6, cuts=3),
}
_RISING = Order()
# Of the leaves may be left out, and how many are by the first cut; of a search that cuts.
_LEFT_OUT = 0.25, 0.6
_FIRST_LEFT_OUT = 2


def random_tree(chance: random.Random, difficulty: Difficulty) -> TreeNode:
    """Return a tree of a difficulty's shape; what a search does on it is not looked at.

    Leaves have values from 1 upwards. A leaf is called by its value, the other nodes by letters,
    level by level.
    """
    least, most = difficulty.leaves
    while True:
        outline = _outline(chance, difficulty, 0)
        leaves = len(list(outline.leaves()))
        if least <= leaves <= most and outline.height == difficulty.turns:
            break
    draw = chance.choices if difficulty.alike else chance.sample
    values = iter(draw(range(1, leaves + 1), k=leaves))
    inner = [path for path, node in walk(outline) if node.children]
    letters = (chr(letter) for letter in count(ord("A")) if chr(letter) != ROOT)
    by_level = sorted(inner, key=lambda path: (len(path), path))
    names = dict(zip(by_level, chain((ROOT,), letters), strict=False))

    def written(node: TreeNode, path: Path) -> TreeNode:
        if not node.children:
            value = next(values)
            return replace(node, label=str(value), value=value)
        below = (written(child, (*path, index)) for index, child in enumerate(node.children))
        return replace(node, label=names[path], children=tuple(below))

    return written(outline, ())


def _outline(chance: random.Random, difficulty: Difficulty, height: int) -> TreeNode:
    early = height and difficulty.early and chance.randrange(difficulty.early) == 0
    moves = 0 if height == difficulty.turns or early else chance.randint(*difficulty.moves)
    children = tuple(_outline(chance, difficulty, height + 1) for _ in range(moves))
    return TreeNode("", None, height % 2, children)


def search_of(tree: TreeNode, algorithm: str, order: Order = _RISING) -> Recording:
    """Search a tree; MTD(f) begins with the middle of what its leaves are worth."""
    values = sorted(leaf.value for leaf in tree.leaves() if leaf.value is not None)
    guess = values[len(values) // 2]
    return record(Plan(WrittenSubject(tree), algorithm, tree.height, order, guess=guess))


def random_search(seed: str, algorithm: str, difficulty: str, number: int = 0) -> Recording:
    """Return the search of a random tree that is worth doing; the same words have the same one."""
    chance = random.Random(f"{seed} {algorithm} {difficulty} {number}")
    shape = DIFFICULTIES[difficulty]
    while True:
        tree = random_tree(chance, shape)
        recording = search_of(tree, algorithm)
        if _is_worth_doing(recording, tree, shape):
            return recording


def _is_worth_doing(recording: Recording, tree: TreeNode, shape: Difficulty) -> bool:
    """Tell whether what the algorithm is about comes up, and the value is not plain to see.

    One move of the root is the best, and the first cut leaves out more than a leaf by a value that
    is past the bound, so that what is seen needs no further word.
    """
    values = [leaf.value for leaf in tree.leaves() if leaf.value is not None]
    if not min(values) < recording.value < max(values):
        return False
    if [minimax(move) for move in tree.children].count(recording.value) > 1:
        return False
    algorithm, kinds = recording.plan.algorithm, {step.kind for step in recording.steps}
    if algorithm == "minimax":
        return True
    seen = sum(not node.moves for node in recording.nodes)
    least, most = (share * len(values) for share in _LEFT_OUT)
    if recording.cuts < shape.cuts or not least <= len(values) - seen <= most:
        return False
    if not _first_cut_is_clear(recording, tree):
        return False
    if algorithm.endswith("nega-scout"):
        return AGAIN in kinds
    return algorithm != "mtd-f" or KNOWN in kinds


def minimax(node: TreeNode) -> int:
    """Return the value of a node of a tree.

    >>> from kalahgui.theatre.game_tree import read_tree
    >>> minimax(read_tree("R(A(3 5) B(2 9))"))
    3
    """
    if node.value is not None:
        return node.value
    return (min if node.mover else max)(map(minimax, node.children))


def _first_cut_is_clear(recording: Recording, tree: TreeNode) -> bool:
    """Tell whether the first cut is past its bound, and leaves out some leaves."""
    cut = next(step for step in recording.steps if step.kind == CUT)
    node = tree
    for index in recording.moves_to(cut.node):
        node = node.children[index]
    assert cut.move_index is not None, "it was found by a move"
    left_out = node.children[cut.move_index + 1 :]
    bound = cut.alpha if node.mover else cut.beta
    leaves = sum(len(list(child.leaves())) for child in left_out)
    return cut.value != bound and leaves >= _FIRST_LEFT_OUT
