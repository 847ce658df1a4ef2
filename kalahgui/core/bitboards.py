"""Bitboards of discs: legal moves, turned discs, stable discs and the last empty squares.

Every board lies in an 8x8 grid; bit ``8 * row + column`` is a square. A word ``squares`` tells
which squares exist. No disc ever lies on a missing square, so lines end there by themselves.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import highest, lowest, popcount
    from cython.cimports.kalahgui.core.constants import ONE, WORD
else:
    from kalahgui.core.bits import highest, lowest, popcount
    from kalahgui.core.constants import ONE, WORD

_INNER_COLUMNS = cython.declare(cython.ulonglong, 0x7E7E7E7E7E7E7E7E)
_NOT_FIRST_COLUMN = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
_NOT_LAST_COLUMN = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
_QUADRANT = cython.declare(cython.ulonglong, 0x000000000F0F0F0F)

# Eight rays a square: four towards higher bits, then four towards lower ones.
if cython.compiled:
    _RAYS = cython.declare(cython.ulonglong[512])
    _AROUND = cython.declare(cython.ulonglong[64])
else:
    _RAYS = [0] * 512
    _AROUND = [0] * 64

_STEPS = ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))


def _draw_rays():
    """Fill in the rays and the neighbours of every square."""
    for square in range(64):
        around = 0
        for direction, (down, right) in enumerate(_STEPS):
            row, column = square // 8 + down, square % 8 + right
            ray = 0
            while 0 <= row < 8 and 0 <= column < 8:
                if not ray:
                    around |= 1 << 8 * row + column
                ray |= 1 << 8 * row + column
                row, column = row + down, column + right
            _RAYS[8 * square + direction] = ray
        _AROUND[square] = around


_draw_rays()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _along(own: cython.ulonglong, opp: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return where a run of ``opp`` that begins beside ``own`` ends, both ways on an axis."""
    up: cython.ulonglong = opp & (own << step)
    down: cython.ulonglong = opp & (own >> step)
    up |= opp & (up << step)
    down |= opp & (down >> step)
    pairs: cython.ulonglong = opp & (opp << step)
    up |= pairs & (up << (2 * step))
    up |= pairs & (up << (2 * step))
    pairs >>= step
    down |= pairs & (down >> (2 * step))
    down |= pairs & (down >> (2 * step))
    return (up << step) | (down >> step)


def legal_moves(own, opp, squares):
    """Return the empty squares on which a disc of ``own`` turns at least one of ``opp``."""
    inner: cython.ulonglong = opp & _INNER_COLUMNS
    ends: cython.ulonglong = _along(own, inner, 1)
    ends |= _along(own, inner, 7)
    ends |= _along(own, opp, 8)
    ends |= _along(own, inner, 9)
    return ends & squares & ~(own | opp)


def flips(own, opp, move):
    """Return the discs of ``opp`` that a disc of ``own`` on an empty square turns.

    Towards higher bits, adding 1 to a ray filled with ``opp`` carries to its first other square;
    towards lower bits that square is the highest one.
    """
    at: cython.Py_ssize_t = 8 * move
    flipped: cython.ulonglong = 0
    ray: cython.ulonglong
    end: cython.ulonglong
    i: cython.Py_ssize_t
    for i in range(at, at + 4):
        ray = _RAYS[i]
        end = ((opp | ~ray) + 1) & own & ray
        flipped |= (end - (end != 0)) & ray
    for i in range(at + 4, at + 8):
        ray = _RAYS[i]
        end = (ONE << highest((ray & ~opp) | 1)) & own & ray
        flipped |= -(end << 1) & ray
    return flipped


def next_to(word):
    """Return the squares of the 8x8 grid that touch a square of a word, and these themselves."""
    word |= ((word << 1) & _NOT_FIRST_COLUMN) | ((word >> 1) & _NOT_LAST_COLUMN)
    return (word | (word << 8) | (word >> 8)) & WORD


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _safe_on_axis(
    empty: cython.ulonglong,
    squares: cython.ulonglong,
    step: cython.int,
    up_to: cython.ulonglong,
    down_to: cython.ulonglong,
) -> cython.ulonglong:
    """Return the squares that nothing can be turned on along an axis.

    That are those at the end of a line and those of a line without an empty square. ``up_to``
    and ``down_to`` are the squares that a step to higher and to lower bits can lead to.
    """
    ends: cython.ulonglong = ~((squares << step) & up_to & (squares >> step) & down_to)
    up: cython.ulonglong = empty
    down: cython.ulonglong = empty
    through_up: cython.ulonglong = squares & up_to
    through_down: cython.ulonglong = squares & down_to
    for _ in range(3):
        up |= through_up & (up << step)
        down |= through_down & (down >> step)
        through_up &= through_up << step
        through_down &= through_down >> step
        step *= 2
    return squares & (ends | ~(up | down))


