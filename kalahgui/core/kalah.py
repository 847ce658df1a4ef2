"""The rules of Kalah for 1 to 8 pits a side, one byte a pit.

A word holds one side's pits in that side's own sowing order, pit 1 in the lowest byte. Sowing n
stones from a pit adds one ready-made word to each side and banks what passes the store. The
stores themselves are not kept: they follow from the lead and the number of all stones.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import UNDECIDED, UNKNOWN, WON, WORD
    from cython.cimports.kalahgui.core.position import Position
else:
    from kalahgui.core.constants import UNDECIDED, UNKNOWN, WON, WORD
    from kalahgui.core.position import Position

from kalahgui.core.sowing import ALL_STONES, MAX_PITS, MAX_STONES, sowing_for

_NARROW_PITS = 6
# Of a position with so few stones all is searched before a table could be asked.
_FEW_STONES = cython.declare(cython.int, 8)
# Up to so many stones in the pits, moving again and stones banked tell more than estimates.
_ENDGAME_STONES = cython.declare(cython.int, 36)
# Up to so many stones for each turn looked ahead, and for two more, moves are read out to the end.
# A player with little time would lose by such a leap (0.480 +- 0.011 at 0.1 s a move).
_READ_OUT = cython.declare(cython.int, 3)

_BYTE = cython.declare(cython.ulonglong, 0xFF)
_ONES = cython.declare(cython.ulonglong, 0x0101010101010101)
_LOW7 = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
_GATHER = cython.declare(cython.ulonglong, 0x0102040810204080)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sum(word: cython.ulonglong) -> cython.int:
    """Add the eight bytes of a word; the sum must stay under 256."""
    if cython.compiled:
        return cython.cast(cython.int, (word * _ONES) >> 56)
    return sum(word.to_bytes(8, "little"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _filled(word: cython.ulonglong) -> cython.ulonglong:
    """Return a bit for each byte that is not 0, byte 0 in bit 0."""
    high: cython.ulonglong = ((((word & _LOW7) + _LOW7) | word) >> 7) & _ONES
    if cython.compiled:
        return (high * _GATHER) >> 56
    return ((high * _GATHER) & WORD) >> 56


class KalahPosition(Position):
    """A Kalah position; move m empties the mover's pit m + 1, counted from the mover's left.

    ``majority`` ends the game as soon as a store holds more than half of all stones;
    ``empty_capture`` captures the single stone also when the opposite pit is empty.
    """

    def __init__(self, pits=6, stones=72, empty_capture=False, majority=True):
        if not 1 <= pits <= MAX_PITS:
            raise ValueError(f"a Kalah board has 1 to {MAX_PITS} pits a side, not {pits}")
        if not 0 <= stones <= ALL_STONES:
            raise ValueError(f"a Kalah board takes at most {ALL_STONES} stones, not {stones}")
        Position.__init__(self)
        self.pits = pits
        self.stones = stones
        self.empty_capture = empty_capture
        self.majority = majority
        self.narrow = pits <= _NARROW_PITS
        self.endgame = None
        self._distances = sum(pits - pit << 8 * pit for pit in range(pits))
        self.sowing = sowing_for(pits)
        self._sow_own, self._sow_opp = self.sowing.own, self.sowing.opp
        self._banked, self._last = self.sowing.banked, self.sowing.last
        self._stride = self.sowing.stride

    def rules(self):
        return (self.pits, self.stones, self.empty_capture, self.majority)

    def _legal(self):
        if self.majority:
            rest: cython.int = _sum(self.own) + _sum(self.opp)
            if self.lead > rest or self.lead < -rest:
                return 0
        return _filled(self.own)

    def _sow(self, move):
        """Sow and capture; return True when the last stone fell into the own store."""
        own: cython.ulonglong = self.own
        opp: cython.ulonglong = self.opp
        shift: cython.int = 8 * move
        entry: cython.Py_ssize_t = move * self._stride + cython.cast(
            cython.int, (own >> shift) & _BYTE
        )
        own = (own & ~(_BYTE << shift)) + self._sow_own[entry]
        opp = opp + self._sow_opp[entry]
        banked: cython.int = self._banked[entry]
        last: cython.int = self._last[entry]
        if last < self.pits and ((own >> (8 * last)) & _BYTE) == 1:
            opposite: cython.int = 8 * (self.pits - 1 - last)
            taken: cython.int = cython.cast(cython.int, (opp >> opposite) & _BYTE)
            if taken or self.empty_capture:
                banked += taken + 1
                own &= ~(_BYTE << (8 * last))
                opp &= ~(_BYTE << opposite)
        self.lead += banked
        self.own = own
        self.opp = opp
        return last == self.pits

    def _play(self, move):
        again: cython.bint = self._sow(move)
        if self.own == 0 or self.opp == 0:
            self.lead += _sum(self.own) - _sum(self.opp)
            self.own = self.opp = 0
            again = False
        elif again and self.majority:
            again = self.lead <= _sum(self.own) + _sum(self.opp)
        if again:
            return True
        self.own, self.opp = self.opp, self.own
        self.lead = -self.lead
        self.turn = 1 - self.turn
        return False

    def _final(self):
        return self.lead

    def _gain(self, move):
        """Return the stones n that a move banks, or -1 - n when the same side moves again."""
        entry: cython.Py_ssize_t = move * self._stride + cython.cast(
            cython.int, (self.own >> (8 * move)) & _BYTE
        )
        last: cython.int = self._last[entry]
        gain: cython.int = self._banked[entry]
        if last == self.pits:
            return -1 - gain
        if last < self.pits:
            own: cython.ulonglong = (self.own & ~(_BYTE << (8 * move))) + self._sow_own[entry]
            if ((own >> (8 * last)) & _BYTE) == 1:
                opp: cython.ulonglong = self.opp + self._sow_opp[entry]
                shift: cython.int = 8 * (self.pits - 1 - last)
                taken: cython.int = cython.cast(cython.int, (opp >> shift) & _BYTE)
                if taken or self.empty_capture:
                    gain += taken + 1
        return gain

    def _priority(self, move):
        gain: cython.int = self._gain(move)
        if gain < 0:
            return 4096 + move
        return 16 * gain + move

    def _ordered_by_estimates(self):
        return _sum(self.own) + _sum(self.opp) > _ENDGAME_STONES

    def _trifling(self):
        few: cython.int = _FEW_STONES if self.endgame is None else self.endgame.stones + 1
        return _sum(self.own) + _sum(self.opp) <= few

    def _evaluate(self):
        # Sixteenths of a stone, found by matches: stones in the pits may go home at the end,
        # a pit that moves again is half a stone or more, and filled pits are moves in hand.
        rest: cython.int = _sum(self.own)
        estimate: cython.int = 2 * rest
        there: cython.int = _sum(self.opp)
        estimate -= 2 * there
        rest += there
        pit: cython.int
        stones: cython.int
        for pit in range(self.pits):
            stones = cython.cast(cython.int, (self.own >> (8 * pit)) & _BYTE)
            if stones:
                estimate += 8
                if stones == self.pits - pit:
                    estimate += 16
            stones = cython.cast(cython.int, (self.opp >> (8 * pit)) & _BYTE)
            if stones:
                estimate -= 8
                if stones == self.pits - pit:
                    estimate -= 8
        # Floor division of a number that is never negative is the same in both cores.
        estimate = (estimate + 16 * 1000) // 16 - 1000
        estimate = min(max(estimate, 1 - rest), rest - 1)
        return self.lead + estimate

    def _published(self):
        rest: cython.int = _sum(self.own) + _sum(self.opp)
        if self.majority and self.lead > rest:
            return WON
        if self.majority and self.lead < -rest:
            return -WON
        return self.lead

    def _bounds(self):
        rest: cython.int = _sum(self.own) + _sum(self.opp)
        return (self.lead - rest, self.lead + rest)

    def _decided(self, alpha, beta, depth):
        rest: cython.int = _sum(self.own) + _sum(self.opp)
        if self.lead - rest >= beta:
            return self.lead - rest
        if self.lead + rest <= alpha:
            return self.lead + rest
        if self.endgame is not None and rest <= self.endgame.stones:
            gain: cython.int = self.endgame._gain(self.own, self.opp, rest)
            if gain != UNKNOWN:
                return self.lead + gain
        return UNDECIDED

    def _proven(self, goal):
        rest: cython.int = _sum(self.own) + _sum(self.opp)
        if self.lead + rest < goal:
            return self.lead + rest
        # Pits whose last stone falls into the store can be emptied one after the other, the
        # nearest first: the farther ones still do then.
        sure: cython.int = self.lead - rest + 2 * self._direct_pits()
        if sure >= goal:
            return sure
        if self.endgame is not None and rest <= self.endgame.stones:
            gain: cython.int = self.endgame._gain(self.own, self.opp, rest)
            if gain != UNKNOWN:
                return self.lead + gain
        return UNDECIDED

    def _direct_pits(self):
        """Return how many of the mover's pits hold as many stones as it is to the store."""
        others: cython.ulonglong = self.own ^ self._distances
        return self.pits - _sum(((((others & _LOW7) + _LOW7) | others) >> 7) & _ONES)

    def _size(self):
        return min(_sum(self.own) + _sum(self.opp), 127)

    def copy(self):
        other = Position.copy(self)
        other.endgame = self.endgame
        return other

    def endgame_board(self):
        """Return the pits a side and the capture rule."""
        return self.pits, bool(self.empty_capture)

    def known_gain(self):
        if self.endgame is None:
            return None
        return 0 if self.over else self.endgame.gain(self.own, self.opp)

    def book_board(self):
        """Return the pits a side, the stones in the whole game and the capture rule."""
        return self.pits, self.stones, bool(self.empty_capture)

    def knowing(self, endgame):
        """Return a copy that looks its last stones up in an endgame database.

        ValueError for a database of another board or capture rule. What a position knows is no part
        of what makes it equal to another.
        """
        if (endgame.pits, endgame.empty_capture) != (self.pits, self.empty_capture):
            raise ValueError("the endgame database belongs to another board or capture rule")
        other = self.copy()
        other.endgame = endgame
        return other

    def proved_by_windows(self):
        """Return True: stones in a store stay there, so every move narrows the bounds."""
        return True

    def may_read_out(self, depth):
        return _READ_OUT * (depth + 2) >= self._size()

    def to_the_end(self):
        """Return a copy that is played to the last stone, past any majority."""
        other = self.copy()
        other.majority = False
        return other

    def pit(self, side, index):
        """Return the stones in a pit; side 0 is the first player, index 0 the player's left."""
        word = self.own if side == self.turn else self.opp
        return word >> 8 * index & 0xFF

    def store(self, side):
        """Return the stones in a player's store."""
        rest = _sum(self.own) + _sum(self.opp)
        lead = self.lead if side == self.turn else -self.lead
        return (self.stones - rest + lead) // 2

    def settle(self):
        """End the game when a side has no stones: the other side banks its own."""
        if self.own == 0 or self.opp == 0:
            self.lead += _sum(self.own) - _sum(self.opp)
            self.own = self.opp = 0


def start(pits, stones, empty_capture=False, majority=True):
    """Return the start position with so many stones in every pit."""
    if not 1 <= stones <= MAX_STONES:
        raise ValueError(f"a Kalah pit starts with 1 to {MAX_STONES} stones, not {stones}")
    position = KalahPosition(pits, 2 * pits * stones, empty_capture, majority)
    position.own = position.opp = sum(stones << 8 * pit for pit in range(pits))
    return position
