"""Tic-tac-toe as if drawn with a thick pen on a card, or with chalk on slate."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from kalahgui.games.game import Grid
from kalahgui.gui.paint import slabs, theme
from kalahgui.gui.paint.cache import kept

Point = tuple[float, float]
Stroke = Sequence[tuple[float, float, float]]  # across, down and the width of the pen there
Tone = tuple[int, int, int]

STEPS = 10

# Lengths as shares of the pitch, the distance between neighbouring squares.
_MARGIN = 0.34  # from the lines to the edge of the card
_MARK = 0.27  # half the size of a mark
_FINE = 4

# On slate everything is as light as in the dark theme, and chalk lighter.
_CHALK = replace(
    theme.PALETTES["slate"], accent=pygame.Color("#f0b35a"), other=pygame.Color("#a8c6d8")
)


class PenBoard:
    """Lay out and paint a grid of pen lines for rings and crosses; a ``card`` has names around.

    Where boards are of slate, so is the card.
    """

    def __init__(
        self,
        grid: Grid,
        rect: pygame.Rect,
        palette: theme.Palette = theme.PALETTES["paper"],
        *,
        card: bool = True,
    ) -> None:
        self.grid = grid
        self.rect = rect
        self.ground = palette
        self.palette = _CHALK if card and palette.board == "slate" else palette
        self.card = card
        margin = 2 * _MARGIN if card else 0.08
        wide, tall = grid.columns + margin, grid.rows + margin
        self.unit = max(8, int(min(rect.width / wide, rect.height / tall)))
        self._px = partial(theme.unit_px, self.unit)
        self.outline = pygame.Rect(0, 0, round(wide * self.unit), round(tall * self.unit))
        self.outline.center = self.rect.center
        size = (grid.columns * self.unit, grid.rows * self.unit)
        self._lines = pygame.Rect((0, 0), size)
        self._lines.center = self.outline.center

    # -- geometry

    def square_rect(self, cell: int) -> pygame.Rect:
        """Give the box of a square."""
        x, y = self.grid.places[cell]
        left, top = self._lines.topleft
        return pygame.Rect(left + x * self.unit, top + y * self.unit, self.unit, self.unit)

    def centre(self, cell: int) -> tuple[int, int]:
        """Give the middle of a square."""
        x, y = self.square_rect(cell).center
        return x, y

    def cell_at(self, point: Sequence[float]) -> int | None:
        """Find the square under a point."""
        x = int((point[0] - self._lines.left) // self.unit)
        y = int((point[1] - self._lines.top) // self.unit)
        return self.grid.cell_at(x, y)

    # -- painting

    def draw(
        self,
        surface: pygame.Surface,
        cells: Sequence[int],
        *,
        drawing: Mapping[int, tuple[int, float]] = {},
        line: tuple[int, ...] = (),
        ghost: tuple[int, int] | None = None,
        last: int | None = None,
        chosen: int | None = None,
        values: Mapping[int, tuple[str, bool]] = {},
        names: Grid | None = None,
    ) -> None:
        """Paint the card, its marks (0 none, 1 ring, 2 cross) and what is marked on it.

        ``drawing`` tells the side of a mark being drawn and how far it has come; ``line`` names
        the squares of a finished line.
        ``names`` has the names of columns and rows, by default those of the board's grid.
        """
        if self.card:
            self._draw_card(surface)
        if chosen is not None:
            self._choose(surface, chosen)
        ink = _tone(self.palette.ink)
        lines, margin = _grid_lines(self.grid.columns, self.grid.rows, self.unit, ink)
        surface.blit(lines, (self._lines.x - margin, self._lines.y - margin))
        if self.card:
            self._write_coordinates(surface, names or self.grid)
        for cell, held in enumerate(cells):
            if held and cell not in drawing:
                self._put(surface, cell, held - 1, STEPS)
        for cell, (side, progress) in drawing.items():
            self._put(surface, cell, side, round(STEPS * max(0.0, min(1.0, progress))))
        if ghost is not None:
            self._put(surface, ghost[0], ghost[1], STEPS, faint=True)
        if last is not None and last not in drawing:
            x, y = self.centre(last)
            away = round(self.unit * 0.385)
            at = (x + away, y + away)
            theme.draw_dot(surface, at, self._px(0.085), self.palette.accent)
        for cell, (words, best) in values.items():
            self._value(surface, cell, words, best, ghost is not None and ghost[0] == cell)
        if len(line) > 1:
            self._strike(surface, line)

    def _draw_card(self, surface: pygame.Surface) -> None:
        reach, radius = self._px(0.13), self._px(0.16)
        if self.palette is self.ground:
            card, shadow = self.palette.card, self.palette.shadow
            theme.draw_card(surface, self.outline, radius, card, shadow, reach)
        else:
            picture, margin = _tablet(self.outline.size, radius, self.unit, self.ground)
            corner = (self.outline.x - margin, self.outline.y - margin)
            surface.blit(picture, corner, special_flags=slabs.PREMULTIPLIED)

    def _put(
        self, surface: pygame.Surface, cell: int, side: int, step: int, faint: bool = False
    ) -> None:
        colour = _tone((self.palette.accent, self.palette.other)[side])
        picture = _mark(side, self.unit, cell % 4, step, colour)
        if faint:
            picture = _faint(side, self.unit, cell % 4, colour)
        theme.stamp(surface, picture, self.centre(cell))

    def _choose(self, surface: pygame.Surface, cell: int) -> None:
        box = self.square_rect(cell).inflate(-self._px(0.14), -self._px(0.14))
        ring = theme.outline(box.size, self._px(0.12), self._px(0.032), self.palette.accent)
        surface.blit(ring, box)

    def _write_coordinates(self, surface: pygame.Surface, names: Grid) -> None:
        size = max(10, min(self._px(0.095), round(self.rect.height / 38)))
        quiet = self.palette.quiet
        for column, label in enumerate(names.column_labels):
            x = self._lines.left + (column + 0.5) * self.unit
            point = (x, (self._lines.bottom + self.outline.bottom) / 2 + self._px(0.02))
            theme.write(surface, label, point, size, quiet, False, "center")
        for row, label in enumerate(names.row_labels):
            y = self._lines.top + (row + 0.5) * self.unit
            point = ((self._lines.left + self.outline.left) / 2 - self._px(0.02), y)
            theme.write(surface, label, point, size, quiet, False, "center")

    def _value(self, surface: pygame.Surface, cell: int, words: str, best: bool, low: bool) -> None:
        size = max(10, self._px(0.135))
        width = theme.font(size, True).size(words)[0] + self._px(0.12)
        pill = pygame.Rect(0, 0, max(self._px(0.44), width), self._px(0.235))
        pill.center = self.centre(cell)
        if low:
            pill.bottom = self.square_rect(cell).bottom - self._px(0.03)
        fill, colour = self.palette.raised, self.palette.ink
        if best:
            fill, colour = self.palette.best, self.palette.on_accent
        elif self.card:
            edge = pill.inflate(2, 2)
            surface.blit(theme.rounded(edge.size, edge.height // 2, self.palette.line), edge)
        theme.draw_pill(surface, words, pill, size, colour, fill)

    def _strike(self, surface: pygame.Surface, line: Sequence[int]) -> None:
        (x, y), (to_x, to_y) = self.centre(line[0]), self.centre(line[-1])
        picture = _struck((to_x - x, to_y - y), self.unit, _tone(self.palette.best))
        theme.stamp(surface, picture, ((x + to_x) // 2, (y + to_y) // 2))


@kept(2, slabs.SLAB_PARTS)
def _tablet(
    size: theme.Size, radius: int, unit: int, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the slate that chalk is drawn on, premultiplied, and its margin."""
    return slabs.slab(size, radius, unit * 0.8, palette)