def stable_discs(own, opp, squares):
    """Return discs of ``own`` that can never be turned again.

    A disc is stable when on each of the four axes it ends its line, or the line is full, or a
    stable disc of its colour lies beside it. The corners are stable from the start.
    """
    empty: cython.ulonglong = squares & ~(own | opp)
    row: cython.ulonglong = _safe_on_axis(empty, squares, 1, _NOT_FIRST_COLUMN, _NOT_LAST_COLUMN)
    falling: cython.ulonglong = _safe_on_axis(
        empty, squares, 9, _NOT_FIRST_COLUMN, _NOT_LAST_COLUMN
    )
    rising: cython.ulonglong = _safe_on_axis(empty, squares, 7, _NOT_LAST_COLUMN, _NOT_FIRST_COLUMN)
    column: cython.ulonglong = _safe_on_axis(empty, squares, 8, WORD, WORD)
    stable: cython.ulonglong = 0
    grown: cython.ulonglong = own & row & falling & rising & column
    # A step that wraps round the grid lands on the end of a line, which is safe anyway.
    while grown != stable:
        stable = grown
        grown = own & (row | (stable << 1) | (stable >> 1))
        grown &= column | (stable << 8) | (stable >> 8)
        grown &= falling | (stable << 9) | (stable >> 9)
        grown &= rising | (stable << 7) | (stable >> 7)
    return stable


def odd_quadrants(empty):
    """Return the empty squares of the quadrants that hold an odd number of them."""
    odd: cython.ulonglong = 0
    quadrant: cython.ulonglong = _QUADRANT
    if popcount(empty & quadrant) & 1:
        odd |= quadrant
    quadrant <<= 4
    if popcount(empty & quadrant) & 1:
        odd |= quadrant
    quadrant <<= 28
    if popcount(empty & quadrant) & 1:
        odd |= quadrant
    quadrant <<= 4
    if popcount(empty & quadrant) & 1:
        odd |= quadrant
    return empty & odd


class Ending:
    """Plays out the last empty squares, fail-soft and without a table, and counts nodes."""

    def __init__(self, empties_winner):
        self.empties_winner = empties_winner
        self.nodes = 0

    def _margin(self, own, opp, empty):
        """Return the final margin of so many discs to so many and so many empty squares."""
        if self.empties_winner:
            if own > opp:
                return own - opp + empty
            if own < opp:
                return own - opp - empty
        return own - opp

    def _last(self, own, opp, move):
        """Return the margin when one square is left, whoever can play there."""
        ours: cython.int = popcount(own)
        theirs: cython.int = popcount(opp)
        flipped: cython.int = popcount(flips(own, opp, move))
        self.nodes += 1
        if flipped:
            return ours - theirs + 2 * flipped + 1
        flipped = popcount(flips(opp, own, move))
        if flipped:
            return ours - theirs - 2 * flipped - 1
        return self._margin(ours, theirs, 1)

    def _solve(self, own, opp, empty, alpha, beta, passed):
        """Return the final margin for the side to move; a move into an odd quadrant comes first."""
        if empty == 0:
            return popcount(own) - popcount(opp)
        if empty & (empty - 1) == 0:
            return self._last(own, opp, lowest(empty))
        self.nodes += 1
        best: cython.int = -1000
        value: cython.int
        move: cython.int
        flipped: cython.ulonglong
        bit: cython.ulonglong
        odd: cython.ulonglong = odd_quadrants(empty)
        left: cython.ulonglong = odd
        for _ in range(2):
            while left:
                move = lowest(left)
                bit = left & -left
                left ^= bit
                if not _AROUND[move] & opp:
                    continue
                flipped = flips(own, opp, move)
                if not flipped:
                    continue
                value = -self._solve(
                    opp ^ flipped, own | flipped | bit, empty ^ bit, -beta, -max(alpha, best), False
                )
                if value > best:
                    best = value
                    if best >= beta:
                        return best
            left = empty & ~odd
        if best > -1000:
            return best
        if passed:
            return self._margin(popcount(own), popcount(opp), popcount(empty))
        return -self._solve(opp, own, empty, -beta, -alpha, True)
