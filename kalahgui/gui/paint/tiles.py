"""The game of Eight: number tiles, the sum written out and a row of hollows it fills."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

import pygame

from kalahgui.games.game import Numbers
from kalahgui.gui.paint import slabs, stones, theme
from kalahgui.gui.paint.cache import kept

PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED

# Lengths as shares of the unit, the height of a tile.
_TILE = 0.86  # the width
_SPACE = 0.26  # between tiles
_HOLE = 0.40  # the pitch of the hollows
_RADIUS = 0.14
_TALL = 2.80
_SUM_ROW, _HOLLOW_ROW, _TILE_ROW = 0.18, 0.76, 2.04
_PRESS = 0.05
_DEPTHS = 4
# Pixels: a smaller sum cannot be read, and in a smaller unit the numbers below it have no room.
_SMALLEST_SUM, _SMALLEST_BRACKETED = 6, 36

_AMBER, _BLUE = 1, 0  # the glass of the first and of the second player
_CREAM = pygame.Color("#f6e3c5")
_CARVED = (40, 18, 6, 170)
_WARM_GREY = (152, 132, 112, 150)  # of a number that must not be named


class NumberTiles:
    """Lay out and paint the numbers that may be named and the sum they make."""

    def __init__(
        self,
        numbers: Numbers,
        rect: pygame.Rect,
        palette: theme.Palette = theme.PALETTES["paper"],
    ) -> None:
        self.numbers = numbers
        self.palette = palette
        row = numbers.highest * (_TILE + _SPACE) - _SPACE
        # A sum that overshoots lies beside the plank, so both sides keep room for it.
        self._holes = numbers.goal * _HOLE + 0.24
        wide = max(row + 0.3, self._holes + 2 * _HOLE * (numbers.highest - 1) + 0.3)
        self.unit = max(12, int(min(rect.width / wide, rect.height / _TALL)))
        self._px = partial(theme.unit_px, self.unit)
        self.outline = pygame.Rect(0, 0, round(wide * self.unit), round(_TALL * self.unit))
        self.outline.center = rect.center
        self._tiles = {n: self._measure(n, row) for n in range(1, numbers.highest + 1)}

    # -- geometry

    def _measure(self, number: int, row: float) -> pygame.Rect:
        tile = pygame.Rect(0, 0, self._px(_TILE), self._px(1.0))
        across = (number - 1) * (_TILE + _SPACE) - row / 2 + _TILE / 2
        tile.center = (
            round(self.outline.centerx + across * self.unit),
            self.outline.top + self._px(_TILE_ROW),
        )
        return tile

    def tile_rect(self, number: int) -> pygame.Rect:
        """Give the box of a number's tile."""
        return self._tiles[number].copy()

    def tile_at(self, point: Sequence[float]) -> int | None:
        """Find the number whose tile is under a point."""
        for number, tile in self._tiles.items():
            if tile.collidepoint(point[0], point[1]):
                return number
        return None

    def stone(self, side: int, diameter: int) -> pygame.Surface:
        """Return a stone in the glass of a side."""
        return stones.stone((_AMBER, _BLUE)[side], diameter, self.palette.pieces)

    def hollow_centre(self, count: int) -> tuple[int, int]:
        """Give the middle of the hollow that a sum fills last, counted from 1."""
        across = (count - (self.numbers.goal + 1) / 2) * _HOLE
        if count > self.numbers.goal:
            across += _HOLE * 0.42
        y = self.outline.top + self._px(_HOLLOW_ROW)
        return round(self.outline.centerx + across * self.unit), y

    # -- painting

    def draw(
        self,
        surface: pygame.Surface,
        said: Sequence[int],
        *,
        allowed: Collection[int],
        hovered: int | None = None,
        chosen: int | None = None,
        pressed: tuple[int, float] | None = None,
        values: Mapping[int, tuple[str, bool]] = {},
    ) -> None:
        """Paint the sum of the numbers said, the hollows and the tiles.

        ``pressed`` is a number and how far its press has come; ``hovered`` previews its stones.
        """
        self._write_sum(surface, said)
        preview = hovered if hovered in allowed and pressed is None else None
        self._fill(surface, said, preview)
        for number in self._tiles:
            progress = pressed[1] if pressed and pressed[0] == number else None
            state = "free" if number in allowed or progress is not None else "barred"
            if not allowed and progress is None:
                state = "idle"
            self._tile(surface, number, state, number == hovered, progress)
            if number == chosen:
                self._choose(surface, number)
        for number, (words, best) in values.items():
            self._value(surface, number, words, best)

    def _write_sum(self, surface: pygame.Surface, said: Sequence[int]) -> None:
        total, goal = sum(said), self.numbers.goal
        words = " + ".join(map(str, said)) + f" = {total}" if len(said) > 1 else str(total)
        tail = f" > {goal}" if total > goal else ""
        size = self._px(0.24)
        if size < _SMALLEST_SUM:
            return
        colour = self.palette.best if total == goal else self.palette.ink
        width = theme.text(words + tail, size, colour, True).get_width()
        start = (self.outline.centerx - width // 2, self.outline.top + self._px(_SUM_ROW))
        rect = theme.write(surface, words, start, size, colour, True, "midleft")
        if tail:
            end = (rect.right, start[1])
            theme.write(surface, tail, end, size, self.palette.bad, True, "midleft")

    def _fill(self, surface: pygame.Surface, said: Sequence[int], preview: int | None) -> None:
        """Lay one stone for each unit of the sum, in the glass of the side that said it."""
        goal = self.numbers.goal
        plank = pygame.Rect(0, 0, self._px(self._holes), self._px(0.46))
        plank.center = (self.outline.centerx, self.outline.top + self._px(_HOLLOW_ROW))
        diameter = self._px(0.245)
        picture, margin = _plank(plank.size, goal, self.unit, self.palette)
        surface.blit(picture, plank.move(-margin, -margin), special_flags=PREMULTIPLIED)
        owners = [turn % 2 for turn, number in enumerate(said) for _ in range(number)]
        for count, owner in enumerate(owners, 1):
            sprite = stones.resting((_AMBER, _BLUE)[owner], diameter, self.palette.pieces)
            centre = self.hollow_centre(count)
            theme.stamp(surface, sprite, centre, flags=PREMULTIPLIED)
            if count > goal:
                size = round(diameter * 1.34)
                theme.draw_ring(surface, centre, size, self._px(0.022), self.palette.bad)
        if self.unit >= _SMALLEST_BRACKETED:
            self._bracket(surface, said)
        if preview is not None:
            for count in range(len(owners) + 1, len(owners) + preview + 1):
                centre, width = self.hollow_centre(count), self._px(0.022)
                theme.draw_ring(surface, centre, diameter, width, self.palette.lit)

    def _bracket(self, surface: pygame.Surface, said: Sequence[int]) -> None:
        reached = 0
        for number in said:
            (start, y), (end, _) = (
                self.hollow_centre(reached + 1),
                self.hollow_centre(reached + number),
            )
            half = self._px(0.13)
            bar = pygame.Rect(start - half, 0, end - start + 2 * half, self._px(0.02))
            bar.top = y + self._px(0.345)
            surface.blit(theme.rounded(bar.size, bar.height // 2, self.palette.quiet), bar)
            middle = (bar.centerx, bar.bottom + self._px(0.10))
            size = max(10, self._px(0.125))
            theme.write(surface, str(number), middle, size, self.palette.ink, True, "center")
            reached += number

    def _tile(
        self,
        surface: pygame.Surface,
        number: int,
        state: str,
        hovered: bool,
        progress: float | None,
    ) -> None:
        tile = self._tiles[number]
        depth = 0
        if progress is not None:
            depth = round(_DEPTHS * (1 - abs(2 * min(1.0, max(0.0, progress)) - 1)))
        lit = hovered and state == "free" and not depth
        picture, margin = _tile_picture(number, tile.size, self.unit, self.palette, state, depth)
        rect = tile.move(0, -self._px(0.02) if lit else 0)
        surface.blit(picture, rect.move(-margin, -margin), special_flags=PREMULTIPLIED)
        if lit:
            ring = theme.outline(tile.size, self._px(_RADIUS), self._px(0.025), self.palette.lit)
            surface.blit(ring, rect)

    def _choose(self, surface: pygame.Surface, number: int) -> None:
        box = self._tiles[number].inflate(self._px(0.15), self._px(0.15))
        box.height += self._px(0.04)  # the tile's thickness
        radius = self._px(_RADIUS + 0.065)
        ring = theme.outline(box.size, radius, self._px(0.03), self.palette.accent)
        surface.blit(ring, box)

    def _value(self, surface: pygame.Surface, number: int, words: str, best: bool) -> None:
        tile = self._tiles[number]
        size = max(10, self._px(0.135))
        width = theme.text(words, size, self.palette.ink, True).get_width()
        pill = pygame.Rect(0, 0, max(self._px(0.40), width + self._px(0.2)), self._px(0.215))
        pill.center = (tile.centerx, tile.top)
        fill = self.palette.best if best else self.palette.raised
        colour = self.palette.on_accent if best else self.palette.ink
        theme.draw_card(surface, pill, pill.height // 2, fill, (40, 20, 5, 90), self._px(0.04))
        theme.write(surface, words, pill.center, size, colour, True, "center")


@kept(4, slabs.SLAB_PARTS)
def _plank(
    size: tuple[int, int], holes: int, unit: int, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    """Render the plank with its row of hollows, premultiplied, and its margin."""
    picture, margin = slabs.slab(size, size[1] // 2, unit * 0.8, palette)
    picture = picture.copy()
    side = round(unit * 0.31)
    hole, _ = slabs.hollow((side, side), side // 2, unit * 0.34, palette)
    for count in range(holes):
        across = (count - (holes - 1) / 2) * _HOLE * unit
        centre = (round(margin + size[0] / 2 + across), margin + size[1] // 2)
        theme.stamp(picture, hole, centre, flags=PREMULTIPLIED)
    return picture, margin


@kept(2, slabs.SLAB_PARTS)
def _blank_tile(
    size: tuple[int, int], unit: int, palette: theme.Palette
) -> tuple[pygame.Surface, int]:
    return slabs.slab(size, round(unit * _RADIUS), unit * 0.9, palette)


@kept(32)
def _tile_picture(
    number: int, size: tuple[int, int], unit: int, palette: theme.Palette, state: str, depth: int
) -> tuple[pygame.Surface, int]:
    """Render a tile with its number carved in, premultiplied, and its margin."""
    blank, margin = _blank_tile(size, unit, palette)
    picture = pygame.Surface(blank.get_size(), pygame.SRCALPHA).premul_alpha()
    down = round(unit * _PRESS * depth / _DEPTHS)
    if depth:
        # Pressed, the tile hides its own thickness and most of its shadow.
        face = _face_of(blank, margin, size, unit)
        shade = 255 - 10 * depth
        face.fill((shade, shade, shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
        under = blank.copy()
        under.fill((255 - 30 * depth,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        picture.blit(under, (0, 0), special_flags=PREMULTIPLIED)
        picture.blit(face, (margin, margin + down), special_flags=PREMULTIPLIED)
    else:
        picture.blit(blank, (0, 0), special_flags=PREMULTIPLIED)
    centre = (margin + size[0] // 2, margin + size[1] // 2 + down)
    _carve(picture, str(number), centre, unit)
    if state != "free":
        picture = _faded(picture, margin, size, unit)
    if state == "barred":
        _strike(picture, palette.ink, centre, unit)
    return picture, margin


def _face_of(tile: pygame.Surface, margin: int, size: tuple[int, int], unit: int) -> pygame.Surface:
    face = tile.subsurface((margin, margin, *size)).copy()
    mask = theme.render_rounded(size, round(unit * _RADIUS), "white").premul_alpha()
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return face


def _carve(picture: pygame.Surface, words: str, centre: tuple[int, int], unit: int) -> None:
    """Inlay a number in maple: a dark edge above, a lit one below."""
    size = round(unit * 0.50)
    edge = max(1, round(unit * 0.012))
    for colour, shift in ((_CARVED, -edge), ((255, 214, 165, 70), edge), (_CREAM, 0)):
        glyph = theme.text(words, size, colour, True).convert_alpha()
        strength = pygame.Color(colour).a
        glyph.set_alpha(None)
        glyph.fill((255, 255, 255, strength), special_flags=pygame.BLEND_RGBA_MULT)
        at = (centre[0], centre[1] + shift - round(size * 0.065))
        theme.stamp(picture, glyph.premul_alpha(), at, flags=PREMULTIPLIED)


def _faded(
    picture: pygame.Surface, margin: int, size: tuple[int, int], unit: int
) -> pygame.Surface:
    face = pygame.transform.grayscale(_face_of(picture, margin, size, unit))
    face.fill(_WARM_GREY, special_flags=pygame.BLEND_RGBA_MULT)
    plain = pygame.Surface(picture.get_size(), pygame.SRCALPHA).premul_alpha()
    plain.blit(face, (margin, margin), special_flags=PREMULTIPLIED)
    return plain


def _strike(picture: pygame.Surface, ink: pygame.Color, centre: tuple[int, int], unit: int) -> None:
    fine, side = 4, round(unit * 0.7)
    stroke = theme.clear((side * fine, side * fine), ink)
    colour = (ink.r, ink.g, ink.b, 215)
    middle = pygame.Vector2(side * fine / 2)
    reach = pygame.Vector2(unit * 0.27, -unit * 0.27) * fine
    theme.stroke(stroke, colour, middle - reach, middle + reach, unit * 0.04 * fine)
    stroke = pygame.transform.smoothscale(stroke, (side, side)).premul_alpha()
    theme.stamp(picture, stroke, centre, flags=PREMULTIPLIED)
