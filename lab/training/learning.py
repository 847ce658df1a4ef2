"""What a game brings along to have its evaluation learnt."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kalahgui.core.position import Evaluation
from kalahgui.core.search import StopWord

if TYPE_CHECKING:
    from lab.training.fit import Floats, Integers, Samples, Settings, WeightLayout


class Sample(NamedTuple):
    """A position seen by the side to move, and the points this side will gain from there on."""

    own: int
    opp: int
    label: int


class Round(NamedTuple):
    """A round of games: the turns of the searches that label it, its share of all games wanted."""

    turns: int
    share: float


class Learning(ABC):
    """How the evaluation of one board is learnt."""

    evaluation: str  # the name of the evaluation that takes the weights
    games: int  # of the last round, when no number is given
    # The first one judges by the hand-set evaluation, every other one by what was learnt before it.
    rounds: tuple[Round, ...]
    edition: int  # changes with whatever changes the games
    layout: WeightLayout  # the table that is fitted
    settings: Settings  # how it is fitted
    units: int  # of a weight, to a point
    labels_a_point = 1

    board: str
    rules: tuple[str, ...]  # those that make a difference
    start: Any  # the position that games begin with, judged by the hand-set evaluation

    @abstractmethod
    def judge(self, weights: array[int]) -> Evaluation:
        """Return the evaluation that weights make."""

    @abstractmethod
    def played(
        self, start: Any, turns: int, chance: random.Random, stop: StopWord
    ) -> list[Sample] | None:
        """Play a game from a position and return labelled positions of it; None when stopped."""

    @abstractmethod
    def active(self, own: Integers, opp: Integers) -> tuple[Integers, Integers]:
        """Return the active entries and the phase of each position, given its two words."""

    def play(
        self, judge: Evaluation | None, turns: int, seed: str, stop: StopWord
    ) -> list[Sample] | None:
        """Play a game and return labelled positions of it; None when stopped.

        Without a judge the hand-set evaluation judges. All chance follows from the seed.
        """
        start = self.start.copy()
        start.evaluation = judge
        return self.played(start, turns, random.Random(seed), stop)

    def samples(self, found: Sequence[Sample]) -> Samples:
        """Return labelled positions in the form in which they are fitted."""
        import numpy as np

        from lab.training.fit import Samples

        own, opp = (np.array([sample[side] for sample in found], np.uint64) for side in (0, 1))
        labels = np.array([sample.label for sample in found], float) / self.labels_a_point
        return Samples(*self.active(own, opp), labels, np.ones(len(found)))

    def weights(self, table: Floats) -> array[int]:
        """Return a fitted table as the whole numbers that the evaluation takes."""
        import numpy as np

        limits = np.iinfo(np.int16)
        whole = np.clip(np.rint(self.units * table), limits.min, limits.max)
        return array("h", whole.astype(np.int16).tobytes())

    def completed(
        self,
        weights: array[int],
        found: Sequence[Sample],
        stop: StopWord,
        watch: Callable[[], None],
    ) -> array[int] | None:
        """Return the weights of the last round with all that goes into a file; None when stopped.

        ``found`` are positions that no weights were fitted to.
        """
        return weights
