"""The eight levels that stored games were played against before the levels were calibrated."""

from __future__ import annotations

from kalahgui.engine.limit import Limit
from kalahgui.games.game import Game

_STRONGEST = (Limit(seconds=1.0), Limit(seconds=3.0))

_USUAL = (
    Limit("alpha-beta", turns=1, slip=0.5, slack=3),
    Limit("alpha-beta", turns=1, slip=0.15, slack=3),
    Limit("alpha-beta", turns=2),
    Limit("alpha-beta", turns=3),
    Limit("alpha-beta", turns=4),
    Limit("alpha-beta", turns=5),
    *_STRONGEST,
)

# Where counting misleads, the textbook searches play like beginners.
_BEYOND_COUNTING = (
    Limit("alpha-beta", turns=1, slip=0.5, slack=4),
    Limit("alpha-beta", turns=2, slip=0.15, slack=4),
    Limit(turns=1),
    Limit(turns=2),
    Limit(turns=4),
    Limit(turns=6),
    *_STRONGEST,
)


def old_limits(game: Game) -> tuple[Limit, ...]:
    """Return what a game's old levels may use, the easiest first."""
    return _BEYOND_COUNTING if game.counting_misleads else _USUAL
