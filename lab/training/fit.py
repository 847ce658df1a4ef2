"""Fitting tables of weights to labelled positions; it knows no game.

A position is a phase and a list of entries that are active in it; what it is worth is the sum of
their weights in the row of its phase. The rows are found one by one, by ridge least squares with
conjugate gradients.

numpy and scipy are extras and imported only inside the functions that need them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

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
) -> Floats:
    """Return the weights that predict the labels best, a row for each phase.

    A phase without any sample has weights of 0. ``watch`` is told how many phases are done.
    """
    import numpy as np

    table = np.zeros((layout.phases, layout.entries))
    nearness = np.zeros(layout.phases)
    nearness[: len(settings.nearness)] = settings.nearness[: layout.phases]
    for phase in range(layout.phases):
        importance = samples.weights * nearness[np.abs(samples.phases - phase)]
        near = np.flatnonzero(importance)
        if len(near):
            chosen = samples.part(near)
            table[phase] = _fit_row(
                chosen.active, chosen.labels, importance[near], layout, settings
            )
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

    found = np.zeros(layout.entries)
    residual = transposed @ (importance * labels)
    first = norm = _dot(residual, inverse * residual)
    direction = inverse * residual
    for _ in range(settings.steps):
        if norm <= 1e-16 * first:
            break
        image = transposed @ (importance * (pattern @ direction)) + ridge * direction
        step = norm / _dot(direction, image)
        found += step * direction
        residual -= step * image
        before, norm = norm, _dot(residual, inverse * residual)
        direction = inverse * residual + (norm / before) * direction
    return found


def _dot(one: Floats, other: Floats) -> float:
    """Return the product of two vectors, summed in an order that no number of threads changes."""
    return float((one * other).sum())


def predict(table: Floats, samples: Samples) -> Floats:
    """Return what a table makes of positions."""
    import numpy as np

    found = np.empty(len(samples))
    for phase in range(len(table)):
        here = np.flatnonzero(samples.phases == phase)
        found[here] = table[phase][samples.active[here]].sum(axis=1)
    return found
