"""The rules of tic-tac-toe; a move is the number of its square, row by row from the top left."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.kalahgui.core.constants import ONE
    from cython.cimports.kalahgui.core.position import Position
else:
    from kalahgui.core.constants import ONE
    from kalahgui.core.position import Position

_BOARD = cython.declare(cython.ulonglong, 0x1FF)
_ROW_STARTS = cython.declare(cython.ulonglong, 0x49)
_COLUMN_STARTS = cython.declare(cython.ulonglong, 0x7)
_FALLING = cython.declare(cython.ulonglong, 0x111)
_RISING = cython.declare(cython.ulonglong, 0x54)
_CORNERS = cython.declare(cython.ulonglong, 0x145)
_CENTRE = cython.declare(cython.int, 4)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _has_line(word: cython.ulonglong) -> cython.bint:
    """Tell whether three marks of a word stand in a line."""
    if word & (word >> 1) & (word >> 2) & _ROW_STARTS:
        return True
    if word & (word >> 3) & (word >> 6) & _COLUMN_STARTS:
        return True
    return word & _FALLING == _FALLING or word & _RISING == _RISING


class TicTacToePosition(Position):
    """A tic-tac-toe position; the margin is 1 for a line, 0 for a full board without one."""

    def _legal(self):
        if _has_line(self.own) or _has_line(self.opp):
            return 0
        return _BOARD & ~(self.own | self.opp)

    def _play(self, move):
        own: cython.ulonglong = self.own | (ONE << move)
        self.own = self.opp
        self.opp = own
        self.turn = 1 - self.turn
        return False

    def _final(self):
        return cython.cast(cython.int, _has_line(self.own)) - _has_line(self.opp)

    def _evaluate(self):
        return 0

    def _published(self):
        return self._final()

    def _priority(self, move):
        bit: cython.ulonglong = ONE << move
        if _has_line(self.own | bit):
            return 4
        if _has_line(self.opp | bit):
            return 3
        if move == _CENTRE:
            return 2
        return 1 if bit & _CORNERS else 0

    def _bounds(self):
        return (-1, 1)

    def only_wins(self):
        """Tell that a margin is a win, a draw or a loss."""
        return True
