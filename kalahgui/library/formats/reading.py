"""Reading games and positions of whatever format, told by the content, however many there are."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import chain, islice
from pathlib import Path

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError
from kalahgui.library.formats.article_line import read_article_lines, read_long_article_lines
from kalahgui.library.formats.boards import position_of, positions_of, read_positions
from kalahgui.library.formats.decoding import Decoding, mark_of
from kalahgui.library.formats.found import (
    LONGEST_GAME,
    Bad,
    Found,
    Item,
    Remark,
    UnknownText,
    WrittenGame,
    collected,
    in_line,
    read_each,
)
from kalahgui.library.formats.game_text import read_games, read_moves
from kalahgui.library.formats.ggf import is_ggf, read_ggf
from kalahgui.library.formats.line import TRANSCRIPT_BOARD, Board
from kalahgui.library.formats.recorded import RESULT_TAG
from kalahgui.library.formats.sgf import is_sgf, read_sgf
from kalahgui.library.formats.text_source import Reads, TextSource
from kalahgui.library.formats.transcript import (
    BY_ARTICLE,
    MOST_LINES_OF_ONE,
    are_numbered_once,
    has_transcripts,
    is_transcript,
    named_board,
    plain_signs,
    read_as_one,
    read_bare,
    read_named,
    read_transcripts,
)
from kalahgui.library.formats.wthor import Names, begins_wthor, read_wthor

_PART = 1 << 17  # bytes that are read at a time
_AHEAD = 4096  # signs that tell a format
LONGEST_BARE = 1 << 20  # signs of a text without tags; a longer one is a game a line
_MOST_LINES = 1000  # among which another game is looked for
_LONGEST_NAMES = 10_000_000  # bytes: there are at most 65,535 names
# How archives begin.
_PACKED = {
    "ZIP": b"PK\x03\x04", "gzip": b"\x1f\x8b", "bzip2": b"BZh", "7z": b"7z\xbc\xaf", "RAR": b"Rar!",
}  # fmt: skip
_POINTER = "version https://git-lfs"  # what lies in the place of a file that was not fetched


def games_in(
    file: Reads,
    board: Board | None = None,
    names: Callable[[], Names] = Names,
    yield_to_frames: YieldToFrames = no_frames,
) -> Iterator[Item]:
    """Yield what a file holds while it is read: games, bad ones, or a position; at last notes.

    ``board`` is that of moves which do not name their own (8x8 Reversi without it), ``names`` is
    asked for what the numbers of a WTHOR file stand for. UserError says why there is nothing.
    """
    begin = file.read(_PART)
    for name, mark in _PACKED.items():
        if begin.startswith(mark):
            raise UserError("refused_packed", name=name)
    if begins_wthor(begin) and not mark_of(begin):
        yield from _counted(read_wthor(_Rest(begin, file), names(), yield_to_frames))
        return
    decoding = Decoding()
    parts = chain((begin,), iter(lambda: file.read(_PART), b""))
    source = TextSource(decoding.texts(parts))
    yield from _counted(_games_of(source, board, yield_to_frames))
    if decoding.unreadable:
        yield Remark("noted_signs", n=decoding.unreadable)


class _Rest:
    """A file whose beginning has been read, to be read from there on."""

    def __init__(self, begin: bytes, file: Reads) -> None:
        self._begin, self._file = BytesIO(begin), file

    def read(self, length: int) -> bytes:
        """Return so many bytes, less at the end."""
        data = self._begin.read(length)
        while len(data) < length and (more := self._file.read(length - len(data))):
            data += more
        return data


def _counted(items: Iterable[Item]) -> Iterator[Item]:
    contradicted = 0
    for item in items:
        contradicted += isinstance(item, WrittenGame) and RESULT_TAG in item.tags
        yield item
    if contradicted:
        yield Remark("noted_results", n=contradicted)


def _games_of(
    source: TextSource, board: Board | None, yield_to_frames: YieldToFrames
) -> Iterator[Item]:
    begin = source.ahead(_AHEAD)
    if begin.startswith(_POINTER):
        raise UserError("refused_pointer")
    if re.match(r"(?:%[^\n]*+\n|\s)*+\[", begin):
        return read_games(source, board, yield_to_frames)
    if is_sgf(begin):
        return read_sgf(source, yield_to_frames)
    if is_ggf(begin):
        return read_ggf(source, yield_to_frames)
    text = source.ahead(LONGEST_BARE + 1)
    if len(text) > LONGEST_BARE:
        return _long(text, source, board, yield_to_frames)
    try:
        return _bare(text, board, yield_to_frames)
    except UserError:
        line = _second_beginning(text, board)
        if line is not None:
            raise UserError("refused_second", line=line) from None
        raise


def _long(
    begin: str, source: TextSource, board: Board | None, yield_to_frames: YieldToFrames
) -> Iterator[Item]:
    """Read a text without tags that is too long for one game, as a game a line."""
    first = begin.lstrip().partition("\n")[0][:_AHEAD]
    if _is_named_by_article(first):
        lines = ((number, line) for number, line in source.lines() if line.strip())
        return _each_named(lines, yield_to_frames)
    games = read_long_article_lines(first, source.lines(), board, yield_to_frames)
    if games is not None:
        return games
    if has_transcripts(begin, board):
        return read_transcripts(source.lines(), board, yield_to_frames)
    of_moves = board is not None or _names_a_board(first) or is_transcript(first)
    if of_moves and "\n" not in begin.strip():
        raise UserError("refused_game_signs", most=LONGEST_GAME)
    raise UnknownText("refused_long_text")


def _second_beginning(text: str, board: Board | None) -> int | None:
    """Return the line at which another game or position begins; None without one."""
    numbered = enumerate(text.split("\n"), start=1)
    lines = ((n, line.strip()) for n, line in islice(numbered, _MOST_LINES) if line.strip())
    _, first = next(lines, (0, ""))
    if board is None and not _begins(first):
        return None
    return next((n for n, line in lines if line.startswith("[") or _begins(line)), None)


def _begins(line: str) -> bool:
    with contextlib.suppress(UserError):
        return _names_a_board(line) or position_of(line) is not None
    return False


def _bare(text: str, board: Board | None, yield_to_frames: YieldToFrames) -> Iterator[Item]:
    """Read a text without tags: a position, positions, transcripts, or the moves of a game."""
    if lines := positions_of(text):
        return read_positions(lines)
    position = position_of(text, board)
    if position is not None:
        return iter([position])
    if _names_a_board(text):
        if lines := _named_by_article(text):
            return _each_named(lines, yield_to_frames)
        return iter([read_named(text, yield_to_frames)])
    games = read_article_lines(text, board, yield_to_frames)
    if games is not None:
        return iter(games)
    plain = plain_signs(text)
    if are_numbered_once(plain):
        return iter([_numbered(plain, board, yield_to_frames)])
    reversi = board is None or isinstance(board[0], Reversi)
    several = "\n" in text.strip()
    if reversi and (is_transcript(text) or (several and has_transcripts(text, board))):
        return _transcripts(text, board, yield_to_frames)
    if board is not None:
        return iter([read_bare(text, board, yield_to_frames)])
    return iter([read_named(text, yield_to_frames)])


def _named_by_article(text: str) -> list[tuple[int, str]]:
    """Return the numbered lines of a text if each is a game in the numbers of an article."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    named = (_is_named_by_article(line) for _, line in lines)
    return lines if len(lines) > 1 and all(named) else []


