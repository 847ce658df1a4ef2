"""Games printed move by move, each with the board after it."""

from __future__ import annotations

from collections.abc import Iterable

from kalahgui.games.game import Game, Position
from kalahgui.match.tournament import Spectator


def print_board(game: Game, position: Position) -> None:
    """Print what both sides have, the board, and an empty line."""
    tally = game.tally(position)
    if tally:
        print(tally)
    print(game.drawing(position), end="\n\n")


def print_move(game: Game, position: Position, move: int, player: str = "") -> None:
    """Print a move with who makes it and the board after it, and the pass that it forces.

    The position, in which the move is legal, is left as it is; ``player`` is named beside the side.
    """
    said, *passed = game.line_texts(position, [move])
    after = position.copy()
    again = after.play(move) and not passed
    side, other = game.sides[position.turn], game.sides[1 - position.turn]
    who = f"{side} ({player})" if player else side
    print(f"{who}: {said}" + " and moves again" * again)
    print_board(game, after)
    for text in passed:
        print(f"{other}: {text}", end="\n\n")


def print_line(game: Game, position: Position, moves: Iterable[int]) -> None:
    """Print a position and the boards along a line of moves."""
    here = position.copy()
    print_board(game, here)
    for move in moves:
        print_move(game, here, move)
        here.play(move)


class Announcer(Spectator):
    """Prints the games of a match as they are played."""

    def __init__(self, game: Game, start: Position, players: tuple[str, str], games: int) -> None:
        """``players`` are the texts of both players."""
        self._first = 0
        self._game = game
        self._start = start
        self._players = players
        self._games = games

    def begin(self, number: int, first: int) -> None:
        self._first = first
        seats = ", ".join(self._seat(player) for player in (first, 1 - first))
        print(f"game {number + 1} of {self._games}: {seats}", end="\n\n")
        print_board(self._game, self._start)

    def move(self, position: Position, move: int, player: int | None) -> None:
        print_move(
            self._game, position, move, "at random" if player is None else self._players[player]
        )

    def end(self, position: Position, margin: int) -> None:
        won = f"won by {self._seat(int(margin < 0))}" if margin else "drawn"
        by = f" by {abs(margin)}" if margin and self._game.has_points else ""
        print(f"the game is {won}{by}", end="\n\n", flush=True)

    def _seat(self, player: int) -> str:
        return f"{self._game.sides[player ^ self._first]} ({self._players[player]})"
