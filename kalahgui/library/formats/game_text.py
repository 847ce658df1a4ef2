"""Our own game text and PGN of Othello, read: docs/format.md describes them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import game_and_variant
from kalahgui.games.game import PASS, Game, Position
from kalahgui.games.user_error import UserError, called, short
from kalahgui.library.formats.found import (
    Item,
    WrittenGame,
    check_pass,
    forfeit_of,
    in_line,
    passed,
    plain_word,
    played,
    read_each,
    stand,
)
from kalahgui.library.formats.line import TRANSCRIPT, Board, GameLine
from kalahgui.library.formats.recorded import PGN_WINNERS, RESULT_TAG, End, Recorded
from kalahgui.library.formats.tag_lines import (
    LONGEST_COMMENT,
    OUR_TAGS,
    Block,
    Token,
    blocks_of,
    tags_of,
    tokens_of,
)
from kalahgui.library.formats.text_source import LONGEST_PART, TextSource
from kalahgui.library.formats.text_writing import (
    DISCS_OF_BOTH,
    NO_MOVE,
    PGN_PLAYERS,
    PGN_TAGS,
    PIE,
    UNFINISHED,
    pgn_result,
)
from kalahgui.library.saved import (
    DRAW,
    FORFEITS,
    RECORDED,
    SCORE_TAG,
    SEATS,
    player_of,
    start_of,
)
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP_TEXT, Forfeit, Node

_WINS = (*SEATS, DRAW)
_MOST_NESTED = 1000
MOST_PLIES = 100_000
_PGN_PASSES = (NO_MOVE, "pa", "ps", PASS)
_UNKNOWN = ("", "?", UNFINISHED)


def read_games(
    source: TextSource, board: Board | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Iterator[Item]:
    """Read games in our text, or in PGN; ``board`` is that of games which do not name their own."""

    def read(block: Block) -> WrittenGame:
        return _game(block, board, yield_to_frames)

    # What is wrong is told with its line already.
    blocks = enumerate(blocks_of(source.lines()))
    return read_each(blocks, read, lambda _, why: why, yield_to_frames)


def read_moves(text: str, board: Board, yield_to_frames: YieldToFrames = no_frames) -> WrittenGame:
    """Read the numbered moves of a game without its tags, as we write them or as PGN has them."""
    block = Block(1, moves_line=1, moves=text)
    return _read(block, _Opening(*board), {}, True, yield_to_frames)


class _Opening(NamedTuple):
    """What the tags of a game tell of its beginning."""

    game: Game
    variant: str
    rules: tuple[str, ...] = ()
    players: tuple[Player, Player] = (Player(), Player())
    pie: bool = False
    start: Position | None = None

    def line(self) -> GameLine:
        return GameLine(self.game, self.variant, self.rules, self.players, self.start)

    def match(self) -> Match:
        return Match(
            self.game, self.variant, self.rules, self.players, pie=self.pie, start=self.start
        )


def _game(block: Block, board: Board | None, yield_to_frames: YieldToFrames) -> WrittenGame:
    tags = tags_of(block)
    pgn = "Game" not in tags and any(name in tags for name in PGN_PLAYERS)
    opening = _opening_of_pgn(tags, board) if pgn else _opening(block, tags, board)
    return _read(block, opening, {name: tags[name][1] for name in tags}, pgn, yield_to_frames)


_REST_OF_LINE = re.compile(r"(\{[^}]*\})|;[^\n]*")  # a comment of PGN, not in another one


def _read(
    block: Block,
    opening: _Opening,
    tags: Mapping[str, str],
    pgn: bool,
    yield_to_frames: YieldToFrames,
) -> WrittenGame:
    """Read the moves of a game and its result, behind the opening that its tags tell of."""
    if pgn and ";" in block.moves:
        block.moves = _REST_OF_LINE.sub(lambda comment: comment[1] or "", block.moves)
    own = PGN_TAGS if pgn else OUR_TAGS
    kept = {name: value for name, value in tags.items() if name not in own}
    result = tags.get("Result", "")
    line = None if opening.pie or "(" in block.moves else _line(block, opening.line(), pgn)
    if line is not None:
        forfeit, said = _settled(line[0], line[1], result, kept)
        line[0].forfeit = forfeit
        written = WrittenGame(tags={**kept, **said}, line=line[0])
    else:
        match, last = _tree(block, opening.match(), pgn, yield_to_frames)
        forfeit, said = _settled(match, last, result, kept)
        if forfeit is not None and match.tip.forfeit is None:
            match.end_as_recorded(forfeit, match.tip)
        written = WrittenGame(match, {**kept, **said})
    if pgn and DISCS_OF_BOTH.fullmatch(result) and pgn_result(written) != result:
        # Squares left empty may be nobody's: so the file counts, and so it is written again.
        with_score = {**written.tags, SCORE_TAG: result}
        if End.of(written.line or written.match).score_of(with_score) is not None:
            written.tags = with_score
    return written


def _line(block: Block, line: GameLine, pgn: bool) -> tuple[GameLine, str] | None:
    """Read the moves of a game that is one line, and its result; None for what needs a tree.

    That is also what cannot be read: the tree tells why.
    """
    result = ""
    with contextlib.suppress(UserError):
        for token in _tokens_of_line(block):
            word = token.text.lower()
            if token.kind == "{":
                _add_comment(line, token)
            elif token.kind != "word" or result:
                return None
            elif line.knows(word):
                line.play(word)
            elif not _is_aside(line, word, pgn):
                result = word
                if result not in (*_WINS, *FORFEITS, UNFINISHED) and not (pgn and "-" in result):
                    return None
        if len(line.moves) <= MOST_PLIES:
            return line, result
    return None


def _tokens_of_line(block: Block) -> Iterable[Token]:
    """Return the moves as tokens; words alone are parted by blanks, which is faster."""
    if _NO_WORDS.search(block.moves) or len(block.moves) > LONGEST_PART:
        return tokens_of(block)
    words = _NUMBER.sub(" ", block.moves).split()
    return [Token(block.moves_line, "word", word) for word in words]


_NO_WORDS = re.compile(r"[{}()]|resigned|time", re.IGNORECASE)  # comments, and results of several
_NUMBER = re.compile(r"(?<!\S)\d+\.+")


def _is_aside(line: GameLine, word: str, pgn: bool) -> bool:
    """Tell whether a word is a pass, or a move in other letters, which is played."""
    if word == PASS or (pgn and word in _PGN_PASSES):
        line.check_pass()
    elif line.knows(plain_word(word)):
        line.play(plain_word(word))
    else:
        return False
    return True


def _add_comment(line: GameLine, token: Token) -> None:
    at = len(line.moves)
    if token.text:
        line.comments[at] = _joined(line.comments.get(at, ""), token.text)
    if token.noted:
        line.noted[at] = " ".join(filter(None, (line.noted.get(at, ""), token.noted)))


def _tree(
    block: Block, match: Match, pgn: bool, yield_to_frames: YieldToFrames
) -> tuple[Match, str]:
    """Read the moves of a game with its variations, and its result."""
    reader = _Moves(match, pgn)
    line = block.line
    for token in tokens_of(block):
        line = token.line
        yield_to_frames()
        try:
            reader.take(token)
        except UserError as why:
            raise in_line(line, why) from None
    try:
        reader.end()
    except UserError as why:
        raise in_line(line, why) from None
    return match, reader.result


def _opening(block: Block, tags: dict[str, tuple[int, str]], board: Board | None) -> _Opening:
    line = block.line
    try:
        game, variant = _board(tags, board)
        line, text = tags.get("Rules", (line, ""))
        rules, pie = _rules(game, variant, text)
        begin, start = game.start(variant, rules), None
        if "Start" in tags:
            line, text = tags["Start"]
            start = begin = start_of(game, variant, rules, text)
        players = []
        for seat in ("First", "Second"):
            name = tags.get(seat, (line, ""))[1]
            line, computer = tags.get(f"{seat}Computer", (line, ""))
            players.append(player_of(name, computer, game, begin))
    except UserError as why:
        raise in_line(line, why) from None
    return _Opening(game, variant, rules, (players[0], players[1]), pie, start)


def _opening_of_pgn(tags: dict[str, tuple[int, str]], board: Board | None) -> _Opening:
    if "FEN" in tags:
        raise in_line(tags["FEN"][0], UserError("refused_fen"))
    names = [tags.get(name, (0, ""))[1] for name in PGN_PLAYERS]
    black, white = (Player("" if name in _UNKNOWN else name) for name in names)
    return _Opening(*(board or game_and_variant(TRANSCRIPT)), players=(black, white))


def _board(tags: dict[str, tuple[int, str]], board: Board | None) -> Board:
    if "Game" in tags:
        return game_and_variant(tags["Game"][1])
    if board is None:
        raise UserError("refused_no_game_tag")
    return board


def _settled(
    played: GameLine | Match, last: str, result: str, kept: Mapping[str, str]
) -> tuple[Forfeit | None, dict[str, str]]:
    """Return the end of a game that its result tells of, if the board does not, and its tags."""
    end, tags = End.of(played), dict[str, str]()
    # What says most comes first: why a player lost, then the points.
    texts = dict.fromkeys(text for text in (last, result) if text not in _UNKNOWN)
    for text in sorted(texts, key=lambda text: (text.lower() not in FORFEITS, text in PGN_WINNERS)):
        recorded = Recorded.of_words(text, "time" in kept.get("Termination", "").lower())
        if recorded is None:
            tags[RESULT_TAG] = text
            continue
        forfeit, said = end.settled(recorded)
        end, tags = end._replace(forfeit=end.forfeit or forfeit), {**said, **tags}
    return end.forfeit, tags


def _rules(game: Game, variant: str, text: str) -> tuple[tuple[str, ...], bool]:
    rules = [rule for rule in text.replace(",", " ").split() if rule != PIE]
    pie = PIE in text.replace(",", " ").split()
    if pie and not game.has_pie_rule:
        raise UserError("refused_pie", game=called(game.key))
    game.start(variant, rules)
    return tuple(dict.fromkeys(rules)), pie


@dataclass
class _Line:
    """A line that is being read.

    ``branch`` is the node whose next ply a variation takes the place of, None where there is
    nothing yet that it could. A ``closed`` line has come to its end. ``comment`` waits for the
    first ply of a variation.
    """

    node: Node
    branch: Node | None = None
    closed: bool = False
    comment: str = ""


class _Moves:
    """Reads the moves of a game into its tree."""

    def __init__(self, match: Match, pgn: bool = False) -> None:
        self._match = match
        self._pgn = pgn
        self._lines = [_Line(match.root)]
        self._plies = 0
        self.result = ""

    def take(self, token: Token) -> None:
        """Take a token; UserError says what is wrong with it."""
        if token.kind == "{":
            self._comment(token.text, token.noted)
        elif self.result:
            raise UserError("refused_after_result")
        elif token.kind == "(":
            self._begin_variation()
        elif token.kind == ")":
            self._end_variation()
        elif token.kind == "}":
            raise UserError("refused_closed_comment")
        else:
            try:
                self._word(token.text.lower())
            except UserError as why:
                raise UserError("refused_word", word=short(token.text), why=why) from None

    def end(self) -> None:
        """End the game; UserError when a variation is open."""
        if len(self._lines) > 1:
            raise UserError("refused_open_variation")
        stand(self._match, self._lines[0].node)

    def _comment(self, text: str, noted: str) -> None:
        line = self._lines[-1]
        if len(self._lines) > 1 and line.branch is None:
            line.comment = _joined(line.comment, text)
        else:
            line.node.comment = _joined(line.node.comment, text)
            line.node.noted = " ".join(filter(None, (line.node.noted, noted)))

    def _begin_variation(self) -> None:
        branch = self._lines[-1].branch
        if branch is None:
            raise UserError("refused_variation_place")
        if len(self._lines) > _MOST_NESTED:
            raise UserError("refused_nested", most=_MOST_NESTED)
        self._lines.append(_Line(branch))

    def _end_variation(self) -> None:
        if len(self._lines) == 1:
            raise UserError("refused_closed_variation")
        if self._lines.pop().branch is None:
            raise UserError("refused_empty_variation")

    def _word(self, word: str) -> None:
        line = self._lines[-1]
        forfeit = forfeit_of(self._match, line.node, word)
        if forfeit is not None:
            self._lose(line, forfeit, word)
        elif word in (*_WINS, UNFINISHED) or (self._pgn and _is_result(word)):
            self._take_result(line, word)
        elif line.closed:
            raise UserError("refused_line_ended")
        elif word == NO_MOVE and not (self._pgn and passed(self._match, line.node)):
            line.branch, line.closed = line.node, True
        elif word == PASS or (self._pgn and word in _PGN_PASSES):
            check_pass(self._match, line.node)
        else:
            self._play(line, word if word.isascii() else plain_word(word))

    def _take_result(self, line: _Line, word: str) -> None:
        if len(self._lines) == 1:
            self.result = word
        elif word in RECORDED and not line.node.over:
            self._lose(line, RECORDED[word], word)
        else:
            raise UserError("refused_early_result")

    def _play(self, line: _Line, word: str) -> None:
        match, node = self._match, line.node
        if word == SWAP_TEXT and match.game.has_pie_rule:
            match.pie = True
        self._plies += 1
        if self._plies > MOST_PLIES:
            raise UserError("refused_tree_size", most=MOST_PLIES)
        next_node = played(match, node, word)
        if len(self._lines) == 1 or line.branch is not None:
            # Variations of what goes on here may have come before.
            node.children.insert(0, node.children.pop(node.children.index(next_node)))
        if line.comment:
            next_node.comment, line.comment = _joined(next_node.comment, line.comment), ""
        line.branch, line.node = node, next_node

    def _lose(self, line: _Line, forfeit: Forfeit, word: str) -> None:
        if len(self._lines) == 1:
            stand(self._match, line.node)
            self.result = word
        elif line.branch is None:
            raise UserError("refused_empty_variation")
        if line.node.forfeit is not None:
            raise UserError("refused_over")
        self._match.end_as_recorded(forfeit, line.node)
        line.closed = True


def _is_result(word: str) -> bool:
    # A bare number in the moves of a PGN is a slip; as a margin it would end the game unnoticed.
    return not word.isdecimal() and Recorded.of_words(word) is not None


def _joined(comment: str, more: str) -> str:
    if len(comment) + len(more) > LONGEST_COMMENT:
        raise UserError("refused_comment_length", most=LONGEST_COMMENT)
    return "\n".join(filter(None, (comment, more)))
