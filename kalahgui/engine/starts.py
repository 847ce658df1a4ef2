"""What is known of the starts of boards: what each first move is worth with best play."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kalahgui.assets import asset, read_table
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import Position, children
from kalahgui.games.kalah.fair_starts import fair_starts
from kalahgui.games.user_error import UserError

FILE = asset("tables", "starts.json")
VERSION = 1


class BadStarts(UserError):
    """The file of the starts is missing or damaged."""


class KnownStart(NamedTuple):
    """The exact value of a start for the first player, to the last stone or disc.

    ``moves`` are the lowest and the highest value that each first move can have, and ``line`` is a
    game with best play, empty where none was kept. ``made`` is the command that found all this, in
    so many ``nodes`` and ``seconds``, with lines of ``depth`` turns.
    """

    value: int
    moves: Mapping[int, tuple[int, int]]
    line: Sequence[int]
    depth: int
    nodes: int
    seconds: float
    made: str


Starts = Mapping[str, KnownStart]


def known_start(position: Position) -> KnownStart | None:
    """Return what is known of a position that is the start of a board; None elsewhere."""
    return _by_position().get(_identity(position))


def known_value(position: Position) -> int | None:
    """Return the exact value of a fair start, or after the first move of a start; None elsewhere.

    It is that for the side to move, to the last stone or disc.
    """
    board = position.book_board()
    if board is not None and GAMES["kalah"].position_text(position) in fair_starts(*board):
        return 0
    return _after_first_moves().get(_identity(position))


def told_bounds(
    position: Position, move: int, bounds: tuple[int, int]
) -> tuple[int | None, int | None]:
    """Return the bounds of a move's value; None for one that would hold without any search."""
    low, high = bounds
    if low == high:
        return bounds
    child = position.to_the_end()
    sign = 1 if child.play(move) else -1
    least, most = sorted(sign * bound for bound in child.bounds())
    return None if low <= least else low, None if high >= most else high


@functools.cache
def _by_position() -> dict[tuple[object, ...], KnownStart]:
    return {_identity(_start_of(board)): known for board, known in _all().items()}


@functools.cache
def _after_first_moves() -> dict[tuple[object, ...], int]:
    values = {}
    for board, known in _all().items():
        start = _start_of(board)
        for move, child, sign in children(start):
            low, high = known.moves[move]
            if low == high:
                values[_identity(child)] = sign * low
    return values


def _all() -> Starts:
    try:
        return read_table(FILE, starts_of, BadStarts)
    except BadStarts:  # then all boards are searched, as those are that are not in it
        return {}


def _start_of(board: str) -> Position:
    game, variant = game_and_variant(board)
    return game.start(variant)


def _identity(position: Position) -> tuple[object, ...]:
    """Return what decides the value of a position played to the end: no evaluation does."""
    here = position.to_the_end()
    words = here.own, here.opp, here.lead, here.turn
    return type(here).__name__, *here.rules(), *words


def starts_of(document: Any) -> Starts:
    """Return the starts in a document; some error of its shape for another document."""
    if document["version"] != VERSION:
        raise ValueError("another version")
    return {board: _read(board, data) for board, data in document["boards"].items()}


def _read(board: str, data: Mapping[str, Any]) -> KnownStart:
    game, _ = game_and_variant(board)
    moves = {game.parse_move(move): (low, high) for move, (low, high) in data["moves"].items()}
    line = [game.parse_move(move) for move in data["line"].split()]
    known = KnownStart(**{**data, "moves": moves, "line": line})
    if sorted(moves) != _start_of(board).moves() or max(high for _, high in moves.values()) > (
        known.value
    ):
        raise ValueError("values of other moves")
    return known
