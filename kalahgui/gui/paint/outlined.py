"""Boards and pieces in black, white and yellow: outlines and patterns in place of shades.

These are for the theme of strongest contrast. What two pieces are told apart by is their pattern,
and not their colour alone.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept

_BLACK = pygame.Color("#000000")
_WHITE = pygame.Color("#ffffff")
_YELLOW = pygame.Color("#ffe600")
_GROUND = pygame.Color("#101010")
_FINE = 256  # pixels, of what is scaled down

Shape = Callable[[pygame.Surface, pygame.Color], None]


def _plain(picture: pygame.Surface, ink: pygame.Color) -> None:
    pass


def _dot(picture: pygame.Surface, ink: pygame.Color) -> None:
    pygame.draw.circle(picture, ink, picture.get_rect().center, _FINE * 0.17)


def _ring(picture: pygame.Surface, ink: pygame.Color) -> None:
    pygame.draw.circle(picture, ink, picture.get_rect().center, _FINE * 0.29, round(_FINE * 0.09))


def _bar(picture: pygame.Surface, ink: pygame.Color) -> None:
    bar = pygame.Rect(0, 0, _FINE * 0.16, _FINE)
    bar.center = picture.get_rect().center
    picture.fill(ink, bar)


def _cross(picture: pygame.Surface, ink: pygame.Color) -> None:
    for size in ((_FINE * 0.14, _FINE * 0.62), (_FINE * 0.62, _FINE * 0.14)):
        bar = pygame.Rect((0, 0), size)
        bar.center = picture.get_rect().center
        picture.fill(ink, bar)


# One for each colour of the glass stones.
_STONES: tuple[tuple[pygame.Color, Shape], ...] = (
    (_WHITE, _ring),
    (_YELLOW, _dot),
    (_WHITE, _plain),
    (_YELLOW, _bar),
    (_WHITE, _cross),
    (_YELLOW, _plain),
)


def _cut(picture: pygame.Surface, diameter: int) -> pygame.Surface:
    mask = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    pygame.draw.circle(mask, "white", mask.get_rect().center, mask.get_width() / 2)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(picture, (diameter, diameter))


@kept(256)
def stone(kind: int, diameter: int) -> pygame.Surface:
    """Render a stone with the pattern of its kind, edged so that stones lie apart."""
    colour, shape = _STONES[kind]
    picture = pygame.Surface((_FINE, _FINE), pygame.SRCALPHA)
    picture.fill(colour)
    shape(picture, _BLACK)
    pygame.draw.circle(
        picture, _BLACK, picture.get_rect().center, _FINE / 2, max(1, round(_FINE * 0.07))
    )
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


def slab(size: tuple[int, int], radius: int, unit: float) -> tuple[pygame.Surface, int]:
    """Render a board within a white line, premultiplied, and its margin, which is none."""
    picture = theme.render_rounded(size, radius, _GROUND)
    picture.blit(theme.render_outline(size, radius, theme.part(unit, 0.03), _WHITE), (0, 0))
    return picture.premul_alpha(), 0


def hollow(size: tuple[int, int], radius: int, unit: float) -> tuple[pygame.Surface, int]:
    """Render a hollow as a black field within a white line, premultiplied, and its margin."""
    picture = theme.render_rounded(size, radius, _BLACK)
    picture.blit(theme.render_outline(size, radius, theme.part(unit, 0.022), _WHITE), (0, 0))
    return picture.premul_alpha(), 0


def square(size: int, unit: int, *, marked: bool) -> pygame.Surface:
    """Render a square of a board of discs, premultiplied; a marked one has its corners cut."""
    picture = theme.render_rounded((size, size), theme.part(unit, 0.05), _BLACK)
    line = theme.render_outline(
        (size, size), theme.part(unit, 0.05), theme.part(unit, 0.016), _WHITE
    )
    picture.blit(line, (0, 0))
    if marked:
        inner = round(size * 0.82)
        line = theme.render_outline((inner, inner), 1, theme.part(unit, 0.012), _YELLOW)
        picture.blit(line, line.get_rect(center=picture.get_rect().center))
    return picture.premul_alpha()
