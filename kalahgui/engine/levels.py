"""The computer's levels, easiest to strongest: each board has its own.

A level keeps its number and what it may use. What a number stands for was changed once, so levels
have an edition: games that were played against the first one keep it.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

from kalahgui.engine.level_tables import limits_of
from kalahgui.engine.limit import Limit
from kalahgui.engine.old_levels import old_limits
from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError, called

FIRST_EDITION = 1
EDITION = 2  # the levels as they were calibrated
MOST_LEVELS = 10
MOST_OLD_LEVELS = 8


@dataclass(frozen=True)
class Level:
    """A level: its number, 1 for the easiest, and what it may use for a move.

    ``rank``, from 1 to MOST_LEVELS (in the first ``edition`` to MOST_OLD_LEVELS), is the number of
    its name: the strongest level of every board is a master.
    """

    number: int
    limit: Limit
    rank: int
    edition: int = EDITION


def levels_of(
    game: Game, start: Position | None = None, edition: int = EDITION
) -> tuple[Level, ...]:
    """Return the levels of the board that a game begins on; by default of the game's usual one."""
    if edition == FIRST_EDITION:
        return _numbered(old_limits(game), MOST_OLD_LEVELS, edition)
    variant = game.variant if start is None else game.variant_of(start)
    return levels_on(game, variant)


@functools.cache
def levels_on(game: Game, variant: str) -> tuple[Level, ...]:
    """Return the levels of a board."""
    limits = limits_of(game.key, variant)
    told = (replace(limit, game=game.key) if limit.sight else limit for limit in limits)
    return _numbered(tuple(told), MOST_LEVELS, EDITION)


def level_of(game: Game, start: Position | None, number: int, edition: int = EDITION) -> Level:
    """Return a level of a board by its number; UserError when the board has no such level."""
    levels = levels_of(game, start, edition)
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


def _numbered(limits: tuple[Limit, ...], ranks: int, edition: int) -> tuple[Level, ...]:
    last = len(limits) - 1
    return tuple(
        Level(index + 1, limit, 1 + round(index * (ranks - 1) / last), edition)
        for index, limit in enumerate(limits)
    )
