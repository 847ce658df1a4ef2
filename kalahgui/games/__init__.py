"""The one list of games."""

from __future__ import annotations

from collections.abc import Iterator

from kalahgui.games.eight.game import Eight
from kalahgui.games.game import Game
from kalahgui.games.kalah.game import Kalah
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.tictactoe.game import TicTacToe
from kalahgui.games.user_error import UserError, called, short
from kalahgui.games.weights import BadWeights

GAMES: dict[str, Game] = {game.key: game for game in (Kalah(), Reversi(), TicTacToe(), Eight())}


def bad_weights() -> Iterator[BadWeights]:
    """Yield what is wrong with the learnt weights that should have come with the program."""
    for game in GAMES.values():
        yield from game.bad_weights()


def unknown_game(key: str) -> UserError:
    """Return the refusal of a key that is no game's."""
    return UserError("refused_game", name=short(key), known=tuple(map(called, GAMES)))


def game_and_variant(text: str) -> tuple[Game, str]:
    """Read ``GAME`` or ``GAME:VARIANT``; UserError when there is no such game.

    >>> game, variant = game_and_variant("kalah")
    >>> game.key, variant
    ('kalah', '6x6')
    """
    key, colon, variant = text.partition(":")
    if key not in GAMES:
        raise unknown_game(key)
    game = GAMES[key]
    variant = variant if colon else game.variant
    game.start(variant)
    return game, variant
