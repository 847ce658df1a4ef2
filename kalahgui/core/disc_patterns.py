"""8x8 Reversi judged by patterns of discs: small integers that were learnt, for phases of a game.

A pattern is a few squares in an order; what stands on them is a number of as many digits, +1 for
a black disc, -1 for a white one, 0 for none (balanced ternary), so a change of sides is a change
of sign. Patterns that a turn or a reflection of the board leads into one another share a table.

For every phase there is a row of weights, in 128ths of a disc: the first one always counts, then
come those of the two sides' numbers of moves, and then the tables of the patterns, each with the
number 0 in its middle.

A search keeps the numbers of all patterns for every height of a line (the *state*), because a
move changes few of them: following it means adding up what its discs change.
"""

from __future__ import annotations

from array import array

import cython

from kalahgui.core.position import checksum

if cython.compiled:
    from cython.cimports.kalahgui.core.bitboards import legal_moves
    from cython.cimports.kalahgui.core.bits import lowest, popcount
    from cython.cimports.kalahgui.core.constants import WORD
    from cython.cimports.kalahgui.core.position import Evaluation
else:
    from kalahgui.core.bitboards import legal_moves
    from kalahgui.core.bits import lowest, popcount
    from kalahgui.core.constants import WORD
    from kalahgui.core.position import Evaluation

# A phase is so many discs, from four on.
PHASES = 12
DISCS_A_PHASE = 5
FIRST_DISCS = 4
UNITS_A_DISC = 128
# More moves than this count as this many.
MOST_MOVES = 31

# The squares of one pattern of each kind, the first digit's first; "a1" is square 0.
KINDS = (
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
)


