"""Tables of all best moves of a small game, kept as data files.

A line of a file is a position, its value for the side to move and its best moves, all in the game's
notation. Of moves that are equal in value, those are best that win soonest or lose latest.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from kalahgui.assets import asset
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position


class Ready(NamedTuple):
    """The value of a position for the side to move, and its best moves."""

    value: int
    moves: list[int]


class ReadyTable:
    """The best moves of every unfinished position of a game whose words alone tell the mover."""

    def __init__(self, known: Mapping[tuple[int, int], Ready]) -> None:
        """Set up a table with the positions' two words as keys."""
        self._known = known

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._known)

    def find(self, position: Position) -> Ready:
        """Return the value and best moves of an unfinished position."""
        return self._known[position.own, position.opp]


@functools.cache
def ready_table(key: str) -> ReadyTable:
    """Return the table of a game by its key, read from the data file once.

    OSError or ValueError when the file is missing or damaged.
    """
    game = GAMES[key]
    known = {}
    for line in asset("tables", f"{key}.txt").read_text("ascii").splitlines():
        text, value, *moves = line.split()
        position = game.parse_position(text)
        known[position.own, position.opp] = Ready(int(value), list(map(game.parse_move, moves)))
    return ReadyTable(known)


class _End(NamedTuple):
    """The end of a game with best play: the margin for the side to move, and the plies to it."""

    value: int
    plies: int

    def worth(self) -> tuple[int, int]:
        """Return a rank by which a soon win and a late loss are better."""
        return self.value, -self.plies * self.value


def made(game: Game) -> str:
    """Return the text of a game's data file; ValueError when the game has none.

    >>> made(GAMES["tictactoe"]).splitlines()[2]
    '.......o. 0 b1 b2 a3 c3'
    """
    if not game.has_table:
        raise ValueError(f"no table of all positions is kept for {game.key}")
    ends: dict[Position, _End] = {}
    table: dict[Position, Ready] = {}
    _work_out(game.start(game.variant), ends, table)
    lines = []
    for position, (value, moves) in table.items():
        texts = [game.position_text(position), str(value), *map(game.text, moves)]
        lines.append(" ".join(texts) + "\n")
    return "".join(sorted(lines))


def _work_out(position: Position, ends: dict[Position, _End], table: dict[Position, Ready]) -> _End:
    """Return the end of the game from a position, and fill both tables with all that follow."""
    if position in ends:
        return ends[position]
    if position.over:
        ends[position] = _End(position.final(), 0)
        return ends[position]
    after = {}
    for move in position.moves():
        child = position.copy()
        sign = 1 if child.play(move) else -1
        end = _work_out(child, ends, table)
        after[move] = _End(sign * end.value, end.plies + 1)
    best = max(after.values(), key=_End.worth)
    ends[position] = best
    moves = [move for move, end in after.items() if end.worth() == best.worth()]
    table[position] = Ready(best.value, moves)
    return best
