"""Icons drawn by code: strokes on a grid of 24, four times too large, then scaled down."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from kalahgui.gui.kit.theme import Colour

Point = tuple[float, float]

_GRID = 24
_OVERSIZE = 4
_STROKE = 2.0


class _Pen:
    """Draw round-ended strokes in grid units."""

    def __init__(self, size: int, colour: tuple[int, int, int]) -> None:
        side = size * _OVERSIZE
        self._colour = colour
        self._unit = side / _GRID
        self.picture = pygame.Surface((side, side), pygame.SRCALPHA)
        # Transparent pixels carry the colour too, or scaling down would darken the edges.
        self.picture.fill((*colour, 0))

    def dot(self, centre: Point, radius: float) -> None:
        at = (centre[0] * self._unit, centre[1] * self._unit)
        pygame.draw.circle(self.picture, self._colour, at, radius * self._unit)

    def line(self, *points: Point, width: float = _STROKE) -> None:
        half = width / 2
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            length = math.hypot(to_x - x, to_y - y) or 1.0
            dx, dy = -(to_y - y) / length * half, (to_x - x) / length * half
            self._fill(
                [(x + dx, y + dy), (to_x + dx, to_y + dy), (to_x - dx, to_y - dy), (x - dx, y - dy)]
            )
        for point in points:
            self.dot(point, half)

    def shape(self, *points: Point, round_by: float = 0.9) -> None:
        """Fill a polygon with softened corners."""
        self._fill(points)
        self.line(*points, points[0], width=2 * round_by)

    def arc(self, centre: Point, radius: float, start: float, end: float) -> None:
        """Stroke an arc; degrees run clockwise from three o'clock."""
        self.line(*_along(centre, radius, start, end))

    def ring(self, centre: Point, radius: float) -> None:
        self.arc(centre, radius, 0, 360)

    def head(self, tip: Point, towards: float, size: float = 3.6) -> None:
        """Stroke an arrow head at a tip, pointing in a direction in degrees."""
        wings = [
            (
                tip[0] + size * math.cos(math.radians(towards + turn)),
                tip[1] + size * math.sin(math.radians(towards + turn)),
            )
            for turn in (138, -138)
        ]
        self.line(wings[0], tip, wings[1])

    def cut(self, draw: Callable[[_Pen], None]) -> None:
        """Take a drawing away again."""
        size = self.picture.get_width() // _OVERSIZE
        other = _Pen(size, (0, 0, 0))
        draw(other)
        self.picture.blit(other.picture, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)

    def _fill(self, points: Sequence[Point]) -> None:
        scaled = [(x * self._unit, y * self._unit) for x, y in points]
        pygame.draw.polygon(self.picture, self._colour, scaled)


