"""The levels of the computer on each board, easiest first; their limits are its game's.

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

from kalahgui.games.game import Game, Position
from kalahgui.games.limit import Limit
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
    limits = game.levels[_measured(game, variant)]
    limits = tuple(replace(limit, game=game.key) if limit.attention else limit for limit in limits)
    return numbered(limits, MOST_LEVELS, "level_name_{}")


def first_level(game: Game, variant: str) -> int:
    """Return the level that somebody new to a board may well beat: its second, or the easiest.

    A player by the ``simple`` method scores at least 0.35 against it (``docs/levels.md``).
    """
    return 1 if _measured(game, variant) in game.easiest_first else 2


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


def _measured(game: Game, variant: str) -> str:
    """Return a board, or the measured one that is nearest in size to one that never was."""
    if variant in game.levels:
        return variant
    size = _size(variant)
    return min(game.levels, key=lambda name: abs(_size(name) - size))


def _size(variant: str) -> int:
    """Return the product of the numbers in a board's name: stones of a side, or squares."""
    size = 1
    for number in re.findall("[0-9]+", variant):
        size *= int(number)
    return size
