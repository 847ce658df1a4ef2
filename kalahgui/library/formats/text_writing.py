"""Our own game text and PGN of Othello, written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kalahgui.games.game import PASS
from kalahgui.library.formats.found import Unwritable, WrittenGame, name_of, passed
from kalahgui.library.formats.left_out import lost_beyond_the_end, lost_rules
from kalahgui.library.formats.line import TRANSCRIPT, GameLine
from kalahgui.library.formats.recorded import PGN_WINNERS, RESULT_TAG, End, Recorded
from kalahgui.library.formats.tag_lines import OUR_TAGS, comment, tag
from kalahgui.library.saved import SCORE_TAG, result_of, words_of_forfeit
from kalahgui.match.match import Match
from kalahgui.match.node import Node

PIE = "pie"
NO_MOVE = "--"
UNFINISHED = "*"
# Tags of PGN that say what ours say in another way.
PGN_PLAYERS = ("Black", "White")
PGN_TAGS = (*PGN_PLAYERS, "Result")
DISCS_OF_BOTH = re.compile(r"[0-9]{1,2}-[0-9]{1,2}")
_PGN_RESULT = re.compile(r"[0-9]{1,2}-[0-9]{1,2}|1/2-1/2")

_WIDTH = 78  # of a line of moves, in signs; comments keep their own lines


def text_of(written: WrittenGame) -> str:
    """Return a game in our own text, its last line ended."""
    result = (written.line.result if written.line else result_of(written.match)) or UNFINISHED
    lines = [tag(name, value) for name, value in _tags(written) if value]
    lines += [tag("Result", result), "", *_lines_of(written, result)]
    return "\n".join(lines) + "\n"


def _lines_of(written: WrittenGame, result: str, in_pairs: bool = False) -> Iterator[str]:
    line = written.line
    if line is None or line.comments or line.noted:
        return _filled(_words(_Writer(written.match, in_pairs), result))
    return _filled_with_plain(_words_of_line(line, result, in_pairs))


def _words_of_line(line: GameLine, result: str, in_pairs: bool) -> Iterator[str]:
    turn, again = 0, set(line.again)
    for number, word in enumerate(line.words):
        new = number not in again
        turn += new
        if not new and line.game.has_passes:
            passed = NO_MOVE if in_pairs else PASS
            yield _numbered(turn + 1, in_pairs) + passed
            turn += 2
            new = True
        yield (_numbered(turn, in_pairs) if new else "") + word
    yield result


def _numbered(turn: int, in_pairs: bool) -> str:
    if not in_pairs:
        return f"{turn}. "
    return f"{(turn + 1) // 2}. " if turn % 2 else ""


# -- PGN, as servers of Othello write it


def pgn_of(written: WrittenGame) -> str:
    """Return a game of 8x8 Reversi from its start in PGN; Unwritable for any other."""
    match = written.line or written.match
    usual = isinstance(match, Match) or match.start is None
    if isinstance(match, Match):
        usual = match.begins_usually
    if f"{match.game.key}:{match.variant}" != TRANSCRIPT or not usual or match.rules:
        raise Unwritable("unwritable_pgn")
    result = pgn_result(written)
    names = zip(PGN_PLAYERS, map(name_of, match.players), strict=True)
    kept = {name: text for name, text in written.tags.items() if name not in PGN_TAGS}
    first = {name: kept.pop(name) for name in _ROSTER if name in kept}
    for name in (SCORE_TAG, RESULT_TAG):
        if kept.get(name) == result:  # else it is kept as a tag
            kept.pop(name)
    tags = {**first, **dict(names), "Result": result, **kept}
    lines = [tag(name, value) for name, value in tags.items()]
    lines += ["", *_lines_of(written, result, in_pairs=True)]
    return "\n".join(lines) + "\n"


_DISCS = 64
_ROSTER = ("Event", "Site", "Date", "Round")


def left_out_of_pgn(written: WrittenGame) -> Iterator[str]:
    """Yield what PGN has no place for."""
    yield from lost_beyond_the_end(written, ends=False)
    yield from lost_rules(written)


def pgn_result(written: WrittenGame) -> str:
    """Return the discs of both as PGN of Othello has them; who won where they are not known."""
    line = written.line
    end, text = End.of(line or written.match), written.tags.get(RESULT_TAG, "")
    if _PGN_RESULT.fullmatch(text) and end.contradicting(Recorded.of_words(text)):
        return text
    score = end.score_of(written.tags)
    if score is not None and DISCS_OF_BOTH.fullmatch(score.score):
        return score.score
    if end.forfeit is None and end.over:
        return f"{(_DISCS + end.margin) // 2}-{(_DISCS - end.margin) // 2}"
    if end.forfeit is None:
        return UNFINISHED
    return next(text for text, seat in PGN_WINNERS.items() if seat == end.forfeit.winner)


def _tags(written: WrittenGame) -> Iterator[tuple[str, str]]:
    match = written.line or written.match
    pie = isinstance(match, Match) and match.pie
    yield "Game", f"{match.game.key}:{match.variant}"
    yield "Rules", ", ".join((*match.rules, *[PIE] * pie))
    yield from ((name, text) for name, text in written.tags.items() if name not in OUR_TAGS)
    for seat, player in zip(("First", "Second"), match.players, strict=True):
        yield seat, player.name
        yield f"{seat}Computer", "" if player.computer is None else str(player.computer)
    if match.start not in (None, match.game.start(match.variant, match.rules)):
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


def _filled_with_plain(words: Iterator[str]) -> Iterator[str]:
    """Put words among which are no comments and parentheses into lines that are not too long."""
    line = next(words)
    for word in words:
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line += " " + word
    yield line


_Words = Iterator["str | _Words"]


def _words(writer: _Writer, result: str) -> Iterator[str]:
    """Yield the words of a game: plies, comments, parentheses, and the result."""
    # Lines in lines are taken from a list, so that no depth of them is too much.
    open_lines = [writer.game()]
    while open_lines:
        word = next(open_lines[-1], None)
        if word is None:
            open_lines.pop()
        elif isinstance(word, str):
            yield word
        else:
            open_lines.append(word)
    yield result


class _Writer:
    """Writes lines of a match; plies have the numbers of their turns, or of pairs of them."""

    def __init__(self, match: Match, in_pairs: bool = False) -> None:
        self._match = match
        self._in_pairs = in_pairs
        self._turns = {match.root: 0}
        self._interrupted = False

    def game(self) -> _Words:
        root, nodes = self._match.root, self._match.tip.line
        if root.comment or root.noted:
            yield comment(root.comment, root.noted)
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
        assert node.parent is not None
        for other in list(node.parent.children):
            if other is not node:
                yield self._variation(other)

    def _beyond(self, node: Node) -> _Words:
        """Yield what was played once behind the end of a line."""
        if node.children and self._in_pairs:
            return  # PGN has no place for what was taken back
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
                yield self._number(turn, new) + (NO_MOVE if self._in_pairs else PASS)
            turn += 1
        elif parent.parent is None or match.seat_before(node) != match.seat_before(parent):
            turn += 1
        else:
            new = False
        self._turns[node] = turn
        yield self._number(turn, new) + match.text(node.ply)
        if node.comment or node.noted:
            yield comment(node.comment, node.noted)

    def _number(self, turn: int, new: bool) -> str:
        shown, begins = (turn, new) if not self._in_pairs else ((turn + 1) // 2, turn % 2 == 1)
        again, self._interrupted = self._interrupted, False
        return f"{shown}. " if begins else f"{shown}... " * again
