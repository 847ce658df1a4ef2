"""Our own game text, written."""

from __future__ import annotations

from collections.abc import Iterator

from kalahgui.games.game import PASS
from kalahgui.library.formats.found import WrittenGame
from kalahgui.library.formats.game_text import NO_MOVE, OUR_TAGS, PIE, UNFINISHED
from kalahgui.library.formats.plies import passed
from kalahgui.library.formats.tag_lines import comment, tag
from kalahgui.library.players import words_of_loss
from kalahgui.library.saved import result_of
from kalahgui.match.match import Match
from kalahgui.match.node import Node

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
        while node.children and node.loss is None:
            node = node.children[0]
            yield from self._ply(node)
            yield from self._others(node)
        yield from self._beyond(node)
        if node.loss is not None:
            yield words_of_loss(node.loss)
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
