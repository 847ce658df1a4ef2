"""Of moves that are equal in value: the soonest win, the latest loss.

For games in which a margin says who wins and no more. The values stay what they are; only the
choice among equals is looked into, by searching one turn deeper at a time.
"""

from __future__ import annotations

from kalahgui.core.search import Finding
from kalahgui.core.textbook import MAX_DEPTH, Textbook
from kalahgui.engine.move_values import ALL_MOVES, move_values
from kalahgui.games.game import Position


def timely_moves(position: Position, finding: Finding) -> list[int]:
    """Return the moves that win soonest, or lose latest, as far as a finding sees."""
    left = position.moves()
    for ahead in range(1, _horizon(finding) + 1):
        values = move_values(position, ahead, Textbook(ALL_MOVES))
        winning = [move for move, value in values.items() if value > 0]
        if finding.value > 0 and winning:
            return winning
        if finding.value < 0:
            holding = [move for move in left if values[move] >= 0]
            if not holding:
                return left
            left = holding
    return left


def timely(position: Position, finding: Finding) -> Finding:
    """Return a finding whose move wins soonest or loses latest."""
    if not finding.value:
        return finding
    moves = timely_moves(position, finding)
    if finding.line[0] in moves:
        return finding
    return finding._replace(line=_line_after(position, moves[0], _horizon(finding)))


def _horizon(finding: Finding) -> int:
    """Return how many turns ahead a finding tells who wins: to the end when it is exact."""
    return MAX_DEPTH if finding.exact else finding.depth


def _line_after(position: Position, move: int, turns: int) -> list[int]:
    """Return a move and the best line after it."""
    child = position.copy()
    depth = turns if child.play(move) else turns - 1
    if not depth or child.over:
        return [move]
    book = Textbook(ALL_MOVES)
    book.run(child, depth)
    return [move, *book.line()]
