"""How likely a move of a class is to be played, by the games that were counted."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.assets import asset
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game

VERSION = 1
# Of a class that no counted position had among its legal moves: nothing speaks for stopping there.
NEVER_LEGAL = 1.0


class BadMoveClasses(Exception):
    """The file of the counts is missing or damaged; the message is one clear sentence."""


class _Count(NamedTuple):
    played: int
    legal: int


class MoveClasses:
    """What was counted, board by board (``GAME:VARIANT``)."""

    def __init__(self, boards: Mapping[str, Mapping[str, _Count]]) -> None:
        self._boards = boards

    def probability(self, game: Game, name: str, variant: str | None = None) -> float:
        """Return the positions a move of a class was played in, per position one was legal in.

        A board that was not counted, and a class that was never legal on a board, have the figure
        of all counted boards of the game together; NEVER_LEGAL when there is none either.
        """
        here = self._boards.get(f"{game.key}:{variant}", {}).get(name)
        if here is not None and here.legal:
            return here.played / here.legal
        everywhere = [
            counts[name]
            for board, counts in self._boards.items()
            if board.partition(":")[0] == game.key
        ]
        legal = sum(count.legal for count in everywhere)
        return sum(count.played for count in everywhere) / legal if legal else NEVER_LEGAL


@functools.cache
def counted_classes() -> MoveClasses:
    """Return what comes with the program; BadMoveClasses when it cannot be read."""
    return read(asset("tables", "move-classes.json"))


def read(path: Path) -> MoveClasses:
    """Read a file that the command ``classes`` has written; BadMoveClasses when that fails."""
    try:
        document = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise _bad(path, f"cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise _bad(path, "is damaged") from None
    try:
        return MoveClasses(_boards(document))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _bad(path, "is damaged") from None


def _bad(path: Path, what: str) -> BadMoveClasses:
    return BadMoveClasses(
        f'the file of move classes {path} {what}: make it anew with "classes GAME... --out FILE"'
    )


def _boards(document: Any) -> dict[str, dict[str, _Count]]:
    """Return the counts in a document; some error of a wrong shape when it is none."""
    if document["version"] != VERSION:
        raise ValueError("another version")
    boards = {}
    for board, counted in document["boards"].items():
        game, _ = game_and_variant(board)
        counts = {
            name: _Count(count["played"], count["legal"])
            for name, count in counted["classes"].items()
        }
        if set(counts) != set(game.move_classes) or not all(map(_possible, counts.values())):
            raise ValueError("impossible counts")
        boards[board] = counts
    return boards


def _possible(count: _Count) -> bool:
    return type(count.played) is type(count.legal) is int and 0 <= count.played <= count.legal
