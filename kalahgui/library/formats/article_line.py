"""Moves in the numbers of an article: a line as the article prints it is read, and written so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES
from kalahgui.games.game import PASS
from kalahgui.games.move_names import article_names_on
from kalahgui.games.user_error import UserError
from kalahgui.library.formats.found import Bad, Unwritable, WrittenGame, in_line, read_each
from kalahgui.library.formats.left_out import lost_forfeit, lost_notes, lost_of_the_tree, lost_tags
from kalahgui.library.formats.line import Board
from kalahgui.library.formats.transcript import (
    BY_ARTICLE,
    MOST_LINES_OF_ONE,
    plain_signs,
    played_words,
)
from kalahgui.match.node import SWAP

_BETWEEN = r"[\s,;()\[\]]"


def read_article_lines(
    text: str, board: Board | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Iterable[WrittenGame | Bad] | None:
    """Read games in an article's numbers, one a line or one in all lines; None where none is.

    Without a ``board`` it is one whose numbers are nothing else: the diamond, or tic-tac-toe.
    """
    plain = plain_signs(text).strip()
    known = _boards() if board is None else [board] if _is_distinct(board) else []
    boards = [each for each in known if _pattern(each).fullmatch(plain)]
    if not any(_may_begin(each, plain) for each in boards):
        return None

    def read(words: str) -> WrittenGame:
        return _first(boards, words, yield_to_frames)

    lines = [(n, line) for n, line in enumerate(plain.split("\n"), start=1) if line.strip()]
    each_line = read_each(lines, read, in_line, yield_to_frames)
    if len(lines) > MOST_LINES_OF_ONE:
        return each_line
    games = [*each_line]
    if any(isinstance(each, Bad) for each in games):
        whole = [*read_each([(1, plain)], read, lambda _, why: why, yield_to_frames)]
        if len(lines) == 1 or isinstance(whole[0], WrittenGame):
            return whole
    return games


def _first(boards: list[Board], text: str, yield_to_frames: YieldToFrames) -> WrittenGame:
    """Read a game on the first board where it can be played."""
    wrong = None
    for board in boards:
        try:
            return played_words(*board, (), _word(board).findall(text.lower()), yield_to_frames)
        except UserError as why:
            wrong = wrong or why
    assert wrong is not None
    raise wrong


@cache
def _boards() -> list[Board]:
    """Return the boards whose numbers in an article mean nothing else."""
    boards = ((game, variant) for game in GAMES.values() for variant in game.variants)
    return [each for each in boards if _is_distinct(each)]


def _is_distinct(board: Board) -> bool:
    names = article_names_on(*board)
    return names is not None and names.takes_notation


def _may_begin(board: Board, text: str) -> bool:
    """Tell whether the first move of a text is legal at the start of a board."""
    game, variant = board
    names, first = article_names_on(game, variant), _word(board).search(text)
    legal = game.start(variant).moves()
    return names is not None and first is not None and names.move(first[0], 0) in legal


@cache
def _word(board: Board) -> re.Pattern[str]:
    names = article_names_on(*board)
    moves = names.all_of(0) if names else []
    words = (re.escape(name).replace(r",\ ", r"\s?,\s?") for name in moves)
    return re.compile(rf"(?:{'|'.join([*words, PASS])})(?!\w)", re.IGNORECASE)


@cache
def _pattern(board: Board) -> re.Pattern[str]:
    word = _word(board).pattern
    return re.compile(rf"(?:{_BETWEEN}*?{word})++{_BETWEEN}*+", re.IGNORECASE)


# -- writing


def article_line_of(written: WrittenGame) -> str:
    """Return a game in the numbers of an article; Unwritable on a board that has none.

    The board and its rules stand before the moves, and that they are so numbered, unless the moves
    alone say all of that.
    """
    match = written.match
    game, variant, rules = match.game, match.variant, match.rules
    names = article_names_on(game, variant)
    if names is None:
        raise Unwritable("no article numbers the squares of this board")
    if match.start != game.start(variant, rules):
        raise Unwritable("an article's line holds games from the start of the board alone")
    if not match.tip.plies:
        raise Unwritable("an article's line holds no game without moves")
    line = " ".join(
        match.text(node.ply)
        if node.ply == SWAP
        else names.text(node.ply, node.before.position.turn)
        for node in match.tip.line
        if node.ply is not None
    )
    if not rules and _board_read(line) == (game, variant):
        return line
    return " ".join(filter(None, (f"{game.key}:{variant}", ",".join(rules), BY_ARTICLE, line)))


def _board_read(line: str) -> Board | None:
    """Return the board on which a line is read that names none."""
    for game in read_article_lines(line) or ():
        if isinstance(game, WrittenGame):
            return game.match.game, game.match.variant
    return None


def left_out_of_article_line(written: WrittenGame) -> Iterator[str]:
    """Yield what a line of moves has no place for; that it has no names goes without saying."""
    yield from lost_of_the_tree(written, comments=True)
    yield from lost_notes(written)
    yield from lost_forfeit(written)
    yield from lost_tags(written, ())
