"""Tic-tac-toe: nodes of depth-first minimax, the strong solution, three ways to find a move."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.articles.tictactoe_book import (
    all_positions,
    best_moves_table,
    canonical,
    moves_by_children,
    searched_moves,
    seconds_each,
)
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.ready_table import ready_table
from kalahgui.games import GAMES
from kalahgui.games.game import Position

_GAME = GAMES["tictactoe"]
_DEPTH = 9
_EMPTY, TWO_MARKS = "empty board", "after (1,1), (1,0)"
_SOLVED = "positions with a real choice"
_TABLE = "move from a table"
_CHILDREN = "table against child values"
_SEARCH = "table against search"
_STARTS = {_EMPTY: ".........", TWO_MARKS: ".x..o...."}
# Often enough for a steady time, and soon done.
_LOOK_UPS, _VALUINGS, _SEARCHES = 2000, 100, 1
_MICROSECONDS = 1e6


def _whole_search(case: str, stop: StopWord) -> Figures:
    book = Textbook("minimax", stop=stop)
    value = book.run(_GAME.parse_position(_STARTS[case]), _DEPTH)
    return {"value": value, "nodes": book.nodes}


def real_choices() -> list[Position]:
    """Return the positions, one of each eight symmetric ones, with moves that are not best."""
    table = best_moves_table()
    chosen = {
        canonical(position): position
        for position in all_positions()
        if not position.over and len(table[position]) < len(position.moves())
    }
    return list(chosen.values())


def _solved(answer: Callable[[Position], list[int]], stop: StopWord) -> Figures:
    """Count the positions with a real choice in which an answer is all best moves and no other."""
    table, positions = best_moves_table(), real_choices()
    solved = 0
    for position in positions:
        if stop.raised:
            break
        solved += answer(position) == table[position]
    return {"solved": solved, "positions": len(positions)}


def strong_solution(stop: StopWord) -> Figures:
    """Compare the moves of the search with all moves of the best value."""
    return _solved(searched_moves, stop)


def _table_moves(position: Position) -> list[int]:
    return ready_table(_GAME.key).find(position).moves


def _minimax_moves(position: Position) -> list[int]:
    return searched_moves(position, "minimax")


def _microseconds(answer: Callable[[Position], list[int]], times: int) -> float:
    """Return how long an answer takes on the empty board."""
    start = _GAME.parse_position(_STARTS[_EMPTY])
    answer(start)
    return seconds_each(answer, start, times) * _MICROSECONDS


def move_from_table(stop: StopWord) -> Figures:
    """Measure the table, and tell whether all it names are best moves.

    Of these it names the soonest wins and the latest losses alone.
    """
    best = best_moves_table()
    right = all({*_table_moves(here)} <= {*best[here]} for here in real_choices())
    return {"microseconds": round(_microseconds(_table_moves, _LOOK_UPS), 3), "right": right}


def table_against_children(stop: StopWord) -> Figures:
    """Measure how much faster the table is than values of the child positions at move time."""
    table = _microseconds(_table_moves, _LOOK_UPS)
    children = _microseconds(moves_by_children, _VALUINGS)
    return {
        "microseconds": round(children, 1),
        "times_faster": round(children / table),
        "faster": table < children,
        **_solved(moves_by_children, stop),
    }


def table_against_search(stop: StopWord) -> Figures:
    """Measure how much faster the table is than minimax, which is the slowest of the three."""
    start = _GAME.parse_position(_STARTS[_EMPTY])
    table = _microseconds(_table_moves, _LOOK_UPS)
    children = _microseconds(moves_by_children, _VALUINGS)
    search = seconds_each(_minimax_moves, start, _SEARCHES) * _MICROSECONDS
    return {
        "microseconds": round(search),
        "times_faster": round(search / table),
        "faster": table < search,
        "slowest": search > children,
        "right": _minimax_moves(start) == best_moves_table()[start],
    }


_MEASURES: dict[str, Callable[[StopWord], Figures]] = {
    **{case: functools.partial(_whole_search, case) for case in _STARTS},
    _SOLVED: strong_solution,
    _TABLE: move_from_table,
    _CHILDREN: table_against_children,
    _SEARCH: table_against_search,
}


def _measure(case: Any, stop: StopWord) -> Figures:
    return _MEASURES[case](stop)


_CELLS: tuple[Cell, ...] = (
    Cell(_EMPTY, {"value": 0, "nodes": 549946}, {"value": 0, "nodes": 549946}),
    Cell(
        TWO_MARKS,
        {"value": 1, "nodes": 7064},
        {"value": 1, "nodes": 7046},
        "7046 in the prose, 7064 in the output printed beside it.",
    ),
    Cell(_SOLVED, {"solved": 431, "positions": 431}, {"solved": 431, "positions": 431}),
    Cell(_TABLE, {"right": True}, {"microseconds": 0.971}),
    Cell(
        _CHILDREN,
        {"faster": True},
        {"microseconds": 514, "times_faster": 500},
        "The child positions are valued by the marks in each line, without a search; in so many "
        "positions that finds the best moves and no other.",
    ),
    Cell(
        _SEARCH,
        {"faster": True, "slowest": True, "right": True},
        {"microseconds": 30_000_000},
        "About 30 s in the article.",
    ),
)

TABLE = PublishedTable(
    "tictactoe",
    "Tic-tac-toe: nodes of minimax, strong solution, a table against a search",
    _CELLS,
    _measure,
    notes=(
        "Times are those of one machine and language: they match when the table is faster than "
        "child values, and these are faster than minimax.",
    ),
)
