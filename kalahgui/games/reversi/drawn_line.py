"""The drawn line of 8x8 Reversi that was published, followed in all its mirrored forms.

H. Takizawa, "Othello is Solved", 2023 (arXiv 2310.19387): no player does better than a draw, and
this line shows one. It is the author's result, and nothing that this program has proven.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from kalahgui.games.game import Position
from kalahgui.games.reversi.game import Reversi

DRAWN_LINE = (
    "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7 d2 b5 a5 a6 a7 g5 e3 b4 c8 g6 g4 c2 e8 d1 "
    "f7 e2 g3 h4 f1 e1 f2 g1 b1 f8 g8 b3 h3 b2 h5 b7 a3 a4 a1 a2 c1 h2 h1 g2 b8 a8 g7 h8 h7 h6"
)
_WAYS = 8  # in which a square board is mirrored
_Mark = tuple[int, tuple[int, int]]  # who moves, and the words of a position


def plies_along(start: Position, line: Iterable[int]) -> int:
    """Return how many of the first moves of a game follow the line, mirrored or not.

    0 on every other board.
    """
    board, marks = _published()
    here = start.copy()
    plies = 0
    if here.rules()[:1] != board or _mark(here) != marks[0]:
        return 0
    for move, wanted in zip(line, marks[1:], strict=False):
        if move not in here.moves():  # sides are swapped
            break
        here.play(move)
        if _mark(here) != wanted:
            break
        plies += 1
    return plies


@functools.cache
def _published() -> tuple[tuple[object, ...], list[_Mark]]:
    """Return the shape of the board, and marks of the positions of the line from the start on."""
    game = Reversi()
    here = game.start("8x8")
    marks = [_mark(here)]
    for text in DRAWN_LINE.split():
        here.play(game.parse_move(text))
        marks.append(_mark(here))
    return here.rules()[:1], marks


def _mark(position: Position) -> _Mark:
    return position.turn, mark_of(position)


def mark_of(position: Position) -> tuple[int, int]:
    """Return the words of a position, of mirrored ones the smallest."""
    words = position.own, position.opp
    return min((_mirrored(words[0], way), _mirrored(words[1], way)) for way in range(_WAYS))


def _mirrored(word: int, way: int) -> int:
    """Return the squares of a word on a grid that is mirrored in one of eight ways."""
    squares = 0
    for square in range(64):
        if word >> square & 1:
            row, column = divmod(square, 8)
            row = 7 - row if way & 1 else row
            column = 7 - column if way & 2 else column
            if way & 4:
                row, column = column, row
            squares |= 1 << 8 * row + column
    return squares
