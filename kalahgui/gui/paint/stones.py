"""Glass stones: rendered once large, then scaled down and kept."""

from __future__ import annotations

from functools import lru_cache

import pygame

from kalahgui.gui.paint import outlined, theme
from kalahgui.gui.paint.cache import kept

GLASS = tuple(
    pygame.Color(colour)
    for colour in ("#7fb4c9", "#e6a94a", "#b9749f", "#7db07a", "#d9735a", "#cfc6b8")
)
COLOURS = len(GLASS)

_MASTER = 256
_LIGHT = (0.36, 0.30)
SHADE = (10, 4, 0)
_HEIGHTS = 8  # of which a stone in the air casts different shadows


def _deep(colour: pygame.Color) -> pygame.Color:
    """Darken a glass colour while keeping it saturated, as thick glass does."""
    hue, saturation, value, _ = colour.hsva
    deep = pygame.Color(0)
    deep.hsva = (hue, min(100, saturation * 1.35 + 4), value * 0.47, 100)
    return deep


@lru_cache(maxsize=COLOURS)
def _master(colour_index: int) -> pygame.Surface:
    """Render the opaque square picture that the round mask is cut from."""
    size, middle = _MASTER, _MASTER / 2
    base = GLASS[colour_index]
    deep = _deep(base)
    light = base.lerp("white", 0.30)
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    picture.fill(deep)
    for step in range(int(middle), 0, -1):
        share = step / middle
        # The discs close in on the lit side, so the rim is widest away from the light.
        x = size * (_LIGHT[0] + (0.5 - _LIGHT[0]) * share)
        y = size * (_LIGHT[1] + (0.5 - _LIGHT[1]) * share)
        if share > 0.62:
            tone = base.lerp(deep, min(1.0, ((share - 0.62) / 0.38) ** 1.25))
        else:
            tone = light.lerp(base, (share / 0.62) ** 0.9)
        pygame.draw.circle(picture, tone, (x, y), step)
    _glow(picture, base)
    _highlight(picture)
    return picture


def _glow(picture: pygame.Surface, base: pygame.Color) -> None:
    """Add the light that leaves the glass on the far side."""
    size = _MASTER
    layer = pygame.Surface((size, size))
    bright = base.lerp("white", 0.2).lerp("black", 0.70)
    outer = pygame.Rect(0, 0, size * 0.80, size * 0.80)
    outer.center = (size // 2, size // 2)
    pygame.draw.ellipse(layer, bright, outer)
    inner = outer.move(-size * 0.10, -size * 0.13)
    pygame.draw.ellipse(layer, "black", inner)
    picture.blit(theme.soften(layer, size * 0.05), (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def _highlight(picture: pygame.Surface) -> None:
    """Add the reflected window: a soft halo and a crisp tilted core."""
    size = _MASTER
    for width, height, blur, strength in ((0.46, 0.34, 0.07, 105), (0.27, 0.165, 0.016, 225)):
        layer = pygame.Surface((size, size), pygame.SRCALPHA)
        layer.fill((255, 255, 255, 0))
        spot = pygame.Rect(0, 0, size * width, size * height)
        spot.center = (size // 2, size // 2)
        pygame.draw.ellipse(layer, (255, 255, 255, strength), spot)
        layer = pygame.transform.rotate(theme.soften(layer, size * blur), 33)
        picture.blit(layer, layer.get_rect(center=(size * 0.345, size * 0.285)))


@kept(256)
def stone(colour_index: int, diameter: int, patterned: bool = False) -> pygame.Surface:
    """Render a stone of a colour at a diameter, or with the pattern that stands for the colour."""
    if patterned:
        return outlined.stone(colour_index, diameter)
    picture = pygame.transform.smoothscale(_master(colour_index), (diameter, diameter))
    mask = pygame.Surface((_MASTER, _MASTER), pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    pygame.draw.circle(mask, "white", (_MASTER / 2, _MASTER / 2), _MASTER / 2)
    mask = pygame.transform.smoothscale(mask, (diameter, diameter))
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@kept(64)
def shadow(diameter: int) -> pygame.Surface:
    """Render the soft shadow of a stone, centred in a larger square."""
    reach = max(1, round(diameter * 0.13))
    return theme.soft_shadow((diameter, diameter), diameter, reach, (*SHADE, 175))


def cast(diameter: int, lift: float) -> pygame.Surface:
    """Return the shadow of a stone in the air; ``lift`` says how high it is, from 0 to 1."""
    return _cast(diameter, round(lift * _HEIGHTS))


@kept(64)
def _cast(diameter: int, height: int) -> pygame.Surface:
    """Render a shadow that gets wider, softer and weaker the higher its stone is."""
    lift = height / _HEIGHTS
    wide = round(diameter * (1 + 0.3 * lift))
    reach = max(1, round(diameter * (0.13 + 0.22 * lift)))
    return theme.soft_shadow((wide, wide), wide, reach, (*SHADE, round(175 - 45 * lift)))


@kept(64)
def resting(colour_index: int, diameter: int, patterned: bool = False) -> pygame.Surface:
    """Render a stone with the shadow and tinted light it casts where it lies, premultiplied."""
    if patterned:
        return outlined.stone(colour_index, diameter).premul_alpha()
    dark = shadow(diameter)
    side = dark.get_width() + 2 * round(diameter * 0.14)
    centre = side / 2
    picture = pygame.Surface((side, side), pygame.SRCALPHA).premul_alpha()
    tint = GLASS[colour_index]
    small = round(diameter * 0.5)
    light = theme.soft_shadow(
        (small, small), small, max(1, round(diameter * 0.12)), (tint.r, tint.g, tint.b, 70)
    )
    for part, shift in (
        (dark, (0.07, 0.13)),
        (light, (0.18, 0.24)),
        (stone(colour_index, diameter), (0.0, 0.0)),
    ):
        place = part.get_rect(
            center=(round(centre + shift[0] * diameter), round(centre + shift[1] * diameter))
        )
        picture.blit(part.premul_alpha(), place, special_flags=pygame.BLEND_PREMULTIPLIED)
    return picture
