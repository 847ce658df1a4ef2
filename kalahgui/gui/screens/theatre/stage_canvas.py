"""The picture of a tree that frames copy: only what has changed is painted again.

A frame paints for a few milliseconds at most. What it leaves is painted by the next ones, and shows
what was there before until then: moved, or scaled after a change of the zoom.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cached_property

import pygame

from kalahgui.gui.screens.theatre.stage_painter import StagePainter
from kalahgui.gui.screens.theatre.view import Camera
from kalahgui.theatre.recording import ROOT

BUDGET_SECONDS = 0.004
_TILE = (64, 240)
_STRAY = 1.5  # pixels by which what is painted may reach over its place


class StageCanvas:
    """Keep a painter's picture up to date with its camera and with what changes."""

    def __init__(self, painter: StagePainter) -> None:
        self.painter = painter
        self.camera: Camera = painter.camera
        self.rect = pygame.Rect((0, 0), self.camera.rect.size)
        self._view = self.camera.view
        self._stale = [self.rect.copy()]

    @cached_property
    def _picture(self) -> pygame.Surface:
        picture = pygame.Surface(self.rect.size).convert()
        picture.fill(self.painter.palette.card)
        return picture

    @property
    def finished(self) -> bool:
        """Tell whether all of the picture shows what is so now."""
        return not self._stale and self._view == self.camera.view

    def spoil(self, rect: pygame.Rect | None = None) -> None:
        """Have a part painted again, everything by default."""
        if rect is None:
            self._stale = [self.rect.copy()]
            return
        part = rect.clip(self.rect)
        if part.width and part.height:
            self._stale.append(part)

    def spoil_nodes(self, nodes: set[int]) -> None:
        """Have the surroundings of nodes painted again: the edge above and those below."""
        if len(nodes) > 200:
            self.spoil()
            return
        for node in nodes:
            self.spoil(self._around(node))

    def _around(self, node: int) -> pygame.Rect:
        camera, layout = self.camera, self.camera.layout
        node = layout.shown(node)
        below = () if node in layout.folded else layout.slots[node]
        places = [node, *below[:1], *below[-1:], max(0, layout.parent[node])]
        xs = [camera.x(layout.across(place)) for place in places]
        ys = [camera.y(layout.level[place]) for place in places]
        left, top = min(xs), min(ys)
        rect = pygame.Rect(left, top, max(xs) - left + 1, max(ys) - top + 1)
        room = round(2 * (max(map(self.painter.reach, places)) + _STRAY))
        return rect.inflate(room, room)

    # -- a frame

    def draw(self, surface: pygame.Surface, zooming: bool) -> None:
        """Draw the picture; while ``zooming`` it is only scaled where painting takes long."""
        view = self.camera.view
        if view != self._view:
            if view.pitch == self._view.pitch:
                self._scroll()
            elif self.camera.all_in_full:
                self._view = view
                self.spoil()
            elif zooming:
                surface.blit(self._scaled(), (0, 0))
                return
            else:
                self._picture = self._scaled()
                self._view = view
                self.spoil()
        self._paint()
        surface.blit(self._picture, (0, 0))

    def _scroll(self) -> None:
        """Move the picture with the view and have the rest painted."""
        old, new, step = self._view, self.camera.view, self.camera.step(self._view.pitch)
        right = round((old.across - new.across) * old.pitch)
        down = round((old.level - new.level) * step)
        self._view = new
        width, height = self.rect.size
        if abs(right) >= width or abs(down) >= height:
            self.spoil()
            return
        moved = self._picture.copy()
        self._picture.blit(moved, (right, down))
        stale = [rect.move(right, down) for rect in self._stale]
        self._stale = []
        for rect in stale:
            self.spoil(rect)
        if right:
            self.spoil(pygame.Rect(0 if right > 0 else width + right, 0, abs(right), height))
        if down:
            self.spoil(pygame.Rect(0, 0 if down > 0 else height + down, width, abs(down)))

    def _scaled(self) -> pygame.Surface:
        """Return the picture as the present view would show it, coarsely."""
        old, new = self._view, self.camera.view
        ground = self._picture.copy()
        ground.fill(self.painter.palette.card)
        across = new.pitch / old.pitch
        along = self.camera.step(new.pitch) / self.camera.step(old.pitch)
        left = self.rect.centerx + (old.across - new.across) * new.pitch
        top = self.rect.centery + (old.level - new.level) * self.camera.step(new.pitch)
        left -= self.rect.centerx * across
        top -= self.rect.centery * along
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

    def _paint(self) -> None:
        """Paint stale parts until the time is up."""
        if not self._stale:
            return
        if self.camera.all_in_full:
            for part in self._apart():
                self.painter.paint(self._picture, part)
            self._stale = []
            return
        end = time.perf_counter() + BUDGET_SECONDS
        tiles = list(self._tiles())
        for done, tile in enumerate(tiles, 1):
            self.painter.paint(self._picture, tile)
            if time.perf_counter() >= end:
                self._stale = tiles[done:]
                return
        self._stale = []

    def _apart(self) -> list[pygame.Rect]:
        """Return the stale parts, as one where that is hardly more to paint."""
        whole = self._stale[0].unionall(self._stale[1:])
        room = 2 * self.painter.reach(ROOT)
        areas = ((part.width + room) * (part.height + room) for part in self._stale)
        return [whole] if sum(areas) > whole.width * whole.height else self._stale

    def _tiles(self) -> Iterator[pygame.Rect]:
        """Yield the tiles that hold something stale."""
        width, height = _TILE
        for y in range(0, self.rect.height, height):
            for x in range(0, self.rect.width, width):
                tile = pygame.Rect(x, y, width, height).clip(self.rect)
                if tile.collidelist(self._stale) >= 0:
                    yield tile
