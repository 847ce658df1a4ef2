"""8x8 Reversi judged by three measures: weights of squares, mobility, stable discs.

As published, a side's worth adds the weights under the opponent's discs, although a good square
of the opponent should count against it; the playing evaluation subtracts them, and takes the
difference between the sides.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bitboards import legal_moves, stable_discs
    from cython.cimports.kalahgui.core.bits import lowest, popcount
    from cython.cimports.kalahgui.core.reversi import ReversiPosition
else:
    from kalahgui.core.bitboards import legal_moves, stable_discs
    from kalahgui.core.bits import lowest, popcount
    from kalahgui.core.reversi import ReversiPosition

# The upper left quarter; the others mirror it.
_QUARTER = (
    (30, -10, 2, 1),
    (-10, -20, -3, -3),
    (2, -3, 2, 0),
    (1, -3, 0, 0),
)
WEIGHTS = tuple(
    _QUARTER[min(row, 7 - row)][min(column, 7 - column)] for row in range(8) for column in range(8)
)
# Factors of the own squares, the opponent's squares, mobility and stable discs.
PUBLISHED = (10, 15, 10, 30)

_MOBILITY_BASE = cython.declare(cython.int, 20)
# What one disc of the final margin is worth in points of the measures, about.
_POINTS_A_DISC = cython.declare(cython.int, 128)

if cython.compiled:
    _WEIGHTS = cython.declare(cython.int[64])
    for _square in range(64):
        _WEIGHTS[_square] = WEIGHTS[_square]
else:
    _WEIGHTS = WEIGHTS


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _weights_under(word: cython.ulonglong) -> cython.int:
    total: cython.int = 0
    while word:
        total += _WEIGHTS[lowest(word)]
        word &= word - 1
    return total


class MeasuredPosition(ReversiPosition):
    """An 8x8 position judged by the measures.

    ``judge`` is the side whose worth ``published`` gives at every leaf, whoever is to move
    there; -1 for the side to move. ``subtracts`` counts the opponent's squares against it.
    """

    def __init__(self, shape, empties_winner, factors=PUBLISHED, judge=-1, subtracts=False):
        if shape.size != 64:
            raise ValueError(f"the measures are for the 8x8 board, not for {shape.size} squares")
        ReversiPosition.__init__(self, shape, empties_winner)
        self.own_factor, self.opp_factor, self.mobility_factor, self.stable_factor = factors
        self.judge = judge
        self.subtracts = subtracts

    @property
    def factors(self):
        """Return the factors of own squares, opponent's squares, mobility and stable discs."""
        return (self.own_factor, self.opp_factor, self.mobility_factor, self.stable_factor)

    def blank(self):
        return MeasuredPosition(
            self.shape, self.empties_winner, self.factors, self.judge, self.subtracts
        )

    def family(self):
        return ("reversi by measures", self.empties_winner, self.factors)

    def identity(self):
        words = (self.own, self.opp, self.turn, self.shape.squares, self.empties_winner)
        return (*words, self.factors, self.judge, self.subtracts)

    def _worth(self, own, opp, subtracts):
        """Return a side's worth, whoever is to move."""
        theirs: cython.int = self.opp_factor * _weights_under(opp)
        if subtracts:
            theirs = -theirs
        moves: cython.ulonglong = legal_moves(own, opp, self._squares)
        mobility: cython.int = _MOBILITY_BASE * popcount(moves) + _weights_under(moves)
        stable: cython.int = popcount(stable_discs(own, opp, self._squares))
        return (
            self.own_factor * _weights_under(own)
            + theirs
            + self.mobility_factor * mobility
            + self.stable_factor * stable
        )

    def _published(self):
        if self.judge == 1 - self.turn:
            return -self._worth(self.opp, self.own, self.subtracts)
        return self._worth(self.own, self.opp, self.subtracts)

    def _evaluate(self):
        ours: cython.int = self._worth(self.own, self.opp, True)
        theirs: cython.int = self._worth(self.opp, self.own, True)
        size: cython.int = self.shape.size
        return max(1 - size, min(size - 1, (ours - theirs) // _POINTS_A_DISC))

    def measures(self, side):
        """Return a side's sums: own weights, opponent's weights, mobility, stable discs."""
        own, opp = self.discs(side), self.discs(1 - side)
        moves = legal_moves(own, opp, self._squares)
        return (
            _weights_under(own),
            _weights_under(opp),
            20 * moves.bit_count() + _weights_under(moves),
            stable_discs(own, opp, self._squares).bit_count(),
        )


def measured(position, factors=PUBLISHED, judge=-1, subtracts=False):
    """Return a copy of a Reversi position that is judged by the measures."""
    winner = position.empties_winner
    other = MeasuredPosition(position.shape, winner, factors, judge, subtracts)
    other.own, other.opp, other.turn = position.own, position.opp, position.turn
    return other
