"""The learnt evaluation of Kalah: weights of all pairs of pits, for every phase of a game.

The pits are numbered as the side to move sees them: its own in sowing order, the one nearest its
store last, then the opponent's in the opponent's sowing order. For every phase there is a row of
weights, in 64ths of a stone. The first one always counts. Behind it stand, for each pit but the
last and for each number of stones in it, 16 weights for each later pit, by the stones in that one:
what counts together with a pit lies side by side.
"""

from __future__ import annotations

from array import array

import cython

from kalahgui.core.position import checksum

if cython.compiled:
    from cython.cimports.kalahgui.core.position import Evaluation
else:
    from kalahgui.core.position import Evaluation

# A phase is so many stones in the pits, and the last one takes in all that is fuller.
PHASES = 10
STONES_A_PHASE = 8
# Pits with more stones count as this many.
FULLEST = 15
UNITS_A_STONE = 64

# With at most so many turns left, estimates are trusted.
_TRUST_TURNS = 7
# By how many tenths of a stone the value a turn ahead differs from the estimate, by phase: the
# standard deviation, which grows little with the turns.
_SPREADS = (20, 21, 26, 29, 33, 35, 36, 40, 26, 26)

_PHASES = cython.declare(cython.int, PHASES)
_STONES_A_PHASE = cython.declare(cython.int, STONES_A_PHASE)
_FULLEST = cython.declare(cython.int, FULLEST)
_UNITS = cython.declare(cython.int, UNITS_A_STONE)
# More stones than any sum of weights comes to.
_BEYOND = cython.declare(cython.int, 1 << 17)
_FIFTIETHS = cython.declare(cython.int, 50)
_BYTE = cython.declare(cython.ulonglong, 0xFF)


def row_length(pits):
    """Return how many weights a phase has on a board with so many pits a side."""
    return 1 + pits * (2 * pits - 1) * (FULLEST + 1) ** 2


class PairPatterns(Evaluation):
    """The evaluation of Kalah positions by all pairs of pits and phases.

    Boards with the same number of pits may share one; ``checksum`` tells two of them apart.
    """

    def __init__(self, pits, weights):
        """Take an array of 16-bit weights, ``PHASES`` rows of ``row_length``."""
        Evaluation.__init__(self, _TRUST_TURNS)
        if len(weights) != PHASES * row_length(pits):
            raise ValueError(f"{len(weights)} weights are not {PHASES} rows for {pits} pits")
        self.pits = pits
        self._row = row_length(pits)
        self._weights = array("h", weights)
        self._spreads = array("h", _SPREADS)
        self.checksum = checksum(weights)

    def identity(self):
        """Return the name and what makes two evaluations equal, as a tuple."""
        return ("pair patterns", self.pits, self.checksum)

    def _trust_low(self, position, depth):
        return self._trust(position, 5 + depth)

    def _trust_high(self, position, depth):
        return self._trust(position, 6 + depth)

    def _trust(self, position, fifths):
        """Return so many fifths of the standard deviation, to the nearest stone."""
        phase: cython.int = min(position._size() // _STONES_A_PHASE, _PHASES - 1)
        return (self._spreads[phase] * fifths + _FIFTIETHS // 2) // _FIFTIETHS

    def _published(self, position):
        return position._published()

    def _estimate(self, position):
        cells: cython.int = 2 * self.pits
        held = cython.declare(cython.int[16]) if cython.compiled else [0] * 16
        rest: cython.int = 0
        stones: cython.int
        i: cython.int
        j: cython.int
        for i in range(self.pits):
            stones = cython.cast(cython.int, (position.own >> (8 * i)) & _BYTE)
            rest += stones
            held[i] = min(stones, _FULLEST)
            stones = cython.cast(cython.int, (position.opp >> (8 * i)) & _BYTE)
            rest += stones
            held[self.pits + i] = min(stones, _FULLEST)
        phase: cython.int = min(rest // _STONES_A_PHASE, _PHASES - 1)
        at: cython.Py_ssize_t = phase * self._row
        total: cython.int = self._weights[at]
        at += 1
        entry: cython.Py_ssize_t
        width: cython.Py_ssize_t
        for i in range(cells - 1):
            width = (cells - 1 - i) * (_FULLEST + 1)
            entry = at + width * held[i]
            for j in range(i + 1, cells):
                total += self._weights[entry + held[j]]
                entry += _FULLEST + 1
            at += width * (_FULLEST + 1)
        # To the nearest stone. Floor division of a number that is never negative is the same in
        # both cores.
        estimate: cython.int = (total + _UNITS // 2 + _UNITS * _BEYOND) // _UNITS - _BEYOND
        estimate = min(max(estimate, 1 - rest), rest - 1)
        return position.lead + estimate
