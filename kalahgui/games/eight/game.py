"""Eight: its notation, and its moves told as events."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence

from kalahgui.core.eight import EightPosition
from kalahgui.games.game import Card, Event, Game, Message, Numbers, Say, children
from kalahgui.games.limit import TO_THE_END, glance
from kalahgui.games.user_error import Saying, UserError, english, short


@functools.cache
def reachable() -> set[tuple[int, int, int]]:
    """Return every sum, last number and side to move that comes about in some game."""
    reached = set()
    todo = [EightPosition()]
    while todo:
        position = todo.pop()
        reached.add((position.own, position.opp, position.turn))
        todo += [child for _, child, _ in children(position)]
    return reached


def _wins(position: EightPosition) -> bool:
    """Tell whether the side to move wins with best play; the whole tree is small."""
    if position.over:
        return bool(position.final() > 0)
    return not all(_wins(child) for _, child, _ in children(position))


_LEVELS = {"8": (glance(1, 0, 0.35, 1.0, 1), *TO_THE_END)}


class Eight(Game[EightPosition]):
    """Eight for the window and the command line."""

    key = "eight"
    variants = ("8",)
    variant = "8"
    # Who is second wins with best play.
    cards = (Card("eight", ("8",), "2 1 3", newcomer=1),)
    rules = ()
    move_classes = ("1", "2", "3")
    levels = _LEVELS
    easiest_first = ("8",)
    rule_parts = ("say", "not_twice", "win", "over")
    courses = ("eight",)

    def start(self, variant: str, rules: Sequence[str] = ()) -> EightPosition:
        if variant not in self.variants:
            raise UserError("refused_eight_board", variant=short(variant))
        self.check_rules(rules)
        return EightPosition()

    def board(self, position: EightPosition) -> Numbers:
        return Numbers(goal=8, highest=3)

    def cells(self, position: EightPosition) -> list[int]:
        return [position.own, position.opp]

    def tell(self, position: EightPosition, move: int) -> Iterator[Event]:
        yield Say(move)

    def move_class(self, position: EightPosition, move: int) -> str:
        return str(move)

    def move_reasons(self, position: EightPosition, move: int) -> list[Message]:
        goal = self.board(position).goal
        total = position.own + move
        if total == goal:
            return [Message.of("move_reason_makes_goal", goal=goal)]
        if total > goal:
            return [Message.of("move_reason_goes_over", goal=goal)]
        child = position.copy()
        child.play(move)
        if any(total + answer == goal for answer in child.moves()):
            return [Message.of("move_reason_lets_make_goal", goal=goal, total=total)]
        if not _wins(child):
            return [Message.of("move_reason_total_wins", total=total)]
        return []

    def catches_the_eye(self, position: EightPosition, move: int) -> bool:
        return position.own + move == self.board(position).goal

    def why_over(self, position: EightPosition) -> Message:
        total, goal = position.own, self.board(position).goal
        if total == goal:
            return Message.of("end_exactly", goal=goal)
        return Message.of("end_over", total=total, goal=goal)

    def drawing(self, position: EightPosition, say: Saying = english) -> str:
        total, last = self.cells(position)
        return say("eight_drawing" if last else "eight_drawing_none", total=total, last=last)

    def text(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str, position: EightPosition | None = None) -> int:
        if not re.fullmatch(r"[1-3]", text.strip()):
            raise UserError("refused_eight_move", text=short(text))
        return int(text)

    def position_text(self, position: EightPosition) -> str:
        return f"{position.own},{position.opp}" + (" N" if position.turn else "")

    def parse_position(
        self, text: str, rules: Sequence[str] = (), variant: str | None = None
    ) -> EightPosition:
        position = self.start(self.variant if variant is None else variant, rules)
        shape = re.fullmatch(r"([0-9]{1,2}) ?, ?([0-9])( N)?", " ".join(text.split()))
        if shape is None:
            raise UserError("refused_eight_position")
        total, last = int(shape[1]), int(shape[2])
        if not any((total, last, turn) in reachable() for turn in (0, 1)):
            raise UserError("refused_eight_sum", total=total, last=last)
        position.own, position.opp = total, last
        position.turn = 1 if shape[3] else 0
        return position
