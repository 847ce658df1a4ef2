"""Pictures of a felt board: its frame, its squares and the marks on them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import outlined, theme, wood
from kalahgui.gui.paint.cache import kept

Place = tuple[int, int]
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED

# Lengths as shares of the pitch, the distance between neighbouring squares.
BORDER = 0.115  # the frame beyond the outermost squares
_GAP = 0.05

CHALK = (236, 247, 240)
_FELT = pygame.Color("#2c7a58")
_CORNER_FELT = pygame.Color("#26694d")


@kept(8)
def dot(size: int, palette: theme.Palette) -> pygame.Surface:
    """Render the dot on the last disc, with an edge that shows on black and on white."""
    rim = max(1, round(size * 0.12))
    picture = theme.rounded((size + 2 * rim,) * 2, size, (60, 30, 8, 110)).copy()
    picture.blit(theme.rounded((size, size), size, palette.accent), (rim, rim))
    return picture


@kept(8)
def dashes(size: int, width: int) -> pygame.Surface:
    """Render the dashed circle on a square where a disc may be put."""
    count = 22 if size > 44 else 16
    radius, colour = size / 2 - width, (*CHALK, 140)
    return theme.render_dashes(size, width, colour, radius, count, share=0.46, dots=9, fine=4)


def _outlined(spots: Sequence[Place], unit: int) -> pygame.Surface:
    """Render the board's outline in white: outer corners rounded, inner ones filled a little."""
    border, radius = round(unit * BORDER), max(1, round(unit * 0.19))
    there = set(spots)
    size = tuple((max(spot[axis] for spot in spots) + 1) * unit + 2 * border for axis in (0, 1))
    mask = pygame.Surface(size, pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    square = theme.render_rounded((unit + 2 * border,) * 2, radius, "white")
    for x, y in spots:
        mask.blit(square, (x * unit, y * unit))
    half = unit // 2
    for x, y in spots:
        # Between neighbours the outline runs straight on.
        if (x + 1, y) in there:
            mask.fill("white", (x * unit + border + half, y * unit, unit, unit + 2 * border))
        if (x, y + 1) in there:
            mask.fill("white", (x * unit, y * unit + border + half, unit + 2 * border, unit))
    fillet = max(2, radius // 2)
    missing = {(x + dx, y + dy) for x, y in spots for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    for x, y in missing - there:
        for dx in (-1, 1):
            for dy in (-1, 1):
                if (x + dx, y) in there and (x, y + dy) in there:
                    corner = (
                        border + (x + (dx > 0)) * unit - dx * border,
                        border + (y + (dy > 0)) * unit - dy * border,
                    )
                    _fill_corner(mask, corner, (-dx, -dy), fillet)
    return mask


def _fill_corner(mask: pygame.Surface, corner: Place, way: Place, radius: int) -> None:
    piece = pygame.Surface((radius, radius), pygame.SRCALPHA)
    piece.fill("white")
    circle = theme.render_rounded((2 * radius, 2 * radius), radius, (0, 0, 0, 255))
    piece.blit(
        circle,
        (-radius if way[0] < 0 else 0, -radius if way[1] < 0 else 0),
        special_flags=pygame.BLEND_RGBA_SUB,
    )
    piece.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    place = (
        corner[0] - (radius if way[0] < 0 else 0),
        corner[1] - (radius if way[1] < 0 else 0),
    )
    mask.blit(piece, place)


@kept(2)
def _cloth(side: int) -> pygame.Surface:
    """Render grey felt: short fibres in every direction over a soft unevenness."""
    rng = random.Random(7)
    picture = pygame.Surface((side, side))
    picture.fill((226, 226, 226))
    for share, depth in ((0.5, 16), (0.12, 18)):
        count = max(2, round(side * share))
        noise = pygame.image.frombytes(rng.randbytes(count * count), (count, count), "P")
        noise.set_palette([(depth * i // 255,) * 3 for i in range(256)])
        layer = pygame.Surface((count, count), 0, 32)
        layer.blit(noise, (0, 0))
        layer = pygame.transform.smoothscale(layer, (side, side))
        picture.blit(layer, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    reach = max(2.0, side * 0.014)
    for _ in range(1500):
        start = pygame.Vector2(rng.randrange(side), rng.randrange(side))
        end = start + pygame.Vector2(rng.uniform(0.4, 1) * reach, 0).rotate(rng.uniform(0, 360))
        tone = rng.randrange(228, 256)
        pygame.draw.aaline(picture, (tone, tone, tone), start, end)
    return picture


@kept(4)
def _shades(side: int, unit: int) -> tuple[pygame.Surface, pygame.Surface]:
    """Render what light does to a felt square sunk into the frame, and the square's mask."""
    px = partial(theme.part, unit)
    mask = theme.render_rounded((side, side), px(0.075), "white")
    shades = pygame.Surface((side, side), pygame.SRCALPHA).premul_alpha()
    for reach, shift, colour in (
        (px(0.13), (px(0.02), px(0.05)), (2, 24, 14, 120)),
        (px(0.03), (px(0.006), px(0.018)), (2, 16, 8, 150)),
        (px(0.035), (-px(0.008), -px(0.016)), (150, 220, 186, 66)),
    ):
        shade = wood.inner_edge(mask, reach, shift, colour).premul_alpha()
        shades.blit(shade, (0, 0), special_flags=PREMULTIPLIED)
    return shades, mask


def _square(unit: int, corner: bool, rng: random.Random) -> pygame.Surface:
    side = unit - max(2, round(_GAP * unit))
    shades, mask = _shades(side, unit)
    cloth = _cloth(max(64, 2 * unit))
    room = cloth.get_width() - side
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    picture.blit(cloth, (-rng.randrange(room + 1), -rng.randrange(room + 1)))
    felt = _CORNER_FELT if corner else _FELT
    picture.fill(felt, special_flags=pygame.BLEND_RGB_MULT)
    if corner:
        middle, reach = side / 2, unit * 0.072
        _diamond(picture, middle, reach)
    picture.blit(shades, (0, 0), special_flags=PREMULTIPLIED)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture.premul_alpha()


def _diamond(picture: pygame.Surface, middle: float, reach: float) -> None:
    fine = 4
    side = round(reach * 2) + 2
    mark = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
    mark.fill((*CHALK, 0))
    c, r = side * fine / 2, reach * fine
    points = [(c, c - r), (c + r, c), (c, c + r), (c - r, c)]
    pygame.draw.polygon(mark, (*CHALK, 62), points)
    mark = pygame.transform.smoothscale(mark, (side, side))
    picture.blit(mark, mark.get_rect(center=(round(middle), round(middle))))


@kept(2)
def _frame_edge(
    spots: tuple[Place, ...], unit: int, reach: int, shift: Place, colour: theme.Colour
) -> pygame.Surface:
    return wood.inner_edge(_outlined(spots, unit), reach, shift, colour)


@kept(1)
def _frame(spots: tuple[Place, ...], unit: int) -> pygame.Surface:
    """Render the walnut under the squares with its worn, lit edges, premultiplied."""
    px = partial(theme.part, unit)

    def layers() -> Iterator[tuple[pygame.Surface, int]]:
        yield _frame_edge(spots, unit, px(0.06), (0, -px(0.035)), (40, 16, 2, 150)), 0
        lit = (255, 222, 176, 110)
        yield _frame_edge(spots, unit, px(0.03), (px(0.012), px(0.028)), lit), 0

    return wood.walnut(_outlined(spots, unit), unit, layers())


@kept(1)
def _ground(
    spots: tuple[Place, ...], unit: int, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the board's shadow and its side seen from above, premultiplied, with a margin."""
    px = partial(theme.part, unit)
    drops = px(0.045) + px(0.09), px(0.045) + px(0.02), px(0.045)
    reaches, side, near = (px(0.16), px(0.04)), (62, 32, 16, 255), (20, 8, 0, 115)
    return wood.thick(_outlined(spots, unit), palette, reaches, drops, side, near)


@kept(6, (wood.timber, _frame_edge, _frame, _ground))
def board(
    spots: tuple[Place, ...], corners: tuple[int, ...], unit: int, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the empty board, premultiplied, and the margin of its shadow."""
    if palette.patterned:
        return _outlined_board(spots, corners, unit), 0
    ground, margin = _ground(spots, unit, palette)
    frame = _frame(spots, unit)
    picture = ground.copy()
    corner = frame.get_rect(center=(picture.get_width() // 2, picture.get_height() // 2)).topleft
    picture.blit(frame, corner, special_flags=PREMULTIPLIED)
    rng = random.Random(3)
    inset = round(unit * BORDER) + max(2, round(_GAP * unit)) // 2
    for cell, (x, y) in enumerate(spots):
        place = (corner[0] + inset + x * unit, corner[1] + inset + y * unit)
        picture.blit(_square(unit, cell in corners, rng), place, special_flags=PREMULTIPLIED)
    return picture, margin


def _outlined_board(
    spots: tuple[Place, ...], corners: tuple[int, ...], unit: int
) -> pygame.Surface:
    picture = _outlined(spots, unit)
    picture.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture = picture.premul_alpha()
    gap = max(2, round(_GAP * unit))
    inset = round(unit * BORDER) + gap // 2
    for cell, (x, y) in enumerate(spots):
        field = outlined.square(unit - gap, unit, marked=cell in corners)
        place = (inset + x * unit, inset + y * unit)
        picture.blit(field, place, special_flags=PREMULTIPLIED)
    return picture
