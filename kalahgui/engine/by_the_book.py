"""How a player by a textbook algorithm thinks."""

from __future__ import annotations

from collections.abc import Iterator

from kalahgui.core.search import Finding, StopWord
from kalahgui.core.textbook import MAX_DEPTH, Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.limit import Limit
from kalahgui.games.game import Position


def search_once(
    position: Position,
    limit: Limit,
    turns: int,
    interrupt: Interrupt,
    stop: StopWord,
    guess: int = 0,
) -> Finding:
    """Search so many turns ahead as published.

    Stopped, it answers with the best first move whose search was finished; when there is none,
    it looks one turn ahead. What it had counted then fits no search and is not told.
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
    """Look one turn further at a time, as long as time allows; the counts add up.

    The first step is always finished. A step that has seen every game to its end is the last one.
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
    """Tell whether the search that was watched last saw every game to its end."""
    return interrupt.watched is not None and bool(interrupt.watched.read_out)
