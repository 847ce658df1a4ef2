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
from math import comb

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import lowest
    from cython.cimports.kalahgui.core.constants import UNKNOWN, WORD
else:
    from kalahgui.core.bits import lowest
    from kalahgui.core.constants import UNKNOWN, WORD

from kalahgui.core.fresh_memory import fresh_memory
from kalahgui.core.sowing import MAX_PITS, sowing_for

# The bytes that a checksum covers. A layer begins with a block.
BLOCK = 4096
# A gain must fit into a byte.
MOST_STONES = 126

_BYTE = cython.declare(cython.ulonglong, 0xFF)
_ONES = cython.declare(cython.ulonglong, 0x0101010101010101)
_MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_BLOCK_BITS = cython.declare(cython.int, 12)
_BLOCK_WORDS = cython.declare(cython.Py_ssize_t, BLOCK // 8)
_RANK_BITS = cython.declare(cython.int, 7)

# The states of a block. What is missing was never worked out, or has failed its checksum.
_MISSING = cython.declare(cython.uchar, 0)
_UNREAD = cython.declare(cython.uchar, 1)
_SOUND = cython.declare(cython.uchar, 2)


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
    [0, 0, 4096, 8192]
    """
    ends = []
    end = 0
    for total in range(stones + 1):
        end += -(-entries_of(pits, total) // BLOCK) * BLOCK
        ends.append(end)
    return ends


def most_stones_within(pits, size):
    """Return the most stones whose database takes at most ``size`` bytes.

    >>> most_stones_within(6, 32 << 20)
    16
    """
    stones = 0
    while stones < MOST_STONES and layer_ends(pits, stones + 1)[stones + 1] <= size:
        stones += 1
    return stones


class Endgame:
    """The gains of all placings of up to ``stones`` stones, both sides together.

    Without ``data`` it is empty and is to be worked out, layer by layer. ``data`` is a buffer of
    all layers, such as the mapping of a file, with a checksum for each of its blocks; a block is
    held against it when it is first used.
    """

    def __init__(self, pits, stones, empty_capture=False, data=None, checksums=None):
        if not 1 <= pits <= MAX_PITS:
            raise ValueError(f"a Kalah board has 1 to {MAX_PITS} pits a side, not {pits}")
        if not 2 <= stones <= MOST_STONES:
            raise ValueError(f"an endgame database has 2 to {MOST_STONES} stones, not {stones}")
        self.pits = pits
        self.stones = stones
        self.empty_capture = empty_capture
        self.damaged = False
        self.layers = 0 if data is None else stones
        sowing = sowing_for(pits)
        self._sow_own, self._sow_opp = sowing.own, sowing.opp
        self._banked, self._last = sowing.banked, sowing.last
        self._stride = sowing.stride
        self._number_placings()
        self._hold(data, checksums)

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

    def _hold(self, data, checksums):
        """Take the gains, or memory for them."""
        size = layer_ends(self.pits, self.stones)[self.stones]
        blocks = size // BLOCK
        if data is None:
            # Fresh pages from the system are zero and cost nothing until they are used.
            data, checksums = fresh_memory(size), array("Q", [0]) * blocks
            self._filled = memoryview(data)
        self._buffer = memoryview(data)
        if len(self._buffer) != size or len(checksums) != blocks:
            raise ValueError(f"this endgame database takes {size} bytes in {blocks} blocks")
        self._gains = self._buffer.cast("B")
        self._words = self._buffer.cast("Q")
        self._table = self._checksums = checksums
        self._states = bytearray([_UNREAD if self.layers else _MISSING]) * blocks

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
        or has failed its checksum is unknown; ``damaged`` tells of the latter.
        """
        index: cython.Py_ssize_t = self._index(own, opp, total)
        if index < 0:
            return UNKNOWN
        block: cython.Py_ssize_t = index >> _BLOCK_BITS
        if self._states[block] != _SOUND and not self._readable(block):
            return UNKNOWN
        return cython.cast(cython.int, self._gains[index]) - 128

    def _readable(self, block):
        """Tell whether a block that is not known to be sound is; look at it if nobody has."""
        # Two threads may look at once: they find the same.
        if self._states[block] == _MISSING:
            return False
        if self._checksum(block) == self._checksums[block]:
            self._states[block] = _SOUND
            return True
        self._states[block] = _MISSING
        self.damaged = True
        return False

    def _checksum(self, block):
        """Return what a block's bytes and its number come to."""
        checksum: cython.ulonglong = cython.cast(cython.ulonglong, block)
        at: cython.Py_ssize_t = block * _BLOCK_WORDS
        word: cython.Py_ssize_t
        for word in range(at, at + _BLOCK_WORDS):
            if cython.compiled:
                checksum = (checksum ^ self._words[word]) * _MIX
            else:
                checksum = (checksum ^ self._words[word]) * _MIX & WORD
            checksum ^= checksum >> 32
        return checksum

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

    def _verify(self, first, last):
        """Hold blocks against their checksums; tell whether all are sound."""
        block: cython.Py_ssize_t
        for block in range(first, last):
            if self._checksum(block) != self._checksums[block]:
                return False
            self._states[block] = _SOUND
        return True

    def _sign(self, first, last):
        """Give blocks their checksums."""
        block: cython.Py_ssize_t
        for block in range(first, last):
            self._checksums[block] = self._checksum(block)
            self._states[block] = _SOUND

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
        first, last = self._blocks_of(self.layers + 1)
        begin: cython.Py_ssize_t = first
        end: cython.Py_ssize_t = last
        with cython.nogil:
            self._sign(begin, end)
        self.layers += 1

    def layer(self, total):
        """Return the bytes of a layer and the checksums of its blocks."""
        first, last = self._blocks_of(total)
        return self._buffer[first * BLOCK : last * BLOCK], self._table[first:last]

    def verify(self):
        """Hold the finished layers against their checksums; if one fails it is ``damaged``."""
        end: cython.Py_ssize_t = layer_ends(self.pits, self.stones)[self.layers] // BLOCK
        sound: cython.bint
        with cython.nogil:
            sound = self._verify(0, end)
        if not sound:
            self.damaged = True
        return bool(sound)

    def take_layer(self, data, checksums):
        """Take the next layer from what ``layer`` gave; tell whether it was sound."""
        first, last = self._blocks_of(self.layers + 1)
        if len(data) != (last - first) * BLOCK or len(checksums) != last - first:
            return False
        self._buffer[first * BLOCK : last * BLOCK] = data
        memoryview(self._table)[first:last] = checksums
        begin: cython.Py_ssize_t = first
        end: cython.Py_ssize_t = last
        sound: cython.bint
        with cython.nogil:
            sound = self._verify(begin, end)
        if not sound:
            self._empty(first, last)
            return False
        self.layers += 1
        return True

    def _empty(self, first, last):
        """Make blocks unknown again."""
        self._buffer[first * BLOCK : last * BLOCK] = bytes((last - first) * BLOCK)
        for block in range(first, last):
            self._states[block] = _MISSING

    def _blocks_of(self, total):
        """Return the first block of a layer and the one after its last."""
        ends = layer_ends(self.pits, self.stones)
        if not 1 <= total <= self.stones:
            raise ValueError(f"there is no layer of {total} stones")
        return ends[total - 1] // BLOCK, ends[total] // BLOCK


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
