"""The tree of a search as it stands: values, windows, what was cut and what was not looked at.

The painter knows no search: it is told for every node what to write and how it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.smooth_lines import draw_line
from kalahgui.gui.paint.tree_layout import pack
from kalahgui.gui.paint.tree_pen import SurfacePen, node_picture
from kalahgui.theatre.tree import Node, Path, walk
from kalahgui.theatre.tree_painter import NodeInks

_DASH = 0.30  # of a node's size


class Standing(Enum):
    """How a node stands in a search."""

    PLAIN = "plain"
    BEST = "best"  # on the line that gives the root its value
    CUT = "cut"  # where the search stopped
    LEFT_OUT = "left out"  # not looked at


@dataclass(frozen=True)
class Mark:
    """What is written at a node: the value in it, the name and a note beside it.

    The ``badge`` stands below a node where the search stopped.
    """

    value: str = ""
    name: str = ""
    note: str = ""
    badge: str = ""
    standing: Standing = Standing.PLAIN


class SearchTree:
    """Lay out and paint a search's tree: squares where the first player moves, else circles."""

    def __init__(
        self,
        root: Node,
        rect: pygame.Rect,
        palette: theme.Palette,
        letter: int,
        rows: tuple[str, ...] = (),
        inner: float = 1.0,
    ) -> None:
        """Lay out; ``rows`` are words for the levels, written at the left.

        Nodes that are no leaves are ``inner`` times as large as the leaves.
        """
        self.root = root
        self.rect = pygame.Rect(rect)
        self.palette = palette
        self.letter = letter
        self.rows = rows
        face = theme.font(letter)
        margin = max((face.size(words)[0] for words in rows), default=0)
        left = self.rect.x + margin + (letter if rows else 0)
        self._inner = inner
        across = pack(root, inner - 1)
        first, last = min(across.values()), max(across.values())
        self._pitch = pitch = (self.rect.right - left) / (last - first + 1)
        self._height = max(1, root.height)
        note = letter // 2
        step_least = letter * 2
        self.size = int(
            min(
                pitch * 0.62,
                (self.rect.height - self._height * step_least) / (self._height + 1.2),
                letter * 2.9,
            )
        )
        self.size = max(round(letter * 1.5), self.size)
        top = self.rect.y + note + self.size * inner / 2
        bottom = self.rect.bottom - letter * 1.6 - self.size / 2
        self._step = (bottom - top) / self._height
        self._places = {
            path: (
                left + (across[path] - first + 0.5) * pitch,
                top + len(path) * self._step,
            )
            for path, _ in walk(root)
        }

    def centre(self, path: Path) -> tuple[int, int]:
        """Give the middle of the node at the end of a path."""
        x, y = self._places[path]
        return round(x), round(y)

    def size_of(self, node: Node) -> int:
        """Return the width of a node in pixels."""
        return round(self.size * self._inner) if node.children else self.size

    def draw(self, surface: pygame.Surface, marks: Mapping[Path, Mark]) -> None:
        """Paint the tree with what is marked at its nodes."""
        edges = [path for path in self._places if path]
        edges.sort(key=lambda path: _ORDER[marks[path].standing])
        for path in edges:
            self._edge(surface, path, marks)
        for row, words in enumerate(self.rows):
            at = (self.rect.x, self._places[()][1] + row * self._step)
            theme.write(surface, words, at, self.letter, self.palette.quiet, anchor="midleft")
        for path, node in walk(self.root):
            self._node(surface, path, node, marks[path])
        for path, _ in walk(self.root):
            if marks[path].badge:
                self._badge(surface, path, marks[path].badge)

    def _edge(self, surface: pygame.Surface, path: Path, marks: Mapping[Path, Mark]) -> None:
        start, end = self._places[path[:-1]], self._places[path]
        standing = marks[path].standing
        thin = max(1.2, self.size / 26)
        if standing is Standing.LEFT_OUT:
            colour = self.palette.line.lerp(self.palette.quiet, 0.45)
            draw_line(surface, start, end, colour, thin, self.size * _DASH)
            if marks[path[:-1]].standing is not Standing.LEFT_OUT:
                middle = pygame.Vector2(start).lerp(end, 0.52)
                cross(surface, middle, self.size * 0.17, thin * 1.5, self.palette.accent)
        elif standing is Standing.BEST:
            draw_line(surface, start, end, self.palette.best, 2.4 * thin)
        else:
            draw_line(surface, start, end, self.palette.quiet, thin)

    def _node(self, surface: pygame.Surface, path: Path, node: Node, mark: Mark) -> None:
        palette, size = self.palette, self.size_of(node)
        fill, edge, ink = palette.card, palette.quiet, palette.ink
        if mark.standing is Standing.BEST:
            fill = edge = palette.best
            ink = palette.on_accent
        elif mark.standing is Standing.CUT:
            fill = edge = palette.accent
            ink = palette.on_accent
        elif mark.standing is Standing.LEFT_OUT:
            fill, edge = palette.card.lerp(palette.line, 0.4), palette.line
            ink = palette.quiet.lerp(palette.card, 0.3)
        picture = node_picture(not node.mover, size, NodeInks(fill, edge, ink), mark.value)
        surface.blit(picture, picture.get_rect(center=self.centre(path)))
        self._words(surface, path, node, mark)

    def _words(self, surface: pygame.Surface, path: Path, node: Node, mark: Mark) -> None:
        """Write a leaf's name below it; a name and a note where no line comes from above."""
        x, y = self.centre(path)
        quiet = self.palette.quiet
        half = self.size_of(node) // 2
        out = mark.standing is Standing.LEFT_OUT
        ink = quiet.lerp(self.palette.card, 0.35) if out else self.palette.ink
        if not node.children:
            at = (x, y + half + round(self.letter * 0.75))
            theme.write(surface, mark.name, at, self.letter, ink, True, "center")
            return
        left = bool(path) and x < self.centre(path[:-1])[0]
        at = (x - half - self.letter // 2, y) if left else (x + half + self.letter // 2, y)
        anchor = "midright" if left else "midleft"
        theme.write(surface, mark.name, at, self.letter, ink, True, anchor)
        for line, words in enumerate(reversed(self._note_lines(mark.note)), 1):
            above = (at[0], y - round(self.letter * 1.15 * line))
            theme.write(surface, words, above, self.letter, quiet, anchor=anchor)

    def _note_lines(self, note: str) -> list[str]:
        """Break a note at its wide gap where notes of neighbours would touch."""
        width = theme.font(self.letter).size(note)[0]
        room = self._pitch * 2 - self.size - self.letter * 2
        return [note] if 2 * width <= room else note.split("  ")

    def _badge(self, surface: pygame.Surface, path: Path, words: str) -> None:
        x, y = self.centre(path)
        top = y + round(self.size * self._inner) // 2 + max(2, self.letter // 4)
        pen, palette = SurfacePen(surface, self.palette.card), self.palette
        pen.pill(words, (x, top), self.letter, palette.accent, palette.on_accent)


_ORDER = {Standing.LEFT_OUT: 0, Standing.PLAIN: 1, Standing.CUT: 1, Standing.BEST: 2}


def cross(
    surface: pygame.Surface,
    middle: pygame.Vector2,
    reach: float,
    width: float,
    colour: pygame.Color,
) -> None:
    """Draw the cross that strikes an edge through where it was cut."""
    x, y = middle
    for rise in (-reach, reach):
        start, end = (x - reach, y - rise), (x + reach, y + rise)
        draw_line(surface, start, end, colour, width)
