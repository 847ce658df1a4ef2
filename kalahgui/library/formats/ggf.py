"""GGF: games of Othello as servers write them, ``(;GM[Othello]...;)``."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from datetime import UTC, datetime

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES
from kalahgui.games.game import PASS, Game, Grid, Position
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError, short
from kalahgui.library.formats.found import (
    MOST_GAMES,
    Found,
    Unwritable,
    WrittenGame,
    check_length,
    found,
    passed,
    played,
    read_parts,
    stand,
)
from kalahgui.library.formats.tag_lines import plain
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Forfeit, Node

_BEGIN = re.compile(r"\(\s*;(?=\s*[A-Za-z]{1,8}\s*\[)")
_PROPERTY = re.compile(r"\s*([A-Za-z]{1,8})\s*\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_END = re.compile(r"\s*;?\s*\)")
_RESULT = re.compile(r"([+-]?[0-9]{1,4}(?:\.[0-9]{0,6})?)(?::([rtl]))?")
# Of a pair that is played at once (s), drawn by lot with so many discs (r), or with the colour that
# a player asked for (b, w). Others are played by other rules: in anti-games (a) fewer discs win,
# and komi (k) is a margin that black must exceed.
_TYPE = re.compile(r"s?([0-9]{1,2})(?P<random>r[0-9]{0,2})?[bw]?", re.IGNORECASE)
_MARKS = "-*O"
_MOVERS = ("*", "O")
_COLOURS = "BW"
_GAME, _PASS = "othello", "pa"
_TAGS = {"PC": "Site", "EV": "Event", "TI": "TimeControl"}
_MOST_PLIES = 500


def is_ggf(text: str) -> bool:
    """Tell whether a text begins as GGF does; a count of games may stand before."""
    return re.match(r"[\s0-9]*\(\s*;", text) is not None


def read_ggf(text: str, yield_to_frames: YieldToFrames = no_frames) -> Found:
    """Read games in GGF on boards of 4x4, 6x6 and 8x8 squares."""

    def at(part: tuple[int, str], why: UserError) -> UserError:
        return UserError("refused_game_number", n=part[0], why=why)

    def read(part: tuple[int, str]) -> WrittenGame:
        yield_to_frames()
        return _game(part[1])

    _, *parts = _BEGIN.split(text, MOST_GAMES + 1)
    return found(*read_parts(enumerate(parts, start=1), read, at))


def _properties(text: str) -> list[tuple[str, str]]:
    """Return the names and values of a game; UserError when they are none."""
    check_length(text)
    properties, at = [], 0
    while not _END.match(text, at):
        each = _PROPERTY.match(text, at)
        if each is None:
            rest = text[at:].strip()
            if not rest:
                raise UserError("refused_no_end")
            raise UserError("refused_property", text=short(rest))
        properties.append((each[1].upper(), re.sub(r"\\(.)", r"\1", each[2], flags=re.DOTALL)))
        at = each.end()
    return properties


def _game(text: str) -> WrittenGame:
    properties = _properties(text)
    about = {name: value for name, value in reversed(properties) if name not in _COLOURS}
    if about.get("GM", "").strip().lower() != _GAME:
        raise UserError("refused_not_othello", name=short(about.get("GM", "")))
    game = GAMES[Reversi.key]
    variant, start, owed = _begin(game, about)
    names = (Player(plain(about.get("PB", ""))), Player(plain(about.get("PW", ""))))
    match = Match(game, variant, (), names, start=start)
    plies = [(name, value) for name, value in properties if name in _COLOURS]
    if len(plies) > _MOST_PLIES:
        raise UserError("refused_plies", most=_MOST_PLIES)
    node = match.root
    for number, (colour, value) in enumerate(plies, start=1):
        word = value.partition("/")[0].strip().lower()
        try:
            node, owed = _after(match, node, _COLOURS.index(colour), word, owed)
        except UserError as why:
            move = f"{colour}[{plain(value)[:20]}]"
            raise UserError("refused_move", n=number, move=move, why=why) from None
    stand(match, node)
    _end(match, about.get("RE", "").strip())
    return WrittenGame(match, dict(_tags_of(about)))


def _tags_of(about: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name, tag in _TAGS.items():
        if plain(about.get(name, "")):
            yield tag, plain(about[name])
    date, time = _when(plain(about.get("DT", "")))
    if date:
        yield "Date", date
    if time:
        yield "Time", time


def _when(text: str) -> tuple[str, str]:
    """Return a date and a time; some servers write the seconds since 1970 in place of them."""
    if re.fullmatch(r"[0-9]{9,10}", text):
        text = f"{datetime.fromtimestamp(int(text), UTC):%Y.%m.%d_%H:%M:%S.UTC}"
    date, _, time = text.partition("_")
    return date, time


def _begin(game: Game, about: dict[str, str]) -> tuple[str, Position, int | None]:
    """Return the board, the start, and the side that must pass there, if one must."""
    kind = _kind(about.get("TY", "").strip())
    board = re.match(r"([0-9]{1,2})(.*)", "".join(about.get("BO", "").split()))
    sizes = {int(found[1]) for found in (kind, board) if found}
    if len(sizes) > 1:
        raise UserError("refused_two_sizes")
    if not sizes or (kind and kind["random"] and not board):
        raise UserError("refused_no_board")
    size = sizes.pop()
    variant = f"{size}x{size}"
    if variant not in game.variants:
        raise UserError("refused_board", variant=variant)
    if board is None:
        return variant, game.start(variant), None
    marks, mover = board[2][:-1], board[2][-1:]
    if len(marks) != size * size or set(marks) - set(_MARKS) or mover not in _MOVERS:
        raise UserError("refused_ggf_board", n=size * size)
    text = f"{marks} {mover}".replace("*", "X")
    start = game.parse_position(text, (), variant)
    named = _MOVERS.index(mover)
    return variant, start, None if start.turn == named else named


def _kind(text: str) -> re.Match[str] | None:
    """Read a type; None where none is given.

    Raises UserError for other rules and for unknown types.
    """
    found = _TYPE.fullmatch(text)
    if text and found is None:
        raise UserError("refused_ggf_type", type=short(text))
    return found


def _after(
    match: Match, node: Node, side: int, word: str, owed: int | None
) -> tuple[Node, int | None]:
    """Return where a move of a side leads, and the side that has to pass then, if one has to.

    UserError says why the move cannot be played.
    """
    over = match.over_at(node)
    if word in (_PASS, PASS):
        # Servers write passes behind the end as well.
        if side != owed and not over:
            raise UserError("refused_no_pass")
        return node, None
    if not over and side != node.position.turn:
        raise UserError("refused_other_turn")
    move = _moves_by_name(match.game.board(match.start)).get(word)
    if move is None:
        raise UserError("refused_square_here")
    node = played(match, node, match.text(move))
    return node, 1 - node.position.turn if passed(match, node) else None


@functools.cache
def _moves_by_name(grid: Grid) -> dict[str, int]:
    """Return the moves of a board by the names of its squares, which begin at a1."""
    return {grid.from_a1.name(cell): move for cell, move in enumerate(grid.moves)}


def _end(match: Match, result: str) -> None:
    """Let a player lose as a result says; UserError when it contradicts the moves."""
    told = _RESULT.match(result)
    if told is None or not (match.position.over or told[2]):
        return
    margin = float(told[1])
    if not match.position.over:
        if margin:
            match.lose(Forfeit(1 if margin > 0 else 0, on_time=told[2] == "t"), match.tip)
    elif (margin > 0) - (margin < 0) != (match.margin > 0) - (match.margin < 0):
        raise UserError("refused_margin", result=short(result), margin=f"{match.margin:+d}")


# -- writing


def ggf_of(written: WrittenGame) -> str:
    """Return a game in GGF on a line of its own; Unwritable for another game or board."""
    match, tags = written.match, written.tags
    grid = match.game.board(match.start)
    if not isinstance(match.game, Reversi) or len(grid.places) != grid.columns * grid.rows:
        raise Unwritable(
            f"GGF holds Reversi on square boards alone, not {match.game.key}:{match.variant}"
        )
    size = grid.columns
    properties = [
        ("GM", _GAME.capitalize()),
        *((name, tags.get(tag, "")) for name, tag in _TAGS.items()),
        ("DT", "_".join(filter(None, (tags.get("Date", ""), tags.get("Time", ""))))),
        ("PB", _name(match.players[0])),
        ("PW", _name(match.players[1])),
        ("RE", _result(match)),
        ("TY", str(size)),
        ("BO", _board(match)),
    ]
    head = "".join(f"{name}[{_escaped(value)}]" for name, value in properties if value)
    return f"(;{head}{''.join(_moves(match, grid.from_a1))};)\n"


def _name(player: Player) -> str:
    return player.name or (f"computer {player.computer}" if player.computer else "")


def _escaped(value: str) -> str:
    # With "(;" a game begins.
    return re.sub(r"([\]\\;])", r"\\\1", plain(value))


def _result(match: Match) -> str:
    tip = match.tip
    if tip.forfeit is not None:
        size = len(match.game.cells(match.start))
        return f"{size if tip.forfeit.seat else -size:+d}:{'t' if tip.forfeit.on_time else 'r'}"
    return f"{match.margin_at(tip):+d}" if match.over_at(tip) else "?"


def _board(match: Match) -> str:
    cells, grid = match.game.cells(match.start), match.game.board(match.start)
    marks = "".join(_MARKS[cell] for cell in cells)
    rows = [marks[at : at + grid.columns] for at in range(0, len(marks), grid.columns)]
    return " ".join((str(grid.columns), *rows, _MOVERS[match.start.turn]))


def _moves(match: Match, names: Grid) -> Iterator[str]:
    node: Node
    for node in match.tip.line:
        assert node.parent is not None and node.ply is not None
        side = node.parent.position.turn
        if passed(match, node.parent):
            yield f"{_COLOURS[1 - side]}[PA]"
        yield f"{_COLOURS[side]}[{names.name(names.cell(node.ply)).upper()}]"
