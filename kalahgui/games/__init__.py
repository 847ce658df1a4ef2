"""The games, each with the rules for setting up its positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kalahgui.games import eight, kalah, reversi, tictactoe
from kalahgui.games.draft import Draft, Drafting
from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError, called, short
from kalahgui.games.weights import BadWeights

_FOLDERS = (kalah, reversi, tictactoe, eight)
GAMES: dict[str, Game] = {folder.GAME.key: folder.GAME for folder in _FOLDERS}
DRAFTING: dict[str, Drafting[Any]] = {
    folder.GAME.key: folder.DRAFTING(folder.GAME) for folder in _FOLDERS
}


def bad_weights() -> Iterator[BadWeights]:
    """Yield what is wrong with the learnt weights that should have come with the program."""
    for game in GAMES.values():
        yield from game.bad_weights()


def unknown_game(key: str) -> UserError:
    """Return the UserError for an unknown key of a game."""
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


def draft_of(game: Game, position: Position, rules: Sequence[str] = (), variant: str = "") -> Draft:
    """Return a position of a game as a draft, as ``Drafting.of`` does."""
    return DRAFTING[game.key].of(position, rules, variant)


def read_draft(text: str, first: str, rules: Sequence[str] = ()) -> Draft | None:
    """Read a position of any game, trying the one with the key ``first`` before the others.

    None when it is no game's position.
    """
    for index, key in enumerate(sorted(DRAFTING, key=lambda key: key != first)):
        try:
            return DRAFTING[key].read(text, rules if index == 0 else ())
        except ValueError:
            continue
    return None
