"""What every game is to a search: two 64-bit words, a lead and a turn.

The words and the lead are seen by the side to move. A game is a subclass that fills in the
underscored methods; these run compiled without the GIL. What a game never changes (pits, rules,
the squares that exist) is held by the subclass and enters copy, equality and hash through
``identity``.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import UNDECIDED
else:
    from kalahgui.core.constants import UNDECIDED


class IllegalMove(ValueError):
    """A move that the rules do not allow in this position."""


class Position:
    """A position of a two-player game with perfect information."""

    def __init__(self, own=0, opp=0, lead=0, turn=0):
        self.own = own
        self.opp = opp
        self.lead = lead
        self.turn = turn
        self.ending_nodes = 0

    def _legal(self):
        """Return the legal moves as a set of bits; none when the game is over."""
        return 0

    def _play(self, move):
        """Play a legal move and say whether the same side moves again (never at the end)."""
        return False

    def _final(self):
        """Return the final margin for the side to move; the game must be over."""
        return self.lead

    def _evaluate(self):
        """Estimate the final margin for the side to move."""
        return self.lead

    def _published(self):
        """Return the source article's evaluation for the side to move."""
        return self.lead

    def _priority(self, move):
        """Rank a legal move for move ordering; larger is tried earlier."""
        return 0

    def _bounds(self):
        """Return two margins that no continuation leaves: the lowest and the highest."""
        return (-30000, 30000)

    def _decided(self, alpha, beta):
        """Return what decides a window without a search, or UNDECIDED.

        Inside the window that is the exact margin; outside, as in a fail-soft search, it may be a
        bound. A game that plays out its last moves here adds their nodes to ``ending_nodes``.
        """
        low: cython.int
        high: cython.int
        low, high = self._bounds()
        if low >= beta:
            return low
        if high <= alpha:
            return high
        return UNDECIDED

    def identity(self):
        """Return what makes two positions equal, as a tuple."""
        return (self.own, self.opp, self.lead, self.turn)

    def family(self):
        """Return what a transposition table may be shared by: the game, board and rules."""
        return (type(self).__name__,)

    def blank(self):
        """Return a new position of the same game and rules."""
        return type(self)()

    def moves(self):
        """Return the legal moves in rising order."""
        legal = self._legal()
        return [move for move in range(64) if legal >> move & 1]

    @property
    def over(self):
        """Tell whether the game has ended."""
        return self._legal() == 0

    def play(self, move):
        """Play a move; return True when the same side moves again.

        Raises IllegalMove, and changes nothing, when the rules do not allow the move.
        """
        if not (0 <= move < 64 and self._legal() >> move & 1):
            raise IllegalMove(f"move {move} is not legal here")
        return self._play(move)

    def final(self):
        """Return the final margin for the side to move; ValueError while the game goes on."""
        if self._legal():
            raise ValueError("the game is not over")
        return self._final()

    def evaluate(self):
        """Return the playing evaluation for the side to move."""
        return self._evaluate()

    def published(self):
        """Return the source article's evaluation for the side to move."""
        return self._published()

    def priority(self, move):
        """Return the ordering rank of a legal move."""
        return self._priority(move)

    def bounds(self):
        """Return the lowest and the highest final margin that can still come about."""
        return self._bounds()

    def decided(self, alpha, beta):
        """Return the exact margin or a bound that decides a window, or UNDECIDED."""
        return self._decided(alpha, beta)

    def next_depth(self, depth):
        """Return how deep to search once a search of some depth is done."""
        return depth + 1

    def copy(self):
        """Return an independent position equal to this one."""
        other = self.blank()
        other.own, other.opp = self.own, self.opp
        other.lead, other.turn = self.lead, self.turn
        return other

    def to_the_end(self):
        """Return a copy under rules that never stop a decided game early."""
        return self.copy()

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.identity() == other.identity()

    def __hash__(self):
        return hash(self.identity())
