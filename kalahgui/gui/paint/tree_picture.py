"""All of a small tree in a rectangle, with what is written at its nodes, and its legend."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_pen import SurfacePen, tree_inks
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel
from kalahgui.theatre.tree_frame import TreeFrame
from kalahgui.theatre.tree_layout import TreeLayout, numbered
from kalahgui.theatre.tree_painter import LEAST_LETTER, TreeInks, TreePainter, level_names

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
    ) -> None:
        """Lay out a tree whose nodes have names in letters of a size; without it, its moves have.

        In letters that are too small to be read nothing is written beside nodes. ``levels`` are
        words for where the first player moves, and the second. Nodes that are no leaves are
        ``inner`` times as large as the leaves.
        """
        self.tree = tree
        self.rect = pygame.Rect(rect)
        self._inks = inks or tree_inks(palette)
        self._nodes = {path: number for number, (path, _) in enumerate(walk(tree))}
        self._layout = layout = TreeLayout(numbered(tree), inner - 0.5)
        self._levels = level_names(layout, *levels, "")
        column = max(theme.font(letter or 1).size(words)[0] for words in levels)
        self._place(letter, inner, column + letter if column else 0)
        move_name = None if letter else layout.move_text
        self._labels: list[NodeLabel] = []
        self._painter = TreePainter(
            self._label, self.frame, self._inks, self.letter, move_name, complete=True
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
            self._labels = shown
            rect = self.rect
            with theme.clipped(surface, rect.clip(surface.get_clip())):
                pen = SurfacePen(surface, self._inks.ground)
                self._painter.paint(pen, range(len(shown)), range(len(shown)))
                self._painter.name_levels(pen, self._levels, rect.left, rect.top, rect.bottom)
            self._picture = surface.subsurface(self.rect.clip(surface.get_rect())).copy()
        surface.blit(self._picture, self.rect)


# What a sample shows: whose turn it is, who wins, what was played and what cannot come any more.
FIRST, SECOND, WON, LOST, PLAYED, RULED_OUT = range(6)
Entry = tuple[int, str]  # what a sample shows, and the words for it

_LEAST = 10  # pixels; smaller letters are not worth their place
_LEADING = 1.6


def letters(height: float) -> int:
    """Return the size of the letters that fit a place of a height; 0 when it is too low."""
    size = min(15, round(height / (2 * _LEADING)))
    return size if size >= _LEAST else 0


class TreeLegend:
    """Draws rows of samples and words in the middle of a place."""

    def __init__(self, rect: pygame.Rect, palette: theme.Palette) -> None:
        self.rect = pygame.Rect(rect)
        self.palette = palette

    def draw(self, surface: pygame.Surface, rows: Sequence[Sequence[Entry]]) -> None:
        """Draw some rows; letters get smaller until the longest row fits."""
        size = letters(self.rect.height)
        while size > _LEAST and max(self._width(row, size) for row in rows) > self.rect.width:
            size -= 1
        if not size:
            return
        row_height = round(size * _LEADING)
        y = self.rect.centery - (len(rows) - 1) * row_height // 2
        # The samples of all rows begin at the same place.
        left = self.rect.centerx - max(self._width(row, size) for row in rows) // 2
        for row in rows:
            x = left
            for sample, words in row:
                self._draw_sample(surface, sample, (x + size // 2, y), size)
                at = (x + round(size * 1.5), y)
                place = theme.write(surface, words, at, size, self.palette.ink, anchor="midleft")
                x = place.right + round(size * 1.3)
            y += row_height

    def _width(self, row: Sequence[Entry], size: int) -> int:
        words = sum(theme.font(size).size(each)[0] for _, each in row)
        return words + round(size * (1.5 * len(row) + 1.3 * (len(row) - 1)))

    def _draw_sample(
        self, surface: pygame.Surface, sample: int, at: tuple[int, int], size: int
    ) -> None:
        palette, edge = self.palette, max(1, size // 9)
        if sample in (FIRST, SECOND):
            radius = size if sample == SECOND else max(2, size // 4)
            ring = theme.outline((size, size), radius, edge, palette.ink)
            surface.blit(ring, ring.get_rect(center=at))
        elif sample in (WON, LOST):
            colour = palette.best if sample == WON else palette.other
            body = theme.rounded((size, size), max(2, size // 4), colour)
            surface.blit(body, body.get_rect(center=at))
            sign = "+" if sample == WON else "\u2212"
            letter = max(8, round(size * 0.8))
            theme.write(surface, sign, at, letter, palette.on_accent, True, "center")
        else:
            colour = palette.accent if sample == PLAYED else palette.line.lerp(palette.quiet, 0.4)
            thick = max(2, size // 5) if sample == PLAYED else max(1, size // 12)
            bar = theme.rounded((size, thick), thick // 2, colour)
            surface.blit(bar, bar.get_rect(center=at))
