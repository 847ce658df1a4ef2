"""The whole tree of Eight."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import Position

_DEPTH = 8


def whole_tree(case: Any, stop: StopWord) -> Figures:
    """Search the whole tree, measure its height and name the winner."""
    game = GAMES["eight"]
    start = game.start(game.variant)
    book = Textbook("minimax", stop=stop)
    value = book.run(start, _DEPTH)
    return {
        "nodes": book.nodes,
        "winner": "first" if value > 0 else "second",
        "height": _height(start),
    }


def _height(position: Position) -> int:
    """Return how many moves the longest game has."""
    longest = 0
    for move in position.moves():
        child = position.copy()
        child.play(move)
        longest = max(longest, 1 + _height(child))
    return longest


TABLE = PublishedTable(
    "eight",
    "Eight: nodes and height of the whole tree, and who wins",
    (Cell("whole tree", {"nodes": 62, "winner": "second", "height": 6}, {"height": 6}),),
    whole_tree,
    notes=(
        "The article gives the height alone, and shows a part of the tree.",
        "After 2, 1, 2, 1 (sum 6) that part has the first player name 1 again, which the rules "
        "forbid: it should be 2, which wins.",
    ),
)
