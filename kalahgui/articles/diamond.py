"""Reversi on the diamond read out by nega-alpha and by NegaScout."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import PASS

_WINDOW = 50
_TO_THE_END = 20  # discs to be put on the board
_VARIANTS = {"cross": "diamond", "parallel": "diamond-parallel"}

# Start, algorithm, value, evaluations, line in the article's numbers of squares.
_PUBLISHED = (
    (
        "cross",
        "nega-alpha",
        0,
        1690895,
        "19 34 45 21 33 26 20 29 37 12 11 44 38 30 52 51 18 25 43 42",
    ),
    (
        "cross",
        "nega-scout",
        0,
        1309977,
        "19 34 45 21 33 42 51 11 20 37 44 29 12 26 30 52 25 18 43 38",
    ),
    (
        "parallel",
        "nega-alpha",
        10,
        898585,
        "18 21 29 37 42 20 38 26 12 11 30 25 19 43 34 44 33 45 52 51",
    ),
    (
        "parallel",
        "nega-scout",
        10,
        524627,
        "18 21 29 37 42 20 30 38 12 11 19 26 34 25 33 43 45 52 51 pass 44",
    ),
)


def _cells() -> tuple[Cell, ...]:
    cells = []
    for start, algorithm, value, evaluations, line in _PUBLISHED:
        right: Figures = {"value": value, "evaluations": evaluations, "line": line}
        cells.append(Cell([start, algorithm], right, right))
    return tuple(cells)


def read_out(case: Any, stop: StopWord) -> Figures:
    """Read a start position out as the article does."""
    start, algorithm = case
    game = GAMES["reversi"]
    position = game.start(_VARIANTS[start])
    book = Textbook(algorithm, game.article_order, stop)
    value = book.run(position, _TO_THE_END, -_WINDOW, _WINDOW)
    if stop.raised:
        return {}
    texts = game.line_texts(position, book.line())
    line = " ".join(text if text == PASS else str(game.parse_move(text)) for text in texts)
    return {"value": value, "evaluations": book.evaluations, "line": line}


TABLE = PublishedTable(
    "diamond",
    "Reversi on the diamond: start and algorithm, value, evaluations, line",
    _cells(),
    read_out,
)
