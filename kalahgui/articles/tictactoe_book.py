"""Tic-tac-toe solved beforehand, searched at move time, and judged by its child positions."""

from __future__ import annotations

import functools
import timeit
from collections.abc import Callable, Iterator

from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import Position
from kalahgui.games.tictactoe.game import LINES

TIC_TAC_TOE = GAMES["tictactoe"]
_DEPTH = 9
_LINE_WORDS = tuple(sum(1 << square for square in line) for line in LINES)
# What a line is worth by the number of its marks, to the side that has just moved and to the other,
# which completes a line of two next.
_OURS = (0, 1, 3, 1000)
_THEIRS = (0, 1, 100, 0)


def _turned(squares: tuple[int, ...]) -> tuple[int, ...]:
    """Return an order of squares turned by a quarter."""
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


def all_positions() -> list[Position]:
    """Return every position that can come about, the start first."""
    found = {TIC_TAC_TOE.start(TIC_TAC_TOE.variant): None}
    todo = list(found)
    while todo:
        position = todo.pop()
        for move in position.moves():
            child = position.copy()
            child.play(move)
            if child not in found:
                found[child] = None
                todo.append(child)
    return list(found)


def searched_moves(position: Position, algorithm: str = "nega-alpha") -> list[int]:
    """Return all best moves, searched now."""
    book = Textbook(algorithm)
    values = {}
    for move in position.moves():
        child = position.copy()
        child.play(move)
        values[move] = -book.run(child, _DEPTH)
    best = max(values.values(), default=0)
    return [move for move, value in values.items() if value == best]


@functools.cache
def best_moves_table() -> dict[Position, list[int]]:
    """Return all best moves of every unfinished position, worked out from the end."""
    values: dict[Position, int] = {}
    table: dict[Position, list[int]] = {}
    for position in sorted(all_positions(), key=lambda each: -(each.own | each.opp).bit_count()):
        if position.over:
            values[position] = position.final()
            continue
        after = {}
        for move in position.moves():
            child = position.copy()
            child.play(move)
            after[move] = -values[child]
        values[position] = max(after.values())
        table[position] = [move for move, value in after.items() if value == values[position]]
    return table


def moves_by_children(position: Position) -> list[int]:
    """Return the moves whose child positions look best, valued now and without a search."""
    values = {}
    for move in position.moves():
        child = position.copy()
        child.play(move)
        values[move] = child_value(child)
    best = max(values.values(), default=0)
    return [move for move, value in values.items() if value == best]


def child_value(child: Position) -> int:
    """Value a position for the side that has just moved, by the marks in each line.

    A line that both sides have marked counts for nobody.
    """
    value = 0
    for line in _LINE_WORDS:
        ours, theirs = (child.opp & line).bit_count(), (child.own & line).bit_count()
        if not theirs:
            value += _OURS[ours]
        elif not ours:
            value -= _THEIRS[theirs]
    return value


def seconds_each(answer: Callable[[Position], list[int]], position: Position, times: int) -> float:
    """Return how long an answer takes: the least of three runs, which nothing else held up."""
    return min(timeit.repeat(lambda: answer(position), number=times, repeat=3)) / times
