"""The Reversi board: felt squares on a walnut frame in its own shape, and the marks on them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

import pygame

from kalahgui.games.game import Grid
from kalahgui.gui.paint import discs, outlined, theme, wood
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
def _dot(size: int, palette: theme.Palette) -> pygame.Surface:
    """Render the dot on the last disc, with an edge that shows on black and on white."""
    rim = max(1, round(size * 0.12))
    picture = theme.rounded((size + 2 * rim,) * 2, size, (60, 30, 8, 110)).copy()
    picture.blit(theme.rounded((size, size), size, palette.accent), (rim, rim))
    return picture


@kept(8)
def _dashes(size: int, width: int) -> pygame.Surface:
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
def _board(
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


# Lengths as shares of the pitch, the distance between neighbouring squares.
_COORDINATES = 0.40  # the room for letters and numbers
_FOOT = 0.10  # the room for the frame's thickness and shadow
_DISC = 0.75
_RING = 0.86
_MARK = 0.77
_STABLE = 0.46

_INK = pygame.Color("#12281f")
_BAD_CHALK = (255, 184, 158)
_WEIGHT_PILL = (20, 62, 44, 235)
_BLACK_INK = pygame.Color("#f4f0e8")


class FeltBoard:
    """Lay out and paint a board of squares for black and white discs.

    ``turned`` shows it from the other side, ``numbers`` writes the number of every empty square
    instead of the letters and numbers around the board, ``coordinates=False`` gives their room
    to the board.
    """

    def __init__(
        self,
        grid: Grid,
        rect: pygame.Rect,
        palette: theme.Palette = theme.PALETTES["paper"],
        turned: bool = False,
        *,
        numbers: bool = False,
        coordinates: bool = True,
    ) -> None:
        self.grid = grid
        self.rect = pygame.Rect(rect)
        self.palette = palette
        self.turned = turned
        self.numbers = numbers
        self.coordinates = coordinates
        side = _COORDINATES if coordinates else 0.0
        wide = grid.columns + 2 * BORDER + side
        tall = grid.rows + 2 * BORDER + max(side, _FOOT)
        self.unit = max(6, int(min(rect.width / wide, rect.height / tall)))
        self._px = partial(theme.part, self.unit)
        self.diameter = max(3, round(self.unit * _DISC))
        border = round(self.unit * BORDER)
        self._corner = (
            round(self.rect.centerx - (wide * self.unit / 2 - side * self.unit)) + border,
            round(self.rect.centery - tall * self.unit / 2) + border,
        )
        self.outline = pygame.Rect(
            self._corner, (grid.columns * self.unit, grid.rows * self.unit)
        ).inflate(2 * border, 2 * border)
        self._spots = tuple(self._spot(*place) for place in grid.places)
        self._cells = {spot: cell for cell, spot in enumerate(self._spots)}
        self._centres = [self._measure(spot).center for spot in self._spots]
        self._key = (self._spots, grid.corners, self.unit, palette)

    # -- geometry

    def _spot(self, column: int, row: int) -> Place:
        if self.turned:
            return self.grid.columns - 1 - column, self.grid.rows - 1 - row
        return column, row

    def _measure(self, spot: Place) -> pygame.Rect:
        left, top = self._corner
        x, y = spot
        return pygame.Rect(left + x * self.unit, top + y * self.unit, self.unit, self.unit)

    def centre(self, cell: int) -> tuple[int, int]:
        """Give the middle of a square."""
        return self._centres[cell]

    def square_rect(self, cell: int) -> pygame.Rect:
        """Give the box of a square with its share of the frame."""
        return self._measure(self._spots[cell])

    def cell_at(self, point: Sequence[float]) -> int | None:
        """Find the square under a point."""
        x = int((point[0] - self._corner[0]) // self.unit)
        y = int((point[1] - self._corner[1]) // self.unit)
        return self._cells.get((x, y))

    # -- painting

    def draw(
        self,
        surface: pygame.Surface,
        cells: Sequence[int],
        *,
        placing: Mapping[int, tuple[int, float]] = {},
        turning: Mapping[int, tuple[int, float]] = {},
        legal: Collection[int] = (),
        would_turn: Collection[int] = (),
        ghost: tuple[int, int] | None = None,
        last: int | None = None,
        chosen: int | None = None,
        values: Mapping[int, tuple[str, bool]] = {},
        labels: Sequence[str] = (),
        weights: Sequence[int] = (),
        stable: Collection[int] = (),
        names: Grid | None = None,
    ) -> None:
        """Paint the board, its discs (0 none, 1 black, 2 white) and what is marked on it.

        ``placing`` and ``turning`` tell the side a disc belongs to in the end and how far it has
        come; ``ghost`` is a cell and a side; ``labels`` replaces the squares' own numbers;
        ``weights`` stand in the squares' corners, and ``stable`` discs are ringed.
        ``names`` has the names of columns and rows, by default those of the board's grid.
        """
        picture, margin = _board(*self._key)
        corner = (self.outline.x - margin, self.outline.y - margin)
        surface.blit(picture, corner, special_flags=PREMULTIPLIED)
        if self.numbers or labels:
            self._number_squares(surface, cells, labels or [str(move) for move in self.grid.moves])
        if self.coordinates:
            self._write_coordinates(surface, names or self.grid)
        if chosen is not None:
            self._choose(surface, chosen)
        self._mark(surface, legal, ghost, values)
        self._lay(surface, cells, placing, turning)
        if weights:
            self._write_weights(surface, weights)
        for cell in stable:
            if cells[cell] and cell not in placing and cell not in turning:
                self._ring_stable(surface, cell, cells[cell] - 1)
        for cell in would_turn:
            size = self._px(_RING)
            ring = theme.outline((size, size), size // 2, self._px(0.034), self.palette.lit)
            surface.blit(ring, ring.get_rect(center=self._centres[cell]))
        if last is not None and last not in placing:
            dot = _dot(self._px(0.125), self.palette)
            surface.blit(dot, dot.get_rect(center=self._centres[last]))
        for cell, (words, best) in values.items():
            self._value(surface, cell, words, best, ghost)
        for cell, (side, progress) in (*turning.items(), *placing.items()):
            patterned = self.palette.patterned
            if cell in placing:
                sprite = discs.landing(side, self.diameter, progress, patterned)
            else:
                sprite = discs.turning(1 - side, self.diameter, progress, patterned)
            self._blit(surface, sprite, cell)

    def _blit(self, surface: pygame.Surface, sprite: pygame.Surface, cell: int) -> None:
        place = sprite.get_rect(center=self._centres[cell])
        surface.blit(sprite, place, special_flags=PREMULTIPLIED)

    def _lay(
        self,
        surface: pygame.Surface,
        cells: Sequence[int],
        placing: Mapping[int, tuple[int, float]],
        turning: Mapping[int, tuple[int, float]],
    ) -> None:
        sprites = [discs.resting(side, self.diameter, self.palette.patterned) for side in (0, 1)]
        half = sprites[0].get_width() // 2
        resting = [
            (sprites[held - 1], (x - half, y - half))
            for cell, (held, (x, y)) in enumerate(zip(cells, self._centres, strict=True))
            if held and cell not in placing and cell not in turning
        ]
        surface.fblits(resting, PREMULTIPLIED)

    def _write_coordinates(self, surface: pygame.Surface, names: Grid) -> None:
        size = max(10, min(self._px(0.17), round(self.rect.height / 38)))
        away = self._px(_COORDINATES * 0.60)
        quiet = self.palette.quiet
        for column, label in enumerate(names.column_labels):
            x = self._measure(self._spot(column, 0)).centerx
            point = (x, self.outline.bottom + away + self._px(0.03))
            theme.write(surface, label, point, size, quiet, True, "center")
        for row, label in enumerate(names.row_labels):
            y = self._measure(self._spot(0, row)).centery
            theme.write(surface, label, (self.outline.left - away, y), size, quiet, True, "center")

    def _number_squares(
        self, surface: pygame.Surface, cells: Sequence[int], labels: Sequence[str]
    ) -> None:
        size = max(9, self._px(0.135))
        for label, held, (x, y) in zip(labels, cells, self._centres, strict=True):
            if not held:
                corner = (x - self.unit * 0.44, y - self.unit * 0.475)
                theme.write(surface, label, corner, size, CHALK)

    def _write_weights(self, surface: pygame.Surface, weights: Sequence[int]) -> None:
        size = max(9, self._px(0.15))
        away = self.unit * 0.46
        for weight, (x, y) in zip(weights, self._centres, strict=True):
            words = str(weight) if weight >= 0 else f"\u2212{-weight}"
            colour = _BAD_CHALK if weight < 0 else CHALK
            width = theme.text(words, size, colour).get_width()
            pill = pygame.Rect(0, 0, width + self._px(0.09), round(size * 1.1))
            pill.bottomright = (round(x + away), round(y + away))
            surface.blit(theme.rounded(pill.size, pill.height // 2, _WEIGHT_PILL), pill)
            theme.write(surface, words, pill.center, size, colour, anchor="center")

    def _ring_stable(self, surface: pygame.Surface, cell: int, side: int) -> None:
        size = self._px(_STABLE)
        ring = theme.outline((size, size), size // 2, self._px(0.03), (_BLACK_INK, _INK)[side])
        surface.blit(ring, ring.get_rect(center=self._centres[cell]))

    def _choose(self, surface: pygame.Surface, cell: int) -> None:
        square = self.square_rect(cell)
        for grow, width, colour in (
            (0.06, 0.085, (24, 10, 2, 150)),
            (0.04, 0.05, self.palette.lit),
        ):
            box = square.inflate(self._px(grow), self._px(grow))
            surface.blit(theme.outline(box.size, self._px(0.11), self._px(width), colour), box)

    def _mark(
        self,
        surface: pygame.Surface,
        legal: Collection[int],
        ghost: tuple[int, int] | None,
        values: Mapping[int, tuple[str, bool]],
    ) -> None:
        size = self._px(_MARK)
        under_hand = ghost[0] if ghost else None
        for cell in legal:
            if cell != under_hand and not values.get(cell, ("", False))[1]:
                ring = _dashes(size, self._px(0.022))
                surface.blit(ring, ring.get_rect(center=self._centres[cell]))
        for cell, (_, best) in values.items():
            if best and cell != under_hand:
                strength = 255 if self.palette.patterned else 128
                filled = theme.rounded((size, size), size, (*CHALK, strength))
                surface.blit(filled, filled.get_rect(center=self._centres[cell]))
                self._chalk_ring(surface, cell, 235)
        if ghost is not None:
            self._blit(
                surface, discs.ghost(ghost[1], self.diameter, self.palette.patterned), ghost[0]
            )
            self._chalk_ring(surface, ghost[0], 235 if ghost[0] in values else 130)

    def _chalk_ring(self, surface: pygame.Surface, cell: int, strength: int) -> None:
        size = self._px(_MARK)
        ring = theme.outline((size, size), size // 2, self._px(0.024), (*CHALK, strength))
        surface.blit(ring, ring.get_rect(center=self._centres[cell]))

    def _value(
        self,
        surface: pygame.Surface,
        cell: int,
        words: str,
        best: bool,
        ghost: tuple[int, int] | None,
    ) -> None:
        colour: theme.Colour = _INK if best else CHALK
        if ghost is not None and ghost[0] == cell:
            colour = (_BLACK_INK, _INK)[ghost[1]]
        size = max(9, self._px(0.22 if len(words) < 4 else 0.19))
        theme.write(surface, words, self._centres[cell], size, colour, True, "center")
