"""Bare moves: transcripts of Reversi, and a line that names the game before its moves."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import PASS, Game, Message
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError, called, short
from kalahgui.library.formats.found import (
    LOSS_PATTERN,
    MOST_GAMES,
    WORDS,
    Found,
    UnknownText,
    Unwritable,
    WrittenGame,
    check_length,
    check_pass,
    forfeit_of,
    found,
    in_line,
    played,
    read_parts,
    stand,
)
from kalahgui.library.formats.tag_lines import lines_of
from kalahgui.library.saved import SEATS
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP_TEXT, Node

Board = tuple[Game, str]

TRANSCRIPT = "reversi:8x8"
# The quantifiers are possessive: what may be gone back to is kept in memory for every sign.
_SQUARES = re.compile(r"(?:\s*+[A-Ha-h]\s*+[1-8])++\s*+")
_SHAPES = Message("refused_shapes")
LONGEST_POSITION = 400  # that a text of one may be
_MOST_PLIES = 10_000


def is_transcript(text: str) -> bool:
    """Tell whether the first line of a text is squares and nothing else."""
    first = next(_lines(text), None)
    return first is not None and _SQUARES.fullmatch(first[1]) is not None


def has_transcripts(
    text: str, board: Board | None = None, yield_to_frames: YieldToFrames = no_frames
) -> bool:
    """Tell whether a line of a text is a game by itself, though its first line may be none."""
    game, variant = board or game_and_variant(TRANSCRIPT)
    for _, line in islice(_lines(text), MOST_GAMES):
        with contextlib.suppress(UserError):
            _played(game, variant, (), _squares(line), yield_to_frames)
            return True
    return False


def read_transcripts(
    text: str, board: Board | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Found:
    """Read transcripts, by default of 8x8 Reversi, in any case and without passes.

    Lines are a game each, unless all of them together are one game.
    """
    game, variant = board or game_and_variant(TRANSCRIPT)

    def read(line: tuple[int, str]) -> WrittenGame:
        return _played(game, variant, (), _squares(line[1]), yield_to_frames)

    games, bad, notes = read_parts(_lines(text), read, lambda line, why: in_line(line[0], why))
    if bad and _SQUARES.fullmatch(text):
        try:
            return Found((read((1, text)),))
        except UserError:
            if not games:
                raise
    return found(games, bad, notes)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line[0].strip()) for number, line in lines_of(text))


def _squares(text: str) -> list[str]:
    """Return the squares of a text; UserError when it is something else."""
    check_length(text)
    text = "".join(text.split())
    if _SQUARES.fullmatch(text) is None:
        raise UserError("refused_transcript", text=short(text))
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def read_bare(text: str, board: Board, yield_to_frames: YieldToFrames = no_frames) -> WrittenGame:
    """Read the moves of a game whose board is known; UserError says what is wrong."""
    check_length(text)
    words: list[str] = []
    for word in words_of(text):
        words += _squares(word) if _SQUARES.fullmatch(word) else [word]
    return _played(*board, (), words, yield_to_frames)


def read_named(text: str, yield_to_frames: YieldToFrames = no_frames) -> WrittenGame:
    """Read a game whose first line names it as ``GAME[:VARIANT] [RULES]``; UserError if none.

    Commas or blanks stand between the rules; moves in the game's notation follow there or on
    further lines. Among them may be ``swap``, ``pass`` where the other side had no move, and at
    the end ``resign`` (of the side to move) or ``first resigned`` and ``second resigned``.
    """
    game, variant, rules, rest = named_board(text)
    check_length(rest)
    return _played(game, variant, rules, words_of(rest), yield_to_frames)


def named_board(text: str) -> tuple[Game, str, tuple[str, ...], str]:
    """Read the board and the rules that a text begins with; return them and what follows."""
    words = text.split(maxsplit=1)
    if not words:
        raise UnknownText("refused_no_words", shapes=_SHAPES)
    if re.fullmatch(r"[A-Za-z]+(:.*)?", words[0]) is None:
        raise UnknownText("refused_beginning", text=short(words[0]), shapes=_SHAPES)
    if words[0].partition(":")[0].lower() not in GAMES:
        name = short(words[0].partition(":")[0].lower())
        raise UnknownText("refused_game", name=name, known=tuple(map(called, GAMES)))
    game, variant = game_and_variant(words[0].lower())
    first_line, _, rest = text.lstrip().partition("\n")
    check_length(first_line)
    rules: dict[str, None] = {}
    at = len(words[0])
    for word in re.finditer(r"\S+", first_line[at:]):
        if _may_be_ply(word[0]) or _is_position(game, first_line[at:]):
            break
        rules |= dict.fromkeys(filter(None, word[0].lower().split(",")))
        game.check_rules(list(rules))
        at = len(words[0]) + word.end()
    game.start(variant, tuple(rules))
    return game, variant, tuple(rules), f"{first_line[at:]}\n{rest}"


def words_of(text: str) -> list[str]:
    """Return the words of a text; a forfeit is one of them."""
    pattern = rf"{LOSS_PATTERN}(?!\S)|\S+"
    return [" ".join(word.split()) for word in re.findall(pattern, text)]


def _may_be_ply(word: str) -> bool:
    return word.lower() in SEATS or word.lower() in WORDS or not re.fullmatch(r"[A-Za-z,-]+", word)


def _is_position(game: Game, text: str) -> bool:
    if len(text) > LONGEST_POSITION:
        return False
    try:
        game.parse_position(text.strip())
    except UserError:
        return False
    return True


def _played(
    game: Game,
    variant: str,
    rules: tuple[str, ...],
    words: Sequence[str],
    yield_to_frames: YieldToFrames,
) -> WrittenGame:
    """Play a game given in words; UserError names the first that is wrong."""
    if len(words) > _MOST_PLIES:
        raise UserError("refused_game_length", most=_MOST_PLIES)
    plies = [word.lower() for word in words]
    pie = game.has_pie_rule and SWAP_TEXT in plies
    match = Match(game, variant, rules, (Player(), Player()), pie=pie)
    node = match.root
    for number, ply in enumerate(plies):
        yield_to_frames()
        try:
            node = _after(match, node, ply)
        except UserError as why:
            raise UserError(
                "refused_nth_word", n=number + 1, word=short(words[number]), why=why
            ) from None
    if node is match.root:
        raise UserError("refused_no_moves")
    stand(match, node)
    return WrittenGame(match)


def _after(match: Match, node: Node, ply: str) -> Node:
    """Return where a ply leads; a pass and a forfeit lead nowhere else."""
    forfeit = forfeit_of(match, node, ply)
    if forfeit is not None:
        match.lose(forfeit, node)
    elif ply == PASS:
        check_pass(match, node)
    else:
        return played(match, node, ply)
    return node


# -- writing


def transcript_of(written: WrittenGame) -> str:
    """Return the squares of a game of Reversi; Unwritable for another game or another start."""
    match = written.match
    if not isinstance(match.game, Reversi):
        raise Unwritable(f"a transcript holds Reversi alone, not {match.game.key}")
    if match.start != match.game.start(match.variant, match.rules):
        raise Unwritable("a transcript holds games from the start of the board alone")
    if not match.tip.plies:
        raise Unwritable("a transcript holds no game without moves")
    return "".join(match.ply_texts(match.tip))


def article_line_of(written: WrittenGame) -> str:
    """Return the squares of a game on the diamond by the article's numbers; Unwritable elsewhere.

    It is for the eye beside the article, and is not read.
    """
    match = written.match
    if not match.game.has_article_order(match.start):
        raise Unwritable("the article numbers the squares of the diamond alone")
    transcript_of(written)
    return " ".join(map(str, match.tip.plies))
