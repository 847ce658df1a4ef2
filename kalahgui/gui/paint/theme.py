"""Colours, sizes, type, icons and the soft shapes that every screen is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

import pygame

from kalahgui.assets import asset
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.magnifier import Magnifier
from kalahgui.words import writable

Colour = pygame.Color | tuple[int, int, int] | tuple[int, int, int, int] | str
Size = tuple[int, int]
_RGBA = tuple[int, int, int, int]
_Place = tuple[int, int, int, int]

# The looks that nothing else needs to be said of, and that of outlines and patterns.
WALNUT, GLASS, PATTERNED = "walnut", "glass", "patterned"

# The face leaves more room above its capitals than below its baseline.
_OPTICAL_SHIFT = 0.065


@dataclass(frozen=True, eq=False)
class Palette:
    """Name the colours of one theme."""

    paper_top: pygame.Color
    paper_bottom: pygame.Color
    card: pygame.Color
    raised: pygame.Color  # quiet buttons and tiles that stand on paper or on a card
    ink: pygame.Color
    quiet: pygame.Color
    line: pygame.Color
    accent: pygame.Color  # the side to move, what is under the hand
    accent_soft: pygame.Color  # the chosen row of a list
    best: pygame.Color
    other: pygame.Color
    bad: pygame.Color
    on_accent: pygame.Color
    banner: pygame.Color  # the dark pill that says what will happen
    on_banner: pygame.Color
    lit: pygame.Color  # the ring around a pit or a square
    stage: pygame.Color  # the card that leads to the theatre
    on_stage: pygame.Color
    shadow: pygame.Color  # its alpha is the strength of a card's shadow; in full it is an edge
    board: str = WALNUT  # what boards are made of
    pieces: str = GLASS  # the set that stones and discs are of

    @property
    def patterned(self) -> bool:
        """Tell whether boards and pieces are drawn by outlines and patterns."""
        return self.pieces == PATTERNED

    @property
    def sunken(self) -> pygame.Color:
        """Return the ground of buttons and fields that are let into a card."""
        return self.card.lerp(self.line, 0.55)

    @property
    def faded(self) -> pygame.Color:
        """Return the ink of what cannot be used now."""
        return self.quiet.lerp(self.paper_top, 0.3)

    @property
    def soft(self) -> pygame.Color:
        """Return the ink of longer words below a title."""
        return self.ink.lerp(self.quiet, 0.35)

    def as_ink(self, colour: pygame.Color) -> pygame.Color:
        """Return the colour of a part as strong as words on paper need it."""
        return colour.lerp(self.ink, 0.3)

    @property
    def edge(self) -> pygame.Color:
        """Return the edge of a button or a text field."""
        return self.quiet.lerp(self.card, 0.12)


_THEMES = ("paper", "slate", "contrast")
_COLOURS = {
    "paper_top": ("#f3ebdf", "#2a2f36", "#000000"),
    "paper_bottom": ("#e4d8c6", "#1b1e22", "#000000"),
    "card": ("#fbf7f0", "#2c3138", "#000000"),
    "raised": ("#f9f6f0", "#3d444d", "#2a2a2a"),
    "ink": ("#3a2c20", "#ece4d8", "#ffffff"),
    "quiet": ("#66594b", "#aeb3b8", "#d2d2d2"),
    "line": ("#e2d6c4", "#3f464f", "#5a5a5a"),
    "accent": ("#ae5a08", "#e0913f", "#ffe600"),
    "accent_soft": ("#f2e2c9", "#4a4037", "#3d3800"),
    "best": ("#246659", "#63c3b0", "#ffffff"),
    "other": ("#49626f", "#7693a3", "#ffffff"),
    "bad": ("#9a432f", "#e6a392", "#ffe600"),
    "on_accent": ("#ffffff", "#15181c", "#000000"),
    "banner": ("#473a2d", "#454c55", "#ffffff"),
    "on_banner": ("#f6eee2", "#f4eee4", "#000000"),
    "lit": ("#f0b35a", "#f0b35a", "#ffe600"),
    "stage": ("#246659", "#2b6257", "#3d3800"),
    "on_stage": ("#ffffff", "#ece4d8", "#ffffff"),
    "shadow": ("#5a3c1e46", "#00000078", "#ffffffff"),
}


def _colours(index: int) -> dict[str, Any]:
    return {name: pygame.Color(colours[index]) for name, colours in _COLOURS.items()}


PALETTES = {
    theme: Palette(**_colours(index), pieces=PATTERNED if theme == "contrast" else GLASS)
    for index, theme in enumerate(_THEMES)
}


_BODY, _LEAST_BODY = 15, 12  # of ordinary text: in units of the layout, and in pixels


def palette(theme: str, board: str = WALNUT, pieces: str = GLASS) -> Palette:
    """Return the colours of a theme with the looks of boards and pieces, always the same object.

    What is kept by its palette is so kept by these looks as well. The theme of outlines and
    patterns has one look alone: there the patterns tell pieces apart.
    """
    return _with_looks(theme, board, pieces)


@cache
def _with_looks(theme: str, board: str, pieces: str) -> Palette:
    plain = PALETTES[theme]
    if plain.patterned or (board, pieces) == (plain.board, plain.pieces):
        return plain
    return replace(plain, board=board, pieces=pieces)


@dataclass(frozen=True)
class Scale:
    """Turn units of the layout, pixels of a window of 1280 x 800, into pixels of the real one.

    ``layout`` is the factor of all lengths, ``text`` the player's own factor of all types.
    """

    layout: float = 1.0
    text: float = 1.0
    magnifier: Magnifier = field(default_factory=Magnifier, compare=False)

    @classmethod
    def of(cls, window: Size, text: float = 1.0) -> Scale:
        """Measure a window for a user's text size."""
        return cls(min(window[0] / 1280, window[1] / 800), text)

    @classmethod
    def growth(cls, window: Size, text: float) -> float:
        """Return how many times as large as a window its picture is for a user's text size.

        In a small window type is as small as can be read: a larger factor alone is lost there.

        >>> Scale.growth((1280, 800), 1.25), Scale.growth((800, 500), 1.25)
        (1.0, 1.28)
        >>> Scale.growth((800, 500), 1.0)
        1.0
        """
        return max(1.0, _LEAST_BODY / (_BODY * cls.of(window).layout)) if text > 1 else 1.0

    def px(self, n: float) -> int:
        """Return so many units of the layout in whole pixels, 1 at least.

        >>> Scale(0.5).px(13), Scale(0.5).px(0)
        (6, 1)
        """
        return max(1, round(n * self.layout))

    @cached_property
    def small(self) -> int:
        """Return the size of the type of notes, in pixels, kept readable in a small window."""
        return max(11, self.px(13 * self.text))

    @cached_property
    def body(self) -> int:
        """Return the size of the type of ordinary text, in pixels."""
        return max(_LEAST_BODY, self.px(_BODY * self.text))

    @cached_property
    def heading(self) -> int:
        """Give the size of headings, which is never below that of the text under them."""
        return max(13, self.px(16 * self.text))

    @cached_property
    def title(self) -> int:
        """Give the size of titles."""
        return max(14, self.px(20 * self.text))

    @cached_property
    def screen(self) -> int:
        """Give the size of what a whole screen is called."""
        return max(self.px(23), self.title)

    @cached_property
    def headline(self) -> int:
        """Give the size of what a page or a card is about."""
        return max(self.px(26), self.title)

    @cached_property
    def huge(self) -> int:
        """Give the size of the largest text."""
        return max(24, self.px(44 * self.text))


