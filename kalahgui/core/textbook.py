"""The searches of the source articles exactly as published, counting nodes and evaluations.

Two recursions serve four algorithms. ``_shallow`` is minimax and the article's alpha-beta, which
hands down one bound only: the best value of the node above. ``_nega`` is fail-soft nega-alpha
and NegaScout, which searches every move first with a null window. Both count depth in changes
of side: a player who moves again searches on at the same depth.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import HEIGHTS, ONE
    from cython.cimports.kalahgui.core.search import StopWord
else:
    from kalahgui.core.constants import HEIGHTS, ONE
    from kalahgui.core.search import StopWord

ALGORITHMS = ("minimax", "alpha-beta", "nega-alpha", "nega-scout")
MAX_DEPTH = 64
INFINITY = 32000

_BEYOND = cython.declare(cython.int, 32000)


class Textbook:
    """One search by a published algorithm.

    ``order`` lists the moves in the order they are tried; rising order when it is left out.
    """

    def __init__(self, algorithm, order=None, stop=None):
        if algorithm not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {algorithm!r}; known are {', '.join(ALGORITHMS)}")
        self._whole_window = algorithm.startswith("nega")
        self._prunes = algorithm == "alpha-beta"
        self._scout = algorithm == "nega-scout"
        self._order = array("B", range(64) if order is None else order)
        self._line = array("B", [0]) * (HEIGHTS * HEIGHTS)
        self._length = array("h", [0]) * (HEIGHTS + 1)
        self.stop = StopWord() if stop is None else stop
        self.nodes = 0
        self.evaluations = 0

    def run(self, position, depth, alpha=-INFINITY, beta=INFINITY):
        """Search ``depth`` changes of side deep (at most 64) and return the value for the mover.

        The counters add up over several runs. ``line()`` tells the moves found. Raises
        ValueError for an impossible depth. A raised stop word makes the value worthless.
        """
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"the depth must be 1 to {MAX_DEPTH}, not {depth}")
        self._position = position.copy()
        turns: cython.int = depth
        low: cython.int = alpha
        high: cython.int = beta
        value: cython.int
        with cython.nogil:
            if self._whole_window:
                value = self._nega(turns, low, high, 0)
            else:
                value = self._shallow(turns, _BEYOND, 0)
        return value

    def line(self):
        """Return the moves of the last run's best line, extra moves included."""
        return [self._line[i] for i in range(self._length[0])]

    def _keep(self, height, move):
        """Put a move before the line found below it."""
        at: cython.int = height * HEIGHTS
        below: cython.int = at + HEIGHTS
        length: cython.int = self._length[height + 1]
        i: cython.int
        self._line[at] = move
        for i in range(length):
            self._line[at + 1 + i] = self._line[below + i]
        self._length[height] = length + 1

    def _shallow(self, depth, limit, height):
        self.nodes += 1
        self._length[height] = 0
        legal: cython.ulonglong = self._position._legal()
        if depth == 0 or legal == 0:
            self.evaluations += 1
            return self._position._published_value()
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        best: cython.int = -_BEYOND
        value: cython.int
        bound: cython.int
        i: cython.int
        move: cython.int
        for i in range(self._order.shape[0] if cython.compiled else len(self._order)):
            move = self._order[i]
            if not legal & (ONE << move):
                continue
            if self._position._play(move):
                value = self._shallow(depth, limit, height + 1)
            else:
                bound = -best if self._prunes else _BEYOND
                value = -self._shallow(depth - 1, bound, height + 1)
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
            if self.stop.raised:
                return 0
            if value > best:
                best = value
                self._keep(height, move)
            if best >= limit:
                break
        return best

    def _nega(self, depth, alpha, beta, height):
        self.nodes += 1
        self._length[height] = 0
        legal: cython.ulonglong = self._position._legal()
        if depth == 0 or legal == 0:
            self.evaluations += 1
            return self._position._published_value()
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        best: cython.int = -_BEYOND
        value: cython.int
        low: cython.int
        again: cython.bint
        i: cython.int
        move: cython.int
        for i in range(self._order.shape[0] if cython.compiled else len(self._order)):
            move = self._order[i]
            if not legal & (ONE << move):
                continue
            low = max(alpha, best)
            again = self._position._play(move)
            if self._scout:
                value = self._child(depth, low, low + 1, height, again)
                if low < value < beta:
                    self._position.own = own
                    self._position.opp = opp
                    self._position.lead = lead
                    self._position.turn = turn
                    again = self._position._play(move)
                    value = self._child(depth, value, beta, height, again)
            else:
                value = self._child(depth, low, beta, height, again)
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
            if self.stop.raised:
                return 0
            if value > best:
                best = value
                self._keep(height, move)
            if best >= beta:
                break
        return best

    def _child(self, depth, alpha, beta, height, again):
        """Search the position after a move within a window seen by the player who made it."""
        if again:
            return self._nega(depth, alpha, beta, height + 1)
        return -self._nega(depth - 1, -beta, -alpha, height + 1)
