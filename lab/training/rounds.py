"""Learning an evaluation: rounds of games, each followed by a fit, and the games kept in a file."""

from __future__ import annotations

import hashlib
import platform
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kalahgui.cli.arguments import BadArguments
from kalahgui.core.search import StopWord
from kalahgui.engine.workers import Workers
from lab.many_games import KeptLines
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
_MOST_GAMES_A_TASK = 16
_GAME = "game "  # begins a line of the file


class GamesTask(NamedTuple):
    """Games to be played: of which board, judged by which weights, and labelled how far ahead."""

    game: str
    board: str
    rules: tuple[str, ...]
    weights: array[int] | None
    turns: int
    seed: str
    numbers: Sequence[int]


def play(task: GamesTask) -> dict[int, list[Sample]]:
    """Play games and return them by their numbers."""
    learning: Learning = LEARNINGS[task.game](task.board, task.rules)
    judge = None if task.weights is None else learning.judge(task.weights)
    return {n: learning.play(judge, task.turns, f"{task.seed} {n}") for n in task.numbers}


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
    """The training of one board, which goes on with the games that a file holds.

    ``asked`` are the games of the last round, ``played`` counts those of all rounds so far, and
    ``results`` has the rounds that are done.
    """

    def __init__(self, learning: Learning, games: int, seed: int, file: GamesFile) -> None:
        """``games`` are played in the last round; the others have their shares of these."""
        self.learning = learning
        self.results: list[RoundResult] = []
        self.played = 0
        self.total = sum(self._games(each, games) for each in self.learning.rounds)
        self.asked = games
        self._seed = seed
        self._file = file

    @property
    def kept_is_of_another(self) -> bool:
        """Return whether the file holds games, but none of this training's first round."""
        first = self._key(self.learning.rounds[0], None)
        return not self._file.empty and not self._file.numbers(first)

    @staticmethod
    def _games(each: Round, games: int) -> int:
        return max(1, round(each.share * games))

    def run(
        self, jobs: int, stop: StopWord, watch: Callable[[str], None] = lambda doing: None
    ) -> array[int]:
        """Return the weights; ``watch`` is called with what is being done, in a few words.

        KeyboardInterrupt when the stop word was raised, BadArguments when there are too few
        positions to learn from.
        """
        weights = None
        with Workers(jobs) as workers:
            for number, each in enumerate(self.learning.rounds, start=1):
                doing = f"round {number} of {len(self.learning.rounds)}"
                games = self._play(each, weights, workers, stop, partial(watch, doing))
                weights = self._fit(each, games, stop, partial(watch, f"{doing}, fit"))
        assert weights is not None, "there are rounds"
        whole = self.learning.completed(
            weights, _held_out(games), stop, partial(watch, "how far searches are foreseen")
        )
        if whole is None:
            raise KeyboardInterrupt
        return whole

    def _play(
        self,
        each: Round,
        weights: array[int] | None,
        workers: Workers,
        stop: StopWord,
        watch: Callable[[], None],
    ) -> dict[int, list[Sample]]:
        """Play the games of a round that are not in the file; return all of them."""
        games = self._games(each, self.asked)
        key = self._key(each, weights)
        missing = [n for n in range(games) if n not in self._file.numbers(key)]
        self.played += games - len(missing)
        watch()
        learning = self.learning
        share = min(_MOST_GAMES_A_TASK, max(1, len(missing) // (4 * workers.jobs)))
        tasks = (
            GamesTask(
                learning.game,
                learning.board,
                learning.rules,
                weights,
                each.turns,
                key,
                missing[begin : begin + share],
            )
            for begin in range(0, len(missing), share)
        )
        for _, played in workers.results(play, tasks, stop):
            for number, samples in played.items():
                self.take(key, number, samples)
                watch()
        if stop.raised:
            raise KeyboardInterrupt
        return self._file.of(key, games)

    def take(self, key: str, number: int, samples: Sequence[Sample]) -> None:
        """Keep a game that was played."""
        self._file.add(key, number, samples)
        self.played += 1

    def _key(self, each: Round, weights: array[int] | None) -> str:
        """Return a text for all that the games of a round follow from."""
        judge = "" if weights is None else hashlib.sha256(weights.tobytes()).hexdigest()
        learning = self.learning
        told = (learning.edition, learning.board, learning.rules, each.turns, self._seed, judge)
        return hashlib.sha256(repr(told).encode("ascii")).hexdigest()[:16]

    def _fit(
        self,
        each: Round,
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
        table = fit(
            learning.samples(learnt_from or held_out), learning.layout, learning.settings, heed
        )
        tried = learning.samples(held_out)

        def error(values: Any) -> float:
            return round(float(np.sqrt(((values - tried.labels) ** 2).mean())), 3)

        self.results.append(
            RoundResult(
                each.turns,
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


def _hand_set(learning: Learning, found: Sequence[Sample]) -> Floats:
    """Return what the hand-set evaluation makes of positions."""
    import numpy as np

    here = learning.start.copy()
    values = np.empty(len(found))
    for number, sample in enumerate(found):
        here.own, here.opp = sample.own, sample.opp
        values[number] = here.evaluate()
    return values


def versions() -> dict[str, str]:
    """Return the versions of what a fit is made with."""
    return {"python": platform.python_version()} | {
        name: metadata.version(name) for name in LIBRARIES
    }


class GamesFile:
    """The games that were played so far, kept in a file: a line a game, written as the game ends.

    A line says which round the game is of, its number, its positions and a checksum. A round's key
    stands for all that its games follow from, so games of another seed or board, or of a first fit
    of other games, stay in the file and harm nothing.
    """

    def __init__(self, path: Path) -> None:
        """Read what the file holds, if there is one.

        OSError when it cannot be read, ValueError when it holds something else than games: nothing
        may be written to it. A line that is damaged is one game less.
        """
        self._lines = KeptLines(path)
        if self._lines.found and not any(line.startswith(_GAME) for line in self._lines.found):
            raise ValueError("it holds something else than games to learn from")
        self._rounds: dict[str, dict[int, str]] = {}
        for line in self._lines.sound():
            if line.startswith(_GAME):
                key, number, told = line.removeprefix(_GAME).split(" ", 2)
                self._rounds.setdefault(key, {})[int(number)] = told

    def of(self, key: str, games: int) -> dict[int, list[Sample]]:
        """Return the games of a round with numbers below ``games``, in the order of these."""
        kept = self._rounds.get(key, {})
        return {number: _samples(kept[number]) for number in sorted(kept) if number < games}

    @property
    def empty(self) -> bool:
        """Return whether no game is kept."""
        return not self._rounds

    def numbers(self, key: str) -> set[int]:
        """Return the numbers of the games of a round."""
        return set(self._rounds.get(key, {}))

    def add(self, key: str, number: int, samples: Sequence[Sample]) -> None:
        """Keep a game; OSError when the file cannot be written."""
        told = " ".join(f"{own:x}:{opp:x}:{label}" for own, opp, label in samples)
        self._lines.add(f"{_GAME}{key} {number} {told}")
        self._rounds.setdefault(key, {})[number] = told


def _samples(told: str) -> list[Sample]:
    samples = []
    for word in told.split():
        own, opp, label = word.split(":")
        samples.append(Sample(int(own, 16), int(opp, 16), int(label)))
    return samples
