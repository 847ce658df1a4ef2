"""What is Kalah's own in learning: games against itself, their labels, and what they are made of.

A game begins with random moves, and some of the later ones are random as well, so that uneven
positions come up too. A few random moves lead away from every position of it to one that is
labelled: by a search as deep as the round says, and exactly where few stones are left.
"""

from __future__ import annotations

import random
from array import array
from typing import TYPE_CHECKING, NamedTuple

from kalahgui.core.kalah import KalahPosition
from kalahgui.core.pair_patterns import (
    FULLEST,
    PHASES,
    STONES_A_PHASE,
    UNITS_A_STONE,
    PairPatterns,
    row_length,
)
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table
from kalahgui.training.fit import Layout, Settings

if TYPE_CHECKING:
    from kalahgui.training.fit import Floats, Integers

_LONGEST_OPENING = 9
_PLAYED_AHEAD = (2, 3)
_RANDOM_SHARES = (0.05, 0.12, 0.25, 0.5)
_MOST_AWAY = 2
# With fewer stones in the pits a label is exact.
_EXACT_BELOW = 11
_EXACT_DEPTH = 200
# Small tables stay in the processor's cache, and a new one for each game is made in no time.
_TABLE_BITS = 12

SETTINGS = Settings(ridge=3.0, nearness=(1.0, 0.3, 0.1), steps=40)


class Round(NamedTuple):
    """A round of games: how many turns ahead it labels, and its share of all games."""

    turns: int
    share: float


# The first round judges by hand-set terms, the others by what was learnt in the one before.
ROUNDS = (Round(4, 0.3), Round(6, 0.7))


class Sample(NamedTuple):
    """A position, seen by the side to move, and how far ahead that side will be in what is left."""

    own: int
    opp: int
    label: int


def layout(start: KalahPosition) -> Layout:
    """Return the table that is learnt for a board."""
    return Layout(PHASES, row_length(start.pits), free=1)


def evaluation(start: KalahPosition, weights: array[int]) -> PairPatterns:
    """Return the evaluation that learnt weights make."""
    return PairPatterns(start.pits, weights)


def play_game(start: KalahPosition, turns: int, seed: str, stop: StopWord) -> list[Sample] | None:
    """Play a game from a start and return the positions that it gave; None when stopped.

    All that is random follows from the seed. The start's evaluation judges.
    """
    chance = random.Random(seed)
    search = Search(Table(_TABLE_BITS), stop)
    here = start.to_the_end()
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
        if stop.raised:
            return None
    return samples


def _play_at_random(position: KalahPosition, chance: random.Random) -> None:
    if not position.over:
        position.play(chance.choice(position.moves()))


def _labelled(position: KalahPosition, turns: int, search: Search) -> Sample:
    position.lead = 0
    # A shallower search first: its moves are what the deeper one tries first.
    value = search.value(position, turns // 2)
    if _stones(position) < _EXACT_BELOW:
        turns = _EXACT_DEPTH
    value = search.value_near(position, turns, value)
    return Sample(position.own, position.opp, value)


def _stones(position: KalahPosition) -> int:
    return sum(position.own.to_bytes(8, "little")) + sum(position.opp.to_bytes(8, "little"))


def active_entries(start: KalahPosition, own: Integers, opp: Integers) -> tuple[Integers, Integers]:
    """Return the active entries and the phase of each position, given its two words."""
    import numpy as np

    def cells(words: Integers) -> Integers:
        return words.astype("<u8").view(np.uint8).reshape(-1, 8)[:, : start.pits]

    held = np.concatenate((cells(own), cells(opp)), axis=1).astype(np.int32)
    phases = np.minimum(held.sum(axis=1) // STONES_A_PHASE, PHASES - 1)
    capped = np.minimum(held, FULLEST)
    columns = [np.zeros(len(held), np.int32)]
    cells, numbers = 2 * start.pits, FULLEST + 1
    at = 1
    for i in range(cells - 1):
        width = (cells - 1 - i) * numbers
        for j in range(i + 1, cells):
            columns.append(at + width * capped[:, i] + numbers * (j - i - 1) + capped[:, j])
        at += width * numbers
    return np.stack(columns, axis=1), phases


def whole_weights(table: Floats) -> array[int]:
    """Return a table as the 16-bit weights of the evaluation."""
    import numpy as np

    limits = np.iinfo(np.int16)
    rounded = np.clip(np.rint(UNITS_A_STONE * table), limits.min, limits.max)
    return array("h", rounded.astype(np.int16).tobytes())
