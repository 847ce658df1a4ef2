"""The example trees of the articles, with minimax and alpha-beta on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kalahgui.theatre.tree import Node

ROOT = "R"
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


@dataclass(frozen=True)
class Window:
    """What can still matter at a node, for the first player; None where nothing bounds it yet."""

    alpha: int | None
    beta: int | None


@dataclass(frozen=True)
class Cut:
    """Why alpha-beta looked at no more moves of a node.

    The node's mover has reached ``value``, and ``above``, a node nearer the root whose mover is
    the other player, need not let that happen: it holds ``bound`` already. What was left out are
    ``moves``, and ``leaves`` the leaves below them.
    """

    node: str
    mover: int
    value: int
    above: str
    bound: int
    moves: tuple[str, ...]
    leaves: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Return "beta" for a cut of the first player, who maximises, and "alpha" for the other."""
        return "alpha" if self.mover else "beta"


@dataclass
class Outcome:
    """What a search found: the value of every node, the leaves it looked at and left out.

    Where alpha-beta cut, a value is only as good as its window: a bound, not the exact value.
    Alpha-beta also tells its cuts, and by the labels of the nodes the windows it came with.
    """

    values: dict[str, int] = field(default_factory=dict)
    evaluated: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    windows: dict[str, Window] = field(default_factory=dict)
    cuts: list[Cut] = field(default_factory=list)

    @property
    def value(self) -> int:
        """Return the value of the root."""
        return self.values[ROOT]


def best_move(tree: Node, outcome: Outcome) -> str:
    """Return the first of the root's moves that reaches its value."""
    labels = [child.label for child in tree.children]
    return next(label for label in labels if outcome.values.get(label) == outcome.value)


def best_line(tree: Node, outcome: Outcome) -> list[str]:
    """Return the labels from the root's best move to the leaf that gives the root its value."""
    line = []
    here = tree
    while here.children:
        value = outcome.values[here.label]
        here = next(child for child in here.children if outcome.values.get(child.label) == value)
        line.append(here.label)
    return line


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


@dataclass(frozen=True)
class _Bound:
    """A bound of the window, and the node that holds it."""

    value: int | None = None
    holder: str = ""


def alpha_beta(tree: Node) -> Outcome:
    """Search a tree from the left and leave out what cannot change the value of the root."""
    outcome = Outcome()
    _alpha_beta(tree, (_Bound(), _Bound()), outcome)
    return outcome


def _alpha_beta(node: Node, bounds: tuple[_Bound, _Bound], outcome: Outcome) -> int:
    """Search a node within alpha and beta, the bounds of the first and the second player."""
    alpha, beta = bounds
    outcome.windows[node.label] = Window(alpha.value, beta.value)
    if node.value is not None:
        outcome.evaluated.append(node.label)
        outcome.values[node.label] = node.value
        return node.value
    best: int | None = None
    for place, child in enumerate(node.children):
        value = _alpha_beta(child, bounds, outcome)
        if best is None or _better(value, best, node.mover):
            best = value
        held = bounds[node.mover].value
        if held is None or _better(best, held, node.mover):
            mine, other = _Bound(best, node.label), bounds[1 - node.mover]
            bounds = (other, mine) if node.mover else (mine, other)
        if _met(bounds):
            _cut(node, best, bounds[1 - node.mover], node.children[place + 1 :], outcome)
            break
    assert best is not None, "every node above the leaves has moves"
    outcome.values[node.label] = best
    return best


def _better(value: int, other: int, mover: int) -> bool:
    return value < other if mover else value > other


def _met(bounds: tuple[_Bound, _Bound]) -> bool:
    """Tell whether the window is empty."""
    alpha, beta = (bound.value for bound in bounds)
    return alpha is not None and beta is not None and alpha >= beta


def _cut(node: Node, value: int, bound: _Bound, rest: tuple[Node, ...], outcome: Outcome) -> None:
    """Leave out the moves of a node that are left, if there are any."""
    leaves = tuple(leaf.label for child in rest for leaf in child.leaves())
    if rest:
        assert bound.value is not None
        moves = tuple(child.label for child in rest)
        outcome.cuts.append(
            Cut(node.label, node.mover, value, bound.holder, bound.value, moves, leaves)
        )
    outcome.left_out += leaves
