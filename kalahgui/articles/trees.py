"""The example trees of the articles: values by minimax, leaves left out by alpha-beta."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.example_trees import (
    KALAH_ARTICLE,
    MINIMAX_ARTICLE,
    REVERSI_ARTICLE,
    alpha_beta,
    minimax,
)
from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.core.search import StopWord

TREES = {
    "Kalah article": KALAH_ARTICLE,
    "minimax article": MINIMAX_ARTICLE,
    "Reversi article": REVERSI_ARTICLE,
}
_RIGHT: dict[str, Figures] = {
    "Kalah article": {
        "values": {"R": 3, "A": 3, "B": 2, "C": 3, "D": 4, "E": 2, "F": 5},
        "left_out": ["J", "M", "N"],
        "evaluations": [8, 5],
        "move": "A",
    },
    "minimax article": {"values": {"R": 1, "E1": 1, "E2": -4, "E3": -3}},
    "Reversi article": {"values": {"R": 4, "A1": 3, "B1": 7}, "move": "A2"},
}
# The root's value is not printed in these articles.
_PRINTED: dict[str, Figures] = {
    "Kalah article": {
        **_RIGHT["Kalah article"],
        "values": {"A": 3, "B": 2, "C": 3, "D": 4, "E": 2, "F": 5},
    },
    "Reversi article": {"values": {"A1": 3, "B1": 7}, "move": "A2"},
}


def search(case: Any, stop: StopWord) -> Figures:
    """Search a tree by minimax and by alpha-beta, whose evaluations are counted in this order."""
    tree = TREES[case]
    outcome, pruned = minimax(tree), alpha_beta(tree)
    ends = {leaf.label for leaf in tree.leaves()}
    return {
        "values": {name: value for name, value in outcome.values.items() if name not in ends},
        "left_out": pruned.left_out,
        "evaluations": [len(outcome.evaluated), len(pruned.evaluated)],
        "move": outcome.line[0],
    }


TABLE = PublishedTable(
    "trees",
    "Example trees: values by minimax, leaves left out by alpha-beta, evaluations",
    tuple(Cell(name, right, _PRINTED.get(name, right)) for name, right in _RIGHT.items()),
    search,
)
