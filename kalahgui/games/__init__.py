"""The one list of games."""

from __future__ import annotations

from collections.abc import Iterator

from kalahgui.games.eight import Eight
from kalahgui.games.game import Game
from kalahgui.games.kalah import Kalah
from kalahgui.games.reversi import Reversi
from kalahgui.games.tictactoe import TicTacToe
from kalahgui.games.weights import BadWeights

GAMES: dict[str, Game] = {game.key: game for game in (Kalah(), Reversi(), TicTacToe(), Eight())}


def bad_weights() -> Iterator[BadWeights]:
    """Yield what is wrong with the learnt weights that should have come with the program."""
    for game in GAMES.values():
        yield from game.bad_weights()


def game_and_variant(text: str) -> tuple[Game, str]:
    """Read ``GAME`` or ``GAME:VARIANT``; ValueError when there is no such game.

    >>> game, variant = game_and_variant("kalah")
    >>> game.key, variant
    ('kalah', '6x6')
    """
    key, colon, variant = text.partition(":")
    if key not in GAMES:
        raise ValueError(f"there is no game {key!r}; there are {', '.join(GAMES)}")
    game = GAMES[key]
    variant = variant if colon else game.variant
    game.start(variant)
    return game, variant
