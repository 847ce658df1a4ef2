"""The page of the keys: groups in two columns, which scroll where the window is small."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.inked import Inked
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import Row
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.scroll import Scroller

_GAP = 32  # between the columns
# All keys are to be in sight in the smallest window.
_ROW, _LEADING = 24, 1.25
_PAGE = 8  # rows

Group = tuple[str, list[Row]]


def columns_of(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """Deal groups, in their order, into two columns of about the same height."""
    heights = [len(rows) + 2 for _, rows in groups]
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
        self._columns = columns_of(list(keymap.groups().items()))
        rows = max(sum(len(rows) + 1.5 for _, rows in column) for column in self._columns)
        self.scroller = Scroller(place, round((rows - 0.5) * self._row), self._row)

    def handle(self, event: pygame.Event) -> bool:
        """Scroll; return True when the event was used."""
        if event.type == pygame.KEYDOWN:
            return keymap.press(("list",), keymap.walking(self._scroll, _PAGE, ends=False), event)
        return self.scroller.handle(event)

    def _scroll(self, rows: int) -> None:
        self.scroller.move_to(self.scroller.offset + rows * self._row)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both columns."""
        width = (self._place.width - self._scale.px(_GAP)) // 2
        with theme.clipped(surface, self._place):
            for number, column in enumerate(self._columns):
                x = self._place.x + number * (width + self._scale.px(_GAP))
                self._draw_column(surface, column, x, width)
        self.scroller.draw(surface, self._scale, self.palette)

    def _draw_column(
        self, surface: pygame.Surface, groups: list[Group], x: int, width: int
    ) -> None:
        scale, quiet = self._scale, self.palette.quiet
        y = self._place.y - self.scroller.offset + self._row // 2
        for name, rows in groups:
            heading = say(f"keys_{name}")
            at = (x, y - self._row // 6)
            self.write(surface, heading, at, scale.heading, bold=True, anchor="midleft")
            y += self._row
            for row in rows:
                left = round(width * 0.36)
                keys = theme.fit(row.printed, scale.body, left - scale.px(8))
                self.write(surface, keys, (x, y), scale.body, anchor="midleft")
                words = theme.fit(row.words, scale.body, width - left - scale.px(8))
                at = (x + left, y)
                self.write(surface, words, at, scale.body, colour=quiet, anchor="midleft")
                y += self._row
            y += self._row // 2
