"""The example trees of the articles: values by minimax, leaves left out by alpha-beta."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import NEGA_ALPHA
from kalahgui.games.user_error import Message
from kalahgui.theatre.cut_reasons import because
from kalahgui.theatre.game_tree import TreeNode
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import CUT, ENTER, LEAF, LEAVE, Plan, Recording, record
from kalahgui.theatre.subject import WrittenSubject

ROOT = "R"
_Drawing = int | Mapping[str, "_Drawing"]


def tree_of(drawing: _Drawing, label: str = ROOT, mover: int = 0) -> TreeNode:
    """Return the tree of a drawing: a number (a leaf) or a mapping of labels to drawings.

    The root belongs to the first player, who maximises, and the levels alternate.
    """
    if isinstance(drawing, int):
        return TreeNode(label, drawing, mover)
    children = tuple(tree_of(below, name, 1 - mover) for name, below in drawing.items())
    return TreeNode(label, None, mover, children)


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
class AlphaBetaCut:
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
    """What a search found: the value of every node, and the leaves it looked at.

    The ``line`` leads from the root's best move to the leaf that gives the root its value.

    Where alpha-beta cut, a value is only as good as its window: a bound, not the exact value.
    Alpha-beta also tells its cuts, and by the labels of the nodes the windows it came with: alpha
    and beta for the first player, None where nothing bounds the value yet.
    """

    values: dict[str, int] = field(default_factory=dict)
    evaluated: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    windows: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    cuts: list[AlphaBetaCut] = field(default_factory=list)

    @property
    def left_out(self) -> list[str]:
        """Return the leaves that the cuts have left out."""
        return [leaf for cut in self.cuts for leaf in cut.leaves]

    @property
    def value(self) -> int:
        """Return the value of the root."""
        return self.values[ROOT]


def minimax(tree: TreeNode) -> Outcome:
    """Search a tree completely."""
    return _outcome(record(Plan(WrittenSubject(tree), "minimax", tree.height)))


def alpha_beta(tree: TreeNode) -> Outcome:
    """Search a tree from the left and leave out what cannot change the value of the root."""
    recording = record(Plan(WrittenSubject(tree), NEGA_ALPHA, tree.height))
    outcome = _outcome(recording)
    playback = Playback(recording)
    for at, step in enumerate(recording.steps):
        if step.kind == ENTER:
            outcome.windows[_name(recording, step.node)] = step.alpha, step.beta
        elif step.kind == CUT:
            outcome.cuts.append(_cut(playback, at))
    return outcome


def _outcome(recording: Recording) -> Outcome:
    outcome = Outcome(line=recording.line)
    for step in recording.steps:
        name = _name(recording, step.node)
        if step.kind == LEAF:
            outcome.evaluated.append(name)
        elif step.kind == LEAVE and step.value is not None:
            outcome.values[name] = step.value
    return outcome


def _name(recording: Recording, number: int) -> str:
    return recording.nodes[number].text or ROOT


def _cut(playback: Playback, at: int) -> AlphaBetaCut:
    recording = playback.recording
    reason = because(playback, at)
    assert reason.bound is not None, "alpha-beta meets a bound that somebody has found"
    node = recording.nodes[reason.node]
    written: TreeNode = recording.state(reason.node)
    left = [
        written.children[move]
        for move, child in zip(node.moves, node.children, strict=True)
        if child is None
    ]
    return AlphaBetaCut(
        written.label,
        node.mover,
        reason.value,
        _name(recording, reason.holder),
        reason.bound,
        tuple(child.label for child in left),
        tuple(leaf.label for child in left for leaf in child.leaves()),
    )


TREES = {
    "Kalah article": KALAH_ARTICLE,
    "minimax article": MINIMAX_ARTICLE,
    "Reversi article": REVERSI_ARTICLE,
}


def _values(tree: TreeNode, found: Mapping[str, int]) -> dict[str, int]:
    """Return the values at all nodes from the root down, those found and those of the leaves."""
    values = {node.label: found.get(node.label, node.value) for node in tree.nodes()}
    return {name: value for name, value in values.items() if value is not None}


_RIGHT: dict[str, Figures] = {
    "Kalah article": {
        "values": _values(KALAH_ARTICLE, {"R": 3, "A": 3, "B": 2, "C": 3, "D": 4, "E": 2, "F": 5}),
        "left_out": ["J", "M", "N"],
        "evaluations": [8, 5],
        "move": "A",
    },
    "minimax article": {"values": _values(MINIMAX_ARTICLE, {"R": 1, "E1": 1, "E2": -4, "E3": -3})},
    "Reversi article": {
        "values": _values(REVERSI_ARTICLE, {"R": 4, "A1": 3, "B1": 7}),
        "move": "A2",
    },
}
# The root's value is not printed in these articles.
_PRINTED: dict[str, Figures] = {
    "Kalah article": {
        **_RIGHT["Kalah article"],
        "values": _values(KALAH_ARTICLE, {"A": 3, "B": 2, "C": 3, "D": 4, "E": 2, "F": 5}),
    },
    "Reversi article": {"values": _values(REVERSI_ARTICLE, {"A1": 3, "B1": 7}), "move": "A2"},
}


def search(case: Any, stop: StopWord) -> Figures:
    """Search a tree by minimax and by alpha-beta, whose evaluations are counted in this order."""
    tree = TREES[case]
    outcome, pruned = minimax(tree), alpha_beta(tree)
    return {
        "values": _values(tree, outcome.values),
        "left_out": pruned.left_out,
        "evaluations": [len(outcome.evaluated), len(pruned.evaluated)],
        "move": outcome.line[0],
    }


TABLE = PublishedTable(
    "trees",
    Message("terminal_table_trees"),
    tuple(Cell(name, right, _PRINTED.get(name, right)) for name, right in _RIGHT.items()),
    search,
)
