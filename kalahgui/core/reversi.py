"""The rules of Reversi on every board that lies in an 8x8 grid.

A move is the number of its square, ``8 * row + column`` from the top left; a word holds the
discs of one side. A player without a move passes, which is the other player moving again: a
position always has the side to move that can move, unless the game is over.
"""

from __future__ import annotations

import functools
import re

import cython

from kalahgui.game import Again, Flip, Game, Grid, Place

if cython.compiled:
    from cython.cimports.kalahgui.core.bits import popcount
    from cython.cimports.kalahgui.core.discs import (
        Ending,
        flips,
        legal_moves,
        next_to,
        odd_quadrants,
        stable_discs,
    )
    from cython.cimports.kalahgui.core.position import Position
else:
    from kalahgui.core.bits import popcount
    from kalahgui.core.discs import Ending, flips, legal_moves, next_to, odd_quadrants, stable_discs
    from kalahgui.core.position import Position

# A dot is no square, a dash an empty one; X is black, who moves first, and O white.
BOARDS = {
    "diamond": """
        ........
        ...--...
        ..----..
        .--OX--.
        .--XO--.
        ..----..
        ...--...
        ........
        """,
    "diamond-parallel": """
        ........
        ...--...
        ..----..
        .--OX--.
        .--OX--.
        ..----..
        ...--...
        ........
        """,
    "4x4": """
        ........
        ........
        ..----..
        ..-OX-..
        ..-XO-..
        ..----..
        ........
        ........
        """,
    "6x6": """
        ........
        .------.
        .------.
        .--OX--.
        .--XO--.
        .------.
        .------.
        ........
        """,
    "8x8": """
        --------
        --------
        --------
        ---OX---
        ---XO---
        --------
        --------
        --------
        """,
}
COLUMNS = "abcdefgh"
_ROWS = "12345678"

# Up to so many empty squares, playing them out costs less than looking after a table.
_ENDING = cython.declare(cython.int, 7)
# From so many empty squares on, a half-way search leaps to the end.
_READ_OUT = 24

_ONE = cython.declare(cython.ulonglong, 1)
_UNKNOWN = cython.declare(cython.int, 32767)


def _word(drawing, marks):
    """Return the squares of a drawing that show one of some marks."""
    return sum(1 << square for square, mark in enumerate("".join(drawing.split())) if mark in marks)


def _squares_in(word):
    return [square for square in range(64) if word >> square & 1]


class Shape:
    """What follows from the squares that a board has.

    Discs on ``corners`` can never be turned, those on ``edges`` along one axis only.
    """

    def __init__(self, squares):
        self.squares = squares
        self.size = squares.bit_count()
        self.corners = self.edges = 0
        for square in _squares_in(squares):
            axes = sum(
                self._has(square, down, right) and self._has(square, -down, -right)
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            )
            if axes == 0:
                self.corners |= 1 << square
            elif axes == 1:
                self.edges |= 1 << square

    def _has(self, square, down, right):
        row, column = square // 8 + down, square % 8 + right
        inside = 0 <= row < 8 and 0 <= column < 8
        return inside and bool(self.squares >> 8 * row + column & 1)


_SHAPES: dict[int, Shape] = {}


def shape_of(squares):
    """Return the shape of a board that has these squares."""
    if squares not in _SHAPES:
        _SHAPES[squares] = Shape(squares)
    return _SHAPES[squares]


