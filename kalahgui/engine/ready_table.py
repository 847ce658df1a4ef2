"""Tables of all best moves of a small game, kept as data files.

A line of a file is a position, its value for the side to move and its best moves, all in the game's
notation. Of moves that are equal in value, those are best that win soonest or lose latest.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from kalahgui.assets import asset
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position, children
from kalahgui.games.user_error import UserError


class Ready(NamedTuple):
    """The value of a position for the side to move, and its best moves."""

    value: int
    moves: list[int]


def looked_up(key: str, position: Position) -> Ready:
    """Return the value and best moves of an unfinished position of the game with a key.

    OSError or ValueError when the data file is missing or damaged.
    """
    return _table(key)[position.own, position.opp]


@functools.cache
def _table(key: str) -> dict[tuple[int, int], Ready]:
    """Return the table of a game by the words of positions, which alone tell who is to move."""
    game = GAMES[key]
    known = {}
    for line in asset("tables", f"{key}.txt").read_text("ascii").splitlines():
        text, value, *moves = line.split()
        position = game.parse_position(text)
        known[position.own, position.opp] = Ready(int(value), list(map(game.parse_move, moves)))
    return known


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
        raise UserError("refused_no_ready_table", game=game.key)
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
    for move, child, sign in children(position):
        end = _work_out(child, ends, table)
        after[move] = _End(sign * end.value, end.plies + 1)
    best = max(after.values(), key=_End.worth)
    ends[position] = best
    moves = [move for move, end in after.items() if end.worth() == best.worth()]
    table[position] = Ready(best.value, moves)
    return best
