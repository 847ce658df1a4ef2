"""The Reversi board: felt squares on a walnut frame in the board's own shape."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

import pygame

from kalahgui.games.game import Grid
from kalahgui.gui.paint import discs, felt_pictures, theme
from kalahgui.gui.paint.felt_pictures import BORDER, CHALK, PREMULTIPLIED, Place

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
        picture, margin = felt_pictures.board(*self._key)
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
            dot = felt_pictures.dot(self._px(0.125), self.palette)
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
                ring = felt_pictures.dashes(size, self._px(0.022))
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