class ReversiPosition(Position):
    """A Reversi position; ``empties_winner`` counts squares left empty for the winner."""

    def __init__(self, shape, empties_winner=False):
        self.own = self.opp = 0
        self.lead = self.turn = self.ending_nodes = 0
        self.shape = shape
        self.empties_winner = empties_winner
        self._squares = shape.squares
        self._ending = Ending(empties_winner)
        self._seen_own = self._seen_opp = self._seen_legal = 0

    def blank(self):
        return ReversiPosition(self.shape, self.empties_winner)

    def family(self):
        return ("reversi", self.shape.squares, self.empties_winner)

    def identity(self):
        return (self.own, self.opp, self.turn, self.shape.squares, self.empties_winner)

    def _moves_of(self, own, opp):
        """Return the legal moves and remember the answer: a search asks again at once."""
        if own != self._seen_own or opp != self._seen_opp:
            self._seen_own = own
            self._seen_opp = opp
            self._seen_legal = legal_moves(own, opp, self._squares)
        return self._seen_legal

    def _legal(self):
        return self._moves_of(self.own, self.opp)

    def _play(self, move):
        bit: cython.ulonglong = _ONE << move
        flipped: cython.ulonglong = flips(self.own, self.opp, move)
        own: cython.ulonglong = self.own | flipped | bit
        opp: cython.ulonglong = self.opp & ~flipped
        if not self._moves_of(opp, own) and self._moves_of(own, opp):
            self.own = own
            self.opp = opp
            return True
        self.own = opp
        self.opp = own
        self.turn = 1 - self.turn
        return False

    def _final(self):
        own: cython.int = popcount(self.own)
        opp: cython.int = popcount(self.opp)
        return self._ending._margin(own, opp, self.shape.size - own - opp)

    def _published(self):
        return popcount(self.own) - popcount(self.opp)

    def _evaluate(self):
        own: cython.ulonglong = self.own
        opp: cython.ulonglong = self.opp
        empty: cython.ulonglong = self._squares & ~(own | opp)
        corners: cython.ulonglong = self.shape.corners
        edges: cython.ulonglong = self.shape.edges
        replies: cython.ulonglong = legal_moves(opp, own, self._squares)
        ours: cython.int = popcount(own)
        theirs: cython.int = popcount(opp)
        value: cython.int = 16 * (popcount(self._legal()) - popcount(replies))
        value += 4 * (popcount(next_to(opp) & empty) - popcount(next_to(own) & empty))
        value -= 12 * (ours - theirs) * popcount(empty) // self.shape.size
        beside: cython.ulonglong = next_to(corners & empty) & ~corners
        value -= 24 * (popcount(own & beside & edges) - popcount(opp & beside & edges))
        beside &= ~edges
        value -= 80 * (popcount(own & beside) - popcount(opp & beside))
        if (own | opp) & corners:
            value += 100 * (popcount(own & corners) - popcount(opp & corners))
            value += 32 * popcount(stable_discs(own, opp, self._squares))
            value -= 32 * popcount(stable_discs(opp, own, self._squares))
        value //= 16
        return max(1 - self.shape.size, min(self.shape.size - 1, value))

    def _priority(self, move):
        bit: cython.ulonglong = _ONE << move
        flipped: cython.ulonglong = flips(self.own, self.opp, move)
        own: cython.ulonglong = self.own | flipped | bit
        opp: cython.ulonglong = self.opp & ~flipped
        replies: cython.ulonglong = legal_moves(opp, own, self._squares)
        empty: cython.ulonglong = self._squares & ~(own | opp)
        # Fewest replies first, corners counting double; then into a quadrant with an odd number
        # of empty squares, where the last move will be ours.
        rank: cython.int = -4 * (popcount(replies) + popcount(replies & self.shape.corners))
        rank -= popcount(next_to(own) & empty)
        if bit & self.shape.corners:
            rank += 4
        if bit & odd_quadrants(empty | bit):
            rank += 3
        return rank

    def _bounds(self):
        size: cython.int = self.shape.size
        ours: cython.int = popcount(stable_discs(self.own, self.opp, self._squares))
        theirs: cython.int = popcount(stable_discs(self.opp, self.own, self._squares))
        return (2 * ours - size, size - 2 * theirs)

    def _known(self, alpha, beta):
        own: cython.ulonglong = self.own
        opp: cython.ulonglong = self.opp
        empty: cython.ulonglong = self._squares & ~(own | opp)
        bound: cython.int
        if popcount(empty) <= _ENDING:
            self._ending.nodes = 0
            bound = self._ending._solve(own, opp, empty, alpha, beta, False)
            self.ending_nodes += self._ending.nodes
            return bound
        # Stable discs are worth looking for only where all discs being stable would decide.
        size: cython.int = self.shape.size
        if size - 2 * popcount(opp) <= alpha:
            bound = size - 2 * popcount(stable_discs(opp, own, self._squares))
            if bound <= alpha:
                return bound
        if 2 * popcount(own) - size >= beta:
            bound = 2 * popcount(stable_discs(own, opp, self._squares)) - size
            if bound >= beta:
                return bound
        return _UNKNOWN

    def next_depth(self, depth):
        left = self.shape.size - (self.own | self.opp).bit_count()
        leaps = left <= _READ_OUT and 2 * depth >= left
        return max(left, depth + 1) if leaps else depth + 1

    def settle(self):
        """Let the other side move when the side to move has to pass."""
        own, opp, squares = self.own, self.opp, self._squares
        if not legal_moves(own, opp, squares) and legal_moves(opp, own, squares):
            self.own, self.opp = opp, own
            self.turn = 1 - self.turn

    def discs(self, side):
        """Return a player's discs as a word."""
        return self.own if side == self.turn else self.opp

    def stable(self, side):
        """Return those discs of a player that are found to be stable, as a word."""
        return stable_discs(self.discs(side), self.discs(1 - side), self._squares)


