"""What the levels of each board may use, the easiest first.

Weak levels look without searching (``beginner.py``), the next ones search so many turns ahead with
an empty table, the strongest think for some seconds. ``docs/levels.md`` has how they were measured.
Stored games name their level by its number alone: limits that people have played against are
changed only together with a migration that marks those games, as in ``library/migrations.py``.
"""

from __future__ import annotations

import re

from kalahgui.engine.limit import GLANCE, Limit, Sight
from kalahgui.games.game import HANDMADE


def _glance(turns: int, near: int, keen: float, ahead: float, chain: int) -> Limit:
    return Limit(GLANCE, turns=turns, sight=Sight(near, keen, ahead, chain))


def _turns(*numbers: int) -> tuple[Limit, ...]:
    return tuple(Limit(turns=number) for number in numbers)


def _seconds(*numbers: float) -> tuple[Limit, ...]:
    return tuple(Limit(seconds=number) for number in numbers)


def _counting(turns: int) -> Limit:
    """Return the textbook search: it misses nothing, but counts what is in the stores alone."""
    return Limit("alpha-beta", turns=turns)


# The very end is read in less time than this on every board that has such a level.
_TO_THE_END = _turns(60)

_KALAH_LARGE = (
    _glance(1, 1, 0.7, 0.5, 1),
    _glance(1, 3, 0.8, 0.6, 2),
    _glance(2, 3, 0.92, 0.75, 4),
    _counting(1),
    _counting(2),
    *_turns(2, 4, 8, 12),
    *_seconds(1.0),
)
# With five stones twelve turns are hardly worse than seconds.
_KALAH_6X5 = (*_KALAH_LARGE[:8], *_seconds(1.0))
_KALAH_6X4 = (
    _glance(1, 1, 0.7, 0.5, 1),
    _glance(1, 3, 0.85, 0.6, 2),
    _glance(2, 4, 0.95, 0.8, 4),
    _counting(2),
    *_turns(1, 3, 5, 8),
    *_seconds(1.0),
)
_KALAH_6X3 = (
    _glance(1, 1, 0.7, 0.5, 1),
    _glance(1, 3, 0.85, 0.6, 2),
    _glance(2, 3, 0.92, 0.75, 4),
    _counting(2),
    *_turns(1, 3, 7),
    *_seconds(2.0),
)
_REVERSI_8X8 = (
    _glance(1, 1, 0.5, 0.5, 1),
    _glance(1, 3, 0.9, 0.5, 2),
    _glance(2, 2, 0.9, 0.8, 2),
    Limit(turns=1, evaluation=HANDMADE),
    *_turns(1, 2, 4, 6, 10),
    *_seconds(1.0),
)
_REVERSI_6X6 = (
    _glance(1, 1, 0.3, 0.5, 1),
    _glance(1, 3, 1.0, 0.6, 2),
    _glance(2, 2, 0.9, 0.8, 2),
    *_turns(1, 2, 4, 6, 8, 10),
    *_seconds(1.0),
)

_TABLES: dict[str, dict[str, tuple[Limit, ...]]] = {
    "kalah": {"6x6": _KALAH_LARGE, "6x5": _KALAH_6X5, "6x4": _KALAH_6X4, "6x3": _KALAH_6X3},
    "reversi": {
        "8x8": _REVERSI_8X8,
        "6x6": _REVERSI_6X6,
        "diamond": (
            _glance(1, 1, 0.5, 0.5, 1),
            _glance(2, 4, 1.0, 1.0, 3),
            *_turns(1, 2, 3),
            *_TO_THE_END,
        ),
        "4x4": (_glance(1, 0, 0.3, 0.5, 1), _glance(2, 4, 1.0, 1.0, 2), *_TO_THE_END),
    },
    "tictactoe": {
        "3x3": (
            _glance(1, 0, 0.5, 0.5, 1),
            _glance(2, 1, 1.0, 0.7, 2),
            _glance(2, 1, 1.0, 1.0, 2),
            *_TO_THE_END,
        ),
    },
    "eight": {"8": (_glance(1, 0, 0.35, 1.0, 1), *_TO_THE_END)},
}


def limits_of(game_key: str, variant: str) -> tuple[Limit, ...]:
    """Return what the levels of a board may use.

    A board that was never measured has the levels of the measured one that is nearest in size.
    """
    tables = _TABLES[game_key]
    if variant in tables:
        return tables[variant]
    size = _size(variant)
    return tables[min(tables, key=lambda name: abs(_size(name) - size))]


def _size(variant: str) -> int:
    """Return the product of the numbers in a board's name: the stones of a side, or the squares."""
    size = 1
    for number in re.findall("[0-9]+", variant):
        size *= int(number)
    return size
