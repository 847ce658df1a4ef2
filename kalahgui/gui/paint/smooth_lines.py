"""Slanted lines of an even width with smooth edges, rendered once for a direction and kept."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint.cache import kept

_FINE = 3
_RGBA = tuple[int, int, int, int]


def draw_line(
    surface: pygame.Surface,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: pygame.Color,
    width: float,
    dash: float = 0.0,
) -> None:
    """Draw a line in pixels; with a ``dash`` it is broken into dashes of that length."""
    x, y = (round(min(a, b)) for a, b in zip(start, end, strict=True))
    right, down = round(end[0] - start[0]), round(end[1] - start[1])
    rgba = (colour.r, colour.g, colour.b, colour.a)
    picture = _line(abs(right), abs(down), right * down < 0, round(width, 1), round(dash), rgba)
    margin = _margin(width)
    at = (x - margin, y - margin)
    surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _margin(width: float) -> int:
    return round(width) + 1


@kept(96)
def _line(
    right: int, down: int, rises: bool, width: float, dash: int, colour: _RGBA
) -> pygame.Surface:
    """Render a line from the top left to the bottom right, or one that rises."""
    if rises:
        # Mirrored, because a polygon of its own would come out thinner.
        falling = _line(right, down, False, width, dash, colour)
        return pygame.transform.flip(falling, True, False)
    margin = _margin(width)
    size = (right + 2 * margin, down + 2 * margin)
    large = pygame.Surface([side * _FINE for side in size], pygame.SRCALPHA)
    large.fill((*colour[:3], 0))
    start = pygame.Vector2(margin, margin) * _FINE
    end = pygame.Vector2(margin + right, margin + down) * _FINE
    for a, b in _parts(start, end, dash * _FINE):
        across = (b - a).rotate(90)
        if across.length_squared():
            across.scale_to_length(width * _FINE / 2)
            pygame.draw.polygon(large, colour, (a + across, b + across, b - across, a - across))
    return pygame.transform.smoothscale(large.premul_alpha(), size)


def _parts(
    start: pygame.Vector2, end: pygame.Vector2, dash: int
) -> list[tuple[pygame.Vector2, pygame.Vector2]]:
    """Return where the line is drawn: all along, or in dashes a little longer than their gaps."""
    length = start.distance_to(end)
    if not dash or length == 0:
        return [(start, end)]
    parts, at = [], 0.0
    while at < length:
        parts.append((start.lerp(end, at / length), start.lerp(end, min(1, (at + dash) / length))))
        at += dash * 1.75
    return parts
