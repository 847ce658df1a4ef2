"""Bars, points with their errors, and the marks that say whether a figure agrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.icons import icon
from kalahgui.gui.paint.theme import Palette

_MARK_ICON = 0.86


def draw_mark(
    surface: pygame.Surface, centre: tuple[int, int], size: int, palette: Palette, agrees: bool
) -> None:
    """Draw a disc with a check mark, or with a cross where something differs."""
    colour = palette.best if agrees else palette.bad
    surface.blit(
        theme.rounded((size, size), size, colour),
        (centre[0] - size // 2, centre[1] - size // 2),
    )
    inner = max(6, round(size * _MARK_ICON))
    picture = (
        icon("check", inner, palette.on_accent)
        if agrees
        else icon("close", inner, palette.on_accent)
    )
    surface.blit(picture, picture.get_rect(center=(centre[0], centre[1])))


def draw_bar(
    surface: pygame.Surface,
    rect: pygame.Rect,
    share: float,
    palette: Palette,
    colour: pygame.Color | None = None,
) -> None:
    """Draw a bar on its track, filled to a share of 0 to 1."""
    radius = max(1, rect.height // 2)
    surface.blit(theme.rounded(rect.size, radius, palette.line), rect)
    width = max(rect.height, round(rect.width * min(1.0, share)))
    if share > 0:
        filled = theme.rounded((width, rect.height), radius, colour or palette.best)
        surface.blit(filled, rect)


@dataclass(frozen=True)
class Point:
    """A place of a chart: its label, the published share, and the measured one with its error.

    Shares and errors are percentages.
    """

    label: str
    published: float | None = None
    measured: float | None = None
    error: float = 0.0
    chosen: bool = False


class ShareChart:
    """Lay out and paint shares in percent over a few choices, half of all marked by a line."""

    def __init__(
        self, rect: pygame.Rect, palette: Palette, points: Sequence[Point], letter: int
    ) -> None:
        self.rect = rect
        self.palette = palette
        self.points = points
        self.letter = letter
        left = theme.font(letter).size("100 %")[0] + letter // 2
        below = round(letter * 1.9)
        self.plot = pygame.Rect(
            rect.x + left,
            rect.y + letter // 2,
            rect.width - left,
            rect.height - below - letter // 2,
        )

    def x_of(self, place: int) -> int:
        """Give the middle of a choice."""
        return self.plot.x + round(self.plot.width * (place + 0.5) / max(1, len(self.points)))

    def y_of(self, percent: float) -> int:
        """Give the height of a share."""
        return self.plot.bottom - round(self.plot.height * min(100.0, max(0.0, percent)) / 100)

    def draw(self, surface: pygame.Surface) -> None:
        """Paint the scale, the published points as rings, the measured ones with their errors."""
        palette, plot = self.palette, self.plot
        for percent in (0, 25, 50, 75, 100):
            y = self.y_of(percent)
            colour = palette.quiet if percent == 50 else palette.line
            pygame.draw.line(surface, colour, (plot.x, y), (plot.right - 1, y))
            at = (plot.x - self.letter // 2, y)
            theme.write(surface, f"{percent} %", at, self.letter, palette.quiet, anchor="midright")
        for place, point in enumerate(self.points):
            self._point(surface, self.x_of(place), point)

    def _point(self, surface: pygame.Surface, x: int, point: Point) -> None:
        palette, letter = self.palette, self.letter
        at = (x, self.plot.bottom + round(letter * 1.1))
        ink = palette.accent if point.chosen else palette.ink
        theme.write(surface, point.label, at, letter, ink, point.chosen, "center")
        size = max(7, round(letter * 0.72))
        away = round(letter * 0.62)
        if point.published is not None:
            ring = theme.outline((size, size), size // 2, max(2, size // 5), palette.accent)
            surface.blit(ring, ring.get_rect(center=(x - away, self.y_of(point.published))))
        if point.measured is not None:
            self._error(surface, x + away, point)
            dot = theme.rounded((size, size), size, palette.best)
            surface.blit(dot, dot.get_rect(center=(x + away, self.y_of(point.measured))))

    def _error(self, surface: pygame.Surface, x: int, point: Point) -> None:
        assert point.measured is not None
        thin = max(1, round(self.letter / 9))
        high, low = (self.y_of(point.measured + sign * point.error) for sign in (1, -1))
        pygame.draw.line(surface, self.palette.best, (x, high), (x, low), thin)
        half = max(3, self.letter // 3)
        for y in (high, low):
            pygame.draw.line(surface, self.palette.best, (x - half, y), (x + half, y), thin)


def draw_legend(
    surface: pygame.Surface,
    pos: tuple[int, int],
    words: tuple[str, str],
    letter: int,
    palette: Palette,
) -> int:
    """Say what rings and dots of a chart are; return where the next line would begin."""
    size = max(7, round(letter * 0.72))
    ring = theme.outline((size, size), size // 2, max(2, size // 5), palette.accent)
    dot = theme.rounded((size, size), size, palette.best)
    x, y = pos
    middle = y + round(letter * 0.72)
    for mark, said in zip((ring, dot), words, strict=True):
        surface.blit(mark, mark.get_rect(midleft=(x, middle)))
        at = (x + size + letter // 2, middle)
        x = theme.write(surface, said, at, letter, palette.quiet, anchor="midleft").right
        x += round(letter * 1.6)
    return y + round(letter * 1.5)


def draw_stacked(
    surface: pygame.Surface,
    rect: pygame.Rect,
    parts: Sequence[tuple[int, pygame.Color]],
    palette: Palette,
) -> None:
    """Draw a bar that is divided into counts, each in its colour; an empty track without any."""
    radius = max(1, rect.height // 3)
    surface.blit(theme.rounded(rect.size, radius, palette.sunken), rect)
    whole = sum(count for count, _ in parts)
    left, before = rect.x, 0
    for count, colour in parts:
        before += count
        right = rect.x + (round(rect.width * before / whole) if whole else 0)
        with theme.clipped(surface, pygame.Rect(left, rect.y, right - left, rect.height)):
            if right > left:
                surface.blit(theme.rounded(rect.size, radius, colour), rect)
        left = right
