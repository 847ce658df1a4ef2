"""Perft: the number of positions at an exact depth, the standard test of a move generator."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import lowest, popcount
    from cython.cimports.kalahgui.core.search import StopWord
else:
    from kalahgui.core.bits import lowest, popcount
    from kalahgui.core.search import StopWord


class Counter:
    """Walks the tree below a position."""

    def __init__(self, position, stop):
        self._position = position
        self._stop = stop

    def count(self, depth):
        """Return the number of leaves; worthless once the stop word is raised."""
        plies: cython.int = depth
        leaves: cython.longlong
        with cython.nogil:
            leaves = self._leaves(plies)
        return leaves

    def _leaves(self, depth):
        legal: cython.ulonglong = self._position._legal()
        if depth == 0 or legal == 0 or self._stop.raised:
            return 1
        if depth == 1:
            return popcount(legal)
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        leaves: cython.longlong = 0
        move: cython.int
        while legal:
            move = lowest(legal)
            legal &= legal - 1
            self._position._play(move)
            leaves += self._leaves(depth - 1)
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
        return leaves


def perft(position, depth, stop=None):
    """Count the leaves ``depth`` moves below a position; None when the stop word was raised.

    An extra move is a move like any other, a pass is none, and a finished game is one leaf. A
    game that may be stopped early is played to its end.
    """
    if depth < 0:
        raise ValueError(f"the depth must not be negative, but it is {depth}")
    stop = StopWord() if stop is None else stop
    leaves = Counter(position.to_the_end(), stop).count(depth)
    return None if stop.raised else leaves
