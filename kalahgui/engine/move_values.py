"""What every move of a position is worth by a textbook search."""

from __future__ import annotations

from kalahgui.core.textbook import Textbook
from kalahgui.games.game import Position

# What values all moves of a position: a window that is open for each of them costs least so.
ALL_MOVES = "nega-alpha"


def move_values(position: Position, turns: int, book: Textbook) -> dict[int, int]:
    """Return every move's value for the mover so many turns ahead; the search counts it all.

    Once the stop word of the textbook search is raised there are no values.
    """
    values = {}
    for move in position.moves():
        child = position.copy()
        sign = 1 if child.play(move) else -1
        depth = turns if sign == 1 else turns - 1
        if depth:
            found = book.run(child, depth)
        else:
            found = child.published()
            book.nodes += 1
            book.evaluations += 1
        values[move] = sign * found
    return {} if book.stop.raised else values
