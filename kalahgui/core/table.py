"""The transposition table of the playing search.

An entry keeps both words of its position, so two positions are never taken for one another, and
values are relative to the lead: positions that differ in their stores alone share an entry. One
table belongs to one game, board, rule set and evaluation.

Entries come in pairs: the first keeps the deeper search, the second always takes the newest.
"""

from __future__ import annotations

from mmap import mmap

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import WORD
else:
    from kalahgui.core.constants import WORD

_MIX1 = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX2 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)


def entry_value(data):
    """Return the value that an entry holds, relative to the lead."""
    return cython.cast(cython.int, data & 0xFFFF) - 0x8000


def entry_depth(data):
    """Return how deep an entry looked; TO_THE_END when no leaf was an estimate."""
    return cython.cast(cython.int, (data >> 16) & 0xFF)


def entry_bound(data):
    """Return UPPER, LOWER or EXACT."""
    return cython.cast(cython.int, (data >> 24) & 3)


def entry_move(data):
    """Return the best move of an entry, or NO_MOVE."""
    return cython.cast(cython.int, (data >> 26) & 0x7F)


class Table:
    """A table of ``2 ** bits`` entries (24 bytes each), at least two."""

    def __init__(self, bits):
        self.bits = max(1, bits)
        self.clear()

    def clear(self):
        """Forget everything."""
        self.age = 0
        self.mask = (1 << (self.bits - 1)) - 1
        # Fresh pages from the system are zero and cost nothing until they are used; filling
        # the memory here would hold the window up.
        self._words = memoryview(mmap(-1, 24 << self.bits)).cast("Q")

    def next_age(self):
        """Let entries of earlier searches give way to those of the one that begins."""
        self.age = (self.age + 1) % 128

    def _slot(self, own, opp):
        """Return the index of a position's pair of entries."""
        key: cython.ulonglong
        if cython.compiled:
            key = (own * _MIX1) ^ opp
            key = (key ^ (key >> 32)) * _MIX2
            key = key ^ (key >> 29)
        else:
            key = (own * _MIX1 & WORD) ^ opp
            key = (key ^ (key >> 32)) * _MIX2 & WORD
            key = key ^ (key >> 29)
        return cython.cast(cython.Py_ssize_t, (key & self.mask) * 6)

    def _probe(self, own, opp):
        """Return what is known of a position; 0 for nothing."""
        at: cython.Py_ssize_t = self._slot(own, opp)
        if self._words[at] == own and self._words[at + 1] == opp and self._words[at + 2]:
            return self._words[at + 2]
        at += 3
        if self._words[at] == own and self._words[at + 1] == opp:
            return self._words[at + 2]
        return 0

    def _store(self, own, opp, depth, bound, value, move):
        """Remember a result, in place of an older or shallower one."""
        at: cython.Py_ssize_t = self._slot(own, opp)
        kept: cython.ulonglong = self._words[at + 2]
        same: cython.bint = self._words[at] == own and self._words[at + 1] == opp
        if kept and not same:
            stale: cython.bint = cython.cast(cython.int, kept >> 33) != self.age
            if not stale and entry_depth(kept) > depth:
                at += 3
        self._words[at] = own
        self._words[at + 1] = opp
        data: cython.ulonglong = cython.cast(cython.ulonglong, value + 0x8000)
        data |= cython.cast(cython.ulonglong, depth) << 16
        data |= cython.cast(cython.ulonglong, bound) << 24
        data |= cython.cast(cython.ulonglong, move) << 26
        data |= cython.cast(cython.ulonglong, self.age) << 33
        self._words[at + 2] = data
