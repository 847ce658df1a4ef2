"""Seeds and pebbles: shapes of nature in the place of glass stones, rendered once large."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache

import pygame

from kalahgui.gui.paint import theme

SIDE = 256  # pixels, of what is scaled down
TURNS = 3  # in which a shape lies, so that a heap is not in rows
_FINE = 2  # so many times larger, what has an edge

# Lengths are shares of the picture's side; the middle of a shape is (0, 0).
Place = tuple[float, float]
Tone = tuple[int, int, int]


@dataclass(frozen=True)
class Kind:
    """Say how all stones of one colour of a set look.

    ``tall`` is the shape's height as a share of its width, ``waves`` what it is less round by.
    ``specks`` are how many, how large and of which tone; ``bands`` are a place down, a width, a
    tone and a strength; ``eye`` is a dark spot at the upper edge, with its tone.
    """

    colour: Tone
    tall: float
    waves: tuple[float, ...] = ()
    specks: tuple[tuple[int, float, Tone], ...] = ()
    bands: tuple[tuple[float, float, Tone, int], ...] = ()
    eye: Tone | None = None


@dataclass(frozen=True)
class Set:
    """Name the kinds of a set, and how light plays on them: gloss, its spot and its blur."""

    kinds: tuple[Kind, ...]
    gloss: int
    spot: Place
    blur: float
    shade: int


_CREAM, _BROWN = (240, 226, 198), (112, 62, 34)

SETS = {
    "seeds": Set(
        (
            Kind(  # the grey nicker nut, with its fine rings
                (150, 172, 190),
                0.90,
                bands=tuple((0.09 * i - 0.36, 0.012, (92, 108, 122), 120) for i in range(9)),
            ),
            Kind((238, 112, 76), 0.76, (0.0, 0.0, 0.02), eye=(60, 16, 12)),  # the coral bean
            Kind(_CREAM, 0.74, (0.0, 0.05), bands=((0.30, 0.10, (214, 192, 152), 90),)),
            Kind(  # the lima bean
                (158, 182, 104), 0.80, (0.0, 0.04), bands=((-0.30, 0.05, (214, 224, 176), 150),)
            ),
            Kind(  # the pinto bean
                (226, 176, 132),
                0.74,
                (0.0, 0.05),
                specks=((26, 0.032, _BROWN), (60, 0.014, (150, 92, 58))),
            ),
            Kind(  # the black-eyed pea
                (236, 196, 104), 0.82, (0.0, 0.04), eye=(58, 34, 20)
            ),
        ),
        gloss=190,
        spot=(0.30, 0.12),
        blur=0.022,
        shade=150,
    ),
    "pebbles": Set(
        (
            Kind(
                (140, 162, 180),
                0.88,
                (0.02, 0.03, 0.03),
                bands=((0.08, 0.035, (222, 230, 236), 190), (0.17, 0.012, (222, 230, 236), 150)),
            ),
            Kind(
                (214, 160, 96),
                0.84,
                (0.03, -0.02, 0.03),
                specks=((90, 0.010, (150, 98, 52)), (60, 0.009, (246, 214, 164))),
            ),
            Kind(
                (230, 226, 218),
                0.90,
                (-0.02, 0.03, 0.02),
                bands=((-0.12, 0.016, (190, 182, 170), 130), (0.20, 0.012, (200, 192, 180), 110)),
            ),
            Kind(
                (132, 164, 138),
                0.80,
                (0.03, 0.02, -0.03),
                bands=((-0.10, 0.06, (176, 202, 172), 150), (0.16, 0.03, (92, 124, 104), 130)),
            ),
            Kind(
                (206, 128, 102),
                0.86,
                (0.02, -0.03, 0.02),
                bands=((-0.14, 0.045, (232, 174, 146), 150), (0.06, 0.05, (168, 94, 74), 130)),
            ),
            Kind(
                (184, 178, 176),
                0.84,
                (-0.03, 0.02, 0.04),
                specks=((110, 0.013, (84, 80, 82)), (90, 0.012, (236, 232, 228))),
            ),
        ),
        gloss=70,
        spot=(0.46, 0.28),
        blur=0.10,
        shade=170,
    ),
}


def _outline(kind: Kind, turn: float) -> list[pygame.Vector2]:
    """Return the shape of a kind, turned so far, as wide as the picture where it is widest."""
    points = []
    for step in range(120):
        angle = math.tau * step / 120
        reach = 1 + sum(
            wave * math.cos((number + 1) * angle + number)
            for number, wave in enumerate(kind.waves, 1)
        )
        points.append(pygame.Vector2(math.cos(angle), kind.tall * math.sin(angle)) * reach)
    widest = max(point.length() for point in points)
    return [point.rotate(turn) * (0.5 * 0.98 / widest) for point in points]


def _mask(kind: Kind, turn: float) -> pygame.Surface:
    side = SIDE * _FINE
    mask = theme.clear((side, side))
    middle = pygame.Vector2(side / 2)
    pygame.draw.polygon(mask, "white", [middle + point * side for point in _outline(kind, turn)])
    return pygame.transform.smoothscale(mask, (SIDE, SIDE))


def _pattern(kind: Kind, rng: random.Random, turn: float) -> pygame.Surface:
    """Render the colours of a kind, turned as its shape is."""
    side = SIDE * _FINE
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    picture.fill(kind.colour)
    for down, width, tone, strength in kind.bands:
        picture.blit(_band(side, rng, down, width, (*tone, strength)), (0, 0))
    for count, size, tone in kind.specks:
        for _ in range(count):
            spot = pygame.Vector2(0.48 * math.sqrt(rng.random()), 0).rotate(rng.uniform(0, 360))
            reach = rng.uniform(0.5, 1.1) * size * side
            box = pygame.Rect(0, 0, reach * rng.uniform(1.0, 1.8) + 1, reach + 1)
            box.center = (round((spot.x + 0.5) * side), round((spot.y + 0.5) * side))
            pygame.draw.ellipse(picture, tone, box)
    if kind.eye is not None:
        _draw_eye(picture, kind.eye, kind.tall)
    turned = pygame.transform.rotate(picture, -turn)
    middle = turned.get_rect().center
    room = pygame.Rect(0, 0, side, side)
    room.center = middle
    face = pygame.Surface((side, side), pygame.SRCALPHA)
    face.fill(kind.colour)
    face.blit(turned, (-room.x, -room.y))
    return pygame.transform.smoothscale(face, (SIDE, SIDE))


def _band(
    side: int, rng: random.Random, down: float, width: float, colour: tuple[int, int, int, int]
) -> pygame.Surface:
    """Render a band across, bent as layers in a stone are."""
    layer = theme.clear((side, side), colour)
    bow, lean = rng.uniform(0.02, 0.07), rng.uniform(-0.05, 0.05)
    upper, lower = [], []
    for step in range(25):
        across = step / 24
        y = 0.5 + down + bow * math.sin(math.pi * across) + lean * (across - 0.5)
        thick = width * (0.75 + 0.25 * math.sin(9 * across + 7 * down)) / 2
        upper.append((across * side, (y - thick) * side))
        lower.append((across * side, (y + thick) * side))
    pygame.draw.polygon(layer, colour, upper + lower[::-1])
    return layer


def _draw_eye(picture: pygame.Surface, tone: Tone, tall: float) -> None:
    """Draw the dark spot that a bean hung by, with its pale heart."""
    side = picture.width
    eye = pygame.Rect(0, 0, side * 0.26, side * 0.15)
    eye.center = (side // 2, round(side * (0.5 - tall * 0.36)))
    pygame.draw.ellipse(picture, tone, eye)
    heart = eye.scale_by(0.5, 0.34)
    pygame.draw.ellipse(picture, _CREAM, heart)


@lru_cache(maxsize=64)
def master(name: str, colour: int, turn: int) -> pygame.Surface:
    """Render a stone of a set, in one of its TURNS, in a square whose corners are transparent."""
    chosen = SETS[name]
    kind, rng = chosen.kinds[colour], random.Random(7 * colour + turn)
    degrees = (180 / TURNS) * turn + 23 * colour
    mask, picture = _mask(kind, degrees), _pattern(kind, rng, degrees)
    shift = SIDE // 9
    for reach, (x, y), shade in (
        (SIDE // 7, (-shift, -shift * 3 // 2), (24, 12, 6, chosen.shade)),
        (SIDE // 9, (shift // 2, shift), (255, 250, 240, 96)),
        (SIDE // 40, (-2, -3), (20, 10, 4, 130)),
    ):
        picture.blit(theme.inner_edge(mask, reach, (x, y), shade), (0, 0))
    light = theme.reflection(SIDE, chosen.spot, chosen.gloss, chosen.blur)
    at = (SIDE * 0.39, SIDE * 0.36)
    theme.stamp(picture, pygame.transform.rotate(light, 33), at)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture
