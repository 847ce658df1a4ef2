"""What the moves on a board are called: names that are written, and read back as the same moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kalahgui.games.game import PASS, Game, Grid, Position, Saying


def signs(name: str) -> str:
    """Return the letters and figures of a name, which are what one types.

    >>> signs("(1, 0)")
    '10'
    """
    return "".join(sign for sign in name if sign.isalnum())


def line_words(line: str, say: Saying) -> str:
    """Return a written line of moves with its passes as they are said."""
    return " ".join(say("pass_short") if word == PASS else word for word in line.split(" "))


class MoveNames:
    """The names of both sides' moves on a board.

    ``takes_notation`` tells that those of the game's notation are read as well, since none of them
    is the name of a move here.
    """

    def __init__(
        self, names: tuple[Mapping[int, str], Mapping[int, str]], notation: Mapping[int, str]
    ) -> None:
        self._names = names
        taken = {signs(name) for side in names for name in side.values()}
        usual = {name: move for move, name in notation.items()}
        self._notation = {*usual}
        self.takes_notation = not taken & {*usual}
        also = usual if self.takes_notation else {}
        self._moves = [{signs(name): move for move, name in side.items()} | also for side in names]

    def text(self, move: int, side: int) -> str:
        """Return the name of a side's move."""
        return self._names[side][move]

    def move(self, text: str, side: int) -> int | None:
        """Return the move of a side that is called so; None where none is."""
        return self._moves[side].get(signs(text))

    def are_meant(self, words: Sequence[str]) -> bool:
        """Tell whether words are names of moves, as from the start, not all of notation."""
        known = {name for side in self._moves for name in side}
        begin = all(word in self._moves[0] for word in words[:1])
        return begin and {*words} <= known and not {*words} <= self._notation

    def begins(self, text: str, side: int) -> bool:
        """Tell whether the signs of a longer name of a side's move begin so."""
        return any(name.startswith(text) and name != text for name in self._moves[side])

    def has_sign(self, sign: str) -> bool:
        """Tell whether a sign stands in names, be it a bracket or a blank."""
        return any(sign in name for side in self._names for name in side.values())

    def all_of(self, side: int) -> list[str]:
        """Return the names of all moves of a side, in the order of the board."""
        return [*self._names[side].values()]


def notation_of(game: Game[Any], start: Position) -> MoveNames:
    """Return the names of the game's notation."""
    names = _notation(game, start)
    return MoveNames((names, names), names)


def names_from_a1(game: Game[Any], start: Position) -> MoveNames:
    """Return the names of the squares of a board, from a1 on."""
    grid: Grid = game.board(start)
    names = {move: grid.from_a1.name(cell) for cell, move in enumerate(grid.moves)}
    return MoveNames((names, names), _notation(game, start))


def article_names(game: Game[Any], start: Position) -> MoveNames | None:
    """Return what an article calls the moves; None for a board that it does not number."""
    moves = game.board(start).moves
    if not game.article_text(start, moves[0], 0):  # all of a board are numbered, or none
        return None
    first, second = (
        {move: game.article_text(start, move, side) for move in moves} for side in (0, 1)
    )
    return MoveNames((first, second), _notation(game, start))


@cache
def article_names_on(game: Game[Any], variant: str) -> MoveNames | None:
    """Return what an article calls the moves on a board of a game, as ``article_names`` does."""
    return article_names(game, game.start(variant))


def _notation(game: Game[Any], start: Position) -> dict[int, str]:
    return {move: game.text(move) for move in game.board(start).moves}
