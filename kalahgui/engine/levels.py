"""The computer's levels, easiest to strongest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kalahgui.engine.limit import Limit
from kalahgui.games.game import Game


@dataclass(frozen=True)
class Level:
    """A level: its number, 1 for the easiest, and what it may use for a move."""

    number: int
    limit: Limit


_STRONGEST = (Level(7, Limit(seconds=1.0)), Level(8, Limit(seconds=3.0)))

LEVELS = (
    Level(1, Limit("alpha-beta", plies=1, slip=0.5, slack=3)),
    Level(2, Limit("alpha-beta", plies=1, slip=0.15, slack=3)),
    Level(3, Limit("alpha-beta", plies=2)),
    Level(4, Limit("alpha-beta", plies=3)),
    Level(5, Limit("alpha-beta", plies=4)),
    Level(6, Limit("alpha-beta", plies=5)),
    *_STRONGEST,
)

# The textbook searches of Reversi count discs, which is how beginners go wrong: from level 3
# up its computers judge mobility, corners and stable discs.
_REVERSI_LEVELS = (
    Level(1, Limit("alpha-beta", plies=1, slip=0.5, slack=4)),
    Level(2, Limit("alpha-beta", plies=2, slip=0.15, slack=4)),
    Level(3, Limit(plies=1)),
    Level(4, Limit(plies=2)),
    Level(5, Limit(plies=4)),
    Level(6, Limit(plies=6)),
    *_STRONGEST,
)


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return a game's levels."""
    return _REVERSI_LEVELS if game.key == "reversi" else LEVELS


# Added to a level or an algorithm: choose at random among equally good moves.
VARIED = " varied"


def limit_for(text: str, game: Game) -> Limit:
    """Return the limit of a game's level or of an algorithm such as ``alpha-beta:5``.

    With `` varied`` behind it the player chooses at random among equally good moves.

    >>> from kalahgui.games import GAMES
    >>> str(limit_for("6", GAMES["kalah"]))
    'alpha-beta:5'
    """
    if text.endswith(VARIED):
        return replace(limit_for(text.removesuffix(VARIED), game), varied=True)
    if text.isascii() and text.isdecimal():
        for level in levels_of(game):
            if level.number == int(text):
                return level.limit
        raise ValueError(f"there is no level {text}; levels go from 1 to {len(LEVELS)}")
    return Limit.parse(text)
