"""A player's rating by Glicko-2, from tries at puzzles.

Mark E. Glickman, "Example of the Glicko-2 system", 2012-2022. A try is a rating period of its own,
in which the puzzle is the opponent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

LOWEST_DEVIATION, HIGHEST_DEVIATION = 45.0, 350.0
# Puzzles are rated by how computer players do: that says less than games would.
PUZZLE_DEVIATION = 250.0
# Where somebody new begins. The middle ratings of the easiest quarter of each board's list, of its
# middle half and of its hardest quarter are 1130, 1400 and 1810 in the mean; a first puzzle that is
# too easy is less of a harm than one that is too hard.
STAGES = {"beginner": 1000.0, "player": 1400.0, "strong": 1700.0}
BEGINNER, PLAYER, STRONG = STAGES
# The first results say little, and a fall by hundreds would say that they say much. A rating whose
# deviation is below 110 falls by less on its own.
MOST_LOST = 60.0

_TAU = 0.75
_SCALE = 173.7178
_MIDDLE = 1500.0
_EXACT = 1e-6


@dataclass(frozen=True)
class Rating:
    """A rating with its deviation and its volatility; by default that of somebody new."""

    rating: float = STAGES[BEGINNER]
    deviation: float = HIGHEST_DEVIATION
    volatility: float = 0.06


class Result(NamedTuple):
    """A game against an opponent, with a score from 0 to 1."""

    rating: float
    deviation: float
    score: float


def stage_of(rating: float) -> str:
    """Return the stage whose beginning is nearest to a rating.

    >>> stage_of(1199), stage_of(1300), stage_of(2000)
    ('beginner', 'player', 'strong')
    """
    return min(STAGES, key=lambda stage: abs(STAGES[stage] - rating))


def after_try(player: Rating, puzzle: int, solved: bool, share: float = 1.0) -> Rating:
    """Return a player's rating after the first try at a puzzle of a rating.

    So large a ``share`` of the change counts, and no try takes more than MOST_LOST points.
    """
    after = rated(player, [Result(puzzle, PUZZLE_DEVIATION, float(solved))])
    return Rating(
        player.rating + share * max(after.rating - player.rating, -MOST_LOST),
        player.deviation + share * (after.deviation - player.deviation),
        player.volatility + share * (after.volatility - player.volatility),
    )


def rated(player: Rating, results: Sequence[Result], tau: float = _TAU) -> Rating:
    """Return a player's rating after the games of a rating period.

    >>> games = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    >>> after = rated(Rating(1500, 200, 0.06), games, tau=0.5)
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    mu, phi = (player.rating - _MIDDLE) / _SCALE, player.deviation / _SCALE
    certainty = gained = 0.0
    for rating, deviation, score in results:
        weight = 1 / math.sqrt(1 + 3 * (deviation / _SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(weight * ((rating - _MIDDLE) / _SCALE - mu)))
        certainty += weight**2 * expected * (1 - expected)
        gained += weight * (score - expected)
    volatility = player.volatility
    if certainty:
        volatility = _volatility(volatility, phi, 1 / certainty, gained / certainty, tau)
    phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + certainty)
    deviation = min(max(_SCALE * phi, LOWEST_DEVIATION), HIGHEST_DEVIATION)
    return Rating(_MIDDLE + _SCALE * (mu + phi**2 * gained), deviation, volatility)


def _volatility(before: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the volatility after a period, by the Illinois algorithm."""
    start = math.log(before**2)

    def excess(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        change = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        return change - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = start - tau
        while excess(high) < 0:
            high -= tau
    at_low, at_high = excess(low), excess(high)
    while abs(high - low) > _EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = excess(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
