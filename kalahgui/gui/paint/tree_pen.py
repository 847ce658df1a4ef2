"""What trees are drawn with in the window: lines, nodes, words and pills on a surface."""

from __future__ import annotations

import math

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour
from kalahgui.theatre.tree_frame import Point
from kalahgui.theatre.tree_painter import NodeInks, TreeInks

_LETTERS_LEAST = (9, 8)
_SIGN = 0.62  # the width of a sign, at most, in the size of its letters
_INSIDE = 0.82  # of a node's side can be written on
# The longest words first: their share of a node's size.
_LETTERS = ((5, 0.25), (4, 0.31), (3, 0.37), (0, 0.44))
_SIGNS, _LETTER_OF_SIGN = ("+", "\u2212"), 0.72
_PALE = 0.34


def tree_inks(
    palette: theme.Palette, ground: pygame.Color | None = None, best: pygame.Color | None = None
) -> TreeInks:
    """Return the colours of a tree on a ground, a card by default."""
    ground = ground or palette.card
    results = palette.other, palette.quiet, palette.best
    return TreeInks(
        ground=ground,
        raised=palette.raised,
        ink=palette.ink,
        quiet=palette.quiet,
        thread=ground.lerp(palette.quiet, 0.9),
        faint=ground.lerp(palette.quiet, 0.6),
        line=palette.line,
        accent=palette.accent,
        best=best or palette.best,
        on_accent=palette.on_accent,
        results=results,
        pale=tuple(ground.lerp(colour, _PALE) for colour in results),
    )


class SurfacePen:
    """Draws on a surface, within its clip; moves and windows on a ground of their own."""

    def __init__(self, surface: pygame.Surface, ground: pygame.Color) -> None:
        self._surface = surface
        self._ground = ground
        self._clip = surface.get_clip()

    def line(
        self,
        start: Point,
        end: Point,
        colour: pygame.Color,
        width: float = 1.0,
        dash: float = 0.0,
    ) -> None:
        room = 2 * math.ceil(width) + 4
        inside = self._clip.inflate(room, room).clipline(start, end)
        if not inside:
            return
        begin, stop = pygame.Vector2(start), pygame.Vector2(end)
        if not dash:
            self._stroke(begin, stop, colour, width)
            return
        length = begin.distance_to(stop)
        along = (stop - begin) / (length or 1.0)
        # Of a long line most dashes lie beside the part that is painted.
        first, last = (along.dot(pygame.Vector2(each) - start) for each in inside)
        last = min(last + dash, length)
        for number in range(max(0, int(first / dash) - 1), math.ceil(last / dash)):
            at = number * dash
            to = min(at + dash * 0.58, length)
            self._stroke(begin + along * at, begin + along * to, colour, width)

    def _stroke(
        self, start: pygame.Vector2, end: pygame.Vector2, colour: pygame.Color, width: float
    ) -> None:
        # Smooth lines beside each other keep one width in every direction; polygons do not.
        count = math.ceil(width / 0.55) if width > 1.2 else 1
        across = (end - start).rotate(90)
        if across.length_squared():
            across.scale_to_length((width - 1) / max(1, count - 1))
        for number in range(count):
            shift = across * (number - (count - 1) / 2)
            pygame.draw.aaline(self._surface, colour, start + shift, end + shift)

    def node(
        self, at: Point, side: float, square: bool, inks: NodeInks, words: str, edge: float
    ) -> None:
        picture = node_picture(square, max(2, round(side)), inks, words, round(edge))
        self._surface.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))

    def write(
        self,
        words: str,
        at: Point,
        letter: int,
        ink: pygame.Color,
        bold: bool = False,
        side: int = 0,
    ) -> None:
        anchor = ("center", "midleft", "midright")[side]
        if not side:
            ground = pygame.Rect(0, 0, self.width(words, letter, bold), letter)
            ground.center = round(at[0]), round(at[1])
            if not ground.inflate(4, 2 * letter).colliderect(self._clip):
                return
            self._surface.fill(self._ground, ground)
        theme.write(self._surface, words, at, letter, ink, bold, anchor)

    def pill(
        self, words: str, at: Point, letter: int, fill: pygame.Color, ink: pygame.Color
    ) -> None:
        picture = _pill(words, letter, fill, ink)
        self._surface.blit(picture, picture.get_rect(midtop=(round(at[0]), round(at[1]))))

    def width(self, words: str, letter: int, bold: bool = False) -> float:
        return float(theme.font(letter, bold).size(words)[0] + 4)

    def ring(self, at: Point, side: int, square: bool, colour: pygame.Color, width: int) -> None:
        """Draw the edge of a square or of a circle."""
        picture = theme.outline((side, side), max(2, side // 4) if square else side, width, colour)
        self._surface.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))


def node_picture(
    square: bool, side: int, inks: NodeInks, words: str = "", edge: int = 0
) -> pygame.Surface:
    """Return the picture of a node with words in it; 0 is an edge as thin as usual."""
    edge = edge or max(1, round(side / 20))
    return _node(square, side, inks.fill, inks.edge, inks.ink, words, edge)


@kept(2048)
def _node(
    square: bool, side: int, fill: Colour, edge: Colour, ink: Colour, words: str, thin: int
) -> pygame.Surface:
    radius = side
    if square:
        radius = max(1, side // 4) if side >= 5 else 0
    picture = theme.render_rounded((side, side), radius, edge)
    inside = side - 2 * thin
    if fill != edge and inside > 0:
        body = theme.render_rounded((inside, inside), max(0, radius - thin), fill)
        picture.blit(body, (thin, thin))
    letter = letter_of(words, side)
    if letter and words:
        theme.write(picture, words, (side / 2, side / 2), letter, ink, True, "center")
    return picture


def letter_of(words: str, side: float) -> int:
    """Return the size of the letters that fit a node; 0 where they would be unreadable."""
    share = next(share for length, share in _LETTERS if len(words) >= length)
    letter = round(side * (_LETTER_OF_SIGN if words in _SIGNS else share))
    if letter >= _LETTERS_LEAST[0]:
        return letter
    room = side * _INSIDE
    return next((each for each in _LETTERS_LEAST if len(words) * each * _SIGN <= room), 0)


@kept(256)
def _pill(words: str, letter: int, fill: Colour, ink: Colour) -> pygame.Surface:
    width = theme.font(letter, True).size(words)[0] + round(letter * 1.5)
    height = round(letter * 1.65)
    picture = theme.render_rounded((width, height), height // 2, fill)
    theme.write(picture, words, (width / 2, height / 2), letter, ink, True, "center")
    return picture
