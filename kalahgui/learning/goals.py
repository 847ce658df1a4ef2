"""What a move of a lesson is to bring about: a closed list, told from events and by searching.

A goal tells whether a legal move reaches it. Of a move that does not, it says something true, and
what the other side answers, where that shows why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kalahgui.games.game import (
    Again,
    Capture,
    Flip,
    Game,
    Message,
    Pits,
    Position,
    Sow,
    children,
    fold,
)

Plies = tuple[int, ...]
Memory = dict[tuple[int, int, int, int], int]
_Holds = Callable[[Game, Position, int], bool]
_Missed = Callable[[Game, Position, int], Message]
_Refuted = Callable[[Game, Position, int], Plies]


def after(position: Position, move: int) -> Position:
    """Return the position after a legal move."""
    child = position.copy()
    child.play(move)
    return child


def goes_on(position: Position, child: Position) -> bool:
    """Tell whether the side that has moved is to move again."""
    return not child.over and child.turn == position.turn


def turns(position: Position) -> Iterator[tuple[Plies, Position]]:
    """Yield the turns of the side to move, shorter ones first, with the positions after them."""
    todo: deque[tuple[Plies, Position]] = deque([((), position)])
    while todo:
        plies, here = todo.popleft()
        for move, child, _ in children(here):
            if goes_on(here, child):
                todo.append(((*plies, move), child))
            else:
                yield (*plies, move), child


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
    found = [(margin(position, child, known), plies) for plies, child in turns(position)]
    most = max(value for value, _ in found)
    return next(plies for value, plies in found if value == most)


# -- what events tell


def _of(key: str, move: int, **values: object) -> Message:
    return Message.of(key, ply=move, **values)


def _has(kind: type, game: Game, position: Position, move: int) -> bool:
    return any(isinstance(event, kind) for event in game.tell(position, move))


def _again(game: Game, position: Position, move: int) -> bool:
    return any(isinstance(e, Again) and not e.passed for e in game.tell(position, move))


def _passes(game: Game, position: Position, move: int) -> bool:
    return any(isinstance(e, Again) and e.passed for e in game.tell(position, move))


def sown(game: Game, position: Position, move: int) -> list[int]:
    """Return the cells that a sowing lays stones into, in their order."""
    return [event.cell for event in game.tell(position, move) if isinstance(event, Sow)]


def _sides(game: Game, position: Position, move: int) -> list[int]:
    board: Pits = game.board(position)
    return [cell // (board.pits + 1) for cell in sown(game, position, move)]


def _store(game: Game, position: Position) -> int:
    board: Pits = game.board(position)
    return board.store(position.turn)


def robbed(game: Game, position: Position, move: int) -> dict[int, int]:
    """Return the other side's pits that a sowing captures, and how many stones lie in each."""
    board: Pits = game.board(position)
    events = list(game.tell(position, move))
    for at, event in enumerate(events):
        if isinstance(event, Capture):
            cells = fold(game.cells(position), events[:at])
            theirs = (cell for cell in event.cells if cell // (board.pits + 1) != position.turn)
            return {cell: cells[cell] for cell in theirs}
    return {}


def theft(game: Game, position: Position) -> tuple[Plies, int] | None:
    """Return how the side to move can first capture stones of the other, and how many."""
    todo: deque[tuple[Plies, Position]] = deque([((), position)])
    while todo:
        plies, here = todo.popleft()
        for move, child, _ in children(here):
            taken = robbed(game, here, move)
            if taken:
                return (*plies, move), sum(taken.values())
            if goes_on(here, child):
                todo.append(((*plies, move), child))
    return None


def _ends(game: Game, position: Position, move: int) -> Message:
    """Say where a sowing ends, and what comes of it."""
    last, side = sown(game, position, move)[-1], position.turn
    if last == _store(game, position):
        return _of("learn_ends_store", move)
    if _has(Capture, game, position, move):
        return _of("learn_ends_capture", move)
    if _sides(game, position, move)[-1] != side:
        return _of("learn_ends_other", move)
    events = game.tell(position, move)
    cells = fold(game.cells(position), (e for e in events if isinstance(e, Sow)))
    return _of("learn_ends_full" if cells[last] > 1 else "learn_ends_opposite", move)


def _reach(game: Game, position: Position, move: int) -> Message:
    """Say how far from the store a sowing ends that does not move again."""
    short = _store(game, position) - game.board(position).cell(position.turn, move)
    short -= len(sown(game, position, move))
    if not short:
        return _of("learn_ends_game", move)
    return _of("learn_short" if short > 0 else "learn_past", move, count=abs(short))


def _round(game: Game, position: Position, move: int) -> bool:
    sides = _sides(game, position, move)
    return 1 - position.turn in sides and sides[-1] == position.turn


def _nothing(game: Game, position: Position, move: int) -> bool:
    child = after(position, move)
    return child.over or (child.turn != position.turn and theft(game, child) is None)


def _taken(game: Game, position: Position, move: int) -> Message:
    found = theft(game, after(position, move))
    return _of("learn_lets_take", move, count=found[1] if found else 0)


def _theft(game: Game, position: Position, move: int) -> Plies:
    found = theft(game, after(position, move))
    return found[0] if found else ()


def _wins(game: Game, position: Position, move: int) -> bool:
    child = after(position, move)
    return child.over and margin(position, child) > 0


def _not_won(game: Game, position: Position, move: int) -> Message:
    over = after(position, move).over
    return _of("learn_ends_game" if over else "learn_goes_on", move)


def _loss(game: Game, position: Position, move: int) -> int:
    known: Memory = {}
    best, value = worth(position, known), margin(position, after(position, move), known)
    if game.has_points:
        return best - value
    return (best > 0) - (best < 0) - (value > 0) + (value < 0)


def _given(game: Game, position: Position, move: int) -> Message:
    if game.has_points:
        return _of("learn_loses_points", move, count=_loss(game, position, move))
    lost = margin(position, after(position, move)) < 0
    return _of("learn_then_lost" if lost else "learn_then_drawn", move)


def _answer(game: Game, position: Position, move: int) -> Plies:
    child = after(position, move)
    return () if child.over or child.turn == position.turn else best_turn(child)


def _winning(position: Position) -> list[int]:
    return [m for m, child, _ in children(position) if child.over and margin(position, child) > 0]


def _safe(game: Game, position: Position, move: int) -> bool:
    child = after(position, move)
    return child.over or not _winning(child)


def _line(game: Game, position: Position, move: int) -> Plies:
    return tuple(_winning(after(position, move))[:1])


def _fork(game: Game, position: Position, move: int) -> bool:
    reasons = {reason.key for reason in game.move_reasons(position, move)}
    return "move_reason_two_threats" in reasons and _safe(game, position, move)


def _no_fork(game: Game, position: Position, move: int) -> Message:
    if not _safe(game, position, move):
        return _of("learn_lets_win", move)
    reasons = {reason.key for reason in game.move_reasons(position, move)}
    return _of("learn_one_threat" if "move_reason_threat" in reasons else "learn_no_threat", move)


def _turned(game: Game, position: Position, move: int) -> list[int]:
    return [event.cell for event in game.tell(position, move) if isinstance(event, Flip)]


def lines(game: Game, position: Position, move: int) -> int:
    """Return in how many directions a disc turns others."""
    places = game.board(position).places
    x, y = places[game.board(position).cell(move)]
    found = (places[cell] for cell in _turned(game, position, move))
    return len({((a > x) - (a < x), (b > y) - (b < y)) for a, b in found})


def _most(game: Game, position: Position) -> int:
    return max(len(_turned(game, position, move)) for move in position.moves())


def _left(position: Position, move: int) -> int:
    """Return how many moves a move leaves the other side."""
    child = after(position, move)
    return 0 if child.over or child.turn == position.turn else len(child.moves())


def _corner(game: Game, position: Position, move: int) -> bool:
    board = game.board(position)
    return board.cell(move) in board.corners


def _corners_after(game: Game, position: Position, move: int) -> Plies:
    child = after(position, move)
    if child.over or child.turn == position.turn:
        return ()
    return tuple(reply for reply in child.moves() if _corner(game, child, reply))


def _on_edge(game: Game, position: Position, move: int) -> bool:
    """Tell whether a disc could be enclosed along one line at most."""
    places = {*game.board(position).places}
    x, y = game.board(position).places[game.board(position).cell(move)]
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return sum({(x + a, y + b), (x - a, y - b)} <= places for a, b in ways) <= 1


def _edge(game: Game, position: Position, move: int) -> bool:
    return _on_edge(game, position, move) and not _corners_after(game, position, move)


def _no_edge(game: Game, position: Position, move: int) -> Message:
    given = _corners_after(game, position, move)
    return _of("learn_gives_corner" if given else "learn_no_edge", move)


def _turns(game: Game, position: Position, move: int) -> Message:
    count = len(_turned(game, position, move))
    return _of("learn_turns", move, count=count, most=_most(game, position))


def _leaves(game: Game, position: Position, move: int) -> Message:
    return _of("learn_leaves", move, count=_left(position, move))


def _none(game: Game, position: Position, move: int) -> Plies:
    return ()


@dataclass(frozen=True)
class Goal:
    """Whether a move reaches it, what is true of one that does not, and what answers that one."""

    holds: _Holds
    missed: _Missed
    refuted: _Refuted = _none


GOALS: dict[str, Goal] = {
    "store": Goal(
        lambda game, position, move: _store(game, position) in sown(game, position, move), _reach
    ),
    "stay": Goal(
        lambda game, position, move: 1 - position.turn not in _sides(game, position, move),
        lambda game, position, move: _of(
            "learn_gives_stones",
            move,
            count=_sides(game, position, move).count(1 - position.turn),
        ),
    ),
    "round": Goal(_round, _ends),
    "again": Goal(_again, _reach),
    "capture": Goal(lambda *move: _has(Capture, *move), _ends),
    "nothing": Goal(_nothing, _taken, _theft),
    "win": Goal(_wins, _not_won),
    "value": Goal(lambda *move: _loss(*move) == 0, _given, _answer),
    "block": Goal(_safe, lambda game, position, move: _of("learn_lets_win", move), _line),
    "fork": Goal(_fork, _no_fork, _answer),
    "most": Goal(
        lambda game, position, move: len(_turned(game, position, move)) == _most(game, position),
        _turns,
    ),
    "lines": Goal(
        lambda *move: lines(*move) > 1, lambda game, position, move: _of("learn_one_line", move)
    ),
    "pass": Goal(_passes, _leaves),
    "corner": Goal(_corner, lambda game, position, move: _of("learn_no_corner", move)),
    "no_corner": Goal(
        lambda *move: not _corners_after(*move),
        lambda game, position, move: _of("learn_gives_corner", move),
        lambda *move: _corners_after(*move)[:1],
    ),
    "few": Goal(
        lambda game, position, move: (
            _left(position, move) == min(_left(position, each) for each in position.moves())
        ),
        _leaves,
    ),
    "edge": Goal(_edge, _no_edge, lambda *move: _corners_after(*move)[:1]),
}