def _is_named_by_article(line: str) -> bool:
    return BY_ARTICLE in line.lower().split() and _names_a_board(line)


def _each_named(
    lines: Iterable[tuple[int, str]], yield_to_frames: YieldToFrames
) -> Iterator[WrittenGame | Bad]:
    read_line = partial(read_named, yield_to_frames=yield_to_frames)
    return read_each(lines, read_line, in_line, yield_to_frames)


def _numbered(text: str, board: Board | None, yield_to_frames: YieldToFrames) -> WrittenGame:
    """Read moves with their numbers, as we write them or as others do."""
    board = board or TRANSCRIPT_BOARD
    try:
        return read_moves(text, board, yield_to_frames)
    except UserError:
        as_one = read_as_one(text, board) if isinstance(board[0], Reversi) else None
        if as_one is None:
            raise
        return as_one


def _transcripts(text: str, board: Board | None, yield_to_frames: YieldToFrames) -> Iterator[Item]:
    """Read transcripts: a line is one, unless all lines together are one game."""
    lines = list(enumerate(text.split("\n"), start=1))
    games = read_transcripts(lines, board, yield_to_frames)
    if len(lines) > MOST_LINES_OF_ONE:
        return games
    items = list(games)
    if any(not isinstance(item, WrittenGame) for item in items):
        try:
            as_one = read_as_one(plain_signs(text), board)
        except UserError:
            if not any(isinstance(item, WrittenGame) for item in items):
                raise
            as_one = None
        if as_one is not None:
            return iter([as_one])
    return iter(items)


def _names_a_board(text: str) -> bool:
    try:
        named_board(text)
    except UserError:
        return False
    return True


def read(
    data: bytes,
    board: Board | None = None,
    names: Callable[[], Names] = Names,
    yield_to_frames: YieldToFrames = no_frames,
    most: int | None = None,
) -> Found:
    """Read games, at most so many, or a position alone, from the bytes of a text or a file."""
    return collected(games_in(BytesIO(data), board, names, yield_to_frames), most)


def read_file(
    path: Path,
    board: Board | None = None,
    yield_to_frames: YieldToFrames = no_frames,
    most: int | None = None,
) -> Found:
    """Read a file; names of WTHOR lie beside it. UserError, and OSError when it cannot be."""
    with path.open("rb") as file:
        return collected(games_in(file, board, partial(names_beside, path), yield_to_frames), most)


def names_beside(path: Path) -> Names:
    """Return the names that lie beside a WTHOR file, whatever they are called.

    Names that cannot be read stay numbers.
    """
    with contextlib.suppress(OSError):  # of a folder that may not be listed
        beside = sorted(path.parent.iterdir())
        return Names.of(_named(beside, path, ".jou"), _named(beside, path, ".trn"))
    return Names()


def _named(beside: Iterable[Path], path: Path, suffix: str) -> bytes:
    files = [file for file in beside if file.suffix.lower() == suffix and file.is_file()]
    usual = (path.stem.lower(), "wthor", "wth")
    files.sort(key=lambda file: file.stem.lower() not in usual)
    for file in files:
        with contextlib.suppress(OSError):
            if file.stat().st_size <= _LONGEST_NAMES:
                return file.read_bytes()
    return b""
