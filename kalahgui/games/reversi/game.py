"""Reversi: its boards, its notation, and its moves told as events."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence

from kalahgui.core.disc_patterns import ERRORS, PHASES, ROW_LENGTH, DiscPatterns
from kalahgui.core.reversi import ReversiPosition, shape_of, squares_in
from kalahgui.core.reversi_measures import PUBLISHED, WEIGHTS, measured, measures, worth
from kalahgui.games.game import (
    MEASURES,
    Again,
    Card,
    Event,
    Flip,
    Game,
    Grid,
    Measured,
    Message,
    Opening,
    Place,
    grid_drawing,
)
from kalahgui.games.limit import HANDMADE, TO_THE_END, Limit, glance, seconds, turns
from kalahgui.games.reversi.openings import Words, openings_from
from kalahgui.games.reversi.reversi_reasons import corners_at_stake, reversi_reasons
from kalahgui.games.user_error import Saying, UserError, english, short
from kalahgui.games.weights import Weights, name_of

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
_SQUARES = {
    column + row: 8 * int(row) - 8 + COLUMNS.index(column) for row in _ROWS for column in COLUMNS
}
_MARKS = "-XO"

_DIAMOND_ORDER = (11, 12, 25, 30, 33, 38, 51, 52, 18, 21, 42, 45, 19, 20, 26, 29, 34, 37, 43, 44)

Spot = tuple[int, int]


@functools.cache
def _word(drawing: str, marks: str) -> int:
    """Return the squares of a drawing that show one of some marks."""
    return sum(1 << square for square, mark in enumerate("".join(drawing.split())) if mark in marks)


# Up to so many discs are few: in random games 7 of 10 legal moves turn no more on 8x8, and 9 of 10
# on the diamond.
MOST_FEW = 2
_CORNER = 6  # discs that a corner is worth at a glance


@functools.cache
def _grid(word: int) -> Grid:
    """Return the geometry of a board: the smallest grid that holds its squares."""
    squares = squares_in(word)
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


@functools.cache
def _beside(square: int) -> int:
    row, column = divmod(square, 8)
    return sum(
        1 << 8 * below + right
        for below in range(max(0, row - 1), min(7, row + 1) + 1)
        for right in range(max(0, column - 1), min(7, column + 1) + 1)
        if (below, right) != (row, column)
    )


@functools.cache
def _variant_of(word: int) -> str:
    return next(name for name, drawing in BOARDS.items() if _word(drawing, "-XO") == word)


def _apart(square: int, other: int) -> int:
    return max(abs(square // 8 - other // 8), abs(square % 8 - other % 8))


def _told_flips(cells: Mapping[Spot, int], spot: Spot, side: int) -> list[Spot]:
    """Return the squares whose disc a new disc turns, the nearest first."""
    column, row = spot
    flips: list[tuple[int, Spot]] = []
    for right, down in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        run = []
        here = (column + right, row + down)
        while cells.get(here) == 2 - side:
            run.append(here)
            here = (here[0] + right, here[1] + down)
        if cells.get(here) == side + 1:
            flips += enumerate(run)
    return [there for _, there in sorted(flips, key=lambda flip: (flip[0], flip[1][::-1]))]


def _can_move(cells: Mapping[Spot, int], side: int) -> bool:
    return any(cells[spot] == 0 and _told_flips(cells, spot, side) for spot in cells)


EVALUATION = "disc-patterns"
LEARNT_BOARD = NAMED_BOARD = "8x8"
_FULL_BOARD = 64


def disc_patterns(weights: Weights) -> DiscPatterns | None:
    """Return the evaluation that weights make; None when they are made for something else."""
    right = (weights.evaluation, weights.phases) == (EVALUATION, PHASES)
    count = PHASES * ROW_LENGTH
    if not right or len(weights.values) != count + ERRORS:
        return None
    return DiscPatterns(weights.values[:count], weights.values[count:])


# The limits of the levels, as they were measured.
_LEVELS = {
    "8x8": (
        glance(1, 1, 0.5, 0.5, 1),
        glance(1, 3, 0.9, 0.5, 2),
        glance(2, 2, 0.9, 0.8, 2),
        Limit(turns=1, evaluation=HANDMADE),
        *turns(1, 2, 4, 6, 10),
        *seconds(1.0),
    ),
    "6x6": (
        glance(1, 1, 0.3, 0.5, 1),
        glance(1, 3, 1.0, 0.6, 2),
        glance(2, 2, 0.9, 0.8, 2),
        *turns(1, 2, 4, 6, 8, 10),
        *seconds(1.0),
    ),
    "diamond": (
        glance(1, 1, 0.5, 0.5, 1),
        glance(2, 4, 1.0, 1.0, 3),
        *turns(1, 2, 3),
        *TO_THE_END,
    ),
    "4x4": (glance(1, 0, 0.3, 0.5, 1), glance(2, 4, 1.0, 1.0, 2), *TO_THE_END),
}


class Reversi(Game[ReversiPosition]):
    """Reversi for the window and the command line."""

    key = "reversi"
    variants = tuple(BOARDS)
    variant = "diamond"
    cards = (
        Card("diamond", ("diamond", "diamond-parallel"), "d3 c5 f6 f3 b5"),
        Card("reversi", ("8x8",), "f5 d6 c7 f4 g3 g4 h3 g5"),
        Card("small", ("6x6", "4x4"), "d3 c3 b3 e3 f3 c5"),
    )
    rules = ("empties-nobody", "empties-winner")
    sides = ("black", "white")
    # On the diamond corners, edges, the rest; the article knows no other board.
    article_order = (*_DIAMOND_ORDER, *sorted({*range(64)} - {*_DIAMOND_ORDER}))
    has_points = True
    counts_pieces = True
    evaluations = (HANDMADE, MEASURES)
    learnt_weights = name_of("reversi", LEARNT_BOARD, ()), disc_patterns
    counting_misleads = True
    has_passes = True
    published_factors = PUBLISHED
    move_classes = tuple(
        f"{where}-{turned}"
        for where in ("corner", "beside-corner", "edge", "inner")
        for turned in ("few", "many")
    )
    # On a full board margins are even, and before it is full they are estimates.
    loss_steps = (2, 4)
    opening_plies = 8
    named_plies: Mapping[str, int] = {NAMED_BOARD: 21}
    levels = _LEVELS
    easiest_first = ("diamond",)
    rule_parts = ("enclose", "lines", "pass", "corner", "end")
    courses = ("reversi", "diamond")

    def start(self, variant: str, rules: Sequence[str] = ()) -> ReversiPosition:
        drawing = self._drawing(variant)
        shape = shape_of(_word(drawing, "-XO"))
        position = ReversiPosition(shape, self._empties_winner(variant, rules))
        position.own, position.opp = _word(drawing, "X"), _word(drawing, "O")
        return position

    def _drawing(self, variant: str) -> str:
        if variant not in BOARDS:
            known = tuple(BOARDS)
            raise UserError("refused_reversi_board", variant=short(variant), known=known)
        return BOARDS[variant]

    def _empties_winner(self, variant: str, rules: Sequence[str]) -> bool:
        chosen = self.check_rules(rules)
        if len(chosen) == 2:
            raise UserError("refused_reversi_rules")
        return "empties-winner" in chosen or (not chosen and variant == "8x8")

    def board(self, position: ReversiPosition) -> Grid:
        return _grid(position.shape.squares)

    def cells(self, position: ReversiPosition) -> list[int]:
        black, white = position.discs(0), position.discs(1)
        return [
            (black >> square & 1) + 2 * (white >> square & 1)
            for square in squares_in(position.shape.squares)
        ]

    def tell(self, position: ReversiPosition, move: int) -> Iterator[Event]:
        board = self.board(position)
        cells = dict(zip(board.places, self.cells(position), strict=True))
        side = position.turn
        spot = board.places[board.cell(move)]
        flipped = _told_flips(cells, spot, side)
        yield Place(board.cell(move), side)
        for there in flipped:
            yield Flip(board.places.index(there), side)
        cells |= dict.fromkeys((spot, *flipped), side + 1)
        if not _can_move(cells, 1 - side) and _can_move(cells, side):
            yield Again(side, passed=True)

    def move_class(self, position: ReversiPosition, move: int) -> str:
        """Return where the disc goes and whether it turns few discs or many.

        A square counts as beside a corner while that corner is empty; afterwards it is an edge or
        an inner square like others.
        """
        shape = position.shape
        empty_corners = shape.corners & ~(position.own | position.opp)
        if shape.corners >> move & 1:
            where = "corner"
        elif empty_corners & _beside(move):
            where = "beside-corner"
        else:
            where = "edge" if shape.edges >> move & 1 else "inner"
        child = position.copy()
        child.play(move)
        turned = (position.opp & child.discs(position.turn)).bit_count()
        return f"{where}-{'many' if turned > MOST_FEW else 'few'}"

    def move_reasons(self, position: ReversiPosition, move: int) -> list[Message]:
        return reversi_reasons(self, position, move)

    def at_stake(self, position: ReversiPosition, move: int) -> list[int]:
        return corners_at_stake(self, position, move)

    def variant_of(self, position: ReversiPosition) -> str:
        return _variant_of(position.shape.squares)

    def catches_the_eye(self, position: ReversiPosition, move: int) -> bool:
        return bool(position.shape.corners >> move & 1)

    def reach(self, position: ReversiPosition, move: int) -> int:
        """Return how far off the farthest disc is that a move turns."""
        child = position.copy()
        child.play(move)
        turned = position.opp & child.discs(position.turn)
        return max(_apart(move, square) for square in squares_in(turned))

    def at_a_glance(self, position: ReversiPosition) -> int:
        """Return the discs ahead; a corner counts like several, as every beginner is told."""
        corners = position.shape.corners
        ours, theirs = position.own & corners, position.opp & corners
        discs: int = position.published()
        return discs + _CORNER * (ours.bit_count() - theirs.bit_count())

    def title(self, variant: str) -> Message:
        return Message(f"reversi_{variant}")

    def named_opening(self, position: ReversiPosition) -> Opening | None:
        if position.shape.size != _FULL_BOARD:
            return None
        return self._openings.get((position.own, position.opp))

    @functools.cached_property
    def _openings(self) -> Mapping[Words, Opening]:
        return openings_from(self.start(NAMED_BOARD), self.parse_move)

    def rule_words(self, rules: Sequence[str]) -> list[str]:
        return [*super().rule_words(rules), *(f"rules_{rule}" for rule in rules)]

    def points(self, position: ReversiPosition) -> tuple[int, int]:
        return position.discs(0).bit_count(), position.discs(1).bit_count()

    def why_over(self, position: ReversiPosition) -> Message:
        discs = self.points(position)
        if 0 in discs:
            return Message.of("end_no_discs", side=discs.index(0))
        empty = position.shape.size - sum(discs)
        if not empty:
            return Message.of("end_full_board")
        won = position.empties_winner and discs[0] != discs[1]
        return Message.of("end_no_moves_won" if won else "end_no_moves", count=empty)

    def most_handicap(self, variant: str) -> int:
        # Tournaments give corners on the full board only.
        return 4 if variant == "8x8" else 0

    def with_handicap(self, start: ReversiPosition, steps: int) -> ReversiPosition:
        """Return a start position in which black has so many corners already."""
        given = start.copy()
        for cell in self.board(start).corners[:steps]:
            given.own |= 1 << self.board(start).moves[cell]
        return given

    def with_evaluation(self, position: ReversiPosition, evaluation: str) -> ReversiPosition:
        name, _, factors = evaluation.partition(":")
        if name != MEASURES:
            return super().with_evaluation(position, evaluation)
        chosen = tuple(map(int, factors.split(","))) if factors else PUBLISHED
        if not self.square_weights(position):
            raise UserError("refused_reversi_measures", size=position.shape.size)
        return measured(position, chosen, judge=position.turn, subtracts=True)

    def weights_suit(self, position: ReversiPosition) -> bool:
        return bool(position.shape.size == _FULL_BOARD)

    def has_article_order(self, position: ReversiPosition) -> bool:
        here: int = position.shape.squares
        return here == _word(BOARDS["diamond"], "-XO")

    def drawing(self, position: ReversiPosition, say: Saying = english) -> str:
        return grid_drawing(self.board(position), self.cells(position), _MARKS)

    def tally(self, position: ReversiPosition, say: Saying = english) -> str:
        black, white = self.points(position)
        return say("reversi_tally", black=black, white=white)

    def square_weights(self, position: ReversiPosition) -> tuple[int, ...]:
        return WEIGHTS if position.shape.size == len(WEIGHTS) else ()

    def measured(
        self, position: ReversiPosition, side: int, factors: Sequence[int] = ()
    ) -> Measured:
        own, opponent, mobility, stable = measures(position, side)
        total = worth(position, side, factors or PUBLISHED)
        word = position.stable(side)
        cells = tuple(c for c, move in enumerate(self.board(position).moves) if word >> move & 1)
        return Measured(own, opponent, mobility, stable, total, cells)

    def text(self, move: int) -> str:
        return f"{COLUMNS[move % 8]}{_ROWS[move // 8]}"

    def article_text(self, position: ReversiPosition, move: int, side: int) -> str:
        return str(move) if self.has_article_order(position) else ""

    def parse_move(self, text: str, position: ReversiPosition | None = None) -> int:
        square = _SQUARES.get(text.strip())
        if square is None:
            raise UserError("refused_reversi_move", text=short(text))
        return square

    def position_text(self, position: ReversiPosition) -> str:
        marks = "".join(_MARKS[cell] for cell in self.cells(position))
        return f"{marks} {'XO'[position.turn]}"

    def parse_position(
        self, text: str, rules: Sequence[str] = (), variant: str | None = None
    ) -> ReversiPosition:
        """Read a position; when the side named has to pass, the other one is to move."""
        marks, _, mover = " ".join(text.split()).partition(" ")
        if mover not in ("X", "O"):
            raise UserError("refused_reversi_position")
        sizes = {shape_of(_word(BOARDS[name], "-XO")).size: name for name in reversed(BOARDS)}
        if variant is not None and len(marks) != self.start(variant).shape.size:
            size = self.start(variant).shape.size
            raise UserError("refused_reversi_size", variant=variant, size=size, there=len(marks))
        if len(marks) not in sizes:
            known = tuple(sorted(sizes))
            raise UserError("refused_reversi_sizes", known=known, there=len(marks))
        if not re.fullmatch(r"[-XO]*", marks):
            raise UserError("refused_reversi_marks")
        position = self.start(variant or sizes[len(marks)], rules)
        position.own = position.opp = 0
        for mark, square in zip(marks, squares_in(position.shape.squares), strict=True):
            position.own |= (mark == mover) << square
            position.opp |= (mark not in (mover, "-")) << square
        position.turn = "XO".index(mover)
        if not position.own | position.opp:
            raise UserError("refused_reversi_empty")
        position.settle()
        return position
