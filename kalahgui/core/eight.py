"""The rules of Eight: name a number from 1 to 3, but not the last one; who makes 8 exactly wins.

``own`` is the sum and ``opp`` the last number, whoever is to move; a move is its number.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import ONE
    from cython.cimports.kalahgui.core.position import Position
else:
    from kalahgui.core.constants import ONE
    from kalahgui.core.position import Position

_NUMBERS = cython.declare(cython.ulonglong, 0b1110)
_GOAL = cython.declare(cython.int, 8)


class EightPosition(Position):
    """A position of Eight; the margin is 1 for a win."""

    def _legal(self):
        if self.own >= _GOAL:
            return 0
        return _NUMBERS & ~(ONE << self.opp)

    def _play(self, move):
        self.own += move
        self.opp = move
        self.turn = 1 - self.turn
        return False

    def _final(self):
        return -1 if self.own == _GOAL else 1

    def _evaluate(self):
        return 0

    def _published(self):
        return self._final() if self.own >= _GOAL else 0

    def _priority(self, move):
        return 1 if self.own + move == _GOAL else 0

    def _bounds(self):
        return (-1, 1)

    def only_wins(self):
        """Tell that a margin is a win, a draw or a loss."""
        return True
