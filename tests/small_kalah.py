"""Kalah positions of a few stones, and what they are worth by plain minimax."""

from reference import Board

from kalahgui.core.endgame import Endgame
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.search import StopWord
from kalahgui.engine.endgame_store import work_out


def built(pits, stones, empty_capture=False, threads=1):
    endgame = Endgame(pits, stones, empty_capture)
    assert work_out(endgame, StopWord(), threads)
    return endgame


def word(cells):
    return sum(stones << 8 * pit for pit, stones in enumerate(cells))


def at_random(chance, pits, stones):
    """Return a placing of up to so many stones in which both sides have one."""
    total = chance.randint(2, stones)
    sides = [[0] * pits, [0] * pits]
    for stone in range(total):
        sides[stone if stone < 2 else chance.randrange(2)][chance.randrange(pits)] += 1
    return sides


def best_gain(pits, own, opp, empty_capture, known):
    """Return the future gain of the side to move by plain minimax over the slow rules."""
    key = tuple(own), tuple(opp)
    if key not in known:
        board = Board(pits, [*own, 0, *opp, 0], 0, empty_capture, majority=False)
        gains = []
        for move in board.moves():
            child = board.copy()
            again = child.play(move)
            gain = child.margin(0)
            mine, theirs = ([child.cells[c] for c in child.row(side)] for side in (0, 1))
            if child.over:
                gains.append(gain)
            elif again:
                gains.append(gain + best_gain(pits, mine, theirs, empty_capture, known))
            else:
                gains.append(gain - best_gain(pits, theirs, mine, empty_capture, known))
        known[key] = max(gains)
    return known[key]


def placed(pits, own, opp, empty_capture=False, lead=0, majority=False):
    """Return a position with these stones in the pits, the mover's first."""
    position = KalahPosition(pits, 120, empty_capture, majority)
    position.own, position.opp, position.lead = word(own), word(opp), lead
    return position


def cells(position):
    """Return the stones in the pits, the mover's first."""
    return tuple(
        [half >> 8 * pit & 0xFF for pit in range(position.pits)]
        for half in (position.own, position.opp)
    )


class Minimax:
    """Plain minimax for one board and capture rule, which remembers what it has seen."""

    def __init__(self, pits, empty_capture=False):
        self.pits, self.empty_capture = pits, empty_capture
        self._known = {}

    def value(self, position):
        """Return the final margin for the side to move, played to the last stone."""
        if position.over:
            return position.final()
        own, opp = cells(position)
        gain = best_gain(self.pits, own, opp, self.empty_capture, self._known)
        return position.lead + gain

    def value_of(self, position, move):
        """Return what a move is worth to the side that makes it."""
        child = position.copy()
        return self.value(child) if child.play(move) else -self.value(child)

    def any_position(self, chance, stones):
        """Return a position that is not over, with up to so many stones in the pits."""
        own, opp = at_random(chance, self.pits, stones)
        lead = chance.randint(-9, 9)
        return placed(self.pits, own, opp, self.empty_capture, lead)
