"""Learning for Kalah: games against itself, their labels, and the entries of a position.

A game begins with random moves, and some of the later ones are random as well, so that uneven
positions come up too. A few random moves lead away from every position of it to one that is
labelled: by a search as deep as the round says, and exactly where few stones are left.
"""

from __future__ import annotations

import functools
import random
from array import array
from typing import TYPE_CHECKING

from kalahgui.core.endgame import Endgame, most_stones_within
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.pair_patterns import (
    FULLEST,
    PHASES,
    STONES_A_PHASE,
    UNITS_A_STONE,
    PairPatterns,
    row_length,
)
from kalahgui.core.position import Evaluation
from kalahgui.core.search import Search
from kalahgui.core.table import table_for
from kalahgui.games.kalah.game import EVALUATION, Kalah
from lab.training.learning import Learning, Round, Sample, Settings, WeightLayout

if TYPE_CHECKING:
    from lab.training.learning import Integers

_LONGEST_OPENING = 9
_PLAYED_AHEAD = (2, 3)
_RANDOM_SHARES = (0.05, 0.12, 0.25, 0.5)
_MOST_AWAY = 2
# A small table stays in the processor's cache, and one for each game is made in no time.
_TABLE_BITS = 12
# The labels of so few stones are exact: the database of these is worked out in no time, too.
_EXACT_STONES = 12
_EXACT_BYTES = 3 << 20


class KalahLearning(Learning):
    """How the evaluation of a board of Kalah is learnt."""

    game = Kalah.key
    evaluation = EVALUATION
    games = 12_000
    rounds = (Round(6, 0.4), Round(8, 1.0))
    edition = 1
    settings = Settings(ridge=20.0, nearness=(1.0, 0.4, 0.15), steps=40)
    units = UNITS_A_STONE

    def __init__(self, board: str, rules: tuple[str, ...]) -> None:
        """Learn for a board; whether a majority ends a game makes no difference."""
        start = Kalah().start(board, rules).to_the_end()
        self.board = board
        self.start = start.knowing(_endgame(start.pits, bool(start.empty_capture)))
        self.rules = ("empty-capture",) if start.empty_capture else ("standard",)
        self.layout = WeightLayout(PHASES, row_length(start.pits), free=1)

    def judge(self, weights: array[int]) -> Evaluation:
        return PairPatterns(self.start.pits, weights)

    def played(self, start: KalahPosition, turns: int, chance: random.Random) -> list[Sample]:
        search = Search(table_for(start, _TABLE_BITS))
        here = start.copy()
        for _ in range(chance.randrange(_LONGEST_OPENING + 1)):
            _play_at_random(here, chance)
        share = chance.choice(_RANDOM_SHARES)
        ahead = chance.choice(_PLAYED_AHEAD)
        samples = []
        while not here.over:
            aside = here.copy()
            for _ in range(chance.randrange(_MOST_AWAY + 1)):
                _play_at_random(aside, chance)
            if not aside.over:
                samples.append(_labelled(aside, turns, search))
            if chance.random() < share:
                _play_at_random(here, chance)
            else:
                search.value(here, ahead)
                here.play(search.line[0])
        return samples

    def active(self, own: Integers, opp: Integers) -> tuple[Integers, Integers]:
        import numpy as np

        pits = self.start.pits

        def cells_of(words: Integers) -> Integers:
            return words.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :pits]

        held = np.concatenate((cells_of(own), cells_of(opp)), axis=1).astype(np.int32)
        phases = np.minimum(held.sum(axis=1) // STONES_A_PHASE, PHASES - 1)
        capped = np.minimum(held, FULLEST)
        columns = [np.zeros(len(held), np.int32)]
        cells, numbers = 2 * pits, FULLEST + 1
        at = 1
        for i in range(cells - 1):
            width = (cells - 1 - i) * numbers
            for j in range(i + 1, cells):
                columns.append(at + width * capped[:, i] + numbers * (j - i - 1) + capped[:, j])
            at += width * numbers
        return np.stack(columns, axis=1), phases


@functools.cache
def _endgame(pits: int, empty_capture: bool) -> Endgame:
    stones = min(_EXACT_STONES, most_stones_within(pits, _EXACT_BYTES))
    endgame = Endgame(pits, stones, empty_capture)
    for total in range(1, stones + 1):
        for fewer in range(1, total // 2 + 1):
            endgame.work_out(total, fewer, 0, endgame.rows(total, fewer))
        endgame.finish_layer()
    return endgame


def _play_at_random(position: KalahPosition, chance: random.Random) -> None:
    if not position.over:
        position.play(chance.choice(position.moves()))


def _labelled(position: KalahPosition, turns: int, search: Search) -> Sample:
    position.lead = 0
    label = position.endgame.gain(position.own, position.opp)
    if label is None:
        # A shallower search first: its moves are what the deeper one tries first.
        guess = search.value(position, turns - turns // 2)
        label = None if guess is None else search.value_near(position, turns, guess)
    return Sample(position.own, position.opp, 0 if label is None else label)
