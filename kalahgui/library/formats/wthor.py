"""WTHOR: files of tournament games of Othello, and the names beside them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES
from kalahgui.games.plain_text import one_line
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError
from kalahgui.library.formats.found import Item, UnknownText, WrittenGame, read_each
from kalahgui.library.formats.line import GameLine
from kalahgui.library.formats.recorded import End, Recorded
from kalahgui.library.formats.text_source import Reads
from kalahgui.match.match import Player
from kalahgui.match.node import Forfeit

# Century, year, month and day; games, records, year of the games; board size, type, depth, nothing.
_HEADER = struct.Struct("<4BiHh4B")
# Tournament, black and white by their numbers; black's discs and what they should be; the moves.
_RECORD = struct.Struct("<3H2B60s")
_AT_ONCE = 1000  # records that are read
_PLAYER_BYTES, _TOURNAMENT_BYTES = 20, 26
_SIZES = (0, 8)  # of the board, as it is written
_SQUARES = 64
_MOVES = {10 * row + column: 8 * row + column - 9 for row in range(1, 9) for column in range(1, 9)}


@dataclass(frozen=True)
class Names:
    """The names that stand for the numbers of a file, as far as they are known."""

    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()

    @classmethod
    def of(cls, players: bytes = b"", tournaments: bytes = b"") -> Names:
        """Read the contents of the files of players and of tournaments."""
        return cls(_names(players, _PLAYER_BYTES), _names(tournaments, _TOURNAMENT_BYTES))


def _names(data: bytes, length: int) -> tuple[str, ...]:
    records = data[_HEADER.size :]
    return tuple(
        one_line(records[at : at + length].partition(b"\0")[0].decode("latin-1"))
        for at in range(0, len(records) - length + 1, length)
    )


def _name(names: Sequence[str], number: int) -> str:
    known = names[number] if number < len(names) else ""
    return known or str(number)


def begins_wthor(begin: bytes) -> bool:
    """Tell whether a file begins as no text does: with numbers of several bytes."""
    header = begin[: _HEADER.size]
    numbers = header.strip(b"\0")
    return bool(header) and (not numbers or (b"\0\0" in header and min(numbers) < ord("\t")))


def read_wthor(
    file: Reads, names: Names, yield_to_frames: YieldToFrames = no_frames
) -> Iterator[Item]:
    """Read a file of games of 8x8 Othello; UserError when it is none."""
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size:
        raise UnknownText("refused_no_wthor")
    _, _, month, day, count, others, year, size, _, _, _ = _HEADER.unpack(header)
    if not count and others and month in range(13):
        raise UserError("refused_wthor_names")
    if month > 12 or day > 31 or others or count < 0 or not any(header):
        raise UnknownText("refused_no_wthor_games")
    if size not in _SIZES:
        raise UserError("refused_wthor_size", size=size)

    def at(number: int, why: UserError) -> UserError:
        return UserError("refused_record", n=number, why=why)

    records = _Records(file, count)
    numbered = enumerate(records, start=1)
    read = partial(_game, year=year, names=names)
    yield from read_each(numbered, read, at, yield_to_frames)
    expected = _HEADER.size + _RECORD.size * count
    there = _HEADER.size + records.bytes_read
    if there != expected:
        yield UserError("refused_wthor_bytes", n=count, bytes=expected, there=there)


class _Records:
    """The records of a file, at most so many, and how many bytes there were."""

    def __init__(self, file: Reads, count: int) -> None:
        self._file, self._count = file, count
        self.bytes_read = 0

    def __iter__(self) -> Iterator[bytes]:
        left = self._count
        while data := self._file.read(_RECORD.size * _AT_ONCE):
            self.bytes_read += len(data)
            for at in range(0, len(data) - _RECORD.size + 1, _RECORD.size):
                if left:
                    left -= 1
                    yield data[at : at + _RECORD.size]


def _game(record: bytes, year: int, names: Names) -> WrittenGame:
    tournament, black, white, discs, best, moves = _RECORD.unpack(record)
    players = (Player(_name(names.players, black)), Player(_name(names.players, white)))
    line = GameLine(GAMES[Reversi.key], "8x8", (), players)
    for number, move in enumerate(moves.rstrip(b"\0"), start=1):
        try:
            if move not in _MOVES:
                raise UserError("refused_square")
            line.play_move(_MOVES[move])
        except UserError as why:
            raise UserError("refused_move", n=number, move=move, why=why) from None
    tags = {"Event": _name(names.tournaments, tournament)}
    if year > 0:
        tags["Date"] = str(year)
    if best:
        tags["TheoreticalScore"] = f"{best}-{_SQUARES - best}"
    line.forfeit, said = _settled(line, discs)
    return WrittenGame(tags={**tags, **said}, line=line)


def _settled(line: GameLine, discs: int) -> tuple[Forfeit | None, dict[str, str]]:
    """Return what black's recorded discs say beside the moves.

    Squares left empty may be counted for the winner or for nobody.
    """
    points = line.game.points(line.position)
    assert points is not None, "discs are points"
    if line.position.over and discs == points[0]:
        return None, {}
    score = f"{discs}-{max(0, _SQUARES - discs)}"
    recorded = Recorded.of_score(score, score)
    assert recorded is not None, "it has two numbers"
    return End.of(line).settled(recorded)
