"""Learning for Reversi: games against itself, their labels, and the entries of a position.

A game begins with random moves. Both sides then look a few turns ahead, until so few squares are
empty that the rest is read out. Every position after the opening is labelled by what it was judged
to be worth and by how the game ended, half by each. At last the errors of ProbCut are measured for
all depths.

Searches of the last round are deep. Half of its games open with moves that are likelier the better
they seem, which leads to positions as they come up in games; a search gives two moves; and the
value counts more than the end.
"""

from __future__ import annotations

import functools
import math
import random
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kalahgui.cli.arguments import BadArguments
from kalahgui.core.disc_patterns import (
    ALIKE,
    DISCS_A_PHASE,
    FIRST_DISCS,
    LENGTHS,
    MOST_MOVES,
    MOST_PROBCUT,
    PATTERNS,
    PHASES,
    ROW_LENGTH,
    TABLES,
    UNITS_A_DISC,
    DiscPatterns,
    probcut_depth,
)
from kalahgui.core.position import Evaluation
from kalahgui.core.reversi import ReversiPosition
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.games.reversi.game import EVALUATION, LEARNT_BOARD, Reversi
from lab.training.learning import Learning, Round, Sample, Settings, WeightLayout

if TYPE_CHECKING:
    from lab.training.learning import Floats, Integers

_OPENING_PLIES = (6, 20)
# With so few empty squares the rest of a game is read out.
_READ_OUT = 12
# Searches of so many turns are deep; games of them have other openings and are read out sooner.
_DEEP = 6
_DEEP_OPENING_PLIES = (6, 24)
_DEEP_READ_OUT = 14
# The value of a deep search counts for more than the end does; that of another for as much.
_PARTS = (3, 1)
# A move that seems so many discs worse is played e times less often.
_LIKELIER = 3.0
# A small table stays in the processor's cache, and one for each game is made in no time.
_TABLE_BITS = 14
# The errors of ProbCut are measured by searches so deep, of so many positions a phase.
DEEPEST = 9
POSITIONS_A_PHASE = 60
_MORE_LEFT = 3  # empty squares, at least so many more than turns
_LEAST_ERROR = 1.0  # disc
_PROBCUT_BITS = 16


