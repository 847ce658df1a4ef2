"""Trees in the window: what they are drawn with, a small tree in a rectangle, and its legend."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel
from kalahgui.theatre.tree_frame import Point, TreeFrame
from kalahgui.theatre.tree_layout import TreeLayout, Widths, numbered
from kalahgui.theatre.tree_painter import (
    LEAST_LETTER,
    MoveName,
    NodeInks,
    TreeInks,
    TreePainter,
    level_names,
)

_LETTERS = tuple(range(13, 7, -1))  # in small nodes, as large as there is room
_INSIDE, _IN_CIRCLE = 0.93, 0.75  # of a node's side can be written on, and look well
# The longest words first: their share of a node's size.
_SHARES = ((5, 0.25), (4, 0.31), (3, 0.37), (0, 0.44))
_SIGNS, _LETTER_OF_SIGN = ("+", "\u2212"), 0.72
_PALE = 0.34
_POINT = 0.01  # pixels; what is shorter has no direction


def tree_inks(
    palette: theme.Palette, ground: pygame.Color | None = None, best: pygame.Color | None = None
) -> TreeInks:
    """Return the colours of a tree on a ground, a card by default."""
    ground = ground or palette.card
    results = palette.other, palette.quiet, palette.best
    return TreeInks(
        ground=ground,
        raised=palette.raised,
        ink=palette.ink,
        quiet=palette.quiet,
        thread=ground.lerp(palette.quiet, 0.9),
        faint=ground.lerp(palette.quiet, 0.75),
        accent=palette.accent,
        best=best or palette.best,
        on_accent=palette.on_accent,
        ghost=ground.lerp(palette.quiet, 0.35),
        results=results,
        pale=tuple(ground.lerp(colour, _PALE) for colour in results),
    )


class SurfacePen:
    """Draws on a surface, within its clip; moves and windows on a ground of their own."""

    def __init__(self, surface: pygame.Surface, ground: pygame.Color) -> None:
        self._surface = surface
        self._ground = ground
        self._clip = surface.get_clip()

    def line(
        self,
        start: Point,
        end: Point,
        colour: pygame.Color,
        width: float = 1.0,
        dash: float = 0.0,
    ) -> None:
        room = 2 * math.ceil(width) + 4
        inside = self._clip.inflate(room, room).clipline(start, end)
        if not inside:
            return
        begin, stop = pygame.Vector2(start), pygame.Vector2(end)
        if not dash:
            self._stroke(begin, stop, colour, width)
            return
        length = begin.distance_to(stop)
        along = (stop - begin) / (length or 1.0)
        # Of a long line most dashes lie beside the part that is painted.
        first, last = (along.dot(pygame.Vector2(point) - start) for point in inside)
        last = min(last + dash, length)
        for number in range(max(0, int(first / dash) - 1), math.ceil(last / dash)):
            at = number * dash
            to = min(at + dash * 0.58, length)
            self._stroke(begin + along * at, begin + along * to, colour, width)

    def _stroke(
        self, start: pygame.Vector2, end: pygame.Vector2, colour: pygame.Color, width: float
    ) -> None:
        # Smooth lines beside each other keep one width in every direction; polygons do not.
        count = math.ceil(width / 0.55) if width > 1.2 else 1
        across = (end - start).rotate(90)
        if count > 1 and across.length() > _POINT:
            across.scale_to_length((width - 1) / (count - 1))
        else:
            across = pygame.Vector2()
        for number in range(count):
            shift = across * (number - (count - 1) / 2)
            pygame.draw.aaline(self._surface, colour, start + shift, end + shift)

    def node(
        self, at: Point, side: float, square: bool, inks: NodeInks, words: str, edge: float
    ) -> None:
        picture = node_picture(square, max(2, round(side)), inks, words, round(edge))
        self._surface.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))

    def write(
        self,
        words: str,
        at: Point,
        letter: int,
        ink: pygame.Color,
        bold: bool = False,
        side: int = 0,
    ) -> None:
        anchor = ("center", "midleft", "midright")[side]
        if not side:
            ground = pygame.Rect(0, 0, self.width(words, letter, bold), letter)
            ground.center = round(at[0]), round(at[1])
            if not ground.inflate(4, 2 * letter).colliderect(self._clip):
                return
            self._surface.fill(self._ground, ground)
        theme.write(self._surface, words, at, letter, ink, bold, anchor)

    def pill(
        self, words: str, at: Point, letter: int, fill: pygame.Color, ink: pygame.Color
    ) -> None:
        picture = _pill(words, letter, fill, ink)
        self._surface.blit(picture, picture.get_rect(midtop=(round(at[0]), round(at[1]))))

    def width(self, words: str, letter: int, bold: bool = False) -> float:
        return text_width(words, letter, bold)

    def wedge(self, corners: list[Point], colour: pygame.Color) -> None:
        pygame.draw.polygon(self._surface, colour, corners)

    def ring(self, at: Point, side: int, square: bool, colour: pygame.Color, width: int) -> None:
        """Draw the edge of a square or of a circle."""
        picture = theme.outline((side, side), max(2, side // 4) if square else side, width, colour)
        self._surface.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))


@lru_cache(maxsize=4096)
def text_width(words: str, letter: int, bold: bool = False) -> float:
    """Return the pixels that words take, with what is kept free beside them."""
    return float(theme.font(letter, bold).size(words)[0] + 4)


def node_picture(
    square: bool, side: int, inks: NodeInks, words: str = "", edge: int = 0
) -> pygame.Surface:
    """Return the picture of a node with words in it; 0 is an edge as thin as usual."""
    edge = edge or max(1, round(side / 20))
    return _node(square, side, inks.fill, inks.edge, inks.ink, words, edge)


@kept(2048)
def _node(
    square: bool, side: int, fill: Colour, edge: Colour, ink: Colour, words: str, thin: int
) -> pygame.Surface:
    radius = side
    if square:
        radius = max(1, side // 4) if side >= 5 else 0
    picture = theme.render_rounded((side, side), radius, edge)
    inside = side - 2 * thin
    if fill != edge and inside > 0:
        body = theme.render_rounded((inside, inside), max(0, radius - thin), fill)
        picture.blit(body, (thin, thin))
    letter = letter_of(words, side, square)
    if letter and words:
        theme.write(picture, words, (side / 2, side / 2), letter, ink, True, "center")
    return picture


def letter_of(words: str, side: float, square: bool = True) -> int:
    """Return the size of the letters that fit a node; 0 where they would be unreadable."""
    share = next(share for length, share in _SHARES if len(words) >= length)
    letter = round(side * (_LETTER_OF_SIGN if words in _SIGNS else share))
    if letter >= _LETTERS[0]:
        return letter
    rooms = [side * share for share in ((_INSIDE,) if square else (_IN_CIRCLE, _INSIDE))]
    wide = {size: theme.font(size, True).size(words)[0] for size in _LETTERS}
    fits = (size for room in rooms for size in _LETTERS if wide[size] <= room)
    return next((size for size in fits if size >= letter), letter if letter > _LETTERS[-1] else 0)


@kept(256)
def _pill(words: str, letter: int, fill: Colour, ink: Colour) -> pygame.Surface:
    width = theme.font(letter, True).size(words)[0] + round(letter * 1.5)
    height = round(letter * 1.65)
    picture = theme.render_rounded((width, height), height // 2, fill)
    theme.write(picture, words, (width / 2, height / 2), letter, ink, True, "center")
    return picture


_USUAL_SIDE, _LEAST_UNIT = 26, 0.9  # of a node whose lines are of the usual width, and how thin
_BETWEEN = 2.0  # letters between the nodes of two levels, at least
_ABOVE, _BELOW = 0.6, 1.6  # letters for a window beside the root, and for names below leaves
_SIDES = 2.9, 1.5  # letters that a node has at most and at least
_SIDE_OF_PITCH = 0.62
# In a tree that names its moves letters follow from the nodes.
_LETTER_OF_SIDE = 0.58
_MOVES_SIDE_OF_PITCH, _MOVES_SIDE_OF_WIDTH, _MOVES_SIDE_LEAST = 0.78, 0.06, 8
# Where nothing is written beside nodes; in small ones nothing stands in them, either.
_WORDLESS_SIDE_OF_PITCH, _WORDLESS_BETWEEN, _WORDLESS_SIDE = 0.68, 0.6, 14
_REACH = 0.7  # of a node's side, for the mouse


class TreePicture:
    """Lay out and paint a tree as large as there is room."""

    def __init__(
        self,
        tree: TreeNode,
        rect: pygame.Rect,
        palette: theme.Palette,
        letter: int = 0,
        levels: tuple[str, str] = ("", ""),
        inner: float = 1.0,
        inks: TreeInks | None = None,
        leaves: str = "",
        move_name: MoveName | None = None,
        cut: str = "{}",
    ) -> None:
        """Lay out a tree whose nodes have names in letters of a size; without it, its moves have.

        In letters that are too small to be read nothing is written beside nodes. ``levels`` are
        words for where the first player moves, and the second, and ``leaves`` for the last level.
        Nodes that are no leaves are ``inner`` times as large as the leaves. ``move_name`` writes
        moves in a tree with letters of a size, too, and ``cut`` says why a node was cut.
        """
        self.tree = tree
        self.rect = pygame.Rect(rect)
        self._inks = inks or tree_inks(palette)
        self._nodes = {path: number for number, (path, _) in enumerate(walk(tree))}
        self._layout = layout = TreeLayout(numbered(tree), Widths(inner - 0.5), False)
        self._levels = level_names(layout, *levels, leaves)
        column = max(theme.font(letter or 1).size(words)[0] for words in (*levels, leaves))
        self._place(letter, inner, column + letter if column else 0)
        named = move_name if letter else layout.move_text
        self._labels: list[NodeLabel] = []
        self._painter = TreePainter(
            self._label,
            self.frame,
            self._inks,
            self.letter,
            named,
            cut,
            complete=True,
            edges=(self.rect.left + column, self.rect.right),
        )
        self._picture: pygame.Surface | None = None

    def _place(self, letter: int, inner: float, column: float) -> None:
        """Find out how large all is, and where it lies."""
        layout, rect = self._layout, self.rect
        height = max(1, len(layout.rows) - 1)
        pitch = (rect.width - column) / (layout.right - layout.left)
        above = below = 2.0
        if letter >= LEAST_LETTER:
            room = (rect.height - height * letter * _BETWEEN) / (height + 1.2)
            most, least = (letter * share for share in _SIDES)
            side = max(least, min(pitch * _SIDE_OF_PITCH, room, most))
            above, below = letter * _ABOVE, letter * _BELOW
        elif letter:
            room = rect.height / (height * (1 + _WORDLESS_BETWEEN) + 1)
            side = min(pitch * _WORDLESS_SIDE_OF_PITCH, room)
        else:
            room = rect.height / (height * (1 + 2 * _LETTER_OF_SIDE) + 1.2)
            side = min(pitch * _MOVES_SIDE_OF_PITCH, room, rect.width * _MOVES_SIDE_OF_WIDTH)
            side = max(_MOVES_SIDE_LEAST, side)
            letter = max(LEAST_LETTER, round(side * _LETTER_OF_SIDE))
            above = below = side * 0.2 + 2
        self.letter, self.side = letter, round(side)
        top = rect.y + above + side * inner / 2
        step = (rect.bottom - below - side / 2 - top) / height
        self.frame = TreeFrame(layout, max(_LEAST_UNIT, side / _USUAL_SIDE))
        self.frame.from_middles = True
        left = rect.x + column - layout.left * pitch
        self.frame.set((left, top), pitch, step, side * inner, side)

    def _label(self, number: int) -> NodeLabel:
        return self._labels[number]

    # -- where things are

    def centre(self, path: Sequence[int]) -> tuple[int, int]:
        """Return the middle of the node at the end of a path."""
        x, y = self.frame.at(self._nodes[tuple(path)])
        return round(x), round(y)

    def side_of(self, path: Path) -> int:
        """Return the width of a node."""
        return round(2 * self.frame.half(self._nodes[path]))

    def ring(
        self, surface: pygame.Surface, path: Path, colour: pygame.Color, share: float = 1.4
    ) -> None:
        """Draw a ring as far around a node as one by a share of its width is around a leaf.

        There is none where there is no such node.
        """
        number = self._nodes.get(path)
        if number is not None:
            side = self.side_of(path) + round((share - 1) * self.side)
            width = max(2, self.side // 12)
            square = not self._layout.nodes[number].mover
            pen = SurfacePen(surface, self._inks.ground)
            pen.ring(self.centre(path), side, square, colour, width)

    def terms(self) -> list[tuple[str, Path, pygame.Rect]]:
        """Return the terms that stand beside nodes, each with its node and its rectangle."""
        paths = list(self._nodes)
        return [(term, paths[node], pygame.Rect(box)) for term, node, box in self._painter.terms]

    def box_of(self, path: Path) -> pygame.Rect:
        """Return where a node is drawn."""
        box = pygame.Rect(0, 0, self.side_of(path), self.side_of(path))
        box.center = self.centre(path)
        return box

    def path_at(self, point: Sequence[float]) -> Path | None:
        """Return the way to the node under a point, if there is one."""
        reach = self.side * _REACH
        near = (path for path in self._nodes if math.dist(self.centre(path), point) <= reach)
        return next(near, None)

    # -- painting

    def draw(self, surface: pygame.Surface, labels: Mapping[Path, NodeLabel]) -> None:
        """Paint the tree on what the surface shows; the same again is copied."""
        shown = [labels[path] for path in self._nodes]
        if self.letter < LEAST_LETTER and self.side < _WORDLESS_SIDE:
            shown = [replace(label, value="") for label in shown]
        if self._picture is None or shown != self._labels:
            self._labels, self._picture = shown, None
            rect = self.rect
            with theme.clipped(surface, rect.clip(surface.get_clip())):
                pen = SurfacePen(surface, self._inks.ground)
                self._painter.paint(pen, range(len(shown)), range(len(shown)))
                self._painter.name_levels(pen, self._levels, rect.left, rect.top, rect.bottom)
            self._picture = surface.subsurface(self.rect.clip(surface.get_rect())).copy()
        surface.blit(self._picture, self.rect)


# Samples of the legend: a side to move, a side that wins, a move played, one that is ruled out.
FIRST, SECOND, WON, LOST, PLAYED, RULED_OUT = range(6)
Entry = tuple[int, str]  # what a sample shows, and the words for it

_LEAST = 10  # pixels; smaller letters cannot be read
_LEADING = 1.6


def letters(height: float) -> int:
    """Return the size of letters whose two lines fit a height, in pixels; 0 when it is too low."""
    size = min(15, round(height / (2 * _LEADING)))
    return size if size >= _LEAST else 0


@dataclass(frozen=True)
class TreeLegend:
    """Draws rows of samples and words in the middle of a rectangle."""

    rect: pygame.Rect
    palette: theme.Palette

    def draw(self, surface: pygame.Surface, rows: Sequence[Sequence[Entry]]) -> None:
        """Draw some rows; letters get smaller until the longest row fits."""
        size = letters(self.rect.height)
        while size > _LEAST and max(self._width(row, size) for row in rows) > self.rect.width:
            size -= 1
        if not size:
            return
        row_height = round(size * _LEADING)
        y = self.rect.centery - (len(rows) - 1) * row_height // 2
        # The samples of all rows begin at the same x.
        left = self.rect.centerx - max(self._width(row, size) for row in rows) // 2
        for row in rows:
            x = left
            for sample, words in row:
                self._draw_sample(surface, sample, (x + size // 2, y), size)
                at = (x + round(size * 1.5), y)
                rect = theme.write(surface, words, at, size, self.palette.ink, anchor="midleft")
                x = rect.right + round(size * 1.3)
            y += row_height

    def _width(self, row: Sequence[Entry], size: int) -> int:
        words = sum(theme.font(size).size(text)[0] for _, text in row)
        return words + round(size * (1.5 * len(row) + 1.3 * (len(row) - 1)))

    def _draw_sample(
        self, surface: pygame.Surface, sample: int, at: tuple[int, int], size: int
    ) -> None:
        palette, edge = self.palette, max(1, size // 9)
        if sample in (FIRST, SECOND):
            radius = size if sample == SECOND else max(2, size // 4)
            theme.stamp(surface, theme.outline((size, size), radius, edge, palette.ink), at)
        elif sample in (WON, LOST):
            colour = palette.best if sample == WON else palette.other
            theme.stamp(surface, theme.rounded((size, size), max(2, size // 4), colour), at)
            sign = "+" if sample == WON else "\u2212"
            letter = max(8, round(size * 0.8))
            theme.write(surface, sign, at, letter, palette.on_accent, True, "center")
        else:
            colour = palette.accent if sample == PLAYED else palette.line.lerp(palette.quiet, 0.4)
            thick = max(2, size // 5) if sample == PLAYED else max(1, size // 12)
            theme.stamp(surface, theme.rounded((size, thick), thick // 2, colour), at)
