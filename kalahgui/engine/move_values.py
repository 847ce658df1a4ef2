"""What every move of a position is worth by a textbook search."""

from __future__ import annotations

from kalahgui.core.textbook import Textbook
from kalahgui.games.game import Position

# What values all moves of a position: a window that is open for each of them costs least so.
ALL_MOVES = "nega-alpha"


def move_values(position: Position, turns: int, book: Textbook) -> dict[int, int]:
    """Return every move's value for the mover so many turns ahead.

    Once the stop word of the textbook search is raised there are no values.
    """
    values = {}
    for move in position.moves():
        child = position.copy()
        sign = 1 if child.play(move) else -1
        depth = turns if sign == 1 else turns - 1
        values[move] = sign * (
            book.run(child, depth) if depth and not child.over else child.published()
        )
    return {} if book.stop.raised else values
