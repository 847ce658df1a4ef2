"""Bitboards of discs: legal moves, turned discs, stable discs and the last empty squares.

Every board lies in an 8x8 grid; bit ``8 * row + column`` is a square. A word ``squares`` tells
which squares exist. No disc ever lies on a missing square, so lines end there by themselves.
"""

from __future__ import annotations

from array import array
from functools import cache

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import highest, lowest, popcount
    from cython.cimports.kalahgui.core.constants import NO_MOVE, ONE, WORD
else:
    from kalahgui.core.bits import highest, lowest, popcount
    from kalahgui.core.constants import NO_MOVE, ONE, WORD

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
    return _grown(own, row, column, falling, rising)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _grown(
    own: cython.ulonglong,
    row: cython.ulonglong,
    column: cython.ulonglong,
    falling: cython.ulonglong,
    rising: cython.ulonglong,
) -> cython.ulonglong:
    """Return the stable discs of ``own``, from the squares that are safe on each axis."""
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


def final_margin(own, opp, empty, empties_winner):
    """Return the final margin of so many discs to so many and so many empty squares."""
    if empties_winner:
        if own > opp:
            return own - opp + empty
        if own < opp:
            return own - opp - empty
    return own - opp


@cache
def _open_lines(squares):
    """Return for each square and axis the squares of the line through it, but for its two ends.

    As long as the square is empty, discs on these may be turned along that axis.
    """
    words = array("Q")
    for square in range(64):
        for axis in range(4):
            word = 0
            for down, right in (_STEPS[axis], _STEPS[axis + 4]):
                row, column = divmod(square, 8)
                while True:
                    at = 8 * row + column
                    row, column = row + down, column + right
                    if not (0 <= row < 8 and 0 <= column < 8 and squares >> 8 * row + column & 1):
                        break
                    word |= 1 << at
            words.append(word)
    return words


# From so many empty squares on, moves that leave few replies come first, and what is found is
# remembered; with fewer, that takes longer than it saves.
_BY_REPLIES = cython.declare(cython.int, 6)
# From so many on, stable discs are looked for.
_STABLE = cython.declare(cython.int, 3)
# From so many on, all moves are looked up before one is tried.
_LOOK = cython.declare(cython.int, 8)
_MEMORY_BITS = cython.declare(cython.int, 12)
_MIX1 = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX2 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
# Below every margin, and the highest margin.
_NOTHING = cython.declare(cython.int, -1000)
_MOST = cython.declare(cython.int, 64)
# Two squares whose numbers differ in none of these bits lie in one quadrant.
_QUADRANT_BITS = cython.declare(cython.int, 0x24)


