"""The searches of the source articles exactly as published, counting nodes and evaluations.

Three recursions serve six algorithms. ``_shallow`` is minimax and the article's alpha-beta, which
hands down one bound only: the best value of the node above. ``_nega`` is fail-soft nega-alpha and
NegaScout: the article's, which searches every move first with a null window, and the usual one,
which searches the first move with the full window. ``_remembering`` is fail-soft nega-alpha with
memory, and in a null window a pass of MTD(f). All count depth in changes of side: a player who
moves again searches on at the same depth.

MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax algorithms",
Artificial Intelligence 87 (1996).
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import lowest
    from cython.cimports.kalahgui.core.constants import HEIGHTS
    from cython.cimports.kalahgui.core.memory import Memory
    from cython.cimports.kalahgui.core.search import StopWord
else:
    from kalahgui.core.bits import lowest
    from kalahgui.core.constants import HEIGHTS
    from kalahgui.core.memory import Memory
    from kalahgui.core.search import StopWord

MTD_F = "mtd-f"
NEGA_ALPHA = "nega-alpha"
ALGORITHMS = ("minimax", "alpha-beta", NEGA_ALPHA, "nega-scout", "usual-nega-scout", MTD_F)
MAX_DEPTH = 64
INFINITY = 1 << 30
# The order of the playing search's priority, found anew at every node.
LIKELY = "likely"

_BEYOND = cython.declare(cython.int, 1 << 30)


def _ranks_of(order):
    """Return a rank for each of 64 moves, larger for those that are tried earlier."""
    ranks = array("i", [0]) * 64
    for place, move in enumerate(order):
        ranks[move] = 64 - place
    return ranks


class Textbook:
    """One search by a published algorithm.

    ``order`` lists the moves in the order they are tried, or is LIKELY; rising order when it is
    left out, and for what a list leaves out. ``root_order`` is a list for the first move alone.
    ``remembers`` gives nega-alpha the memory of MTD(f).
    """

    def __init__(self, algorithm, order=None, stop=None, root_order=None, remembers=False):
        if algorithm not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {algorithm!r}; known are {', '.join(ALGORITHMS)}")
        if remembers and algorithm != NEGA_ALPHA:
            raise ValueError(f"{NEGA_ALPHA} alone can be given a memory")
        self._whole_window = algorithm not in ("minimax", "alpha-beta")
        self._prunes = algorithm == "alpha-beta"
        self._scout = algorithm.endswith("nega-scout")
        self._first_in_full = algorithm == "usual-nega-scout"
        self._closes_in = algorithm == MTD_F
        self._memory = Memory() if self._closes_in or remembers else None
        self._proven = []
        self._likely = order == LIKELY
        self._ranks = None if order is None or self._likely else _ranks_of(order)
        self._root_ranks = None if root_order is None else _ranks_of(root_order)
        self._moves = array("B", [0]) * (64 * HEIGHTS)
        self._found = array("i", [0]) * 64
        self._line = array("B", [0]) * (HEIGHTS * HEIGHTS)
        self._length = array("h", [0]) * (HEIGHTS + 1)
        self.stop = StopWord() if stop is None else stop
        self.nodes = 0
        self.evaluations = 0
        self.read_out = False

    def run(self, position, depth, alpha=-INFINITY, beta=INFINITY, guess=0):
        """Search ``depth`` changes of side deep (at most 64) and return the value for the mover.

        The counters add up over several runs. ``line()`` tells the moves found. MTD(f) begins
        with a ``guess`` at the value. Raises ValueError for an impossible depth. Once the stop word
        is raised, value and line are those of the best first move whose search was finished; the
        line is empty when there is none. ``read_out`` tells that no leaf was an estimate: a deeper
        search would be the same.
        """
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"the depth must be 1 to {MAX_DEPTH}, not {depth}")
        self._position = position.copy()
        self.read_out = True
        if self._closes_in:
            return self._close_in(depth, alpha, beta, guess)
        turns: cython.int = depth
        low: cython.int = alpha
        high: cython.int = beta
        value: cython.int
        with cython.nogil:
            if self._memory is not None:
                value = self._remembering(turns, low, high, 0)
            elif self._whole_window:
                value = self._nega(turns, low, high, 0)
            else:
                value = self._shallow(turns, _BEYOND, 0)
        if self._memory is not None:
            self._proven = self._remembered_line(position.copy(), depth, value)
        return value

    def line(self):
        """Return the moves of the last run's best line, extra moves included."""
        if self._memory is not None:
            return list(self._proven)
        return self._searched_line()

    def _searched_line(self):
        return [self._line[i] for i in range(self._length[0])]

    def _close_in(self, depth, lower, upper, guess):
        """Run the passes of MTD(f): each raises the lower or lowers the upper bound."""
        turns: cython.int = depth
        bound: cython.int
        found: cython.int
        value = min(max(guess, lower), upper)
        start = self._position.copy()
        self._proven = []
        least_bad = []
        while lower < upper:
            bound = value + 1 if value == lower else value
            with cython.nogil:
                found = self._remembering(turns, bound - 1, bound, 0)
            if self.stop.raised:
                if self._proven:
                    return lower
                searched = self._searched_line()
                self._proven = searched or least_bad
                return found if searched else value
            value = found
            if value >= bound:
                lower = value
                self._proven = self._remembered_line(start, turns, bound)
            else:
                upper = value
                least_bad = self._searched_line()
        return value

    def _remembered_line(self, start, depth, beta):
        """Return the line of a pass, continued by the memory where that cut it short."""
        here = start.copy()
        line = self._searched_line()
        played = 0
        while depth and not here.over:
            if played == len(line):
                move = self._memory.move(here, depth, beta)
                if move is None:
                    break
                line.append(move)
            if not here.play(line[played]):
                depth -= 1
                beta = 1 - beta
            played += 1
        return line

    def _keep(self, height, move):
        """Put a move before the line found below it."""
        at: cython.int = height * HEIGHTS
        below: cython.int = at + HEIGHTS
        length: cython.int = self._length[height + 1]
        i: cython.int
        self._line[at] = move
        for i in range(length):
            self._line[at + 1 + i] = self._line[below + i]
        self._length[height] = length + 1

    def _arrange(self, legal, height):
        """Write the moves of a node in the order they are tried, and return how many there are."""
        at: cython.int = 64 * height
        count: cython.int = 0
        while legal:
            self._moves[at + count] = lowest(legal)
            legal &= legal - 1
            count += 1
        if height == 0 and self._root_ranks is not None:
            self._sort(at, count, self._root_ranks)
        elif self._likely or self._ranks is not None:
            self._sort(at, count, self._ranks)
        return count

    def _sort(self, at, count, ranks):
        """Sort moves by their ranks, or by their priority; equal ones keep their order."""
        i: cython.int
        place: cython.int
        move: cython.int
        rank: cython.int
        for i in range(count):
            move = self._moves[at + i]
            rank = self._position._priority(move) if ranks is None else ranks[move]
            place = i
            while place > 0 and self._found[place - 1] < rank:
                self._found[place] = self._found[place - 1]
                self._moves[at + place] = self._moves[at + place - 1]
                place -= 1
            self._found[place] = rank
            self._moves[at + place] = move

    def _shallow(self, depth, limit, height):
        self.nodes += 1
        self._length[height] = 0
        legal: cython.ulonglong = self._position._legal()
        if depth == 0 or legal == 0:
            if legal:
                self.read_out = False
            self.evaluations += 1
            return self._position._published_value()
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        best: cython.int = -_BEYOND
        value: cython.int
        bound: cython.int
        i: cython.int
        move: cython.int
        for i in range(self._arrange(legal, height)):
            move = self._moves[64 * height + i]
            if self._position._play(move):
                value = self._shallow(depth, limit, height + 1)
            else:
                bound = -best if self._prunes else _BEYOND
                value = -self._shallow(depth - 1, bound, height + 1)
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
            if self.stop.raised:
                return best
            if value > best:
                best = value
                self._keep(height, move)
            if best >= limit:
                break
        return best

    def _nega(self, depth, alpha, beta, height):
        self.nodes += 1
        self._length[height] = 0
        legal: cython.ulonglong = self._position._legal()
        if depth == 0 or legal == 0:
            if legal:
                self.read_out = False
            self.evaluations += 1
            return self._position._published_value()
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        best: cython.int = -_BEYOND
        value: cython.int
        low: cython.int
        again: cython.bint
        i: cython.int
        move: cython.int
        for i in range(self._arrange(legal, height)):
            move = self._moves[64 * height + i]
            low = max(alpha, best)
            again = self._position._play(move)
            if self._scout and not (self._first_in_full and best == -_BEYOND):
                value = self._child(depth, low, low + 1, height, again)
                if low < value < beta:
                    self._position.own = own
                    self._position.opp = opp
                    self._position.lead = lead
                    self._position.turn = turn
                    again = self._position._play(move)
                    value = self._child(depth, value, beta, height, again)
            else:
                value = self._child(depth, low, beta, height, again)
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
            if self.stop.raised:
                return best
            if value > best:
                best = value
                self._keep(height, move)
            if best >= beta:
                break
        return best

    def _child(self, depth, alpha, beta, height, again):
        """Search the position after a move within a window seen by the player who made it."""
        if again:
            return self._nega(depth, alpha, beta, height + 1)
        return -self._nega(depth - 1, -beta, -alpha, height + 1)

    def _remembering(self, depth, alpha, beta, height):
        """Search within a window, and remember the bounds found."""
        self.nodes += 1
        self._length[height] = 0
        legal: cython.ulonglong = self._position._legal()
        if depth == 0 or legal == 0:
            if legal:
                self.read_out = False
            self.evaluations += 1
            return self._position._published_value()
        slot: cython.Py_ssize_t = self._memory._find(self._position, depth)
        low: cython.int = alpha
        high: cython.int = beta
        value: cython.int
        if slot >= 0:
            value = self._memory._lower(slot)
            if value >= beta:
                self._end_line(height, self._memory._lower_move(slot))
                return value
            low = max(low, value)
            value = self._memory._upper(slot)
            if value <= low:
                if value == self._memory._lower(slot):
                    self._end_line(height, self._memory._lower_move(slot))
                else:
                    self._end_line(height, self._memory._upper_move(slot))
                return value
            high = min(high, value)
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        best: cython.int = -_BEYOND
        best_move: cython.int = 0
        bound: cython.int
        i: cython.int
        move: cython.int
        for i in range(self._arrange(legal, height)):
            move = self._moves[64 * height + i]
            bound = max(low, best)
            if self._position._play(move):
                value = self._remembering(depth, bound, high, height + 1)
            else:
                value = -self._remembering(depth - 1, -high, -bound, height + 1)
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
            if self.stop.raised:
                return best
            if value > best:
                best = value
                best_move = move
                self._keep(height, move)
            if best >= high:
                break
        self._memory._keep(self._position, depth, low, high, best, best_move)
        return best

    def _end_line(self, height, move):
        """End the line at this height with a move."""
        self._length[height + 1] = 0
        self._keep(height, move)
