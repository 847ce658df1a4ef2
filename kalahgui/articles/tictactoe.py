"""Tic-tac-toe: nodes of depth-first minimax, the strong solution, a table against a search."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.articles.tictactoe_book import (
    all_positions,
    best_moves_table,
    canonical,
    looked_up_moves,
    searched_moves,
    seconds_each,
)
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES

_DEPTH = 9
_EMPTY, _TWO_MARKS = "empty board", "after (1,1), (1,0)"
_SOLVED, _SPEED = "positions with a real choice", "table against search"
_STARTS = {_EMPTY: ".........", _TWO_MARKS: ".x..o...."}
_SEARCHES, _LOOK_UPS = 3, 1000


def _measure(case: Any, stop: StopWord) -> Figures:
    if case == _SOLVED:
        return strong_solution(stop)
    if case == _SPEED:
        return table_against_search()
    book = Textbook("minimax", stop=stop)
    value = book.run(GAMES["tictactoe"].parse_position(_STARTS[case]), _DEPTH)
    return {"value": value, "nodes": book.nodes}


def strong_solution(stop: StopWord) -> Figures:
    """Compare the moves of the search with the table where not every move is equally good."""
    table = best_moves_table()
    chosen = {
        canonical(position): position
        for position in all_positions()
        if not position.over and len(table[position]) < len(position.moves())
    }
    solved = 0
    for position in chosen.values():
        if stop.raised:
            break
        solved += searched_moves(position) == table[position]
    return {"solved": solved, "positions": len(chosen)}


def table_against_search() -> Figures:
    """Measure how many times faster the table made beforehand answers at the start."""
    start = GAMES["tictactoe"].parse_position(_STARTS[_EMPTY])
    looked_up_moves(start)
    ratio = seconds_each(searched_moves, start, _SEARCHES) / seconds_each(
        looked_up_moves, start, _LOOK_UPS
    )
    return {"times_faster": round(ratio), "faster": ratio > 1}


_CELLS: tuple[Cell, ...] = (
    Cell(_EMPTY, {"value": 0, "nodes": 549946}, {"value": 0, "nodes": 549946}),
    Cell(_TWO_MARKS, {"value": 1, "nodes": 7064}, {"value": 1, "nodes": 7046}),
    Cell(_SOLVED, {"solved": 431, "positions": 431}, {"solved": 431, "positions": 431}),
    Cell(_SPEED, {"faster": True}, {"faster": True}),
)

TABLE = PublishedTable(
    "tictactoe",
    "Tic-tac-toe: nodes of minimax, strong solution, a table against a search",
    _CELLS,
    _measure,
)
