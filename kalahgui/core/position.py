"""What every game is to a search: two 64-bit words, a lead and a turn.

The words and the lead are seen by the side to move. A game is a subclass that fills in the
underscored methods; these run compiled without the GIL. What a game never changes (pits, rules,
the squares that exist) is held by the subclass and told by ``rules``. How positions are judged is
the game's own affair unless a position has an ``evaluation``, which then judges in its place.
"""

from __future__ import annotations

import sys
from array import array
from hashlib import sha256

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import UNDECIDED
else:
    from kalahgui.core.constants import UNDECIDED


def checksum(weights):
    """Return the SHA-256 of 16-bit weights, which tells evaluations apart on every machine."""
    ordered = array("h", weights)
    if sys.byteorder == "big":
        ordered.byteswap()
    return sha256(ordered.tobytes()).hexdigest()


class IllegalMove(ValueError):
    """A move that the rules do not allow in this position."""


class Evaluation:
    """A way to judge positions that stands in for the game's own.

    A subclass fills in the underscored methods, which run compiled without the GIL, and adds to
    ``identity`` all that its judgement rests on; that must not change any more.

    An evaluation may say how far it is trusted: with at most ``trust_turns`` left a search then
    takes its estimate, less or more what it may be wrong by, for a bound.

    An evaluation may have a *state* of ``state_size`` small integers, which a move changes but
    little: a search keeps one for every height of its line, lets it follow the moves, and asks for
    estimates by it.

    One that ``orders`` judges so well that moves are best tried in the order of what they lead to.
    With ``probcut`` it tells how shallow a search may stand in for a deep one, and by how many
    points the deep one hardly ever comes out higher or lower.
    """

    def __init__(self, trust_turns=0):
        self.trust_turns = trust_turns
        self.state_size = 0
        self.probcut = self.orders = False

    def _estimate(self, position):
        """Estimate the final margin for the side to move.

        A table keeps estimates without the lead and the turn: less the lead, the estimate must
        follow from the two words alone.
        """
        return position.lead

    def _published(self, position):
        """Return what the textbook searches take a leaf to be worth for the side to move."""
        return position.lead

    def _begin(self, position, states, at):
        """Write the state of a position."""

    def _follow(self, own, opp, turn, position, states, at, to):
        """Write the state of a position that a move has led to, from the state before it.

        ``own``, ``opp`` and ``turn`` are those of the position before the move.
        """

    def _estimate_by(self, position, states, at):
        """Estimate the final margin for the side to move by the state of the position."""
        return self._estimate(position)

    def _trust_low(self, position, depth):
        """Return how far below its estimate the value so many turns ahead may be."""
        return 0

    def _trust_high(self, position, depth):
        """Return how far above its estimate the value so many turns ahead may be."""
        return 0

    def _probcut_depth(self, depth):
        """Return the depth of the search that may cut one of a given depth; 0 for none."""
        return 0

    def _probcut_margin(self, position, depth):
        """Return the points by which a deep search hardly ever differs from the shallow one."""
        return 0

    def identity(self):
        """Return the name and what makes two evaluations equal, as a tuple."""
        return (type(self).__name__,)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.identity() == other.identity()

    def __hash__(self):
        return hash(self.identity())


