"""A match: players, the plies played, undo and redo, and the result.

A ply is a move of the game or a swap of sides under the pie rule. Everything else (whose turn
it is, the position, who has which side) is derived from the plies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kalahgui.engine.levels import limit_for
from kalahgui.engine.limit import Limit
from kalahgui.games.game import Game, Position

SWAP = -1
SWAP_TEXT = "swap"


@dataclass(frozen=True)
class Player:
    """A player: a person, or a computer that plays by ``engine``.

    ``engine`` is a level's number or an algorithm such as ``alpha-beta:5``; empty for a person.
    """

    name: str = ""
    engine: str = ""

    @property
    def person(self) -> bool:
        """Tell whether a person plays."""
        return not self.engine

    def limit(self, game: Game) -> Limit:
        """Return what a computer player may use for a move of a game."""
        return limit_for(self.engine, game)


@dataclass
class Match:
    """A match from its start to where it is now, with the plies taken back still at hand.

    ``players`` are those who sat down as first and second; ``resigned`` is the index of the one
    who gave up.
    """

    game: Game
    variant: str
    rules: tuple[str, ...]
    players: tuple[Player, Player]
    pie: bool = False
    start: Position = None  # type: ignore[assignment]
    plies: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    resigned: int | None = None

    def __post_init__(self) -> None:
        if self.start is None:
            self.start = self.game.start(self.variant, self.rules)
        plies, self.plies = self.plies, []
        self._positions = [self.start.copy()]
        for ply in plies:
            self._append(ply)

    @property
    def position(self) -> Position:
        """Return the position now; not to be played on (use ``play``)."""
        return self._positions[-1]

    def position_before(self, ply: int) -> Position:
        """Return the position before the ply with that index."""
        return self._positions[ply]

    def seat_of(self, side: int, ply: int | None = None) -> int:
        """Return the index of the player who has a side, before a ply or now."""
        swaps = self.plies[:ply].count(SWAP)
        return side ^ (swaps & 1)

    def player_of(self, side: int) -> Player:
        """Return the player who has a side now."""
        return self.players[self.seat_of(side)]

    def mover_before(self, ply: int) -> int:
        """Return the index of the player who made a ply."""
        return self.seat_of(self._positions[ply].turn, ply)

    @property
    def mover(self) -> Player:
        """Return the player to move."""
        return self.player_of(self.position.turn)

    @property
    def over(self) -> bool:
        """Tell whether the match has ended, on the board or by resignation."""
        return self.resigned is not None or self.position.over

    @property
    def can_swap(self) -> bool:
        """Tell whether the player to move may swap sides: once, in answer to the first turn."""
        return (
            self.pie
            and not self.over
            and self.position.turn == 1
            and SWAP not in self.plies
            and all(position.turn == 0 for position in self._positions[:-1])
        )

    def _append(self, ply: int) -> None:
        position = self.position.copy()
        if ply == SWAP:
            if not self.can_swap:
                raise ValueError("the sides cannot be swapped now")
        else:
            position.play(ply)
        self.plies.append(ply)
        self._positions.append(position)

    def play(self, ply: int) -> None:
        """Play a move, or SWAP; ValueError, and nothing changed, when it is not allowed."""
        if self.over:
            raise ValueError("the match is over")
        self._append(ply)
        self.undone.clear()

    def resign(self, seat: int) -> None:
        """End the match: a player gives up."""
        if not self.over:
            self.resigned = seat

    def undo(self) -> int:
        """Take back the last sowing of a person and all that was answered; return how many plies.

        Without a person at the board, or with two, that is the last ply. A resignation is taken
        back alone. Nothing happens before a person's first move.
        """
        if self.resigned is not None:
            self.resigned = None
            return 0
        count = self._plies_to_undo()
        for _ in range(count):
            self.undone.append(self.plies.pop())
            self._positions.pop()
        return count

    @property
    def can_undo(self) -> bool:
        """Tell whether there is anything to take back."""
        return self.resigned is not None or self._plies_to_undo() > 0

    def _plies_to_undo(self) -> int:
        if not self._one_person:
            return min(1, len(self.plies))
        for ply in reversed(range(len(self.plies))):
            if self.players[self.mover_before(ply)].person:
                return len(self.plies) - ply
        return 0

    @property
    def _one_person(self) -> bool:
        return self.players[0].person != self.players[1].person

    @property
    def can_redo(self) -> bool:
        """Tell whether there is anything to play again."""
        return bool(self.undone) and self.resigned is None

    def redo(self) -> list[int]:
        """Play again what the last undo took back; return those plies."""
        replayed: list[int] = []
        while self.can_redo:
            if replayed and not (self._one_person and not self.mover.person):
                break
            ply = self.undone.pop()
            self._append(ply)
            replayed.append(ply)
        return replayed

    def turn_start(self, end: int | None = None) -> int:
        """Return the index of the first ply of the last turn before ``end`` (default: now)."""
        ply = len(self.plies) if end is None else end
        if ply == 0:
            return 0
        mover = self.mover_before(ply - 1)
        while ply > 0 and self.mover_before(ply - 1) == mover:
            ply -= 1
        return ply

    @property
    def swap_to_come(self) -> bool:
        """Tell whether the turn now played may be answered by a swap of sides."""
        return self.pie and all(position.turn == 0 for position in self._positions)

    @property
    def margin(self) -> int:
        """Return the first side's points less the second's, so far or at the end."""
        position = self.position
        lead: int = position.final() if position.over else position.lead
        return lead if position.turn == 0 else -lead

    @property
    def winner(self) -> int | None:
        """Return the index of the player who won; None while it goes on and for a draw."""
        if self.resigned is not None:
            return 1 - self.resigned
        if not self.over or self.margin == 0:
            return None
        return self.seat_of(0 if self.margin > 0 else 1)

    def ply_texts(self) -> list[str]:
        """Return the plies in notation, a swap as ``swap``."""
        return [SWAP_TEXT if ply == SWAP else self.game.text(ply) for ply in self.plies]

    def replay_texts(self, texts: Iterable[str]) -> None:
        """Play plies given in notation; ValueError at the first that is not allowed."""
        for text in texts:
            self.play(SWAP if text == SWAP_TEXT else self.game.parse_move(text))


def players_swapped(players: Sequence[Player]) -> tuple[Player, Player]:
    """Return the players with their seats exchanged, for a rematch."""
    first, second = players
    return second, first
