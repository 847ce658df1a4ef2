"""What boards are made of: walnut with its grain, riven slate, and paper with its fibres."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept

Size = theme.Size
_Tone = tuple[int, int, int]
_Shade = tuple[int, int, int, int]


@dataclass(frozen=True)
class Material:
    """Name the colours of a board, and what renders it and the squares for discs on it.

    All are so dark that the same light marks, figures and names can be seen on every board.
    """

    plank: Callable[[Size, float], pygame.Surface]  # the unit is the width of a pit and its gap
    cloth: Callable[[int], pygame.Surface]  # in white, for a square to be tinted
    sides: tuple[_Tone, _Tone]  # the thickness of a slab and of a frame, seen from above
    near: _Tone  # the shadow where the board lies
    lower: _Shade  # along the inside of the lower edge
    upper: _Tone  # along the inside of the upper edge
    line: _Tone  # around the face of a slab
    floor: _Tone  # of a hollow
    walls: tuple[_Shade, _Shade, _Shade]  # of a hollow: its wide shade, its near one, the light
    rim: _Shade  # around a hollow: its shadow, its dark edge and its lit one
    cut: _Shade
    lip: _Shade
    pill: _Tone  # below counts and names
    squares: tuple[_Tone, _Tone]  # for discs, and those that are marked
    sunk: tuple[_Shade, _Shade, _Shade]  # of a square, as the walls of a hollow
    tag: _Shade  # below what is written in a square's corner


# -- walnut

_SUNLIT = (168, 113, 70)
_SHADED = (113, 69, 41)
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


def _timber(size: tuple[int, int], unit: float) -> pygame.Surface:
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


def _felt(side: int) -> pygame.Surface:
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


# -- slate and paper


def _clouds(size: Size, rng: random.Random, *layers: tuple[float, float, int]) -> pygame.Surface:
    """Add layers of soft noise up, each so many spots across and down, and so strong."""
    picture = pygame.Surface(size, 0, 32)
    for across, down, depth in layers:
        spots = (max(2, min(size[0], round(across))), max(2, min(size[1], round(down))))
        noise = pygame.image.frombytes(rng.randbytes(spots[0] * spots[1]), spots, "P")
        noise.set_palette([(depth * i // 255,) * 3 for i in range(256)])
        layer = pygame.Surface(spots, 0, 32)
        layer.blit(noise, (0, 0))
        layer = pygame.transform.smoothscale(layer, size)
        picture.blit(layer, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return picture


def _relief(heights: pygame.Surface, reach: int) -> pygame.Surface:
    """Render how light from the upper left falls on heights; what is level is a middle grey."""
    picture = heights.copy()
    picture.fill((128, 128, 128), special_flags=pygame.BLEND_RGB_ADD)
    picture.blit(heights, (-reach, -reach), special_flags=pygame.BLEND_RGB_SUB)
    return picture


def _lit(size: Size, sunlit: _Tone, shaded: _Tone) -> pygame.Surface:
    """Render the light on a plain face, from the upper left to the lower right."""
    light = pygame.Surface((3, 3), 0, 32)
    for x in range(3):
        for y in range(3):
            tone = pygame.Color(*sunlit).lerp(shaded, min(1.0, y * 0.42 + x * 0.08))
            light.set_at((x, y), tone)
    return pygame.transform.smoothscale(light, size)


def _slate(size: Size, unit: float) -> pygame.Surface:
    """Render a riven face: steps of thin layers, fine grains and a few pale veins."""
    rng = random.Random(19)
    wide, high = size[0] / unit, size[1] / unit
    layers = (wide * 0.5, high * 3, 70), (wide * 1.6, high * 9, 34), (wide * 9, high * 22, 14)
    # Half as large, so that scaling up softens it: that takes a quarter of the time.
    half = max(2, size[0] // 2), max(2, size[1] // 2)
    relief = _relief(_clouds(half, rng, *layers), theme.unit_px(unit, 0.02))
    picture = pygame.transform.smoothscale(relief, size)
    # Light is halved by the middle grey.
    light = _lit(size, (182, 192, 198), (122, 132, 142))
    picture.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    grains = _clouds(size, rng, (size[0] / 1.5, size[1] / 1.5, 18))
    picture.blit(grains, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    for _ in range(max(3, round(wide))):
        _vein(picture, rng, unit)
    return picture


def _vein(picture: pygame.Surface, rng: random.Random, unit: float) -> None:
    """Draw a fine pale line that wanders and breaks off."""
    spot = pygame.Vector2(rng.uniform(0, picture.width), rng.uniform(0, picture.height))
    way = pygame.Vector2(0.09 * unit, 0).rotate(rng.uniform(-38, 22))
    tone, strength = (170, 182, 186), rng.uniform(0.12, 0.30)
    for step in range(rng.randrange(8, 26)):
        following = spot + way.rotate(rng.uniform(-24, 24))
        if not picture.get_rect().collidepoint(spot):
            return
        here = picture.get_at((int(spot.x), int(spot.y)))
        if step % 7 < 6:
            pygame.draw.aaline(picture, here.lerp(tone, strength), spot, following)
        spot = following


def _paper(size: Size, unit: float) -> pygame.Surface:
    """Render paper that was dyed blue, with its long fibres."""
    rng = random.Random(23)
    wide, high = size[0] / unit, size[1] / unit
    picture = _lit(size, (58, 82, 122), (40, 59, 94))
    mottle = _clouds(size, rng, (wide * 1.6, high * 1.6, 10), (wide * 14, high * 14, 9))
    picture.blit(mottle, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    for _ in range(round(9 * wide * high)):
        _fibre(picture, rng, unit, (186, 200, 220), (0.07, 0.24))
    return picture


def _fibre(
    picture: pygame.Surface,
    rng: random.Random,
    unit: float,
    tone: _Tone,
    strengths: tuple[float, float],
) -> None:
    """Draw a fibre as it fell into the pulp, bent."""
    spot = pygame.Vector2(rng.uniform(0, picture.width), rng.uniform(0, picture.height))
    way = pygame.Vector2(rng.uniform(0.02, 0.06) * unit, 0).rotate(rng.uniform(0, 360))
    bend, strength = rng.uniform(-16, 16), rng.uniform(*strengths)
    for _ in range(8):
        following = spot + way
        if not picture.get_rect().collidepoint(spot):
            return
        here = picture.get_at((int(spot.x), int(spot.y)))
        pygame.draw.aaline(picture, here.lerp(tone, strength), spot, following)
        spot, way = following, way.rotate(bend)


def _honed(side: int) -> pygame.Surface:
    rng = random.Random(31)
    count = side / 10
    picture = _clouds((side, side), rng, (count * 0.5, count, 26), (count * 3, count * 4, 14))
    picture = _relief(picture, max(1, side // 90))
    picture.fill((104, 104, 104), special_flags=pygame.BLEND_RGB_ADD)
    grains = _clouds((side, side), rng, (side, side, 14))
    picture.blit(grains, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return picture


def _pulp(side: int) -> pygame.Surface:
    rng = random.Random(37)
    picture = _clouds((side, side), rng, (side / 12, side / 12, 12), (side / 2, side / 2, 10))
    picture.fill((222, 222, 222), special_flags=pygame.BLEND_RGB_ADD)
    for _ in range(90):
        _fibre(picture, rng, side / 2, (255, 255, 255), (0.3, 0.8))
    return picture


MATERIALS = {
    "walnut": Material(
        plank=_timber,
        cloth=_felt,
        sides=((66, 35, 18), (62, 32, 16)),
        near=(20, 8, 0),
        lower=(40, 16, 2, 150),
        upper=(255, 222, 176),
        line=(255, 226, 190),
        floor=(94, 55, 30),
        walls=((18, 7, 1, 255), (10, 3, 0, 200), (226, 146, 88, 52)),
        rim=(20, 8, 0, 120),
        cut=(30, 12, 2, 150),
        lip=(255, 214, 170, 96),
        pill=(28, 12, 3),
        squares=((47, 127, 92), (41, 112, 83)),
        sunk=((2, 24, 14, 120), (2, 16, 8, 150), (150, 220, 186, 66)),
        tag=(20, 62, 44, 235),
    ),
    "slate": Material(
        plank=_slate,
        cloth=_honed,
        sides=((38, 43, 48), (36, 41, 46)),
        near=(6, 9, 13),
        lower=(8, 12, 16, 150),
        upper=(226, 236, 240),
        line=(222, 232, 236),
        floor=(52, 58, 64),
        walls=((5, 8, 11, 255), (2, 4, 6, 200), (150, 170, 180, 46)),
        rim=(6, 9, 13, 120),
        cut=(10, 14, 18, 150),
        lip=(214, 226, 232, 90),
        pill=(8, 12, 16),
        squares=((106, 128, 134), (94, 116, 123)),
        sunk=((6, 14, 20, 130), (4, 9, 14, 160), (200, 222, 230, 60)),
        tag=(40, 52, 58, 235),
    ),
    "paper": Material(
        plank=_paper,
        cloth=_pulp,
        sides=((176, 180, 188), (170, 174, 182)),
        near=(8, 12, 24),
        lower=(10, 18, 40, 90),
        upper=(206, 220, 244),
        line=(206, 220, 244),
        floor=(30, 41, 64),
        walls=((4, 8, 18, 190), (2, 4, 10, 210), (120, 150, 200, 30)),
        rim=(8, 12, 26, 70),
        cut=(12, 18, 36, 90),
        lip=(222, 228, 238, 170),
        pill=(10, 16, 32),
        squares=((77, 124, 157), (67, 111, 146)),
        sunk=((6, 20, 36, 120), (4, 14, 28, 140), (206, 226, 240, 70)),
        tag=(26, 48, 72, 235),
    ),
}


@kept(1)
def plank(board: str, size: Size, unit: float) -> pygame.Surface:
    """Render what a board is made of, lit from the upper left."""
    return MATERIALS[board].plank(size, unit)


@kept(2)
def cloth(board: str, side: int) -> pygame.Surface:
    """Render what the squares for discs are cut from."""
    return MATERIALS[board].cloth(side)
