"""Openings for matches: random moves, and those after which neither side is better."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.games.game import Position
from kalahgui.games.user_error import UserError

EVEN = 3  # points that the better side may be ahead of the other
DEPTH = 8
_BITS = 16  # of the table: enough for the depth, and no other is ever used
_TRIES = 1000
_PATIENCE = 500  # openings in a row that have come before: there are hardly any others
_MOST_VALUED = (200, 25)  # openings to look at in all: so many, and so many more for each wanted


class NoOpening(UserError):
    """Every sequence of so many moves ends the game."""


def random_opening(start: Position, plies: int, chance: random.Random) -> list[int]:
    """Return random moves that do not end the game; NoOpening when there are none."""
    for _ in range(_TRIES):
        position = start.copy()
        moves: list[int] = []
        while len(moves) < plies and not position.over:
            moves.append(chance.choice(position.moves()))
            position.play(moves[-1])
        if not position.over:
            return moves
    raise NoOpening("refused_no_opening", n=plies)


def random_openings(start: Position, plies: int, seed: int) -> Iterator[list[int]]:
    """Yield random openings without end; some may come twice."""
    for number in count():
        yield random_opening(start, plies, random.Random(f"{seed} {number}"))


def most_plies(start: Position, plies: int) -> int:
    """Return ``plies``, or the most that an opening can have on a tiny board."""
    while plies:
        try:
            random_opening(start, plies, random.Random(plies))
        except NoOpening:
            plies -= 1
        else:
            break
    return plies


class Opening(NamedTuple):
    """The moves of an opening, and its value for the side that moved first."""

    moves: list[int]
    value: int


class Balanced(NamedTuple):
    """Distinct openings for a match, the even ones first.

    ``openings`` are as many as were asked for, or all that there are. Of them, ``even`` are worth
    at most ``within`` points to either side; the others are the most even ones of the
    ``looked_at``.
    """

    openings: list[Opening]
    even: int
    within: int
    looked_at: int


def balanced_openings(
    start: Position,
    plies: int,
    wanted: int,
    seed: int,
    stop: StopWord,
    found: Callable[[int], None] = lambda even: None,
) -> Balanced:
    """Return openings of so many random moves after which neither side is better.

    The value of an opening is found by the game's own evaluation, at a fixed depth and with an
    empty table, so it follows from the program and the seed. Where a margin says only who wins, an
    even opening is one that the search takes for a draw. ``found`` is called with the number of
    even openings so far. The result is of no use once the stop word is raised. NoOpening when so
    many moves always end the game.
    """
    within = 0 if start.only_wins() else EVEN
    least, for_each = _MOST_VALUED
    even: list[Opening] = []
    others: list[Opening] = []
    for moves, position in _distinct(start, plies, seed):
        value = _value(position, stop)
        if stop.raised:
            break
        value = value if position.turn == start.turn else -value
        (even if abs(value) <= within else others).append(Opening(moves, value))
        found(len(even))
        if len(even) == wanted or len(even) + len(others) == least + for_each * wanted:
            break
    others.sort(key=lambda opening: abs(opening.value))
    return Balanced(
        [*even, *others[: wanted - len(even)]], len(even), within, len(even) + len(others)
    )


def _distinct(start: Position, plies: int, seed: int) -> Iterator[tuple[list[int], Position]]:
    known: set[Position] = set()
    in_vain = 0
    for moves in random_openings(start, plies, seed):
        position = start.copy()
        for move in moves:
            position.play(move)
        if position in known:
            in_vain += 1
            if in_vain == _PATIENCE:
                return
            continue
        known.add(position)
        in_vain = 0
        yield moves, position


def _value(position: Position, stop: StopWord) -> int:
    here = position.to_the_end()
    here.evaluation = None
    value = 0
    for finding in Search(table_for(here, _BITS), stop).deepen(here, DEPTH):
        value = finding.value
    return value
