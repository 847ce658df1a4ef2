"""Whole turns: all that a side plays before the other one moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kalahgui.games.game import Position

_MOST_TURNS = 1000


def turn_of(position: Position, line: Sequence[int]) -> list[int]:
    """Return the first turn of a line, or the part of the turn that the line has."""
    here = position.copy()
    turn = []
    for move in line:
        turn.append(move)
        if not here.play(move):
            break
    return turn


def whole_turns(position: Position) -> Iterator[tuple[list[int], Position]]:
    """Yield the whole turns of the side to move with the position after each, at most 1000."""
    found = 0
    todo: list[tuple[list[int], Position]] = [([], position)]
    while todo and found < _MOST_TURNS:
        turn, here = todo.pop()
        for move in here.moves():
            child = here.copy()
            if child.play(move):
                todo.append(([*turn, move], child))
            else:
                found += 1
                yield [*turn, move], child
