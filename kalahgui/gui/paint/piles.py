"""Settled places for stones: spread out first, then piling up."""

from __future__ import annotations

import math
import random
from functools import lru_cache

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
    """Move one stone away from those that crowd it."""
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
    """Bring a point back inside a stadium."""
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


@lru_cache(maxsize=256)
def pile(half_width: float, half_height: float, seed: int) -> Pile:
    """Share the pile of one cell between all boards of its shape."""
    return Pile(half_width, half_height, seed)
