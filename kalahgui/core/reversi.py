"""The rules of Reversi on every board that lies in an 8x8 grid.

A move is the number of its square, ``8 * row + column`` from the top left; a word holds the
discs of one side. A player without a move passes, which is the other player moving again: a
position always has the side to move that can move, unless the game is over.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bitboards import (
        Ending,
        final_margin,
        flips,
        legal_moves,
        next_to,
        odd_quadrants,
        stable_discs,
    )
    from cython.cimports.kalahgui.core.bits import popcount
    from cython.cimports.kalahgui.core.constants import ONE, UNDECIDED
    from cython.cimports.kalahgui.core.position import Position
else:
    from kalahgui.core.bitboards import (
        Ending,
        final_margin,
        flips,
        legal_moves,
        next_to,
        odd_quadrants,
        stable_discs,
    )
    from kalahgui.core.bits import popcount
    from kalahgui.core.constants import ONE, UNDECIDED
    from kalahgui.core.position import Position

# Up to so many empty squares, playing them out costs less than looking after a table.
_ENDING = cython.declare(cython.int, 7)
# Up to so many, if the search would come to the end anyway.
_LATE = cython.declare(cython.int, 12)
# With fewer empty squares the moves that leave few replies are tried first, whatever the estimates.
_FEW_EMPTY = cython.declare(cython.int, 13)
# By how many discs a move is tried later for each reply that it leaves.
_A_REPLY = cython.declare(cython.int, 3)
# From so many empty squares on, a half-way search leaps to the end, over at most so many turns: a
# leap that comes to nothing should not cost the depths that the time would have been enough for.
_READ_OUT = 24
_LONGEST_LEAP = 10


def squares_in(word):
    """Return the numbers of the squares in a word, in rising order."""
    return [square for square in range(64) if word >> square & 1]


class Shape:
    """What follows from the squares that a board has.

    Discs on ``corners`` can never be turned, those on ``edges`` along one axis only. ``beside`` are
    the squares that touch a corner.
    """

    def __init__(self, squares):
        self.squares = squares
        self.size = squares.bit_count()
        self.corners = self.edges = 0
        for square in squares_in(squares):
            axes = sum(
                self._has(square, down, right) and self._has(square, -down, -right)
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            )
            if axes == 0:
                self.corners |= 1 << square
            elif axes == 1:
                self.edges |= 1 << square
        self.beside = next_to(self.corners) & squares & ~self.corners

    def __repr__(self):
        return f"Shape({self.squares:#x})"

    def _has(self, square, down, right):
        row, column = square // 8 + down, square % 8 + right
        inside = 0 <= row < 8 and 0 <= column < 8
        return inside and bool(self.squares >> 8 * row + column & 1)


_SHAPES: dict[int, Shape] = {}


def shape_of(squares):
    """Return the shape of a board that has these squares."""
    if squares not in _SHAPES:
        _SHAPES[squares] = Shape(squares)
    return _SHAPES[squares]


class ReversiPosition(Position):
    """A Reversi position; ``empties_winner`` counts squares left empty for the winner."""

    def __init__(self, shape, empties_winner=False):
        Position.__init__(self)
        self.shape = shape
        self.empties_winner = empties_winner
        self._squares = shape.squares
        self._ending = None
        self._seen_own = self._seen_opp = self._seen_legal = 0

    def rules(self):
        return (self.shape, self.empties_winner)

    def prepare(self, before=None):
        same: cython.bint = type(before) is type(self) and before.rules() == self.rules()
        if same:
            self._ending = cython.cast(ReversiPosition, before)._ending
        if self._ending is None:
            self._ending = Ending(self.shape.squares, self.shape.corners, self.empties_winner)

    def _moves_of(self, own, opp):
        """Return the legal moves and remember the answer: a search asks again at once."""
        if own != self._seen_own or opp != self._seen_opp:
            self._seen_own = own
            self._seen_opp = opp
            self._seen_legal = legal_moves(own, opp, self._squares)
        return self._seen_legal

    def _legal(self):
        return self._moves_of(self.own, self.opp)

    def _play(self, move):
        bit: cython.ulonglong = ONE << move
        flipped: cython.ulonglong = flips(self.own, self.opp, move)
        own: cython.ulonglong = self.own | flipped | bit
        opp: cython.ulonglong = self.opp & ~flipped
        if not self._moves_of(opp, own) and self._moves_of(own, opp):
            self.own = own
            self.opp = opp
            return True
        self.own = opp
        self.opp = own
        self.turn = 1 - self.turn
        return False

    def _final(self):
        own: cython.int = popcount(self.own)
        opp: cython.int = popcount(self.opp)
        return final_margin(own, opp, self.shape.size - own - opp, self.empties_winner)

    def _published(self):
        return popcount(self.own) - popcount(self.opp)

    def _evaluate(self):
        own: cython.ulonglong = self.own
        opp: cython.ulonglong = self.opp
        empty: cython.ulonglong = self._squares & ~(own | opp)
        corners: cython.ulonglong = self.shape.corners
        edges: cython.ulonglong = self.shape.edges
        replies: cython.ulonglong = legal_moves(opp, own, self._squares)
        ours: cython.int = popcount(own)
        theirs: cython.int = popcount(opp)
        value: cython.int = 16 * (popcount(self._legal()) - popcount(replies))
        value += 4 * (popcount(next_to(opp) & empty) - popcount(next_to(own) & empty))
        value -= 12 * (ours - theirs) * popcount(empty) // self.shape.size
        beside: cython.ulonglong = next_to(corners & empty) & ~corners
        value -= 24 * (popcount(own & beside & edges) - popcount(opp & beside & edges))
        beside &= ~edges
        value -= 80 * (popcount(own & beside) - popcount(opp & beside))
        if (own | opp) & corners:
            value += 100 * (popcount(own & corners) - popcount(opp & corners))
            value += 32 * popcount(stable_discs(own, opp, self._squares))
            value -= 32 * popcount(stable_discs(opp, own, self._squares))
        value //= 16
        return max(1 - self.shape.size, min(self.shape.size - 1, value))

    def _priority(self, move):
        bit: cython.ulonglong = ONE << move
        flipped: cython.ulonglong = flips(self.own, self.opp, move)
        own: cython.ulonglong = self.own | flipped | bit
        opp: cython.ulonglong = self.opp & ~flipped
        replies: cython.ulonglong = legal_moves(opp, own, self._squares)
        empty: cython.ulonglong = self._squares & ~(own | opp)
        # Fewest replies first, corners counting double; then into a quadrant with an odd number
        # of empty squares, where the last move will be ours.
        rank: cython.int = -4 * (popcount(replies) + popcount(replies & self.shape.corners))
        rank -= popcount(next_to(own) & empty)
        if bit & self.shape.corners:
            rank += 4
        if bit & odd_quadrants(empty | bit):
            rank += 3
        return rank

    def _glance(self, move):
        if self.evaluation is None or not self.evaluation.orders:
            return self._priority(move)
        bit: cython.ulonglong = ONE << move
        if bit & self.shape.corners:
            return 1
        return -1 if bit & self.shape.beside else 0

    def _ordered_by_estimates(self):
        if self.evaluation is None or not self.evaluation.orders:
            return False
        return self.shape.size - popcount(self.own | self.opp) >= _FEW_EMPTY

    def _freedom(self):
        return _A_REPLY * popcount(self._legal())

    def _bounds(self):
        size: cython.int = self.shape.size
        ours: cython.int = popcount(stable_discs(self.own, self.opp, self._squares))
        theirs: cython.int = popcount(stable_discs(self.opp, self.own, self._squares))
        return (2 * ours - size, size - 2 * theirs)

    def _decided(self, alpha, beta, depth):
        own: cython.ulonglong = self.own
        opp: cython.ulonglong = self.opp
        empty: cython.ulonglong = self._squares & ~(own | opp)
        bound: cython.int
        left: cython.int = popcount(empty)
        if left <= _ENDING or (left <= _LATE and depth >= left):
            self._ending.nodes = 0
            bound = self._ending._solve(own, opp, empty, alpha, beta)
            self.ending_nodes += self._ending.nodes
            return bound
        # Stable discs are worth looking for only where all discs being stable would decide.
        size: cython.int = self.shape.size
        if size - 2 * popcount(opp) <= alpha:
            bound = size - 2 * popcount(stable_discs(opp, own, self._squares))
            if bound <= alpha:
                return bound
        if 2 * popcount(own) - size >= beta:
            bound = 2 * popcount(stable_discs(own, opp, self._squares)) - size
            if bound >= beta:
                return bound
        return UNDECIDED

    def most_turns(self):
        return self.shape.size - (self.own | self.opp).bit_count()

    def whole_depth(self, depth):
        # The last few squares are played out anyway.
        left = self.most_turns()
        return max(left, depth) if depth >= left - _ENDING else depth

    def next_depth(self, depth):
        left = self.most_turns()
        return max(left, depth + 1) if left <= _READ_OUT and self._is_near(depth) else depth + 1

    def may_read_out(self, depth):
        # A little sooner than a search that leaps, and however many squares are empty.
        return self._is_near(depth + 2)

    def _is_near(self, depth):
        """Tell whether a search that is so deep is half-way to the end, and near enough to leap."""
        left = self.most_turns()
        return 2 * depth >= left and depth >= left - _LONGEST_LEAP

    def settle(self):
        """Let the other side move when the side to move has to pass."""
        own, opp, squares = self.own, self.opp, self._squares
        if not legal_moves(own, opp, squares) and legal_moves(opp, own, squares):
            self.own, self.opp = opp, own
            self.turn = 1 - self.turn

    def discs(self, side):
        """Return a player's discs as a word."""
        return self.own if side == self.turn else self.opp

    def stable(self, side):
        """Return those discs of a player that are found to be stable, as a word."""
        return stable_discs(self.discs(side), self.discs(1 - side), self._squares)