class Position:
    """A position of a two-player game with perfect information."""

    def __init__(self, own=0, opp=0, lead=0, turn=0):
        self.own = own
        self.opp = opp
        self.lead = lead
        self.turn = turn
        self.ending_nodes = 0
        self.evaluation = None
        self.narrow = False  # whether both words have 48 bits

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
        """Estimate the final margin for the side to move, as the game itself does."""
        return self.lead

    def _published(self):
        """Return the source article's evaluation for the side to move."""
        return self.lead

    def _playing_value(self):
        """Estimate the final margin by the evaluation; without one, as the game itself does."""
        if self.evaluation is None:
            return self._evaluate()
        return self.evaluation._estimate(self)

    def _published_value(self):
        """Return the textbook's worth of a leaf by the evaluation; without one, the article's."""
        if self.evaluation is None:
            return self._published()
        return self.evaluation._published(self)

    def _priority(self, move):
        """Rank a legal move for move ordering; larger is tried earlier."""
        return 0

    def _glance(self, move):
        """Rank a legal move one turn before the leaves, where ranking must cost next to nothing."""
        return self._priority(move)

    def _ordered_by_estimates(self):
        """Tell whether moves are best tried in the order of what they lead to."""
        return False

    def _freedom(self):
        """Return by how many points a search to the end tries moves later that lead here.

        They leave much to choose from, so much must be searched.
        """
        return 0

    def _trifling(self):
        """Tell whether solving the position is quicker than looking it up."""
        return False

    def _bounds(self):
        """Return two margins that no continuation leaves: the lowest and the highest."""
        return (-30000, 30000)

    def _decided(self, alpha, beta, depth):
        """Return what decides a window without a search of so many turns, or UNDECIDED.

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

    def _proven(self, goal):
        """Return a bound that tells without a search whether a goal is reached, or UNDECIDED.

        From the goal on it is the least that the position is worth, below it the most.
        """
        return self._decided(goal - 1, goal, 0)

    def _size(self):
        """Return how much there is to search below the position, roughly, from 0 to 127."""
        return 0

    def rules(self):
        """Return what the game never changes, as the arguments that make a new position."""
        return ()

    def family(self):
        """Return what a transposition table is shared by: game, board, rules and evaluation."""
        return (type(self).__name__, *self.rules(), self.evaluation)

    def identity(self):
        """Return what makes two positions equal, as a tuple."""
        return (self.own, self.opp, self.lead, self.turn, self.family())

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
        return self._playing_value()

    def published(self):
        """Return the evaluation of the textbook searches for the side to move."""
        return self._published_value()

    def priority(self, move):
        """Return the ordering rank of a legal move."""
        return self._priority(move)

    def bounds(self):
        """Return the lowest and the highest final margin that can still come about."""
        return self._bounds()

    def decided(self, alpha, beta):
        """Return the exact margin or a bound that decides a window, or UNDECIDED."""
        self.prepare()
        return self._decided(alpha, beta, 0)

    def proven(self, goal):
        """Return a bound that tells without a search whether a goal is reached, or None."""
        self.prepare()
        value = self._proven(goal)
        return None if value == UNDECIDED else value

    def size(self):
        """Return how much there is to search below the position, roughly, from 0 to 127."""
        return self._size()

    def only_wins(self):
        """Tell whether a margin says who wins and no more; then to win soon is better."""
        return False

    def proved_by_windows(self):
        """Tell whether the bounds close in move by move, so that null windows prove a value.

        Elsewhere a deepening search comes first.
        """
        return False

    def endgame_board(self):
        """Return what an endgame database is made for, a tuple; None where the game has none."""
        return None

    def knowing(self, endgame):
        """Return a copy that looks its end up in a database of its ``endgame_board``."""
        raise ValueError("there are no endgame databases of this game")

    def known_gain(self):
        """Return the exact future gain of the side to move; None where no database has it."""
        return None

    def book_board(self):
        """Return what an opening book is made for, a tuple; None where the game has none."""
        return None

    def most_turns(self):
        """Return how many changes of side the game can still have, at most."""
        return 30000

    def next_depth(self, depth):
        """Return how deep to search once a search of some depth is done."""
        return depth + 1

    def may_read_out(self, depth):
        """Tell whether moves that were judged so deep are best read out to the end next."""
        return 2 * depth >= self.most_turns()

    def whole_depth(self, depth):
        """Return the depth of a search to the end where one so deep reaches it as well."""
        return depth

    def copy(self):
        """Return an independent position equal to this one."""
        other = type(self)(*self.rules())
        other.own, other.opp = self.own, self.opp
        other.lead, other.turn = self.lead, self.turn
        other.evaluation = self.evaluation
        return other

    def prepare(self, before=None):
        """Get ready to be searched, with what is of use of the position searched ``before``."""

    def to_the_end(self):
        """Return a copy under rules that never stop a decided game early."""
        return self.copy()

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.identity() == other.identity()

    def __hash__(self):
        return hash(self.identity())
