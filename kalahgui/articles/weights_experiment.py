"""The experiment in which the third article tuned the factors of its three measures.

Stage by stage one factor is varied, and each choice plays against the stage's base, which has 0
there; the best choice belongs to the base of the next stage. The opponent's squares are subtracted:
added, as the article prints it, they lose most games that its table says they win, so its program
must have subtracted them, too.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kalahgui.core.reversi_measures import measured
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.judgement import turn_of
from kalahgui.games import GAMES
from kalahgui.games.user_error import Message
from kalahgui.solving.result_store import ResultStore

Factors = tuple[int, int, int, int]

_TURNS = 4
_ONE_IN_TWENTY = 1 / 20
# What a result rests on: games played in another way are no part of the experiment.
RULES = f"8x8, {_TURNS} turns, {_ONE_IN_TWENTY} at random, opponent's squares subtracted"
# Every printed percentage is a multiple of 1/30; the article does not say how many games it played.
INFERRED_GAMES = 30
INFERRED = (
    Message.of("terminal_note_inferred_games", games=INFERRED_GAMES),
    Message("terminal_note_inferred_base"),
    Message("terminal_note_inferred_sign"),
)


@dataclass(frozen=True)
class ExperimentStage:
    """A factor that is tuned, the shares that the article prints in percent, and what it chose."""

    measure: str
    index: int
    percents: dict[int, float]
    chosen: int

    @property
    def choices(self) -> tuple[int, ...]:
        """Return the factors to choose from, rising; the first is the base's own."""
        return (0, *self.percents)

    def with_factor(self, base: Factors, factor: int) -> Factors:
        """Return the base with another factor at this stage's index."""
        factors = list(base)
        factors[self.index] = factor
        own, opponent, mobility, stable = factors
        return own, opponent, mobility, stable


FIRST_BASE: Factors = (10, 0, 0, 0)
STAGES = (
    ExperimentStage("opponent's squares", 1, {5: 66.67, 10: 66.67, 15: 70, 20: 63.33}, 15),
    ExperimentStage("mobility", 2, {5: 50, 10: 56.67, 15: 56.67, 20: 40}, 10),
    ExperimentStage("stable discs", 3, {10: 50, 20: 46.67, 30: 63.33, 40: 60, 50: 33.33}, 30),
)


def published_base(index: int) -> Factors:
    """Return the base of a stage as the article chose it."""
    base = FIRST_BASE
    for stage in STAGES[:index]:
        base = stage.with_factor(base, stage.chosen)
    return base


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


def trial_score(seed: int, trial: Trial, stop: StopWord | None = None) -> float | None:
    """Play a game; return the challenger's score, or None when it was stopped."""
    challenger, base, number = trial
    chance = random.Random(f"{seed} {challenger} {base} {number}")
    side = number % 2
    players = (challenger, base) if side == 0 else (base, challenger)
    stop = stop or StopWord()
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
    textbook = Textbook("alpha-beta", stop=stop)
    while not position.over and not stop.raised:
        if chance.random() < _ONE_IN_TWENTY:
            position.play(chance.choice(position.moves()))
            continue
        side = position.turn
        textbook.run(measured(position, players[side], judge=side, subtracts=True), _TURNS)
        for move in turn_of(position, textbook.line()):
            position.play(move)
    if not position.over:
        return 0
    return int(position.final()) * (-1 if position.turn else 1)


def trial_subject(seed: int) -> str:
    """Return under what the window and the command line keep the games of a seed."""
    return f"{RULES}, seed {seed}"


_BASE_PERCENT = 50.0  # of a player against itself
_FAR = 2  # standard errors


