"""A won game is celebrated: the game's own pieces fly up, off everything that is written."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pygame

SECONDS = 1.5
_SHORTEST, _LONGEST = 0.6, 1.1  # seconds in the air
_MOST, _TRIES = 80, 800
_SAMPLES = 10
_APPEAR, _VANISH = 0.12, 0.25  # seconds, in which a piece grows and shrinks
_STEP = 3  # units of the layout: pieces grow by so much, so that few sizes are painted
_KINDS = 6  # of pieces

# Draws a piece by its number, so large.
Piece = Callable[[int, int], pygame.Surface]


class Flight(NamedTuple):
    """The way of one piece: where, when and how fast it sets out, and when it is gone."""

    x: float
    y: float
    across: float
    up: float
    begin: float
    end: float
    size: int

    def at(self, seconds: float, gravity: float) -> tuple[float, float]:
        """Return where the piece is so many seconds after the beginning."""
        t = seconds - self.begin
        return self.x + self.across * t, self.y - self.up * t + gravity * t * t / 2


class Celebration:
    """Pieces that fly for SECONDS inside an area and never over what is to be ``kept_off``."""

    def __init__(
        self, area: pygame.Rect, kept_off: Sequence[pygame.Rect], unit: float, piece: Piece
    ) -> None:
        """Choose the flights, always the same ones; ``unit`` is the layout's in pixels."""
        self._area = area
        self._kept_off = list(kept_off)
        self._unit = unit
        self._piece = piece
        self._gravity = 620 * unit
        self._step = max(2, round(_STEP * unit))
        self._pictures: dict[tuple[int, int], pygame.Surface] = {}
        chance = random.Random(41)
        flights = (self._flight(chance) for _ in range(_TRIES))
        self._flights = [flight for flight in flights if self._is_free(flight)][:_MOST]

    def _flight(self, chance: random.Random) -> Flight:
        area, unit = self._area, self._unit
        begin = chance.uniform(0, SECONDS - _SHORTEST) ** 2 / (SECONDS - _SHORTEST)
        return Flight(
            chance.uniform(area.left, area.right),
            chance.uniform(area.top + area.height / 4, area.bottom),
            chance.uniform(-110, 110) * unit,
            chance.uniform(60, 480) * unit,
            begin,
            min(SECONDS, begin + chance.uniform(_SHORTEST, _LONGEST)),
            max(4, round(chance.uniform(12, 24) * unit)),
        )

    def _is_free(self, flight: Flight) -> bool:
        """Tell whether a piece stays in the area, and off what it may not cover."""
        for step in range(_SAMPLES + 1):
            seconds = flight.begin + (flight.end - flight.begin) * step / _SAMPLES
            # Between two samples a piece goes about as far as it is wide.
            rect = _around(flight.at(seconds, self._gravity), 3 * flight.size)
            if not self._area.contains(rect) or rect.collidelist(self._kept_off) != -1:
                return False
        return True

    def places(self, seconds: float) -> Iterator[tuple[int, pygame.Rect]]:
        """Yield the pieces that are seen now: their numbers and boxes."""
        for number, flight in enumerate(self._flights):
            share = min(1.0, (seconds - flight.begin) / _APPEAR, (flight.end - seconds) / _VANISH)
            if share > 0:
                size = max(1, round(flight.size * share / self._step)) * self._step
                yield number, _around(flight.at(seconds, self._gravity), size)

    def draw(self, surface: pygame.Surface, seconds: float) -> None:
        """Draw the pieces as they fly so many seconds after the beginning."""
        for number, rect in self.places(seconds):
            key = number % _KINDS, rect.width
            if key not in self._pictures:
                self._pictures[key] = self._piece(*key)
            surface.blit(self._pictures[key], rect)


def _around(point: tuple[float, float], size: int) -> pygame.Rect:
    rect = pygame.Rect(0, 0, size, size)
    rect.center = round(point[0]), round(point[1])
    return rect
