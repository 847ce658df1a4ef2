"""The players of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kalahgui.engine.limit import Limit
from kalahgui.engine.method import Method
from kalahgui.games.game import Game, Position


@dataclass(frozen=True)
class Player:
    """A player: a person, or a computer that plays by a method."""

    name: str = ""
    computer: Method | None = None

    @property
    def person(self) -> bool:
        """Return whether the player is a person."""
        return self.computer is None

    def limit(self, game: Game, start: Position) -> Limit:
        """Return a computer player's limit for a move of a game that begins at ``start``."""
        assert self.computer is not None
        return self.computer.limit(game, start)


def players_swapped(players: Sequence[Player]) -> tuple[Player, Player]:
    """Return the players with their seats exchanged, for a rematch."""
    first, second = players
    return second, first
