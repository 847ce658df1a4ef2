"""The one list of what games make of positions that are being set up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kalahgui.games import GAMES
from kalahgui.games.draft import Draft, Drafting
from kalahgui.games.eight.draft import EightDrafting
from kalahgui.games.game import Game, Position
from kalahgui.games.kalah.draft import KalahDrafting
from kalahgui.games.reversi.draft import ReversiDrafting
from kalahgui.games.tictactoe.draft import TicTacToeDrafting

_KINDS: dict[str, type[Drafting[Any]]] = {
    "kalah": KalahDrafting,
    "reversi": ReversiDrafting,
    "tictactoe": TicTacToeDrafting,
    "eight": EightDrafting,
}
DRAFTING: dict[str, Drafting[Any]] = {key: kind(GAMES[key]) for key, kind in _KINDS.items()}


def draft_of(game: Game, position: Position, rules: Sequence[str] = (), variant: str = "") -> Draft:
    """Return a position of a game as a draft, as ``Drafting.of`` does."""
    return DRAFTING[game.key].of(position, rules, variant)


def read_draft(text: str, first: str, rules: Sequence[str] = ()) -> Draft | None:
    """Read a position of any game, ``first`` of the one with that key, by its rules.

    None when it is no game's position.
    """
    for place, key in enumerate(sorted(DRAFTING, key=lambda key: key != first)):
        try:
            return DRAFTING[key].read(text, rules if place == 0 else ())
        except ValueError:
            continue
    return None
