"""Stones: rendered once large, then scaled down and kept; and how they lie in a pile."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import pygame

from kalahgui.gui.paint import natural, outlined, theme
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
    base = GLASS[colour_index]
    deep = _deep(base)
    light = base.lerp("white", 0.30)
    picture = pygame.Surface((_MASTER, _MASTER), pygame.SRCALPHA)
    picture.fill(deep)

    def tone(share: float) -> pygame.Color:
        # The rim is widest away from the light.
        if share > 0.62:
            return base.lerp(deep, min(1.0, ((share - 0.62) / 0.38) ** 1.25))
        return light.lerp(base, (share / 0.62) ** 0.9)

    theme.lit_from(picture, _LIGHT, tone)
    _glow(picture, base)
    _highlight(picture)
    return picture


def _glow(picture: pygame.Surface, base: pygame.Color) -> None:
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
    size = _MASTER
    for spot, strength, blur in (((0.46, 0.34), 105, 0.07), ((0.27, 0.165), 225, 0.016)):
        layer = pygame.transform.rotate(theme.reflection(size, spot, strength, blur), 33)
        theme.stamp(picture, layer, (size * 0.345, size * 0.285))


def kinds(pieces: str) -> int:
    """Return how many kinds of stones a set has, those of one colour COLOURS apart."""
    return COLOURS * natural.TURNS if pieces in natural.SETS else COLOURS


@kept(256)
def stone(kind: int, diameter: int, pieces: str = theme.GLASS) -> pygame.Surface:
    """Render a stone of a set at a diameter: a colour of glass, or what stands for it."""
    turn, colour = divmod(kind, COLOURS)
    if pieces == theme.PATTERNED:
        return outlined.stone(colour, diameter)
    if pieces in natural.SETS:
        picture = natural.master(pieces, colour, turn)
        return pygame.transform.smoothscale(picture, (diameter, diameter))
    picture = pygame.transform.smoothscale(_master(colour), (diameter, diameter))
    mask = theme.round_mask(_MASTER, _MASTER / 2)
    mask = pygame.transform.smoothscale(mask, (diameter, diameter))
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def cast(diameter: int, lift: float) -> pygame.Surface:
    """Return the shadow of a stone; ``lift`` says how high it is in the air, from 0 to 1."""
    return _cast(diameter, round(lift * _HEIGHTS))


@kept(64)
def _cast(diameter: int, height: int) -> pygame.Surface:
    """Render a shadow that gets wider, softer and weaker the higher its stone is."""
    lift = height / _HEIGHTS
    wide = round(diameter * (1 + 0.3 * lift))
    reach = max(1, round(diameter * (0.13 + 0.22 * lift)))
    return theme.soft_shadow((wide, wide), wide, reach, (*SHADE, round(175 - 45 * lift)))


@kept(128)
def resting(kind: int, diameter: int, pieces: str = theme.GLASS) -> pygame.Surface:
    """Render a stone with the shadow and tinted light it casts where it lies, premultiplied."""
    picture = stone(kind, diameter, pieces)
    if pieces == theme.PATTERNED:
        return picture.premul_alpha()
    dark = cast(diameter, 0)
    layers = [(dark, (0.07, 0.13))]
    if pieces in natural.SETS:
        layers = [
            (theme.cast(picture, max(1, round(diameter * 0.11)), (*SHADE, 190)), (0.06, 0.11))
        ]
    else:
        tint, small = GLASS[kind % COLOURS], round(diameter * 0.5)
        colour, reach = (tint.r, tint.g, tint.b, 70), max(1, round(diameter * 0.12))
        layers.append((theme.soft_shadow((small, small), small, reach, colour), (0.18, 0.24)))
    side = dark.get_width() + 2 * round(diameter * 0.14)
    centre = side / 2
    canvas = pygame.Surface((side, side), pygame.SRCALPHA).premul_alpha()
    for part, shift in (*layers, (picture, (0.0, 0.0))):
        x, y = (round(centre + share * diameter) for share in shift)
        theme.stamp(canvas, part.premul_alpha(), (x, y), flags=pygame.BLEND_PREMULTIPLIED)
    return canvas


Spot = tuple[float, float]

_ROOMY = 1.13  # stones nearer than this (in diameters) push each other apart
_PACKING = 0.62  # the share of a layer's area that its stones cover
_SHRINK = 0.13
_LIFT = 0.07


class Pile:
    """Find places inside an upright stadium; lengths are in stone diameters.

    The half width and half height bound the centres of the stones, not their edges.
    A place never depends on how many stones come after it.

    >>> pile = Pile(1.2, 1.2, seed=3)
    >>> first = pile.place(0)
    >>> _ = pile.place(40)
    >>> pile.place(0) == first
    True
    """

    def __init__(self, half_width: float, half_height: float, seed: int) -> None:
        self._half = (half_width, half_height)
        self._random = random.Random(seed)
        self._places: list[Spot] = []
        self._layers = 0

    def place(self, slot: int) -> Spot:
        """Give the place of a slot, from the middle of the cell."""
        while len(self._places) <= slot:
            self._add_layer()
        return self._places[slot]

    def _add_layer(self) -> None:
        # Higher layers draw in, and lie a little further up, as a heap seen from the south.
        keep = max(0.55, 1 - _SHRINK * self._layers)
        lift = min(self._layers * _LIFT, self._half[0] * 0.4)
        radius = self._half[0] * keep
        straight = max(0.0, self._half[1] - self._half[0]) * (1 - (1 - keep) * 0.3)
        spots = _in_order(self._spread(radius, straight))
        self._places += [(x, y - lift) for x, y in spots]
        self._layers += 1

    def _spread(self, radius: float, straight: float) -> list[Spot]:
        """Throw a layer of stones down and let them push each other apart."""
        reach = radius + 0.5
        area = math.pi * reach * reach + 4 * reach * straight
        count = max(3, int(area * _PACKING / (math.pi / 4)))
        rng = self._random
        spots = [
            (rng.uniform(-radius, radius), rng.uniform(-straight - radius, straight + radius))
            for _ in range(count)
        ]
        for _ in range(24):
            spots = [_confine(*_pushed(i, spots), radius, straight) for i in range(count)]
        return spots


def _pushed(index: int, spots: list[Spot]) -> Spot:
    x, y = spots[index]
    to_x, to_y = x, y
    for other, (a, b) in enumerate(spots):
        dx, dy = x - a, y - b
        if other == index or abs(dx) > _ROOMY or abs(dy) > _ROOMY:
            continue
        distance = math.hypot(dx, dy)
        if 1e-6 < distance < _ROOMY:
            push = (_ROOMY - distance) * 0.36 / distance
            to_x += dx * push
            to_y += dy * push
    return to_x, to_y


def _confine(x: float, y: float, radius: float, straight: float) -> Spot:
    axis = max(-straight, min(straight, y))
    distance = math.hypot(x, y - axis)
    if distance <= radius:
        return x, y
    return x * radius / distance, axis + (y - axis) * radius / distance


def _in_order(spots: list[Spot]) -> list[Spot]:
    """Order places so that each is as far as can be from those before it."""
    left = sorted(spots, key=lambda spot: math.hypot(*spot))
    order = [left.pop(0)]
    while left:
        best = max(left, key=lambda s: min(math.hypot(s[0] - x, s[1] - y) for x, y in order))
        left.remove(best)
        order.append(best)
    return order


# All boards of a shape share the pile of a cell.
pile = lru_cache(maxsize=256)(Pile)
