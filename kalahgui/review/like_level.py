"""The losses a move of the levels, and the level that loses as much as a player."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.assets import asset, read_table
from kalahgui.engine.levels import levels_on
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game
from kalahgui.games.user_error import UserError

VERSION = 2  # of the levels as they were measured
FEWEST_GAMES = 5


class BadLevelLosses(UserError):
    """The file of the levels' losses is missing or damaged; the message is one clear sentence."""


class LevelLoss(NamedTuple):
    """The points that a level lost on a board, and the moves it took."""

    moves: int = 0
    lost: int = 0

    def plus(self, other: LevelLoss) -> LevelLoss:
        """Return the sum of two."""
        return LevelLoss(self.moves + other.moves, self.lost + other.lost)


class ReviewedGame(NamedTuple):
    """A player's moves in a game that was judged from end to end, and what they lost."""

    variant: str
    moves: int
    lost: int


# For the key of every game its boards, each with its levels from the first.
Losses = Mapping[str, Mapping[str, Sequence[LevelLoss]]]


def like_level(
    game: Game, variant: str, reviewed: Sequence[ReviewedGame], losses: Losses | None = None
) -> int | None:
    """Return the number of the level that loses about as much a move; None when nothing is known.

    Games on boards of the same squares or pits count, if as many levels were measured there: every
    level is asked what it would have lost in the same number of moves on the same boards. Of
    levels that lose the same it is the strongest. Nothing is said below FEWEST_GAMES games.
    """
    measured = (known_losses() if losses is None else losses).get(game.key, {})
    boards = {name: game.board(game.start(name)) for name in {variant, *measured}}
    levels = len(levels_on(game, variant))
    alike = [
        match
        for match in reviewed
        if match.moves
        and len(measured.get(match.variant, ())) == levels
        and boards.get(match.variant) == boards[variant]
    ]
    if len(alike) < FEWEST_GAMES:
        return None
    lost = sum(match.lost for match in alike)
    means = {name: falling_means(measured[name]) for name in {one.variant for one in alike}}
    expected = [
        sum(match.moves * means[match.variant][index] for match in alike) for index in range(levels)
    ]
    nearest = min(range(len(expected)), key=lambda index: (abs(expected[index] - lost), -index))
    return nearest + 1


def falling_means(losses: Sequence[LevelLoss]) -> list[float]:
    """Return the loss a move of each level, none larger than that of the level before.

    Games are few and neighbours close: those that were measured the other way round are taken
    together, weighted by their moves.
    """
    groups: list[tuple[LevelLoss, int]] = []
    for loss in losses:
        group = (loss, 1)
        while groups and _mean(groups[-1][0]) <= _mean(group[0]):
            before, levels = groups.pop()
            group = (before.plus(group[0]), levels + group[1])
        groups.append(group)
    return [_mean(loss) for loss, levels in groups for _ in range(levels)]


def _mean(loss: LevelLoss) -> float:
    return loss.lost / loss.moves


@functools.cache
def known_losses() -> Losses:
    """Return the losses that come with the program; BadLevelLosses when they cannot be read."""
    return read(asset("tables", "level-losses.json"))


def read(path: Path) -> Losses:
    """Read a file that the command ``losses`` has written; BadLevelLosses when that fails."""
    return read_table(path, _losses, BadLevelLosses)


def _losses(document: Any) -> Losses:
    """Return the losses in a document; some error of its shape for another document."""
    if document["version"] != VERSION:
        raise ValueError("another version")
    games: dict[str, dict[str, list[LevelLoss]]] = {}
    for board, measured in document["boards"].items():
        game, variant = game_and_variant(board)
        levels = [LevelLoss(level["moves"], level["lost"]) for level in measured["levels"]]
        if len(levels) != len(levels_on(game, variant)) or not all(map(_possible, levels)):
            raise ValueError("impossible losses")
        # Where a level has never moved its loss is not known.
        if all(loss.moves for loss in levels):
            games.setdefault(game.key, {})[variant] = levels
    return games


def _possible(loss: LevelLoss) -> bool:
    return type(loss.moves) is type(loss.lost) is int and loss.moves >= 0 <= loss.lost
