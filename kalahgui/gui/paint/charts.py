"""Bars, points with their errors, curves, counts that grow tenfold, and marks of agreement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Palette, Scale, icon
from kalahgui.gui.services.naming import number

_MARK_ICON = 0.86


def draw_mark(
    surface: pygame.Surface, centre: tuple[int, int], size: int, palette: Palette, agrees: bool
) -> None:
    """Draw a disc with a check mark, or with a cross where something differs."""
    theme.draw_dot(surface, centre, size, palette.best if agrees else palette.bad)
    inner = max(6, round(size * _MARK_ICON))
    theme.stamp(surface, icon("check" if agrees else "close", inner, palette.on_accent), centre)


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
    """A column of a chart: its label, the published share, and the measured one with its error.

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

    def x_of(self, index: int) -> int:
        """Give the middle of a choice."""
        return self.plot.x + round(self.plot.width * (index + 0.5) / max(1, len(self.points)))

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
        for index, point in enumerate(self.points):
            self._point(surface, self.x_of(index), point)

    def _point(self, surface: pygame.Surface, x: int, point: Point) -> None:
        palette, letter = self.palette, self.letter
        at = (x, self.plot.bottom + round(letter * 1.1))
        ink = palette.accent if point.chosen else palette.ink
        theme.write(surface, point.label, at, letter, ink, point.chosen, "center")
        ring, dot = ring_and_dot(letter, palette)
        away = round(letter * 0.62)
        if point.published is not None:
            theme.stamp(surface, ring, (x - away, self.y_of(point.published)))
        if point.measured is not None:
            self._error(surface, x + away, point)
            theme.stamp(surface, dot, (x + away, self.y_of(point.measured)))

    def _error(self, surface: pygame.Surface, x: int, point: Point) -> None:
        assert point.measured is not None
        thin = max(1, round(self.letter / 9))
        high, low = (self.y_of(point.measured + sign * point.error) for sign in (1, -1))
        pygame.draw.line(surface, self.palette.best, (x, high), (x, low), thin)
        half = max(3, self.letter // 3)
        for y in (high, low):
            pygame.draw.line(surface, self.palette.best, (x - half, y), (x + half, y), thin)


def ring_and_dot(letter: int, palette: Palette) -> tuple[pygame.Surface, pygame.Surface]:
    size = max(7, round(letter * 0.72))
    ring = theme.outline((size, size), size // 2, max(2, size // 5), palette.accent)
    return ring, theme.rounded((size, size), size, palette.best)


def draw_stacked(
    surface: pygame.Surface,
    rect: pygame.Rect,
    parts: Sequence[tuple[int, pygame.Color]],
    palette: Palette,
) -> None:
    """Draw a bar that is divided into counts, each in its colour; an empty track without any.

    A gap parts neighbours, which may be about as light.
    """
    radius, gap = max(1, rect.height // 3), max(1, rect.height // 6)
    surface.blit(theme.rounded(rect.size, radius, palette.sunken), rect)
    whole = sum(count for count, _ in parts)
    left, before = rect.x, 0
    for count, colour in parts:
        before += count
        right = rect.x + (round(rect.width * before / whole) if whole else 0)
        with theme.clipped(surface, pygame.Rect(left, rect.y, right - left, rect.height)):
            if right > left:
                surface.blit(theme.rounded(rect.size, radius, colour), rect)
                if before < whole:
                    surface.fill(palette.card, (right - gap, rect.y, gap, rect.height))
        left = right


_FINE = 3


def render_curve(
    size: theme.Size,
    values: Sequence[float],
    least: float,
    line: pygame.Color,
    zero: pygame.Color,
) -> pygame.Surface:
    """Render values from left to right around a line at 0, for a picture that is itself kept.

    The picture is at least so many units high, up and down, and premultiplied.
    """
    most = max([least, *map(abs, values)])
    return _render(size, [value / most for value in values], line, (0.0,), zero)


def render_course(
    size: theme.Size,
    values: Sequence[float],
    bounds: tuple[float, float],
    line: theme.Colour,
    grid: theme.Colour,
) -> pygame.Surface:
    """Render values between two bounds with four lines behind them, premultiplied."""
    low, high = bounds
    heights = [2 * (value - low) / (high - low) - 1 for value in values]
    return _render(size, heights, line, (-1.0, -1 / 3, 1 / 3, 1.0), grid)


def _render(
    size: theme.Size,
    heights: Sequence[float],
    line: theme.Colour,
    levels: Sequence[float],
    behind: theme.Colour,
) -> pygame.Surface:
    """Render heights from -1 to 1, with lines across at some levels behind them."""
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    thick = max(2, round(size[1] / 28)) * _FINE
    middle, reach = large.get_height() / 2, (large.get_height() - thick) / 2
    for level in levels:
        y = round(middle - level * reach)
        large.fill(behind, (0, y - _FINE // 2, large.get_width(), _FINE))
    room = large.get_width() - thick
    step = room / max(1, len(heights) - 1)
    points = [
        (thick / 2 + index * step, middle - height * reach) for index, height in enumerate(heights)
    ]
    for here, there in pairwise(points):
        pygame.draw.line(large, line, here, there, thick)
    for point in points:
        pygame.draw.circle(large, line, point, thick / 2)
    return pygame.transform.smoothscale(large.premul_alpha(), size)


# Red, green, blue and how strong: unlike a Color of pygame it can be a key.
Shade = tuple[int, int, int, int]

MARKS = ("disc", "square", "triangle", "rhombus", "cross")

_MARK_FINE = 2
_LEAST_STEP = 1.25  # of a letter's size, between two lines of the scale


@dataclass(frozen=True)
class GrowthLine:
    """A line: what it is called, its mark and colour, and points of a step and a count."""

    name: str
    mark: str
    colour: Shade
    points: tuple[tuple[int, int], ...]


def powers_of_ten(count: float) -> int:
    """Return the smallest power, at least 1, whose power of ten is no less than a count.

    >>> powers_of_ten(1), powers_of_ten(10), powers_of_ten(11), powers_of_ten(1000)
    (1, 1, 2, 3)
    """
    powers = 1
    while 10**powers < count:
        powers += 1
    return powers


@kept(32)
def mark_picture(mark: str, size: int, colour: Shade) -> pygame.Surface:
    """Render a mark that fits a square."""
    whole = size * _MARK_FINE
    picture = theme.clear((whole, whole), colour)
    middle, edge = whole / 2, whole - 1
    if mark == "disc":
        pygame.draw.circle(picture, colour, (middle, middle), middle * 0.92)
    elif mark == "square":
        pygame.draw.rect(
            picture, colour, pygame.Rect(0, 0, whole, whole).inflate(-whole // 6, -whole // 6)
        )
    elif mark == "triangle":
        pygame.draw.polygon(picture, colour, [(middle, 0), (edge, edge * 0.92), (0, edge * 0.92)])
    elif mark == "rhombus":
        points = [(middle, 0), (edge, middle), (middle, edge), (0, middle)]
        pygame.draw.polygon(picture, colour, points)
    elif mark == "cross":
        width = max(1, round(whole * 0.3))
        near, far = width / 2, edge - width / 2
        pygame.draw.line(picture, colour, (near, near), (far, far), width)
        pygame.draw.line(picture, colour, (far, near), (near, far), width)
    else:
        raise ValueError(f"there is no mark {mark!r}; there are {', '.join(MARKS)}")
    return pygame.transform.smoothscale(picture, (size, size))


class GrowthChart:
    """Lay out and paint lines over the steps 1 to ``steps``."""

    def __init__(self, rect: pygame.Rect, palette: Palette, letter: int, steps: int) -> None:
        self.rect = rect
        self.palette = palette
        self.letter = letter
        self.steps = steps
        left = theme.font(letter).size(number(10**8))[0] + letter
        below = round(letter * 1.7)
        self.plot = pygame.Rect(
            rect.x + left,
            rect.y + letter // 2,
            rect.width - left - letter,
            rect.height - below - letter // 2,
        )

    def powers(self, series: Sequence[GrowthLine]) -> int:
        """Return the power of ten at the top of the scale."""
        return powers_of_ten(
            max((count for growth in series for _, count in growth.points), default=1)
        )

    def power_step(self, powers: int) -> int:
        """Return how many powers of ten lie between two lines of the scale."""
        step = 1
        while self.plot.height / powers * step < self.letter * _LEAST_STEP and step < powers:
            step += 1
        return step

    def x_of(self, step: int) -> int:
        """Return where a step lies, in pixels from the left."""
        return self.plot.x + round(self.plot.width * (step - 0.5) / max(1, self.steps))

    def draw(self, surface: pygame.Surface, series: Sequence[GrowthLine]) -> None:
        """Paint the scale and the lines."""
        palette, plot = self.palette, self.plot
        powers = self.powers(series)
        for power in range(0, powers + 1, self.power_step(powers)):
            y = plot.bottom - round(plot.height * power / powers)
            pygame.draw.line(surface, palette.line, (plot.x, y), (plot.right - 1, y))
            at = (plot.x - self.letter // 2, y)
            words = number(10**power)
            theme.write(surface, words, at, self.letter, palette.quiet, anchor="midright")
        for step in range(1, self.steps + 1):
            at = (self.x_of(step), plot.bottom + self.letter)
            theme.write(surface, str(step), at, self.letter, palette.quiet, anchor="center")
        size = max(7, round(self.letter * 0.7))
        places = tuple(self.x_of(step) - plot.x for step in range(1, self.steps + 1))
        margin = size
        lines = _lines(plot.size, margin, places, size, powers, tuple(series))
        surface.blit(lines, (plot.x - margin, plot.y - margin))


@kept(2)
def _lines(
    size: tuple[int, int],
    margin: int,
    places: tuple[int, ...],
    mark_size: int,
    powers: int,
    series: tuple[GrowthLine, ...],
) -> pygame.Surface:
    """Render all lines and marks, on nothing; the first series lies on top."""
    whole = (size[0] + 2 * margin, size[1] + 2 * margin)
    fine = pygame.Surface((whole[0] * _MARK_FINE, whole[1] * _MARK_FINE), pygame.SRCALPHA)
    width = max(2, round(mark_size * 0.24 * _MARK_FINE))

    def point(step: int, count: int) -> tuple[float, float]:
        power = math.log10(max(1, count))
        return margin + places[step - 1], margin + size[1] * (1 - power / powers)

    points = {growth.name: [point(*at) for at in growth.points] for growth in series}
    for growth in reversed(series):
        line = [(x * _MARK_FINE, y * _MARK_FINE) for x, y in points[growth.name]]
        for start, end in pairwise(line):
            theme.stroke(fine, growth.colour, start, end, width)
    picture = pygame.transform.smoothscale(fine, whole)
    for growth in reversed(series):
        mark = mark_picture(growth.mark, mark_size, growth.colour)
        for x, y in points[growth.name]:
            picture.blit(mark, mark.get_rect(center=(round(x), round(y))))
    return picture


def draw_switch(
    surface: pygame.Surface, rail: pygame.Rect, scale: Scale, palette: Palette, *, on: bool
) -> None:
    """Draw a switch in its ``rail``; one that is on has its knob at the right."""
    px, radius = scale.px, rail.height // 2
    colour = palette.best if on else palette.sunken
    surface.blit(theme.rounded(rail.size, radius, colour), rail)
    edge = palette.best if on else palette.edge
    surface.blit(theme.outline(rail.size, radius, max(1, px(1)), edge), rail)
    knob = pygame.Rect(0, 0, rail.height - px(6), rail.height - px(6))
    knob.centery = rail.centery
    knob.left = rail.right - px(3) - knob.width if on else rail.left + px(3)
    ink = palette.on_accent if on else palette.edge
    surface.blit(theme.rounded(knob.size, knob.width // 2, ink), knob)
