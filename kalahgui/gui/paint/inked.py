"""Writing in the ink of a palette."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme


class Inked:
    """Something that is written on in the ink of its palette."""

    palette: theme.Palette

    def write(
        self,
        surface: pygame.Surface,
        words: str,
        pos: tuple[float, float],
        size: int,
        *,
        colour: pygame.Color | None = None,
        bold: bool = False,
        anchor: str = "topleft",
    ) -> pygame.Rect:
        """Write a line, in ink unless a colour is given, and return where it stands."""
        ink = colour or self.palette.ink
        return theme.write(surface, words, pos, size, ink, bold, anchor)
