"""Boards and pieces in black, white and yellow: outlines and patterns in place of shades.

These are for the theme of strongest contrast. What two pieces are told apart by is their pattern,
and not their colour alone.
"""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept

_BLACK = pygame.Color("#000000")
_WHITE = pygame.Color("#ffffff")
_YELLOW = pygame.Color("#ffe600")
_GROUND = pygame.Color("#101010")
_FINE = 256  # pixels, of what is scaled down

# One for each colour of the glass stones: its colour, the radius and the line of a circle, 0 for a
# full one, and the sizes of bars; lengths are shares of the stone.
_STONES: tuple[
    tuple[pygame.Color, tuple[float, float] | None, tuple[tuple[float, float], ...]], ...
] = (
    (_WHITE, (0.29, 0.09), ()),
    (_YELLOW, (0.17, 0), ()),
    (_WHITE, None, ()),
    (_YELLOW, None, ((0.16, 1),)),
    (_WHITE, None, ((0.14, 0.62), (0.62, 0.14))),
    (_YELLOW, None, ()),
)


def _cut(picture: pygame.Surface, diameter: int) -> pygame.Surface:
    mask = theme.round_mask(_FINE, _FINE / 2)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(picture, (diameter, diameter))


@kept(256)
def stone(kind: int, diameter: int) -> pygame.Surface:
    """Render a stone with the pattern of its kind, edged so that stones lie apart."""
    colour, circle, bars = _STONES[kind]
    picture = pygame.Surface((_FINE, _FINE), pygame.SRCALPHA)
    picture.fill(colour)
    middle = picture.get_rect().center
    if circle is not None:
        radius, line = circle
        pygame.draw.circle(picture, _BLACK, middle, _FINE * radius, round(_FINE * line))
    for width, height in bars:
        bar = pygame.Rect(0, 0, _FINE * width, _FINE * height)
        bar.center = middle
        picture.fill(_BLACK, bar)
    pygame.draw.circle(picture, _BLACK, middle, _FINE / 2, max(1, round(_FINE * 0.07)))
    return _cut(picture, diameter)


@kept(2)
def face(side: int, size: int) -> pygame.Surface:
    """Render the square that a disc's face is cut from: black within white, or white with a dot."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    middle, radius = picture.get_rect().center, size / 2
    picture.fill(_WHITE)
    if side == 0:
        pygame.draw.circle(picture, _BLACK, middle, radius * 0.84)
    else:
        pygame.draw.circle(picture, _BLACK, middle, radius * 0.78, max(1, round(size * 0.03)))
        pygame.draw.circle(picture, _BLACK, middle, radius * 0.2)
    return picture


def _within_line(
    size: tuple[int, int], radius: int, width: int, fill: pygame.Color
) -> pygame.Surface:
    picture = theme.render_rounded(size, radius, fill)
    picture.blit(theme.render_outline(size, radius, width, _WHITE), (0, 0))
    return picture


def slab(size: tuple[int, int], radius: int, unit: float) -> tuple[pygame.Surface, int]:
    """Render a board within a white line, premultiplied, and its margin, which is none."""
    return _within_line(size, radius, theme.unit_px(unit, 0.03), _GROUND).premul_alpha(), 0


def hollow(size: tuple[int, int], radius: int, unit: float) -> tuple[pygame.Surface, int]:
    """Render a hollow as a black field within a white line, premultiplied, and its margin."""
    return _within_line(size, radius, theme.unit_px(unit, 0.022), _BLACK).premul_alpha(), 0


def square(size: int, unit: int, *, marked: bool) -> pygame.Surface:
    """Render a square of a board of discs, premultiplied; a marked one has its corners cut."""
    radius, width = theme.unit_px(unit, 0.05), theme.unit_px(unit, 0.016)
    picture = _within_line((size, size), radius, width, _BLACK)
    if marked:
        inner = round(size * 0.82)
        line = theme.render_outline((inner, inner), 1, theme.unit_px(unit, 0.012), _YELLOW)
        theme.stamp(picture, line, picture.get_rect().center)
    return picture.premul_alpha()
