"""Break it: change a tree until the search of it does what is wanted, which the search checks."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

from kalahgui.learning.random_trees import DIFFICULTIES, random_tree, search_of
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.order import RISING, Order
from kalahgui.theatre.recording import AGAIN, Recording

# The cuts are to go, NegaScout is to look twice, or few leaves are to be looked at, or many.
NO_CUT, TWICE, FEW, MANY = TARGETS = ("no_cut", "twice", "few", "many")
ORDERED = FEW, MANY  # by the order of the root's moves
LOWEST, HIGHEST = -9, 20


class Breaking:
    """A tree to be changed: its leaves, or the order of the root's moves.

    ``order`` are the root's moves as they are tried, ``leaf`` the one that is being changed.
    """

    def __init__(self, seed: str, number: int = 0) -> None:
        self.seed = seed
        self.begin(number)

    def begin(self, number: int) -> None:
        """Begin a task; the same seed and number have the same one, and targets take turns."""
        self.number = number
        self.target = TARGETS[number % len(TARGETS)]
        chance = random.Random(f"break {self.seed} {number}")
        while True:
            self._take(random_tree(chance, DIFFICULTIES["easy"]))
            if not self._is_met_or_hopeless():
                return

    def _take(self, tree: TreeNode) -> None:
        self.tree = self.first = tree
        self.order = tuple(range(len(tree.children)))
        self.leaf: Path = next(path for path, node in walk(tree) if not node.children)
        self.most = 0
        self._search()

    def _is_met_or_hopeless(self) -> bool:
        if self.target in ORDERED:
            counts = [self._searched(order).evaluations for order in permutations(self.order)]
            self.most = min(counts) if self.target == FEW else max(counts)
        return self.met

    def _searched(self, order: tuple[int, ...]) -> Recording:
        algorithm = "usual-nega-scout" if self.target == TWICE else "alpha-beta"
        return search_of(self.tree, algorithm, Order(RISING, order))

    def _search(self) -> None:
        self.recording = self._searched(self.order)

    # -- what the learner does

    def change(self, by: int) -> None:
        """Change the leaf that is chosen."""
        value = dict(walk(self.tree))[self.leaf].value
        if self.target in ORDERED or value is None:
            return
        self.tree = changed(self.tree, self.leaf, min(max(value + by, LOWEST), HIGHEST))
        self._search()

    def arrange(self, order: tuple[int, ...]) -> None:
        """Try the root's moves in another order."""
        self.order = order
        self._search()

    def begin_again(self) -> None:
        """Take all changes back."""
        most = self.most
        self._take(self.first)
        self.most = most

    @property
    def met(self) -> bool:
        """Tell whether the target is met, as the search says."""
        recording = self.recording
        if self.target == NO_CUT:
            return recording.cuts == 0
        if self.target == TWICE:
            return any(step.kind == AGAIN for step in recording.steps)
        seen = recording.evaluations
        return seen <= self.most if self.target == FEW else seen >= self.most


def changed(tree: TreeNode, leaf: Path, value: int) -> TreeNode:
    """Return a tree in which a leaf has another value.

    >>> from kalahgui.theatre.game_tree import read_tree, written
    >>> written(changed(read_tree("R(A(3 5) B(2 9))"), (1, 0), 7))
    'R(A(3 5) B(7 9))'
    """
    if not leaf:
        return replace(tree, value=value, label=str(value))
    children = list(tree.children)
    children[leaf[0]] = changed(children[leaf[0]], leaf[1:], value)
    return replace(tree, children=tuple(children))
