"""Bare moves: transcripts of Reversi, and a line that names the game before its moves."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import PASS, Game, Message
from kalahgui.games.move_names import MoveNames, article_names_on, signs
from kalahgui.games.plain_text import one_line
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError, called, short
from kalahgui.library.formats.found import (
    LONGEST_GAME,
    LOSS_PATTERN,
    WORDS,
    Bad,
    UnknownText,
    Unwritable,
    WrittenGame,
    check_length,
    check_pass,
    forfeit_of,
    in_line,
    plain_word,
    played,
    read_each,
    stand,
)
from kalahgui.library.formats.left_out import (
    lost_forfeit,
    lost_notes,
    lost_of_the_tree,
    lost_rules,
    lost_tags,
)
from kalahgui.library.formats.line import TRANSCRIPT, Board, GameLine
from kalahgui.library.formats.recorded import End, Recorded
from kalahgui.library.saved import SEATS
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP_TEXT, Node

# What is gone back to is kept in memory for every sign, so quantifiers are possessive. That of a
# group may only be where the group fails at its first signs: Python before 3.11.5 goes on behind
# the rest of a group that fails later.
_SQUARES = re.compile(r"(?:[A-Ha-h][1-8])++")
# A number, a colour or signs that part moves, and a move or a pass.
_BETWEEN = re.compile(
    r"[\s,;|/>\"'`+.\u2026\u00b7\u2013\u2014\u2212\u2192\u21d2\u3001\u3002\u30fb\u9ed2\u767d-]++"
    r"|\d{1,3}[.):]++|\d{1,3}\s++(?=[A-H][1-8])|[BW]:",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?:[A-H][1-8]|pass|pa|ps|@@@@)(?![A-Z]{3}|\d)", re.IGNORECASE)
# Names and discs before the moves: ``HEIBERG Thomas 52-12 JACOBS Carol : F5F6``.
_NAMED = re.compile(r"(?P<first>\D{0,80}?)\s(?P<score>\d{1,2}-\d{1,2})\s(?P<second>\D{0,80})")
_LONGEST_HEAD = 180
# Behind the moves: what a logbook has, discs or another result, or a name after blanks or a sign.
_LOGGED = re.compile(r"\s*+:\s*+(?P<score>[+-]\d{1,2})(?:\s++\d{1,3})?\s*+")
_DISCS = re.compile(r"[\s:,;-]*+(?P<score>\d{1,2}-\d{1,2})\s*+")
# It does not begin with what may be meant as a move.
_REMARK = re.compile(
    r"(?:\t|\s\s|\s(?=[A-Z][a-z]{2})|\s?[:;#=|])[\s:;#=|]*+(?P<remark>(?![A-Za-z]\d|\d{1,3}\.).*)",
    re.DOTALL,
)
_SAYS_NOTHING = re.compile(r"\s*(?:\d{1,9}\s*$|$|[#%]|//)")
_ENDED = re.compile(r"[\s,;.|\"'`*]*")
# Before moves in the numbers of an article, which may be another move's in the notation.
BY_ARTICLE = "article"
_SHAPES = Message("refused_shapes")
_NUMBERED = f"kalah {BY_ARTICLE} 1 8"
# Between moves: the comma of a Japanese list, and a hyphen or an arrow between numbers.
_COMMA = re.compile(r"\u3001|(?<=[\d)])[-\u2013\u2192](?=[\d(])")
_GOES_ON = re.compile(r"(?<!\.)\.{2,}+[^\S\n]*+$", re.MULTILINE)  # an ellipsis in plain signs
_NUMBERS = re.compile(r"[\d(][\d(),;.-]*+")
LONGEST_POSITION = 2000  # signs of a text of one, with blanks and letters around the board
MOST_PLIES = 10_000
MOST_LINES_OF_ONE = 200  # in which the moves of one game may stand
_MOST_LINES = 20_000  # among which a game is looked for
_PASSES = (PASS, "pa", "ps", "@@@@")
_SAID_PASS = "パス"  # as the window has it


class _Taken(NamedTuple):
    """What a line of a transcript says: squares and passes, the tags, and a score."""

    words: list[str]
    tags: dict[str, str]
    players: tuple[Player, Player]
    score: str


def is_transcript(text: str) -> bool:
    """Tell whether the first line of a text is the moves of a game and nothing else."""
    first = next((line for line in text.split("\n") if not _SAYS_NOTHING.match(line)), "")
    if _are_squares(first):
        return True
    return len(first) <= LONGEST_GAME and _taken(first) is not None


def has_transcripts(text: str, board: Board | None = None) -> bool:
    """Tell whether a line of a text is a game by itself, though its first line may be none."""
    for line in islice((line for line in text.split("\n") if line.strip()), _MOST_LINES):
        with contextlib.suppress(UserError):
            _line_game(line, board)
            return True
    return False


def read_transcripts(
    lines: Iterable[tuple[int, str]],
    board: Board | None = None,
    yield_to_frames: YieldToFrames = no_frames,
) -> Iterator[WrittenGame | Bad]:
    """Read transcripts, one a line, by default of 8x8 Reversi, in any case and without passes."""
    some = ((number, line) for number, line in lines if not _SAYS_NOTHING.match(line))
    return read_each(some, partial(_line_game, board=board), in_line, yield_to_frames)


def read_as_one(text: str, board: Board | None = None) -> WrittenGame | None:
    """Read the moves of one game in several lines; None where there is anything else."""
    check_length(text)
    words, at = _words_at(text)
    if not words or not _ENDED.fullmatch(text, at):
        return None
    return _game(_Taken(words, {}, (Player(), Player()), ""), board)


def are_numbered_once(text: str) -> bool:
    """Tell whether the lines of a text go on with the numbers of one game."""
    begin = re.match(r"\s*+1\s?[.)]", text)
    again = r"^[^\S\n]{0,20}1\s?[.)]"
    return begin is not None and re.search(again, text[begin.end() :], re.MULTILINE) is None


def _line_game(line: str, board: Board | None) -> WrittenGame:
    check_length(line)
    taken = _taken(line)
    if taken is None:
        raise UserError("refused_transcript", text=short(line.strip()))
    return _game(taken, board)


def _taken(line: str) -> _Taken | None:
    """Take a line apart; None where it is no transcript."""
    if _are_squares(line):
        return _Taken(_in_pairs(line), {}, (Player(), Player()), "")
    line = plain_signs(line)
    named, begin = _names_before(line)
    words, at = _words_at(line, begin)
    if not words:
        return None
    score, remark = named["score"] if named else "", ""
    if matched := _LOGGED.fullmatch(line, at) or _DISCS.fullmatch(line, at):
        score = matched["score"]
    elif not _ENDED.fullmatch(line, at):
        matched = _REMARK.fullmatch(line, at)
        if matched is None:
            return None
        remark = one_line(matched["remark"])
    players = (
        (Player(one_line(named["first"])), Player(one_line(named["second"]))) if named else None
    )
    tags = {"Remark": remark} if remark else {}
    return _Taken(words, tags, players or (Player(), Player()), score)


def _names_before(line: str) -> tuple[re.Match[str] | None, int]:
    """Return the names and discs before the moves of a line, if there are any, and their end."""
    head, colon, _ = line[:_LONGEST_HEAD].partition(":")
    named = _NAMED.fullmatch(head.strip()) if colon else None
    return named, len(head) + 1 if named else 0


def _words_at(text: str, at: int = 0) -> tuple[list[str], int]:
    """Return the moves that stand at a place of a text, and where they end."""
    words, here = list[str](), at
    while True:
        while between := _BETWEEN.match(text, here):
            here = between.end()
        word = _WORD.match(text, here)
        if word is None:
            return words, at
        words.append(word[0])
        at = here = word.end()


def plain_signs(text: str) -> str:
    """Return a text in plain signs: letters may be as wide as Japanese ones, or have hidden ones.

    >>> plain_signs("ｆ５ｄ６")
    'f5d6'
    """
    if text.isascii():
        return text
    wide = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in wide if unicodedata.category(sign) != "Cf")


def plain_moves(text: str) -> str:
    """Return moves in plain signs, with one comma for all that parts them and no dots behind.

    >>> plain_moves("１９、３４-45 …")
    '19,34,45 '
    """
    return _GOES_ON.sub("", _COMMA.sub(",", plain_signs(text)))


def _game(taken: _Taken, board: Board | None) -> WrittenGame:
    """Play a transcript; UserError names the first move that is wrong."""
    game, variant = board or game_and_variant(TRANSCRIPT)
    if len(taken.words) > MOST_PLIES:
        raise UserError("refused_game_length", most=MOST_PLIES)
    line = GameLine(game, variant, (), taken.players)
    for number, word in enumerate(taken.words, start=1):
        try:
            if word.lower() in _PASSES:
                if not line.position.over:  # some write passes behind the end as well
                    line.check_pass()
            else:
                line.play(word.lower())
        except UserError as why:
            raise UserError("refused_nth_word", n=number, word=short(word), why=why) from None
    tags = taken.tags
    recorded = Recorded.of_score(taken.score, taken.score) if taken.score else None
    if recorded is not None:
        line.forfeit, said = End.of(line).settled(recorded)
        tags = {**tags, **said}
    return WrittenGame(tags=tags, line=line)


def _are_squares(text: str) -> bool:
    """Tell whether a text is squares and blanks alone."""
    return _SQUARES.fullmatch("".join(text.split())) is not None


def _in_pairs(squares: str) -> list[str]:
    squares = "".join(squares.split())
    return [squares[at : at + 2] for at in range(0, len(squares), 2)]


def read_bare(text: str, board: Board, yield_to_frames: YieldToFrames = no_frames) -> WrittenGame:
    """Read the moves of a game whose board is known; UserError says what is wrong."""
    check_length(text)
    words: list[str] = []
    for word in words_of(text):
        words += _in_pairs(word) if _are_squares(word) else [word]
    return played_words(*board, (), words, yield_to_frames)


def read_named(text: str, yield_to_frames: YieldToFrames = no_frames) -> WrittenGame:
    """Read a game whose first line names it as ``GAME[:VARIANT] [RULES]``; UserError if none.

    With ``article`` behind that the moves are in the article's numbers.

    Commas or blanks stand between the rules; moves in the game's notation follow there or on
    further lines. Among them may be ``swap``, ``pass`` where the other side had no move, and at
    the end ``resign`` (of the side to move) or ``first resigned`` and ``second resigned``.
    """
    game, variant, rules, rest = named_board(text)
    check_length(rest)
    return played_words(game, variant, rules, words_of(rest), yield_to_frames)


def named_board(text: str) -> tuple[Game, str, tuple[str, ...], str]:
    """Read the board and the rules that a text begins with; return them and what follows."""
    words = text.split(maxsplit=1)
    if not words:
        raise UnknownText("refused_no_words", shapes=_SHAPES)
    if words[0].lower() == BY_ARTICLE or _NUMBERS.fullmatch(plain_moves(words[0])):
        raise UnknownText("refused_numbers", text=short(words[0]), example=_NUMBERED)
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
        if _begins_moves(word[0]) or _is_position(game, first_line[at:]):
            break
        rules |= dict.fromkeys(filter(None, word[0].lower().split(",")))
        game.check_rules(list(rules))
        at = len(words[0]) + word.end()
    game.start(variant, tuple(rules))
    return game, variant, tuple(rules), f"{first_line[at:]}\n{rest}"


def words_of(text: str) -> list[str]:
    """Return the words of a text; a forfeit is one of them, and a column and a row in brackets."""
    pattern = rf"{LOSS_PATTERN}(?!\S)|\(\s?\d\s?,\s?\d\s?\)|[^\s,]+"
    return [" ".join(word.split()) for word in re.findall(pattern, plain_moves(text))]


def _begins_moves(word: str) -> bool:
    return word.lower() in {BY_ARTICLE, *SEATS, *WORDS} or not re.fullmatch(r"[A-Za-z,-]+", word)


def _is_position(game: Game, text: str) -> bool:
    if len(text) > LONGEST_POSITION:
        return False
    try:
        game.parse_position(text.strip())
    except UserError:
        return False
    return True


def played_words(
    game: Game,
    variant: str,
    rules: tuple[str, ...],
    words: Sequence[str],
    yield_to_frames: YieldToFrames,
) -> WrittenGame:
    """Play a game given in words, by the game's notation or the numbers of its article.

    Where one's number is another one's notation, ``article`` stands before the numbers, unless
    some are no notation. UserError names the first word that is wrong.
    """
    if len(words) > MOST_PLIES:
        raise UserError("refused_game_length", most=MOST_PLIES)
    plies = [word if word.isalnum() else plain_word(word) or word for word in map(str.lower, words)]
    plies = [PASS if ply == _SAID_PASS else ply for ply in plies]
    names = _names_for(game, variant, plies)
    if names is not None and plies[:1] == [BY_ARTICLE]:
        words, plies = words[1:], plies[1:]
    pie = game.has_pie_rule and SWAP_TEXT in plies
    match = Match(game, variant, rules, (Player(), Player()), pie=pie)
    node = match.root
    for number, ply in enumerate(plies):
        yield_to_frames()
        try:
            node = _after(match, node, names, ply)
        except UserError as error:
            why = error if names else _or_by_article(error, game, variant, ply)
            raise UserError(
                "refused_nth_word", n=number + 1, word=short(words[number]), why=why
            ) from None
    if node is match.root:
        raise UserError("refused_no_moves")
    stand(match, node)
    return WrittenGame(match)


def _names_for(game: Game, variant: str, plies: Sequence[str]) -> MoveNames | None:
    """Return an article's names of moves where moves may be written in these; else None."""
    names = article_names_on(game, variant)
    if names is None or names.takes_notation or plies[:1] == [BY_ARTICLE]:
        return names
    return names if names.are_meant([ply for ply in plies if ply not in WORDS]) else None


