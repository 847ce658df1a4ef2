"""WTHOR: files of tournament games of Othello, and the names beside them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import game_and_variant
from kalahgui.games.reversi.game import COLUMNS, Reversi
from kalahgui.games.user_error import UserError
from kalahgui.library.formats.found import (
    Found,
    UnknownText,
    WrittenGame,
    found,
    played,
    read_parts,
    stand,
)
from kalahgui.library.formats.tag_lines import plain
from kalahgui.match.match import Match, Player

# Century, year, month and day; games, records, year of the games; board size, type, depth, nothing.
_HEADER = struct.Struct("<4Bihh4B")
# Tournament, black and white by their numbers; black's discs and what they should be; the moves.
_RECORD = struct.Struct("<3h2B60s")
_PLAYER_BYTES, _TOURNAMENT_BYTES = 20, 26
_SIZES = (0, 8)  # of the board, as it is written


@dataclass(frozen=True)
class Names:
    """The names that stand for the numbers of a file, as far as they are known."""

    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()

    @classmethod
    def of(cls, players: bytes = b"", tournaments: bytes = b"") -> Names:
        """Read the contents of ``WTHOR.JOU`` and ``WTHOR.TRN``."""
        return cls(_names(players, _PLAYER_BYTES), _names(tournaments, _TOURNAMENT_BYTES))


def _names(data: bytes, length: int) -> tuple[str, ...]:
    records = data[_HEADER.size :]
    return tuple(
        plain(records[at : at + length].partition(b"\0")[0].decode("latin-1"))
        for at in range(0, len(records) - length + 1, length)
    )


def _name(names: Sequence[str], number: int) -> str:
    known = names[number] if 0 <= number < len(names) else ""
    return known or str(number)


def read_wthor(
    data: bytes, names: Names | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Found:
    """Read a file of games of 8x8 Othello; UserError when it is none."""
    if len(data) < _HEADER.size:
        raise UnknownText("refused_no_wthor")
    _, _, month, day, count, others, year, size, _, _, _ = _HEADER.unpack_from(data)
    if month > 12 or day > 31 or others or count < 0 or not any(data[: _HEADER.size]):
        raise UnknownText("refused_no_wthor_games")
    if size not in _SIZES:
        raise UserError("refused_wthor_size", size=size)

    def at(number: int, why: UserError) -> UserError:
        return UserError("refused_record", n=number, why=why)

    def read(number: int) -> WrittenGame:
        yield_to_frames()
        record = _RECORD.unpack_from(data, _HEADER.size + _RECORD.size * (number - 1))
        return _game(record, year, names or Names())

    expected = _HEADER.size + _RECORD.size * count
    there = min(count, (len(data) - _HEADER.size) // _RECORD.size)
    games, bad, notes = read_parts(range(1, there + 1), read, at)
    if len(data) != expected:
        words = UserError("refused_wthor_bytes", n=count, bytes=expected, there=len(data))
        notes.insert(0, words)
    return found(games, bad, notes)


def _game(record: tuple[int, int, int, int, int, bytes], year: int, names: Names) -> WrittenGame:
    tournament, black, white, discs, _, moves = record
    players = (Player(_name(names.players, black)), Player(_name(names.players, white)))
    game, variant = game_and_variant(f"{Reversi.key}:8x8")
    match = Match(game, variant, (), players)
    node = match.root
    for number, move in enumerate(moves.rstrip(b"\0"), start=1):
        row, column = divmod(move, 10)
        try:
            if not (1 <= row <= 8 and 1 <= column <= 8):
                raise UserError("refused_square")
            node = played(match, node, COLUMNS[column - 1] + str(row))
        except UserError as why:
            raise UserError("refused_move", n=number, move=move, why=why) from None
    stand(match, node)
    _check_discs(match, discs)
    tags = {"Event": _name(names.tournaments, tournament)}
    if year > 0:
        tags["Date"] = str(year)
    return WrittenGame(match, tags)


def _check_discs(match: Match, discs: int) -> None:
    """Raise UserError when a game that was played to its end has another count of discs.

    Squares left empty may be counted for the winner or for nobody. A game that stops early has
    been adjudicated.
    """
    if not match.over:
        return
    counted = match.game.points(match.position)
    assert counted is not None, "discs are points"
    size = len(match.game.cells(match.position))
    for_winner = (size + match.margin) // 2
    if discs not in (counted[0], for_winner):
        raise UserError("refused_discs", discs=discs, counted=for_winner)
