"""The transposition table of the playing search.

An entry keeps the whole position, so two positions are never taken for one another, and values are
relative to the lead: positions that differ in their stores alone share an entry. One table belongs
to one game, board, rule set and evaluation.

Entries stand in lines of 64 bytes, which the processor fetches at once. A line holds four narrow
entries, for games whose two words have 48 bits each, or three wide ones. What is known of a
position takes 32 bits.

Threads may share a table. The first word of an entry is kept mixed with the rest of it (after
Robert Hyatt's lockless hashing), so an entry that two threads have written half each belongs to no
position.
"""

from __future__ import annotations

import contextlib
import mmap

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import prefetch
    from cython.cimports.kalahgui.core.constants import EXACT, WORD
else:
    from kalahgui.core.constants import EXACT, WORD

_MIX1 = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX2 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_LOW48 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFF)
_LOW32 = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_AGES = 4
_LINE_BYTES = 64
# How many entries of 16 bytes a line has; three wide ones take as much.
_LINE_BITS = 2
# The 32-bit half of a line in which the first wide entry keeps what is known.
_HALVES = cython.declare(cython.int, 12)
_NEVER_VICTIM = cython.declare(cython.int, 1 << 20)
# The bytes of a large page.
_LARGE = cython.declare(cython.Py_ssize_t, 1 << 21)


def fresh_memory(size):
    """Return so many bytes that are zero, in large pages where the system has them.

    Tables are looked into all over, and with small pages most of these looks must first find out
    where the page lies.
    """
    if not hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size)
    # Processes that are forked do not share it.
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size >= _LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without large pages
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(word: cython.ulonglong) -> cython.ulonglong:
    """Spread every bit of a word over all others."""
    if cython.compiled:
        word = (word ^ (word >> 32)) * _MIX2
        return word ^ (word >> 29)
    word = (word ^ (word >> 32)) * _MIX2 & WORD
    return word ^ (word >> 29)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(own: cython.ulonglong, opp: cython.ulonglong) -> cython.ulonglong:
    """Mix two words."""
    if cython.compiled:
        return _mixed((own * _MIX1) ^ opp)
    return _mixed((own * _MIX1 & WORD) ^ opp)


def entry_value(data):
    """Return the value that an entry holds, relative to the lead."""
    return cython.cast(cython.int, data & 0xFFF) - 0x800


def entry_depth(data):
    """Return how many turns an entry looked ahead."""
    return cython.cast(cython.int, (data >> 12) & 0x7F)


def entry_bound(data):
    """Return UPPER, LOWER or EXACT."""
    return cython.cast(cython.int, (data >> 19) & 3)


def entry_move(data):
    """Return the best move of an entry."""
    return cython.cast(cython.int, (data >> 21) & 0x3F)


def entry_to_end(data):
    """Tell whether no leaf below an entry was an estimate."""
    return (data >> 27) & 1 != 0


def entry_selective(data):
    """Tell whether shallow searches stood in for deep ones below an entry."""
    return (data >> 30) & 1 != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _entry_age(data: cython.ulonglong) -> cython.int:
    """Return the age of the table when an entry was written."""
    return cython.cast(cython.int, (data >> 28) & 3)


