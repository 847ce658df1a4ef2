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
    from cython.cimports.kalahgui.core.constants import WORD
    from cython.cimports.kalahgui.core.position import Evaluation
else:
    from kalahgui.core.bitboards import legal_moves, stable_discs
    from kalahgui.core.bits import lowest, popcount
    from kalahgui.core.constants import WORD
    from kalahgui.core.position import Evaluation

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

_SQUARES = cython.declare(cython.int, 64)
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mobility(moves: cython.ulonglong) -> cython.int:
    return _MOBILITY_BASE * popcount(moves) + _weights_under(moves)


class Measures(Evaluation):
    """The evaluation of 8x8 positions by the measures.

    ``judge`` is the side whose worth ``published`` gives at every leaf, whoever is to move
    there; -1 for the side to move. ``subtracts`` counts the opponent's squares against it.
    """

    def __init__(self, factors=PUBLISHED, judge=-1, subtracts=False):
        Evaluation.__init__(self)
        self.own_factor, self.opp_factor, self.mobility_factor, self.stable_factor = factors
        self.judge = judge
        self.subtracts = subtracts

    @property
    def factors(self):
        """Return the factors of own squares, opponent's squares, mobility and stable discs."""
        return (self.own_factor, self.opp_factor, self.mobility_factor, self.stable_factor)

    def identity(self):
        """Return the name and what makes two evaluations equal, as a tuple."""
        return ("measures", self.factors, self.judge, self.subtracts)

    def _worth(self, own, opp, subtracts):
        """Return a side's worth, whoever is to move."""
        theirs: cython.int = self.opp_factor * _weights_under(opp)
        if subtracts:
            theirs = -theirs
        stable: cython.int = popcount(stable_discs(own, opp, WORD))
        return (
            self.own_factor * _weights_under(own)
            + theirs
            + self.mobility_factor * _mobility(legal_moves(own, opp, WORD))
            + self.stable_factor * stable
        )

    def _published(self, position):
        if self.judge == 1 - position.turn:
            return -self._worth(position.opp, position.own, self.subtracts)
        return self._worth(position.own, position.opp, self.subtracts)

    def _estimate(self, position):
        ours: cython.int = self._worth(position.own, position.opp, True)
        theirs: cython.int = self._worth(position.opp, position.own, True)
        return max(1 - _SQUARES, min(_SQUARES - 1, (ours - theirs) // _POINTS_A_DISC))


def measures(position, side):
    """Return a side's sums: own weights, opponent's weights, mobility, stable discs."""
    _check_board(position)
    own, opp = position.discs(side), position.discs(1 - side)
    return (
        _weights_under(own),
        _weights_under(opp),
        _mobility(legal_moves(own, opp, WORD)),
        position.stable(side).bit_count(),
    )


def worth(position, side, factors=PUBLISHED):
    """Return a side's weighted sum as the playing evaluation has it.

    The opponent's squares count against the side.
    """
    own, opponent, mobility, stable = measures(position, side)
    own_factor, opponent_factor, mobility_factor, stable_factor = factors
    return (
        own_factor * own
        - opponent_factor * opponent
        + mobility_factor * mobility
        + stable_factor * stable
    )


def measured(position, factors=PUBLISHED, judge=-1, subtracts=False):
    """Return a copy of a Reversi position that is judged by the measures."""
    _check_board(position)
    other = position.copy()
    other.evaluation = Measures(factors, judge, subtracts)
    return other


def _check_board(position):
    size = position.shape.size
    if size != _SQUARES:
        raise ValueError(f"the measures are for the 8x8 board, not for {size} squares")
