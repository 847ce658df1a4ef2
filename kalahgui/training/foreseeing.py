"""How far searches are foreseen by shallow ones: measured, fitted and told for every depth."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kalahgui.core.disc_patterns import (
    DISCS_A_PHASE,
    FIRST_DISCS,
    MOST_FORESEEN,
    PHASES,
    UNITS_A_DISC,
    foreseen_by,
)
from kalahgui.core.reversi import ReversiPosition
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for

if TYPE_CHECKING:
    from kalahgui.training.fit import Floats

_DEEPEST = 9
_POSITIONS_A_PHASE = 60
_LEAST_LEFT = _DEEPEST + 3  # empty squares
_LEAST_ERROR = 1.0  # disc
_TABLE_BITS = 16


def measured_errors(
    positions: Sequence[ReversiPosition], stop: StopWord, watch: Callable[[], None]
) -> array[int] | None:
    """Return the standard error of every depth and phase; None when stopped.

    Positions are searched to every depth; from what the shallow searches were wrong by, a plane is
    fitted over the depths of both searches and the discs on the board.
    """
    import numpy as np

    rows, errors = [], []
    taken = dict.fromkeys(range(PHASES), 0)
    for here in positions:
        discs = (here.own | here.opp).bit_count()
        phase = min((discs - FIRST_DISCS) // DISCS_A_PHASE, PHASES - 1)
        if taken[phase] == _POSITIONS_A_PHASE or here.most_turns() < _LEAST_LEFT:
            continue
        taken[phase] += 1
        search = Search(table_for(here, _TABLE_BITS), stop)
        values = {found.depth: found.value for found in search.deepen(here, _DEEPEST)}
        watch()
        if stop.raised:
            return None
        for depth, value in values.items():
            shallow = foreseen_by(depth)
            if shallow in values:
                rows.append(_features(depth, discs))
                errors.append(value - values[shallow])
    plane = _fitted(np.array(rows), np.array(errors, dtype=float))
    found = array("h")
    for depth in range(MOST_FORESEEN + 1):
        for phase in range(PHASES):
            discs = FIRST_DISCS + DISCS_A_PHASE * phase + DISCS_A_PHASE // 2
            error = max(_LEAST_ERROR, float(_features(depth, discs) @ plane))
            found.append(round(UNITS_A_DISC * error))
    return found


def _features(depth: int, discs: int) -> Floats:
    import numpy as np

    shallow = foreseen_by(depth)
    return np.array([1.0, depth - shallow, shallow, discs])


def _fitted(rows: Floats, errors: Floats) -> Floats:
    """Return the plane of standard errors that is nearest to what was measured."""
    import numpy as np

    # The mean size of what is normally distributed is the standard deviation times this.
    sizes = np.abs(errors) / np.sqrt(2 / np.pi)
    found, *_ = np.linalg.lstsq(rows, sizes, rcond=None)
    return found
