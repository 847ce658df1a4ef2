"""Boards of Reversi as programs and people write them, and positions of any game alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError, short
from kalahgui.library.formats.found import Bad, WrittenGame, WrittenPosition, in_line, read_each
from kalahgui.library.formats.line import Board
from kalahgui.library.formats.transcript import LONGEST_POSITION, named_board
from kalahgui.library.saved import start_of

_MOST_LINES = 1000  # of positions one below the other, looked at before they are taken for some
_BLACK, _WHITE, _EMPTY = "*Xxb●⚫", "Oow⚪○", "-._+・·□"
_MARKS = str.maketrans({
    **dict.fromkeys(_BLACK + "B", "X"), **dict.fromkeys(_WHITE + "W0", "O"),
    **dict.fromkeys(_EMPTY, "-"),
})  # fmt: skip
_SIZES = {64: "8x8", 36: "6x6", 16: "4x4"}
_SIDES = {"x": "X", "*": "X", "b": "X", "black": "X", "o": "O", "w": "O", "white": "O", "0": "O"}
# The letters of columns above or below a board, the number of a row beside it, the size before it.
_COLUMNS = re.compile(r"[\s|+]*(?:[A-Ha-h][\s|+]+){3,7}[A-Ha-h][\s|+]*")
_ROW = re.compile(r"^\s*[1-8][\s|]+(?=\S)|(?<=\S)[\s|]+[1-8]\s*$")
_SIZE = re.compile(r"^\s*[468]\s+(?=[-*O\s]+$)")
# What FFO scripts and .obf files have behind a board: moves with their values, or a remark.
_BEHIND = re.compile(r"[;%].*", re.DOTALL)
_MOVER = re.compile(r"[\s,:|]*([A-Za-z*0●○]+)?(?:\s+(?:to\s+)?(?:move|play)s?)?\s*\.?\s*")
_STATE = re.compile(r"(?:\d+(?:@\d+)?\s+|@\d+\s+)?state\s+(?=<)")
_DOTTED = 9  # signs at most of a position of another game that has dots


class _Drawn(NamedTuple):
    """A board as marks ``X``, ``O`` and ``-``, the side to move, and what stands behind it."""

    marks: str
    mover: str
    behind: str


def drawn_board(text: str) -> WrittenPosition | None:
    """Read a board of Reversi however it is drawn; None where the text is none.

    Black is to move where nothing else is said.
    """
    drawn = _drawn(text)
    if drawn is None:
        return None
    game, variant = GAMES[Reversi.key], _SIZES[len(drawn.marks)]
    start = game.parse_position(f"{drawn.marks} {drawn.mover}", (), variant)
    return WrittenPosition(game, variant, (), start, drawn.behind)


def _drawn(text: str) -> _Drawn | None:
    behind = _BEHIND.search(text)
    if behind is not None and "\n" in behind[0].strip():
        return None  # there are more lines than one board has
    board = text[: behind.start()] if behind else text
    said = " ".join(behind[0].strip(" ;%\n").split()) if behind else ""
    lines = [line for line in board.split("\n") if line.strip() and not _COLUMNS.fullmatch(line)]
    if len(lines) > 1:
        lines = [_ROW.sub("", line) for line in lines]
    one = _SIZE.sub("", " ".join(lines))
    *rows, last = one.split() or [""]
    # A sign that stands alone behind rows is the side to move, and no square.
    squares = one.rstrip()[:-1] if len(last) == 1 and any(len(row) > 1 for row in rows) else one
    for size in _SIZES:
        taken = _taken(squares, size)
        if taken is not None:
            taken = taken[0], taken[1] + one[len(squares) :]
            mover = _MOVER.fullmatch(taken[1])
            named = (mover[1] or "x").lower() if mover else ""
            side = {"●": "X", "○": "O"}.get(named) or _SIDES.get(named)
            if side is not None:
                return _Drawn(taken[0].translate(_MARKS), side, said)
    return None


def _taken(text: str, size: int) -> tuple[str, str] | None:
    """Return the first marks of a text, so many, and what follows; None where there are less."""
    marks: list[str] = []
    for at, sign in enumerate(text):
        if len(marks) == size:
            return "".join(marks), text[at:]
        if sign.isspace() or sign in "|/,\"'":
            continue
        if sign not in _BLACK + _WHITE + _EMPTY + "BW0":
            return None
        marks.append(sign)
    return ("".join(marks), "") if len(marks) == size else None


def positions_of(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text that are to be a board each, with their numbers; else none.

    Such are .obf files and scripts of endings. Lines behind ``%`` or ``#`` are remarks.
    """
    numbered = enumerate(text.split("\n"), start=1)
    lines = [(n, line) for n, line in numbered if line.strip() and line.strip()[0] not in "%#"]
    boards = sum(_drawn(line) is not None for _, line in lines[:_MOST_LINES])
    return lines if boards > 1 and 2 * boards >= min(len(lines), _MOST_LINES) else []


def read_positions(lines: Iterable[tuple[int, str]]) -> Iterator[WrittenGame | Bad]:
    """Read positions, one a line, as games without moves."""

    def read(line: str) -> WrittenGame:
        position = drawn_board(line)
        if position is None:
            raise UserError("refused_nothing")
        return position.as_game

    return read_each(lines, read, in_line)


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
    text = _STATE.sub("", unicodedata.normalize("NFKC", text) if not text.isascii() else text)
    position, wrong = _written(text, board)
    if position is None and (board is None or isinstance(board[0], Reversi)):
        position = drawn_board(text)
    if position is None and wrong is not None:
        raise wrong
    return position


def _written(text: str, board: Board | None) -> tuple[WrittenPosition | None, UserError | None]:
    """Read a position in the notation of its game; else return why, if it begins like one."""
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
        return WrittenPosition(game, variant or game.variant_of(start), (), start), None
    if text.startswith(".") and len("".join(text.split())) > _DOTTED:
        try:
            GAMES[Reversi.key].parse_position(f"{text.translate(_MARKS)} X")
        except UserError as why:
            wrong = _no_position(text, why)
    return None, wrong


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
