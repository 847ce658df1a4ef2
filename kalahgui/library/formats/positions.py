"""Positions as text: a game's own notation, behind the board and the rules where it needs them."""

from __future__ import annotations

from collections.abc import Iterable

from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError, short
from kalahgui.library.formats.found import WrittenPosition
from kalahgui.library.formats.transcript import LONGEST_POSITION, Board, named_board
from kalahgui.library.saved import start_of


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
    for game, variant in boards:
        try:
            start = game.parse_position(text, (), variant)
        except UserError:
            continue
        return WrittenPosition(game, variant or game.variant_of(start), (), start)
    _explain(text, boards)
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


def _explain(text: str, boards: Iterable[tuple[Game, str | None]]) -> None:
    """Raise UserError for a text that begins as the positions of a game alone do."""
    for game, variant in boards:
        if _begins_like_one(game, text):
            try:
                game.parse_position(text, (), variant)
            except UserError as why:
                raise _no_position(text, why) from None


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
