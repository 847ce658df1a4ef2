"""The moves of a match as rows of a list: turns in two columns, side lines below them.

Nothing here draws. Widths are in pixels, and what words take is asked of whoever writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node

_DEEPEST_INDENT = 3


class Turn(NamedTuple):
    """A side and the nodes that its plies led to; without any it had to pass."""

    side: int
    nodes: tuple[Node, ...]


class Piece(NamedTuple):
    """Something written in a row: a ply, or a pass, which has no node.

    ``left`` and ``width`` are those of its words alone. One that ``opens`` a turn has the disc of
    its side before it, a ``joined`` one goes on a turn. ``width_with_badge`` has room for a badge.
    """

    node: Node | None
    words: str
    left: int
    width: int
    width_with_badge: int
    side: int
    opens: bool
    joined: bool


class MoveRow(NamedTuple):
    """A row of the list; one of a side line is ``small`` and knows where that line begins.

    ``heads`` tells the first row of a side line.
    """

    number: str
    number_left: int
    pieces: tuple[Piece, ...]
    line: Node | None = None
    heads: bool = False

    @property
    def small(self) -> bool:
        """Tell whether the row belongs to a side line."""
        return self.line is not None


@dataclass(frozen=True)
class Sizes:
    """The widths of a list in pixels.

    ``number`` is the column of the turns' numbers, ``disc`` what stands before a turn, ``joint``
    between the plies of a turn, ``gap`` between turns, ``buttons`` those of a side line.
    ``words`` tells how wide words are, ``small`` ones or not, ``badge`` what a node's badge takes.
    """

    width: int
    number: int
    disc: int
    joint: int
    gap: int
    indent: int
    buttons: int
    words: Callable[[str, bool], int]
    badge: Callable[[Node], int] = lambda node: 0


def turns_along(match: Match, nodes: Iterable[Node]) -> list[Turn]:
    """Gather nodes that follow one another into turns, with the passes between and at the end."""
    turns: list[Turn] = []
    passes = match.game.has_passes
    last: Node | None = None
    for node in nodes:
        assert node.parent is not None
        side = node.parent.position.turn
        again = bool(turns) and turns[-1].side == side
        swapped = last is not None and last.ply == SWAP
        if again and passes and not swapped:
            turns.append(Turn(1 - side, ()))
        if again and (swapped or not passes):
            turns[-1] = Turn(side, (*turns[-1].nodes, node))
        else:
            turns.append(Turn(side, (node,)))
        last = node
    if last is not None and passes and last.ply != SWAP and not match.over_at(last):
        side = turns[-1].side
        if side == last.position.turn:
            turns.append(Turn(1 - side, ()))
    return turns


def pairs_of(turns: Iterable[Turn]) -> list[tuple[Turn | None, Turn | None]]:
    """Put the first side's turns and the second's answers beside each other."""
    pairs: list[tuple[Turn | None, Turn | None]] = []
    for turn in turns:
        if turn.side == 0 or not pairs:
            pairs.append((turn, None) if turn.side == 0 else (None, turn))
        else:
            pairs[-1] = (pairs[-1][0], turn)
    return pairs


class RowBuilder:
    """Builds the rows of a match's list."""

    def __init__(
        self,
        match: Match,
        ply_words: Callable[[Node], str],
        pass_words: str,
        sizes: Sizes,
    ) -> None:
        """``ply_words`` writes the ply that led to a node, ``pass_words`` a turn without plies."""
        self._match = match
        self._ply_words = ply_words
        self._pass_words = pass_words
        self._sizes = sizes
        # What is only looked at, by what it follows.
        self._strange = {
            node.parent: node
            for node in match.here.line
            if node.parent is not None and node not in node.parent.children
        }

    def rows(self) -> list[MoveRow]:
        """Return all rows: the main line, and every side line below the turn that it leaves."""
        match = self._match
        pairs = pairs_of(turns_along(match, match.main_line[1:]))
        rows: list[MoveRow] = []
        for number, pair in enumerate(pairs, start=1):
            rows += self._pair_rows(number, pair)
            for turn in pair:
                for node in turn.nodes if turn else ():
                    rows += self._side_lines(node, 1)
        for child in self._children(match.tip):
            rows += self._line_rows(child, 1)
        return rows

    def flow(
        self, turns: Sequence[Turn], left: int, right: int, small: bool, first: int | None = None
    ) -> list[tuple[Piece, ...]]:
        """Write turns behind each other, in as many lines as they need.

        The first line ends at ``first``, all others at ``right``.
        """
        sizes = self._sizes
        lines: list[list[Piece]] = [[]]
        x = left
        for turn in turns:
            for place, node in enumerate(turn.nodes or (None,)):
                opens = place == 0
                before = sizes.disc if opens else sizes.joint
                gap = sizes.gap if opens and lines[-1] else 0
                piece = self._piece(turn.side, node, opens, small)
                end = right if first is None or len(lines) > 1 else first
                if lines[-1] and x + gap + before + piece.width_with_badge > end:
                    lines.append([])
                    x, gap = left, 0
                piece = piece._replace(left=x + gap + before)
                lines[-1].append(piece)
                x = piece.left + piece.width_with_badge
        return [tuple(line) for line in lines]

    def _piece(self, side: int, node: Node | None, opens: bool, small: bool) -> Piece:
        words = self._pass_words if node is None else self._ply_words(node)
        width = self._sizes.words(words, small)
        badge = 0 if node is None else self._sizes.badge(node)
        return Piece(node, words, 0, width, width + badge, side, opens, not opens)

    def _pair_rows(self, number: int, pair: tuple[Turn | None, Turn | None]) -> list[MoveRow]:
        sizes = self._sizes
        left, right = sizes.number, sizes.width
        middle = left + (right - left) // 2
        columns = ((left, middle - sizes.gap // 2), (middle, right))
        lines: list[tuple[Piece, ...]] = []
        shared = False  # whether the last line has room for the second side's turn
        for side, turn in enumerate(pair):
            if turn is None:
                continue
            written = self.flow([turn], *columns[side], small=False)
            in_column = len(written) == 1 and _end_of(written[0]) <= columns[side][1]
            if not in_column:
                written = self.flow([turn], left, right, small=False)
            if side == 1 and in_column and (shared or not lines):
                lines = [lines[0] + written[0]] if lines else written
            else:
                lines += written
            shared = side == 0 and in_column
        return [
            MoveRow(str(number) if place == 0 else "", 0, line) for place, line in enumerate(lines)
        ]

    # -- side lines

    def _children(self, node: Node) -> list[Node]:
        """Return what follows a node, with what is only looked at as the last."""
        strange = self._strange.get(node)
        return node.children if strange is None else [*node.children, strange]

    def _side_lines(self, node: Node, depth: int) -> Iterator[MoveRow]:
        """Yield the rows of the lines that leave another one where a node was played."""
        assert node.parent is not None
        for other in self._children(node.parent):
            if other is not node:
                yield from self._line_rows(other, depth)

    def _line_rows(self, begin: Node, depth: int) -> Iterator[MoveRow]:
        """Yield the rows of a side line, and below them those of the lines that leave it."""
        sizes = self._sizes
        line = [begin]
        while following := self._children(line[-1]):
            line.append(following[0])
        turns = turns_along(self._match, line)
        number_left = sizes.indent * min(depth, _DEEPEST_INDENT)
        number = f"{self._number(begin)}{'…' if self._goes_on(begin) else ''}"
        left = number_left + sizes.words(number, True) + sizes.gap // 2
        right = sizes.width
        first = right - sizes.buttons
        for place, pieces in enumerate(self.flow(turns, left, right, True, first)):
            heads = place == 0
            yield MoveRow(number if heads else "", number_left, pieces, begin, heads)
        for node in line[1:]:
            yield from self._side_lines(node, depth + 1)

    def _number(self, node: Node) -> int:
        turns = turns_along(self._match, node.line)
        return len(pairs_of(turn for turn in turns if turn is not turns[-1] or turn.nodes))

    def _goes_on(self, node: Node) -> bool:
        """Tell whether a node goes on a turn that had begun before."""
        before = node.parent
        if before is None or before.parent is None or self._match.game.has_passes:
            return False
        return before.parent.position.turn == before.position.turn


def _end_of(pieces: Sequence[Piece]) -> int:
    last = pieces[-1]
    return last.left + last.width_with_badge
