"""Moves and values by a textbook algorithm, and moves that are equal in value.

The distance to a win matters where a margin says only who wins. It is found by searches of one turn
more each, after the value is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from kalahgui.core.search import Finding, Search, StopWord
from kalahgui.core.textbook import MAX_DEPTH, Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.games.game import Position, children
from kalahgui.games.limit import Limit

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
    of a search one turn ahead; such a finding has no counts. One that has seen every game to its
    end is exact, unless its ends are judged by an evaluation that is not the game's own.
    """
    textbook = Textbook(limit.algorithm, limit.order or None, stop)
    interrupt.watched = textbook
    value = textbook.run(position, turns, guess=guess)
    if not stop.raised:
        exact = textbook.read_out and not limit.evaluation
        return Finding(turns, value, textbook.line(), textbook.nodes, exact, textbook.evaluations)
    if not textbook.line():
        turns = 1
        textbook = Textbook(limit.algorithm, limit.order or None)
        value = textbook.run(position, turns)
    return Finding(turns, value, textbook.line(), 0, False)


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
        finding = search_once(position, limit, depth, interrupt, patience, value)
        if finding.evaluations is None:
            return
        nodes, evaluations = nodes + finding.nodes, evaluations + finding.evaluations
        value = finding.value
        yield finding._replace(nodes=nodes, evaluations=evaluations)
        if stop.raised or _read_out(interrupt):
            return


def _read_out(interrupt: Interrupt) -> bool:
    """Return whether the last search saw every game to its end."""
    return interrupt.watched is not None and bool(interrupt.watched.read_out)


def move_values(position: Position, turns: int, textbook: Textbook) -> dict[int, int]:
    """Return the value of every move for the side to move, so many turns ahead.

    ``textbook`` searches and counts; once its stop word is raised there are no values.
    """
    values = {}
    for move, child, sign in children(position):
        depth = turns if sign == 1 else turns - 1
        if depth:
            value = textbook.run(child, depth)
        else:
            value = child.published()
            textbook.nodes += 1
            textbook.evaluations += 1
        values[move] = sign * value
    return {} if textbook.stop.raised else values


def equal_moves(
    position: Position, last: Finding, search: Search | None, deepest: int, stop: StopWord
) -> list[int]:
    """Return the moves that are as good as the one found, as far as they are known before a stop.

    ``search`` is what has found it, None for a textbook search. ``deepest`` is the most turns that
    the player may look ahead.
    """
    best = last.line[0]
    if position.only_wins() and last.value:
        return soonest_wins(position, last, stop)
    if search is None:
        values = move_values(position, last.depth, Textbook(ALL_MOVES, stop=stop))
        return [move for move, value in values.items() if value == last.value] or [best]
    search.stop = stop
    here = position.to_the_end()
    moves = [best]
    for move in here.moves():
        if move == best:
            continue
        reaches = _reaches(here, move, last, search, deepest)
        if reaches is None:
            break
        if reaches:
            moves.append(move)
    return sorted(moves)


def _reaches(
    position: Position, move: int, last: Finding, search: Search, deepest: int
) -> bool | None:
    """Return whether a move is worth as much as what was found; None when the search is stopped.

    A null window is enough: how far a move falls short does not matter. By a shared table a finding
    may be exact without being deep. Then other moves are searched until they are exact, too.
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


def soonest_wins(position: Position, finding: Finding, stop: StopWord) -> list[int]:
    """Return the moves that win soonest, or lose latest, within the depth of a finding.

    Stopped, it is the move that was found.
    """
    left = position.moves()
    for ahead in range(1, _horizon(finding) + 1):
        values = move_values(position, ahead, Textbook(ALL_MOVES, stop=stop))
        if stop.raised:
            return finding.line[:1]
        winning = [move for move, value in values.items() if value > 0]
        if finding.value > 0 and winning:
            return winning
        if finding.value < 0:
            holding = [move for move in left if values[move] >= 0]
            if not holding:
                return left
            left = holding
    return left


def by_distance_to_win(position: Position, finding: Finding, stop: StopWord) -> Finding:
    """Return a finding of the same value whose move wins soonest or loses latest."""
    if not finding.value:
        return finding
    moves = soonest_wins(position, finding, stop)
    if finding.line[0] in moves:
        return finding
    return finding._replace(line=_line_after(position, moves[0], _horizon(finding), stop))


def _horizon(finding: Finding) -> int:
    """Return the turns ahead to which a finding holds: all, when it is exact."""
    return MAX_DEPTH if finding.exact else finding.depth


def _line_after(position: Position, move: int, turns: int, stop: StopWord) -> list[int]:
    child = position.copy()
    depth = turns if child.play(move) else turns - 1
    if not depth or child.over:
        return [move]
    textbook = Textbook(ALL_MOVES, stop=stop)
    textbook.run(child, depth)
    if stop.raised:
        return [move]
    return [move, *textbook.line()]
