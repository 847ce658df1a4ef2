"""The names at the left of a tree's levels: who moves there, or that there are only values."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.screens.theatre.view import Camera
from kalahgui.gui.services.words import say
from kalahgui.theatre.tree_layout import TreeLayout


class LevelNames:
    """Write beside each level who moves, in a column of a rectangle; ``rest`` is what is left."""

    def __init__(
        self,
        layout: TreeLayout,
        rect: pygame.Rect,
        palette: theme.Palette,
        scale: theme.Scale,
        you: int = 0,
    ) -> None:
        """Name the levels of a layout for the root's player (0), or for the other one (1)."""
        self.rect = pygame.Rect(rect)
        self.palette = palette
        self.size = scale.small
        self.words = [self._name(layout, row.places, you) for row in layout.rows]
        face = theme.font(self.size)
        width = max(face.size(words)[0] for words in self.words) + scale.px(10)
        self.rest = pygame.Rect(rect.x + width, rect.y, rect.width - width, rect.height)

    @staticmethod
    def _name(layout: TreeLayout, places: list[int], you: int) -> str:
        movers = {
            layout.nodes[place].mover
            for place in places
            if not layout.is_stub(place) and layout.slots[place]
        }
        if not movers:
            return say("stage_values")
        if len(movers) == 2:
            return ""  # after an extra move both players are to move in one level
        return say("stage_you" if you in movers else "stage_them")

    def draw(self, surface: pygame.Surface, camera: Camera) -> None:
        """Write the names of the levels that are in view, as far as they keep apart."""
        last = -1e9
        for level, words in enumerate(self.words[: len(camera.layout.rows)]):
            y = self.rect.y + camera.y(level)
            inside = self.rect.top + self.size <= y <= self.rect.bottom - self.size
            if words and inside and y - last >= self.size * 1.3:
                at = (self.rect.x, round(y))
                theme.write(surface, words, at, self.size, self.palette.quiet, anchor="midleft")
                last = y