def _rgba(colour: Colour) -> _RGBA:
    c = pygame.Color(colour)
    return c.r, c.g, c.b, c.a


class Font(pygame.font.Font):
    """A font by which any words are drawn: those without any width as nothing."""

    def size(self, text: str) -> Size:  # type: ignore[override]
        """Return width and height of one line of words, in pixels; any words can be measured."""
        return super().size(writable(text))

    def render(self, text: str | None, *look: Any, **more: Any) -> pygame.Surface:  # type: ignore[override]
        """Render one line of words, which pygame refuses where nothing of them is seen."""
        words = writable(text or "")
        return super().render(words if super().size(words)[0] else "", *look, **more)


@kept(64)
def font(size_px: int, bold: bool = False) -> Font:
    """Return the font of both languages in a size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return Font(asset("fonts", f"NotoSansJP-{'Bold' if bold else 'Regular'}.otf"), size_px)


# No screen has more than half as many. They are some 15 KB each, and games that are played one
# after the other always bring new ones.
@kept(256)
def text(words: str, size: int, colour: Colour, bold: bool = False) -> pygame.Surface:
    """Render one line of words."""
    ink = pygame.Color(colour)
    picture = font(size, bold).render(words, True, ink[:3])
    if ink.a < 255:
        picture.set_alpha(ink.a)
    return picture


def write(
    surface: pygame.Surface,
    words: str,
    pos: Sequence[float],
    size: int,
    colour: Colour,
    bold: bool = False,
    anchor: str = "topleft",
) -> pygame.Rect:
    """Write one line of words and return its rectangle.

    ``anchor`` names the point of that rectangle, as pygame does, which comes to ``pos``. ``size``
    and ``pos`` are in pixels. With ``center``, ``midleft`` and ``midright`` the capitals, not the
    line with its descenders, are centred in height.
    """
    picture = text(words, size, colour, bold)
    rect = picture.get_rect(**{anchor: (round(pos[0]), round(pos[1]))})
    if anchor in ("center", "midleft", "midright"):
        rect.y -= round(size * _OPTICAL_SHIFT)
    surface.blit(picture, rect)
    return rect


@kept(1024)
def fit(words: str, size: int, width: int, bold: bool = False) -> str:
    """Return words, shortened with an ellipsis if a line of them is wider than ``width`` pixels."""
    face = font(size, bold)
    if face.size(words)[0] <= width:
        return words
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if face.size(words[:middle].rstrip() + "…")[0] <= width:
            low = middle
        else:
            high = middle - 1
    return words[:low].rstrip() + "…"


def first_fitting(candidates: Sequence[str], size: int, width: int, bold: bool = False) -> str:
    """Return the first words that fit a width; where none do, the last ones shortened."""
    face = font(size, bold)
    fitting = (words for words in candidates if face.size(words)[0] <= width)
    return next(fitting, "") or fit(candidates[-1], size, width, bold)


@kept(1)
def background(size: Size, palette: Palette) -> pygame.Surface:
    """Render the paper behind a screen."""
    strip = pygame.Surface((1, size[1]))
    for y in range(size[1]):
        share = y / max(1, size[1] - 1)
        strip.set_at((0, y), palette.paper_top.lerp(palette.paper_bottom, share))
    return pygame.transform.scale(strip, size)


@kept(1)
def paper(
    size: Size, palette: Palette, cards: tuple[_Place, ...], radius: int, reach: int
) -> pygame.Surface:
    """Render the paper with cards on it, each given as (x, y, width, height)."""
    picture = background(size, palette).copy()
    for card in cards:
        draw_card(picture, pygame.Rect(card), radius, palette.card, palette.shadow, reach)
    return picture


@kept(1)
def veil(size: Size, colour: _RGBA) -> pygame.Surface:
    """Render what dims the screens below a card."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    picture.fill(colour)
    return picture


