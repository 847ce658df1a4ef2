"""Where the player is in the library: it outlasts the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kalahgui.games import GAMES
from kalahgui.gui.services.game_catalogue import entry_on
from kalahgui.library.listing import MatchRow

# The cards of the home screen that have a chip of their own; all others share one.
_CHIP_OF_CARD = {"kalah": "kalah", "diamond": "diamond", "reversi": "reversi", "small": "reversi"}
_OTHERS = "others"
_BY_STATE: dict[str, Callable[[MatchRow], bool]] = {
    "all": lambda row: True,
    "kept": lambda row: bool(row.starred),
    "unfinished": lambda row: row.result == "",
}
CHIPS = ("all", "kalah", "diamond", "reversi", _OTHERS, "kept", "unfinished")


@dataclass
class Browsing:
    """Which games are listed, which of them is chosen, and whose board the statistics are of.

    ``chip`` is one of CHIPS, ``words`` are looked for. ``chosen`` is a match's id, ``offset`` how
    many rows the list is scrolled; ``board`` a game's key and a variant, None for the board that
    is played most.
    """

    chip: str = CHIPS[0]
    words: str = ""
    chosen: int | None = None
    offset: float = 0
    board: tuple[str, str] | None = None


def chip_suits(chip: str, row: MatchRow) -> bool:
    """Tell whether a row belongs to a chip."""
    if chip in _BY_STATE:
        return _BY_STATE[chip](row)
    return _chip_of(row.game, row.variant) == chip


def _chip_of(game: str, variant: str) -> str:
    """Return the chip of a board; of what no game is, that of all others."""
    if game not in GAMES:
        return _OTHERS
    return _CHIP_OF_CARD.get(entry_on(GAMES[game], variant).key, _OTHERS)