@dataclass
class Candidate:
    """A choice of a factor and its scores by the games' numbers.

    The base of a stage is its own candidate, plays no games and counts as 50 percent.
    """

    factor: int
    factors: Factors
    published: float | None
    is_base: bool
    scores: dict[int, float] = field(default_factory=dict)

    @property
    def percent(self) -> float | None:
        """Return the share of points in percent; None before the first game."""
        if self.is_base:
            return _BASE_PERCENT
        return 100 * sum(self.scores.values()) / len(self.scores) if self.scores else None

    @property
    def error(self) -> float | None:
        """Return the standard error of the share in percent; None where nothing was played."""
        if not self.scores:
            return None
        return 100 * standard_error(sum(self.scores.values()), len(self.scores))

    @property
    def published_error(self) -> float | None:
        """Return the published share's standard error in percent, with the games inferred."""
        if self.published is None:
            return None
        return 100 * standard_error(self.published / 100 * INFERRED_GAMES, INFERRED_GAMES)

    @property
    def disagrees(self) -> bool:
        """Tell whether our share is further from the published one than chance would have it."""
        if self.percent is None or self.error is None or self.published_error is None:
            return False
        distance = abs(self.percent - (self.published or 0.0))
        return distance > _FAR * math.hypot(self.error, self.published_error)


class StageRun:
    """A stage being played: its base and its candidates, so many games each."""

    def __init__(self, stage: ExperimentStage, base: Factors, games: int) -> None:
        self.stage = stage
        self.base = base
        self.games = games
        self.candidates = [
            Candidate(
                factor,
                stage.with_factor(base, factor),
                stage.percents.get(factor),
                factor == base[stage.index],
            )
            for factor in stage.choices
        ]

    @property
    def finished(self) -> bool:
        """Tell whether all games have been played."""
        return all(one.is_base or len(one.scores) == self.games for one in self.candidates)

    @property
    def best(self) -> Candidate:
        """Return the candidate with the largest share so far; of equal ones the smaller factor."""
        return max(self.candidates, key=lambda one: -1.0 if one.percent is None else one.percent)

    def waiting(self) -> Iterator[Trial]:
        """Yield the games that are not played when it is their turn; all candidates keep pace."""
        for number in range(self.games):
            for candidate in self.candidates:
                if not candidate.is_base and number not in candidate.scores:
                    yield Trial(candidate.factors, self.base, number)


class Tuning:
    """The experiment as far as it has come.

    ``stages`` are those that have begun; the best of a finished one is in the base of the next.
    Games that are kept already are not played again. Every game has its own chance, so
    neither the order of the games nor who plays them changes anything.
    """

    def __init__(self, games: int, seed: int, store: ResultStore) -> None:
        """Take the experiment up where it was left; ``store`` has the seed's subject."""
        self.games = games
        self.seed = seed
        self.stages: list[StageRun] = []
        self._store = store
        self._begin_stages()

    @property
    def stage(self) -> StageRun:
        """Return the stage that is played, or the last one."""
        return self.stages[-1]

    @property
    def finished(self) -> bool:
        """Tell whether all stages are finished."""
        return len(self.stages) == len(STAGES) and self.stage.finished

    @property
    def chosen(self) -> Factors:
        """Return the base with the best choice of the stages that have begun."""
        return self.stage.best.factors

    @property
    def played(self) -> int:
        """Return how many games have been played in the stages that have begun."""
        return sum(len(one.scores) for stage in self.stages for one in stage.candidates)

    @property
    def total(self) -> int:
        """Return how many games the whole experiment has."""
        return self.games * sum(len(stage.choices) - 1 for stage in STAGES)

    def take(self, trial: Trial, score: float) -> None:
        """Keep the score of a game of the stage that is played; OSError when it cannot be kept."""
        self._store.keep(repr(trial), score)
        for candidate in self.stage.candidates:
            if candidate.factors == trial.challenger:
                candidate.scores[trial.number] = score
        self._begin_stages()

    def _begin_stages(self) -> None:
        """Begin the first stage, or the next one after a finished one, as far as results go."""
        while not self.finished and (not self.stages or self.stage.finished):
            base = self.chosen if self.stages else FIRST_BASE
            begun = StageRun(STAGES[len(self.stages)], base, self.games)
            for candidate in begun.candidates:
                for number in range(self.games):
                    score = self._store.get(repr(Trial(candidate.factors, base, number)))
                    if score is not None:
                        candidate.scores[number] = score
            self.stages.append(begun)
