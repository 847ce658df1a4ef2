"""The playing search: iterative deepening, null windows, a transposition table.

One search plays every game. It is fail-soft principal variation search in which a player who
moves again keeps sign, window and depth: depth counts changes of side, as in the textbook. A
result in which no leaf was an estimate is exact; the table marks such entries, and what a
position decides by itself (by its bounds, by playing out a last few discs) narrows every window.

With one turn left the table is not asked: waiting for it takes longer than the search. Where a
position says so, moves are tried in the order of what they lead to by the evaluation. An
evaluation that tells how far it is trusted cuts lines off near their ends, away from the
principal variation, when it is that far outside the window. One made for ProbCut lets a shallow
search stand in for a deep one there (Multi-ProbCut, by Michael Buro), but never in a search that is
as deep as the rest of the game. A result that rests on such a cut is *selective*: it is not exact,
orders moves, and answers selective searches alone.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import lowest
    from cython.cimports.kalahgui.core.constants import (
        EXACT,
        HEIGHTS,
        LOWER,
        NO_MOVE,
        ONE,
        UNDECIDED,
        UPPER,
    )
    from cython.cimports.kalahgui.core.table import (
        entry_bound,
        entry_depth,
        entry_move,
        entry_selective,
        entry_to_end,
        entry_value,
    )
else:
    from kalahgui.core.bits import lowest
    from kalahgui.core.constants import (
        EXACT,
        HEIGHTS,
        LOWER,
        NO_MOVE,
        ONE,
        UNDECIDED,
        UPPER,
    )
    from kalahgui.core.table import (
        entry_bound,
        entry_depth,
        entry_move,
        entry_selective,
        entry_to_end,
        entry_value,
    )

MAX_DEPTH = 125

_BEYOND = cython.declare(cython.int, 31000)
_FIRST = cython.declare(cython.int, 1 << 30)
_ASPIRATION = cython.declare(cython.int, 2)
# With fewer turns left than this, moves are ordered by rules of thumb and the table is not asked.
_NEAR_LEAVES = cython.declare(cython.int, 2)
# ProbCut is tried from this depth on.
_LEAST_PROBCUT = cython.declare(cython.int, 3)
# From this depth on, a null window of a search to the end looks all moves up before it tries one.
_LOOK = cython.declare(cython.int, 14)
# Points by which a move after which the same side moves again is tried before its equals.
_AGAIN = cython.declare(cython.int, 2)


class StopWord:
    """The word that a search looks at after every move it tries; raise it to stop the search."""

    def __init__(self):
        self.raised = False


class Finding(NamedTuple):
    """What a finished step of a search found, seen by the side to move.

    ``evaluations`` are counted by the textbook searches alone. Of one that was stopped nothing is
    counted: it has no evaluations and 0 nodes.
    """

    depth: int
    value: int
    line: list[int]
    nodes: int
    exact: bool
    evaluations: int | None = None


class Searcher:
    """What searches a position with a table, which others may use as well, until it is stopped.

    It raises its own stop word when it has counted as many ``nodes`` as its ``budget``, if that is
    positive.
    """

    def __init__(self, table, stop=None):
        self.table = table
        self.stop = StopWord() if stop is None else stop
        self.nodes = self.budget = 0
        self._position = None
        self._scores = array("i", [0]) * (HEIGHTS * 64)

    def remembered(self, position):
        """Return the move that the table holds for the best one in a position, or None."""
        known: cython.ulonglong = self.table._probe(position.own, position.opp)
        if known == 0 or entry_bound(known) == UPPER or entry_move(known) not in position.moves():
            return None
        return entry_move(known)

    def _begin(self, position):
        """Search a position from now on; ValueError when the table has no room for its like."""
        if self.table.narrow and not position.narrow:
            raise ValueError("the table has no room for positions of this game")
        before = self._position
        self._position = position.copy()
        self._position.prepare(before)

    def _pick(self, left, height):
        """Return the best ranked of the moves that are left."""
        base: cython.int = height * 64
        best: cython.int = lowest(left)
        move: cython.int
        left &= left - 1
        while left:
            move = lowest(left)
            left &= left - 1
            if self._scores[base + move] > self._scores[base + best]:
                best = move
        return best


class Search(Searcher):
    """A searcher with a table, kept from one position of a game to the next."""

    def __init__(self, table, stop=None):
        Searcher.__init__(self, table, stop)
        self._estimates = array("i", [0]) * (HEIGHTS * 64)
        # The positions after the moves, from when they are ranked.
        self._own = array("Q", [0]) * (HEIGHTS * 64)
        self._opp = array("Q", [0]) * (HEIGHTS * 64)
        self._lead = array("i", [0]) * (HEIGHTS * 64)
        self._again = array("B", [0]) * (HEIGHTS * 64)
        self._line = array("B", [0]) * (HEIGHTS * HEIGHTS)
        self._length = array("h", [0]) * (HEIGHTS + 1)
        # For every height the two words and the turn of the position there, and whether the state
        # that is kept for it is its own.
        self._path = array("Q", [0]) * (3 * HEIGHTS)
        self._state_known = array("B", [0]) * HEIGHTS
        self._states = array("h", [0])
        self._judge = None

    def deepen(self, position, depth=MAX_DEPTH):
        """Yield a Finding for each depth up to ``depth`` until one is exact.

        The first step is always finished; a step that the stop word interrupts is thrown away
        and ends the iteration. A finished game yields nothing.
        """
        if position.over:
            return
        self.nodes = 0
        self.table.next_age()
        last = min(depth, MAX_DEPTH)
        step = 1
        patience, self.stop = self.stop, StopWord()
        value = self.value(position, step)
        self.stop = patience
        while value is not None:
            yield Finding(step, value, self.line, self.nodes, bool(self._to_end))
            if self._to_end or self.stop.raised or step == last:
                return
            step = min(position.next_depth(step), last)
            if step >= position.most_turns() and self._may_select(position):
                # What a selective search finds orders the moves of the exact one.
                value = self.value_near(position, step, value, True)
                if value is not None:
                    yield Finding(step, value, self.line, self.nodes, bool(self._to_end))
                if value is None or self._to_end or self.stop.raised:
                    return
            value = self.value_near(position, step, value)

    def foresee(self, position):
        """Yield findings to half of what a game can last, and one of a selective search to its end.

        They are no proof, but they foretell what null windows have to prove.
        """
        turns = position.most_turns()
        finding = None
        for finding in self.deepen(position, turns // 2):
            yield finding
        if finding and not finding.exact and not self.stop.raised and self._may_select(position):
            value = self.value_near(position, turns, finding.value, True)
            if value is not None:
                yield Finding(turns, value, self.line, self.nodes, bool(self._to_end))

    def _may_select(self, position):
        """Tell whether shallow searches may stand in for deep ones."""
        return position.evaluation is not None and position.evaluation.probcut

    def value(self, position, depth, alpha=-31000, beta=31000, selective=False):
        """Search once, fail-soft, within a window; None when the stop word was raised.

        It looks ``MAX_DEPTH`` turns ahead at most: an entry of the table holds no greater depth.
        A search to the end uses no ProbCut unless it may be ``selective``.
        """
        self._begin(position)
        self._thorough = depth >= position.most_turns()
        self._prepare(position.evaluation)
        self._cuts = (selective or not self._thorough) and self._may_select(position)
        turns: cython.int = min(depth, MAX_DEPTH)
        low: cython.int = alpha
        high: cython.int = beta
        found: cython.int
        with cython.nogil:
            found = self._node(turns, low, high, 0, UNDECIDED)
        self.nodes += self._position.ending_nodes
        return None if self.stop.raised else found

    def bound(self, position, goal, hopeful=True):
        """Search to the end in a null window: a bound of the value, at least the goal or less.

        None when the stop word was raised, or a line is longer than a search can follow.
        ``hopeful`` makes no difference.
        """
        found = self.value(position, position.most_turns(), goal - 1, goal)
        return found if found is not None and self.exact else None

    def _prepare(self, evaluation):
        """Get ready to judge by an evaluation, or as the game itself does."""
        if evaluation is not self._judge:
            # What was kept for the heights are states of another one.
            for height in range(HEIGHTS):
                self._state_known[height] = False
        self._judge = evaluation
        self._trust_turns = 0 if evaluation is None else evaluation.trust_turns
        self._state_size = 0 if evaluation is None else evaluation.state_size
        if len(self._states) < self._state_size * HEIGHTS:
            self._states = array("h", [0]) * (self._state_size * HEIGHTS)
        self._state_known[0] = False
        if self._state_size:
            self._note_path(0)
            self._judge._begin(self._position, self._states, 0)
            self._state_known[0] = True

    @property
    def exact(self):
        """Tell whether the last search of ``value`` met no estimate."""
        return bool(self._to_end)

    @property
    def line(self):
        """Return the line that the last search expects; it ends where the table knew the rest."""
        return [self._line[i] for i in range(self._length[0])]

    def value_near(self, position, depth, guess, selective=False):
        """Search to one depth in a narrow window around a guess, wider when it falls outside.

        None when the stop word was raised.
        """
        width = _ASPIRATION
        low, high = guess - width, guess + width
        while True:
            found = self.value(position, depth, low, high, selective)
            if found is None or low < found < high:
                return found
            width *= 4
            if found <= low:
                low = max(found - width, -_BEYOND)
            else:
                high = min(found + width, _BEYOND)

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

    def _rank_by_rule(self, legal, height, at_a_glance):
        """Write every move's rank by a rule of thumb; ``at_a_glance`` by what costs nothing."""
        base: cython.int = height * 64
        move: cython.int
        while legal:
            move = lowest(legal)
            legal &= legal - 1
            self._estimates[base + move] = UNDECIDED
            if at_a_glance:
                self._scores[base + move] = self._position._glance(move)
            else:
                self._scores[base + move] = self._position._priority(move)

    def _rank(self, legal, height, beta, looks):
        """Write where every move leads to, what is estimated there, and the rank that follows.

        With ``looks``, the first move that the table knows to reach ``beta`` is returned at once,
        with its value for an estimate; else NO_MOVE.
        """
        base: cython.int = height * 64
        left: cython.ulonglong = legal
        move: cython.int
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        value: cython.int
        again: cython.bint
        known: cython.ulonglong
        found: cython.int = NO_MOVE
        while left and found == NO_MOVE:
            move = lowest(left)
            left &= left - 1
            again = self._position._play(move)
            self._own[base + move] = self._position.own
            self._opp[base + move] = self._position.opp
            self._lead[base + move] = self._position.lead
            self._again[base + move] = again
            self._scores[base + move] = move
            if self._thorough and not again:
                self._scores[base + move] -= 64 * self._position._freedom()
            if looks and not again:
                known = self.table._probe(self._position.own, self._position.opp)
                if known and entry_to_end(known) and entry_bound(known) != LOWER:
                    value = -entry_value(known) - self._position.lead
                    if value >= beta:
                        self._estimates[base + move] = value
                        found = move
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
        if found != NO_MOVE:
            return found
        if self._state_size:
            self._bring_state(height)
        while legal:
            move = lowest(legal)
            legal &= legal - 1
            again = self._go(move, height, True)
            value = self._value_after(own, opp, turn, height)
            self._estimates[base + move] = value
            self._scores[base + move] += 64 * (value + _AGAIN if again else -value)
            self._position.turn = turn
        self._position.own = own
        self._position.opp = opp
        self._position.lead = lead
        return NO_MOVE

    def _go(self, move, height, followed):
        """Play a move, which was ``followed`` if it was ranked by where it leads to."""
        if not followed:
            return self._position._play(move)
        at: cython.int = height * 64 + move
        self._position.own = self._own[at]
        self._position.opp = self._opp[at]
        self._position.lead = self._lead[at]
        if self._again[at]:
            return True
        self._position.turn = 1 - self._position.turn
        return False

    def _node(self, depth, alpha, beta, height, estimate):
        """Search a position; ``estimate`` is its evaluation, or UNDECIDED for not yet known."""
        self.nodes += 1
        if self.nodes == self.budget:
            self.stop.raised = True
        self._length[height] = 0
        self._selective = False
        legal: cython.ulonglong = self._position._legal()
        if legal == 0:
            self._to_end = True
            return self._position._final()
        value: cython.int
        if height > 0:
            value = self._position._decided(alpha, beta, depth)
            if value != UNDECIDED:
                self._to_end = True
                return value
        if self._state_size and not self._is_at(height):
            self._note_path(height)
        if depth <= 0 or height >= HEIGHTS - 2:
            self._to_end = False
            return self._value_here(height) if estimate == UNDECIDED else estimate
        if depth <= self._trust_turns and beta - alpha == 1 and height > 0:
            if estimate == UNDECIDED:
                estimate = self._value_here(height)
            value = estimate - self._judge._trust_low(self._position, depth)
            if value >= beta:
                self._to_end = False
                return value
            value = estimate + self._judge._trust_high(self._position, depth)
            if value <= alpha:
                self._to_end = False
                return value

        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        first: cython.int = NO_MOVE
        bound: cython.int
        known: cython.ulonglong = 0
        remembers: cython.bint = depth >= _NEAR_LEAVES
        if remembers:
            known = self.table._probe(own, opp)
        if known:
            first = entry_move(known)
            if not (legal >> first) & 1:
                first = NO_MOVE
            elif (
                height > 0
                and (entry_to_end(known) or entry_depth(known) >= depth)
                and (self._cuts or not entry_selective(known))
            ):
                value = entry_value(known) + lead
                bound = entry_bound(known)
                if (
                    bound == EXACT
                    or (bound == LOWER and value >= beta)
                    or (bound == UPPER and value <= alpha)
                ):
                    self._to_end = entry_to_end(known)
                    self._selective = entry_selective(known)
                    self._length[height + 1] = 0
                    self._keep(height, first)
                    return value
        if self._cuts and depth >= _LEAST_PROBCUT and beta - alpha == 1 and height > 0:
            value = self._probcut(depth, alpha, beta, height, estimate)
            if self.stop.raised:
                return 0
            if value != UNDECIDED:
                self._to_end = False
                self._selective = True
                self._length[height] = 0
                return value
            if first == NO_MOVE:
                # What a shallow search has found is tried first.
                known = self.table._probe(own, opp)
                if known and (legal >> entry_move(known)) & 1:
                    first = entry_move(known)

        best: cython.int = -_BEYOND
        best_move: cython.int = NO_MOVE
        floor: cython.int = alpha
        all_to_end: cython.bint = True
        any_selective: cython.bint = False
        ranked: cython.bint = False
        followed: cython.bint = False
        looks: cython.bint = self._thorough and depth >= _LOOK and beta - alpha == 1
        left: cython.ulonglong = legal
        base: cython.int = height * 64
        move: cython.int
        again: cython.bint
        while left:
            if first != NO_MOVE:
                # Before the others are ranked: it is enough for most cuts.
                move = first
                first = NO_MOVE
                estimate = UNDECIDED
            else:
                if not ranked:
                    ranked = True
                    followed = remembers and self._position._ordered_by_estimates()
                    if followed:
                        move = self._rank(left, height, beta, looks)
                        if move != NO_MOVE:
                            best = self._estimates[base + move]
                            best_move = move
                            self._to_end = True
                            self._selective = False
                            self._length[height + 1] = 0
                            self._keep(height, move)
                            break
                    else:
                        self._rank_by_rule(left, height, not remembers)
                move = self._pick(left, height)
                estimate = self._estimates[base + move]
            left &= ~(ONE << move)
            again = self._go(move, height, followed)
            if best_move == NO_MOVE:
                value = self._child(depth, floor, beta, height, again, estimate)
            else:
                value = self._child(depth, floor, floor + 1, height, again, estimate)
                if floor < value < beta and not self.stop.raised:
                    self._position.own = own
                    self._position.opp = opp
                    self._position.lead = lead
                    self._position.turn = turn
                    again = self._go(move, height, followed)
                    value = self._child(depth, floor, beta, height, again, estimate)
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
            if self.stop.raised:
                return 0
            if not self._to_end:
                all_to_end = False
            if self._selective:
                any_selective = True
            if value > best:
                best = value
                best_move = move
                if value > floor:
                    floor = value
                    self._keep(height, move)
                    if value >= beta:
                        break
        if best >= beta:
            bound = LOWER
        else:
            bound = EXACT if best > alpha else UPPER
            self._to_end = all_to_end
            self._selective = any_selective
        if remembers:
            self.table._store(
                own, opp, depth, self._to_end, self._selective, bound, best - lead, best_move
            )
        return best

    def _child(self, depth, alpha, beta, height, again, estimate):
        """Search the position after a move within a window seen by the player who made it."""
        if again:
            return self._node(depth, alpha, beta, height + 1, estimate)
        return -self._node(depth - 1, -beta, -alpha, height + 1, estimate)

    def _probcut(self, depth, alpha, beta, height, estimate):
        """Return the bound of a null window that a shallow search clears by the margin (ProbCut).

        UNDECIDED without one. The search is made where the estimate makes a cut likely.
        """
        shallow: cython.int = self._judge._probcut_depth(depth)
        if shallow == 0:
            return UNDECIDED
        margin: cython.int = self._judge._probcut_margin(self._position, depth)
        if estimate == UNDECIDED:
            estimate = self._value_here(height)
        low: cython.int
        high: cython.int
        low, high = self._position._bounds()
        if beta + margin <= high and estimate >= beta - margin // 4:
            value: cython.int = self._node(
                shallow, beta + margin - 1, beta + margin, height, estimate
            )
            if self.stop.raised:
                return UNDECIDED
            if value >= beta + margin:
                return beta
        if alpha - margin >= low and estimate <= alpha + margin // 4:
            value = self._node(shallow, alpha - margin, alpha - margin + 1, height, estimate)
            if value <= alpha - margin and not self.stop.raised:
                return alpha
        return UNDECIDED

    # -- the state of an evaluation, by height

    def _is_at(self, height):
        """Tell whether the position is the one that was noted for a height."""
        at: cython.int = 3 * height
        return (
            self._path[at] == self._position.own
            and self._path[at + 1] == self._position.opp
            and self._path[at + 2] == cython.cast(cython.ulonglong, self._position.turn)
        )

    def _note_path(self, height):
        """Note the position of a height, whose state is not known yet."""
        at: cython.int = 3 * height
        self._path[at] = self._position.own
        self._path[at + 1] = self._position.opp
        self._path[at + 2] = cython.cast(cython.ulonglong, self._position.turn)
        self._state_known[height] = False

    def _bring_state(self, height):
        """Let the state follow the line to the position, from where it is known."""
        if self._state_known[height]:
            return
        above: cython.int = height - 1
        if not self._state_known[above]:
            # Only the last few heights of a line are judged, so this is seldom.
            self._judge._begin(self._position, self._states, height * self._state_size)
        else:
            self._judge._follow(
                self._path[3 * above],
                self._path[3 * above + 1],
                cython.cast(cython.int, self._path[3 * above + 2]),
                self._position,
                self._states,
                above * self._state_size,
                height * self._state_size,
            )
        self._state_known[height] = True

    def _value_here(self, height):
        """Estimate the position, which is at a height."""
        if self._state_size == 0:
            return self._position._playing_value()
        self._bring_state(height)
        return self._judge._estimate_by(self._position, self._states, height * self._state_size)

    def _value_after(self, own, opp, turn, height):
        """Estimate the position after a move from a height whose state is known."""
        if self._state_size == 0:
            return self._position._playing_value()
        self._note_path(height + 1)
        self._judge._follow(
            own,
            opp,
            turn,
            self._position,
            self._states,
            height * self._state_size,
            (height + 1) * self._state_size,
        )
        self._state_known[height + 1] = True
        return self._judge._estimate_by(
            self._position, self._states, (height + 1) * self._state_size
        )
