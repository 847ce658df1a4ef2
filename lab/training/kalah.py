"""What is Kalah's own in learning: games against itself, their labels, and what they are made of.

A game begins with random moves, and some of the later ones are random as well, so that uneven
positions come up too. A few random moves lead away from every position of it to one that is
labelled: by a search as deep as the round says, and exactly where few stones are left.
"""

from __future__ import annotations

import functools
import random
from array import array
from collections.abc import Callable, Sequence
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
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.games.kalah.game import Kalah
from kalahgui.games.kalah.weights import EVALUATION
from lab.training.fit import Layout, Samples, Settings
from lab.training.learning import Round, Sample

if TYPE_CHECKING:
    from lab.training.fit import Floats, Integers

_LONGEST_OPENING = 9
_PLAYED_AHEAD = (2, 3)
_RANDOM_SHARES = (0.05, 0.12, 0.25, 0.5)
_MOST_AWAY = 2
# A small table stays in the processor's cache, and one for each game is made in no time.
_TABLE_BITS = 12
# The labels of so few stones are exact: the database of these is worked out in no time, too.
_EXACT_STONES = 12
_EXACT_BYTES = 3 << 20


class KalahLearning:
    """How the evaluation of a board of Kalah is learnt."""

    evaluation = EVALUATION
    games = 12_000
    rounds = (Round(6, 0.4), Round(8, 1.0))
    edition = 1
    settings = Settings(ridge=20.0, nearness=(1.0, 0.4, 0.15), steps=40)

    def __init__(self, board: str, rules: tuple[str, ...]) -> None:
        """Learn for a board; whether a majority ends a game makes no difference."""
        self.board = board
        self.start = Kalah().start(board, rules).to_the_end()
        self.rules = ("empty-capture",) if self.start.empty_capture else ("standard",)

    @property
    def layout(self) -> Layout:
        """Return the table that is fitted."""
        return Layout(PHASES, row_length(self.start.pits), free=1)

    # -- games

    def judge(self, weights: array[int]) -> Evaluation:
        """Return the evaluation that weights make."""
        return PairPatterns(self.start.pits, weights)

    def play(
        self, judge: Evaluation | None, turns: int, seed: str, stop: StopWord
    ) -> list[Sample] | None:
        """Play a game and return the positions that it gave, labelled; None when stopped.

        Without a judge the hand-set evaluation does. All that is random follows from the seed.
        """
        start = self.start.knowing(_endgame(self.start.pits, bool(self.start.empty_capture)))
        start.evaluation = judge
        return _play(start, turns, random.Random(seed), stop)

    # -- what is fitted

    def samples(self, found: Sequence[Sample]) -> Samples:
        """Return positions as what is fitted."""
        import numpy as np

        own, opp, labels = (np.array(column) for column in zip(*found, strict=True))
        active, phases = _active(self.start.pits, own, opp)
        return Samples(active, phases, labels.astype(float), np.ones(len(found)))

    def weights(self, table: Floats) -> array[int]:
        """Return a table as the whole numbers that the evaluation takes."""
        import numpy as np

        limits = np.iinfo(np.int16)
        rounded = np.clip(np.rint(UNITS_A_STONE * table), limits.min, limits.max)
        return array("h", rounded.astype(np.int16).tobytes())

    def completed(
        self,
        weights: array[int],
        found: Sequence[Sample],
        stop: StopWord,
        watch: Callable[[], None],
    ) -> array[int] | None:
        """Return the weights: nothing else goes into a file."""
        return weights


@functools.cache
def _endgame(pits: int, empty_capture: bool) -> Endgame:
    stones = min(_EXACT_STONES, most_stones_within(pits, _EXACT_BYTES))
    endgame = Endgame(pits, stones, empty_capture)
    for total in range(1, stones + 1):
        for fewer in range(1, total // 2 + 1):
            endgame.work_out(total, fewer, 0, endgame.rows(total, fewer))
        endgame.finish_layer()
    return endgame


def _play(
    start: KalahPosition, turns: int, chance: random.Random, stop: StopWord
) -> list[Sample] | None:
    search = Search(table_for(start, _TABLE_BITS), stop)
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
            here.play(here.moves()[0] if stop.raised else search.line[0])
        if stop.raised:
            return None
    return samples


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


def _active(pits: int, own: Integers, opp: Integers) -> tuple[Integers, Integers]:
    """Return the active entries and the phase of each position, given its two words."""
    import numpy as np

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
