"""The computer's levels, easiest to strongest."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.engine.limit import Limit
from kalahgui.games.game import Game


@dataclass(frozen=True)
class Level:
    """A level: its number, 1 for the easiest, and what it may use for a move."""

    number: int
    limit: Limit


_STRONGEST = (Level(7, Limit(seconds=1.0)), Level(8, Limit(seconds=3.0)))

LEVELS = (
    Level(1, Limit("alpha-beta", turns=1, slip=0.5, slack=3)),
    Level(2, Limit("alpha-beta", turns=1, slip=0.15, slack=3)),
    Level(3, Limit("alpha-beta", turns=2)),
    Level(4, Limit("alpha-beta", turns=3)),
    Level(5, Limit("alpha-beta", turns=4)),
    Level(6, Limit("alpha-beta", turns=5)),
    *_STRONGEST,
)

# Where counting misleads, the textbook searches play like beginners: from level 3 up the
# computers judge by the playing evaluation.
_LEVELS_BEYOND_COUNTING = (
    Level(1, Limit("alpha-beta", turns=1, slip=0.5, slack=4)),
    Level(2, Limit("alpha-beta", turns=2, slip=0.15, slack=4)),
    Level(3, Limit(turns=1)),
    Level(4, Limit(turns=2)),
    Level(5, Limit(turns=4)),
    Level(6, Limit(turns=6)),
    *_STRONGEST,
)


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return a game's levels."""
    return _LEVELS_BEYOND_COUNTING if game.counting_misleads else LEVELS
