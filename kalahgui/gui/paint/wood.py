"""Walnut: timber with its grain, slabs with rounded ends and hollows carved into them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial

import pygame

from kalahgui.gui.paint import outlined, theme
from kalahgui.gui.paint.cache import kept

PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED

_SUNLIT = (168, 113, 70)
_SHADED = (113, 69, 41)
_PIT = (94, 55, 30)
_ROWS, _COLUMNS, _STRETCH = 300, 64, 12


def _rings(rng: random.Random) -> list[float]:
    """Lay year rings side by side: pale early wood that darkens and ends sharply."""
    profile: list[float] = []
    while len(profile) < _ROWS * 8:
        width = rng.choice((14, 20, 26, 36, 54, 84))
        strength = rng.uniform(0.25, 1.0)
        base = rng.uniform(0.0, 0.28)
        profile += [base + strength * 0.7 * (i / width) ** 3 for i in range(width)]
        profile += [base + strength * 0.7 * (1 - i / 5) for i in range(5)]
    return profile


@lru_cache(maxsize=1)
def _grain() -> pygame.Surface:
    """Render the grain once at a modest size: the rings, bent by slow waves."""
    rings = bytes(min(255, int(255 * tone)) for tone in _rings(random.Random(11)))
    columns = []
    for x in (column / _COLUMNS for column in range(_COLUMNS)):
        slow = 60 + 15 * math.sin(3.1 * x + 0.4) + 5 * math.sin(8.3 * x + 1.7)
        # Two swellings, as where a branch once grew, push the lines apart.
        eyes = 34 * math.exp(-(((x - 0.72) / 0.17) ** 2)), 26 * math.exp(-(((x - 0.22) / 0.2) ** 2))
        columns.append((slow, *eyes, 6 * x))
    tones = bytearray()
    for row in range(_ROWS):
        upper, lower = math.exp(-(((row - 118) / 42) ** 2)), math.exp(-(((row - 205) / 46) ** 2))
        tones += bytes(
            rings[int(4 * (row + slow + up * upper - low * lower + 3 * math.sin(x + row * 0.03)))]
            for slow, up, low, x in columns
        )
    grain = pygame.image.frombytes(bytes(tones), (_COLUMNS, _ROWS), "P")
    shades = (min(1.0, i / 255 * 1.1) for i in range(256))
    grain.set_palette([tuple(round(255 - most * v) for most in (74, 86, 92)) for v in shades])
    picture = pygame.Surface((_COLUMNS, _ROWS), 0, 32)
    picture.blit(grain, (0, 0))
    return pygame.transform.smoothscale(picture, (_COLUMNS * _STRETCH, _ROWS))


def _fibres(size: tuple[int, int], rng: random.Random, length: int, depth: int) -> pygame.Surface:
    coarse = (max(2, size[0] // length), max(2, size[1]))
    noise = pygame.image.frombytes(rng.randbytes(coarse[0] * coarse[1]), coarse, "P")
    noise.set_palette([(255 - depth * i // 255,) * 3 for i in range(256)])
    picture = pygame.Surface(coarse, 0, 32)
    picture.blit(noise, (0, 0))
    return pygame.transform.smoothscale(picture, size)


@kept(1)
def timber(size: tuple[int, int], unit: float) -> pygame.Surface:
    """Render a plank lit from the upper left; the unit is the width of one pit and its gap."""
    rng = random.Random(5)
    grain = _grain()
    width = min(grain.get_width(), max(2, round(_ROWS * size[0] / size[1])))
    picture = pygame.transform.smoothscale(grain.subsurface((0, 0, width, _ROWS)), size)
    for length, depth in ((round(unit * 0.9) + 1, 30), (round(unit * 0.28) + 1, 22)):
        picture.blit(_fibres(size, rng, length, depth), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for _ in range(round(26 * size[0] * size[1] / (unit * unit))):
        x, y = rng.randrange(size[0]), rng.randrange(size[1])
        tone = picture.get_at((x, y)).lerp((70, 40, 20), rng.uniform(0.10, 0.28))
        reach = rng.uniform(0.04, 0.20) * unit
        pygame.draw.aaline(picture, tone, (x, y), (x + reach, y + rng.uniform(-0.01, 0.01) * unit))
    light = pygame.Surface((3, 3))
    for x in range(3):
        for y in range(3):
            tone = pygame.Color(*_SUNLIT).lerp(_SHADED, min(1.0, y * 0.42 + x * 0.08))
            light.set_at((x, y), tone)
    light = pygame.transform.smoothscale(light, size)
    picture.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return picture


def inner_edge(
    mask: pygame.Surface, reach: int, shift: tuple[int, int], colour: theme.Colour
) -> pygame.Surface:
    """Render the soft shade or light along the inside of a white shape's edge."""
    margin = 2 * reach + max(abs(shift[0]), abs(shift[1]))
    width, height = mask.get_size()
    picture = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    picture.fill((0, 0, 0, 255))
    corner = (margin + shift[0], margin + shift[1])
    picture.blit(mask, corner, special_flags=pygame.BLEND_RGBA_SUB)
    picture = theme.soften(picture, reach).subsurface((margin, margin, width, height)).copy()
    return theme.tinted(picture, colour)


def walnut(
    mask: pygame.Surface, unit: float, layers: Iterable[tuple[pygame.Surface, int]]
) -> pygame.Surface:
    """Render timber in a white shape, premultiplied, with layers that are inset so far."""
    face = pygame.Surface(mask.get_size(), pygame.SRCALPHA)
    face.blit(timber(mask.get_size(), unit), (0, 0))
    for layer, inset in layers:
        face.blit(layer, (inset, inset))
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return face.premul_alpha()


