"""The experiment in which the third article tuned the factors of its three measures.

Stage by stage one factor is varied, and each choice plays against the stage's base, which has 0
there; the best choice belongs to the base of the next stage. The opponent's squares are subtracted:
added, as the article prints it, they lose most games that its table says they win, so its program
must have subtracted them, too.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import NamedTuple

from kalahgui.core.reversi_measures import measured
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.turns import turn_of
from kalahgui.games import GAMES

Factors = tuple[int, int, int, int]

_TURNS = 4
_ONE_IN_TWENTY = 1 / 20
# What a result rests on: games played in another way are no part of the experiment.
RULES = f"8x8, {_TURNS} turns, {_ONE_IN_TWENTY} at random, opponent's squares subtracted"
# Every printed percentage is a multiple of 1/30; the article does not say how many games it played.
INFERRED_GAMES = 30
INFERRED = (
    f"The article does not say how many games it played: {INFERRED_GAMES} is inferred, as all of "
    "its percentages are multiples of 1/30.",
    "Its third table names a base with mobility 15, while all of its rows have 10: which of the "
    "two its base had is unknown.",
    "It prints the opponent's squares added; that its program subtracted them, as ours does, is "
    "inferred.",
)


@dataclass(frozen=True)
class ExperimentStage:
    """A factor that is tuned, the shares that the article prints in percent, and what it chose."""

    measure: str
    place: int
    percents: dict[int, float]
    chosen: int

    @property
    def choices(self) -> tuple[int, ...]:
        """Return the factors to choose from, rising; the first is the base's own."""
        return (0, *self.percents)

    def with_factor(self, base: Factors, factor: int) -> Factors:
        """Return the base with another factor in this stage's place."""
        factors = list(base)
        factors[self.place] = factor
        own, opponent, mobility, stable = factors
        return own, opponent, mobility, stable


FIRST_BASE: Factors = (10, 0, 0, 0)
STAGES = (
    ExperimentStage("opponent's squares", 1, {5: 66.67, 10: 66.67, 15: 70, 20: 63.33}, 15),
    ExperimentStage("mobility", 2, {5: 50, 10: 56.67, 15: 56.67, 20: 40}, 10),
    ExperimentStage("stable discs", 3, {10: 50, 20: 46.67, 30: 63.33, 40: 60, 50: 33.33}, 30),
)


class Trial(NamedTuple):
    """One game of the experiment; games of even numbers are begun by the challenger."""

    challenger: Factors
    base: Factors
    number: int


def standard_error(points: float, games: int) -> float:
    """Return the standard error of a share of points, after Agresti and Coull.

    Two wins and two losses more keep a few games that all end alike from looking certain.
    """
    likely = (points + 2) / (games + 4)
    return math.sqrt(likely * (1 - likely) / (games + 4))


def scores(
    challenger: Factors, base: Factors, games: int, seed: int, stop: StopWord
) -> list[float]:
    """Return the challenger's score of each game: 1, 0, or a half for a draw."""
    found = []
    for number in range(games):
        score = trial_score(seed, Trial(challenger, base, number), stop)
        if score is None:
            break
        found.append(score)
    return found


def trial_score(seed: int, trial: Trial, stop: StopWord) -> float | None:
    """Play a game; return the challenger's score, or None when it was stopped."""
    challenger, base, number = trial
    chance = random.Random(f"{seed} {challenger} {base} {number}")
    side = number % 2
    players = (challenger, base) if side == 0 else (base, challenger)
    margin = play_game(players, chance, stop)
    if stop.raised:
        return None
    lead = margin if side == 0 else -margin
    return 0.5 + 0.5 * ((lead > 0) - (lead < 0))


def play_game(players: tuple[Factors, Factors], chance: random.Random, stop: StopWord) -> int:
    """Play a game of 8x8 Reversi, one move in twenty at random; return the first side's margin.

    Alpha-beta finds the moves of the article's minimax.
    """
    position = GAMES["reversi"].start("8x8")
    book = Textbook("alpha-beta", stop=stop)
    while not position.over and not stop.raised:
        if chance.random() < _ONE_IN_TWENTY:
            position.play(chance.choice(position.moves()))
            continue
        side = position.turn
        book.run(measured(position, players[side], judge=side, subtracts=True), _TURNS)
        for move in turn_of(position, book.line()):
            position.play(move)
    if not position.over:
        return 0
    return int(position.final()) * (-1 if position.turn else 1)