@functools.cache
def _grid(word):
    """Return the geometry of a board: the smallest grid that holds its squares."""
    squares = _squares_in(word)
    corners = shape_of(word).corners
    rows = sorted({square // 8 for square in squares})
    columns = sorted({square % 8 for square in squares})
    return Grid(
        column_labels=tuple(COLUMNS[column] for column in columns),
        row_labels=tuple(_ROWS[row] for row in rows),
        places=tuple((square % 8 - columns[0], square // 8 - rows[0]) for square in squares),
        moves=tuple(squares),
        corners=tuple(cell for cell, square in enumerate(squares) if corners >> square & 1),
    )


def _told_flips(cells, place, side):
    """Return the places whose disc a new disc turns, the nearest first."""
    column, row = place
    found = []
    for right, down in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        run = []
        here = (column + right, row + down)
        while cells.get(here) == 2 - side:
            run.append(here)
            here = (here[0] + right, here[1] + down)
        if cells.get(here) == side + 1:
            found += enumerate(run)
    return [there for _, there in sorted(found, key=lambda each: (each[0], each[1][::-1]))]


def _can_move(cells, side):
    return any(cells[place] == 0 and _told_flips(cells, place, side) for place in cells)


class Reversi(Game):
    """Reversi for the window and the command line."""

    key = "reversi"
    variants = tuple(BOARDS)
    variant = "diamond"
    rules = ("empties-nobody", "empties-winner")

    def start(self, variant, rules=()):
        drawing = self._drawing(variant)
        shape = shape_of(_word(drawing, "-XO"))
        position = ReversiPosition(shape, self._empties_winner(variant, rules))
        position.own, position.opp = _word(drawing, "X"), _word(drawing, "O")
        return position

    def _drawing(self, variant):
        if variant not in BOARDS:
            known = ", ".join(BOARDS)
            raise ValueError(f"there is no Reversi board {variant!r}; there are {known}")
        return BOARDS[variant]

    def _empties_winner(self, variant, rules):
        chosen = self.check_rules(rules)
        if len(chosen) == 2:
            raise ValueError("empty squares count either for nobody or for the winner, not both")
        return "empties-winner" in chosen or (not chosen and variant == "8x8")

    def board(self, position):
        return _grid(position.shape.squares)

    def cells(self, position):
        black, white = position.discs(0), position.discs(1)
        return [
            (black >> square & 1) + 2 * (white >> square & 1)
            for square in _squares_in(position.shape.squares)
        ]

    def tell(self, position, move):
        board = self.board(position)
        cells = dict(zip(board.places, self.cells(position), strict=True))
        side = position.turn
        place = board.places[board.cell(move)]
        flipped = _told_flips(cells, place, side)
        yield Place(board.cell(move), side)
        for there in flipped:
            yield Flip(board.places.index(there), side)
        cells |= dict.fromkeys((place, *flipped), side + 1)
        if not _can_move(cells, 1 - side) and _can_move(cells, side):
            yield Again(passed=True)

    def text(self, move):
        return f"{COLUMNS[move % 8]}{_ROWS[move // 8]}"

    def parse_move(self, text):
        if not re.fullmatch(r"[a-h][1-8]", text.strip()):
            raise ValueError(f"a Reversi move is a square from a1 to h8, not {text!r}")
        column, row = text.strip()
        return 8 * _ROWS.index(row) + COLUMNS.index(column)

    def position_text(self, position):
        marks = "".join("-XO"[cell] for cell in self.cells(position))
        return f"{marks} {'XO'[position.turn]}"

    def parse_position(self, text, rules=(), variant=None):
        """Read a position; when the side named has to pass, the other one is to move."""
        marks, _, mover = " ".join(text.split()).partition(" ")
        if mover not in ("X", "O"):
            raise ValueError(
                "a Reversi position is its squares, a blank and the side to move, X or O"
            )
        sizes = {shape_of(_word(BOARDS[name], "-XO")).size: name for name in reversed(BOARDS)}
        if variant is not None and len(marks) != self.start(variant).shape.size:
            size = self.start(variant).shape.size
            raise ValueError(f"a {variant} board has {size} squares, not {len(marks)}")
        if len(marks) not in sizes:
            known = ", ".join(map(str, sorted(sizes)))
            raise ValueError(f"a Reversi board has {known} squares, not {len(marks)}")
        if not re.fullmatch(r"[-XO]*", marks):
            raise ValueError("the squares of a Reversi position are written X, O and -")
        position = self.start(variant or sizes[len(marks)], rules)
        position.own = position.opp = 0
        for mark, square in zip(marks, _squares_in(position.shape.squares), strict=True):
            position.own |= (mark == mover) << square
            position.opp |= (mark not in (mover, "-")) << square
        position.turn = "XO".index(mover)
        if not position.own | position.opp:
            raise ValueError("a Reversi board is never without a disc")
        position.settle()
        return position
