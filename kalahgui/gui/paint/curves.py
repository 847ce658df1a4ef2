"""Small curves without figures: how something went, around a line or above a foot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from kalahgui.gui.paint import theme

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
    line: pygame.Color,
    grid: pygame.Color,
) -> pygame.Surface:
    """Render values between two bounds with four lines behind them, premultiplied."""
    low, high = bounds
    heights = [2 * (value - low) / (high - low) - 1 for value in values]
    return _render(size, heights, line, (-1.0, -1 / 3, 1 / 3, 1.0), grid)


def _render(
    size: theme.Size,
    heights: Sequence[float],
    line: pygame.Color,
    levels: Sequence[float],
    behind: pygame.Color,
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
        (thick / 2 + place * step, middle - height * reach) for place, height in enumerate(heights)
    ]
    for here, there in pairwise(points):
        pygame.draw.line(large, line, here, there, thick)
    for point in points:
        pygame.draw.circle(large, line, point, thick / 2)
    return pygame.transform.smoothscale(large.premul_alpha(), size)
