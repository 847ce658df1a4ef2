"""Slabs with rounded ends, of what a board is made of, and hollows carved into them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial

import pygame

from kalahgui.gui.paint import outlined, theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.materials import MATERIALS, plank

PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED


def faced(
    board: str, mask: pygame.Surface, unit: float, layers: Iterable[tuple[pygame.Surface, int]]
) -> pygame.Surface:
    """Render the face of a board in a white shape, premultiplied, with layers inset so far."""
    face = pygame.Surface(mask.get_size(), pygame.SRCALPHA)
    face.blit(plank(board, mask.get_size(), unit), (0, 0))
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
    material = MATERIALS[palette.board]
    shades = (
        (px(0.22), (px(0.02), px(0.06))),
        (px(0.05), (px(0.015), px(0.045))),
        (px(0.07), (-px(0.02), -px(0.04))),
    )
    mask = theme.render_rounded(size, radius, "white")
    inside = pygame.Surface(size, pygame.SRCALPHA)
    inside.fill(material.floor)
    for (reach, shift), colour in zip(shades, material.walls, strict=True):
        inside.blit(theme.inner_edge(mask, reach, shift, colour), (0, 0))
    inside.fill((255, 255, 255, 240), special_flags=pygame.BLEND_RGBA_MULT)
    inside.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)

    reach = px(0.045)
    margin = 2 * reach + px(0.03)
    rim = theme.soft_shadow(size, radius, reach, material.rim)
    lip = theme.render_rounded(size, radius, material.lip)
    edge = theme.render_rounded(size, radius, material.cut)
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
    """Render the ``theme.inner_edge`` of a shape."""
    return theme.inner_edge(mask_of(shape), reach, shift, colour)


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
def _face(size: tuple[int, int], radius: int, unit: float, board: str) -> pygame.Surface:
    """Render the top of a slab with its worn, lit edges, premultiplied."""
    px, shape, material = partial(theme.unit_px, unit), _rounded(size, radius), MATERIALS[board]

    def layers() -> Iterator[tuple[pygame.Surface, int]]:
        yield edge(shape, px(0.10), (0, -px(0.06)), material.lower), 0
        yield edge(shape, px(0.05), (px(0.02), px(0.04)), (*material.upper, 76)), 0
        inset = px(0.028)
        inner = (size[0] - 2 * inset, size[1] - 2 * inset)
        if min(inner) > 0:  # and the board is more than a speck
            line = theme.render_outline(inner, radius - inset, px(0.016), (*material.line, 44))
            yield line, inset

    return faced(board, mask_of(shape), unit, layers())


def _rounded(size: tuple[int, int], radius: int) -> Shape:
    return theme.render_rounded, (size, radius, "white")


@kept(1)
def _ground(
    size: tuple[int, int], radius: int, unit: float, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the shadow of a slab and its side seen from above, premultiplied, with a margin."""
    px = partial(theme.unit_px, unit)
    drops = px(0.05) + px(0.12), px(0.05) + px(0.02), px(0.05)
    material, reaches = MATERIALS[palette.board], (px(0.17), px(0.04))
    side, near = (*material.sides[0], 255), (*material.near, 120)
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
    return laid_on(ground, _face(size, radius, unit, palette.board)), margin


SLAB_PARTS = (plank, edge, _face, shadow, _ground)
