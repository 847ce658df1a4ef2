"""Arrows over a board: where stones go, and what is taken."""

from __future__ import annotations

import itertools
import math

import pygame

from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour, clear

_FINE = 3
_BEND = 0.1  # of the way, sideways
_STEPS, _DENSE = 60, 6
_HEAD = 2.6  # widths of the shaft
_EDGE = 0.35  # of the width, around the arrow


def draw_arrow(
    surface: pygame.Surface,
    start: tuple[int, int],
    end: tuple[int, int],
    width: int,
    colour: Colour,
    edge: Colour,
) -> None:
    """Draw a bent arrow from a point to another one."""
    if math.dist(start, end) < 2 * width:
        return
    vector = (end[0] - start[0], end[1] - start[1])
    picture, at = _arrow(vector, width, colour, edge)
    surface.blit(picture, (start[0] - at[0], start[1] - at[1]))


@kept(32)
def _arrow(
    vector: tuple[int, int], width: int, colour: Colour, edge: Colour
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Render an arrow, and return the point of the picture that it begins at."""
    way = pygame.Vector2(vector)
    side = pygame.Vector2(way.y, -way.x) * _BEND
    if side.y > 0:  # bent upwards, whichever way it goes
        side = -side
    control = way / 2 + side * 2
    margin = round((_HEAD + 1) * width)
    least = [round(min(0, vector[i], (way / 2 + side)[i])) - margin for i in (0, 1)]
    most = [round(max(0, vector[i], (way / 2 + side)[i])) + margin for i in (0, 1)]
    size = (most[0] - least[0], most[1] - least[1])
    picture = clear([each * _FINE for each in size], edge)
    points = [
        _bezier(control, way, step / _STEPS) - pygame.Vector2(least) for step in range(_STEPS + 1)
    ]
    tip, back = points[-1], (points[-1] - points[-8]).normalize()
    head = _HEAD * width
    while len(points) > 2 and points[-1].distance_to(tip) < head * 0.6:
        points.pop()
    for ink, wider in ((edge, _EDGE * width), (colour, 0.0)):
        for point, following in itertools.pairwise(points):
            for part in range(_DENSE):
                spot = point.lerp(following, part / _DENSE) * _FINE
                pygame.draw.circle(picture, ink, spot, (width / 2 + wider) * _FINE)
        across = pygame.Vector2(-back.y, back.x) * (head * 0.62 + wider)
        base = tip - back * (head + wider)
        corners = [tip + back * wider * 1.6, base + across, base - across]
        pygame.draw.polygon(picture, ink, [corner * _FINE for corner in corners])
    return pygame.transform.smoothscale(picture, size), (-least[0], -least[1])


def _bezier(control: pygame.Vector2, end: pygame.Vector2, share: float) -> pygame.Vector2:
    return control * (2 * share * (1 - share)) + end * (share * share)
