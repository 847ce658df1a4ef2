"""The rules of tic-tac-toe; a move is the number of its square, row by row from the top left."""

from __future__ import annotations

import re

import cython

from kalahgui.game import Game, Grid, Place

if cython.compiled:
    from cython.cimports.kalahgui.core.position import Position
else:
    from kalahgui.core.position import Position

_ONE = cython.declare(cython.ulonglong, 1)
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

    def family(self):
        return ("tictactoe",)

    def _legal(self):
        if _has_line(self.own) or _has_line(self.opp):
            return 0
        return _BOARD & ~(self.own | self.opp)

    def _play(self, move):
        own: cython.ulonglong = self.own | (_ONE << move)
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
        bit: cython.ulonglong = _ONE << move
        if _has_line(self.own | bit):
            return 4
        if _has_line(self.opp | bit):
            return 3
        if move == _CENTRE:
            return 2
        return 1 if bit & _CORNERS else 0

    def _bounds(self):
        return (-1, 1)


class TicTacToe(Game):
    """Tic-tac-toe for the window and the command line."""

    key = "tictactoe"
    variants = ("3x3",)
    variant = "3x3"
    rules = ()

    def start(self, variant, rules=()):
        if variant not in self.variants:
            raise ValueError(f"tic-tac-toe is played on 3x3, not on {variant!r}")
        self.check_rules(rules)
        return TicTacToePosition()

    def board(self, position):
        return Grid(
            column_labels=tuple("abc"),
            row_labels=tuple("123"),
            places=tuple((square % 3, square // 3) for square in range(9)),
            moves=tuple(range(9)),
        )

    def cells(self, position):
        first, second = position.own, position.opp
        if position.turn:
            first, second = second, first
        return [(first >> square & 1) + 2 * (second >> square & 1) for square in range(9)]

    def tell(self, position, move):
        yield Place(move, position.turn)

    def text(self, move):
        return f"{'abc'[move % 3]}{'123'[move // 3]}"

    def parse_move(self, text):
        if not re.fullmatch(r"[a-c][1-3]", text.strip()):
            raise ValueError(f"a tic-tac-toe move is a square from a1 to c3, not {text!r}")
        column, row = text.strip()
        return 3 * "123".index(row) + "abc".index(column)

    def position_text(self, position):
        return "".join(".ox"[cell] for cell in self.cells(position))

    def parse_position(self, text, rules=(), variant=None):
        marks = text.strip()
        position = self.start(self.variant if variant is None else variant, rules)
        if not re.fullmatch(r"[ox.]{9}", marks):
            raise ValueError("a tic-tac-toe position is nine squares, each o, x or a dot")
        first, second = marks.count("o"), marks.count("x")
        if first - second not in (0, 1):
            raise ValueError(f"o begins and the players alternate: {first} o, {second} x cannot be")
        words = [sum((mark == side) << i for i, mark in enumerate(marks)) for side in "ox"]
        position.turn = first - second
        position.own, position.opp = words if position.turn == 0 else reversed(words)
        if _has_line(position.own):
            raise ValueError("the game ended with a line before the last mark")
        return position
