"""How likely a move of a class is to be played, by the games that were counted."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.assets import asset, read_table
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError

VERSION = 1
# Of a class that no counted position had among its legal moves: nothing speaks for stopping there.
NEVER_LEGAL = 1.0


class BadMoveClasses(UserError):
    """The file of the counts is missing or damaged; the message is one clear sentence."""


class _Count(NamedTuple):
    played: int
    legal: int


_Counts = Mapping[str, _Count]


class MoveClasses:
    """What was counted: for the key of every game its boards, each with its counts."""

    def __init__(self, games: Mapping[str, Mapping[str, _Counts]]) -> None:
        self._games = games

    def probabilities(self, game: Game, position: Position) -> dict[str, float]:
        """Return each class's positions in which it was played, per position it was legal in.

        Counted boards of the same squares or pits as the position's are taken together: neither
        how a game began nor the stones in it need be known. Where a class was never legal on
        those, all boards of the game count; NEVER_LEGAL when it was legal on none.
        """
        counted = self._games.get(game.key, {})
        here = game.board(position)
        alike = [
            counts for variant, counts in counted.items() if game.board(game.start(variant)) == here
        ]
        probabilities = {}
        for name in game.move_classes:
            shares = (_share(alike, name), _share(counted.values(), name), NEVER_LEGAL)
            probabilities[name] = next(share for share in shares if share is not None)
        return probabilities


def _share(boards: Iterable[_Counts], name: str) -> float | None:
    """Return a class's share on some boards together; None where it was never legal."""
    counts = [counts[name] for counts in boards]
    legal = sum(count.legal for count in counts)
    return sum(count.played for count in counts) / legal if legal else None


@functools.cache
def counted_classes(game: Game) -> MoveClasses:
    """Return what comes with the program for a game, if anything; BadMoveClasses if damaged."""
    path = asset("games", game.key, "move-classes.json")
    return read(path) if path.exists() else MoveClasses({})


def read(path: Path) -> MoveClasses:
    """Read a file that the command ``classes`` has written; BadMoveClasses when that fails."""
    return read_table(path, lambda document: MoveClasses(_games(document)), BadMoveClasses)


def _games(document: Any) -> dict[str, dict[str, _Counts]]:
    """Return the counts in a document; some error of a wrong shape when it is none."""
    if document["version"] != VERSION:
        raise ValueError("another version")
    games: dict[str, dict[str, _Counts]] = {}
    for board, counted in document["boards"].items():
        game, variant = game_and_variant(board)
        counts = {
            name: _Count(count["played"], count["legal"])
            for name, count in counted["classes"].items()
        }
        if set(counts) != set(game.move_classes) or not all(map(_possible, counts.values())):
            raise ValueError("impossible counts")
        games.setdefault(game.key, {})[variant] = counts
    return games


def _possible(count: _Count) -> bool:
    return type(count.played) is type(count.legal) is int and 0 <= count.played <= count.legal