def _or_by_article(why: UserError, game: Game, variant: str, ply: str) -> UserError:
    """Return what is wrong with a ply; how an article's number may be given where it is one."""
    names = article_names_on(game, variant)
    known = names is not None and any(names.move(ply, side) is not None for side in (0, 1))
    by_notation = ply in {game.text(move) for move in game.start(variant).moves()}
    return UserError("refused_by_article", why=why) if known and not by_notation else why


def _after(match: Match, node: Node, names: MoveNames | None, ply: str) -> Node:
    """Return where a ply leads; a pass and a forfeit lead nowhere else."""
    forfeit = forfeit_of(match, node, ply)
    if forfeit is not None:
        match.lose(forfeit, node)
    elif ply == PASS:
        check_pass(match, node)
    elif names is not None and ply not in WORDS:
        turn = node.position.turn
        move = names.move(ply, turn)
        if move is None and names.move(ply, 1 - turn) is not None:
            raise UserError("refused_other_turn")
        if move is None and signs(ply).isdecimal():
            raise UserError("refused_article_number")
        return played(match, node, ply if move is None else match.text(move))
    else:
        return played(match, node, ply)
    return node


# -- writing


def left_out_of_transcript(written: WrittenGame) -> Iterator[str]:
    """Yield what a transcript has no place for; that it has no names goes without saying."""
    yield from lost_of_the_tree(written, comments=True)
    yield from lost_rules(written)
    yield from lost_notes(written)
    yield from lost_forfeit(written)
    yield from lost_tags(written, ())


def transcript_of(written: WrittenGame) -> str:
    """Return the squares of a game of Reversi; Unwritable for another game or another start."""
    match = written.line or written.match
    if not isinstance(match.game, Reversi):
        raise Unwritable("unwritable_transcript", game=called(match.game.key))
    if match.start not in (None, match.game.start(match.variant, match.rules)):
        raise Unwritable("unwritable_transcript_start")
    words = match.words if isinstance(match, GameLine) else match.ply_texts(match.tip)
    if not words:
        raise Unwritable("unwritable_transcript_empty")
    return "".join(words)
