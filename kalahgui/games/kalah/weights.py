"""Which learnt weights judge a position of Kalah."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from kalahgui.core.kalah import KalahPosition
from kalahgui.core.pair_patterns import PHASES, PairPatterns, row_length
from kalahgui.games.weights import FOREIGN, SUFFIX, BadWeights, Weights, shipped

EVALUATION = "pair-patterns"
# By the pits of a board and whether empty captures count. What was learnt from games with six
# stones a pit serves boards with fewer and more as well: found by matches.
_FILES = {(6, False): "kalah-6x6", (6, True): "kalah-6x6"}


def learnt(position: KalahPosition) -> PairPatterns | None:
    """Return what judges a position by learnt weights; None where there are none for its board."""
    name = _FILES.get((position.pits, bool(position.empty_capture)))
    found = None if name is None else _found(name, position.pits)
    return None if isinstance(found, BadWeights) else found


def problems() -> Iterator[BadWeights]:
    """Yield what is wrong with the files of weights that should be there."""
    for name, pits in dict.fromkeys((name, pits) for (pits, _), name in _FILES.items()):
        found = _found(name, pits)
        if isinstance(found, BadWeights):
            yield found


@functools.cache
def _found(name: str, pits: int) -> PairPatterns | BadWeights:
    try:
        weights = shipped(name)
    except BadWeights as error:
        return error
    if weights.name != name:
        return BadWeights(name + SUFFIX, FOREIGN)
    return evaluation(weights, pits) or BadWeights(name + SUFFIX, FOREIGN)


def evaluation(weights: Weights, pits: int) -> PairPatterns | None:
    """Return the evaluation that weights make; None when they are not for so many pits."""
    right = (weights.evaluation, weights.phases) == (EVALUATION, PHASES)
    if not right or len(weights.values) != PHASES * row_length(pits):
        return None
    return PairPatterns(pits, weights.values)
