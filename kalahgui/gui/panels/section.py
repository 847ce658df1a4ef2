"""A section of the panel: a rule above, a heading, and rows of a label and its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Rule
from kalahgui.gui.elements.writing import Heading, Live, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.widgets.parts import Role
from kalahgui.gui.widgets.screen import Screen


def section(title: str, *content: Element | None, beside: Sequence[Element] = ()) -> Column:
    """Return a rule, a heading with what stands ``beside`` it, and what follows."""
    head = Row(Heading(title, line=True, smaller="small"), *beside, gap=12)
    return Column(Rule(), Column(head, *content, gap=1), gap=10, padding=(0, 0, 0, 8))


def note(words: str | Callable[[], str], *, good: bool) -> Element:
    """Return words at the right of a heading, which go where there is no room for them."""
    look: dict[str, Any] = {"align": "right", "shorter": [""], "grow": 1.0}
    return Live(_asked(words), "small", colour="best" if good else "quiet", bold=good, **look)


def _asked(words: str | Callable[[], str]) -> Callable[[], str]:
    return words if callable(words) else partial(str, words)


class Fact(Row):
    """A label and its values, in ``columns`` so many units wide where there are several rows.

    Where there is no room for the label, the first of ``shorter`` ones that has is written.
    """

    role = Role.TEXT

    def __init__(
        self,
        label: str,
        *values: str | Callable[[], str],
        type: str = "body",
        shorter: Sequence[str] = (),
        columns: float | None = None,
        bold: bool = True,
        height: float | None = None,
    ) -> None:
        words = Text(label, type, "quiet", line=True, shorter=shorter, silent=True, grow=1)
        look: dict[str, Any] = {"bold": bold, "silent": True, "align": "right", "width": columns}
        self._values = [Live(_asked(value), type, **look) for value in values]
        super().__init__(words, *self._values, gap=8 if columns is None else 0, height=height)
        self._label = label

    @property
    def name(self) -> str:  # type: ignore[override]
        """Return the label and its values."""
        return f"{self._label}: {', '.join(value.name for value in self._values)}"


# Lengths in units of the layout.
FIRST_ROW, ROW = 52, 24
HEADING = 24
_COLUMN = 62
_GAP = 8


class Section:
    """The place of a section on a screen with coordinates, with the means to fill it from above."""

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
