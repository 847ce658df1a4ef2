"""Which learnt weights judge a position of Reversi."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from kalahgui.core.disc_patterns import ERRORS, PHASES, ROW_LENGTH, DiscPatterns
from kalahgui.core.reversi import ReversiPosition
from kalahgui.games.weights import FOREIGN, SUFFIX, BadWeights, Weights, name_of, shipped

EVALUATION = "disc-patterns"
BOARD = "8x8"
_NAME = name_of("reversi", BOARD, ())
_SQUARES = 64


def learnt(position: ReversiPosition) -> DiscPatterns | None:
    """Return what judges a position by learnt weights; None where there are none for its board."""
    if position.shape.size != _SQUARES:
        return None
    found = _found()
    return None if isinstance(found, BadWeights) else found


def problems() -> Iterator[BadWeights]:
    """Yield what is wrong with the file of weights that should be there."""
    found = _found()
    if isinstance(found, BadWeights):
        yield found


@functools.cache
def _found() -> DiscPatterns | BadWeights:
    try:
        weights = shipped(_NAME)
    except BadWeights as error:
        return error
    foreign = BadWeights(_NAME + SUFFIX, FOREIGN)
    return foreign if weights.name != _NAME else evaluation(weights) or foreign


def evaluation(weights: Weights) -> DiscPatterns | None:
    """Return the evaluation that weights make; None when they are made for something else."""
    right = (weights.evaluation, weights.phases) == (EVALUATION, PHASES)
    count = PHASES * ROW_LENGTH
    if not right or len(weights.values) != count + ERRORS:
        return None
    return DiscPatterns(weights.values[:count], weights.values[count:])
