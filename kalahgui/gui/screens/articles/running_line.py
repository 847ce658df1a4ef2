"""Words and marks written one behind the other."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.paint.theme import Palette, Scale


class RunningLine:
    """A line that is written from the left, around a height; ``x`` is where it has come to."""

    def __init__(
        self, surface: pygame.Surface, start: tuple[int, int], scale: Scale, palette: Palette
    ) -> None:
        self._surface = surface
        self._scale = scale
        self._palette = palette
        self.x, self._y = start

    def skip(self, length: float) -> None:
        """Leave room, in units of the layout."""
        self.x += self._scale.px(length)

    def write(
        self, words: str, size: int, colour: pygame.Color | None = None, bold: bool = False
    ) -> None:
        """Write words, in ink unless a colour is given."""
        ink = colour or self._palette.ink
        at = (self.x, self._y)
        self.x = theme.write(self._surface, words, at, size, ink, bold, "midleft").right

    def note(self, words: str) -> None:
        """Write quiet words in small letters."""
        self.write(words, self._scale.small, self._palette.quiet)

    def mark(self, agrees: bool) -> None:
        """Draw whether a figure agrees."""
        size = max(11, self._scale.px(15))
        draw_mark(self._surface, (self.x + size // 2, self._y), size, self._palette, agrees)
        self.x += size
