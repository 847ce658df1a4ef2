"""Moves in the numbers of an article: a line as the article prints it is read, and written so."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import PASS
from kalahgui.games.move_names import MoveNames, article_names_on
from kalahgui.games.user_error import UserError
from kalahgui.library.formats.found import (
    LONGEST_GAME,
    Bad,
    Unwritable,
    WrittenGame,
    check_length,
    in_line,
    passed,
    read_each,
)
from kalahgui.library.formats.left_out import lost_forfeit, lost_notes, lost_of_the_tree, lost_tags
from kalahgui.library.formats.line import Board
from kalahgui.library.formats.transcript import (
    BY_ARTICLE,
    MOST_LINES_OF_ONE,
    plain_moves,
    played_words,
)
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node

_KALAH: Board = game_and_variant("kalah:6x6")  # whose numbers in the article may stand alone


def read_article_lines(
    text: str, board: Board | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Iterable[WrittenGame | Bad] | None:
    """Read games in an article's numbers, one a line or one in all lines; None where none is.

    Without a ``board`` it is one whose numbers are nothing else: the diamond, tic-tac-toe, or
    Kalah where some are above the pits or 0.
    """
    plain = plain_moves(text).strip()
    boards = _numbered_as(plain, board)
    if not boards:
        return None
    read = partial(_first, boards, yield_to_frames)
    lines = [*enumerate(plain.split("\n"), start=1)]
    each_line = _each_line(boards, lines, yield_to_frames)
    if sum(bool(line.strip()) for _, line in lines) > MOST_LINES_OF_ONE:
        return each_line
    games = [*each_line]
    if any(isinstance(each, Bad) for each in games):
        whole = [*read_each([(1, plain)], read, lambda _, why: why, yield_to_frames)]
        if len(lines) == 1 or isinstance(whole[0], WrittenGame):
            return whole
    return games


def read_long_article_lines(
    begin: str,
    lines: Iterable[tuple[int, str]],
    board: Board | None = None,
    yield_to_frames: YieldToFrames = no_frames,
) -> Iterator[WrittenGame | Bad] | None:
    """Read numbered lines, each a game, of a text that begins so; None as above."""
    boards = _numbered_as(plain_moves(begin), board)
    return _each_line(boards, lines, yield_to_frames) if boards else None


def _each_line(
    boards: list[Board], lines: Iterable[tuple[int, str]], yield_to_frames: YieldToFrames
) -> Iterator[WrittenGame | Bad]:
    some = ((number, line) for number, line in lines if line.strip())
    return read_each(some, partial(_first, boards, yield_to_frames), in_line, yield_to_frames)


def _first(boards: list[Board], yield_to_frames: YieldToFrames, text: str) -> WrittenGame:
    """Read a game on the first board where it can be played; UserError of the one it suits best."""
    check_length(text)
    plain, wrong = plain_moves(text).lower(), []
    for board in boards:
        try:
            words = [BY_ARTICLE, *_words(board).findall(plain)]
            return played_words(*board, (), words, yield_to_frames)
        except UserError as why:
            wrong.append(why)
    raise max(wrong, key=_played_before)


def _played_before(why: UserError) -> int:
    """Return the number of the word that was wrong."""
    number = why.message.values.get("n", 0)
    return number if isinstance(number, int) else 0


@cache
def _boards() -> list[Board]:
    """Return the boards whose numbers in an article mean nothing else."""
    boards = ((game, variant) for game in GAMES.values() for variant in game.variants)
    return [each for each in boards if _is_distinct(each)]


def _is_distinct(board: Board) -> bool:
    names = article_names_on(*board)
    return names is not None and names.takes_notation


def _numbered_as(text: str, board: Board | None) -> list[Board]:
    """Return the boards of which most words of a text are moves in an article's numbers.

    Those that are not are wrong, and named so, rather than a sign that it is another text.
    """
    if board is None and _is_kalah_of_article(text):
        return [_KALAH]
    known = _boards() if board is None else [board] if _is_distinct(board) else []
    return [each for each in known if _is_numbered_as(text, each)]


def _is_numbered_as(text: str, board: Board) -> bool:
    moves = {*map(_without_blanks, _names(board))}
    words = _words(board).findall(text)
    known = [word[0] == "(" or _without_blanks(word) in moves for word in words]
    return 2 * sum(known) + sum(known[:1]) > len(words)  # the first one decides between halves


def _is_kalah_of_article(text: str) -> bool:
    """Tell whether a text begins with a game of Kalah in numbers that are not the usual ones."""
    line = text.strip().partition("\n")[0]
    words = _words(_KALAH).findall(line[:LONGEST_GAME])
    names = article_names_on(*_KALAH)
    if names is None or len(words) < 2 or not names.are_meant(words):  # one number is no game
        return False
    with contextlib.suppress(UserError):
        _first([_KALAH], no_frames, line)
        return True
    return False


def _names(board: Board) -> list[str]:
    names = article_names_on(*board)
    return names.all_of(0) if names else []


def _without_blanks(word: str) -> str:
    return "".join(word.split())


@cache
def _words(board: Board) -> re.Pattern[str]:
    """Return the pattern of what stands for a move: a name, or whatever is in the place of one."""
    shapes = {re.sub(r"\d+", r"\\d+", re.escape(name)) for name in _names(board)}
    words = (shape.replace(r",\ ", r"\s?,\s?") for shape in sorted(shapes))
    return re.compile(rf"(?:{'|'.join(words)})(?!\w)|[^\s,;()\[\]]+")


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
        raise Unwritable("unwritable_numbers")
    if match.start != game.start(variant, rules):
        raise Unwritable("unwritable_article_start")
    if not match.tip.plies:
        raise Unwritable("unwritable_article_empty")
    line = " ".join(word for node in match.tip.line for word in _plies(match, names, node))
    if not rules and _board_read(line) == (game, variant):
        return line
    return " ".join(filter(None, (f"{game.key}:{variant}", ",".join(rules), BY_ARTICLE, line)))


def _plies(match: Match, names: MoveNames, node: Node) -> Iterator[str]:
    """Yield what was played to a node, and the pass that it forced."""
    if node.ply is None:
        return
    swapped = node.ply == SWAP
    yield match.text(SWAP) if swapped else names.text(node.ply, node.before.position.turn)
    if passed(match, node):
        yield PASS


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
