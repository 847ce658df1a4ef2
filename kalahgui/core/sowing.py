"""The sowings of Kalah, made ready once for each number of pits."""

from __future__ import annotations

from array import array

import cython

MAX_PITS = 8
MAX_STONES = 9
ALL_STONES = 2 * MAX_PITS * MAX_STONES


class Sowing:
    """Ready-made sowings for one number of pits: entry ``pit * stride + stones``."""

    def __init__(self, pits):
        self.stride = ALL_STONES + 1
        size = pits * self.stride
        self.own = array("Q", [0]) * size
        self.opp = array("Q", [0]) * size
        self.banked = array("i", [0]) * size
        self.last = array("i", [0]) * size
        pit: cython.int
        cell: cython.int
        for pit in range(pits):
            words = [0, 0]
            banked = 0
            cell = pit
            for stones in range(1, self.stride):
                cell = (cell + 1) % (2 * pits + 1)
                if cell == pits:
                    banked += 1
                else:
                    side, byte = (0, cell) if cell < pits else (1, cell - pits - 1)
                    words[side] += 1 << 8 * byte
                entry = pit * self.stride + stones
                self.own[entry], self.opp[entry] = words
                self.banked[entry] = banked
                self.last[entry] = cell


_SOWINGS: dict[int, Sowing] = {}


def sowing_for(pits):
    """Return the sowings for a number of pits, made once."""
    if pits not in _SOWINGS:
        _SOWINGS[pits] = Sowing(pits)
    return _SOWINGS[pits]
