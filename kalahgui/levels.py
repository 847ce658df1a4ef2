"""The computer's levels, easiest to strongest."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.thinker import Limit


@dataclass(frozen=True)
class Level:
    """A level: its number, 1 for the easiest, and what it may use for a move."""

    number: int
    limit: Limit


LEVELS = (
    Level(1, Limit("alpha-beta", plies=1, slip=0.5, slack=3)),
    Level(2, Limit("alpha-beta", plies=1, slip=0.15, slack=3)),
    Level(3, Limit("alpha-beta", plies=2)),
    Level(4, Limit("alpha-beta", plies=3)),
    Level(5, Limit("alpha-beta", plies=4)),
    Level(6, Limit("alpha-beta", plies=5)),
    Level(7, Limit(seconds=1.0)),
    Level(8, Limit(seconds=3.0)),
)


def limit_for(text: str) -> Limit:
    """Return the limit of a level's number or of an algorithm such as ``alpha-beta:5``.

    >>> limit_for("6")
    Limit(algorithm='alpha-beta', plies=5, seconds=None, slip=0.0, slack=0)
    """
    if text.isascii() and text.isdecimal():
        for level in LEVELS:
            if level.number == int(text):
                return level.limit
        raise ValueError(f"there is no level {text}; levels go from 1 to {len(LEVELS)}")
    return Limit.parse(text)
