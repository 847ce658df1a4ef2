"""Tic-tac-toe: nodes of depth-first minimax, the strong solution, three ways to find a move."""

from __future__ import annotations

import functools
import timeit
from collections.abc import Callable, Iterator, Mapping

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.ready_table import looked_up
from kalahgui.engine.weak_player import best_looking_moves
from kalahgui.games import GAMES
from kalahgui.games.game import Position, children
from kalahgui.games.user_error import Message

TIC_TAC_TOE = GAMES["tictactoe"]
_DEPTH = 9


def _turned(squares: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(squares[3 * (2 - i % 3) + i // 3] for i in range(9))


def _mirrored(squares: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(squares[3 * (i // 3) + 2 - i % 3] for i in range(9))


def _symmetries() -> Iterator[tuple[int, ...]]:
    squares = tuple(range(9))
    for _ in range(4):
        yield squares
        yield _mirrored(squares)
        squares = _turned(squares)


SYMMETRIES = tuple(_symmetries())


def canonical(position: Position) -> str:
    """Return the first of the texts that a position has under the eight symmetries."""
    text = TIC_TAC_TOE.position_text(position)
    return min("".join(text[square] for square in squares) for squares in SYMMETRIES)


def _best(values: Mapping[int, int]) -> list[int]:
    best = max(values.values(), default=0)
    return [move for move, value in values.items() if value == best]


def all_positions() -> list[Position]:
    """Return every position that can come about, the start first."""
    positions = {TIC_TAC_TOE.start(TIC_TAC_TOE.variant): None}
    todo = list(positions)
    while todo:
        for _, child, _ in children(todo.pop()):
            if child not in positions:
                positions[child] = None
                todo.append(child)
    return list(positions)


def searched_moves(position: Position, algorithm: str = "nega-alpha") -> list[int]:
    """Return all best moves, searched now."""
    textbook = Textbook(algorithm)
    return _best({m: -textbook.run(child, _DEPTH) for m, child, _ in children(position)})


@functools.cache
def best_moves_table() -> dict[Position, list[int]]:
    """Return all best moves of every unfinished position, worked out from the end."""
    values: dict[Position, int] = {}
    table: dict[Position, list[int]] = {}
    for position in sorted(
        all_positions(), key=lambda position: -(position.own | position.opp).bit_count()
    ):
        if position.over:
            values[position] = position.final()
            continue
        after = {move: -values[child] for move, child, _ in children(position)}
        values[position] = max(after.values())
        table[position] = _best(after)
    return table


def moves_by_children(position: Position) -> list[int]:
    """Return the moves whose child positions look best, valued now and without a search."""
    return best_looking_moves(TIC_TAC_TOE, position)


SEARCHED = _EMPTY, TWO_MARKS = ("empty board", "after (1,1), (1,0)")
_SOLVED = "positions with a real choice"
_TABLE = "move from a table"
_CHILDREN = "table against child values"
_SEARCH = "table against search"
_STARTS = {_EMPTY: ".........", TWO_MARKS: ".x..o...."}
# Often enough for a steady time, and soon done.
_LOOK_UPS, _VALUINGS, _SEARCHES = 2000, 100, 1
_MICROSECONDS = 1e6


def _whole_search(case: str, stop: StopWord) -> Figures:
    textbook = Textbook("minimax", stop=stop)
    value = textbook.run(TIC_TAC_TOE.parse_position(_STARTS[case]), _DEPTH)
    return {"value": value, "nodes": textbook.nodes}


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


_minimax_moves = functools.partial(searched_moves, algorithm="minimax")


def _table_moves(position: Position) -> list[int]:
    return looked_up(TIC_TAC_TOE.key, position).moves


def _microseconds(answer: Callable[[Position], list[int]], times: int) -> float:
    # Of three runs the shortest, which nothing else held up.
    start = TIC_TAC_TOE.start(TIC_TAC_TOE.variant)
    runs = timeit.repeat(lambda: answer(start), number=times, repeat=3)
    return min(runs) / times * _MICROSECONDS


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
    start = TIC_TAC_TOE.start(TIC_TAC_TOE.variant)
    table = _microseconds(_table_moves, _LOOK_UPS)
    children = _microseconds(moves_by_children, _VALUINGS)
    search = _microseconds(_minimax_moves, _SEARCHES)
    return {
        "microseconds": round(search),
        "times_faster": round(search / table),
        "faster": table < search,
        "slowest": search > children,
        "right": _minimax_moves(start) == best_moves_table()[start],
    }


_MEASURES: dict[str, Callable[[StopWord], Figures]] = {
    **{case: functools.partial(_whole_search, case) for case in _STARTS},
    _SOLVED: functools.partial(_solved, searched_moves),
    _TABLE: move_from_table,
    _CHILDREN: table_against_children,
    _SEARCH: table_against_search,
}


_CELLS: tuple[Cell, ...] = (
    Cell(_EMPTY, {"value": 0, "nodes": 549946}, {"value": 0, "nodes": 549946}),
    Cell(
        TWO_MARKS,
        {"value": 1, "nodes": 7064},
        {"value": 1, "nodes": 7046},
        Message("terminal_note_prose"),
    ),
    Cell(_SOLVED, {"solved": 431, "positions": 431}, {"solved": 431, "positions": 431}),
    Cell(_TABLE, {"right": True}, {"microseconds": 0.971}),
    Cell(
        _CHILDREN,
        {"faster": True},
        {"microseconds": 514, "times_faster": 500},
        Message("terminal_note_child_values"),
    ),
    Cell(
        _SEARCH,
        {"faster": True, "slowest": True, "right": True},
        {"microseconds": 30_000_000},
        Message("terminal_note_thirty_seconds"),
    ),
)

TABLE = PublishedTable(
    "tictactoe",
    Message("terminal_table_tictactoe"),
    _CELLS,
    lambda case, stop: _MEASURES[case](stop),
    notes=(Message("terminal_note_times"),),
)
