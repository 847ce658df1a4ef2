"""The example trees of the source articles, with minimax and alpha-beta on them.

A tree is a number (a leaf) or a mapping of names to trees. The root belongs to the maximising
player and the levels alternate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Tree = int | Mapping[str, "Tree"]

KALAH_ARTICLE: Tree = {
    "A": {"C": {"G": 1, "H": 3}, "D": {"I": 4, "J": 2}},
    "B": {"E": {"K": 2, "L": 1}, "F": {"M": 3, "N": 5}},
}
MINIMAX_ARTICLE: Tree = {
    "E1": {"S11": 3, "S12": 5, "S13": 1},
    "E2": {"S21": 7, "S22": 3, "S23": -4},
    "E3": {"S31": -3, "S32": 0, "S33": 3},
}
REVERSI_ARTICLE: Tree = {
    "A1": {"B1": {"C1": 7, "C2": 4, "C3": 2}, "B2": 3},
    "A2": 4,
}
ROOT = "R"
_INFINITY = 32000


@dataclass
class Outcome:
    """What a search found: the value of every node, the leaves it looked at and left out.

    Where alpha-beta cut, a value is only as good as its window: a bound, not the exact value.
    """

    values: dict[str, int] = field(default_factory=dict)
    evaluated: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def value(self) -> int:
        """Return the value of the root."""
        return self.values[ROOT]


def leaves(name: str, tree: Tree) -> Iterator[str]:
    """Yield the names of all leaves of a tree, from the left."""
    if isinstance(tree, int):
        yield name
        return
    for child, below in tree.items():
        yield from leaves(child, below)


def best_move(tree: Mapping[str, Tree], outcome: Outcome) -> str:
    """Return the first of the root's moves that reaches its value."""
    return next(name for name in tree if outcome.values.get(name) == outcome.value)


def minimax(tree: Tree) -> Outcome:
    """Search a tree completely."""
    outcome = Outcome()
    _minimax(ROOT, tree, True, outcome)
    return outcome


def _minimax(name: str, tree: Tree, maximises: bool, outcome: Outcome) -> int:
    if isinstance(tree, int):
        outcome.evaluated.append(name)
        value = tree
    else:
        below = [_minimax(*child, not maximises, outcome) for child in tree.items()]
        value = max(below) if maximises else min(below)
    outcome.values[name] = value
    return value


def alpha_beta(tree: Tree) -> Outcome:
    """Search a tree from the left and leave out what cannot change the value of the root."""
    outcome = Outcome()
    _alpha_beta(ROOT, tree, True, -_INFINITY, _INFINITY, outcome)
    return outcome


def _alpha_beta(
    name: str, tree: Tree, maximises: bool, alpha: int, beta: int, outcome: Outcome
) -> int:
    if isinstance(tree, int):
        outcome.evaluated.append(name)
        outcome.values[name] = tree
        return tree
    best = -_INFINITY if maximises else _INFINITY
    for child, below in tree.items():
        if alpha >= beta:
            outcome.left_out += leaves(child, below)
            continue
        value = _alpha_beta(child, below, not maximises, alpha, beta, outcome)
        if maximises:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    outcome.values[name] = best
    return best
