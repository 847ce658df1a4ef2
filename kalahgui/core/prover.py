"""The search that solves: null windows, to the end of every line.

It asks one question of a position: is it worth at least a goal? Nothing is estimated, so every
answer is proven, and so is the bound that comes with it. Moves that move again are tried first,
then those that gain most, and of equals the one with the highest number: in Kalah the pit nearest
the store. That this order is the same everywhere matters more than how good it is, since lines
that try the same moves run into each other.

What decides a position by itself (its bounds, an endgame database) is looked at before anything is
searched, for all moves at once. Such positions are not counted as nodes.

Threads that prove together share the table and a list of the large positions that one of them is
busy with. A move to such a position is put off where others are left (after Tom Kerrigan's
simplified ABDADA): it is likely to stand in the table soon.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import lowest
    from cython.cimports.kalahgui.core.constants import (
        HEIGHTS,
        LOWER,
        NO_MOVE,
        ONE,
        UNDECIDED,
        UPPER,
        WORD,
    )
    from cython.cimports.kalahgui.core.table import entry_bound, entry_move, entry_value
else:
    from kalahgui.core.bits import lowest
    from kalahgui.core.constants import HEIGHTS, LOWER, NO_MOVE, ONE, UNDECIDED, UPPER, WORD
    from kalahgui.core.table import entry_bound, entry_move, entry_value

from kalahgui.core.search import Searcher

# Places in a list of what provers are busy with: far more than they ever are.
_PLACES = cython.declare(cython.ulonglong, 1 << 12)
_MIX1 = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX2 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)

_BEYOND = cython.declare(cython.int, 31000)
_FIRST = cython.declare(cython.int, 1 << 30)
# Ranks: moving again before all else, then each point gained.
_AGAIN = cython.declare(cython.int, 1 << 20)
_POINT = cython.declare(cython.int, 64)


def busy_list():
    """Return an empty list of positions in work, for provers that share a table."""
    return array("Q", [0]) * (1 << 12)


class Prover(Searcher):
    """A search by null windows with a table of proven bounds, which other threads may share."""

    def __init__(self, table, stop=None, busy=None):
        """Set up; ``busy`` is the list of positions in work of provers that share the table."""
        Searcher.__init__(self, table, stop)
        self._together = busy is not None
        self._busy = busy_list() if busy is None else busy
        self._own = array("Q", [0]) * (HEIGHTS * 64)
        self._opp = array("Q", [0]) * (HEIGHTS * 64)
        self._lead = array("i", [0]) * (HEIGHTS * 64)
        self._again = bytearray(HEIGHTS * 64)

    def bound(self, position, goal, hopeful=True):
        """Return a proven bound of an unfinished position: at least the goal, or less than it.

        From ``goal`` on it is the least that the position is worth, below it the most. ``hopeful``
        tells whether the goal is thought to be reached. None when the stop word was raised, or
        when a line is too long to be searched.
        """
        self._begin(position)
        known = position.proven(goal)
        if known is not None:
            return known
        self._too_long = False
        # What is so small that it is searched sooner than divided.
        self._small = position.size() // 2
        wanted: cython.int = goal
        hopes: cython.bint = hopeful
        found: cython.int
        with cython.nogil:
            found = self._node(wanted, hopes, 0)
        return None if self.stop.raised or self._too_long else found

    def _node(self, goal, hopeful, height):
        """Return the bound of a position that nothing decides at once."""
        self.nodes += 1
        if self.nodes == self.budget:
            self.stop.raised = True
        own: cython.ulonglong = self._position.own
        opp: cython.ulonglong = self._position.opp
        lead: cython.int = self._position.lead
        turn: cython.int = self._position.turn
        legal: cython.ulonglong = self._position._legal()
        first: cython.int = NO_MOVE
        value: cython.int
        remembers: cython.bint = not self._position._trifling()
        if remembers:
            known: cython.ulonglong = self.table._probe(own, opp)
            if known:
                value = entry_value(known) + lead
                if entry_bound(known) != (UPPER if value >= goal else LOWER):
                    return value
                first = entry_move(known)
        if height >= HEIGHTS - 2:
            self._too_long = True
            return 0
        worth: cython.int = self._position._size()
        divided: cython.bint = self._together and worth > self._small
        place: cython.ulonglong = 0
        best: cython.int = -_BEYOND
        best_move: cython.int = NO_MOVE
        unproven: cython.ulonglong = 0
        base: cython.int = height * 64
        gained: cython.int
        again: cython.bint
        move: cython.int
        while legal and best < goal:
            move = lowest(legal)
            legal &= legal - 1
            again = self._position._play(move)
            value = self._at_once(goal, again)
            if value == UNDECIDED:
                if not self._position._trifling():
                    self.table._fetch(self._position.own, self._position.opp)
                unproven |= ONE << move
                self._own[base + move] = self._position.own
                self._opp[base + move] = self._position.opp
                self._lead[base + move] = self._position.lead
                self._again[base + move] = again
                gained = (self._position.lead if again else -self._position.lead) - lead
                self._scores[base + move] = (_AGAIN if again else 0) + _POINT * gained + move
                if move == first:
                    self._scores[base + move] = _FIRST
            elif value > best:
                best = value
                best_move = move
            self._position.own = own
            self._position.opp = opp
            self._position.lead = lead
            self._position.turn = turn
        while unproven and best < goal:
            if divided and (best_move != NO_MOVE or not hopeful):
                move = self._pick_free(unproven, height)
            else:
                move = self._pick(unproven, height)
            unproven &= ~(ONE << move)
            again = self._again[base + move]
            self._position.own = self._own[base + move]
            self._position.opp = self._opp[base + move]
            self._position.lead = self._lead[base + move]
            self._position.turn = turn if again else 1 - turn
            if divided:
                place = _place(self._position.own, self._position.opp)
                self._busy[cython.cast(cython.Py_ssize_t, place & (_PLACES - 1))] = place
            if again:
                value = self._node(goal, hopeful, height + 1)
            else:
                value = -self._node(1 - goal, not hopeful, height + 1)
            if divided:
                self._busy[cython.cast(cython.Py_ssize_t, place & (_PLACES - 1))] = 0
            if self.stop.raised or self._too_long:
                return 0
            if value > best:
                best = value
                best_move = move
        if remembers:
            self.table._store(
                own,
                opp,
                worth,
                True,
                False,
                LOWER if best >= goal else UPPER,
                best - lead,
                best_move,
            )
        return best

    def _at_once(self, goal, again):
        """Return the value of a move for the mover if it is known at once, or UNDECIDED."""
        value: cython.int
        if self._position._legal() == 0:
            return -self._position._final()
        if again:
            return self._position._proven(goal)
        value = self._position._proven(1 - goal)
        return value if value == UNDECIDED else -value

    def _pick_free(self, left, height):
        """Return the best ranked move whose position no other thread searches, or else of all."""
        base: cython.int = height * 64
        free: cython.ulonglong = left
        moves: cython.ulonglong = left
        place: cython.ulonglong
        move: cython.int
        while moves:
            move = lowest(moves)
            moves &= moves - 1
            place = _place(self._own[base + move], self._opp[base + move])
            if self._busy[cython.cast(cython.Py_ssize_t, place & (_PLACES - 1))] == place:
                free &= ~(ONE << move)
        return self._pick(free if free else left, height)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place(own: cython.ulonglong, opp: cython.ulonglong) -> cython.ulonglong:
    """Return the word for a position in a list of positions in work, by its low bits."""
    mixed: cython.ulonglong
    if cython.compiled:
        mixed = ((own * _MIX1) ^ opp) * _MIX2
    else:
        mixed = ((own * _MIX1 & WORD) ^ opp) * _MIX2 & WORD
    return mixed ^ (mixed >> 32)
