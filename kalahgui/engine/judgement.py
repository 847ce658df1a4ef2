"""The values of all moves of a position, so many turns ahead; whole turns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from kalahgui.core.search import MAX_DEPTH, Search
from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.engine.knowledge import Knowledge, MovesByHeart, with_known_end
from kalahgui.games.game import Position, children

_MOST_TURNS = 1000


def turn_of(position: Position, line: Sequence[int], turns: int = 1) -> list[int]:
    """Return the first turns of a line, or the part of them that the line has."""
    here = position.copy()
    moves = []
    for move in line:
        if not turns or here.over:
            break
        moves.append(move)
        turns -= not here.play(move)
    return moves


def whole_turns(position: Position) -> Iterator[tuple[list[int], Position]]:
    """Yield the whole turns of the side to move with the position after each, at most 1000."""
    count = 0
    todo: list[tuple[list[int], Position]] = [([], position)]
    while todo and count < _MOST_TURNS:
        turn, here = todo.pop()
        for move, child, sign in children(here):
            if sign > 0:
                todo.append(([*turn, move], child))
            else:
                count += 1
                yield [*turn, move], child


LONGEST_LINE = 24  # moves of an expected line, beyond the depth of the search


class Judgement(NamedTuple):
    """The value of every move for the side to move, so many turns ahead.

    Values are margins at the end of the game. Those of ``exact_moves`` are exact, others are
    estimates. ``lines`` are the expected lines, each beginning with the move itself. No move is
    worth more than ``most``; None when that is not known.
    """

    depth: int
    values: Mapping[int, int]
    exact_moves: Collection[int]
    lines: Mapping[int, Sequence[int]]
    most: int | None = None

    @property
    def exact(self) -> bool:
        """Return whether all values are exact."""
        return len(self.exact_moves) == len(self.values)

    @property
    def value_exact(self) -> bool:
        """Return whether the value of the best move is exact, and no other move is better."""
        return self.exact or any(self.values[move] == self.most for move in self.exact_moves)

    def is_best(self, move: int) -> bool:
        """Return whether a move is among the best: beside a proven one an estimate is not."""
        certain = move in self.exact_moves or not self.value_exact
        return certain and self.values[move] == self.value

    @property
    def progress(self) -> tuple[int, int, bool]:
        """Return what grows from a judgement to the next one of the same position."""
        return self.depth, len(self.exact_moves), self.value_exact

    def loss_exact(self, move: int) -> bool:
        """Return whether it is exact by how much a move is worse than the best one."""
        return self.value_exact and move in self.exact_moves

    def tells_enough(self, played: int | None) -> bool:
        """Return whether all values are exact, or how much a move loses that was played."""
        return self.exact or (played is not None and self.loss_exact(played))

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

    Moves known by heart and those known to be exact are not searched. Where the position's own
    value is known by heart, no estimate exceeds it and the best move has it. ``search`` is used
    for all moves.
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
            value = search.value(child, turns)
        else:
            value = search.value_near(child, turns, sign * known.values[move])
        if value is None:
            return None
        values[move] = sign * value
        if by_heart.most is not None:
            values[move] = min(values[move], by_heart.most)
        lines[move] = [move, *_remembered_line(child, search)]
        if search.exact:
            exact_moves.add(move)
    estimated = values.keys() - exact_moves
    if by_heart.most is not None and estimated and max(values.values()) < by_heart.most:
        values[max(sorted(estimated), key=values.__getitem__)] = by_heart.most
    return Judgement(depth, values, frozenset(exact_moves), lines, by_heart.most)


def read_out_once(
    position: Position,
    search: Search,
    known: Judgement,
    yield_to_frames: YieldToFrames = no_frames,
    played: int | None = None,
) -> Judgement | None:
    """Return a judgement with one more exact value, by a search to the end; None after a stop.

    The position's own value comes first: it is that of the best move, which may be exact already,
    and bounds all others; then that of a move ``played``. None, too, where a line is longer than a
    search can follow. Other moves keep their estimates.
    """
    yield_to_frames()
    if known.value_exact:
        return _with_next_move(position.to_the_end(), search, known, played)
    return _with_value(position.to_the_end(), search, known)


def _with_value(here: Position, search: Search, known: Judgement) -> Judgement | None:
    guess: int | None = known.value
    if here.evaluation is not None and here.evaluation.probcut:
        # What a selective search finds orders the moves of the exact one.
        guess = search.value_near(here, _to_the_end(here), known.value, True)
    own_value = None if guess is None else search.value_near(here, _to_the_end(here), guess)
    if own_value is None or not search.exact:
        return None
    values = {move: min(value, own_value) for move, value in known.values.items()}
    bounded = known._replace(values=values, most=own_value)
    return _with_exact(bounded, search.line[0], own_value, _remembered_line(here, search))


def _with_next_move(
    here: Position, search: Search, known: Judgement, played: int | None
) -> Judgement | None:
    move, after, sign = max(
        (candidate for candidate in children(here) if candidate[0] not in known.exact_moves),
        key=lambda candidate: (candidate[0] == played, known.values[candidate[0]]),
    )
    value = search.value_near(after, _to_the_end(after), sign * known.values[move])
    if value is None or not search.exact:
        return None
    return _with_exact(known, move, sign * value, [move, *_remembered_line(after, search)])


def _with_exact(known: Judgement, move: int, value: int, line: Sequence[int]) -> Judgement:
    return known._replace(
        values={**known.values, move: value},
        exact_moves=frozenset({*known.exact_moves, move}),
        lines={**known.lines, move: line},
    )


def _to_the_end(position: Position) -> int:
    """Return the depth of a search to the end of the game, or of the deepest that there is."""
    return min(position.most_turns(), MAX_DEPTH)


def judge_turns_once(
    position: Position,
    depth: int,
    search: Search,
    known: Judgement | None,
    knowledge: Knowledge | None,
    yield_to_frames: YieldToFrames = no_frames,
) -> Judgement | None:
    """Return the value of every move when a swap of sides may answer the turn; None after a stop.

    A player keeps the worse side after such a turn, so nothing is worth more than 0. The value of
    a move is that of its most even turn, and exact when all of its turns are.
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
        recited = None if knowledge is None else knowledge.value_by_heart(after)
        value = search.value(after, depth - 1) if recited is None else recited
        if value is None:
            return None
        if recited is None and not search.exact:
            estimated.add(move)
        if move in values and values[move] >= -abs(value):
            continue
        values[move] = -abs(value)
        if recited is None or knowledge is None:
            lines[move] = [*turn, *_remembered_line(after, search)]
        else:
            lines[move] = [*turn, *knowledge.line_by_heart(after, LONGEST_LINE)]
    moves = sorted(values)
    exact_moves = frozenset(moves) - estimated
    return Judgement(depth, {move: values[move] for move in moves}, exact_moves, lines, most=0)


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
