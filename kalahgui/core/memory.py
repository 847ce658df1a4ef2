"""What MTD(f) remembers of the positions it has searched: a lower and an upper bound.

An entry belongs to both words of a position, its lead, its turn and the depth that remained. So it
holds for evaluations too that do not follow the lead, such as Kalah's published one, which jumps
when a store holds a majority. Entries come in pairs: the first keeps the deeper search, the second
always takes the newest.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import WORD
else:
    from kalahgui.core.constants import WORD

from kalahgui.core.table import fresh_memory

# The same in both cores: what is forgotten decides how many nodes a search takes.
_BITS = 20
# The words of an entry: own, opp, state and moves, bounds.
_WORDS = cython.declare(cython.Py_ssize_t, 4)
_MIX1 = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX2 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX3 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
# The state of an entry: depth, turn, lead, and a bit that tells it from an empty one.
_DEPTH = cython.declare(cython.ulonglong, 0xFF)
_STATE = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_USED = cython.declare(cython.ulonglong, 1 << 31)
_LEAD_OFFSET = cython.declare(cython.int, 1 << 15)
_MOVE = cython.declare(cython.ulonglong, 0xFF)
_LOWER_MOVE = cython.declare(cython.int, 32)
_UPPER_MOVE = cython.declare(cython.int, 40)
# The bounds lie in the two halves of a word.
_HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_OFFSET = cython.declare(cython.longlong, 1 << 31)
_BEYOND = cython.declare(cython.int, 1 << 30)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _state(lead: cython.int, turn: cython.int, depth: cython.int) -> cython.ulonglong:
    state: cython.ulonglong = cython.cast(cython.ulonglong, lead + _LEAD_OFFSET) << 9
    return _USED | state | cython.cast(cython.ulonglong, turn) << 8 | depth


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _half(value: cython.int) -> cython.ulonglong:
    return cython.cast(cython.ulonglong, value + _OFFSET)


class Memory:
    """Bounds for positions, half a million pairs of them (32 MB once they are all used)."""

    def __init__(self):
        self._mask = (1 << (_BITS - 1)) - 1
        # Fresh pages from the system are zero and cost nothing until they are used.
        self._words = memoryview(fresh_memory(8 * _WORDS << _BITS)).cast("Q")

    def _first_slot(self, own, opp, state):
        """Return the index of the first word of a position's pair of entries."""
        key: cython.ulonglong
        if cython.compiled:
            key = (own * _MIX1) ^ (opp * _MIX3) ^ state
            key = (key ^ (key >> 32)) * _MIX2
            key = key ^ (key >> 29)
        else:
            key = (own * _MIX1 & WORD) ^ (opp * _MIX3 & WORD) ^ state
            key = (key ^ (key >> 32)) * _MIX2 & WORD
            key = key ^ (key >> 29)
        return cython.cast(cython.Py_ssize_t, key & self._mask) * 2 * _WORDS

    def _find(self, position, depth):
        """Return the index of what is known of a position at a depth; -1 for nothing."""
        state: cython.ulonglong = _state(position.lead, position.turn, depth)
        slot: cython.Py_ssize_t = self._first_slot(position.own, position.opp, state)
        for _ in range(2):
            if (
                self._words[slot] == position.own
                and self._words[slot + 1] == position.opp
                and self._words[slot + 2] & _STATE == state
            ):
                return slot
            slot += _WORDS
        return -1

    def _keep(self, position, depth, alpha, beta, value, move):
        """Remember the value found in a window as what bounds it proves, and the move."""
        slot: cython.Py_ssize_t = self._find(position, depth)
        if slot < 0:
            state: cython.ulonglong = _state(position.lead, position.turn, depth)
            slot = self._first_slot(position.own, position.opp, state)
            if self._words[slot + 2] & _DEPTH > cython.cast(cython.ulonglong, depth):
                slot += _WORDS
            self._words[slot] = position.own
            self._words[slot + 1] = position.opp
            self._words[slot + 2] = state
            self._words[slot + 3] = _half(-_BEYOND) | _half(_BEYOND) << 32
        chosen: cython.ulonglong = cython.cast(cython.ulonglong, move)
        if value > alpha:
            self._words[slot + 2] &= ~(_MOVE << _LOWER_MOVE)
            self._words[slot + 2] |= chosen << _LOWER_MOVE
            self._words[slot + 3] = (self._words[slot + 3] & (_HALF << 32)) | _half(value)
        if value < beta:
            self._words[slot + 2] &= ~(_MOVE << _UPPER_MOVE)
            self._words[slot + 2] |= chosen << _UPPER_MOVE
            self._words[slot + 3] = (self._words[slot + 3] & _HALF) | _half(value) << 32

    def _lower(self, slot):
        """Return the lower bound of an entry."""
        return cython.cast(
            cython.int, cython.cast(cython.longlong, self._words[slot + 3] & _HALF) - _OFFSET
        )

    def _upper(self, slot):
        """Return the upper bound of an entry."""
        return cython.cast(
            cython.int, cython.cast(cython.longlong, self._words[slot + 3] >> 32) - _OFFSET
        )

    def _lower_move(self, slot):
        """Return the move that reaches the lower bound of an entry."""
        return cython.cast(cython.int, (self._words[slot + 2] >> _LOWER_MOVE) & _MOVE)

    def _upper_move(self, slot):
        """Return the move that comes nearest to the upper bound of an entry."""
        return cython.cast(cython.int, (self._words[slot + 2] >> _UPPER_MOVE) & _MOVE)

    def keep(self, position, depth, alpha, beta, value, move):
        """Remember what a search within a window has found, and its move."""
        self._keep(position, depth, alpha, beta, value, move)

    def known(self, position, depth):
        """Return both bounds and a move for each, or None: lower, its move, upper, its move."""
        slot = self._find(position, depth)
        if slot < 0:
            return None
        return (
            self._lower(slot),
            self._lower_move(slot),
            self._upper(slot),
            self._upper_move(slot),
        )

    def move(self, position, depth, beta):
        """Return the move that answers a null window below ``beta``; None when none is known."""
        slot = self._find(position, depth)
        if slot < 0:
            return None
        if self._lower(slot) >= beta:
            return self._lower_move(slot)
        return self._upper_move(slot) if self._upper(slot) < beta else None