def _pen(unit: int) -> float:
    """Give the width of the pen, which a small board needs thicker."""
    return unit * 0.075 + max(0.0, (120 - unit) / 45)


def _tone(colour: pygame.Color) -> Tone:
    return colour.r, colour.g, colour.b


# -- strokes


def _painted(size: tuple[int, int], strokes: Sequence[Stroke], colour: Tone) -> pygame.Surface:
    picture = theme.clear((size[0] * _FINE, size[1] * _FINE), colour)
    for stroke in strokes:
        large = [[_FINE * length for length in point] for point in stroke]
        for (*here, width), (*there, next_width) in itertools.pairwise(large):
            theme.stroke(picture, colour, here, there, width, next_width)
    return pygame.transform.smoothscale(picture, size)


def _straight(start: Point, end: Point, width: float, bow: float, rng: random.Random) -> Stroke:
    """Draw a line as a hand does: bowed a little, pressed harder at the start."""
    way = pygame.Vector2(end) - pygame.Vector2(start)
    across = way.rotate(90)
    lean, sway = rng.uniform(-1, 1), rng.uniform(-1, 1)
    points = []
    for i in range(25):
        share = i / 24
        off = bow * (lean * math.sin(math.pi * share) + 0.4 * sway * math.sin(5.5 * share))
        x, y = pygame.Vector2(start) + way * share + across * off
        points.append((x, y, width * _pressure(share)))
    return points


def _pressure(share: float) -> float:
    return 1.07 - 0.16 * share + 0.05 * math.sin(9 * share)