def stamp(
    surface: pygame.Surface, picture: pygame.Surface, at: Sequence[float], flags: int = 0
) -> None:
    """Draw a picture with its middle at a point of the surface; ``flags`` are those of ``blit``."""
    surface.blit(picture, picture.get_rect(center=at), special_flags=flags)


def clear(size: Sequence[float], colour: Colour = "white") -> pygame.Surface:
    """Return a transparent picture of a colour, which scaling gives to the edges of shapes."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    picture.fill((*_rgba(colour)[:3], 0))
    return picture


def round_mask(size: int, radius: float) -> pygame.Surface:
    """Render a white disc in the middle of a square."""
    mask = clear((size, size))
    pygame.draw.circle(mask, "white", (size / 2, size / 2), radius)
    return mask


def lit_from(
    picture: pygame.Surface, light: tuple[float, float], tone: Callable[[float], Colour]
) -> None:
    """Shade a square by discs that close in on a lit point, from the rim (1) to there (0)."""
    size, middle = picture.width, picture.width / 2
    for step in range(int(middle), 0, -1):
        share = step / middle
        x, y = (size * (at + (0.5 - at) * share) for at in light)
        pygame.draw.circle(picture, tone(share), (x, y), step)


def reflection(size: int, spot: tuple[float, float], strength: int, blur: float) -> pygame.Surface:
    """Render a soft spot of light in the middle of a square; lengths are shares of its side."""
    layer = clear((size, size))
    box = pygame.Rect(0, 0, size * spot[0], size * spot[1])
    box.center = (size // 2, size // 2)
    pygame.draw.ellipse(layer, (255, 255, 255, strength), box)
    return soften(layer, size * blur)


@kept(64)
def _corner(radius: int) -> pygame.Surface:
    picture = clear((radius * 4, radius * 4))
    pygame.draw.circle(picture, "white", (radius * 4, radius * 4), radius * 4)
    return pygame.transform.smoothscale(picture, (radius, radius))


def render_rounded(size: Size, radius: int, colour: Colour) -> pygame.Surface:
    """Render an antialiased rounded rectangle for a picture that is itself kept."""
    colour = _rgba(colour)
    picture = pygame.Surface(size, pygame.SRCALPHA)
    picture.fill(colour)
    r = min(radius, size[0] // 2, size[1] // 2)
    if r < 1:
        return picture
    corner = _corner(r).copy()
    corner.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    right, below = size[0] - r, size[1] - r
    for x, y in ((0, 0), (right, 0), (0, below), (right, below)):
        turned = pygame.transform.flip(corner, x > 0, y > 0)
        picture.fill((0, 0, 0, 0), (x, y, r, r))
        picture.blit(turned, (x, y), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


# An antialiased rounded rectangle; a large radius makes a pill or a disc.
rounded = kept(256)(render_rounded)


def render_outline(size: Size, radius: int, width: int, colour: Colour) -> pygame.Surface:
    """Render the antialiased edge of a rounded rectangle for a picture that is itself kept."""
    picture = render_rounded(size, radius, colour)
    inside = (size[0] - 2 * width, size[1] - 2 * width)
    if min(inside) > 0:
        hole = render_rounded(inside, max(0, radius - width), (0, 0, 0, 255))
        cut = pygame.Surface(size, pygame.SRCALPHA)
        cut.blit(hole, (width, width), special_flags=pygame.BLEND_RGBA_ADD)
        picture.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return picture


# The antialiased edge of a rounded rectangle or a ring.
outline = kept(64)(render_outline)


def draw_dot(surface: pygame.Surface, centre: Sequence[float], size: int, colour: Colour) -> None:
    """Draw a disc of one colour, ``size`` pixels across, with smooth edges."""
    stamp(surface, rounded((size, size), size, colour), centre)


def draw_pill(
    surface: pygame.Surface,
    words: str,
    pill: pygame.Rect,
    size: int,
    colour: Colour,
    ground: Colour,
    bold: bool = True,
) -> None:
    """Write words in the middle of a pill."""
    surface.blit(rounded(pill.size, pill.height // 2, ground), pill)
    write(surface, words, pill.center, size, colour, bold, "center")


def draw_ring(
    surface: pygame.Surface, centre: Sequence[float], size: int, width: int, colour: Colour
) -> None:
    """Draw a ring inside a circle."""
    stamp(surface, outline((size, size), size, width, colour), centre)


def stroke(
    picture: pygame.Surface,
    colour: Colour,
    start: Sequence[float] | pygame.Vector2,
    end: Sequence[float] | pygame.Vector2,
    width: float,
    end_width: float | None = None,
) -> None:
    """Draw a line with round ends, which may be of another width at its end."""
    here, there = pygame.Vector2(start), pygame.Vector2(end)
    across = (there - here).rotate(90)
    if across.length():
        across.scale_to_length(0.5)
    last = width if end_width is None else end_width
    a, b = across * width, across * last
    pygame.draw.polygon(picture, colour, (here + a, there + b, there - b, here - a))
    pygame.draw.circle(picture, colour, here, width / 2)
    pygame.draw.circle(picture, colour, there, last / 2)


def render_dashes(
    size: int,
    width: int,
    colour: _RGBA,
    radius: float,
    count: int,
    *,
    share: float,
    dots: int,
    fine: int,
) -> pygame.Surface:
    """Render a ring of dashes for a picture that is itself kept.

    They fill a share of its way; each is drawn as ``dots``, so many times finer at first.
    """
    picture = clear((size * fine, size * fine), colour)
    middle, reach = pygame.Vector2(size * fine / 2), pygame.Vector2(radius * fine, 0)
    for dash in range(count):
        for dot in range(dots):
            spot = middle + reach.rotate(360 * (dash + share * dot / (dots - 1)) / count)
            pygame.draw.circle(picture, colour, spot, width * fine / 2)
    return pygame.transform.smoothscale(picture, (size, size))


def soften(picture: pygame.Surface, radius: float) -> pygame.Surface:
    """Blur a picture, working at a quarter of its size when the radius allows it."""
    size = picture.get_size()
    share = 4 if radius >= 8 else 2 if radius >= 3 else 1
    small = (max(1, size[0] // share), max(1, size[1] // share))
    # Three box blurs come close to a Gaussian one and take a fraction of its time.
    reach = max(1, round(radius / share / 1.6))
    work = pygame.transform.smoothscale(picture, small) if share > 1 else picture
    for _ in range(3):
        work = pygame.transform.box_blur(work, reach)
    return pygame.transform.smoothscale(work, size) if share > 1 else work


def unit_px(unit: float, share: float) -> int:
    """Return a share of a unit in pixels, never below one."""
    return max(1, round(share * unit))


def tinted(shape: pygame.Surface, colour: Colour) -> pygame.Surface:
    """Give a black shape a colour and its strength."""
    c = _rgba(colour)
    shape.fill((0, 0, 0, c[3]), special_flags=pygame.BLEND_RGBA_MULT)
    shape.fill((*c[:3], 0), special_flags=pygame.BLEND_RGBA_ADD)
    return shape


def cast(mask: pygame.Surface, reach: int, colour: Colour) -> pygame.Surface:
    """Render the soft shadow of a white shape, with twice its reach as margin on every side."""
    width, height = mask.get_size()
    picture = clear((width + 4 * reach, height + 4 * reach))
    picture.blit(mask, (2 * reach, 2 * reach))
    picture.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return tinted(soften(picture, reach), colour)


def inner_edge(
    mask: pygame.Surface, reach: int, shift: tuple[int, int], colour: Colour
) -> pygame.Surface:
    """Render the soft shade or light along the inside of a white shape's edge."""
    margin = 2 * reach + max(abs(shift[0]), abs(shift[1]))
    width, height = mask.get_size()
    picture = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    picture.fill((0, 0, 0, 255))
    corner = (margin + shift[0], margin + shift[1])
    picture.blit(mask, corner, special_flags=pygame.BLEND_RGBA_SUB)
    picture = soften(picture, reach).subsurface((margin, margin, width, height)).copy()
    return tinted(picture, colour)


