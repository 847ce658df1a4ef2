"""The orders in which a recorded search tries the moves of a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from kalahgui.core.position import Position as CorePosition
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import LIKELY, NEGA_ALPHA, Textbook
from kalahgui.games.game import Position
from kalahgui.games.user_error import UserError, short
from kalahgui.theatre.stopping import Measure, StopRule
from kalahgui.theatre.subject import PositionSubject, State, Subject

RISING, FALLING, BEST, WORST, ARTICLE = "rising", "falling", "best", "worst", "article"
ORDERS = (RISING, FALLING, BEST, WORST, LIKELY, ARTICLE)
# How many positions may be looked at to find the true values behind "best" and "worst": by the
# compiled search, and by the one in Python.
_MOST_NODES, _MOST_VISITS = 30_000_000, 500_000
_BEYOND = 1 << 30
_LONGEST = 40  # of an order that is said again whole


class TooMuch(UserError):
    """A search would have to look at more than it is allowed to."""


@dataclass(frozen=True)
class Order:
    """An order by name, and the root's moves in a ``listed`` order before that.

    Moves that a list leaves out come after those in it. Without a name all others are rising.
    """

    name: str = RISING
    listed: tuple[int, ...] = ()


def parse(text: str, subject: Subject[State]) -> Order:
    """Read an order; UserError says what is possible.

    >>> from kalahgui.theatre.subject import WrittenSubject
    >>> from kalahgui.theatre.game_tree import read_tree
    >>> parse("B,A", WrittenSubject(read_tree("R(A(3 5) B(2 9))"))).listed
    (1, 0)
    """
    *words, last = text.split(",")
    name = last if last in ORDERS else ""
    listed: list[int] = []
    for word in words if name else text.split(","):
        try:
            move = subject.parse_move(word.strip())
        except UserError as why:
            raise UserError(
                "refused_order", text=short(text, _LONGEST), why=why, known=ORDERS
            ) from None
        if move in listed:
            raise UserError(
                "refused_order_twice", text=short(text, _LONGEST), move=short(word.strip())
            )
        listed.append(move)
    return Order(name, tuple(listed))


def orders_of(subject: Subject[Any]) -> tuple[str, ...]:
    """Return the orders by name that make a difference for a subject."""
    left_out = set() if isinstance(subject, PositionSubject) else {LIKELY}
    if not subject.article_order():
        left_out.add(ARTICLE)
    return tuple(name for name in ORDERS if name not in left_out)


def text_of(order: Order, subject: Subject[State]) -> str:
    """Return the text that ``parse`` reads."""
    listed = [subject.text(subject.root, move) for move in order.listed]
    return ",".join([*listed, order.name] if order.name else listed)


def compiled_order(subject: Subject[State], order: Order) -> dict[str, Any] | None:
    """Return what tells the compiled textbook search the same order; None where nothing does.

    The true values behind "best" and "worst", and a list before another order, are known to the
    recorded searches alone.
    """
    if order.name and order.listed:
        return None
    match order.name:
        case "best" | "worst":
            return None
        case "falling":
            return {"order": range(63, -1, -1)}
        case "likely":
            return {"order": LIKELY}
        case "article":
            return {"order": tuple(subject.article_order())}
    return {"root_order": order.listed} if order.listed else {}


class Arranger(Generic[State]):
    """Puts the moves of each node of one search in order."""

    def __init__(
        self, subject: Subject[State], order: Order, rule: StopRule, stop: StopWord
    ) -> None:
        self.subject = subject
        self.order = order
        self._ranks = {move: index for index, move in enumerate(subject.article_order())}
        self._true_values = TrueValues(subject, rule, stop)

    def arrange(
        self, state: State, moves: Sequence[int], depth: int, measures: Sequence[Measure]
    ) -> tuple[int, ...]:
        """Return a node's moves, given in rising order with their measures, as they are tried."""
        ranked = self._by_name(state, moves, depth, measures)
        if self.order.listed and state is self.subject.root:
            places = {move: index for index, move in enumerate(self.order.listed)}
            return tuple(sorted(ranked, key=lambda move: places.get(move, len(places))))
        return ranked

    def _by_name(
        self, state: State, moves: Sequence[int], depth: int, measures: Sequence[Measure]
    ) -> tuple[int, ...]:
        match self.order.name:
            case "falling":
                return tuple(reversed(moves))
            case "likely":
                return _sorted(moves, [-self.subject.priority(state, move) for move in moves])
            case "article":
                last = len(self._ranks)
                return _sorted(moves, [self._ranks.get(move, last) for move in moves])
            case "best" | "worst" as name:
                values = self._true_values.after(state, moves, depth, measures)
                return _sorted(moves, [-v for v in values] if name == "best" else values)
        return tuple(moves)


def _sorted(moves: Sequence[int], keys: Sequence[int]) -> tuple[int, ...]:
    """Return moves by their keys, those with the same in rising order."""
    return tuple(move for _, move in sorted(zip(keys, moves, strict=True)))


class TrueValues(Generic[State]):
    """The values of minimax, however they are found."""

    def __init__(self, subject: Subject[State], rule: StopRule, stop: StopWord) -> None:
        self._subject = subject
        self._rule = rule
        self._stop = stop
        self._nodes = self._visits = 0
        self._known: dict[tuple[Position, int], int] = {}

    def after(
        self, state: State, moves: Sequence[int], depth: int, measures: Sequence[Measure]
    ) -> list[int]:
        """Return what each move is worth for the side to move, ``depth`` turns being left."""
        values = []
        for move, measure in zip(moves, measures, strict=True):
            child, again = self._subject.play(state, move)
            value = self._value(child, depth if again else depth - 1, measure)
            values.append(value if again else -value)
        return values

    def _value(self, state: State, depth: int, measure: Measure) -> int:
        if isinstance(state, CorePosition) and not self._rule.by_path:
            return self._compiled(state, depth)
        return self._searched(state, depth, measure, -_BEYOND, _BEYOND)

    def _compiled(self, position: Position, depth: int) -> int:
        if depth == 0 or position.over:
            return position.published()
        key = position, depth
        if key not in self._known:
            textbook = Textbook(NEGA_ALPHA, LIKELY, self._stop)
            # Step by step, so that one that would take too long is never begun.
            for turns in range(1, depth + 1):
                self._known[key] = textbook.run(position, turns)
                if self._nodes + textbook.nodes > _MOST_NODES:
                    raise TooMuch("refused_true_values")
                if textbook.stop.raised or textbook.read_out:
                    break
            self._nodes += textbook.nodes
        return self._known[key]

    def _searched(self, state: State, depth: int, measure: Measure, alpha: int, beta: int) -> int:
        self._visits += 1
        if self._visits > _MOST_VISITS or self._stop.raised:
            raise TooMuch("refused_true_values")
        moves = self._subject.moves(state)
        if depth == 0 or not moves or self._rule.ends(measure):
            return self._subject.worth(state)
        measures = self._rule.after(self._subject, state, moves, measure)
        best = -_BEYOND
        for move, below in zip(moves, measures, strict=True):
            child, again = self._subject.play(state, move)
            low = max(alpha, best)
            if again:
                value = self._searched(child, depth, below, low, beta)
            else:
                value = -self._searched(child, depth - 1, below, -beta, -low)
            best = max(best, value)
            if best >= beta:
                break
        return best
