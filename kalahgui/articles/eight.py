"""The whole tree of Eight."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES

_DEPTH = 8
_RIGHT: Figures = {"nodes": 62, "winner": "second"}


def whole_tree(case: Any, stop: StopWord) -> Figures:
    """Search the whole tree and name the winner."""
    game = GAMES["eight"]
    book = Textbook("minimax", stop=stop)
    value = book.run(game.start(game.variant), _DEPTH)
    return {"nodes": book.nodes, "winner": "first" if value > 0 else "second"}


TABLE = PublishedTable(
    "eight",
    "Eight: nodes of the whole tree, and who wins",
    (Cell("whole tree", _RIGHT, _RIGHT),),
    whole_tree,
)
