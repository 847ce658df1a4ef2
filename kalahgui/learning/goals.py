"""What a move of a lesson is to bring about: a closed list, told from events and by searching.

A goal tells whether a legal move reaches it. Of a move that does not, it says something true, and
what the other side answers, where that shows why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kalahgui.games.game import (
    Again,
    Capture,
    Event,
    Flip,
    Game,
    Grid,
    Message,
    Pits,
    Position,
    Sow,
    children,
    fold,
)

Plies = tuple[int, ...]
Memory = dict[tuple[int, int, int, int], int]


def after(position: Position, move: int) -> Position:
    """Return the position after a legal move."""
    child = position.copy()
    child.play(move)
    return child


def goes_on(position: Position, child: Position) -> bool:
    """Tell whether the side that has moved is to move again."""
    return not child.over and child.turn == position.turn


def _begun(position: Position) -> Iterator[tuple[Plies, Position, Position]]:
    """Yield beginnings of turns, shorter ones first, with what is before and after the last ply."""
    todo: deque[tuple[Plies, Position]] = deque([((), position)])
    while todo:
        plies, here = todo.popleft()
        for move, child, _ in children(here):
            yield (*plies, move), here, child
            if goes_on(here, child):
                todo.append(((*plies, move), child))


def worth(position: Position, known: Memory | None = None) -> int:
    """Return the margin for the side to move with best play; for positions near the end."""
    known = {} if known is None else known
    if position.over:
        return position.final()
    key = position.own, position.opp, position.lead, position.turn
    if key not in known:
        known[key] = max(sign * worth(child, known) for _, child, sign in children(position))
    return known[key]


def margin(position: Position, child: Position, known: Memory | None = None) -> int:
    """Return what a child is worth to the side that has moved there."""
    value = worth(child, known)
    return value if child.turn == position.turn else -value


def best_turn(position: Position) -> Plies:
    """Return a turn that is best for the side to move."""
    known: Memory = {}
    turns = ((turn, child) for turn, here, child in _begun(position) if not goes_on(here, child))
    return max(turns, key=lambda pair: margin(position, pair[1], known))[0]


@dataclass(frozen=True)
class Try:
    """A legal move, and what it brings about."""

    game: Game
    position: Position
    move: int

    def says(self, key: str, **values: object) -> Message:
        """Return a message about the move."""
        return Message.of(key, ply=self.move, **values)

    @cached_property
    def child(self) -> Position:
        """Return the position after the move."""
        return after(self.position, self.move)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Return what happens; ValueError where no move is named."""
        if self.move < 0:
            raise ValueError("no move")
        return tuple(self.game.tell(self.position, self.move))

    @cached_property
    def board(self) -> Any:
        """Return the geometry of the board."""
        return self.game.board(self.position)

    @property
    def cell(self) -> int:
        """Return the cell that the move is made on."""
        if isinstance(self.board, Pits):
            return self.board.cell(self.position.turn, self.move)
        return self.board.cell(self.move) if isinstance(self.board, Grid) else self.move

    @property
    def replies(self) -> list[int]:
        """Return the moves that the other side has then."""
        mine = self.child.over or self.child.turn == self.position.turn
        return [] if mine else self.child.moves()

    @property
    def reasons(self) -> set[str]:
        """Return what the game says for the move and against it."""
        return {reason.key for reason in self.game.move_reasons(self.position, self.move)}

    @property
    def sown(self) -> list[int]:
        """Return the cells that a sowing lays stones into, in their order."""
        return [event.cell for event in self.events if isinstance(event, Sow)]

    def _is_own(self, cell: int) -> bool:
        return bool(cell // (self.board.pits + 1) == self.position.turn)

    @property
    def given(self) -> int:
        """Return how many stones a sowing lays on the other side."""
        return sum(not self._is_own(cell) for cell in self.sown)

    @property
    def ends_at_home(self) -> bool:
        """Tell whether a sowing ends on the mover's own side."""
        return self._is_own(self.sown[-1])

    @property
    def store(self) -> int:
        """Return the mover's store."""
        return int(self.board.store(self.position.turn))

    @property
    def robbed(self) -> dict[int, int]:
        """Return the other side's pits that a sowing captures, and how many stones lie in each."""
        for at, event in enumerate(self.events):
            if isinstance(event, Capture):
                cells = fold(self.game.cells(self.position), self.events[:at])
                return {cell: cells[cell] for cell in event.cells if not self._is_own(cell)}
        return {}

    @cached_property
    def theft(self) -> tuple[Plies, int] | None:
        """Return how the side to move then can first capture stones of the other, and how many."""
        for plies, here, _ in _begun(self.child):
            robbed = Try(self.game, here, plies[-1]).robbed
            if robbed:
                return plies, sum(robbed.values())
        return None

    @property
    def turned(self) -> list[int]:
        """Return the cells of the discs that are turned."""
        return [event.cell for event in self.events if isinstance(event, Flip)]

    @property
    def corners_given(self) -> Plies:
        """Return the replies that take a corner."""
        replies = (Try(self.game, self.child, reply) for reply in self.replies)
        return tuple(tried.move for tried in replies if tried.cell in tried.board.corners)


def tries(game: Game, position: Position) -> list[Try]:
    """Return all legal moves."""
    return [Try(game, position, move) for move in position.moves()]


def _passes_over(tried: Try, passed: bool) -> bool:
    return any(isinstance(event, Again) and event.passed is passed for event in tried.events)


def _captures(tried: Try) -> bool:
    return any(isinstance(event, Capture) for event in tried.events)


def _ends(tried: Try) -> Message:
    """Say where a sowing ends, and what comes of it."""
    last = tried.sown[-1]
    if last == tried.store:
        return tried.says("learn_ends_store")
    if _captures(tried):
        return tried.says("learn_ends_capture")
    if not tried.ends_at_home:
        return tried.says("learn_ends_other")
    stones = tried.game.cells(tried.position)[last] + tried.sown.count(last)
    return tried.says("learn_ends_full" if stones > 1 else "learn_ends_opposite")


def _reach(tried: Try) -> Message:
    """Say how far from the store a sowing ends that does not move again."""
    short = tried.store - tried.cell - len(tried.sown)
    if not short:
        return tried.says("learn_ends_game")
    return tried.says("learn_short" if short > 0 else "learn_past", count=abs(short))


def _wins(tried: Try) -> bool:
    return tried.child.over and margin(tried.position, tried.child) > 0


def _loss(tried: Try) -> int:
    known: Memory = {}
    best, value = worth(tried.position, known), margin(tried.position, tried.child, known)
    if tried.game.has_points:
        return best - value
    return (best > 0) - (best < 0) - (value > 0) + (value < 0)


def _given(tried: Try) -> Message:
    if tried.game.has_points:
        return tried.says("learn_loses_points", count=_loss(tried))
    lost = margin(tried.position, tried.child) < 0
    return tried.says("learn_then_lost" if lost else "learn_then_drawn")


def _answer(tried: Try) -> Plies:
    return best_turn(tried.child) if tried.replies else ()


def _lost_to(tried: Try) -> Plies:
    """Return a move that wins at once then."""
    if tried.child.over:
        return ()
    return tuple(reply.move for reply in tries(tried.game, tried.child) if _wins(reply))[:1]


def _no_fork(tried: Try) -> Message:
    if _lost_to(tried):
        return tried.says("learn_lets_win")
    one = "move_reason_threat" in tried.reasons
    return tried.says("learn_one_threat" if one else "learn_no_threat")


def _lines(tried: Try) -> int:
    """Return in how many directions a disc turns others."""
    x, y = tried.board.places[tried.cell]
    places = (tried.board.places[cell] for cell in tried.turned)
    return len({((a > x) - (a < x), (b > y) - (b < y)) for a, b in places})


def _most(tried: Try) -> int:
    return max(len(alternative.turned) for alternative in tries(tried.game, tried.position))


def _on_edge(tried: Try) -> bool:
    """Tell whether a disc could be enclosed along one line at most."""
    places = {*tried.board.places}
    x, y = tried.board.places[tried.cell]
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return sum({(x + a, y + b), (x - a, y - b)} <= places for a, b in ways) <= 1


def _leaves(tried: Try) -> Message:
    return tried.says("learn_leaves", count=len(tried.replies))


@dataclass(frozen=True)
class Goal:
    """Whether a move reaches it, what is true of one that does not, and what answers that one."""

    holds: Callable[[Try], bool]
    missed: Callable[[Try], Message]
    refuted: Callable[[Try], Plies] = lambda tried: ()


GOALS: dict[str, Goal] = {
    "store": Goal(lambda tried: tried.store in tried.sown, _reach),
    "stay": Goal(
        lambda tried: not tried.given,
        lambda tried: tried.says("learn_gives_stones", count=tried.given),
    ),
    "round": Goal(
        lambda tried: tried.given > 0 and tried.ends_at_home,
        lambda tried: _ends(tried) if tried.given else tried.says("learn_stays"),
    ),
    "again": Goal(lambda tried: _passes_over(tried, False), _reach),
    "capture": Goal(_captures, _ends),
    "nothing": Goal(
        lambda tried: tried.child.over or (bool(tried.replies) and tried.theft is None),
        lambda tried: tried.says("learn_lets_take", count=tried.theft[1] if tried.theft else 0),
        lambda tried: tried.theft[0] if tried.theft else (),
    ),
    "win": Goal(
        _wins,
        lambda tried: tried.says("learn_ends_game" if tried.child.over else "learn_goes_on"),
    ),
    "value": Goal(lambda tried: _loss(tried) == 0, _given, _answer),
    "block": Goal(
        lambda tried: not _lost_to(tried), lambda tried: tried.says("learn_lets_win"), _lost_to
    ),
    "fork": Goal(
        lambda tried: "move_reason_two_threats" in tried.reasons and not _lost_to(tried),
        _no_fork,
        _answer,
    ),
    "most": Goal(
        lambda tried: len(tried.turned) == _most(tried),
        lambda tried: tried.says("learn_turns", count=len(tried.turned), most=_most(tried)),
    ),
    "lines": Goal(lambda tried: _lines(tried) > 1, lambda tried: tried.says("learn_one_line")),
    "pass": Goal(lambda tried: _passes_over(tried, True), _leaves),
    "corner": Goal(
        lambda tried: tried.cell in tried.board.corners,
        lambda tried: tried.says("learn_no_corner"),
    ),
    "no_corner": Goal(
        lambda tried: not tried.corners_given,
        lambda tried: tried.says("learn_gives_corner"),
        lambda tried: tried.corners_given[:1],
    ),
    "few": Goal(
        lambda tried: (
            len(tried.replies)
            == min(len(alternative.replies) for alternative in tries(tried.game, tried.position))
        ),
        _leaves,
    ),
    "edge": Goal(
        lambda tried: _on_edge(tried) and not tried.corners_given,
        lambda tried: tried.says("learn_gives_corner" if tried.corners_given else "learn_no_edge"),
        lambda tried: tried.corners_given[:1],
    ),
}
