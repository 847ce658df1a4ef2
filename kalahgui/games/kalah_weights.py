"""Which learnt weights judge a position of Kalah."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from kalahgui.core.kalah import KalahPosition
from kalahgui.core.pair_patterns import PHASES, PairPatterns, row_length
from kalahgui.games.weights import FOREIGN, SUFFIX, BadWeights, Weights, shipped

EVALUATION = "pair-patterns"
EMPTY_CAPTURE = "empty-capture"
# By pits and whether empty captures count. One file serves boards with fewer stones as well:
# positions like theirs come up late in games with more.
_FILES = {(6, False): "kalah-6x6"}


def learnt(position: KalahPosition) -> PairPatterns | None:
    """Return what judges a position by learnt weights; None where there are none for its board."""
    found = _found(position.pits, bool(position.empty_capture))
    return None if isinstance(found, BadWeights) else found


def problems() -> Iterator[BadWeights]:
    """Yield what is wrong with the files of weights that should be there."""
    for pits, empty_capture in _FILES:
        found = _found(pits, empty_capture)
        if isinstance(found, BadWeights):
            yield found


@functools.cache
def _found(pits: int, empty_capture: bool) -> PairPatterns | BadWeights | None:
    name = _FILES.get((pits, empty_capture))
    if name is None:
        return None
    try:
        weights = shipped(name)
    except BadWeights as error:
        return error
    return evaluation(weights, pits, empty_capture) or BadWeights(name + SUFFIX, FOREIGN)


def evaluation(weights: Weights, pits: int, empty_capture: bool) -> PairPatterns | None:
    """Return the evaluation that weights make; None when they are not for such a board."""
    right = (
        weights.game == "kalah"
        and weights.board.split("x")[0] == str(pits)
        and (EMPTY_CAPTURE in weights.rules) == empty_capture
        and (weights.evaluation, weights.phases) == (EVALUATION, PHASES)
        and len(weights.values) == PHASES * row_length(pits)
    )
    return PairPatterns(pits, weights.values) if right else None
