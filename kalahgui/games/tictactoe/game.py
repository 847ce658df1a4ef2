"""Tic-tac-toe: its notation, and its moves told as events."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kalahgui.core.tictactoe import TicTacToePosition
from kalahgui.games.game import (
    Card,
    Event,
    Game,
    Grid,
    Message,
    Place,
    grid_drawing,
    result_reasons,
)
from kalahgui.games.limit import TO_THE_END, glance
from kalahgui.games.user_error import Saying, UserError, english, short

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
)  # fmt: skip
_MARKS = ".ox"
_LINE_WORDS = tuple(sum(1 << square for square in line) for line in LINES)
# What a line is worth by the number of its marks, to the side that has just moved and to the other,
# which completes a line of two next.
_OURS = (0, 1, 3, 1000)
_THEIRS = (0, 1, 100, 0)


def _completing(marks: int, others: int) -> list[int]:
    """Return the empty squares that would complete a line of some marks; words of squares."""
    squares = []
    for line in LINES:
        left = [square for square in line if not marks >> square & 1]
        if len(left) == 1 and not others >> left[0] & 1:
            squares.append(left[0])
    return squares


# The limits of the levels, as they were measured.
_LEVELS = {
    "3x3": (
        glance(1, 0, 0.5, 0.5, 1),
        glance(2, 1, 1.0, 0.7, 2),
        glance(2, 1, 1.0, 1.0, 2),
        *TO_THE_END,
    ),
}


class TicTacToe(Game[TicTacToePosition]):
    """Tic-tac-toe for the window and the command line."""

    key = "tictactoe"
    variants = ("3x3",)
    variant = "3x3"
    cards = (Card("tictactoe", ("3x3",), "b2 c1 a3"),)
    rules = ()
    sides = ("noughts", "crosses")
    has_table = True
    values_children = True
    move_classes = ("centre", "corner", "side")
    levels = _LEVELS
    easiest_first = ("3x3",)
    rule_parts = ("mark", "line", "draw")
    courses = ("tictactoe",)

    def start(self, variant: str, rules: Sequence[str] = ()) -> TicTacToePosition:
        if variant not in self.variants:
            raise UserError("refused_tictactoe_board", variant=short(variant))
        self.check_rules(rules)
        return TicTacToePosition()

    def board(self, position: TicTacToePosition) -> Grid:
        return Grid(
            column_labels=tuple("abc"),
            row_labels=tuple("123"),
            places=tuple((square % 3, square // 3) for square in range(9)),
            moves=tuple(range(9)),
        )

    def cells(self, position: TicTacToePosition) -> list[int]:
        first, second = position.own, position.opp
        if position.turn:
            first, second = second, first
        return [(first >> square & 1) + 2 * (second >> square & 1) for square in range(9)]

    def tell(self, position: TicTacToePosition, move: int) -> Iterator[Event]:
        yield Place(move, position.turn)

    def move_class(self, position: TicTacToePosition, move: int) -> str:
        column, row = move % 3, move // 3
        return ("corner", "side", "centre")[(column == 1) + (row == 1)]

    def move_reasons(self, position: TicTacToePosition, move: int) -> list[Message]:
        child = position.copy()
        child.play(move)
        if child.over:
            return result_reasons(position, move)
        reasons = []
        if _completing(child.own, child.opp):
            reasons.append(Message.of("move_reason_lets_win"))
        threats = set(_completing(child.opp, child.own))
        if len(threats) > 1:
            reasons.append(Message.of("move_reason_two_threats"))
        if move in _completing(position.opp, position.own):
            reasons.append(Message.of("move_reason_blocks"))
        if len(threats) == 1:
            reasons.append(Message.of("move_reason_threat"))
        return reasons

    def at_stake(self, position: TicTacToePosition, move: int) -> list[int]:
        child = position.copy()
        child.play(move)
        return [] if child.over else [*_completing(child.opp, child.own)]

    def catches_the_eye(self, position: TicTacToePosition, move: int) -> bool:
        return move in _completing(position.own, position.opp)

    def child_value(self, child: TicTacToePosition) -> int:
        """Return the worth of the marks in each line; one that both sides have marked is lost."""
        value = 0
        for line in _LINE_WORDS:
            ours, theirs = (child.opp & line).bit_count(), (child.own & line).bit_count()
            if not theirs:
                value += _OURS[ours]
            elif not ours:
                value -= _THEIRS[theirs]
        return value

    def winning_cells(self, cells: Sequence[int]) -> tuple[int, ...]:
        for line in LINES:
            if cells[line[0]] and len({cells[cell] for cell in line}) == 1:
                return line
        return ()

    def why_over(self, position: TicTacToePosition) -> Message:
        if self.winning_cells(self.cells(position)):
            return Message.of("end_three_in_a_row")
        return Message.of("end_full_board")

    def drawing(self, position: TicTacToePosition, say: Saying = english) -> str:
        return grid_drawing(self.board(position), self.cells(position), _MARKS)

    def text(self, move: int) -> str:
        return f"{'abc'[move % 3]}{'123'[move // 3]}"

    def article_text(self, position: TicTacToePosition, move: int, side: int) -> str:
        return f"({move % 3}, {move // 3})"

    def parse_move(self, text: str, position: TicTacToePosition | None = None) -> int:
        if not re.fullmatch(r"[a-c][1-3]", text.strip()):
            raise UserError("refused_tictactoe_move", text=short(text))
        column, row = "abc".index(text.strip()[0]), "123".index(text.strip()[1])
        return 3 * row + column

    def position_text(self, position: TicTacToePosition) -> str:
        return "".join(_MARKS[cell] for cell in self.cells(position))

    def parse_position(
        self, text: str, rules: Sequence[str] = (), variant: str | None = None
    ) -> TicTacToePosition:
        marks = text.strip()
        position = self.start(self.variant if variant is None else variant, rules)
        if not re.fullmatch(r"[ox.]{9}", marks):
            raise UserError("refused_tictactoe_position")
        first, second = marks.count("o"), marks.count("x")
        if first - second not in (0, 1):
            raise UserError("refused_tictactoe_marks", first=first, second=second)
        words = [sum((mark == side) << i for i, mark in enumerate(marks)) for side in "ox"]
        position.turn = first - second
        position.own, position.opp = words if position.turn == 0 else reversed(words)
        # A line of the side to move was there before the other side made its mark.
        if any(all(position.own >> square & 1 for square in cells) for cells in LINES):
            raise UserError("refused_tictactoe_line")
        return position
