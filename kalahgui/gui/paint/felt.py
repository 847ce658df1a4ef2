"""The Reversi board: squares sunk into a frame in its own shape, and the marks on them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

import pygame

from kalahgui.games.game import Grid
from kalahgui.gui.paint import discs, outlined, slabs, theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.materials import MATERIALS, cloth, plank

Place = tuple[int, int]
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED

# Lengths as shares of the pitch, the distance between neighbouring squares.
BORDER = 0.115  # the frame beyond the outermost squares
_GAP = 0.05

CHALK = (241, 250, 245)
_DOT_ON_WHITE = pygame.Color("#ae5a08")


@kept(8)
def _dot(size: int, white: bool, palette: theme.Palette) -> pygame.Surface:
    colour = _DOT_ON_WHITE if white and not palette.patterned else palette.lit
    rim = max(1, round(size * 0.12))
    picture = theme.rounded((size + 2 * rim,) * 2, size, (60, 30, 8, 110)).copy()
    picture.blit(theme.rounded((size, size), size, colour), (rim, rim))
    return picture


@kept(8)
def _dashes(size: int, width: int) -> pygame.Surface:
    count = 22 if size > 44 else 16
    radius, colour = size / 2 - width, (*CHALK, 175)
    return theme.render_dashes(size, width, colour, radius, count, share=0.46, dots=9, fine=4)


@kept(1)
def _outlined(spots: tuple[Place, ...], unit: int) -> pygame.Surface:
    """Render the board's outline in white: outer corners rounded, inner ones filled a little."""
    border, radius = round(unit * BORDER), max(1, round(unit * 0.19))
    there = set(spots)
    size = tuple((max(spot[axis] for spot in spots) + 1) * unit + 2 * border for axis in (0, 1))
    mask = theme.clear(size)
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
    corner = (
        corner[0] - (radius if way[0] < 0 else 0),
        corner[1] - (radius if way[1] < 0 else 0),
    )
    mask.blit(piece, corner)


@kept(4)
def _shades(side: int, unit: int, board: str) -> tuple[pygame.Surface, pygame.Surface]:
    """Render what light does to a square sunk into the frame, and the square's mask."""
    px = partial(theme.unit_px, unit)
    mask = theme.render_rounded((side, side), px(0.075), "white")
    shades = pygame.Surface((side, side), pygame.SRCALPHA).premul_alpha()
    edges = (
        (px(0.13), (px(0.02), px(0.05))),
        (px(0.03), (px(0.006), px(0.018))),
        (px(0.035), (-px(0.008), -px(0.016))),
    )
    for (reach, shift), colour in zip(edges, MATERIALS[board].sunk, strict=True):
        shade = theme.inner_edge(mask, reach, shift, colour).premul_alpha()
        shades.blit(shade, (0, 0), special_flags=PREMULTIPLIED)
    return shades, mask


def _square(unit: int, marked: bool, rng: random.Random, board: str) -> pygame.Surface:
    side = unit - max(2, round(_GAP * unit))
    shades, mask = _shades(side, unit, board)
    sheet = cloth(board, max(64, 2 * unit))
    room = sheet.get_width() - side
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    picture.blit(sheet, (-rng.randrange(room + 1), -rng.randrange(room + 1)))
    picture.fill(MATERIALS[board].squares[marked], special_flags=pygame.BLEND_RGB_MULT)
    picture.blit(shades, (0, 0), special_flags=PREMULTIPLIED)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture.premul_alpha()


@kept(4)
def square(unit: int, board: str) -> pygame.Surface:
    """Render one square by itself, premultiplied."""
    return _square(unit, False, random.Random(3), board)


@kept(2)
def _diamond(unit: int) -> pygame.Surface:
    fine, reach = 4, unit * 0.072
    side = round(reach * 2) + 2
    mark = theme.clear((side * fine, side * fine), CHALK)
    c, r = side * fine / 2, reach * fine
    points = [(c, c - r), (c + r, c), (c, c + r), (c - r, c)]
    pygame.draw.polygon(mark, (*CHALK, 62), points)
    return pygame.transform.smoothscale(mark, (side, side))


@kept(1)
def _frame(spots: tuple[Place, ...], unit: int, board: str) -> pygame.Surface:
    """Render the frame under the squares with its worn, lit edges, premultiplied."""
    px, shape, material = partial(theme.unit_px, unit), (_outlined, (spots, unit)), MATERIALS[board]

    def layers() -> Iterator[tuple[pygame.Surface, int]]:
        yield slabs.edge(shape, px(0.06), (0, -px(0.035)), material.lower), 0
        yield slabs.edge(shape, px(0.03), (px(0.012), px(0.028)), (*material.upper, 110)), 0

    return slabs.faced(board, _outlined(spots, unit), unit, layers())


