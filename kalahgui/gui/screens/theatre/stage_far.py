"""A tree from far away: lines and dots, one of several nodes where they share a column of pixels.

Thousands are painted in a few milliseconds, so these loops spell out what the near view asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame

from kalahgui.gui.paint import theme, tree_nodes
from kalahgui.gui.screens.theatre.view import Camera
from kalahgui.theatre.node_labels import NodeLabels, NodeState
from kalahgui.theatre.tree_layout import LayoutRow

REACH = 8  # pixels that what is painted may reach beyond the middle of its place
_COLUMN = 2.0  # pixels in which of several nodes only one is drawn
_UPRIGHT = 1.0  # pixels aside up to which a line needs no smooth edges
# Parts of an edge that was cut away, so that it is not taken for one that was gone or ends open.
_DASHES = ((0.10, 0.28), (0.46, 0.64), (0.82, 1.0))


class FarPainter:
    """Paint rows of a tree whose values cannot be read."""

    def __init__(self, looks: NodeLabels, camera: Camera, palette: theme.Palette) -> None:
        self.looks = looks
        self.camera = camera
        self.palette = palette
        self._faint = palette.card.lerp(palette.quiet, 0.45)
        self._thread = palette.card.lerp(palette.quiet, 0.75)

    def paint(self, surface: pygame.Surface, level: int, clip: pygame.Rect) -> None:
        """Paint what of a level is not in full, with the edges above, in a rectangle."""
        camera, row = self.camera, self.looks.layout.rows[level]
        reach = clip.inflate(2 * REACH, 2 * REACH)
        left, right = camera.across(reach.left), camera.across(reach.right)
        y, step = camera.y(level), camera.step_now
        if level and y >= reach.top and y - step <= reach.bottom:
            self._edges(surface, level, self._far(row, row.crossing(left, right)))
        if reach.top <= y <= reach.bottom:
            self._dots(surface, level, self._far(row, row.between(left, right)))

    def _far(self, row: LayoutRow, entries: range) -> Iterable[int]:
        """Return the entries to paint, at least a column apart."""
        gap = _COLUMN / self.camera.view.pitch
        apart = entries if gap < 0.8 else self._stepped(row, entries, gap)
        if row.crowded:
            return apart
        return (entry for entry in apart if not self.camera.in_full(row.places[entry]))

    @staticmethod
    def _stepped(row: LayoutRow, entries: range, gap: float) -> Iterator[int]:
        entry = entries.start
        while entry < entries.stop:
            yield entry
            entry = row.after(entry, gap)

    def _edges(self, surface: pygame.Surface, level: int, entries: Iterable[int]) -> None:
        camera, look_of = self.camera, self.looks.of
        row, parents = self.looks.layout.rows[level], self.looks.layout.parent
        pitch, origin = camera.view.pitch, camera.x(0.0)
        bottom, above_y = camera.y(level) - 1, camera.y(level - 1)
        parent, top, height = -1, 0.0, 0.0
        hidden, waiting, cut_away = NodeState.HIDDEN, NodeState.WAITING, NodeState.CUT_AWAY
        aaline, line = pygame.draw.aaline, pygame.draw.line
        places, across, above = row.places, row.across, row.above
        for entry in entries:
            state = look_of(places[entry]).state
            if state is hidden:
                continue
            if parents[places[entry]] != parent:
                parent = parents[places[entry]]
                top = above_y + camera.half(parent)
                height = bottom - top
            x0, x1 = origin + above[entry] * pitch, origin + across[entry] * pitch
            draw = line if -_UPRIGHT < x1 - x0 < _UPRIGHT else aaline
            if state is waiting:
                share = tree_nodes.OPEN_SHARE
                end = (x0 + (x1 - x0) * share, top + height * share)
                draw(surface, self._faint, (x0, top), end)
            elif state is cut_away:
                for begin, stop in _DASHES:
                    start = (x0 + (x1 - x0) * begin, top + height * begin)
                    end = (x0 + (x1 - x0) * stop, top + height * stop)
                    draw(surface, self._faint, start, end)
            else:
                draw(surface, self._thread, (x0, top), (x1, bottom))

    def _dots(self, surface: pygame.Surface, level: int, entries: Iterable[int]) -> None:
        camera, layout, look_of = self.camera, self.looks.layout, self.looks.of
        pitch, origin = camera.view.pitch, camera.x(0.0)
        row, y = layout.rows[level], camera.y(level)
        nodes, count = layout.nodes, len(layout.nodes)
        pictures = []
        for entry in entries:
            place = row.places[entry]
            if place >= count:
                continue
            look = look_of(place)
            if look.visited:
                size = round(2 * camera.half(place))
                picture = self._dot(nodes[place].mover == 0, size, look.state)
                x = origin + row.across[entry] * pitch
                pictures.append((picture, (round(x - size / 2), round(y - size / 2))))
        surface.fblits(pictures)

    def _dot(self, square: bool, size: int, state: NodeState) -> pygame.Surface:
        palette = self.palette
        edge = self._thread
        fill = palette.raised if size >= tree_nodes.SMALL else edge
        if state is NodeState.CUT:
            fill = edge = palette.accent
        return tree_nodes.node(square, size, fill, edge, palette.ink)