class Table:
    """A table of ``2 ** bits`` entries of 16 bytes, at least one line of four.

    A table that is not ``narrow`` has three entries in the place of four, and takes any position.
    """

    def __init__(self, bits, narrow=False):
        self.bits = max(_LINE_BITS, bits)
        self.narrow = narrow
        self.clear()

    def clear(self):
        """Forget everything."""
        self.age = 0
        self.mask = (1 << (self.bits - _LINE_BITS)) - 1
        # Fresh pages from the system are zero and cost nothing until they are used; filling
        # the memory here would hold the window up.
        self._keep_in(memoryview(fresh_memory(_LINE_BYTES << (self.bits - _LINE_BITS))))

    def _keep_in(self, memory):
        """Keep the entries in some memory that is as long as the table."""
        self._words = memory.cast("Q")
        self._halves = memory.cast("I")

    @property
    def memory(self):
        """Return the bytes of all entries, to be kept in a file and put back."""
        return memoryview(self._words).cast("B")

    def next_age(self):
        """Let entries of earlier searches give way to those of the one that begins."""
        self.age = (self.age + 1) % _AGES

    def _line(self, own, opp):
        """Return the index of the first word of a position's line."""
        return cython.cast(cython.Py_ssize_t, (_hash(own, opp) & self.mask) * 8)

    def _fetch(self, own, opp):
        """Have the processor fetch a position's line, which is to be looked into soon."""
        if cython.compiled:
            prefetch(cython.address(self._words[self._line(own, opp)]))

    def _probe(self, own, opp):
        """Return what is known of a position; 0 for nothing."""
        line: cython.Py_ssize_t = self._line(own, opp)
        at: cython.Py_ssize_t
        word: cython.ulonglong
        data: cython.ulonglong
        i: cython.int
        if self.narrow:
            key: cython.ulonglong = _narrow_key(own, opp)
            for i in range(4):
                at = line + 2 * i
                word = self._words[at + 1]
                if word >> 32 == opp >> 16 and self._words[at] ^ _mixed(word) == key:
                    data = word & _LOW32
                    if data:
                        return data
            return 0
        for i in range(3):
            at = line + 2 * i
            if self._words[at + 1] == opp:
                data = self._halves[2 * line + _HALVES + i]
                if data and self._words[at] ^ _hash(data, opp) == own:
                    return data
        return 0

    def _store(self, own, opp, depth, to_end, selective, bound, value, move):
        """Remember a result, in place of an older or shallower one."""
        line: cython.Py_ssize_t = self._line(own, opp)
        data: cython.ulonglong = cython.cast(cython.ulonglong, value + 0x800)
        data |= cython.cast(cython.ulonglong, depth) << 12
        data |= cython.cast(cython.ulonglong, bound) << 19
        data |= cython.cast(cython.ulonglong, move) << 21
        data |= cython.cast(cython.ulonglong, to_end) << 27
        data |= cython.cast(cython.ulonglong, selective) << 30
        data |= cython.cast(cython.ulonglong, self.age) << 28
        if self.narrow:
            self._store_narrow(line, own, opp, data)
        else:
            self._store_wide(line, own, opp, data)

    def _store_narrow(self, line, own, opp, data):
        key: cython.ulonglong = _narrow_key(own, opp)
        word: cython.ulonglong
        worst: cython.int = _NEVER_VICTIM
        worth: cython.int
        victim: cython.Py_ssize_t = line
        i: cython.int
        for i in range(4):
            word = self._words[line + 2 * i + 1]
            if word >> 32 == opp >> 16 and self._words[line + 2 * i] ^ _mixed(word) == key:
                victim = line + 2 * i
                if self._settles(word & _LOW32):
                    return
                break
            worth = self._worth(word & _LOW32)
            if worth < worst:
                worst = worth
                victim = line + 2 * i
        word = data | (opp >> 16) << 32
        self._words[victim] = key ^ _mixed(word)
        self._words[victim + 1] = word

    def _store_wide(self, line, own, opp, data):
        known: cython.ulonglong
        worst: cython.int = _NEVER_VICTIM
        worth: cython.int
        victim: cython.int = 0
        i: cython.int
        for i in range(3):
            known = self._halves[2 * line + _HALVES + i]
            if (
                self._words[line + 2 * i + 1] == opp
                and self._words[line + 2 * i] ^ _hash(known, opp) == own
            ):
                victim = i
                if self._settles(known):
                    return
                break
            worth = self._worth(known)
            if worth < worst:
                worst = worth
                victim = i
        self._words[line + 2 * victim] = own ^ _hash(data, opp)
        self._words[line + 2 * victim + 1] = opp
        self._halves[2 * line + _HALVES + victim] = cython.cast(cython.uint, data)

    def _worth(self, data):
        """Return how much an entry is worth keeping: those of this search by their depth."""
        if data == 0:
            return -1
        fresh: cython.int = 128 if _entry_age(data) == self.age else 0
        return fresh + entry_depth(data)

    def _settles(self, data):
        """Tell whether nothing more can be learnt of a position."""
        return data != 0 and entry_to_end(data) and entry_bound(data) == EXACT


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _narrow_key(own: cython.ulonglong, opp: cython.ulonglong) -> cython.ulonglong:
    """Return the first word of a narrow entry: one side, and the lowest 16 bits of the other."""
    if cython.compiled:
        return own | opp << 48
    return own | opp << 48 & WORD


def table_for(position, bits):
    """Return a new table of ``2 ** bits`` entries in the layout that suits a position."""
    return Table(bits, position.narrow)