class ReversiLearning(Learning):
    """How the evaluation of 8x8 Reversi is learnt."""

    game = Reversi.key
    evaluation = EVALUATION
    games = 60_000
    rounds = (Round(3, 0.5), Round(3, 0.6), Round(4, 1.0), Round(_DEEP, 1.5, further=True))
    edition = 2
    layout = WeightLayout(PHASES, ROW_LENGTH, free=1)
    settings = Settings(ridge=60.0, nearness=(1.0, 0.5), steps=25)
    units = UNITS_A_DISC
    labels_a_point = sum(_PARTS)

    def __init__(self, board: str, rules: tuple[str, ...]) -> None:
        """Learn for the full board; BadArguments for another one, where searching decides."""
        if board != LEARNT_BOARD:
            raise BadArguments(f"train learns reversi:{LEARNT_BOARD}, not reversi:{board}")
        self.board = board
        self.rules = ()  # empty squares at the end are too rare to matter
        self.start = Reversi().start(board)

    def judge(self, weights: array[int]) -> Evaluation:
        size = PHASES * ROW_LENGTH
        return DiscPatterns(weights[:size], weights[size:] or None)

    def played(self, start: ReversiPosition, turns: int, chance: random.Random) -> list[Sample]:
        search = Search(table_for(start, _TABLE_BITS))
        deep = turns >= _DEEP
        here = _opened(start, search, chance) if deep else start.copy()
        if not deep:
            for _ in range(chance.randint(*_OPENING_PLIES)):
                if not here.over:
                    here.play(chance.choice(here.moves()))
        read_out = _DEEP_READ_OUT if deep else _READ_OUT
        # Positions after the opening with the first player's value of each.
        seen: list[tuple[ReversiPosition, int]] = []
        line: list[int] = []
        value = 0
        while not here.over:
            sign = -1 if here.turn else 1
            if not line:
                left = here.most_turns()
                if deep:
                    # Its moves are what the deeper search tries first.
                    search.value(here, turns - 2)
                value = sign * search.value(here, left if left <= read_out else turns)
                line = search.line
                if left > read_out:
                    line = line[: 2 if deep else 1]
            seen.append((here.copy(), value))
            here.play(line.pop(0))
        end = -here.final() if here.turn else here.final()
        parts = _PARTS if deep else (2, 2)
        return [
            Sample(at.own, at.opp, (-1 if at.turn else 1) * (parts[0] * worth + parts[1] * end))
            for at, worth in seen
        ]

    def active(self, own: Integers, opp: Integers) -> tuple[Integers, Integers]:
        import numpy as np

        squares = np.arange(64, dtype=np.uint64)

        def bits(words: Integers) -> Integers:
            return (words[:, None] >> squares & np.uint64(1)).astype(np.int8)

        ours, theirs = bits(own), bits(opp)
        standing = (ours - theirs).astype(np.int32)
        discs = (ours + theirs).sum(axis=1, dtype=np.int32)
        phases = np.clip((discs - FIRST_DISCS) // DISCS_A_PHASE, 0, PHASES - 1)
        active = np.zeros((len(own), 3 + len(PATTERNS)), dtype=np.int32)
        active[:, 1] = 1 + np.minimum(_moves(own, opp), MOST_MOVES)
        active[:, 2] = 2 + MOST_MOVES + np.minimum(_moves(opp, own), MOST_MOVES)
        first = _first_alike()
        for number, (kind, places) in enumerate(PATTERNS):
            powers = 3 ** np.arange(len(places), dtype=np.int32)
            index = TABLES[kind] + 3 ** len(places) // 2 + standing[:, list(places)] @ powers
            active[:, 3 + number] = first[index]
        return active, phases

    def weights(self, table: Floats) -> array[int]:
        """Return a fitted table as whole numbers; entries that mean the same have one weight."""
        return super().weights(table[:, _first_alike()])

    def completed(
        self,
        weights: array[int],
        held_out: Sequence[Sample],
        stop: StopWord,
        watch: Callable[[], None],
    ) -> array[int] | None:
        """Return the weights, and behind them the errors of ProbCut; None when stopped."""
        judge = self.judge(weights)
        positions = []
        for sample in held_out:
            here = self.start.copy()
            here.own, here.opp = sample.own, sample.opp
            here.evaluation = judge
            positions.append(here)
        errors = measured_errors(positions, stop, watch)
        return None if errors is None else weights + errors


def _opened(start: ReversiPosition, search: Search, chance: random.Random) -> ReversiPosition:
    """Return the position after an opening of a deep game: by chance, or by what seems good."""
    here = start.copy()
    plies = chance.randint(*_DEEP_OPENING_PLIES)
    likelier = chance.random() < 0.5
    by_chance = chance.randint(2, 4) if likelier else plies
    for ply in range(plies):
        moves = here.moves()
        if not moves:
            break
        values = [0] * len(moves)
        if ply >= by_chance and len(moves) > 1:
            for number, move in enumerate(moves):
                after = here.copy()
                again = after.play(move)
                worth = -64 if after.over else search.value(after, 1)
                values[number] = worth if again or after.over else -worth
        best = max(values)
        here.play(chance.choices(moves, [math.exp((v - best) / _LIKELIER) for v in values])[0])
    return here


@functools.cache
def _first_alike() -> Integers:
    """Return, for every entry of a row, the first of those that mean the same."""
    import numpy as np

    first = np.arange(ROW_LENGTH, dtype=np.int64)
    for table, length, orders in zip(TABLES, LENGTHS, ALIKE, strict=True):
        entries = np.arange(3**length)
        digits = np.stack([entries // 3**index % 3 for index in range(length)])
        alike = [entries]
        for order in orders:
            # The digit at a place moves to the place that the order names.
            alike.append(sum(digits[index] * 3**to for index, to in enumerate(order)))
        first[table : table + 3**length] = table + np.minimum.reduce(alike)
    return first


def _moves(own: Integers, opp: Integers) -> Integers:
    """Return how many legal moves ``own`` has in each position."""
    import numpy as np

    inner = np.uint64(0x7E7E7E7E7E7E7E7E)
    ends = np.zeros_like(own)
    for step, between in ((1, opp & inner), (7, opp & inner), (8, opp), (9, opp & inner)):
        shift = np.uint64(step)
        up, down = between & own << shift, between & own >> shift
        for _ in range(5):
            up |= between & up << shift
            down |= between & down >> shift
        ends |= up << shift | down >> shift
    free = ends & ~(own | opp)
    return np.unpackbits(free.view(np.uint8).reshape(-1, 8), axis=1).sum(axis=1, dtype=np.int32)


# -- the errors of ProbCut


def measured_errors(
    positions: Sequence[ReversiPosition], stop: StopWord, watch: Callable[[], None]
) -> array[int] | None:
    """Return the standard error of every depth and phase; None when stopped.

    Positions are searched to every depth; from what the shallow searches were wrong by, a plane is
    fitted over the depths of both searches and the discs on the board.
    """
    import numpy as np

    rows, errors = [], []
    taken = dict.fromkeys(range(PHASES), 0)
    for here in positions:
        discs = (here.own | here.opp).bit_count()
        phase = min((discs - FIRST_DISCS) // DISCS_A_PHASE, PHASES - 1)
        if taken[phase] == POSITIONS_A_PHASE or here.most_turns() < DEEPEST + _MORE_LEFT:
            continue
        taken[phase] += 1
        search = Search(table_for(here, _PROBCUT_BITS), stop)
        values = {finding.depth: finding.value for finding in search.deepen(here, DEEPEST)}
        watch()
        if stop.raised:
            return None
        for depth, value in values.items():
            shallow = probcut_depth(depth)
            if shallow in values:
                rows.append(_features(depth, discs))
                errors.append(value - values[shallow])
    plane = fitted_plane(np.array(rows), np.array(errors, dtype=float))
    table = array("h")
    for depth in range(MOST_PROBCUT + 1):
        for phase in range(PHASES):
            discs = FIRST_DISCS + DISCS_A_PHASE * phase + DISCS_A_PHASE // 2
            error = max(_LEAST_ERROR, float(_features(depth, discs) @ plane))
            table.append(round(UNITS_A_DISC * error))
    return table


def _features(depth: int, discs: int) -> Floats:
    import numpy as np

    shallow = probcut_depth(depth)
    return np.array([1.0, depth - shallow, shallow, discs])


def fitted_plane(rows: Floats, errors: Floats) -> Floats:
    """Return the plane of standard errors that is nearest to what was measured."""
    import numpy as np

    # The mean size of what is normally distributed is the standard deviation times this.
    sizes = np.abs(errors) / np.sqrt(2 / np.pi)
    plane, *_ = np.linalg.lstsq(rows, sizes, rcond=None)
    return plane
