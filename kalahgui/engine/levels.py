"""The levels of the computer on each board, and their limits, easiest first.

Weak levels look at the board without a search (``weak_player.py``), the next ones search so many
turns ahead with an empty table, the strongest think for some seconds. ``python -m lab ladder``
measures them, and ``docs/levels.md`` has the results. Stored games name a level by its number
alone: limits that people have played against are changed only together with a migration that marks
those games, as in ``library/migrations.py``.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace

from kalahgui.engine.limit import GLANCE, Attention, Limit
from kalahgui.games.game import HANDMADE, Game, Position
from kalahgui.games.user_error import UserError, called

MOST_LEVELS = 10


@dataclass(frozen=True)
class Level:
    """A level: its number, 1 for the easiest, and its limit for a move.

    ``name`` is the key of its name. Boards have fewer levels than there are names; the strongest
    level of every board is a master.
    """

    number: int
    limit: Limit
    name: str


def levels_of(game: Game, start: Position | None = None) -> tuple[Level, ...]:
    """Return the levels of the board that a game begins on; by default of the game's usual one."""
    variant = game.variant if start is None else game.variant_of(start)
    return levels_on(game, variant)


@functools.cache
def levels_on(game: Game, variant: str) -> tuple[Level, ...]:
    """Return the levels of a board."""
    limits = _limits_of(game.key, variant)
    limits = tuple(replace(each, game=game.key) if each.attention else each for each in limits)
    return numbered(limits, MOST_LEVELS, "level_name_{}")


def first_level(game: Game, variant: str) -> int:
    """Return the level that somebody new to a board may well beat: its second, or the easiest.

    A player by the ``simple`` method scores at least 0.35 against it (``docs/levels.md``).
    """
    return 1 if _measured(game.key, variant) in _EASIEST_FIRST.get(game.key, ()) else 2


def level_of(game: Game, start: Position | None, number: int) -> Level:
    """Return a level of a board by its number; UserError when the board has no such level."""
    levels = levels_of(game, start)
    if not 1 <= number <= len(levels):
        variant = game.variant if start is None else game.variant_of(start)
        raise UserError(
            "refused_level_here",
            game=called(game.key),
            variant=variant,
            number=number,
            most=len(levels),
        )
    return levels[number - 1]


def numbered(limits: tuple[Limit, ...], names: int, name: str) -> tuple[Level, ...]:
    """Return levels with these limits, named by the keys that ``name`` makes of 1 to ``names``."""
    last = len(limits) - 1
    return tuple(
        Level(index + 1, limit, name.format(1 + round(index * (names - 1) / last)))
        for index, limit in enumerate(limits)
    )


# -- the limits, as they were measured


def _glance(turns: int, near: int, keen: float, ahead: float, chain: int) -> Limit:
    return Limit(GLANCE, turns=turns, attention=Attention(near, keen, ahead, chain))


def _turns(*numbers: int) -> tuple[Limit, ...]:
    return tuple(Limit(turns=number) for number in numbers)


def _seconds(*numbers: float) -> tuple[Limit, ...]:
    return tuple(Limit(seconds=number) for number in numbers)


def _counting(turns: int) -> Limit:
    """Return a textbook search: it misses nothing, but only counts what is in the stores."""
    return Limit("alpha-beta", turns=turns)


# More turns than any game has on the boards with such a level.
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

# Where the second level is too strong for whoever is new to a board.
_EASIEST_FIRST = {"reversi": ("diamond",), "tictactoe": ("3x3",), "eight": ("8",)}


def _limits_of(game_key: str, variant: str) -> tuple[Limit, ...]:
    return _TABLES[game_key][_measured(game_key, variant)]


def _measured(game_key: str, variant: str) -> str:
    """Return a board, or the measured one that is nearest in size to one that never was."""
    tables = _TABLES[game_key]
    if variant in tables:
        return variant
    size = _size(variant)
    return min(tables, key=lambda name: abs(_size(name) - size))


def _size(variant: str) -> int:
    """Return the product of the numbers in a board's name: stones of a side, or squares."""
    size = 1
    for number in re.findall("[0-9]+", variant):
        size *= int(number)
    return size
