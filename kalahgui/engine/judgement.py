"""What every move of a position is worth, so many turns ahead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from kalahgui.core.search import Search
from kalahgui.engine.frame_yielding import YieldToFrames, no_frames
from kalahgui.engine.knowledge import Knowledge, MovesByHeart, with_known_end
from kalahgui.engine.turns import whole_turns
from kalahgui.games.game import Position

LONGEST_LINE = 24  # of what is expected, beyond what a search has looked at


class Judgement(NamedTuple):
    """What every move is worth to the side to move, so many turns ahead.

    Values are margins at the very end, as a solver gives them. The values of ``exact_moves`` are
    no estimates; ``lines`` are what is expected, each beginning with the move itself.
    """

    depth: int
    values: Mapping[int, int]
    exact_moves: Collection[int]
    lines: Mapping[int, Sequence[int]]

    @property
    def exact(self) -> bool:
        """Tell whether no value is an estimate."""
        return len(self.exact_moves) == len(self.values)

    @property
    def value(self) -> int:
        """Return what the best move is worth."""
        return max(self.values.values())

    @property
    def best(self) -> int:
        """Return the best move, the first of those that are equally good and best known."""
        return max(self.values, key=lambda move: (self.values[move], move in self.exact_moves))


def judge_once(
    position: Position,
    depth: int,
    search: Search,
    known: Judgement | None,
    by_heart: MovesByHeart,
    yield_to_frames: YieldToFrames = no_frames,
) -> Judgement | None:
    """Find every move's value so many turns ahead; None when it was stopped.

    What is known by heart, or known to be exact, is not searched. Where the position's own value is
    known by heart, no estimate exceeds it.
    """
    here = position.to_the_end()
    values: dict[int, int] = {}
    lines: dict[int, Sequence[int]] = {}
    exact_moves = set()
    for move in here.moves():
        if move in by_heart.moves:
            values[move], lines[move] = by_heart.moves[move]
            exact_moves.add(move)
            continue
        if known is not None and move in known.exact_moves:
            values[move], lines[move] = known.values[move], known.lines[move]
            exact_moves.add(move)
            continue
        yield_to_frames()
        child = here.copy()
        sign = 1 if child.play(move) else -1
        turns = depth if sign == 1 else depth - 1
        if known is None:
            found = search.value(child, turns)
        else:
            found = search.value_near(child, turns, sign * known.values[move])
        if found is None:
            return None
        values[move] = sign * found
        if by_heart.most is not None:
            values[move] = min(values[move], by_heart.most)
        lines[move] = [move, *_remembered_line(child, search)]
        if search.exact:
            exact_moves.add(move)
    return Judgement(depth, values, frozenset(exact_moves), lines)


def judge_turns_once(
    position: Position,
    depth: int,
    search: Search,
    known: Judgement | None,
    knowledge: Knowledge | None,
    yield_to_frames: YieldToFrames = no_frames,
) -> Judgement | None:
    """Find what every move is worth when a swap may answer the turn; None when stopped.

    Whoever plays a turn is left with the worse side after it. A move is worth its most even
    turn, and exact when all of its turns are.
    """
    values: dict[int, int] = {}
    lines: dict[int, Sequence[int]] = {}
    estimated = set()
    for turn, after in whole_turns(position.to_the_end()):
        move = turn[0]
        if known is not None and move in known.exact_moves:
            values[move], lines[move] = known.values[move], known.lines[move]
            continue
        yield_to_frames()
        recited = None if knowledge is None else knowledge.by_heart(after)
        found = search.value(after, depth - 1) if recited is None else recited.value
        if found is None:
            return None
        if recited is None and not search.exact:
            estimated.add(move)
        if move in values and values[move] >= -abs(found):
            continue
        values[move] = -abs(found)
        if recited is None or knowledge is None:
            lines[move] = [*turn, *_remembered_line(after, search)]
        else:
            lines[move] = [*turn, *knowledge.line_by_heart(after, LONGEST_LINE)]
    moves = sorted(values)
    exact_moves = frozenset(moves) - estimated
    return Judgement(depth, {move: values[move] for move in moves}, exact_moves, lines)


def _remembered_line(position: Position, search: Search) -> list[int]:
    """Return the line that a search has just found, as far on as its table knows it."""
    here = position.copy()
    line = []
    for move in search.line:
        line.append(move)
        here.play(move)
    while len(line) < LONGEST_LINE and not here.over:
        move = search.remembered(here)
        if move is None:
            break
        line.append(move)
        here.play(move)
    return with_known_end(position, line, LONGEST_LINE)
