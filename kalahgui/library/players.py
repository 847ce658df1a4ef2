"""Who played a match and how it ended, read from a record without replaying it."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import NamedTuple

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.library.earlier_versions import parse_method
from kalahgui.match.node import Loss

SEATS = ("first", "second")
DRAW = "draw"
# By their words: "first resigned", "second out of time" and so on.
LOSSES: Mapping[str, Loss] = {
    f"{name} {how}": Loss(seat, on_time)
    for on_time, how in ((False, "resigned"), (True, "out of time"))
    for seat, name in enumerate(SEATS)
}
_WORDS = {loss: words for words, loss in LOSSES.items()}


def words_of_loss(loss: Loss) -> str:
    """Return how a loss before the end is written.

    >>> words_of_loss(Loss(0)), words_of_loss(Loss(1, on_time=True))
    ('first resigned', 'second out of time')
    """
    return _WORDS[loss]


# What a finished match ends with, and the seat that has won then.
RESULTS: Mapping[str, int | None] = {
    DRAW: None,
    **{name: seat for seat, name in enumerate(SEATS)},
    **{words: 1 - loss.seat for words, loss in LOSSES.items()},
}


class MatchPlayers(NamedTuple):
    """The players seated first and second: their names, how a computer plays, who is a person."""

    names: tuple[str, str]
    computers: tuple[Method | None, Method | None]
    persons: tuple[int, ...]

    @property
    def person(self) -> int | None:
        """Return the seat of the one person who played a computer; None in any other match."""
        return self.persons[0] if len(self.persons) == 1 else None

    @property
    def opponent(self) -> Method | None:
        """Return how the computer plays that the one person played; None in any other match."""
        return self.computers[1 - self.persons[0]] if len(self.persons) == 1 else None


@functools.lru_cache(maxsize=4096)
def match_players(players: str, game: str) -> MatchPlayers | None:
    """Return who played by a record's text for a game's key; None when that makes no sense."""
    try:
        (name, text), (other_name, other_text) = json.loads(players)
        names = _text(name), _text(other_name)
        first, second = (
            parse_method(each, GAMES[game]) if _text(each) else None for each in (text, other_text)
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    persons = tuple(seat for seat, computer in enumerate((first, second)) if computer is None)
    return MatchPlayers(names, (first, second), persons)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def winner_of(result: str) -> int | None:
    """Return the seat that won by a record's result; None for a draw; ValueError for no result.

    >>> winner_of("first"), winner_of("first out of time"), winner_of("draw")
    (0, 1, None)
    """
    if result not in RESULTS:
        raise ValueError(f"{result!r} is no result")
    return RESULTS[result]


def points_of(result: str, seat: int | None) -> float:
    """Return the points of a seat: 1 for a win, 0.5 for a draw, 0; ValueError for no result."""
    winner = winner_of(result)
    return 0.5 if winner is None else float(winner == seat)
