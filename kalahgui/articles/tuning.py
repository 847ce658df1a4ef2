"""The third article's experiment run anew, stage by stage, its results kept in a file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from kalahgui.articles.trial_results import TrialResults
from kalahgui.articles.weights_experiment import (
    FIRST_BASE,
    INFERRED_GAMES,
    STAGES,
    ExperimentStage,
    Factors,
    Trial,
    standard_error,
)

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
