"""The picture of a tree that frames copy: only what has changed is painted again.

A frame paints for a few milliseconds at most. What it leaves is painted by the next ones, and shows
what was there before until then: moved, or scaled after a change of the zoom. A tree from far away
is lines and dots, one of several nodes where they share a column of pixels.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import cached_property

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_pen import SurfacePen, node_picture
from kalahgui.gui.screens.theatre.camera import Camera
from kalahgui.theatre.node_labels import NodeState
from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.tree_frame import TreeFrame
from kalahgui.theatre.tree_layout import LayoutRow
from kalahgui.theatre.tree_painter import OPEN_SHARE, TreePainter

REACH = 8  # pixels that what is painted may reach beyond the middle of its place
_COLUMN = 2.0  # pixels in which of several nodes only one is drawn
_UPRIGHT = 1.0  # pixels aside up to which a line needs no smooth edges
# Parts of an edge that was cut away, so that it is not taken for one that was gone or ends open.
_DASHES = ((0.10, 0.28), (0.46, 0.64), (0.82, 1.0))


class FarPainter:
    """Paint rows of a tree whose values cannot be read.

    Thousands of nodes take a few milliseconds, so its loops spell out what the near view asks for.
    """

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


BUDGET_SECONDS = 0.004
_TILES_FAR, _TILES_NEAR = (64, 240), (184, 480)  # what is painted at a time, of all
_STRAY = 1.5  # pixels by which what is painted may reach over its place
_LONG = 60  # how far words may reach to the side of a node, in a layout of 1280 x 800
_MANY = 200  # changed nodes, from which on all is painted again


class StageCanvas:
    """Keep the picture of a painter's tree up to date with its camera and with what changes."""

    def __init__(self, painter: TreePainter, camera: Camera, palette: theme.Palette) -> None:
        self.painter = painter
        self.camera = camera
        self.rect = pygame.Rect((0, 0), camera.rect.size)
        self._ground = palette.card
        self._far = FarPainter(painter, palette)
        self._shown = self._geometry
        self._stale = [self.rect.copy()]

    @property
    def _geometry(self) -> tuple[float, float, float, float]:
        return *self.camera.root, self.camera.pitch, self.camera.step

    @cached_property
    def _picture(self) -> pygame.Surface:
        picture = pygame.Surface(self.rect.size).convert()
        picture.fill(self._ground)
        return picture

    @property
    def finished(self) -> bool:
        """Tell whether all of the picture shows what is so now."""
        return not self._stale and self._shown == self._geometry

    def spoil(self, rect: pygame.Rect | None = None) -> None:
        """Have a part painted again, everything by default."""
        if rect is None:
            self._stale = [self.rect.copy()]
            return
        part = rect.clip(self.rect)
        if part.width and part.height:
            self._stale.append(part)

    def spoil_nodes(self, nodes: set[int] | None) -> None:
        """Have the surroundings of nodes painted again, the edge above and those below, or all."""
        if nodes is None or len(nodes) > _MANY:
            self.spoil()
            return
        for node in nodes:
            self.spoil(self._around(node))

    def _around(self, node: int) -> pygame.Rect:
        camera, layout = self.camera, self.camera.layout
        node = layout.shown(node)
        below = () if node in layout.folded else layout.slots[node]
        places = [node, *below[:1], *below[-1:], max(ROOT, layout.parent[node])]
        xs, ys = zip(*map(camera.at, places), strict=True)
        left, top = min(xs), min(ys)
        rect = pygame.Rect(left, top, max(xs) - left + 1, max(ys) - top + 1)
        room = round(2 * (max(map(self._reach, places)) + _STRAY))
        return rect.inflate(room, room)

    def _reach(self, place: int) -> int:
        """Return how many pixels what is painted for a place may reach beyond its middle."""
        return round(_LONG * self.camera.unit) if self.camera.in_full(place) else REACH

    # -- a frame

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture; while the camera zooms it is only scaled where painting takes long."""
        if not self.finished and self._shown != self._geometry:
            if self._shown[2:] == self._geometry[2:]:
                self._scroll()
            elif self.camera.zooming and not self.camera.all_in_full:
                surface.blit(self._scaled(), (0, 0))
                return
            else:
                self._picture = self._scaled()
                self.spoil()
            self._shown = self._geometry
        self._paint()
        surface.blit(self._picture, (0, 0))

    def _scroll(self) -> None:
        """Move the picture with the view and have the rest painted."""
        right, down = (
            int(new - old) for new, old in zip(self.camera.root, self._shown[:2], strict=True)
        )
        width, height = self.rect.size
        if abs(right) >= width or abs(down) >= height:
            self.spoil()
            return
        self._picture.blit(self._picture.copy(), (right, down))
        stale, self._stale = self._stale, []
        for rect in stale:
            self.spoil(rect.move(right, down))
        if right:
            self.spoil(pygame.Rect(0 if right > 0 else width + right, 0, abs(right), height))
        if down:
            self.spoil(pygame.Rect(0, 0 if down > 0 else height + down, width, abs(down)))

    def _scaled(self) -> pygame.Surface:
        """Return the picture as the present view would show it, coarsely."""
        ground = self._picture.copy()
        ground.fill(self._ground)
        left, top, pitch, step = self._shown
        across, along = self.camera.pitch / pitch, self.camera.step / step
        left, top = self.camera.root[0] - left * across, self.camera.root[1] - top * along
        # Only the part that will be seen is scaled: near views would need huge pictures.
        x0, y0 = max(0, int(-left / across)), max(0, int(-top / along))
        x1 = min(self.rect.width, int((self.rect.width - left) / across) + 2)
        y1 = min(self.rect.height, int((self.rect.height - top) / along) + 2)
        if x1 > x0 and y1 > y0:
            part = self._picture.subsurface((x0, y0, x1 - x0, y1 - y0))
            size = max(1, round((x1 - x0) * across)), max(1, round((y1 - y0) * along))
            picture = pygame.transform.scale(part, size)
            ground.blit(picture, (round(left + x0 * across), round(top + y0 * along)))
        return ground

    # -- painting

    def _paint(self) -> None:
        """Paint stale parts until the time is up."""
        end = time.perf_counter() + BUDGET_SECONDS
        parts = self._parts() if self._stale else []
        for done, part in enumerate(parts, 1):
            self.paint_part(self._picture, part)
            if time.perf_counter() >= end:
                self._stale = parts[done:]
                return
        self._stale = []

    def paint_part(self, surface: pygame.Surface, part: pygame.Rect) -> None:
        """Paint all that meets a rectangle of a surface."""
        reach = part.inflate(*[2 * round(_LONG * self.camera.unit)] * 2)
        with theme.clipped(surface, part):
            surface.fill(self._ground, part)
            if not self.camera.all_in_full:
                self._far.paint(surface, part)
            pen = SurfacePen(surface, self._ground)
            visible = self.camera.within(reach.left, reach.top, reach.right, reach.bottom)
            self.painter.paint(pen, *visible)

    def _parts(self) -> list[pygame.Rect]:
        """Return what is to be painted: the stale parts, or tiles where that is less."""
        room = 2 * self._reach(ROOT)
        areas = ((part.width + room) * (part.height + room) for part in self._stale)
        if self.camera.all_in_full and sum(areas) < self.rect.width * self.rect.height:
            return self._stale
        width, height = _TILES_NEAR if self.camera.all_in_full else _TILES_FAR
        tiles = [
            pygame.Rect(x, y, width, height).clip(self.rect)
            for y in range(0, self.rect.height, height)
            for x in range(0, self.rect.width, width)
        ]
        return [tile for tile in tiles if tile.collidelist(self._stale) >= 0]
