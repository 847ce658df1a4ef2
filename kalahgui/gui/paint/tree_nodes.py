"""What the trees of searches are drawn with: nodes, edges, strikes and badges.

Who maximises has squares, who minimises circles. Shapes tell apart what colours do: an edge not
gone yet ends open, one that was cut away is dashed and struck through.
"""

from __future__ import annotations

import math

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept

Point = tuple[float, float]
_RGBA = tuple[int, int, int, int]
OPEN_SHARE = 0.42  # of an edge is drawn where nobody has gone yet
SMALL = 11  # a node's size from which on an outline can be seen
_LETTERS_LEAST = (9, 8)
_WIDTH = 0.62  # of a sign, at most, in the size of its letters
_INSIDE = 0.82  # of a node's side can be written on
# The longest words first: their share of a node's size.
_LETTERS = ((5, 0.25), (4, 0.31), (3, 0.37), (0, 0.44))


def letter_of(words: str, size: float) -> int:
    """Return the size of the letters that fit a node; 0 where they would be unreadable."""
    share = next(share for length, share in _LETTERS if len(words) >= length)
    letter = round(size * share)
    if letter >= _LETTERS_LEAST[0]:
        return letter
    room = size * _INSIDE
    return next((each for each in _LETTERS_LEAST if len(words) * each * _WIDTH <= room), 0)


def node(
    square: bool,
    size: int,
    fill: pygame.Color,
    edge: pygame.Color,
    ink: pygame.Color,
    words: str = "",
) -> pygame.Surface:
    """Return the picture of a node with its value in it."""
    return _node(square, size, _rgba(fill), _rgba(edge), _rgba(ink), words)


@kept(2048)
def _node(
    square: bool, size: int, fill: _RGBA, edge: _RGBA, ink: _RGBA, words: str
) -> pygame.Surface:
    radius = max(1, size // 4) if square else size
    if size < 5:
        radius = 0 if square else size
    picture = theme.render_rounded((size, size), radius, edge)
    if fill != edge:
        thin = max(1, round(size / 20))
        inside = size - 2 * thin
        if inside > 0:
            body = theme.render_rounded((inside, inside), max(0, radius - thin), fill)
            picture.blit(body, (thin, thin))
    letter = letter_of(words, size)
    if letter and words:
        theme.write(picture, words, (size / 2, size / 2), letter, ink, True, "center")
    return picture


def badge(words: str, letter: int, palette: theme.Palette) -> pygame.Surface:
    """Return the pill that stands below a node where the search stopped."""
    return _pill(words, letter, _rgba(palette.accent), _rgba(palette.on_accent))


def fold_mark(words: str, letter: int, palette: theme.Palette) -> pygame.Surface:
    """Return the pill below a folded node that says how much it hides."""
    return _pill(words, letter, _rgba(palette.line), _rgba(palette.ink))


@kept(256)
def _pill(words: str, letter: int, fill: _RGBA, ink: _RGBA) -> pygame.Surface:
    width = theme.font(letter, True).size(words)[0] + round(letter * 1.5)
    height = round(letter * 1.65)
    picture = theme.render_rounded((width, height), height // 2, fill)
    theme.write(picture, words, (width / 2, height / 2), letter, ink, True, "center")
    return picture


def edge(
    surface: pygame.Surface,
    start: Point,
    end: Point,
    colour: pygame.Color,
    width: float = 1.0,
    double: bool = False,
) -> None:
    """Draw a line between two nodes; a double one says that the same player moves again."""
    if double:
        aside = _across(start, end, max(1.6, width * 0.9))
        for side in (1, -1):
            shift = aside * side
            _line(surface, start + shift, end + shift, colour, max(1.0, width * 0.55))
    else:
        _line(surface, pygame.Vector2(start), pygame.Vector2(end), colour, width)


def open_end(
    surface: pygame.Surface, start: Point, end: Point, colour: pygame.Color, size: float
) -> None:
    """Draw the beginning of an edge that nobody has gone yet: short, with an open fork."""
    begin, toward = pygame.Vector2(start), pygame.Vector2(end) - start
    if toward.length_squared() < 1:
        return
    stop = begin + toward * OPEN_SHARE
    _line(surface, begin, stop, colour, 1.0)
    if size >= 3:
        along = toward.normalize() * size
        for turn in (38, -38):
            _line(surface, stop, stop + along.rotate(turn), colour, 1.0)


def dashes(
    surface: pygame.Surface,
    start: Point,
    end: Point,
    colour: pygame.Color,
    size: float,
    width: float = 1.0,
) -> None:
    """Draw a dashed line; ``size`` is the length of a dash and its gap."""
    toward = pygame.Vector2(end) - start
    length = toward.length()
    if length < 1:
        return
    along = toward / length
    # Of a long line most dashes lie beside the part that is painted.
    room = 2 * math.ceil(width) + 4
    inside = surface.get_clip().inflate(room, room).clipline(start, end)
    if not inside:
        return
    first, last = (along.dot(pygame.Vector2(each) - start) for each in inside)
    for number in range(max(0, int(first / size) - 1), math.ceil(min(last + size, length) / size)):
        at = number * size
        stop = min(at + size * 0.58, length)
        _line(surface, start + along * at, start + along * stop, colour, width)


def strike(
    surface: pygame.Surface, start: Point, end: Point, colour: pygame.Color, size: float
) -> None:
    """Strike an edge through where it was cut: a bar across it."""
    toward = pygame.Vector2(end) - start
    if toward.length_squared() < 1:
        return
    middle = start + toward * 0.66
    bar = pygame.Vector2(size, -size * 0.7) * 0.5
    _line(surface, middle - bar, middle + bar, colour, max(1.0, size / 6))


def _across(
    start: Point | pygame.Vector2, end: Point | pygame.Vector2, length: float
) -> pygame.Vector2:
    toward = pygame.Vector2(end) - start
    if toward.length_squared() == 0:
        return pygame.Vector2(length, 0)
    return toward.rotate(90).normalize() * length


def _line(
    surface: pygame.Surface,
    start: pygame.Vector2,
    end: pygame.Vector2,
    colour: pygame.Color,
    width: float,
) -> None:
    # Smooth lines beside each other keep one width in every direction; polygons do not.
    count = max(1, math.ceil((width - 0.3) / 0.65))
    aside = _across(start, end, 1.0) * ((width - 1) / max(1, count - 1))
    for number in range(count):
        shift = aside * (number - (count - 1) / 2)
        pygame.draw.aaline(surface, colour, start + shift, end + shift)


def _rgba(colour: pygame.Color) -> _RGBA:
    return colour.r, colour.g, colour.b, colour.a
