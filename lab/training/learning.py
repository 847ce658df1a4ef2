"""Learning an evaluation: what a game brings along for it, and the fit, which knows no game.

To the fit a position is a phase and a list of entries that are active in it; what it is worth is
the sum of their weights in the row of its phase. The rows are found one by one, by ridge least
squares with conjugate gradients.

numpy and scipy are extras and imported only inside the functions that need them.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kalahgui.core.position import Evaluation
from kalahgui.core.search import StopWord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.integer[Any]]


@dataclass(frozen=True)
class WeightLayout:
    """The table to be found: how many phases it has, and how many entries in each.

    The first ``free`` entries of a phase cost nothing, however large their weights are.
    """

    phases: int
    entries: int
    free: int = 0


@dataclass(frozen=True)
class Settings:
    """How a fit is made.

    ``ridge`` times the square of every weight is added to the squared errors. ``nearness`` weighs
    the samples of a phase in the fit of a phase that is so many away, itself first. ``steps`` are
    those of the conjugate gradients.
    """

    ridge: float
    nearness: Sequence[float] = (1.0,)
    steps: int = 40


@dataclass(frozen=True)
class Samples:
    """Labelled positions: one row, phase, label and weight for each.

    ``active`` are the entries, as many in every row; an entry named twice counts twice.
    """

    active: Integers
    phases: Integers
    labels: Floats
    weights: Floats

    def __len__(self) -> int:
        return len(self.labels)

    def part(self, chosen: Any) -> Samples:
        """Return the samples that a mask or a list of indices chooses."""
        return Samples(
            self.active[chosen], self.phases[chosen], self.labels[chosen], self.weights[chosen]
        )


def fit(
    samples: Samples,
    layout: WeightLayout,
    settings: Settings,
    watch: Callable[[int], None] = lambda done: None,
    before: Floats | None = None,
) -> Floats:
    """Return the weights that predict the labels best, a row for each phase.

    The ridge draws them to those ``before``, or to 0; a phase without any sample has just these.
    ``watch`` is told how many phases are done.
    """
    import numpy as np

    table = np.zeros((layout.phases, layout.entries)) if before is None else before.copy()
    nearness = np.zeros(layout.phases)
    nearness[: len(settings.nearness)] = settings.nearness[: layout.phases]
    for phase in range(layout.phases):
        importance = samples.weights * nearness[np.abs(samples.phases - phase)]
        near = np.flatnonzero(importance)
        if len(near):
            chosen = samples.part(near)
            left = chosen.labels - table[phase][chosen.active].sum(axis=1)
            table[phase] += _fit_row(chosen.active, left, importance[near], layout, settings)
        watch(phase + 1)
    return table


def _fit_row(
    active: Integers, labels: Floats, importance: Floats, layout: WeightLayout, settings: Settings
) -> Floats:
    """Return the weights of one phase: conjugate gradients with a Jacobi preconditioner."""
    import numpy as np
    from scipy.sparse import csr_array

    count, width = active.shape
    pattern = csr_array(
        (
            np.ones(active.size),
            np.ascontiguousarray(active, dtype=np.int32).ravel(),
            np.arange(0, active.size + 1, width, dtype=np.int32),
        ),
        shape=(count, layout.entries),
    )
    transposed = pattern.T
    ridge = np.full(layout.entries, settings.ridge)
    ridge[: layout.free] = 0.0
    # An entry that is in no sample has no diagonal; its weight stays 0.
    diagonal = transposed @ importance + ridge
    inverse = np.divide(1.0, diagonal, out=np.zeros_like(diagonal), where=diagonal > 0)

    weights = np.zeros(layout.entries)
    residual = transposed @ (importance * labels)
    first = norm = _dot(residual, inverse * residual)
    direction = inverse * residual
    for _ in range(settings.steps):
        if norm <= 1e-16 * first:
            break
        image = transposed @ (importance * (pattern @ direction)) + ridge * direction
        step = norm / _dot(direction, image)
        weights += step * direction
        residual -= step * image
        before, norm = norm, _dot(residual, inverse * residual)
        direction = inverse * residual + (norm / before) * direction
    return weights


def _dot(one: Floats, other: Floats) -> float:
    """Return the product of two vectors, summed in an order that no number of threads changes."""
    return float((one * other).sum())


def predict(table: Floats, samples: Samples) -> Floats:
    """Return what a table makes of positions."""
    import numpy as np

    values = np.empty(len(samples))
    for phase in range(len(table)):
        here = np.flatnonzero(samples.phases == phase)
        values[here] = table[phase][samples.active[here]].sum(axis=1)
    return values


class Sample(NamedTuple):
    """A position seen by the side to move, and the points this side will gain from there on."""

    own: int
    opp: int
    label: int


class Round(NamedTuple):
    """A round of games: the turns of the searches that label it, its share of all games wanted.

    One that goes ``further`` plays with all that the file would have of the weights before, and
    its fit is drawn to these.
    """

    turns: int
    share: float
    further: bool = False


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

    game: str  # its key
    board: str
    rules: tuple[str, ...]  # those that make a difference
    start: Any  # the position that games begin with, judged by the hand-set evaluation

    @abstractmethod
    def judge(self, weights: array[int]) -> Evaluation:
        """Return the evaluation that weights make."""

    @abstractmethod
    def played(self, start: Any, turns: int, chance: random.Random) -> list[Sample]:
        """Play a game from a position and return labelled positions of it."""

    @abstractmethod
    def active(self, own: Integers, opp: Integers) -> tuple[Integers, Integers]:
        """Return the active entries and the phase of each position, given its two words."""

    def play(self, judge: Evaluation | None, turns: int, seed: str) -> list[Sample]:
        """Play a game and return labelled positions of it.

        Without a judge the hand-set evaluation judges. All chance follows from the seed.
        """
        start = self.start.copy()
        start.evaluation = judge
        return self.played(start, turns, random.Random(seed))

    def samples(self, positions: Sequence[Sample]) -> Samples:
        """Return labelled positions in the form in which they are fitted."""
        import numpy as np

        own, opp = (np.array([sample[side] for sample in positions], np.uint64) for side in (0, 1))
        labels = np.array([sample.label for sample in positions], float) / self.labels_a_point
        return Samples(*self.active(own, opp), labels, np.ones(len(positions)))

    def weights(self, table: Floats) -> array[int]:
        """Return a fitted table as the whole numbers that the evaluation takes."""
        import numpy as np

        limits = np.iinfo(np.int16)
        whole = np.clip(np.rint(self.units * table), limits.min, limits.max)
        return array("h", whole.astype(np.int16).tobytes())

    def table(self, weights: array[int]) -> Floats:
        """Return whole numbers, and whatever is behind them in a file, as a table to be fitted."""
        import numpy as np

        size = self.layout.phases * self.layout.entries
        return np.array(weights[:size]).reshape(self.layout.phases, -1) / self.units

    def completed(
        self,
        weights: array[int],
        held_out: Sequence[Sample],
        stop: StopWord,
        watch: Callable[[], None],
    ) -> array[int] | None:
        """Return the weights of the last round with all that goes into a file; None when stopped.

        ``held_out`` are positions that no weights were fitted to.
        """
        return weights
