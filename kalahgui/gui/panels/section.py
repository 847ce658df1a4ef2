"""A section of the panel: a rule above, a heading, and rows of a label and its values."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.widgets.screen import Screen

# Lengths in units of the layout.
FIRST_ROW, ROW = 52, 24
HEADING = 24
_COLUMN = 62
_GAP = 8


class Section:
    """The place of a section, with the means to fill it from above."""

    def __init__(self, screen: Screen, left: int, right: int, top: int) -> None:
        self.screen = screen
        self.left, self.right, self.top = left, right, top
        self._title_end = left

    def y(self, units: float) -> int:
        """Return a height below the section's top, in pixels."""
        return self.top + self.screen.scale.px(units)

    def column(self, place: int) -> int:
        """Return the right edge of a column of values, counted from the right."""
        return self.right - place * self.screen.scale.px(_COLUMN)

    def heading(self, surface: pygame.Surface, words: str) -> None:
        """Draw the rule and the heading."""
        self.rule(surface)
        self.title(surface, words)

    def rule(self, surface: pygame.Surface) -> None:
        """Draw the rule above."""
        palette, px = self.screen.palette, self.screen.scale.px
        surface.fill(palette.line, (self.left, self.top, self.right - self.left, max(1, px(1.5))))

    def title(self, surface: pygame.Surface, words: str) -> None:
        """Draw the heading alone, smaller where it would leave the section."""
        at, palette, scale = (self.left, self.y(HEADING)), self.screen.palette, self.screen.scale
        size = scale.heading
        while size > scale.small and theme.font(size, True).size(words)[0] > self.right - self.left:
            size -= 1
        self._title_end = theme.write(surface, words, at, size, palette.ink, True, "midleft").right

    def note(self, surface: pygame.Surface, words: str, good: bool) -> None:
        """Draw a note at the right of the heading, unless that leaves no room for it."""
        scale, palette = self.screen.scale, self.screen.palette
        at = (self.right, self.y(HEADING))
        if self._title_end + theme.font(scale.small, good).size(words)[0] > self.right:
            return
        colour = palette.best if good else palette.quiet
        theme.write(surface, words, at, scale.small, colour, good, "midright")

    def picture(self, surface: pygame.Surface, picture: pygame.Surface, place: int) -> None:
        """Draw a picture in the heading, above a column of values."""
        at = (self.column(place), self.y(HEADING))
        surface.blit(picture, picture.get_rect(midright=at))

    def row(self, surface: pygame.Surface, number: int, label: str, values: Sequence[str]) -> None:
        """Draw a row: a label and its values from the left."""
        scale, palette = self.screen.scale, self.screen.palette
        y, size = self.y(FIRST_ROW + ROW * number), scale.body
        room = self.right - self.left
        for place, value in enumerate(reversed(values)):
            at = (self.column(place), y)
            written = theme.write(surface, value, at, size, palette.ink, True, "midright")
            room = written.left - self.left - scale.px(_GAP)
        self.screen.write(surface, label, (self.left, y), size, room=room)

    def line(self, surface: pygame.Surface, units: float, words: str, quiet: bool = False) -> None:
        """Draw a line of words as long as the section is wide."""
        screen, at, room = self.screen, (self.left, self.y(units)), self.right - self.left
        colour = screen.palette.quiet if quiet else screen.palette.ink
        screen.write(surface, words, at, screen.scale.body, colour, room=room)
