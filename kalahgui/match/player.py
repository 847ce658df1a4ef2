"""A player of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kalahgui.engine.limit import Limit
from kalahgui.engine.method import Method
from kalahgui.games.game import Game, Position


@dataclass(frozen=True)
class Player:
    """A player: a person, or a ``computer`` and how it plays."""

    name: str = ""
    computer: Method | None = None

    @property
    def person(self) -> bool:
        """Tell whether a person plays."""
        return self.computer is None

    def limit(self, game: Game, start: Position) -> Limit:
        """Return what a computer player may use for a move of a game begun at a position."""
        assert self.computer is not None
        return self.computer.limit(game, start)


def players_swapped(players: Sequence[Player]) -> tuple[Player, Player]:
    """Return the players with their seats exchanged, for a rematch."""
    first, second = players
    return second, first