class Ending:
    """Plays out the last empty squares, fail-soft, and counts nodes.

    So late the same few positions come again at once. A small memory of its own, which the
    processor keeps near, serves them better than the table of the search.
    """

    def __init__(self, squares, corners, empties_winner):
        self.empties_winner = empties_winner
        self.nodes = 0
        self._squares = squares
        self._corners = corners
        self._size = popcount(squares)
        # Of each position its two words, and its bounds with the best move.
        self._memory = array("Q", [0]) * (3 << _MEMORY_BITS)
        # For each number of empty squares, below 16, what every move turns, and its rank.
        self._flipped = array("Q", [0]) * (16 * 64)
        self._ranks = array("i", [0]) * (16 * 64)
        # For each square and axis, the squares where discs may be turned as long as it is empty.
        self._open = _open_lines(squares)

    def _solve(self, own, opp, empty, alpha, beta):
        """Return the final margin for the side to move, or a bound of it outside the window."""
        count: cython.int = popcount(empty)
        # Stable discs are worth looking for only where all discs being stable would decide.
        if count >= _STABLE and self._size - 2 * popcount(opp) <= alpha:
            most: cython.int = self._size - 2 * popcount(self._stable(opp, empty))
            if most <= alpha:
                self.nodes += 1
                return most
        if count >= _BY_REPLIES:
            return self._by_replies(own, opp, empty, alpha, beta, False)
        if count != 3:
            return self._by_parity(own, opp, empty, alpha, beta, False)
        a: cython.int = lowest(empty)
        empty &= empty - 1
        b: cython.int = lowest(empty)
        return self._three(own, opp, a, b, lowest(empty & (empty - 1)), alpha, beta, False)

    def _stable(self, discs, empty):
        """Return those discs of one side that can never be turned again."""
        row: cython.ulonglong = 0
        rising: cython.ulonglong = 0
        column: cython.ulonglong = 0
        falling: cython.ulonglong = 0
        at: cython.Py_ssize_t
        while empty:
            at = 4 * lowest(empty)
            empty &= empty - 1
            row |= self._open[at]
            rising |= self._open[at + 1]
            column |= self._open[at + 2]
            falling |= self._open[at + 3]
        return _grown(discs, ~row, ~column, ~falling, ~rising)

    def _margin(self, own, opp):
        """Return the margin of a finished game."""
        ours: cython.int = popcount(own)
        theirs: cython.int = popcount(opp)
        return final_margin(ours, theirs, self._size - ours - theirs, self.empties_winner)

    def _one(self, own, opp, square):
        """Return the margin when one square is left, whoever can play there."""
        self.nodes += 1
        lead: cython.int = popcount(own) - popcount(opp)
        flipped: cython.int = popcount(flips(own, opp, square))
        if flipped:
            return lead + 2 * flipped + 1
        flipped = popcount(flips(opp, own, square))
        if flipped:
            return lead - 2 * flipped - 1
        return self._margin(own, opp)

    def _two(self, own, opp, a, b, alpha, beta):
        """Return the margin when two squares are left."""
        self.nodes += 1
        best: cython.int = self._then_one(own, opp, a, b)
        if best >= beta:
            return best
        best = max(best, self._then_one(own, opp, b, a))
        if best > _NOTHING:
            return best
        self.nodes += 1
        best = self._then_one(opp, own, a, b)
        if best >= -alpha:
            return -best
        best = max(best, self._then_one(opp, own, b, a))
        return -best if best > _NOTHING else self._margin(own, opp)

    def _three(self, own, opp, a, b, c, alpha, beta, passed):
        """Return the margin when three squares are left; one alone in its quadrant comes first."""
        self.nodes += 1
        first: cython.int = a
        if not (a ^ b) & _QUADRANT_BITS:
            first = c
            c = a
        elif not (a ^ c) & _QUADRANT_BITS:
            first = b
            b = a
        best: cython.int = self._then_two(own, opp, first, b, c, alpha, beta)
        if best >= beta:
            return best
        best = max(best, self._then_two(own, opp, b, first, c, max(alpha, best), beta))
        if best >= beta:
            return best
        best = max(best, self._then_two(own, opp, c, first, b, max(alpha, best), beta))
        if best > _NOTHING:
            return best
        if passed:
            return self._margin(own, opp)
        return -self._three(opp, own, first, b, c, -beta, -alpha, True)

    def _then_one(self, own, opp, move, a):
        """Return the margin after a move that leaves one square; _NOTHING if it is not legal."""
        flipped: cython.ulonglong = flips(own, opp, move) if _AROUND[move] & opp else 0
        if not flipped:
            return _NOTHING
        return -self._one(opp ^ flipped, own | flipped | ONE << move, a)

    def _then_two(self, own, opp, move, a, b, alpha, beta):
        """Return the margin after a move that leaves two squares; _NOTHING if it is not legal."""
        flipped: cython.ulonglong = flips(own, opp, move) if _AROUND[move] & opp else 0
        if not flipped:
            return _NOTHING
        return -self._two(opp ^ flipped, own | flipped | ONE << move, a, b, -beta, -alpha)

    def _by_parity(self, own, opp, empty, alpha, beta, passed):
        """Return the margin when a few squares are left; moves into an odd quadrant come first."""
        self.nodes += 1
        best: cython.int = _NOTHING
        value: cython.int
        move: cython.int
        flipped: cython.ulonglong
        bit: cython.ulonglong
        odd: cython.ulonglong = odd_quadrants(empty)
        left: cython.ulonglong = odd
        for _ in range(2):
            while left:
                move = lowest(left)
                bit = ONE << move
                left ^= bit
                if not _AROUND[move] & opp:
                    continue
                flipped = flips(own, opp, move)
                if not flipped:
                    continue
                value = -self._solve(
                    opp ^ flipped, own | flipped | bit, empty ^ bit, -beta, -max(alpha, best)
                )
                if value > best:
                    best = value
                    if best >= beta:
                        return best
            left = empty & ~odd
        if best > _NOTHING:
            return best
        if passed:
            return self._margin(own, opp)
        return -self._by_parity(opp, own, empty, -beta, -alpha, True)

    def _slot(self, own, opp):
        """Return where a position is remembered."""
        mixed: cython.ulonglong = (own * _MIX1 + opp * _MIX2) & WORD
        return 3 * cython.cast(cython.Py_ssize_t, mixed >> (64 - _MEMORY_BITS))

    def _by_replies(self, own, opp, empty, alpha, beta, passed):
        """Return the margin; moves that leave few replies come first, and it is remembered."""
        self.nodes += 1
        count: cython.int = popcount(empty)
        best: cython.int = _NOTHING
        low: cython.int = -_MOST
        high: cython.int = _MOST
        first: cython.int = NO_MOVE
        slot: cython.Py_ssize_t = self._slot(own, opp)
        data: cython.ulonglong
        if self._memory[slot] == own and self._memory[slot + 1] == opp:
            data = self._memory[slot + 2]
            low = cython.cast(cython.int, data & 0xFF) - _MOST
            high = cython.cast(cython.int, data >> 8 & 0xFF) - _MOST
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            first = cython.cast(cython.int, data >> 16)
        left: cython.ulonglong = legal_moves(own, opp, self._squares)
        if left == 0:
            if passed:
                return self._margin(own, opp)
            return -self._by_replies(opp, own, empty, -beta, -alpha, True)
        base: cython.int = 64 * count
        move: cython.int
        bit: cython.ulonglong
        flipped: cython.ulonglong
        after: cython.ulonglong
        replies: cython.ulonglong
        rank: cython.int
        child: cython.Py_ssize_t
        odd: cython.ulonglong = odd_quadrants(empty)
        moves: cython.ulonglong = left
        while left:
            move = lowest(left)
            bit = ONE << move
            left ^= bit
            flipped = flips(own, opp, move)
            after = own | flipped | bit
            self._flipped[base + move] = flipped
            if count >= _LOOK:
                child = self._slot(opp ^ flipped, after)
                if self._memory[child] == opp ^ flipped and self._memory[child + 1] == after:
                    best = _MOST - cython.cast(cython.int, self._memory[child + 2] >> 8 & 0xFF)
                    if best >= beta:
                        return best
            replies = legal_moves(opp ^ flipped, after, self._squares)
            rank = -4 * (popcount(replies) + popcount(replies & self._corners))
            rank -= popcount(next_to(after) & (empty ^ bit))
            if bit & self._corners:
                rank += 4
            if bit & odd:
                rank += 3
            if move == first:
                rank += 1000
            self._ranks[base + move] = rank
        best = _NOTHING
        floor: cython.int = max(alpha, low)
        value: cython.int
        best_move: cython.int = NO_MOVE
        while moves:
            left = moves & (moves - 1)
            move = lowest(moves)
            while left:
                if self._ranks[base + lowest(left)] > self._ranks[base + move]:
                    move = lowest(left)
                left &= left - 1
            bit = ONE << move
            moves ^= bit
            flipped = self._flipped[base + move]
            value = -self._solve(
                opp ^ flipped, own | flipped | bit, empty ^ bit, -beta, -max(floor, best)
            )
            if value > best:
                best = value
                best_move = move
                if best >= beta:
                    break
        if best > alpha:
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        data = (low + _MOST) | (high + _MOST) << 8 | best_move << 16
        self._memory[slot] = own
        self._memory[slot + 1] = opp
        self._memory[slot + 2] = data
        return best
