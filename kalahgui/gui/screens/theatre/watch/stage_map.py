"""A small map of a whole tree in the corner of its stage: what is in view, and the way there."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator

import pygame

from kalahgui.gui.paint import theme
from kalahgui.theatre.tree_layout import LayoutRow, TreeLayout

_SIZE = (136, 74)  # in a layout of 1280 x 800
_INSIDE = 8
_FROM = 60  # places of a tree from which on it has a map
_COLUMN = 1.5  # pixels, in which one of several places is drawn
_BUDGET_SECONDS = 0.003
_LOOKED_AT, _CUT_AWAY = 0.75, 0.3  # how strongly they are drawn


def has_map(tree: TreeLayout, layout: TreeLayout) -> bool:
    """Tell whether a tree is so large, and so much of it folded, that a map is of use."""
    return len(tree.places) >= _FROM and bool(layout.folded)


class StageMap:
    """Draw a tree of any size in a small rectangle: a part of it in every frame, and then keep it.

    It lies in the corner of an ``area`` where it covers least.
    """

    def __init__(
        self, tree: TreeLayout, area: pygame.Rect, palette: theme.Palette, scale: theme.Scale
    ) -> None:
        self.tree = tree
        self.rect = pygame.Rect(0, 0, *map(scale.px, _SIZE))
        self.rect.topright = area.topright
        self._area = area
        self.palette = palette
        self._inside = pygame.Rect((0, 0), self.rect.size).inflate(*[-2 * scale.px(_INSIDE)] * 2)
        self._picture = pygame.Surface(self.rect.size)
        self._picture.fill(palette.raised)
        pygame.draw.rect(self._picture, palette.line, self._picture.get_rect(), 1)
        self._painting: Iterator[None] | None = self._paint()

    @property
    def finished(self) -> bool:
        """Tell whether all of the tree has been drawn."""
        return self._painting is None

    def dodge(self, covers: Callable[[pygame.Rect], int]) -> None:
        """Go to the corner where as little is covered as can be."""
        places = []
        for corner in ("topright", "topleft", "bottomright", "bottomleft"):
            rect = self.rect.copy()
            setattr(rect, corner, getattr(self._area, corner))
            places.append(rect)
        self.rect = min(places, key=covers)

    # -- places

    def _x(self, across: float) -> float:
        tree, inside = self.tree, self._inside
        return inside.x + inside.width * (across - tree.left) / (tree.right - tree.left)

    def _y(self, line: float) -> float:
        return self._inside.y + self._inside.height * line / max(1, len(self.tree.rows) - 1)

    def at(self, index: int) -> tuple[float, float]:
        """Return where a place lies in the map."""
        return self._x(self.tree.across(index)), self._y(self.tree.line_of(index))

    def node_at(self, point: tuple[float, float]) -> int | None:
        """Return the node nearest to a point of the surface that the map lies on."""
        tree, inside = self.tree, self._inside
        if not self.rect.collidepoint(point):
            return None
        x, y = point[0] - self.rect.x - inside.x, point[1] - self.rect.y - inside.y
        line = round(y / inside.height * (len(tree.rows) - 1))
        line = min(max(0, line), len(tree.rows) - 1)
        across = tree.left + x / inside.width * (tree.right - tree.left)
        index = tree.nearest(across, line)
        assert index is not None, "every row has a place"
        return tree.parent[index] if tree.is_stub(index) else index

    # -- drawing

    def draw(self, surface: pygame.Surface, seen: Collection[int], way: list[int]) -> None:
        """Draw the map, the part of the tree that is ``seen``, and the ``way`` that is lit."""
        end = time.perf_counter() + _BUDGET_SECONDS
        while self._painting is not None and time.perf_counter() < end:
            if next(self._painting, self) is self:
                self._painting = None
        part = surface.subsurface(self.rect.clip(surface.get_rect()))
        part.blit(self._picture, (0, 0))
        if seen:
            xs, ys = zip(*map(self.at, seen), strict=True)
            frame = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            pygame.draw.rect(part, self.palette.other, frame.inflate(5, 5), 1, 3)
        points = [self.at(index) for index in way]
        if len(points) > 1:
            pygame.draw.lines(part, self.palette.best, False, points, 2)
        pygame.draw.circle(part, self.palette.accent, points[-1], 3)

    def _paint(self) -> Iterator[None]:
        """Draw the tree row by row, with pauses: of what shares a column one."""
        tree, ground = self.tree, self.palette.raised
        gone = ground.lerp(self.palette.quiet, _LOOKED_AT)
        cut = ground.lerp(self.palette.quiet, _CUT_AWAY)
        gap = _COLUMN * (tree.right - tree.left) / self._inside.width
        for row in tree.rows[1:]:
            for number, index in enumerate(_apart(row, gap)):
                colour = cut if tree.is_stub(index) else gone
                start, end = self.at(tree.parent[index]), self.at(index)
                pygame.draw.aaline(self._picture, colour, start, end)
                if number % 32 == 31:
                    yield
            yield


def _apart(row: LayoutRow, gap: float) -> Iterator[int]:
    entry = 0
    while entry < len(row.places):
        yield row.places[entry]
        entry = row.after(entry, gap)
