"""Learning an evaluation: rounds of games, each followed by a fit."""

from __future__ import annotations

import hashlib
import platform
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Any, NamedTuple

from kalahgui.cli.arguments import BadArguments
from kalahgui.core.search import StopWord
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.workers import Workers
from lab.training.kalah import KalahLearning
from lab.training.learning import Learning, Round, Sample, fit, predict
from lab.training.reversi import ReversiLearning

if TYPE_CHECKING:
    from lab.training.learning import Floats

LEARNINGS: dict[str, type[KalahLearning | ReversiLearning]] = {
    "kalah": KalahLearning,
    "reversi": ReversiLearning,
}
LIBRARIES = ("numpy", "scipy")
# One game in so many is held out of a fit, to be tried on it.
HELD_OUT = 20
# Weights may be large: to hand them to a process takes as long as a game or two.
_GAMES_A_TASK = 16


class GamesTask(NamedTuple):
    """Games to be played: of which board, judged by which weights, and labelled how far ahead."""

    game: str
    board: str
    rules: tuple[str, ...]
    weights: array[int] | None
    turns: int
    seed: str
    numbers: range


def play(task: GamesTask) -> list[list[Sample]]:
    """Play games and return them in the order of their numbers."""
    learning: Learning = LEARNINGS[task.game](task.board, task.rules)
    judge = None if task.weights is None else learning.judge(task.weights)
    return [learning.play(judge, task.turns, f"{task.seed} {n}") for n in task.numbers]


def _key(task: GamesTask) -> str:
    return f"{task.seed} {task.numbers}"


@dataclass
class RoundResult:
    """What a round found: how many games and positions, and the errors on those held out.

    ``spread`` is that of the labels held out; the errors are root mean squares, in points.
    """

    turns: int
    games: int
    positions: int
    held_out: int
    spread: float
    error_hand_set: float
    error_learnt: float


class Training:
    """The training of one board, which goes on with the games that a store has kept.

    ``asked`` are the games of the last round, ``played`` counts those of all rounds so far, and
    ``results`` has the rounds that are done.
    """

    def __init__(self, learning: Learning, games: int, seed: int, store: ResultStore) -> None:
        """``games`` are played in the last round; the others have their shares of these."""
        self.learning = learning
        self.results: list[RoundResult] = []
        self.played = 0
        self.total = sum(self._games(this_round, games) for this_round in self.learning.rounds)
        self.asked = games
        self._seed = seed
        self._store = store

    @staticmethod
    def _games(this_round: Round, games: int) -> int:
        return max(1, round(this_round.share * games))

    def run(
        self, workers: Workers, stop: StopWord, watch: Callable[[str], None] = lambda doing: None
    ) -> array[int]:
        """Return the weights; ``watch`` is called with what is being done, in a few words.

        KeyboardInterrupt when the stop word was raised, BadArguments when there are too few
        positions to learn from.
        """
        weights = None
        games: dict[int, list[Sample]] = {}
        for number, this_round in enumerate(self.learning.rounds, start=1):
            doing = f"round {number} of {len(self.learning.rounds)}"
            if this_round.further and weights is not None:
                weights = self._completed(weights, games, stop, watch)
            games = self._play(this_round, weights, workers, stop, partial(watch, doing))
            weights = self._fit(this_round, weights, games, stop, partial(watch, f"{doing}, fit"))
        assert weights is not None, "there are rounds"
        return self._completed(weights, games, stop, watch)

    def _completed(
        self,
        weights: array[int],
        games: dict[int, list[Sample]],
        stop: StopWord,
        watch: Callable[[str], None],
    ) -> array[int]:
        watching = partial(watch, "how far searches are foreseen")
        whole = self.learning.completed(weights, _held_out(games), stop, watching)
        if whole is None:
            raise KeyboardInterrupt
        return whole

    def _play(
        self,
        this_round: Round,
        weights: array[int] | None,
        workers: Workers,
        stop: StopWord,
        watch: Callable[[], None],
    ) -> dict[int, list[Sample]]:
        """Play the games of a round and return them by their numbers, in the order of these."""
        games = self._games(this_round, self.asked)
        key = self._key(this_round, weights)
        watch()
        learning = self.learning
        tasks = (
            GamesTask(
                learning.game,
                learning.board,
                learning.rules,
                weights,
                this_round.turns,
                key,
                range(begin, min(begin + _GAMES_A_TASK, games)),
            )
            for begin in range(0, games, _GAMES_A_TASK)
        )
        by_number: dict[int, list[Sample]] = {}
        for task, played in workers.results(play, tasks, stop, self._store, _key):
            for number, samples in zip(task.numbers, played, strict=True):
                by_number[number] = [Sample(*sample) for sample in samples]
            self.played += len(task.numbers)
            watch()
        if stop.raised:
            raise KeyboardInterrupt
        return dict(sorted(by_number.items()))

    def _key(self, this_round: Round, weights: array[int] | None) -> str:
        judge = "" if weights is None else hashlib.sha256(weights.tobytes()).hexdigest()
        learning = self.learning
        identity = (
            learning.edition,
            learning.board,
            learning.rules,
            this_round.turns,
            self._seed,
            judge,
        )
        return hashlib.sha256(repr(identity).encode("ascii")).hexdigest()[:16]

    def _fit(
        self,
        this_round: Round,
        weights: array[int] | None,
        games: dict[int, list[Sample]],
        stop: StopWord,
        watch: Callable[[], None],
    ) -> array[int]:
        """Fit weights to the games of a round but those held out, and try them on these."""
        import numpy as np

        def heed(_: int) -> None:
            watch()
            if stop.raised:
                raise KeyboardInterrupt

        learning = self.learning
        heed(0)
        held_out = _held_out(games)
        learnt_from = [s for number in games if number % HELD_OUT for s in games[number]]
        if not held_out:
            raise BadArguments(
                f"a round of {len(games):,} games on {learning.game}:{learning.board} gave too few "
                "positions to learn from: take a larger board or more --games"
            )
        before = None if weights is None or not this_round.further else learning.table(weights)
        samples = learning.samples(learnt_from or held_out)
        table = fit(samples, learning.layout, learning.settings, heed, before)
        tried = learning.samples(held_out)

        def error(values: Any) -> float:
            return round(float(np.sqrt(((values - tried.labels) ** 2).mean())), 3)

        self.results.append(
            RoundResult(
                this_round.turns,
                len(games),
                sum(map(len, games.values())),
                len(held_out),
                round(float(tried.labels.std()), 3),
                error(_hand_set(learning, held_out)),
                error(predict(table, tried)),
            )
        )
        return learning.weights(table)


def _held_out(games: dict[int, list[Sample]]) -> list[Sample]:
    return [s for number in games if number % HELD_OUT == 0 for s in games[number]]


def _hand_set(learning: Learning, held_out: Sequence[Sample]) -> Floats:
    """Return what the hand-set evaluation makes of positions."""
    import numpy as np

    here = learning.start.copy()
    values = np.empty(len(held_out))
    for number, sample in enumerate(held_out):
        here.own, here.opp = sample.own, sample.opp
        values[number] = here.evaluate()
    return values


def versions() -> dict[str, str]:
    """Return the versions of what a fit is made with."""
    return {"python": platform.python_version()} | {
        name: metadata.version(name) for name in LIBRARIES
    }