def _square(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def _symmetries():
    """Return the eight ways to turn and reflect the board, each as a list of 64 squares."""
    ways = []
    for swapped in (False, True):
        for down in (False, True):
            for right in (False, True):
                way = []
                for square in range(64):
                    row, column = divmod(square, 8)
                    if swapped:
                        row, column = column, row
                    way.append(8 * (7 - row if down else row) + (7 - column if right else column))
                ways.append(way)
    return ways


def _patterns():
    """Return every pattern as its kind and its squares, and which digits of a kind are alike.

    For each kind there is a list of orders of its digits that a symmetry of the board makes of it.
    """
    found, alike = [], []
    for kind, names in enumerate(KINDS):
        first = [_square(name) for name in names.split()]
        seen = {}
        orders = []
        for way in _symmetries():
            squares = tuple(way[square] for square in first)
            place = frozenset(squares)
            if place not in seen:
                seen[place] = squares
                found.append((kind, squares))
            elif seen[place] == tuple(first):
                orders.append([first.index(square) for square in squares])
        alike.append(orders)
    return found, alike


PATTERNS, ALIKE = _patterns()
LENGTHS = tuple(len(names.split()) for names in KINDS)
# Where the table of each kind begins in a row.
_FIRST_TABLE = 1 + 2 * (MOST_MOVES + 1)
TABLES = tuple(_FIRST_TABLE + sum(3**length for length in LENGTHS[:i]) for i in range(len(KINDS)))
ROW_LENGTH = _FIRST_TABLE + sum(3**length for length in LENGTHS)

# Deeper searches are not cut.
MOST_PROBCUT = 60
ERRORS = (MOST_PROBCUT + 1) * PHASES
# By how many standard errors a shallow search must be outside a window.
_SURENESS_TENTHS = 12
# With at most so many turns left, a value is trusted to be at most so many discs a turn below or
# above an estimate. Whoever moved last is thought to be better off, so it is sooner above.
_TRUST_TURNS = 2
_TRUST_LOW = cython.declare(cython.int, 2)
_TRUST_HIGH = cython.declare(cython.int, 3)
_PROBCUT_DEPTHS = (0, 0, 0, 1, 2, 1, 2, 3, 4, 5, 4, 5, 6)


def probcut_depth(depth):
    """Return the depth of the shallow search that may cut one of a given depth; 0 for none.

    Both are odd or both even: a side that has the last word is thought to be better off.
    """
    if depth < len(_PROBCUT_DEPTHS):
        return _PROBCUT_DEPTHS[depth]
    half = depth // 2
    return half if (depth - half) % 2 == 0 else half - 1


_COUNT = cython.declare(cython.int, len(PATTERNS))
# A multiple of what vector instructions take at once.
_WIDTH = cython.declare(cython.int, -(-len(PATTERNS) // 16) * 16)
_PHASES = cython.declare(cython.int, PHASES)
_DISCS_A_PHASE = cython.declare(cython.int, DISCS_A_PHASE)
_FIRST_DISCS = cython.declare(cython.int, FIRST_DISCS)
_MOST_MOVES = cython.declare(cython.int, MOST_MOVES)
_MOST_PROBCUT = cython.declare(cython.int, MOST_PROBCUT)
_ROW = cython.declare(cython.Py_ssize_t, ROW_LENGTH)
_UNITS = cython.declare(cython.int, UNITS_A_DISC)
_SURENESS = cython.declare(cython.int, _SURENESS_TENTHS)
# More discs than any sum of weights comes to.
_BEYOND = cython.declare(cython.int, 1 << 16)
_HIGHEST = cython.declare(cython.int, 63)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _phase(discs: cython.int) -> cython.int:
    return min(max(discs - _FIRST_DISCS, 0) // _DISCS_A_PHASE, _PHASES - 1)


class DiscPatterns(Evaluation):
    """The evaluation of positions of 8x8 Reversi by patterns and phases.

    With ``errors`` it also says how sure a shallow search is of what a deeper one will find: the
    standard error for every depth and phase, in the units of weights. Without, there is
    no ProbCut. ``checksum`` tells two evaluations apart.
    """

    def __init__(self, weights, errors=None):
        """Take arrays of 16-bit integers: ``PHASES`` rows of ``ROW_LENGTH``, and ``ERRORS``."""
        Evaluation.__init__(self, _TRUST_TURNS if errors is not None else 0)
        if len(weights) != PHASES * ROW_LENGTH:
            raise ValueError(f"{len(weights)} weights are not {PHASES} rows of {ROW_LENGTH}")
        if errors is not None and len(errors) != ERRORS:
            raise ValueError(f"{len(errors)} errors are not {ERRORS}")
        self.state_size = _WIDTH
        self.orders = True
        self.probcut = errors is not None
        self._weights = array("h", weights)
        self._probcut_depths = array("i", map(probcut_depth, range(MOST_PROBCUT + 1)))
        self._errors = array("h", [0] * ERRORS if errors is None else errors)
        self.checksum = checksum(weights if errors is None else weights + errors)
        self._scratch = array("h", [0] * _WIDTH)
        steps = array("h", [0] * (64 * _WIDTH))
        self._middles = array("i", [0] * _WIDTH)
        for number, (kind, squares) in enumerate(PATTERNS):
            self._middles[number] = TABLES[kind] + 3 ** LENGTHS[kind] // 2
            for digit, square in enumerate(squares):
                steps[square * _WIDTH + number] = 3**digit
        self._steps = steps

    def identity(self):
        """Return the name and what makes two evaluations equal, as a tuple."""
        return ("disc patterns", self.checksum)

    def _put(self, states, at, discs, factor):
        """Count some discs into a state."""
        i: cython.int
        base: cython.Py_ssize_t
        if cython.compiled:
            # Plain pointers let the C compiler add several numbers at once.
            state: cython.p_short = cython.address(states[at])
            steps: cython.p_short = cython.address(self._steps[0])
        while discs:
            base = lowest(discs) * _WIDTH
            discs &= discs - 1
            for i in range(_WIDTH):
                if cython.compiled:
                    state[i] += factor * steps[base + i]
                else:
                    states[at + i] += factor * self._steps[base + i]

    def _begin(self, position, states, at):
        i: cython.int
        for i in range(_WIDTH):
            states[at + i] = 0
        self._put(states, at, position.own, -1 if position.turn else 1)
        self._put(states, at, position.opp, 1 if position.turn else -1)

    def _follow(self, own, opp, turn, position, states, at, to):
        i: cython.int
        for i in range(_WIDTH):
            states[to + i] = states[at + i]
        after: cython.ulonglong = position.own | position.opp
        # The discs of whoever was to move, as they are now.
        ours: cython.ulonglong = position.own if position.turn == turn else position.opp
        sign: cython.int = -1 if turn else 1
        self._put(states, to, after & ~(own | opp), sign)
        self._put(states, to, ours & opp, 2 * sign)

    def _estimate_by(self, position, states, at):
        own: cython.ulonglong = position.own
        opp: cython.ulonglong = position.opp
        row: cython.Py_ssize_t = _phase(popcount(own | opp)) * _ROW
        total: cython.int = self._weights[row]
        moves: cython.int = popcount(position._legal())
        total += self._weights[row + 1 + min(moves, _MOST_MOVES)]
        moves = popcount(legal_moves(opp, own, WORD))
        total += self._weights[row + 2 + _MOST_MOVES + min(moves, _MOST_MOVES)]
        i: cython.int
        if position.turn:
            for i in range(_COUNT):
                total += self._weights[row + self._middles[i] - states[at + i]]
        else:
            for i in range(_COUNT):
                total += self._weights[row + self._middles[i] + states[at + i]]
        # To the nearest disc. Floor division of a number that is never negative is the same in
        # both cores.
        estimate: cython.int = (total + _UNITS // 2 + _UNITS * _BEYOND) // _UNITS - _BEYOND
        return min(max(estimate, -_HIGHEST), _HIGHEST)

    def _estimate(self, position):
        # For whoever asks about single positions: a search keeps states of its own.
        self._begin(position, self._scratch, 0)
        return self._estimate_by(position, self._scratch, 0)

    def _published(self, position):
        return position._published()

    def _trust_low(self, position, depth):
        return _TRUST_LOW * depth

    def _trust_high(self, position, depth):
        return _TRUST_HIGH * depth

    def _probcut_depth(self, depth):
        if not self.probcut or depth > _MOST_PROBCUT:
            return 0
        return self._probcut_depths[depth]

    def _probcut_margin(self, position, depth):
        phase: cython.int = _phase(popcount(position.own | position.opp))
        error: cython.int = self._errors[depth * _PHASES + phase]
        return (_SURENESS * error + 10 * _UNITS - 1) // (10 * _UNITS)
