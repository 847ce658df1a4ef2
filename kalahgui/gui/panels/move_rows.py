"""The moves of a match as rows of a list: turns in two columns, side lines below them.

Rows are built without drawing; ``PliesPainter`` draws them, with the disc of a side before a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from kalahgui.games.game import Game
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.words import say

_DEEPEST_INDENT = 3


class Turn(NamedTuple):
    """A side and the nodes that its plies led to; without any it had to pass."""

    side: int
    nodes: tuple[Node, ...]


class Piece(NamedTuple):
    """Something written in a row: a ply, or a pass, which has no node.

    ``left`` and ``width`` are those of its words alone. One that ``opens`` a turn has the disc of
    its side before it, any other goes on a turn. ``width_with_badge`` has room for a badge.
    """

    node: Node | None
    words: str
    left: int
    width: int
    width_with_badge: int
    side: int
    opens: bool


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
        side = node.before.position.turn
        again = bool(turns) and turns[-1].side == side
        swapped = last is not None and last.ply == SWAP
        if again and passes and not swapped:
            turns.append(Turn(1 - side, ()))
        if again and (swapped or not passes):
            turns[-1] = Turn(side, (*turns[-1].nodes, node))
        else:
            turns.append(Turn(side, (node,)))
        last = node
    if last is not None and passes and last.ply != SWAP and not last.over:
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
        sizes: Sizes,
        *,
        here: Node | None = None,
        taken_back: bool = True,
    ) -> None:
        """``ply_words`` writes the ply that led to a node.

        Lines that were ``taken_back`` may be left out, but for the one through ``here``, by default
        the node looked at.
        """
        self._match = match
        self._taken_back = taken_back
        line = (here or match.here).line
        self._looked_at = set(line)
        self._ply_words = ply_words
        self._sizes = sizes
        # Nodes that are looked at and not in the tree, by the node that each follows.
        self._strange = {
            node.parent: node
            for node in line
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
            for index, node in enumerate(turn.nodes or (None,)):
                opens = index == 0
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
        words = say("pass_short") if node is None else self._ply_words(node)
        width = self._sizes.words(words, small)
        badge = 0 if node is None else self._sizes.badge(node)
        return Piece(node, words, 0, width, width + badge, side, opens)

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
            MoveRow(str(number) if index == 0 else "", 0, line) for index, line in enumerate(lines)
        ]

    # -- side lines

    def _children(self, node: Node) -> list[Node]:
        """Return what follows a node, with what is only looked at as the last."""
        strange = self._strange.get(node)
        shown = [
            child
            for child in node.children
            if self._taken_back or not child.taken_back or child in self._looked_at
        ]
        return shown if strange is None else [*shown, strange]

    def _side_lines(self, node: Node, depth: int) -> Iterator[MoveRow]:
        for other in self._children(node.before):
            if other is not node:
                yield from self._line_rows(other, depth)

    def _line_rows(self, begin: Node, depth: int) -> Iterator[MoveRow]:
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
        for index, pieces in enumerate(self.flow(turns, left, right, True, first)):
            heads = index == 0
            yield MoveRow(number if heads else "", number_left, pieces, begin, heads)
        for node in line[1:]:
            yield from self._side_lines(node, depth + 1)

    def _number(self, node: Node) -> int:
        turns = turns_along(self._match, node.line)
        return len(pairs_of(turn for turn in turns if turn is not turns[-1] or turn.nodes))

    def _goes_on(self, node: Node) -> bool:
        before = node.parent
        if before is None or before.parent is None or self._match.game.has_passes:
            return False
        return before.parent.position.turn == before.position.turn


def _end_of(pieces: Sequence[Piece]) -> int:
    last = pieces[-1]
    return last.left + last.width_with_badge


JOINT = "–"
# Lengths in units of the layout.
_DISC, _SMALL_DISC = 11, 9
_AFTER_DISC = 9
_BESIDE_JOINT = 5
_BADGE = 17


class Badge(NamedTuple):
    """A sign on a small disc behind a ply, such as what a review calls the move."""

    sign: str
    colour: pygame.Color


def side_disc(screen: Screen, game: Game, side: int, size: int) -> pygame.Surface:
    """Return a small sign of a side: its piece, or a disc for the first, a ring for the second."""
    if not game.counts_pieces:
        if side == 1:
            return theme.outline((size, size), size // 2, max(2, size // 4), screen.palette.other)
        return theme.rounded((size, size), size // 2, screen.palette.accent)
    picture = pygame.Surface((size + 2, size + 2), pygame.SRCALPHA)
    theme.stamp(picture, disc(side, size, screen.palette.pieces), picture.get_rect().center)
    # A thin ring keeps a black disc apart from a dark ground, and a white one from paper.
    ring = theme.outline(picture.size, size // 2 + 1, 1, screen.palette.quiet)
    picture.blit(ring, (0, 0))
    return picture


def ply_words(view: View, node: Node) -> str:
    """Write the ply that led to a node as the window writes moves."""
    assert node.ply is not None
    if node.ply == SWAP:
        return say("swap_short")
    return view.move_text(node.ply, node.before.position.turn)


def sizes_for(
    screen: Screen, width: int, turns: int, buttons: int, badge_of: Callable[[Node], Badge | None]
) -> Sizes:
    """Return the widths of a list of so many turns of each side."""
    scale, px = screen.scale, screen.scale.px

    def words(text: str, small: bool) -> int:
        # The ply looked at is written in bold: none may be too wide for its place then.
        return theme.font(scale.small if small else scale.body, True).size(text)[0]

    return Sizes(
        width=width,
        number=words("0" * max(2, len(str(turns))), False) + px(12),
        disc=px(_DISC + _AFTER_DISC),
        joint=words(JOINT, False) + 2 * px(_BESIDE_JOINT),
        gap=px(12),
        indent=px(10),
        buttons=buttons,
        words=words,
        badge=lambda node: px(_BADGE + 5) if badge_of(node) else 0,
    )


def row_height(screen: Screen, small: bool) -> int:
    """Return the height of a row of plies, in pixels."""
    scale = screen.scale
    if small:
        return max(scale.px(25), round(scale.small * 1.5))
    return max(scale.px(30), round(scale.body * 1.5))


@dataclass(frozen=True)
class PliesPainter:
    """Draws pieces of rows; the node ``looked_at`` is marked, the one ``hovered`` is lit."""

    screen: Screen
    game: Game
    badge_of: Callable[[Node], Badge | None] = lambda node: None
    looked_at: Node | None = None
    hovered: Node | None = None

    def draw(
        self, surface: pygame.Surface, piece: Piece, origin: tuple[int, int], small: bool
    ) -> None:
        """Draw a piece in a row whose left end has its middle at ``origin``."""
        scale, palette, px = self.screen.scale, self.screen.palette, self.screen.scale.px
        size = scale.small if small else scale.body
        left, middle = origin[0] + piece.left, origin[1]
        looked_at = piece.node is not None and piece.node is self.looked_at
        if piece.node is not None and piece.node in (self.looked_at, self.hovered):
            back = pygame.Rect(0, 0, piece.width + px(9), row_height(self.screen, small) - px(4))
            back.center = (left + piece.width // 2, middle)
            colour = palette.accent_soft if looked_at else palette.sunken
            surface.blit(theme.rounded(back.size, px(7), colour), back)
        if piece.opens:
            drawn = side_disc(
                self.screen, self.game, piece.side, px(_SMALL_DISC if small else _DISC)
            )
            at = (left - px(_AFTER_DISC) - px(_DISC) // 2, middle)
            surface.blit(drawn, drawn.get_rect(center=at))
        else:
            at = (left - px(_BESIDE_JOINT), middle)
            theme.write(surface, JOINT, at, size, palette.quiet, anchor="midright")
        ink = palette.quiet if piece.node is None else palette.ink
        theme.write(surface, piece.words, (left, middle), size, ink, looked_at, "midleft")
        badge = None if piece.node is None else self.badge_of(piece.node)
        if badge is not None:
            self._draw_badge(surface, badge, (left + piece.width + px(_BADGE / 2 + 5), middle))

    def _draw_badge(
        self, surface: pygame.Surface, badge: Badge, centre: tuple[float, float]
    ) -> None:
        px, palette = self.screen.scale.px, self.screen.palette
        theme.draw_dot(surface, centre, px(_BADGE), badge.colour)
        size = max(9, px(12))
        theme.write(surface, badge.sign, centre, size, palette.on_accent, True, "center")


def distance(piece: Piece, x: int) -> int:
    """Return how far a point lies beside the words of a piece, in pixels."""
    return max(piece.left - x, x - piece.left - piece.width, 0)


def nearest(pieces: tuple[Piece, ...], x: int, reach: int) -> Node | None:
    """Return the node of the ply at a point of its row: the nearest one within reach."""
    plies = [piece for piece in pieces if piece.node is not None]
    closest = min(plies, key=lambda piece: distance(piece, x), default=None)
    return closest.node if closest is not None and distance(closest, x) <= reach else None
