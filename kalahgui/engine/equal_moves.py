"""The moves that are as good as the one that was found."""

from __future__ import annotations

from kalahgui.core.search import Finding, Search, StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.haste import timely_moves
from kalahgui.engine.move_values import ALL_MOVES, move_values
from kalahgui.games.game import Position


def equal_moves(
    position: Position, last: Finding, search: Search | None, deepest: int, stop: StopWord
) -> list[int]:
    """Return the moves that are as good as the one found, as far as time allows.

    Without a ``search``, by which it was found, a textbook search has found it; ``deepest`` is how
    many turns the player may look ahead.
    """
    best = last.line[0]
    if position.only_wins() and last.value:
        return timely_moves(position, last)
    if search is None:
        values = move_values(position, last.depth, Textbook(ALL_MOVES, stop=stop))
        return [move for move, value in values.items() if value == last.value] or [best]
    search.stop = stop
    here = position.to_the_end()
    found = [best]
    for move in here.moves():
        if move == best:
            continue
        reaches = _reaches(here, move, last, search, deepest)
        if reaches is None:
            break
        if reaches:
            found.append(move)
    return sorted(found)


def _reaches(
    position: Position, move: int, last: Finding, search: Search, deepest: int
) -> bool | None:
    """Tell whether a move is worth as much as what was found; None when the search is stopped.

    A null window tells; how far a move falls short does not matter. What was found may be exact
    and yet not look deep, by a shared table: then other moves are searched until that is, too.
    """
    depth = last.depth
    while True:
        child = position.copy()
        if child.play(move):
            value = search.value(child, depth, last.value - 1, last.value)
        else:
            value = search.value(child, depth - 1, -last.value, 1 - last.value)
            value = None if value is None else -value
        if value is None:
            return None
        if search.exact or not last.exact or depth >= deepest:
            return bool(value >= last.value)
        depth = position.whole_depth(depth + 1)