def soft_shadow(size: Size, radius: int, reach: int, colour: Colour) -> pygame.Surface:
    """Render the shadow of a rounded shape, with twice its reach as margin on every side."""
    return cast(render_rounded(size, radius, "white"), reach, colour)


def overlaid(size: Size, margin: int, *layers: tuple[pygame.Surface, int]) -> pygame.Surface:
    """Lay pictures over each other, each so far below the middle, with a margin; premultiplied."""
    room = (size[0] + 2 * margin, size[1] + 2 * margin)
    picture = pygame.Surface(room, pygame.SRCALPHA).premul_alpha()
    for layer, drop in layers:
        rect = layer.get_rect(center=(room[0] // 2, room[1] // 2 + drop))
        picture.blit(layer.premul_alpha(), rect, special_flags=pygame.BLEND_PREMULTIPLIED)
    return picture


@contextmanager
def clipped(surface: pygame.Surface, rect: pygame.Rect) -> Iterator[None]:
    """Draw within a rectangle only."""
    before = surface.get_clip()
    surface.set_clip(rect)
    try:
        yield
    finally:
        surface.set_clip(before)


@kept(48)
def card(
    size: Size, radius: int, colour: Colour, shadow: Colour, reach: int = 16
) -> tuple[pygame.Surface, int]:
    """Render a rounded card on its soft shadow, premultiplied, and the margin around it."""
    reach, shade = max(2, reach), _rgba(shadow)
    margin = 3 * reach
    room = (size[0] + 2 * margin, size[1] + 2 * margin)
    # Between its corners a card is the same all along; blurring works on fours of pixels.
    least = 2 * (radius + margin) + 4
    width, height = (min(side, least + (side - least) % 4) for side in size)
    if (width, height) != size:
        small, _ = card((width, height), radius, colour, shadow, reach)
        return stretched(small, room), margin
    body = render_rounded(size, radius, colour)
    if shade[3] == 255:
        edge = render_outline(size, radius, max(1, reach // 8), shadow)
        return overlaid(size, margin, (body, 0), (edge, 0)), margin
    wide = soft_shadow(size, radius, reach, shadow)
    near = soft_shadow(size, radius, max(1, reach // 5), (*shade[:3], shade[3] // 2))
    # The light stands above: one wide shadow falls down, a thin one hugs the edge.
    return overlaid(size, margin, (wide, reach * 2 // 5), (near, 1), (body, 0)), margin


def draw_card(
    surface: pygame.Surface,
    rect: pygame.Rect,
    radius: int,
    colour: Colour,
    shadow: Colour,
    reach: int = 16,
) -> None:
    """Draw a card whose body fills a rectangle."""
    picture, margin = card(rect.size, radius, colour, shadow, reach)
    corner = (rect.x - margin, rect.y - margin)
    surface.blit(picture, corner, special_flags=pygame.BLEND_PREMULTIPLIED)


def stretched(picture: pygame.Surface, size: Size) -> pygame.Surface:
    """Return a picture made larger in its middle, whose rows and columns are alike there."""
    for axis in (0, 1):
        extra = size[axis] - picture.get_size()[axis]
        if extra > 0:
            picture = _along(picture, axis, extra)
    return picture


def _along(picture: pygame.Surface, axis: int, extra: int) -> pygame.Surface:
    """Repeat the column in the middle (axis 0), or the row (axis 1), some times more."""
    size = picture.get_size()
    half, corner, band, room = size[axis] // 2, [0, 0], [*size], [*size]
    band[axis] = extra
    room[axis] += extra

    def part(begin: int, length: int) -> pygame.Surface:
        area = [0, 0, *size]
        area[axis], area[axis + 2] = begin, length
        return picture.subsurface(area)

    larger = pygame.Surface(room, pygame.SRCALPHA)
    middle = pygame.transform.scale(part(half, 1), band)
    after = part(half, size[axis] - half)
    for piece, at in ((part(0, half), 0), (middle, half), (after, half + extra)):
        corner[axis] = at
        larger.blit(piece, corner, special_flags=pygame.BLEND_RGBA_ADD)
    return larger


@kept(256)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return an icon of assets/icons, by its name without ``.svg``, as a square of ``size`` pixels.

    The file is a white drawing, which is given the colour.
    """
    picture = pygame.image.load_sized_svg(asset(f"icons/{name}.svg"), (size, size))
    # What is white at the edges comes darkened; only the strength of the strokes counts.
    picture.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    picture.fill((*_rgba(colour)[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture
