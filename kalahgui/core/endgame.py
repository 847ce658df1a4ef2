"""The endgame database of Kalah: what every placing of a few stones is still worth.

An entry is the exact future gain of the side to move: the stones that it will bank from here on,
less those of the other side, played to the last stone. Entries stand in layers by the number of
stones in the pits, and in a layer by how these are split between the sides; a side's placings are
numbered by the combinatorial number system. A sowing that banks something leads to a lower layer,
and one that banks nothing moves stones of one side nearer to its store, to a placing of a lower
number. So a layer follows from itself and the layers below.

A byte holds a gain above 128, so that the fresh memory of the system, which is 0, is unknown. Both
sides have a stone in every entry: without one the game is over.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate
from math import comb

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import lowest
    from cython.cimports.kalahgui.core.constants import UNKNOWN, WORD
else:
    from kalahgui.core.bits import lowest
    from kalahgui.core.constants import UNKNOWN, WORD

from kalahgui.core.sowing import MAX_PITS, sowing_for
from kalahgui.core.table import fresh_memory

# A gain must fit into a byte.
MOST_STONES = 126

_BYTE = cython.declare(cython.ulonglong, 0xFF)
_ONES = cython.declare(cython.ulonglong, 0x0101010101010101)
_RANK_BITS = cython.declare(cython.int, 7)


def placings(pits, stones):
    """Return in how many ways so many stones can lie in one side's pits.

    >>> placings(6, 9)
    2002
    """
    return comb(stones + pits - 1, pits - 1)


def entries_of(pits, total):
    """Return how many placings of so many stones there are in which both sides have one.

    >>> entries_of(6, 3)
    252
    """
    return sum(placings(pits, mine) * placings(pits, total - mine) for mine in range(1, total))


def layer_ends(pits, stones):
    """Return where each layer ends, in bytes from the start of the first; item 0 is no stones.

    >>> layer_ends(6, 3)
    [0, 0, 36, 288]
    """
    return list(accumulate(entries_of(pits, total) for total in range(stones + 1)))


def most_stones_within(pits, size):
    """Return the most stones whose database takes at most ``size`` bytes.

    >>> most_stones_within(6, 32 << 20)
    16
    """
    ends = layer_ends(pits, MOST_STONES)
    return bisect_right(ends, size) - 1


class Endgame:
    """The gains of all placings of up to ``stones`` stones, both sides together.

    Without ``data`` it is empty and is to be worked out, layer by layer. ``data`` is a buffer of
    all layers, such as the mapping of a file, whose bytes are taken as they are.
    """

    def __init__(self, pits, stones, empty_capture=False, data=None):
        if not 1 <= pits <= MAX_PITS:
            raise ValueError(f"a Kalah board has 1 to {MAX_PITS} pits a side, not {pits}")
        if not 2 <= stones <= MOST_STONES:
            raise ValueError(f"an endgame database has 2 to {MOST_STONES} stones, not {stones}")
        self.pits = pits
        self.stones = stones
        self.empty_capture = empty_capture
        self.layers = 0 if data is None else stones
        sowing = sowing_for(pits)
        self._sow_own, self._sow_opp = sowing.own, sowing.opp
        self._banked, self._last = sowing.banked, sowing.last
        self._stride = sowing.stride
        self._number_placings()
        self._hold(data)

    def _number_placings(self):
        """Make the tables by which a placing is found."""
        self._width = self.stones + 1
        self._counts = array("q", [placings(self.pits, n) for n in range(self._width)])
        self._ranks = array("i", [0]) * (MAX_PITS << 7)
        for pit in range(self.pits - 1):
            for stones in range(self._width):
                self._ranks[pit << 7 | stones] = comb(stones + pit, pit + 1)
        self._starts = array("q", [-1]) * (self._width * self._width)
        ends = layer_ends(self.pits, self.stones)
        for total in range(2, self._width):
            start = ends[total - 1]
            for mine in range(1, total):
                self._starts[total * self._width + mine] = start
                start += placings(self.pits, mine) * placings(self.pits, total - mine)

    def _hold(self, data):
        """Take the gains, or memory for them."""
        size = layer_ends(self.pits, self.stones)[self.stones]
        if data is None:
            # Fresh pages from the system are zero and cost nothing until they are used.
            data = fresh_memory(size)
            self._filled = memoryview(data)
        self.data = memoryview(data)
        if len(self.data) != size:
            raise ValueError(f"this endgame database takes {size} bytes, not {len(self.data)}")
        self._gains = self.data

    def _rank(self, sums):
        """Return the number of a side's placing, by its sums: byte i has those of pits 0 to i."""
        rank: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = 0
        _pit: cython.int
        for _pit in range(self.pits - 1):
            rank += self._ranks[at + cython.cast(cython.Py_ssize_t, sums & _BYTE)]
            sums >>= 8
            at += 1 << _RANK_BITS
        return rank

    def _index(self, own, opp, total):
        """Return where a placing stands; -1 when a side has no stone."""
        own_sums: cython.ulonglong
        opp_sums: cython.ulonglong
        if cython.compiled:
            own_sums = own * _ONES
            opp_sums = opp * _ONES
        else:
            own_sums = own * _ONES & WORD
            opp_sums = opp * _ONES & WORD
        mine: cython.int = cython.cast(cython.int, own_sums >> 56)
        start: cython.Py_ssize_t = self._starts[total * self._width + mine]
        if start < 0:
            return -1
        return start + self._rank(own_sums) * self._counts[total - mine] + self._rank(opp_sums)

    def _gain(self, own, opp, total):
        """Return the exact future gain of the side to move, or UNKNOWN.

        ``total`` is the number of stones in the pits, at most ``stones``. What is not worked out
        is unknown.
        """
        index: cython.Py_ssize_t = self._index(own, opp, total)
        if index < 0 or self._gains[index] == 0:
            return UNKNOWN
        return cython.cast(cython.int, self._gains[index]) - 128

    def _worked_out(self, own, opp, total):
        """Return the gain of a placing whose lower layers are finished; work it out if need be.

        Threads may work out the same placing at once: they write the same byte.
        """
        index: cython.Py_ssize_t = self._index(own, opp, total)
        if self._gains[index]:
            return cython.cast(cython.int, self._gains[index]) - 128
        best: cython.int = UNKNOWN
        gain: cython.int
        pit: cython.int
        shift: cython.int
        opposite: cython.int
        stones: cython.int
        taken: cython.int
        last: cython.int
        entry: cython.Py_ssize_t
        mine: cython.ulonglong
        theirs: cython.ulonglong
        for pit in range(self.pits):
            shift = 8 * pit
            stones = cython.cast(cython.int, (own >> shift) & _BYTE)
            if stones == 0:
                continue
            entry = pit * self._stride + stones
            mine = (own & ~(_BYTE << shift)) + self._sow_own[entry]
            theirs = opp + self._sow_opp[entry]
            gain = self._banked[entry]
            last = self._last[entry]
            if last < self.pits and ((mine >> (8 * last)) & _BYTE) == 1:
                opposite = 8 * (self.pits - 1 - last)
                taken = cython.cast(cython.int, (theirs >> opposite) & _BYTE)
                if taken or self.empty_capture:
                    gain += taken + 1
                    mine &= ~(_BYTE << (8 * last))
                    theirs &= ~(_BYTE << opposite)
            if theirs == 0:
                gain = total  # the rest is the mover's own
            elif mine == 0:
                gain += gain - total
            elif last == self.pits:
                gain += self._worked_out(mine, theirs, total - gain)
            else:
                gain -= self._worked_out(theirs, mine, total - gain)
            best = max(best, gain)
        self._filled[index] = cython.cast(cython.uchar, best + 128)
        return best

    def _work_out_rows(self, total, fewer, first, last):
        """Work out the placings of a split whose side with fewer stones has some numbers."""
        few: cython.ulonglong = _first_placing(self.pits, fewer)
        many: cython.ulonglong
        row: cython.Py_ssize_t
        columns: cython.Py_ssize_t = self._counts[total - fewer]
        _column: cython.Py_ssize_t
        for row in range(last):
            if row < first:
                few = _next_placing(few)
                continue
            if 2 * fewer == total:
                columns = row + 1  # the others are in the rows to come
            many = _first_placing(self.pits, total - fewer)
            for _column in range(columns):
                self._worked_out(few, many, total)
                self._worked_out(many, few, total)
                many = _next_placing(many)
            few = _next_placing(few)

    def gain(self, own, opp):
        """Return the exact future gain of the side to move; None where it is unknown."""
        total = sum(own.to_bytes(8, "little") + opp.to_bytes(8, "little"))
        if total > self.stones:
            return None
        gain = self._gain(own, opp, total)
        return None if gain == UNKNOWN else gain

    def rows(self, total, fewer):
        """Return how many rows a split of a layer has: placings of the side with fewer stones."""
        return self._counts[fewer]

    def row_entries(self, total, fewer):
        """Return how many entries a row of a split has, on the average."""
        return self._counts[total - fewer] * (1 if 2 * fewer == total else 2)

    def work_out(self, total, fewer, first, last):
        """Work out rows of a split of the layer after the finished ones; many threads may."""
        following = total == self.layers + 1 <= self.stones
        if not (following and 1 <= fewer <= total - fewer):
            raise ValueError(f"no split of the next layer: {fewer} of {total} stones")
        if not 0 <= first <= last <= self.rows(total, fewer):
            raise ValueError(f"no rows of this split: {first} to {last}")
        stones: cython.int = total
        few: cython.int = fewer
        begin: cython.Py_ssize_t = first
        end: cython.Py_ssize_t = last
        with cython.nogil:
            self._work_out_rows(stones, few, begin, end)

    def finish_layer(self):
        """Count the next layer as finished: all of its rows are worked out."""
        self.layers += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first_placing(pits: cython.int, stones: cython.int) -> cython.ulonglong:
    """Return the placing of number 0: all stones in the pit next to the store."""
    return cython.cast(cython.ulonglong, stones) << (8 * (pits - 1))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _next_placing(word: cython.ulonglong) -> cython.ulonglong:
    """Return the placing of the next number; after the last one, something meaningless."""
    # One stone of the first filled pit but the farthest goes a pit back, and takes the stones of
    # the farthest pit along: of all ways to raise the sums it is the least.
    farthest: cython.ulonglong = word & _BYTE
    rest: cython.ulonglong = word & ~_BYTE
    if rest == 0:
        return 0
    shift: cython.int = lowest(rest) & ~7
    return rest - (cython.cast(cython.ulonglong, 1) << shift) + ((farthest + 1) << (shift - 8))