@kept(1)
def _ground(
    spots: tuple[Place, ...], unit: int, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the board's shadow and its side seen from above, premultiplied, with a margin."""
    px = partial(theme.unit_px, unit)
    drops = px(0.045) + px(0.09), px(0.045) + px(0.02), px(0.045)
    material, shape, reaches = (
        MATERIALS[palette.board],
        (_outlined, (spots, unit)),
        (px(0.16), px(0.04)),
    )
    side, near = (*material.sides[1], 255), (*material.near, 115)
    return slabs.ground_below(shape, palette, reaches, drops, side, near)


@kept(6, (plank, _outlined, slabs.edge, _frame, slabs.shadow, _ground))
def _board(
    spots: tuple[Place, ...], corners: tuple[int, ...], unit: int, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the empty board, premultiplied, and the margin of its shadow."""
    if palette.patterned:
        frame, margin = _outlined(spots, unit).copy(), 0
        frame.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        picture = frame.premul_alpha()
    else:
        ground, margin = _ground(spots, unit, palette)
        picture = slabs.laid_on(ground, _frame(spots, unit, palette.board))
    rng, gap = random.Random(3), max(2, round(_GAP * unit))
    inset = margin + round(unit * BORDER) + gap // 2
    for cell, (x, y) in enumerate(spots):
        marked = cell in corners
        field = (
            outlined.square(unit - gap, unit, marked=marked)
            if palette.patterned
            else _square(unit, marked, rng, palette.board)
        )
        corner = (inset + x * unit, inset + y * unit)
        picture.blit(field, corner, special_flags=PREMULTIPLIED)
    return picture, margin


# Lengths as shares of the pitch, the distance between neighbouring squares.
_COORDINATES = 0.40  # the room for letters and numbers
_FOOT = 0.10  # the room for the frame's thickness and shadow
_DISC = 0.75
_RING = 0.86
_MARK = 0.77
_STABLE = 0.46

_INK = pygame.Color("#12281f")
_BAD_CHALK = (255, 184, 158)
_BLACK_INK = pygame.Color("#f4f0e8")


def tag_of(palette: theme.Palette) -> theme.Colour:
    """Return the ground of what squares are called."""
    # The lines of marked squares show on any ground but black.
    return (0, 0, 0) if palette.patterned else MATERIALS[palette.board].tag


class FeltBoard:
    """Lay out and paint a board of squares for black and white discs.

    ``coordinates=False`` gives the room of the letters and numbers around it to the board.
    """

    def __init__(
        self,
        grid: Grid,
        rect: pygame.Rect,
        palette: theme.Palette = theme.PALETTES["paper"],
        *,
        coordinates: bool = True,
    ) -> None:
        self.grid = grid
        self.rect = pygame.Rect(rect)
        self.palette = palette
        self.coordinates = coordinates
        side = _COORDINATES if coordinates else 0.0
        wide = grid.columns + 2 * BORDER + side
        tall = grid.rows + 2 * BORDER + max(side, _FOOT)
        self.unit = max(6, int(min(rect.width / wide, rect.height / tall)))
        self._px = partial(theme.unit_px, self.unit)
        self.diameter = max(3, round(self.unit * _DISC))
        border = round(self.unit * BORDER)
        self._corner = (
            round(self.rect.centerx - (wide * self.unit / 2 - side * self.unit)) + border,
            round(self.rect.centery - tall * self.unit / 2) + border,
        )
        self.outline = pygame.Rect(
            self._corner, (grid.columns * self.unit, grid.rows * self.unit)
        ).inflate(2 * border, 2 * border)
        self._centres = [self._measure(square).center for square in grid.places]
        self._key = (tuple(grid.places), grid.corners, self.unit, palette)

    # -- geometry

    def _measure(self, spot: Place) -> pygame.Rect:
        left, top = self._corner
        x, y = spot
        return pygame.Rect(left + x * self.unit, top + y * self.unit, self.unit, self.unit)

    def centre(self, cell: int) -> tuple[int, int]:
        """Give the middle of a square."""
        return self._centres[cell]

    def square_rect(self, cell: int) -> pygame.Rect:
        """Give the box of a square with its share of the frame."""
        return self._measure(self.grid.places[cell])

    def cell_at(self, point: Sequence[float]) -> int | None:
        """Find the square under a point."""
        x = int((point[0] - self._corner[0]) // self.unit)
        y = int((point[1] - self._corner[1]) // self.unit)
        return self.grid.cell_at(x, y)

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
        come; ``ghost`` is a cell and a side; ``labels`` are what the squares are called;
        ``weights`` stand in the squares' corners, and ``stable`` discs are ringed.
        ``names`` has the names of columns and rows that stand around the board.
        """
        picture, margin = _board(*self._key)
        corner = (self.outline.x - margin, self.outline.y - margin)
        surface.blit(picture, corner, special_flags=PREMULTIPLIED)
        for cell in self.grid.corners:
            # Below a value the mark would shine through.
            if cell not in values and not labels:
                theme.stamp(surface, _diamond(self.unit), self._centres[cell])
        if self.coordinates and names is not None:
            self._write_coordinates(surface, names)
        if chosen is not None:
            self._choose(surface, chosen)
        self._mark(surface, legal, ghost, values)
        self._lay(surface, cells, placing, turning)
        if weights:
            self._write_weights(surface, weights)
        for cell in stable:
            if cells[cell] and cell not in placing and cell not in turning:
                colour = (_BLACK_INK, _INK)[cells[cell] - 1]
                self._ring(surface, cell, _STABLE, 0.03, colour)
        for cell in would_turn:
            self._ring(surface, cell, _RING, 0.034, self.palette.lit)
        if last is not None and last not in placing:
            dot = _dot(self._px(0.125), cells[last] == 2, self.palette)
            theme.stamp(surface, dot, self._centres[last])
        for cell, (words, best) in values.items():
            self._value(surface, cell, words, best, ghost)
        if labels:
            self._label_squares(surface, labels)
        for cell, (side, progress) in (*turning.items(), *placing.items()):
            pieces = self.palette.pieces
            if cell in placing:
                sprite = discs.landing(side, self.diameter, progress, pieces)
            else:
                sprite = discs.turning(1 - side, self.diameter, progress, pieces)
            self._blit(surface, sprite, cell)

    def _blit(self, surface: pygame.Surface, sprite: pygame.Surface, cell: int) -> None:
        theme.stamp(surface, sprite, self._centres[cell], flags=PREMULTIPLIED)

    def _lay(
        self,
        surface: pygame.Surface,
        cells: Sequence[int],
        placing: Mapping[int, tuple[int, float]],
        turning: Mapping[int, tuple[int, float]],
    ) -> None:
        sprites = [discs.resting(side, self.diameter, self.palette.pieces) for side in (0, 1)]
        half = sprites[0].get_width() // 2
        resting = [
            (sprites[held - 1], (x - half, y - half))
            for cell, (held, (x, y)) in enumerate(zip(cells, self._centres, strict=True))
            if held and cell not in placing and cell not in turning
        ]
        surface.fblits(resting, PREMULTIPLIED)

    def _write_coordinates(self, surface: pygame.Surface, names: Grid) -> None:
        size = max(10, min(self._px(0.17), round(self.rect.height / 38)))
        if size > self.unit:
            return  # they would lie on one another
        away = self._px(_COORDINATES * 0.60)
        ink = self.palette.ink  # the board's shadow lies below it
        for column, label in enumerate(names.column_labels):
            x = self._measure((column, 0)).centerx
            point = (x, self.outline.bottom + away + self._px(0.03))
            theme.write(surface, label, point, size, ink, True, "center")
        for row, label in enumerate(names.row_labels):
            y = self._measure((0, row)).centery
            theme.write(surface, label, (self.outline.left - away, y), size, ink, True, "center")

    def _label_squares(self, surface: pygame.Surface, labels: Sequence[str]) -> None:
        """Write what squares are called in their corners, on a ground of their own above discs."""
        size, away = max(9, self._px(0.17)), self.unit * 0.47
        for label, (x, y) in zip(labels, self._centres, strict=True):
            pill = self._pill(label, size)
            pill.topleft = (round(x - away), round(y - away))
            theme.draw_pill(surface, label, pill, size, CHALK, tag_of(self.palette), bold=False)

    def _write_weights(self, surface: pygame.Surface, weights: Sequence[int]) -> None:
        size = max(9, self._px(0.15))
        away = self.unit * 0.46
        for weight, (x, y) in zip(weights, self._centres, strict=True):
            words = str(weight) if weight >= 0 else f"\u2212{-weight}"
            colour = _BAD_CHALK if weight < 0 else CHALK
            pill = self._pill(words, size)
            pill.bottomright = (round(x + away), round(y + away))
            theme.draw_pill(
                surface, words, pill, size, colour, MATERIALS[self.palette.board].tag, bold=False
            )

    def _pill(self, words: str, size: int) -> pygame.Rect:
        width = theme.text(words, size, CHALK).get_width()
        return pygame.Rect(0, 0, width + self._px(0.09), round(size * 1.1))

    def _ring(
        self, surface: pygame.Surface, cell: int, size: float, width: float, colour: theme.Colour
    ) -> None:
        sizes = self._px(size), self._px(width)
        theme.draw_ring(surface, self._centres[cell], *sizes, colour)

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
                theme.stamp(surface, _dashes(size, self._px(0.022)), self._centres[cell])
        for cell, (_, best) in values.items():
            if best and cell != under_hand:
                strength = 255 if self.palette.patterned else 128
                theme.draw_dot(surface, self._centres[cell], size, (*CHALK, strength))
                self._ring(surface, cell, _MARK, 0.024, (*CHALK, 235))
        if ghost is not None:
            picture = discs.ghost(ghost[1], self.diameter, self.palette.pieces)
            self._blit(surface, picture, ghost[0])
            strength = 235 if ghost[0] in values else 190
            self._ring(surface, ghost[0], _MARK, 0.024, (*CHALK, strength))

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