def _along(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    steps = max(6, round(abs(end - start) / 6))
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def _home(pen: _Pen) -> None:
    pen.line((3.8, 11.4), (12, 4.2), (20.2, 11.4))
    pen.line((6, 10), (6, 19.6), (18, 19.6), (18, 10))
    pen.line((10, 19.4), (10, 14.2), (14, 14.2), (14, 19.4))


def _new(pen: _Pen) -> None:
    pen.line((12, 4.8), (12, 19.2))
    pen.line((4.8, 12), (19.2, 12))


def _undo(pen: _Pen) -> None:
    pen.line((4.8, 10), (14.2, 10), *_along((14.2, 14.3), 4.3, -90, 90), (10.5, 18.6))
    pen.head((4.6, 10), 180, 5.4)


def _redo(pen: _Pen) -> None:
    pen.line((19.2, 10), (9.8, 10), *_along((9.8, 14.3), 4.3, 270, 90), (13.5, 18.6))
    pen.head((19.4, 10), 0, 5.4)


def _flip(pen: _Pen) -> None:
    pen.line((7.4, 4.6), (7.4, 19.4))
    pen.head((7.4, 4.4), -90, 4.8)
    pen.line((16.6, 4.6), (16.6, 19.4))
    pen.head((16.6, 19.6), 90, 4.8)


def _swap(pen: _Pen) -> None:
    pen.line((4.6, 7.6), (19.2, 7.6))
    pen.head((19.6, 7.6), 0, 4.8)
    pen.line((4.8, 16.4), (19.4, 16.4))
    pen.head((4.4, 16.4), 180, 4.8)


def _hint(pen: _Pen) -> None:
    bulb = _along((12, 9), 5.9, 128, 412)
    pen.line((9.4, 16.2), *bulb, (14.6, 16.2), (9.4, 16.2))
    pen.line((9.6, 18.4), (14.4, 18.4), width=1.7)
    pen.line((10.8, 21), (13.2, 21), width=1.7)


def _eye(pen: _Pen) -> None:
    upper = [(2.6 + 18.8 * i / 24, 12 - 6.3 * math.sin(math.pi * i / 24)) for i in range(25)]
    lower = [(x, 24 - y) for x, y in upper]
    pen.line(*upper)
    pen.line(*lower)
    pen.ring((12, 12), 2.7)


def _tree(pen: _Pen) -> None:
    for x in (5, 12, 19):
        pen.line((12, 5), (x, 18.6), width=1.8)
    for centre in ((12, 5), (5, 18.6), (12, 18.6), (19, 18.6)):
        pen.cut(lambda other, at=centre: other.dot(at, 2.6))  # type: ignore[misc]
        pen.ring(centre, 2.3)


def _settings(pen: _Pen) -> None:
    for turn in range(0, 360, 45):
        across, down = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        pen.line((12 + 7 * across, 12 + 7 * down), (12 + 8.8 * across, 12 + 8.8 * down), width=3.2)
    pen.ring((12, 12), 6.2)
    pen.ring((12, 12), 2.2)


def _speaker(pen: _Pen) -> None:
    pen.shape((4.2, 9.8), (7, 9.8), (11.2, 6.2), (11.2, 17.8), (7, 14.2), (4.2, 14.2))


def _sound(pen: _Pen) -> None:
    _speaker(pen)
    pen.arc((11.6, 12), 4.2, -48, 48)
    pen.arc((11.6, 12), 8.0, -48, 48)


def _mute(pen: _Pen) -> None:
    _speaker(pen)
    pen.line((15.4, 9.4), (20.6, 14.6))
    pen.line((20.6, 9.4), (15.4, 14.6))


def _play(pen: _Pen) -> None:
    pen.shape((8, 5.8), (18.4, 12), (8, 18.2), round_by=1.3)


def _pause(pen: _Pen) -> None:
    pen.line((8.4, 6.6), (8.4, 17.4), width=3.4)
    pen.line((15.6, 6.6), (15.6, 17.4), width=3.4)


def _step(pen: _Pen) -> None:
    pen.shape((6.2, 6.4), (14.6, 12), (6.2, 17.6), round_by=1.2)
    pen.line((18.2, 6.2), (18.2, 17.8), width=2.4)


def _stop(pen: _Pen) -> None:
    pen.shape((7.2, 7.2), (16.8, 7.2), (16.8, 16.8), (7.2, 16.8), round_by=1.4)


def _fast(pen: _Pen) -> None:
    pen.shape((4.4, 7), (11, 12), (4.4, 17), round_by=1.1)
    pen.shape((13, 7), (19.6, 12), (13, 17), round_by=1.1)


def _replay(pen: _Pen) -> None:
    pen.arc((12, 12.2), 7.6, 202, 500)
    pen.line((4.4, 4.4), (4.4, 9.4), (9.4, 9.4))


def _again(pen: _Pen) -> None:
    pen.line((3.8, 18.6), (14, 18.6), *_along((14, 12), 6.6, 90, -180))
    pen.head((7.4, 13.4), 90, 4.4)


def _resign(pen: _Pen) -> None:
    pen.line((6.2, 3.8), (6.2, 20.6))
    pen.shape((6.8, 5.2), (18.2, 5.2), (15.4, 9.3), (18.2, 13.4), (6.8, 13.4), round_by=0.8)


def _person(pen: _Pen) -> None:
    pen.ring((12, 8), 3.7)
    pen.line((4.8, 19.8), *_along((12, 20.6), 7.2, 188, 352), (19.2, 19.8))


def _computer(pen: _Pen) -> None:
    pen.line((4, 5.2), (20, 5.2), (20, 15.8), (4, 15.8), (4, 5.2))
    pen.line((12, 16), (12, 19.6))
    pen.line((8.2, 19.8), (15.8, 19.8))


def _check(pen: _Pen) -> None:
    pen.line((5, 12.6), (10, 17.4), (19.2, 7), width=2.4)


def _close(pen: _Pen) -> None:
    pen.line((6, 6), (18, 18))
    pen.line((18, 6), (6, 18))


def _chevron_left(pen: _Pen) -> None:
    pen.line((14.8, 5.6), (8.4, 12), (14.8, 18.4))


def _chevron_right(pen: _Pen) -> None:
    pen.line((9.2, 5.6), (15.6, 12), (9.2, 18.4))


def _fullscreen(pen: _Pen) -> None:
    for x, y in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        across, down = 12 - 7.4 * x, 12 - 7.4 * y
        pen.line((across + 4.6 * x, down), (across, down), (across, down + 4.6 * y))


def _help(pen: _Pen) -> None:
    pen.line(*_along((12, 8.8), 4.4, 185, 400), (12.9, 13.3), (12, 15.2), width=2.2)
    pen.dot((12, 19.4), 1.4)


_DRAWINGS: dict[str, Callable[[_Pen], None]] = {
    "home": _home,
    "new": _new,
    "undo": _undo,
    "redo": _redo,
    "flip": _flip,
    "swap": _swap,
    "hint": _hint,
    "eye": _eye,
    "tree": _tree,
    "settings": _settings,
    "sound": _sound,
    "mute": _mute,
    "play": _play,
    "pause": _pause,
    "step": _step,
    "stop": _stop,
    "fast": _fast,
    "replay": _replay,
    "again": _again,
    "resign": _resign,
    "person": _person,
    "computer": _computer,
    "check": _check,
    "close": _close,
    "chevron_left": _chevron_left,
    "chevron_right": _chevron_right,
    "fullscreen": _fullscreen,
    "help": _help,
}
NAMES = tuple(_DRAWINGS)


@lru_cache(maxsize=256)
def _icon(name: str, size: int, colour: tuple[int, int, int]) -> pygame.Surface:
    pen = _Pen(size, colour)
    _DRAWINGS[name](pen)
    return pygame.transform.smoothscale(pen.picture, (size, size))


def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Render an icon of a name in a colour."""
    c = pygame.Color(colour)
    return _icon(name, size, (c.r, c.g, c.b))


def clear() -> None:
    """Empty the cache, after a change of size or theme."""
    _icon.cache_clear()
