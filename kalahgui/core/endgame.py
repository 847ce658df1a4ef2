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

# What a pit's sowing does: nothing without stones; it stays in the own pits; or it passes the store
# by so many stones as come after _AGAIN. Those that may capture and those that come round follow.
_NONE = cython.declare(cython.int, 0)
_STAY = cython.declare(cython.int, 1)
_AGAIN = cython.declare(cython.int, 2)
# The parts of a sum that gives a gain: what it begins with, the sign of the child's gain, where
# the child stands: a start, a factor of a number, and where that number stands.
_PARTS = cython.declare(cython.Py_ssize_t, 5)


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
        self._capture = _AGAIN + 1 + pits
        self._lap = self._capture + pits
        if data is None:
            self._tabulate()
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

    def _number(self, word):
        """Return the number of a side's placing."""
        return self._rank(word * _ONES if cython.compiled else word * _ONES & WORD)

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

    def _tabulate(self):
        """Make the tables by which a layer is worked out, of each side's placings by themselves.

        A sowing changes the two sides apart from each other but for what it captures. So where it
        leads to is found by adding what is known of both.
        """
        self._firsts = array("q", [0, *accumulate(self._counts)])
        self._size = self._firsts[self._width]
        self._words = array("Q", [0]) * self._size
        self._choices = bytearray(self._size * (1 + 2 * self.pits))
        self._numbers = array("i", [0]) * (self._size * (1 + 4 * self.pits))
        laps = array("q", [])
        first_laps = array("q", [0, 0])
        at: cython.Py_ssize_t = 1
        stones: cython.int
        pit: cython.int
        word: cython.ulonglong
        for stones in range(1, self._width):
            word = _first_placing(self.pits, stones)
            while at < self._firsts[stones + 1]:
                self._tabulate_placing(at, word, stones)
                for pit in range(self.pits):
                    if self._kind(at, pit) == self._lap:
                        laps.append((at - self._firsts[stones]) << 3 | pit)
                word = _next_placing(word)
                at += 1
            first_laps.append(len(laps))
        self._laps, self._first_laps = laps, first_laps

    def _tabulate_placing(self, at, word, stones):
        """Fill a placing's places in the tables."""
        self._words[at] = word
        pit: cython.int
        here: cython.int
        reach: cython.int
        kind: cython.int
        left: cython.ulonglong
        number: cython.Py_ssize_t = at  # its place in the tables of numbers, one after the other
        more: cython.ulonglong = word
        for pit in range(self.pits + 1):
            if stones + pit <= self.stones:
                self._numbers[number] = self._number(more)
            more += cython.cast(cython.ulonglong, 1) << (8 * pit & 63)
            number += self._size
        for pit in range(self.pits):
            here = cython.cast(cython.int, (word >> (8 * pit)) & _BYTE)
            reach = pit + here
            left = word - (cython.cast(cython.ulonglong, here) << (8 * pit))
            self._choices[at + self._size * (1 + pit)] = here
            self._numbers[number] = self._number(left)
            kind = _NONE
            if reach > 2 * self.pits:
                kind = self._lap
            elif here:
                left += self._sow_own[pit * self._stride + here]
                self._numbers[number + self.pits * self._size] = self._number(left)
                if reach >= self.pits:
                    kind = _AGAIN + reach - self.pits
                elif (word >> (8 * reach)) & _BYTE:
                    kind = _STAY
                else:
                    kind = self._capture + self.pits - 1 - reach
                    left -= cython.cast(cython.ulonglong, 1) << (8 * reach)
                    self._numbers[number + 2 * self.pits * self._size] = self._number(left)
            self._choices[at + self._size * (1 + self.pits + pit)] = kind
            number += self._size

    def _kind(self, at, pit):
        """Return what kind of sowing a pit of a placing has."""
        return self._choices[at + self._size * (1 + self.pits + pit)]

    def _set(self, sums, choice, total, gain, sign, mover, number, of_mover, section):
        """Set how the end of a sowing is found that banks ``gain`` of ``total`` stones.

        After it ``mover`` stones are on the side that moves then, whose gain counts with a sign.
        The number of one side's placing is known, the other stands in a section of the numbers.
        """
        at: cython.Py_ssize_t = choice * _PARTS
        left: cython.int = total - gain
        other: cython.int = left - mover
        sums[at + 4] = section * self._size
        if mover == 0 or other == 0:
            sums[at] = gain + sign * (left if mover else -left)
            sums[at + 1] = sums[at + 2] = sums[at + 3] = 0
            return
        sums[at] = gain - 128 * sign
        sums[at + 1] = sign
        sums[at + 2] = self._starts[left * self._width + mover]
        sums[at + 2] += number * self._counts[other] if of_mover else number
        sums[at + 3] = 1 if of_mover else self._counts[other]

    def _raise(self, best, sums, count, choices, numbers):
        """Raise the best gains of placings to what one pit gives them."""
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        child: cython.Py_ssize_t
        gain: cython.int
        for i in range(count):
            at = cython.cast(cython.Py_ssize_t, self._choices[choices + i]) * _PARTS
            child = sums[at + 2] + sums[at + 3] * self._numbers[sums[at + 4] + numbers + i]
            gain = cython.cast(cython.int, sums[at] + sums[at + 1] * self._gains[child])
            best[i] = max(best[i], gain)

    def _after(self, own, opp, total, pit):
        """Return what sowing a pit gains in the end; all that it can lead to is worked out."""
        shift: cython.int = 8 * pit
        entry: cython.Py_ssize_t = pit * self._stride + cython.cast(
            cython.int, (own >> shift) & _BYTE
        )
        own = (own & ~(_BYTE << shift)) + self._sow_own[entry]
        opp = opp + self._sow_opp[entry]
        gain: cython.int = self._banked[entry]
        last: cython.int = self._last[entry]
        if last < self.pits and ((own >> (8 * last)) & _BYTE) == 1:
            # After a lap there is always something opposite.
            shift = 8 * (self.pits - 1 - last)
            gain += 1 + cython.cast(cython.int, (opp >> shift) & _BYTE)
            own &= ~(_BYTE << (8 * last))
            opp &= ~(_BYTE << shift)
        if opp == 0:
            return total  # the rest is the mover's own
        if own == 0:
            return gain + gain - total
        if last == self.pits:
            return gain + self._gain(own, opp, total - gain)
        return gain - self._gain(opp, own, total - gain)

    def _move_fixed(self, best, sums, total, mover, count, at):
        """Find the best gains of one placing to move against the first ones of the other side."""
        other: cython.int = total - mover
        first: cython.Py_ssize_t = self._firsts[other]
        pit: cython.int
        kind: cython.int
        taken: cython.int
        left: cython.Py_ssize_t
        captured: cython.Py_ssize_t
        choices: cython.Py_ssize_t
        i: cython.Py_ssize_t
        gain: cython.int
        for i in range(count):
            best[i] = UNKNOWN
        for pit in range(self.pits):
            kind = self._kind(at, pit)
            if kind == _NONE:
                continue
            if kind == self._lap:
                for i in range(count):
                    gain = self._after(self._words[at], self._words[first + i], total, pit)
                    best[i] = max(best[i], gain)
                continue
            left = self._numbers[at + self._size * (2 * self.pits + 1 + pit)]
            choices = 0
            if kind == _STAY:
                self._set(sums, 0, total, 0, -1, other, left, False, 0)
            elif kind == _AGAIN:
                self._set(sums, 0, total, 1, 1, mover - 1, left, True, 0)
            elif kind < self._capture:
                kind -= _AGAIN
                self._set(sums, 0, total, 1, -1, other + kind, left, False, kind)
            else:
                kind += 1 - self._capture
                choices = self._size * kind
                kind += self.pits
                captured = self._numbers[at + self._size * (3 * self.pits + 1 + pit)]
                for taken in range(other + 1):
                    self._set(
                        sums, taken, total, taken + 1, -1, other - taken, captured, False, kind
                    )
                if not self.empty_capture:
                    self._set(sums, 0, total, 0, -1, other, left, False, kind)
            self._raise(best, sums, count, choices + first, first)

    def _move_against(self, best, sums, total, mover, count, at):
        """Find the best gains of the first placings of a side to move against a fixed one."""
        other: cython.int = total - mover
        first: cython.Py_ssize_t = self._firsts[mover]
        fixed: cython.Py_ssize_t = at - self._firsts[other]
        child: cython.Py_ssize_t
        pit: cython.int
        taken: cython.int
        i: cython.Py_ssize_t
        lap: cython.Py_ssize_t
        gain: cython.int
        for i in range(count):
            best[i] = UNKNOWN
        # Nothing is ever gained where there is nothing to sow, or where it comes round.
        self._set(sums, _NONE, UNKNOWN, UNKNOWN, 1, 0, 0, False, 0)
        self._set(sums, self._lap, UNKNOWN, UNKNOWN, 1, 0, 0, False, 0)
        self._set(sums, _STAY, total, 0, -1, other, fixed, True, 0)
        self._set(sums, _AGAIN, total, 1, 1, mover - 1, fixed, False, 0)
        for pit in range(1, min(self.pits, mover - 1) + 1):
            child = self._numbers[at + pit * self._size]
            self._set(sums, _AGAIN + pit, total, 1, -1, other + pit, child, True, 0)
        for pit in range(self.pits):
            taken = self._choices[at + self._size * (1 + pit)]
            if taken or self.empty_capture:
                child = self._numbers[at + self._size * (self.pits + 1 + pit)]
                self._set(
                    sums,
                    self._capture + pit,
                    total,
                    taken + 1,
                    -1,
                    other - taken,
                    child,
                    True,
                    self.pits,
                )
            else:
                self._set(sums, self._capture + pit, total, 0, -1, other, fixed, True, 0)
        for pit in range(self.pits):
            i = self._size * (1 + self.pits + pit) + first
            self._raise(best, sums, count, i, i + self._size * self.pits)
        for i in range(self._first_laps[mover], self._first_laps[mover + 1]):
            lap = self._laps[i] >> 3
            if lap < count:
                pit = cython.cast(cython.int, self._laps[i] & 7)
                gain = self._after(self._words[first + lap], self._words[at], total, pit)
                best[lap] = max(best[lap], gain)

    def _work_out_rows(self, best, sums, total, fewer, first, last):
        """Work out the placings of a split whose side with fewer stones has some numbers."""
        more: cython.int = total - fewer
        few_start: cython.Py_ssize_t = self._starts[total * self._width + fewer]
        more_start: cython.Py_ssize_t = self._starts[total * self._width + more]
        columns: cython.Py_ssize_t = self._counts[more]
        rows: cython.Py_ssize_t = self._counts[fewer]
        count: cython.Py_ssize_t
        row: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for row in range(first, last):
            # With as many stones on either side the other columns are in the rows to come.
            count = row if fewer == more else columns
            self._move_fixed(best, sums, total, fewer, count, self._firsts[fewer] + row)
            for i in range(count):
                self._filled[few_start + row * columns + i] = cython.cast(
                    cython.uchar, best[i] + 128
                )
            count = row + 1 if fewer == more else columns
            self._move_against(best, sums, total, more, count, self._firsts[fewer] + row)
            for i in range(count):
                self._filled[more_start + i * rows + row] = cython.cast(cython.uchar, best[i] + 128)

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
        """Work out rows of a split of the layer after the finished ones.

        The rows of a split follow from those before them; splits do not follow from each other, so
        many threads may work them out.
        """
        following = total == self.layers + 1 <= self.stones
        if not (following and 1 <= fewer <= total - fewer):
            raise ValueError(f"no split of the next layer: {fewer} of {total} stones")
        if not 0 <= first <= last <= self.rows(total, fewer):
            raise ValueError(f"no rows of this split: {first} to {last}")
        stones: cython.int = total
        few: cython.int = fewer
        begin: cython.Py_ssize_t = first
        end: cython.Py_ssize_t = last
        best: cython.int[::1] = array("i", [0]) * self._counts[total - fewer]
        sums: cython.longlong[::1] = array("q", [0]) * (_PARTS * max(self._width, self._lap + 1))
        with cython.nogil:
            self._work_out_rows(best, sums, stones, few, begin, end)

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
