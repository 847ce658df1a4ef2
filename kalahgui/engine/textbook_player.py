"""Moves and values by a textbook algorithm, as a player finds them."""

from __future__ import annotations

from collections.abc import Iterator

from kalahgui.core.search import Finding, StopWord
from kalahgui.core.textbook import MAX_DEPTH, Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.limit import Limit
from kalahgui.games.game import Position

# The algorithm that values all moves of a position: a full window for each of them costs it least.
ALL_MOVES = "nega-alpha"


def search_once(
    position: Position,
    limit: Limit,
    turns: int,
    interrupt: Interrupt,
    stop: StopWord,
    guess: int = 0,
) -> Finding:
    """Return the finding of one search, so many turns ahead.

    A search that is stopped gives the best first move whose own search was finished, or else that
    of a search one turn ahead; such a finding has no counts.
    """
    book = Textbook(limit.algorithm, limit.order or None, stop)
    interrupt.watched = book
    value = book.run(position, turns, guess=guess)
    if not stop.raised:
        return Finding(turns, value, book.line(), book.nodes, False, book.evaluations)
    if not book.line():
        turns = 1
        book = Textbook(limit.algorithm, limit.order or None)
        value = book.run(position, turns)
    return Finding(turns, value, book.line(), 0, False)


def deepen(
    position: Position, limit: Limit, interrupt: Interrupt, stop: StopWord
) -> Iterator[Finding]:
    """Yield the findings of searches of one turn more each, until the stop word is raised.

    Counts are those of all searches so far. The first search is always finished; one that has seen
    every game to its end is the last.
    """
    nodes, evaluations, value = 0, 0, 0
    for depth in range(1, MAX_DEPTH + 1):
        patience = StopWord() if depth == 1 else stop
        found = search_once(position, limit, depth, interrupt, patience, value)
        if found.evaluations is None:
            return
        nodes, evaluations = nodes + found.nodes, evaluations + found.evaluations
        value = found.value
        yield found._replace(nodes=nodes, evaluations=evaluations)
        if stop.raised or _read_out(interrupt):
            return


def _read_out(interrupt: Interrupt) -> bool:
    """Return whether the last search saw every game to its end."""
    return interrupt.watched is not None and bool(interrupt.watched.read_out)


def move_values(position: Position, turns: int, book: Textbook) -> dict[int, int]:
    """Return the value of every move for the side to move, so many turns ahead.

    ``book`` searches and counts; once its stop word is raised there are no values.
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
