"""What lies over the picture of a tree: the lines that matter, rings, and the sign for folding."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_pen import SurfacePen
from kalahgui.gui.screens.theatre.camera import Camera
from kalahgui.theatre.node_labels import shown_lines
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.tree_painter import TreePainter

_RING_LEAST = 6
_SIGN = 14
_AT_CORNER = 0.86  # of half a node's side, from its middle to that of the sign


class StageMarks:
    """Draw what changes with every step, and what is under the hand, over a painter's picture."""

    def __init__(
        self, painter: TreePainter, camera: Camera, palette: theme.Palette, playback: Playback
    ) -> None:
        self._painter = painter
        self._camera = camera
        self._palette = palette
        self._playback = playback

    def draw(self, surface: pygame.Surface, chosen: int | None, hovered: int | None) -> None:
        """Draw the best line, the current one over it, and the marks of two nodes."""
        palette, layout = self._palette, self._camera.layout
        best, lit = shown_lines(self._playback, layout)
        lines = list(dict.fromkeys((*best, *lit)))
        pen = SurfacePen(surface, palette.card)
        self._painter.paint(pen, lines, lines, best, lit)
        current = layout.shown(self._playback.node)
        self._ring(pen, current, palette.lit)
        if chosen is not None and chosen != current:
            self._ring(pen, layout.shown(chosen), palette.other)
        self._fold_sign(surface, hovered)

    def _ring(self, pen: SurfacePen, node: int, colour: pygame.Color) -> None:
        """Draw a ring around a node."""
        camera = self._camera
        width = max(1, round(2 * camera.unit))
        side = max(_RING_LEAST, round(2 * camera.half(node)))
        side += 2 * (round(3 * camera.unit) + width)
        pen.ring(camera.at(node), side, camera.layout.nodes[node].mover == 0, colour, width)

    # -- folding

    def _fold_sign(self, surface: pygame.Surface, node: int | None) -> None:
        rect = self.fold_sign(node)
        if rect is None:
            return
        palette = self._palette
        surface.blit(theme.rounded(rect.size, rect.width, palette.other), rect)
        arm, width = rect.width // 4, max(1, rect.width // 8)
        bar = pygame.Rect(0, 0, 2 * arm + width, width)
        bars = [bar, pygame.Rect(0, 0, bar.height, bar.width)]
        for each in bars if node in self._camera.layout.folded else bars[:1]:
            each.center = rect.center
            surface.fill(palette.on_accent, each)

    def fold_sign(self, node: int | None) -> pygame.Rect | None:
        """Return where a node's sign for folding lies, at its lower right corner, if it has one."""
        camera, layout = self._camera, self._camera.layout
        if node is None or not layout.slots[node] or not camera.in_full(node):
            return None
        if not layout.is_shown(node):
            return None
        (x, y), reach = camera.at(node), camera.half(node) * _AT_CORNER
        side = max(9, round(_SIGN * camera.unit))
        rect = pygame.Rect(0, 0, side, side)
        rect.center = round(x + reach), round(y + reach)
        return rect
