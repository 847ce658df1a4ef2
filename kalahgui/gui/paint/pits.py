"""The Kalah board: where everything lies, and how it is painted."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import slabs, stones, theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.materials import MATERIALS

COUNT_INK = pygame.Color("#f6e7d0")
_PILL = 120  # how much of the board a pill hides, of 255
_TRACE, _PATTERNED_TRACE = (255, 232, 190), (255, 230, 0)

# The disc with a player's initial and the room for a name, as shares of the pitch.
_DISC, _ROOM = 0.30, 0.70
_LEAST = 11  # pixels; a name in smaller letters gives way to its initial


def count_pill(palette: theme.Palette) -> tuple[int, int, int, int]:
    """Return the colour of the pills on a board."""
    return (*MATERIALS[palette.board].pill, _PILL)


@kept(16)
def dashes(size: int, width: int, colour: tuple[int, int, int, int]) -> pygame.Surface:
    """Render the dashed ring around a pit that was emptied."""
    radius = (size - width) / 2
    return theme.render_dashes(size, width, colour, radius, 18, share=0.55, dots=13, fine=3)


def _pill_sizes(name: str, unit: float) -> tuple[int, int, int, int]:
    """Return the letters of a name, its dot, the gap around, and the width of all."""
    disc = round(unit * _DISC)
    size, dot, gap = round(disc * 0.40), round(disc * 0.36), round(disc * 0.22)
    words = theme.text(name, max(1, size), COUNT_INK, True)
    return size, dot, gap, dot + words.get_width() + 3 * gap


def have_room(names: Sequence[str], unit: float) -> bool:
    """Tell whether the names of both players can stand at their stores."""
    sizes = [_pill_sizes(name, unit) for name in names]
    return all(size >= _LEAST and width <= unit * _ROOM for size, *_, width in sizes)


@kept(8)
def owner_picture(
    name: str, side: int, unit: float, palette: theme.Palette, *, whole: bool
) -> pygame.Surface:
    """Render a player's colour and ``whole`` name on a pill, or the initial alone."""
    colour = (palette.accent, palette.other)[side]
    disc = round(unit * _DISC)
    if whole:
        size, dot, gap, width = _pill_sizes(name, unit)
        pill = pygame.Surface((width, round(disc * 0.72)), pygame.SRCALPHA)
        height = pill.get_height()
        pill.blit(theme.rounded(pill.get_size(), height // 2, count_pill(palette)), (0, 0))
        pill.blit(theme.rounded((dot, dot), dot // 2, colour), (gap, (height - dot) // 2))
        at = (dot + 2 * gap, height * 0.46)
        theme.write(pill, name, at, size, COUNT_INK, True, "midleft")
        return pill
    pill = theme.rounded((disc, disc), disc // 2, colour).copy()
    middle = (disc / 2, disc / 2)
    letter = max(9, round(disc * 0.48))
    # On the smallest boards the colour alone says whose store it is.
    if theme.text(name[:1].upper(), letter, palette.on_accent, True).get_height() <= disc:
        theme.write(pill, name[:1].upper(), middle, letter, palette.on_accent, True, "center")
    return pill


Box = tuple[int, int, int, int]

# Lengths as shares of the pitch, the distance between neighbouring pits.
_ENDS = 2.12  # both stores with their margins
_LOWEST, _TALLEST = 3.6, 4.05
_NARROWEST = 4.7
_PIT_RADIUS = 0.45
_STONE = 0.25
_STORE_WIDTH, _STORE_HEIGHT = 0.78, 0.63  # the height as a share of the board's
_CORNER = 0.28  # of the board's height
_ROW = 0.205  # of the board's height, from the middle
_NUMBER = (0.39, 0.46)  # a pit's number, across and down from the pit's middle
_LETTER, _LEAST_LETTER = 0.15, 9  # of a number; the least in pixels, farther from its pit
_OWNER = (0.06, 0.21)  # whose a store is, inwards and down from the store's lower end

NUMBER_INK = (246, 231, 208, 235)
_LIT_RIM = (255, 214, 160, 165)
TRACES = (215, 95)  # how strong the last sowing is marked, and the earlier ones of its turn


def _mixed_colours() -> list[int]:
    # Every run of twelve holds each colour twice: varied, but never mostly one colour.
    rng = random.Random(4)
    return [c for _ in range(12) for c in rng.sample([*range(stones.COLOURS)] * 2, k=12)]


_STONE_COLOURS = _mixed_colours()


def stone_colour(stone: int) -> int:
    """Give the colour that a stone keeps for the whole game.

    >>> sorted({stone_colour(i) for i in range(12)})
    [0, 1, 2, 3, 4, 5]
    """
    return _STONE_COLOURS[stone % len(_STONE_COLOURS)]


def stone_kind(stone: int, pieces: str) -> int:
    """Give the kind of a stone in a set: its colour, and how it lies.

    >>> stone_kind(7, "seeds") % stones.COLOURS == stone_colour(7)
    True
    """
    return stone_colour(stone) + stones.COLOURS * (stone % (stones.kinds(pieces) // stones.COLOURS))


class PitsBoard:
    """Lay out and paint a board of 1 to 8 pits a side.

    Cells count the first player's pits in sowing order, then that player's store,
    then the second player's in the same way.
    """

    def __init__(
        self,
        pits: int,
        rect: pygame.Rect,
        south: int = 0,
        palette: theme.Palette = theme.PALETTES["paper"],
    ) -> None:
        self.pits = pits
        self.south = south
        self.palette = palette
        wide = max(pits + _ENDS, _NARROWEST)
        self.unit = max(4.0, min(rect.width / wide, rect.height / _LOWEST))
        self._px = partial(theme.unit_px, self.unit)
        height = min(rect.height, round(self.unit * _TALLEST))
        self.outline = pygame.Rect(0, 0, round(self.unit * wide), height)
        self.outline.center = rect.center
        self.radius = round(self.unit * _PIT_RADIUS)
        self.stone_diameter = max(3, round(self.unit * _STONE))
        self.rects = [self._measure(cell) for cell in range(2 * pits + 2)]
        left, top = self.outline.topleft
        self._places: dict[tuple[int, int], tuple[int, int]] = {}
        self._holes = tuple((r.x - left, r.y - top, r.width, r.height) for r in self.rects)

    # -- geometry

    def _side(self, cell: int) -> tuple[int, int]:
        """Split a cell into its side and its number on that side."""
        return divmod(cell, self.pits + 1)

    def is_store(self, cell: int) -> bool:
        """Tell whether a cell is a store."""
        return self._side(cell)[1] == self.pits

    def is_south(self, cell: int) -> bool:
        """Tell whether a cell belongs to the side shown at the bottom."""
        return self._side(cell)[0] == self.south

    def _measure(self, cell: int) -> pygame.Rect:
        middle = self.outline.center
        side, number = self._side(cell)
        way = 1 if side == self.south else -1
        if number == self.pits:
            size = (self._px(_STORE_WIDTH), round(self.outline.height * _STORE_HEIGHT))
            reach = self.outline.width / 2 - self._px(0.23) - size[0] / 2
            rect = pygame.Rect((0, 0), size)
            rect.center = (round(middle[0] + way * reach), middle[1] + self._px(0.06))
            return rect
        spread = min(1.16, (self.outline.width / self.unit - _ENDS) / self.pits)
        across = way * (number - (self.pits - 1) / 2) * self.unit * spread
        down = way * self.outline.height * _ROW
        rect = pygame.Rect(0, 0, 2 * self.radius, 2 * self.radius)
        rect.center = (round(middle[0] + across), round(middle[1] + down))
        return rect

    def centre(self, cell: int) -> tuple[int, int]:
        """Give the middle of a cell."""
        x, y = self.rects[cell].center
        return x, y

    def cell_at(self, point: Sequence[float]) -> int | None:
        """Find the cell under a point, with a little tolerance around it."""
        tolerance = self.unit * 0.04
        for cell, rect in enumerate(self.rects):
            radius = rect.width / 2
            straight = rect.height / 2 - radius
            x, y = point[0] - rect.centerx, point[1] - rect.centery
            if math.hypot(x, max(0.0, abs(y) - straight)) <= radius + tolerance:
                return cell
        return None

    def count_place(self, cell: int) -> tuple[int, int]:
        """Give the middle of a cell's count."""
        rect = self.rects[cell]
        if self.is_store(cell):
            return rect.centerx, rect.top - self._px(0.22)
        south = self.is_south(cell)
        gap = self.outline.bottom - rect.bottom if south else rect.top - self.outline.top
        # Nearer the pit than the edge, so that count and pit are read together.
        distance = min(round(gap * 0.52), self._px(0.40))
        return rect.centerx, rect.bottom + distance if south else rect.top - distance

    def owner_place(self, side: int) -> tuple[int, int]:
        """Give the middle of what says whose a store is."""
        rect = self.rects[side * (self.pits + 1) + self.pits]
        way = 1 if rect.centerx < self.outline.centerx else -1
        inwards, down = (round(share * self.unit) for share in _OWNER)
        return rect.centerx + way * inwards, rect.bottom + down

    def number_place(self, cell: int) -> tuple[int, int]:
        """Give the middle of a pit's number: outside the rim, at its owner's left hand."""
        x, y = self.centre(cell)
        way = 1 if self.is_south(cell) else -1
        farther = (self._number_size - self._px(_LETTER)) // 2
        across, down = (round(share * self.unit) + farther for share in _NUMBER)
        return x - way * across, y + way * down

    @property
    def _number_size(self) -> int:
        return max(_LEAST_LETTER, self._px(_LETTER))

    @property
    def written(self) -> list[pygame.Rect]:
        """Return the rectangles of the counts, the pits' numbers and the names at the stores."""
        side = self._px(0.5)
        cells = range(len(self.rects))
        middles = [self.count_place(cell) for cell in cells]
        middles += [self.number_place(cell) for cell in cells if not self.is_store(cell)]
        rects = [pygame.Rect(x - side // 2, y - side // 2, side, side) for x, y in middles]
        wide = self._px(_ROOM + 0.1)
        owners = [self.owner_place(side) for side in (0, 1)]
        return rects + [pygame.Rect(x - wide // 2, y - side // 2, wide, side) for x, y in owners]

    def ring_place(self, cell: int) -> tuple[pygame.Rect, int]:
        """Give the box of a ring around a cell, and how round its corners are."""
        rect = self.rects[cell].inflate(self._px(0.1), self._px(0.1))
        return rect, rect.width // 2

    def place(self, cell: int, slot: int) -> tuple[int, int]:
        """Give the settled place of a slot in a cell."""
        if (cell, slot) not in self._places:
            self._places[cell, slot] = self._settle(cell, slot)
        return self._places[cell, slot]

    def _settle(self, cell: int, slot: int) -> tuple[int, int]:
        rect = self.rects[cell]
        room = _STONE + 0.045
        across = round((rect.width / self.unit - room) / 2 / _STONE, 1)
        along = round((rect.height / self.unit - room) / 2 / _STONE, 1)
        x, y = stones.pile(across, along, cell).place(slot)
        scale = _STONE * self.unit
        return round(rect.centerx + x * scale), round(rect.centery + y * scale)

    # -- painting

    def draw(
        self,
        surface: pygame.Surface,
        stones_in: Sequence[Sequence[int]],
        *,
        flying: Sequence[tuple[int, float, float, float]] = (),
        counts: Sequence[int] | None = None,
        rings: Mapping[int, pygame.Color] | None = None,
        lit: Collection[int] = (),
        labels: Mapping[int, str] | None = None,
        owners: Sequence[str] = (),
        emptied: Sequence[int] = (),
        landed: int | None = None,
        turned: bool = False,
    ) -> None:
        """Paint the board with its stones; counts None counts them, () hides counts.

        ``labels`` are the numbers of pits, ``owners`` the names of both sides.
        ``emptied`` are the pits sown in the last turn and ``landed`` is where its last stone fell.
        ``turned`` writes the north side's figures for a reader who sits there.
        """
        picture, margin = _static(self.outline.size, self.unit, self._holes, self.palette)
        corner = (self.outline.x - margin, self.outline.y - margin)
        surface.blit(picture, corner, special_flags=slabs.PREMULTIPLIED)
        for cell in lit:
            self._ring(surface, cell, self._px(0.02), _LIT_RIM, 0.0)
        surface.fblits(list(self._resting(stones_in)), slabs.PREMULTIPLIED)
        self._trace(surface, emptied, landed)
        for cell, colour in (rings or {}).items():
            self._ring(surface, cell, self._px(0.028), colour, 0.035)
        if counts is None:
            counts = [len(held) for held in stones_in]
        for cell, count in enumerate(counts):
            self._count(surface, cell, count, turned and not self.is_south(cell))
        for cell, words in (labels or {}).items():
            picture = theme.text(words, self._number_size, NUMBER_INK)
            if turned and not self.is_south(cell):
                picture = pygame.transform.rotate(picture, 180)
            theme.stamp(surface, picture, self.number_place(cell))
        whole = have_room(owners, self.unit)
        for side, name in enumerate(owners):
            self._owner(surface, side, name, turned, whole=whole)
        if not self.palette.patterned:
            self._cast(surface, flying)
        for stone, x, y, lift in flying:
            self._fly(surface, stone, x, y, lift)

    @property
    def trace_colour(self) -> tuple[int, int, int]:
        """Return the colour in which the last turn is marked."""
        return _PATTERNED_TRACE if self.palette.patterned else _TRACE

    def _trace(self, surface: pygame.Surface, emptied: Sequence[int], landed: int | None) -> None:
        """Mark the last turn: dashes around the pits it emptied, a ring where it ended."""
        trace = self.trace_colour
        if landed is not None:
            self._ring(surface, landed, self._px(0.024), (*trace, TRACES[0]), 0.03)
        size = 2 * (self.radius + self._px(0.03) + self._px(0.024))
        # A pit that was emptied twice is marked for the last time alone.
        strengths = dict.fromkeys(emptied[:-1], TRACES[1]) | dict.fromkeys(emptied[-1:], TRACES[0])
        for cell, strength in strengths.items():
            if cell != landed:
                ring = dashes(size, self._px(0.024), (*trace, strength))
                theme.stamp(surface, ring, self.centre(cell))

    def _owner(
        self, surface: pygame.Surface, side: int, name: str, turned: bool, *, whole: bool
    ) -> None:
        picture = owner_picture(name, side, self.unit, self.palette, whole=whole)
        if turned and side != self.south:
            picture = pygame.transform.rotate(picture, 180)
        theme.stamp(surface, picture, self.owner_place(side))

    def _resting(
        self, stones_in: Sequence[Sequence[int]]
    ) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        diameter = self.stone_diameter
        pieces = self.palette.pieces
        sprites = [stones.resting(kind, diameter, pieces) for kind in range(stones.kinds(pieces))]
        half = sprites[0].get_width() // 2
        for cell, held in enumerate(stones_in):
            for slot, stone in enumerate(held):
                x, y = self.place(cell, slot)
                yield sprites[stone_kind(stone, pieces)], (x - half, y - half)

    def _count(self, surface: pygame.Surface, cell: int, count: int, turned: bool) -> None:
        share = 1.16 if self.is_store(cell) else 1.0
        pill = pygame.Rect(0, 0, self._px(0.37 * share), self._px(0.23 * share))
        pill.center = self.count_place(cell)
        surface.blit(theme.rounded(pill.size, pill.height // 2, count_pill(self.palette)), pill)
        size = self._px(0.16 * share)
        if turned:
            number = pygame.transform.rotate(theme.text(str(count), size, COUNT_INK, True), 180)
            surface.blit(number, number.get_rect(center=pill.center))
        else:
            theme.write(surface, str(count), pill.center, size, COUNT_INK, True, "center")

    def _ring(
        self, surface: pygame.Surface, cell: int, width: int, colour: theme.Colour, away: float
    ) -> None:
        grow = 2 * (round(away * self.unit) + width)
        rect = self.rects[cell].inflate(grow, grow)
        surface.blit(theme.outline(rect.size, rect.width // 2, width, colour), rect)

    def _cast(
        self, surface: pygame.Surface, flying: Sequence[tuple[int, float, float, float]]
    ) -> None:
        """Lay one shadow under all stones in the air: where theirs meet, they are no darker."""
        size = self.stone_diameter
        shadows = []
        for _, x, y, lift in flying:
            dark = stones.cast(size, lift)
            fall = (round(x + size * (0.07 + 0.35 * lift)), round(y + size * (0.13 + 0.9 * lift)))
            shadows.append((dark, dark.get_rect(center=fall)))
        if not shadows:
            return
        bounds = shadows[0][1].unionall([rect for _, rect in shadows[1:]])
        layer = theme.clear(bounds.size, stones.SHADE)
        for dark, rect in shadows:
            rect = rect.move(-bounds.x, -bounds.y)
            layer.blit(dark, rect, special_flags=pygame.BLEND_RGBA_MAX)
        surface.blit(layer, bounds)

    def _fly(self, surface: pygame.Surface, stone: int, x: float, y: float, lift: float) -> None:
        size = round(self.stone_diameter * (1 + 0.18 * lift))
        pieces = self.palette.pieces
        picture = stones.stone(stone_kind(stone, pieces), size, pieces)
        surface.blit(picture, picture.get_rect(center=(round(x), round(y))))

    def label(
        self,
        surface: pygame.Surface,
        cell: int,
        words: str,
        colour: theme.Colour,
        background: theme.Colour,
    ) -> pygame.Rect:
        """Paint a small pill with a value between a pit and the middle of the board."""
        rect = self.rects[cell]
        size = max(9, self._px(0.138))
        height = self._px(0.205)
        width = max(self._px(0.45), theme.text(words, size, colour, True).get_width() + height)
        gap = self._px(0.19)
        inwards = rect.top - gap if self.is_south(cell) else rect.bottom + gap
        pill = pygame.Rect(0, 0, width, height)
        pill.center = (rect.centerx, inwards)
        theme.draw_pill(surface, words, pill, size, colour, background)
        return pill


@kept(6, slabs.SLAB_PARTS)
def _static(
    size: tuple[int, int], unit: float, holes: tuple[Box, ...], palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the empty board, shared by all boards of the same measures."""
    picture, margin = slabs.slab(size, round(size[1] * _CORNER), unit, palette)
    for x, y, width, height in holes:
        hole, rim = slabs.hollow((width, height), width // 2, unit, palette)
        corner = (x + margin - rim, y + margin - rim)
        picture.blit(hole, corner, special_flags=slabs.PREMULTIPLIED)
    return picture, margin
