"""Our own game text, read and written: docs/format.md describes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import game_and_variant
from kalahgui.games.game import PASS, Game
from kalahgui.games.user_error import UserError, called, short
from kalahgui.library.formats.found import (
    Found,
    WrittenGame,
    check_pass,
    forfeit_of,
    found,
    in_line,
    passed,
    played,
    read_parts,
    stand,
)
from kalahgui.library.formats.tag_lines import (
    LONGEST_COMMENT,
    Block,
    Token,
    blocks_of,
    comment,
    tag,
    tags_of,
    tokens_of,
)
from kalahgui.library.formats.transcript import Board
from kalahgui.library.saved import DRAW, SEATS, player_of, result_of, start_of, words_of_forfeit
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP_TEXT, Forfeit, Node

PIE = "pie"
NO_MOVE = "--"
UNFINISHED = "*"
OUR_TAGS = (
    "Game", "Rules", "First", "FirstComputer", "Second", "SecondComputer", "Start", "Result"
)  # fmt: skip
_WINS = (*SEATS, DRAW)
_MOST_NESTED = 1000
_MOST_PLIES = 100_000


def read_games(
    text: str, board: Board | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Found:
    """Read games in our text; ``board`` is that of games which do not name their own."""

    def at(block: Block, why: UserError) -> UserError:
        return in_line(block.line, why)

    def read(block: Block) -> WrittenGame:
        return _game(block, board, yield_to_frames)

    return found(*read_parts(blocks_of(text), read, at, placed=True))


def _game(block: Block, board: Board | None, yield_to_frames: YieldToFrames) -> WrittenGame:
    tags = tags_of(block)
    match = _match(block, tags, board)
    reader = _Moves(match)
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
    if "Result" in tags:
        line, result = tags["Result"]
        _check_result(match, line, result.lower())
    return WrittenGame(match, {name: tags[name][1] for name in tags if name not in OUR_TAGS})


def _match(block: Block, tags: dict[str, tuple[int, str]], board: Board | None) -> Match:
    """Begin the match that the tags of a game tell of."""
    line = block.line
    try:
        game, variant = _board(tags, board)
        line, text = tags.get("Rules", (line, ""))
        rules, pie = _rules(game, variant, text)
        start = game.start(variant, rules)
        if "Start" in tags:
            line, text = tags["Start"]
            start = start_of(game, variant, rules, text)
        players = []
        for seat in ("First", "Second"):
            name = tags.get(seat, (line, ""))[1]
            line, computer = tags.get(f"{seat}Computer", (line, ""))
            players.append(player_of(name, computer, game, start))
    except UserError as why:
        raise in_line(line, why) from None
    return Match(game, variant, rules, (players[0], players[1]), pie=pie, start=start)


def _board(tags: dict[str, tuple[int, str]], board: Board | None) -> Board:
    if "Game" in tags:
        return game_and_variant(tags["Game"][1])
    if board is None:
        raise UserError("refused_no_game_tag")
    return board


def _rules(game: Game, variant: str, text: str) -> tuple[tuple[str, ...], bool]:
    """Read the rules, among them the pie rule."""
    rules = [rule for rule in text.replace(",", " ").split() if rule != PIE]
    pie = PIE in text.replace(",", " ").split()
    if pie and not game.has_pie_rule:
        raise UserError("refused_pie", game=called(game.key))
    game.start(variant, rules)
    return tuple(dict.fromkeys(rules)), pie


def _check_result(match: Match, line: int, result: str) -> None:
    """Let a player lose as a tag says; UserError when the moves lead to another result."""
    forfeit = forfeit_of(match, match.tip, result)
    found = result_of(match)
    if forfeit is not None and not found:
        match.lose(forfeit, match.tip)
    elif result not in ("", UNFINISHED, found) and not _is_won_by(match, result):
        raise in_line(line, _contradiction(result, found))


def _is_won_by(match: Match, seat: str) -> bool:
    """Tell whether a seat has won, also because the other one resigned."""
    return seat in SEATS and match.winner_at(match.tip) == SEATS.index(seat)


def _contradiction(result: str, found: str) -> UserError:
    if found:
        return UserError("refused_result", result=short(result), found=found)
    return UserError("refused_result_there", result=short(result))


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

    def __init__(self, match: Match) -> None:
        self._match = match
        self._lines = [_Line(match.root)]
        self._plies = 0
        self._result = ""

    def take(self, token: Token) -> None:
        """Take a token; UserError says what is wrong with it."""
        if token.kind == "{":
            self._comment(token.text)
        elif self._result:
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
        """End the game; UserError when a variation is open or the result contradicts the moves."""
        if len(self._lines) > 1:
            raise UserError("refused_open_variation")
        stand(self._match, self._lines[0].node)
        if self._result in _WINS and self._result != result_of(self._match):
            raise _contradiction(self._result, result_of(self._match))

    def _comment(self, text: str) -> None:
        line = self._lines[-1]
        if len(self._lines) > 1 and line.branch is None:
            line.comment = _joined(line.comment, text)
        else:
            line.node.comment = _joined(line.node.comment, text)

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
        elif word in (*_WINS, UNFINISHED):
            if len(self._lines) > 1:
                raise UserError("refused_early_result")
            self._result = word
        elif line.closed:
            raise UserError("refused_line_ended")
        elif word == NO_MOVE:
            line.branch, line.closed = line.node, True
        elif word == PASS:
            check_pass(self._match, line.node)
        else:
            self._play(line, word)

    def _play(self, line: _Line, word: str) -> None:
        match, node = self._match, line.node
        if word == SWAP_TEXT and match.game.has_pie_rule:
            match.pie = True
        self._plies += 1
        if self._plies > _MOST_PLIES:
            raise UserError("refused_tree_size", most=_MOST_PLIES)
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
            self._result = word
        elif line.branch is None:
            raise UserError("refused_empty_variation")
        self._match.lose(forfeit, line.node)
        line.closed = True


def _joined(comment: str, more: str) -> str:
    if len(comment) + len(more) > LONGEST_COMMENT:
        raise UserError("refused_comment_length", most=LONGEST_COMMENT)
    return "\n".join(filter(None, (comment, more)))


_WIDTH = 78  # of a line of moves, in signs; comments keep their own lines


def text_of(written: WrittenGame) -> str:
    """Return a game in our own text, its last line ended."""
    match = written.match
    result = result_of(match) or UNFINISHED
    lines = [tag(name, value) for name, value in _tags(written) if value]
    lines += [tag("Result", result), "", *_filled(_words(match))]
    return "\n".join(lines) + "\n"


def _tags(written: WrittenGame) -> Iterator[tuple[str, str]]:
    match = written.match
    yield "Game", f"{match.game.key}:{match.variant}"
    yield "Rules", ", ".join((*match.rules, *[PIE] * match.pie))
    yield from ((name, text) for name, text in written.tags.items() if name not in OUR_TAGS)
    for seat, player in zip(("First", "Second"), match.players, strict=True):
        yield seat, player.name
        yield f"{seat}Computer", "" if player.computer is None else str(player.computer)
    if match.start != match.game.start(match.variant, match.rules):
        yield "Start", match.game.position_text(match.start)


def _filled(words: Iterator[str]) -> Iterator[str]:
    """Put words into lines that are not too long, parentheses to the words inside them."""
    line = ""
    for word in words:
        glued = not line or line.endswith("(") or word == ")"
        if not glued and len(line) + 1 + len(word.split("\n")[0]) > _WIDTH:
            yield line
            line, glued = "", True
        line += word if glued else f" {word}"
        *whole, line = line.split("\n")
        yield from whole
    yield line


_Words = Iterator["str | _Words"]


def _words(match: Match) -> Iterator[str]:
    """Yield the words of a game: plies, comments, parentheses, and the result."""
    # Lines in lines are taken from a list, so that no depth of them is too much.
    open_lines = [_Writer(match).game()]
    while open_lines:
        word = next(open_lines[-1], None)
        if word is None:
            open_lines.pop()
        elif isinstance(word, str):
            yield word
        else:
            open_lines.append(word)
    yield result_of(match) or UNFINISHED


class _Writer:
    """Writes lines of a match; plies have the numbers of their turns."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._turns = {match.root: 0}
        self._interrupted = False

    def game(self) -> _Words:
        """Yield the words of the main line, and the lines that leave it."""
        root, nodes = self._match.root, self._match.tip.line
        if root.comment:
            yield comment(root.comment)
        for node in nodes:
            yield from self._ply(node)
            yield from self._others(node)
        yield from self._beyond(self._match.tip)

    def _variation(self, first: Node) -> _Words:
        self._interrupted = True
        yield "("
        yield from self._ply(first, begins=True)
        node = first
        while node.children and node.forfeit is None:
            node = node.children[0]
            yield from self._ply(node)
            yield from self._others(node)
        yield from self._beyond(node)
        if node.forfeit is not None:
            yield words_of_forfeit(node.forfeit)
        yield ")"
        self._interrupted = True

    def _others(self, node: Node) -> _Words:
        """Yield the variations that take the place of a ply."""
        assert node.parent is not None
        for other in list(node.parent.children):
            if other is not node:
                yield self._variation(other)

    def _beyond(self, node: Node) -> _Words:
        """Yield what was played once behind the end of a line."""
        if node.children:
            yield NO_MOVE
        for other in list(node.children):
            yield self._variation(other)

    def _ply(self, node: Node, begins: bool = False) -> Iterator[str]:
        """Yield a ply with the number of its turn where that begins or was interrupted."""
        match, parent = self._match, node.parent
        assert parent is not None and node.ply is not None
        turn, new = self._turns[parent], True
        if passed(match, parent):
            turn += 1
            if not begins:
                yield f"{turn}. {PASS}"
            turn += 1
        elif parent.parent is None or match.seat_before(node) != match.seat_before(parent):
            turn += 1
        else:
            new = False
        self._turns[node] = turn
        number = f"{turn}. " if new else f"{turn}... " * self._interrupted
        self._interrupted = False
        yield number + match.text(node.ply)
        if node.comment:
            yield comment(node.comment)
