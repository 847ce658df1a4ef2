"""The example trees of the articles, with minimax and alpha-beta on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kalahgui.theatre.tree import Node

ROOT = "R"
_INFINITY = 32000
_Drawing = int | Mapping[str, "_Drawing"]


def tree_of(drawing: _Drawing, label: str = ROOT, mover: int = 0) -> Node:
    """Return the tree of a drawing: a number (a leaf) or a mapping of labels to drawings.

    The root belongs to the first player, who maximises, and the levels alternate.
    """
    if isinstance(drawing, int):
        return Node(label, drawing, mover)
    children = tuple(tree_of(below, name, 1 - mover) for name, below in drawing.items())
    return Node(label, None, mover, children)


KALAH_ARTICLE = tree_of(
    {
        "A": {"C": {"G": 1, "H": 3}, "D": {"I": 4, "J": 2}},
        "B": {"E": {"K": 2, "L": 1}, "F": {"M": 3, "N": 5}},
    }
)
MINIMAX_ARTICLE = tree_of(
    {
        "E1": {"S11": 3, "S12": 5, "S13": 1},
        "E2": {"S21": 7, "S22": 3, "S23": -4},
        "E3": {"S31": -3, "S32": 0, "S33": 3},
    }
)
REVERSI_ARTICLE = tree_of({"A1": {"B1": {"C1": 7, "C2": 4, "C3": 2}, "B2": 3}, "A2": 4})


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


def best_move(tree: Node, outcome: Outcome) -> str:
    """Return the first of the root's moves that reaches its value."""
    labels = [child.label for child in tree.children]
    return next(label for label in labels if outcome.values.get(label) == outcome.value)


def minimax(tree: Node) -> Outcome:
    """Search a tree completely."""
    outcome = Outcome()
    _minimax(tree, outcome)
    return outcome


def _minimax(node: Node, outcome: Outcome) -> int:
    if node.value is not None:
        outcome.evaluated.append(node.label)
        value = node.value
    else:
        below = [_minimax(child, outcome) for child in node.children]
        value = min(below) if node.mover else max(below)
    outcome.values[node.label] = value
    return value


def alpha_beta(tree: Node) -> Outcome:
    """Search a tree from the left and leave out what cannot change the value of the root."""
    outcome = Outcome()
    _alpha_beta(tree, -_INFINITY, _INFINITY, outcome)
    return outcome


def _alpha_beta(node: Node, alpha: int, beta: int, outcome: Outcome) -> int:
    if node.value is not None:
        outcome.evaluated.append(node.label)
        outcome.values[node.label] = node.value
        return node.value
    best = _INFINITY if node.mover else -_INFINITY
    for child in node.children:
        if alpha >= beta:
            outcome.left_out += [leaf.label for leaf in child.leaves()]
            continue
        value = _alpha_beta(child, alpha, beta, outcome)
        if node.mover:
            best = min(best, value)
            beta = min(beta, best)
        else:
            best = max(best, value)
            alpha = max(alpha, best)
    outcome.values[node.label] = best
    return best
