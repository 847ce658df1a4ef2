"""The page of the keys: groups in two columns, which scroll where the window is small."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.inked import Inked
from kalahgui.gui.screens.help.keys_table import GROUPS, KeyGroup
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.scroll import Scroller

_GAP = 32  # between the columns
# All keys are to be in sight in the smallest window.
_ROW, _LEADING = 24, 1.25
_STEPS = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8}


def columns_of(groups: tuple[KeyGroup, ...]) -> tuple[list[KeyGroup], list[KeyGroup]]:
    """Deal groups, in their order, into two columns of about the same height."""
    heights = [len(group.keys) + 2 for group in groups]
    cut = min(range(len(groups) + 1), key=lambda n: abs(sum(heights[:n]) - sum(heights[n:])))
    return list(groups[:cut]), list(groups[cut:])


class KeysPage(Inked):
    """Draws what every key does."""

    def __init__(self, screen: Screen, place: pygame.Rect) -> None:
        """Take a place on a screen."""
        self.palette = screen.palette
        self._scale = screen.scale
        self._place = place
        self._row = max(screen.scale.px(_ROW), round(_LEADING * screen.scale.body))
        self._columns = columns_of(GROUPS)
        rows = max(sum(len(group.keys) + 1.5 for group in column) for column in self._columns)
        self.scroller = Scroller(place, round((rows - 0.5) * self._row), self._row)

    def handle(self, event: pygame.Event) -> bool:
        """Scroll; return True when the event was used."""
        if event.type == pygame.KEYDOWN and event.key in _STEPS:
            self.scroller.move_to(self.scroller.offset + _STEPS[event.key] * self._row)
            return True
        return self.scroller.handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both columns."""
        width = (self._place.width - self._scale.px(_GAP)) // 2
        with theme.clipped(surface, self._place):
            for number, column in enumerate(self._columns):
                x = self._place.x + number * (width + self._scale.px(_GAP))
                self._draw_column(surface, column, x, width)
        self.scroller.draw(surface, self._scale, self.palette)

    def _draw_column(
        self, surface: pygame.Surface, groups: list[KeyGroup], x: int, width: int
    ) -> None:
        scale, quiet = self._scale, self.palette.quiet
        y = self._place.y - self.scroller.offset + self._row // 2
        for group in groups:
            heading = say(f"keys_{group.name}")
            at = (x, y - self._row // 6)
            self.write(surface, heading, at, scale.heading, bold=True, anchor="midleft")
            y += self._row
            for key in group.keys:
                left = round(width * 0.36)
                keys = theme.fit(key.keys, scale.body, left - scale.px(8))
                self.write(surface, keys, (x, y), scale.body, anchor="midleft")
                words = say(f"keys_do_{key.name}")
                words = theme.fit(words, scale.body, width - left - scale.px(8))
                at = (x + left, y)
                self.write(surface, words, at, scale.body, colour=quiet, anchor="midleft")
                y += self._row
            y += self._row // 2
