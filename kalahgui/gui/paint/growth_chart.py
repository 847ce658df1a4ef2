"""Counts that grow tenfold and more, as lines on a logarithmic scale, told apart by their marks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.services.naming import number

# Red, green, blue and how strong: unlike a Color of pygame it can be a key.
Shade = tuple[int, int, int, int]

MARKS = ("disc", "square", "triangle", "rhombus", "cross")

_FINE = 2
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
    whole = size * _FINE
    picture = pygame.Surface((whole, whole), pygame.SRCALPHA)
    picture.fill((*colour[:3], 0))
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
        pygame.draw.line(
            picture, colour, (width / 2, width / 2), (edge - width / 2, edge - width / 2), width
        )
        pygame.draw.line(
            picture, colour, (edge - width / 2, width / 2), (width / 2, edge - width / 2), width
        )
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
        return powers_of_ten(max((count for each in series for _, count in each.points), default=1))

    def power_step(self, powers: int) -> int:
        """Return how many powers of ten lie between two lines of the scale."""
        step = 1
        while self.plot.height / powers * step < self.letter * _LEAST_STEP and step < powers:
            step += 1
        return step

    def x_of(self, step: int) -> int:
        """Give the place of a step."""
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
    fine = pygame.Surface((whole[0] * _FINE, whole[1] * _FINE), pygame.SRCALPHA)
    width = max(2, round(mark_size * 0.24 * _FINE))
    points = {each.name: _points(each, size, margin, places, powers) for each in series}
    for each in reversed(series):
        line = [(x * _FINE, y * _FINE) for x, y in points[each.name]]
        for start, end in pairwise(line):
            _thick_line(fine, each.colour, start, end, width)
    picture = pygame.transform.smoothscale(fine, whole)
    for each in reversed(series):
        mark = mark_picture(each.mark, mark_size, each.colour)
        for point in points[each.name]:
            picture.blit(mark, mark.get_rect(center=(round(point[0]), round(point[1]))))
    return picture


def _points(
    series: GrowthLine,
    size: tuple[int, int],
    margin: int,
    places: tuple[int, ...],
    powers: int,
) -> list[tuple[float, float]]:
    return [
        (margin + places[step - 1], margin + size[1] * (1 - _power(count) / powers))
        for step, count in series.points
    ]


def _power(count: int) -> float:
    return math.log10(max(1, count))


def _thick_line(
    surface: pygame.Surface,
    colour: Shade,
    start: tuple[float, float],
    end: tuple[float, float],
    width: int,
) -> None:
    way = pygame.Vector2(end) - start
    if way.length() == 0:
        return
    across = way.rotate(90).normalize() * width / 2
    corners = [
        pygame.Vector2(start) + across,
        pygame.Vector2(end) + across,
        pygame.Vector2(end) - across,
        pygame.Vector2(start) - across,
    ]
    pygame.draw.polygon(surface, colour, corners)