def laid_on(ground: pygame.Surface, face: pygame.Surface) -> pygame.Surface:
    """Return the ground of something thick with its face in the middle."""
    picture = ground.copy()
    theme.stamp(picture, face, (picture.width // 2, picture.height // 2), flags=PREMULTIPLIED)
    return picture


@kept(16)
def hollow(
    size: tuple[int, int], radius: int, unit: float, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render a carved hollow, premultiplied, and the margin that its worn rim needs."""
    if palette.patterned:
        return outlined.hollow(size, radius, unit)
    px = partial(theme.unit_px, unit)
    shades = (
        (px(0.22), (px(0.02), px(0.06)), (18, 7, 1, 255)),
        (px(0.05), (px(0.015), px(0.045)), (10, 3, 0, 200)),
        (px(0.07), (-px(0.02), -px(0.04)), (226, 146, 88, 52)),
    )
    mask = theme.render_rounded(size, radius, "white")
    inside = pygame.Surface(size, pygame.SRCALPHA)
    inside.fill((*_PIT, 255))
    for reach, shift, colour in shades:
        inside.blit(inner_edge(mask, reach, shift, colour), (0, 0))
    inside.fill((255, 255, 255, 240), special_flags=pygame.BLEND_RGBA_MULT)
    inside.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)

    reach = px(0.045)
    margin = 2 * reach + px(0.03)
    rim = theme.soft_shadow(size, radius, reach, (20, 8, 0, 120))
    lip = theme.render_rounded(size, radius, (255, 214, 170, 96))
    edge = theme.render_rounded(size, radius, (30, 12, 2, 150))
    layers = (rim, -px(0.01)), (edge, -px(0.01)), (lip, px(0.016)), (inside, 0)
    return theme.overlaid(size, margin, *layers), margin


# What renders a shape in white, and from what: a key, while its picture is none.
Shape = tuple[Callable[..., pygame.Surface], tuple[Hashable, ...]]


def mask_of(shape: Shape) -> pygame.Surface:
    """Render a shape in white."""
    render, given = shape
    return render(*given)


@kept(2)
def edge(shape: Shape, reach: int, shift: tuple[int, int], colour: theme.Colour) -> pygame.Surface:
    """Render the ``inner_edge`` of a shape."""
    return inner_edge(mask_of(shape), reach, shift, colour)


@kept(2)
def shadow(shape: Shape, reach: int, colour: theme.Colour) -> pygame.Surface:
    """Render the soft shadow of a shape."""
    return theme.cast(mask_of(shape), reach, colour)


def ground_below(
    shape: Shape,
    palette: theme.Palette,
    reaches: tuple[int, int],
    drops: tuple[int, int, int],
    side: theme.Colour,
    near: theme.Colour,
) -> tuple[pygame.Surface, int]:
    """Render the shadows of a shape and its side seen from above, and their margin."""
    c = palette.shadow
    dark = (c.r // 2, c.g // 2, c.b // 2, min(255, c.a * 2))
    body = mask_of(shape).copy()
    body.fill(side, special_flags=pygame.BLEND_RGBA_MULT)
    shadows = shadow(shape, reaches[0], dark), shadow(shape, reaches[1], near)
    margin = 3 * reaches[0]
    layers = zip((*shadows, body), drops, strict=True)
    return theme.overlaid(body.get_size(), margin, *layers), margin


@kept(1)
def _face(size: tuple[int, int], radius: int, unit: float) -> pygame.Surface:
    """Render the top of a slab with its worn, lit edges, premultiplied."""
    px, shape = partial(theme.unit_px, unit), _rounded(size, radius)

    def layers() -> Iterator[tuple[pygame.Surface, int]]:
        yield edge(shape, px(0.10), (0, -px(0.06)), (40, 16, 2, 150)), 0
        yield edge(shape, px(0.05), (px(0.02), px(0.04)), (255, 222, 176, 76)), 0
        inset = px(0.028)
        inner = (size[0] - 2 * inset, size[1] - 2 * inset)
        if min(inner) > 0:  # and the board is more than a speck
            line = theme.render_outline(inner, radius - inset, px(0.016), (255, 226, 190, 44))
            yield line, inset

    return walnut(mask_of(shape), unit, layers())


def _rounded(size: tuple[int, int], radius: int) -> Shape:
    return theme.render_rounded, (size, radius, "white")


@kept(1)
def _ground(
    size: tuple[int, int], radius: int, unit: float, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the shadow of a slab and its side seen from above, premultiplied, with a margin."""
    px = partial(theme.unit_px, unit)
    drops = px(0.05) + px(0.12), px(0.05) + px(0.02), px(0.05)
    reaches, side, near = (px(0.17), px(0.04)), (66, 35, 18, 255), (20, 8, 0, 120)
    return ground_below(_rounded(size, radius), palette, reaches, drops, side, near)


def slab(
    size: tuple[int, int], radius: int, unit: float, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render a board with rounded ends on its shadow, premultiplied, and its margin.

    ``SLAB_PARTS`` are kept until the picture that it belongs to is ready.
    """
    if palette.patterned:
        return outlined.slab(size, radius, unit)
    ground, margin = _ground(size, radius, unit, palette)
    return laid_on(ground, _face(size, radius, unit)), margin


SLAB_PARTS = (timber, edge, _face, shadow, _ground)
