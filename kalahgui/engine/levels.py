"""The computer's levels, easiest to strongest: each board has its own."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

from kalahgui.engine.level_tables import limits_of
from kalahgui.engine.limit import Limit
from kalahgui.games.game import Game, Position
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
    limits = limits_of(game.key, variant)
    told = (replace(limit, game=game.key) if limit.sight else limit for limit in limits)
    return numbered(tuple(told), MOST_LEVELS, "level_name")


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
    """Return levels with these limits, named by keys from ``name_1`` to ``name_{names}``."""
    last = len(limits) - 1
    return tuple(
        Level(index + 1, limit, f"{name}_{1 + round(index * (names - 1) / last)}")
        for index, limit in enumerate(limits)
    )
