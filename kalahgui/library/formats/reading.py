"""Reading games and positions of whatever format, told by the content; positions written."""

from __future__ import annotations

import contextlib
import re
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError, short
from kalahgui.library.formats.found import MOST_BYTES, Found, UnknownText, WrittenPosition
from kalahgui.library.formats.game_text import read_games
from kalahgui.library.formats.ggf import is_ggf, read_ggf
from kalahgui.library.formats.tag_lines import lines_of
from kalahgui.library.formats.transcript import (
    LONGEST_POSITION,
    Board,
    has_transcripts,
    is_transcript,
    named_board,
    read_bare,
    read_named,
    read_transcripts,
)
from kalahgui.library.formats.wthor import Names, read_wthor
from kalahgui.library.saved import start_of

_MOST_LINES = 1000  # among which another game is looked for
_PLAYERS, _TOURNAMENTS = "wthor.jou", "wthor.trn"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read(
    data: bytes,
    board: Board | None = None,
    names: Names | None = None,
    yield_to_frames: YieldToFrames = no_frames,
) -> Found:
    """Read games, or a position alone, from the bytes of a text or a file.

    ``board`` is that of moves which do not name their own (8x8 Reversi without it), ``names`` what
    the numbers of a WTHOR file stand for. UserError says why there is nothing.
    """
    if len(data) > MOST_BYTES:
        raise _too_long()
    if b"\0" in data and not data.startswith(_UTF_16):
        return read_wthor(data, names, yield_to_frames)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnknownText("refused_no_text") from None
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return _read_text(plain, board, yield_to_frames)


def _too_long() -> UserError:
    return UserError("refused_too_long", most=MOST_BYTES // 1_000_000)


def _read_text(text: str, board: Board | None, yield_to_frames: YieldToFrames) -> Found:
    if re.match(r"\s*\[", text):
        return read_games(text, board, yield_to_frames)
    if is_ggf(text):
        return read_ggf(text, yield_to_frames)
    try:
        return _read_bare_text(text, board, yield_to_frames)
    except UserError:
        line = _second_beginning(text, board)
        if line is not None:
            raise UserError("refused_second", line=line) from None
        raise


def _second_beginning(text: str, board: Board | None) -> int | None:
    """Return the line at which another game or position begins; None without one."""
    lines = ((number, line[0].strip()) for number, line in islice(lines_of(text), _MOST_LINES))
    _, first = next(lines, (0, ""))
    if board is None and not _begins(first):
        return None
    return next((n for n, line in lines if line.startswith("[") or _begins(line)), None)


def _begins(line: str) -> bool:
    with contextlib.suppress(UserError):
        return _names_a_board(line) or position_of(line) is not None
    return False


def _read_bare_text(text: str, board: Board | None, yield_to_frames: YieldToFrames) -> Found:
    position = position_of(text, board)
    if position is not None:
        return Found(position=position)
    if is_transcript(text) and (board is None or isinstance(board[0], Reversi)):
        return read_transcripts(text, board, yield_to_frames)
    if not _names_a_board(text):
        reversi = board is None or isinstance(board[0], Reversi)
        if reversi and "\n" in text.strip() and has_transcripts(text, board, yield_to_frames):
            return read_transcripts(text, board, yield_to_frames)
        if board is not None:
            return Found((read_bare(text, board, yield_to_frames),))
    return Found((read_named(text, yield_to_frames),))


def _names_a_board(text: str) -> bool:
    try:
        named_board(text)
    except UserError:
        return False
    return True


def read_file(
    path: Path, board: Board | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Found:
    """Read a file; names of WTHOR lie beside it. UserError, and OSError when it cannot be."""
    with path.open("rb") as file:
        data = read_bytes(file)
    names = _names_beside(path) if b"\0" in data else None
    return read(data, board, names, yield_to_frames)


def read_bytes(stream: BinaryIO) -> bytes:
    """Return what a stream holds; UserError where that is too much, or has no end."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _too_long()
    return data


def _bytes_of_names(path: Path) -> bytes:
    """Return what a file of names holds; nothing where that is too much or cannot be read."""
    with contextlib.suppress(OSError, UserError):
        if path.is_file():
            with path.open("rb") as file:
                return read_bytes(file)
    return b""


def _names_beside(path: Path) -> Names:
    """Return the names that lie beside a file; those that cannot be read stay numbers."""
    beside = {}
    with contextlib.suppress(OSError):  # of a folder that may not be listed
        for each in path.parent.iterdir():
            name = each.name.lower()
            if name in (_PLAYERS, _TOURNAMENTS):
                beside[name] = _bytes_of_names(each)
    return Names.of(beside.get(_PLAYERS, b""), beside.get(_TOURNAMENTS, b""))


def position_of(text: str, board: Board | None = None) -> WrittenPosition | None:
    """Read a position alone; None where the text is none.

    UserError where it begins like one and is wrong. ``board`` is that of a position which does
    not name its own.
    """
    text = text.strip()
    if len(text) > LONGEST_POSITION:
        return None
    named = _named(text)
    if named is not None:
        return named
    boards: list[tuple[Game, str | None]] = [(game, None) for game in GAMES.values()]
    if board is not None:
        boards.insert(0, board)
    wrong = None
    for game, variant in boards:
        try:
            start = game.parse_position(text, (), variant)
        except UserError as why:
            if wrong is None and _begins_like_one(game, text):
                wrong = _no_position(text, why)
            continue
        return WrittenPosition(game, variant or game.variant_of(start), (), start)
    if wrong is not None:
        raise wrong
    return None


def _named(text: str) -> WrittenPosition | None:
    """Read a position behind ``GAME[:VARIANT] [RULES]``; None where the text is none."""
    try:
        game, variant, rules, rest = named_board(text)
    except UserError:
        return None
    try:
        return WrittenPosition(game, variant, rules, start_of(game, variant, rules, rest.strip()))
    except UserError as why:
        if _begins_like_one(game, rest.strip()):
            raise _no_position(rest.strip(), why) from None
        return None


def _no_position(text: str, why: UserError) -> UserError:
    return UserError("refused_position", text=short(text), why=why)


def _begins_like_one(game: Game, text: str) -> bool:
    start = game.position_text(game.start(game.variant))
    return bool(text) and not text[0].isalnum() and text[0] == start[0]


def position_text(game: Game, variant: str, rules: tuple[str, ...], position: Position) -> str:
    """Return a position as text, with its board and rules where it would be read as another."""
    text = game.position_text(position)
    if not rules and game.variant_of(position) == variant:
        return text
    return " ".join(filter(None, (f"{game.key}:{variant}", ",".join(rules), text)))
