"""Reversi on the diamond read out by nega-alpha and by NegaScout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kalahgui.articles.published import Cell, Figures, Played, PublishedTable
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import PASS, Position
from kalahgui.games.user_error import Message

_WINDOW = 50
TO_THE_END = 20  # discs to be put on the board
VARIANTS = {"cross": "diamond", "parallel": "diamond-parallel"}
_GAME = GAMES["reversi"]
RISING = "rising"

# Start, algorithm, value, evaluations; and those in rising order, which the article did not search.
_READ_OUT = (
    ("cross", "nega-alpha", 0, 1690895, 4774173),
    ("cross", "nega-scout", 0, 1309977, 3202395),
    ("parallel", "nega-alpha", 10, 898585, 2844988),
    ("parallel", "nega-scout", 10, 524627, 1999661),
)
# What the article names and does not count, on the cross start in its order of squares.
COUNTED_BESIDES = (("usual-nega-scout", 1207763), ("mtd-f", 367907))
# In the article's numbers of squares, which it tries in an order of its own.
_LINES = (
    "19 34 45 21 33 26 20 29 37 12 11 44 38 30 52 51 18 25 43 42",
    "19 34 45 21 33 42 51 11 20 37 44 29 12 26 30 52 25 18 43 38",
    "18 21 29 37 42 20 38 26 12 11 30 25 19 43 34 44 33 45 52 51",
    "18 21 29 37 42 20 30 38 12 11 19 26 34 25 33 43 45 52 51 pass 44",
)
# Of these alone the article prints the line.
_LINE_PRINTED = "nega-alpha"


def _cells() -> Iterator[Cell]:
    for (start, algorithm, value, evaluations, _), line in zip(_READ_OUT, _LINES, strict=True):
        printed: Figures = {"value": value, "evaluations": evaluations}
        right = printed | {"line": line}
        yield Cell([start, algorithm], right, right if algorithm == _LINE_PRINTED else printed)
    for start, algorithm, value, _, evaluations in _READ_OUT:
        right = {"value": value, "evaluations": evaluations}
        yield Cell([start, algorithm, RISING], right, {})


def read_out(case: Any, stop: StopWord) -> Figures:
    """Read a start position out; the squares are tried as in the article unless in rising order."""
    _, algorithm, *order = case
    position = _start(case)
    textbook = Textbook(algorithm, None if order else _GAME.article_order, stop)
    value = textbook.run(position, TO_THE_END, -_WINDOW, _WINDOW)
    if stop.raised:
        return {}
    texts = _GAME.line_texts(position, textbook.line())
    line = " ".join(text if text == PASS else str(_GAME.parse_move(text)) for text in texts)
    return {"value": value, "evaluations": textbook.evaluations, "line": line}


def _start(case: Any) -> Position:
    return _GAME.start(VARIANTS[case[0]])


def _played(case: Any, figures: Figures) -> Played:
    moves = [int(text) for text in figures["line"].split() if text != PASS]
    return _GAME, _start(case), moves


TABLE = PublishedTable(
    "diamond",
    Message("terminal_table_diamond"),
    tuple(_cells()),
    read_out,
    notes=(Message("terminal_note_diamond_lines"), Message("terminal_note_diamond_order")),
    played=_played,
)
