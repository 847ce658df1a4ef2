"""The experiment in which the third article tuned the factors of its three measures.

Stage by stage one factor is varied, and each choice plays against the stage's base, which has 0
there; the best choice belongs to the base of the next stage. The opponent's squares are subtracted:
added, as the article prints it, they lose most games that its table says they win, so its program
must have subtracted them, too.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.core.reversi_measures import measured
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.judgement import turn_of
from kalahgui.engine.thinker import Thinker
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


def published_base(place: int) -> Factors:
    """Return the base of a stage as the article chose it."""
    base = FIRST_BASE
    for stage in STAGES[:place]:
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


@dataclass(frozen=True)
class TrialPlayed:
    """A game of the experiment with the three measures, and the challenger's score."""

    trial: Trial
    score: float


@dataclass(frozen=True)
class PlayTrials:
    """Play games of the experiment with the three measures, in their order."""

    seed: int
    trials: tuple[Trial, ...]
    position: None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[TrialPlayed | None]:
        """Yield game after game; None for one that a pause cut short, which is played again."""
        for trial in self.trials:
            for score in whole(partial(trial_score, self.seed, trial), interrupt):
                yield None if score is None else TrialPlayed(trial, score)


# The window and the command line keep their games in the same file of the data folder.
FILE_NAME = "reversi-weights.jsonl"
_SCORES = (0.0, 0.5, 1.0)
# How every line of such a file begins, also one that was written in part or by other rules.
_BEGINNING = '{"rules": '
_FACTORS = 4


class TrialResults:
    """The scores of games by a seed; without a path they are kept in memory alone.

    ``skipped`` counts the lines of the file that are damaged or no results of this experiment.
    Results of other seeds and factors stay in the file and harm nothing.
    """

    def __init__(self, path: Path | None, seed: int) -> None:
        """Read what the file holds.

        OSError when there is one that cannot be read, ValueError when it is none of results:
        nothing may be written to it.
        """
        self.path = path
        self.skipped = 0
        self._seed = seed
        self._scores: dict[tuple[Factors, Factors], dict[int, float]] = {}
        self._whole_lines = True
        if path is not None and path.exists():
            self._read(path)

    def of(self, challenger: Factors, base: Factors) -> dict[int, float]:
        """Return the challenger's scores by the games' numbers."""
        return dict(self._scores.get((challenger, base), {}))

    def add(self, trial: Trial, score: float) -> None:
        """Keep the score of a game; OSError when the file cannot be written."""
        self._keep(trial, score)
        if self.path is None:
            return
        line = json.dumps(
            {
                "rules": RULES,
                "seed": self._seed,
                "challenger": trial.challenger,
                "base": trial.base,
                "number": trial.number,
                "score": score,
            }
        )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            # A program that was killed while it wrote may have left half a line.
            file.write(line + "\n" if self._whole_lines else f"\n{line}\n")
        self._whole_lines = True

    def _keep(self, trial: Trial, score: float) -> None:
        self._scores.setdefault((trial.challenger, trial.base), {})[trial.number] = score

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8", errors="replace")
        self._whole_lines = text.endswith("\n") or not text
        lines = [line for line in text.splitlines() if line.strip()]
        if lines and not any(map(_of_this_kind, lines)):
            raise ValueError("it holds something else than results of the experiment")
        for line in lines:
            read = _read_line(line)
            if read is None:
                self.skipped += 1
            elif read[0] == self._seed:
                self._keep(*read[1:])


def _of_this_kind(line: str) -> bool:
    """Tell whether a line is of a file of results, even if it was written only in part."""
    return line.startswith(_BEGINNING) or _BEGINNING.startswith(line)


def _read_line(line: str) -> tuple[int, Trial, float] | None:
    """Return the seed, the game and its score; None for anything else."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or document.get("rules") != RULES:
        return None
    seed, number = _count(document.get("seed")), _count(document.get("number"))
    challenger, base = _factors(document.get("challenger")), _factors(document.get("base"))
    score = document.get("score")
    if seed is None or number is None or challenger is None or base is None:
        return None
    if not isinstance(score, float) or score not in _SCORES:
        return None
    return seed, Trial(challenger, base, number), score


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _factors(value: Any) -> Factors | None:
    if not isinstance(value, list) or len(value) != _FACTORS:
        return None
    own, opponent, mobility, stable = map(_count, value)
    if own is None or opponent is None or mobility is None or stable is None:
        return None
    return own, opponent, mobility, stable


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
                factor == base[stage.place],
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
    Games that the results hold already are not played again. Every game has its own chance, so
    neither the order of the games nor who plays them changes anything.
    """

    def __init__(self, games: int, seed: int, results: TrialResults) -> None:
        """Take the experiment up where its results have left it."""
        self.games = games
        self.seed = seed
        self.stages: list[StageRun] = []
        self._results = results
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
        self._results.add(trial, score)
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
                known = self._results.of(candidate.factors, base)
                candidate.scores = {n: score for n, score in known.items() if n < self.games}
            self.stages.append(begun)
