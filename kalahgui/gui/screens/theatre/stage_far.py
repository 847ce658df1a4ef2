"""A tree from far away: lines and dots, one of several nodes where they share a column of pixels.

Thousands are painted in a few milliseconds, so these loops spell out what the near view asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_pen import node_picture
from kalahgui.theatre.node_labels import NodeState
from kalahgui.theatre.tree_frame import TreeFrame
from kalahgui.theatre.tree_layout import LayoutRow
from kalahgui.theatre.tree_painter import OPEN_SHARE, TreePainter

REACH = 8  # pixels that what is painted may reach beyond the middle of its place
_COLUMN = 2.0  # pixels in which of several nodes only one is drawn
_UPRIGHT = 1.0  # pixels aside up to which a line needs no smooth edges
# Parts of an edge that was cut away, so that it is not taken for one that was gone or ends open.
_DASHES = ((0.10, 0.28), (0.46, 0.64), (0.82, 1.0))


class FarPainter:
    """Paint rows of a tree whose values cannot be read."""

    def __init__(self, painter: TreePainter, palette: theme.Palette) -> None:
        self._painter = painter
        self._frame: TreeFrame = painter.frame
        self._faint = palette.card.lerp(palette.quiet, 0.45)
        self._thread = palette.card.lerp(palette.quiet, 0.75)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Paint what is not in full in a rectangle, with the edges above."""
        frame = self._frame
        reach = clip.inflate(2 * REACH, 2 * REACH)
        left, right = frame.across(reach.left), frame.across(reach.right)
        for level, row in enumerate(frame.layout.rows):
            y = frame.y(level)
            if level and y >= reach.top and y - frame.step <= reach.bottom:
                self._edges(surface, level, self._far(row, row.crossing(left, right)))
            if reach.top <= y <= reach.bottom:
                self._dots(surface, level, self._far(row, row.between(left, right)))

    def _far(self, row: LayoutRow, entries: range) -> Iterable[int]:
        """Return the entries to paint, at least a column apart."""
        gap = _COLUMN / self._frame.pitch
        apart = entries if gap < 0.8 else _stepped(row, entries, gap)
        if row.crowded:
            return apart
        return (entry for entry in apart if not self._frame.in_full(row.places[entry]))

    def _edges(self, surface: pygame.Surface, level: int, entries: Iterable[int]) -> None:
        frame, label_of = self._frame, self._painter.label_of
        row, parents = frame.layout.rows[level], frame.layout.parent
        pitch, origin = frame.pitch, frame.x(0.0)
        bottom, above_y = frame.y(level) - 1, frame.y(level - 1)
        parent, top, height = -1, 0.0, 0.0
        hidden, waiting, cut_away = NodeState.HIDDEN, NodeState.WAITING, NodeState.CUT_AWAY
        aaline, line = pygame.draw.aaline, pygame.draw.line
        places, across, above = row.places, row.across, row.above
        for entry in entries:
            state = label_of(places[entry]).state
            if state is hidden:
                continue
            if parents[places[entry]] != parent:
                parent = parents[places[entry]]
                top = above_y + frame.half(parent)
                height = bottom - top
            x0, x1 = origin + above[entry] * pitch, origin + across[entry] * pitch
            draw = line if -_UPRIGHT < x1 - x0 < _UPRIGHT else aaline
            if state is waiting:
                end = (x0 + (x1 - x0) * OPEN_SHARE, top + height * OPEN_SHARE)
                draw(surface, self._faint, (x0, top), end)
            elif state is cut_away:
                for begin, stop in _DASHES:
                    start = (x0 + (x1 - x0) * begin, top + height * begin)
                    end = (x0 + (x1 - x0) * stop, top + height * stop)
                    draw(surface, self._faint, start, end)
            else:
                draw(surface, self._thread, (x0, top), (x1, bottom))

    def _dots(self, surface: pygame.Surface, level: int, entries: Iterable[int]) -> None:
        frame, layout, painter = self._frame, self._frame.layout, self._painter
        pitch, origin = frame.pitch, frame.x(0.0)
        row, y = layout.rows[level], frame.y(level)
        nodes, count = layout.nodes, len(layout.nodes)
        pictures = []
        for entry in entries:
            place = row.places[entry]
            if place >= count:
                continue
            label = painter.label_of(place)
            if label.visited:
                size = round(2 * frame.half(place))
                inks = painter.node_inks(label, size)
                picture = node_picture(nodes[place].mover == 0, size, inks)
                x = origin + row.across[entry] * pitch
                pictures.append((picture, (round(x - size / 2), round(y - size / 2))))
        surface.fblits(pictures)


def _stepped(row: LayoutRow, entries: range, gap: float) -> Iterator[int]:
    entry = entries.start
    while entry < entries.stop:
        yield entry
        entry = row.after(entry, gap)
