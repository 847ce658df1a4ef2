"""Marks of moves on a board: rings around cells, badges of what a move was called, and arrows."""

from __future__ import annotations

import itertools
import math

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour, Palette, clear, icon
from kalahgui.review.review_rows import MARKS

CHECKED = "best"

_RINGS = {
    "strong": pygame.Color("#7fd1b9"),
    CHECKED: pygame.Color("#7fd1b9"),
    "dubious": pygame.Color("#f0b35a"),
    "mistake": pygame.Color("#f0785a"),
    "blunder": pygame.Color("#f0785a"),
}
_PLAIN_RING = pygame.Color("#f2e6d2")

_FINE = 3
_LEAST_BADGE = 15  # pixels


def has_badge(kind: str) -> bool:
    """Tell whether there is a badge for what a move was called."""
    return kind == CHECKED or kind in MARKS


def badge_colour(kind: str, palette: Palette) -> pygame.Color:
    """Return the colour of a badge: of good moves, of doubtful ones or of mistakes."""
    if kind in ("strong", CHECKED):
        return palette.best
    return palette.accent if kind == "dubious" else palette.bad


def ring_colour(kind: str) -> pygame.Color:
    """Return the colour of the ring around the move that was played, bright on wood and felt."""
    return _RINGS.get(kind, _PLAIN_RING)


def draw_badge(
    surface: pygame.Surface,
    centre: tuple[int, int],
    size: int,
    kind: str,
    palette: Palette,
) -> None:
    """Draw the badge of a kind as a disc of so many pixels."""
    size = max(_LEAST_BADGE, size)
    theme.draw_dot(surface, centre, size, badge_colour(kind, palette))
    if kind == CHECKED:
        theme.stamp(surface, icon("check", max(8, round(size * 0.7)), palette.on_accent), centre)
    else:
        letters = round(size * (0.66 if len(MARKS[kind]) == 1 else 0.54))
        theme.write(surface, MARKS[kind], centre, letters, palette.on_accent, True, "center")


def draw_ring(
    surface: pygame.Surface,
    rect: pygame.Rect,
    radius: int,
    width: int,
    colour: pygame.Color,
    dashed: bool,
) -> None:
    """Draw a ring, whole or dashed, along the inner edge of a rounded rectangle."""
    if dashed:
        radius = min(radius, rect.width // 2, rect.height // 2)
        surface.blit(_dashed(rect.size, radius, width, colour), rect)
    else:
        surface.blit(theme.outline(rect.size, radius, width, colour), rect)


@kept(8)
def _dashed(size: tuple[int, int], radius: int, width: int, colour: Colour) -> pygame.Surface:
    picture = clear([side * _FINE for side in size], colour)
    half = width / 2
    path = _Edge(size[0] - width, size[1] - width, max(0.0, radius - half))
    count = max(8, round(path.length / (width * 5.5)))
    step = path.length / count
    steps = max(2, math.ceil(0.5 * step * _FINE / max(1.0, half)))
    for dash in range(count):
        for part in range(steps + 1):
            x, y = path.at(step * (dash + 0.55 * part / steps))
            spot = ((x + half) * _FINE, (y + half) * _FINE)
            pygame.draw.circle(picture, colour, spot, half * _FINE)
    return pygame.transform.smoothscale(picture, size)


class _Edge:
    """The way around a rounded rectangle, from the end of its top left corner."""

    def __init__(self, width: float, height: float, radius: float) -> None:
        self._sides = (width - 2 * radius, height - 2 * radius)
        self._radius = radius
        self._size = (width, height)
        self.length = 2 * sum(self._sides) + 2 * math.pi * radius

    def at(self, way: float) -> tuple[float, float]:
        radius, (width, height) = self._radius, self._size
        corners = (
            (width - radius, radius),
            (width - radius, height - radius),
            (radius, height - radius),
            (radius, radius),
        )
        quarter = math.pi * radius / 2
        way %= self.length
        for turn, (x, y) in enumerate(corners):
            straight = self._sides[turn % 2]
            # Each side ends above its corner, seen along the way.
            along = pygame.Vector2(1, 0).rotate(90 * turn)
            out = pygame.Vector2(0, -radius).rotate(90 * turn)
            if way <= straight:
                point = pygame.Vector2(x, y) + out - along * (straight - way)
                return point.x, point.y
            way -= straight
            if way <= quarter:
                point = pygame.Vector2(x, y) + out.rotate(90 * way / quarter)
                return point.x, point.y
            way -= quarter
        return radius, 0.0


# Of arrows, which show where stones go and what is taken.
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
    picture = clear([length * _FINE for length in size], edge)
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
