"""The values of all moves of a position, so many turns ahead; whole turns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from kalahgui.core.search import Search
from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.engine.knowledge import Knowledge, MovesByHeart, with_known_end
from kalahgui.games.game import Position, children

_MOST_TURNS = 1000


def turn_of(position: Position, line: Sequence[int], turns: int = 1) -> list[int]:
    """Return the first turns of a line, or the part of them that the line has."""
    here = position.copy()
    found = []
    for move in line:
        if not turns or here.over:
            break
        found.append(move)
        turns -= not here.play(move)
    return found


def whole_turns(position: Position) -> Iterator[tuple[list[int], Position]]:
    """Yield the whole turns of the side to move with the position after each, at most 1000."""
    found = 0
    todo: list[tuple[list[int], Position]] = [([], position)]
    while todo and found < _MOST_TURNS:
        turn, here = todo.pop()
        for move, child, sign in children(here):
            if sign > 0:
                todo.append(([*turn, move], child))
            else:
                found += 1
                yield [*turn, move], child


LONGEST_LINE = 24  # moves of an expected line, beyond the depth of the search


class Judgement(NamedTuple):
    """The value of every move for the side to move, so many turns ahead.

    Values are margins at the end of the game. Those of ``exact_moves`` are exact, others are
    estimates. ``lines`` are the expected lines, each beginning with the move itself.
    """

    depth: int
    values: Mapping[int, int]
    exact_moves: Collection[int]
    lines: Mapping[int, Sequence[int]]

    @property
    def exact(self) -> bool:
        """Return whether all values are exact."""
        return len(self.exact_moves) == len(self.values)

    @property
    def value(self) -> int:
        """Return the value of the best move."""
        return max(self.values.values())

    @property
    def best(self) -> int:
        """Return the best move: of equal ones an exact one, and of these the first."""
        return max(self.values, key=lambda move: (self.values[move], move in self.exact_moves))


def judge_once(
    position: Position,
    depth: int,
    search: Search,
    known: Judgement | None,
    by_heart: MovesByHeart,
    yield_to_frames: YieldToFrames = no_frames,
) -> Judgement | None:
    """Return the value of every move, ``depth`` turns ahead; None after a stop.

    Moves known by heart and those known to be exact are not searched. No estimate exceeds the
    position's own value, where that is known by heart. ``search`` is used for all moves.
    """
    here = position.to_the_end()
    values: dict[int, int] = {}
    lines: dict[int, Sequence[int]] = {}
    exact_moves = set()
    for move, child, sign in children(here):
        if move in by_heart.moves:
            values[move], lines[move] = by_heart.moves[move]
            exact_moves.add(move)
            continue
        if known is not None and move in known.exact_moves:
            values[move], lines[move] = known.values[move], known.lines[move]
            exact_moves.add(move)
            continue
        yield_to_frames()
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
    """Return the value of every move when a swap of sides may answer the turn; None after a stop.

    A player keeps the worse side after such a turn. The value of a move is that of its most even
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
    """Return the line that a search has just found, continued as far as its table knows."""
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