def _ring(middle: float, radius: float, width: float, rng: random.Random) -> Stroke:
    """Draw a ring anticlockwise from the top, not quite round and a little past its start."""
    start = math.radians(rng.uniform(-78, -58))
    swell, phase = rng.uniform(0.018, 0.04), rng.uniform(0, math.tau)
    points = []
    for i in range(65):
        share = i / 64
        angle = start - share * math.radians(372)
        reach = radius * (1 + swell * math.sin(2 * angle + phase) + 0.035 * (share - 0.5))
        x, y = middle + reach * math.cos(angle), middle + reach * math.sin(angle)
        points.append((x, y, width * _pressure(share)))
    return points


def _cross(middle: float, radius: float, width: float, rng: random.Random) -> list[Stroke]:
    def near(x: float, y: float) -> Point:
        wobble = radius * 0.07
        return (
            middle + radius * x + rng.uniform(-wobble, wobble),
            middle + radius * y + rng.uniform(-wobble, wobble),
        )

    return [
        _straight(near(-0.9, -0.92), near(0.9, 0.92), width, 0.035, rng),
        _straight(near(0.92, -0.92), near(-0.92, 0.9), width, 0.035, rng),
    ]


def _begun(strokes: Sequence[Stroke], share: float) -> list[Stroke]:
    """Cut strokes off where the pen is after a share of the way."""
    left = share * sum(len(stroke) for stroke in strokes)
    begun = []
    for stroke in strokes:
        points = stroke[: max(0, round(left))]
        left -= len(stroke)
        if len(points) > 1:
            begun.append(points)
    return begun


@kept(128)
def _mark(side: int, unit: int, hand: int, step: int, colour: Tone) -> pygame.Surface:
    """Render a mark as far as it is drawn; ``hand`` varies its shape."""
    rng = random.Random(10 * side + hand + 3)
    middle, radius, width = unit / 2, unit * _MARK, _pen(unit) * 1.18
    if side == 0:
        strokes: list[Stroke] = [_ring(middle, radius, width, rng)]
    else:
        strokes = _cross(middle, radius, width, rng)
    return _painted((unit, unit), _begun(strokes, step / STEPS), colour)


def mark(side: int, unit: int, palette: theme.Palette) -> pygame.Surface:
    """Return a side's mark by itself, so wide."""
    square = round(unit / (3.3 * _MARK))
    picture = _mark(side, square, 0, STEPS, _tone((palette.accent, palette.other)[side]))
    return picture.subsurface(pygame.Rect(0, 0, unit, unit).move([(square - unit) // 2] * 2))


@kept(16)
def _faint(side: int, unit: int, hand: int, colour: Tone) -> pygame.Surface:
    picture = _mark(side, unit, hand, STEPS, colour).copy()
    picture.fill((255, 255, 255, 92), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@kept(4)
def _grid_lines(columns: int, rows: int, unit: int, colour: Tone) -> tuple[pygame.Surface, int]:
    rng = random.Random(21)
    width = _pen(unit) * 0.92
    margin = math.ceil(width)
    reach = 2 * margin  # of a stroke to either side, with all its lean and bow
    high, wide = rows * unit, columns * unit
    over = unit * 0.03
    picture = theme.clear((wide + 2 * margin, high + 2 * margin), colour)
    for column in range(1, columns):
        lean = rng.uniform(-0.02, 0.02) * unit
        start, end = (reach + lean, margin + over), (reach - lean, margin + high - over)
        stroke = _straight(start, end, width, 0.011, rng)
        strip = _painted((2 * reach, picture.height), [stroke], colour)
        picture.blit(strip, (margin + column * unit - reach, 0))
    for row in range(1, rows):
        lean = rng.uniform(-0.02, 0.02) * unit
        start, end = (margin + over, reach + lean), (margin + wide - over, reach - lean)
        stroke = _straight(start, end, width, 0.011, rng)
        strip = _painted((picture.width, 2 * reach), [stroke], colour)
        picture.blit(strip, (0, margin + row * unit - reach))
    return picture, margin


@kept(2)
def _struck(way: tuple[int, int], unit: int, colour: Tone) -> pygame.Surface:
    longer = 1 + 0.72 * unit / max(1.0, math.hypot(*way))
    room = 2 * math.ceil(_pen(unit))
    width, height = (abs(round(length * longer)) + room for length in way)
    reach_x, reach_y = way[0] * longer / 2, way[1] * longer / 2
    stroke = _straight(
        (width / 2 - reach_x, height / 2 - reach_y),
        (width / 2 + reach_x, height / 2 + reach_y),
        _pen(unit),
        0.006,
        random.Random(5),
    )
    return _painted((width, height), [stroke], colour)
