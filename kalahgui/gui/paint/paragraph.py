"""Words that run over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour
from kalahgui.line_breaks import PART, PHRASE, parts_of

_LEADING = 1.5
_APART = 1.1  # parts side by side take at most so many times what they take alone


def line_height(size: int) -> int:
    """Return the distance from line to line for a type of ``size`` pixels, in pixels."""
    return round(size * _LEADING)


@kept(256)
def wrap(words: str, size: int, width: int, bold: bool = False) -> tuple[str, ...]:
    """Break words into lines that fit a width; line breaks in them stay.

    Japanese is broken between phrases where that takes no more lines.
    """
    face = theme.font(size, bold)
    return _broken(_paragraphs(words, face, width), face, width)[0]


@kept(64)
def balance(words: str, size: int, width: int, bold: bool = False) -> tuple[str, ...]:
    """Break words into as few lines as fit a width, of about the same length."""
    face = theme.font(size, bold)
    paragraphs = _paragraphs(words, face, width)
    lines, between = _broken(paragraphs, face, width)
    narrower = width
    while len(lines) > 1 and narrower > width // 2:
        narrower -= size
        tried, still = _broken(paragraphs, face, narrower)
        if len(tried) > len(lines) or still < between:
            break
        lines = tried
    return lines


class _Part(NamedTuple):
    """What stays together in a line, and the pixels that it takes alone."""

    words: str
    width: int


def _paragraphs(words: str, face: pygame.Font, width: int) -> list[tuple[list[_Part], list[_Part]]]:
    """Return the parts of each paragraph: those that must stay together, and phrases."""
    return [
        (_parts(paragraph, PART, face, width), _parts(paragraph, PHRASE, face, width))
        for paragraph in words.split("\n")
    ]


def _parts(words: str, kind: re.Pattern[str], face: pygame.Font, width: int) -> list[_Part]:
    parts = parts_of(words, kind, lambda part: face.size(part)[0] <= width)
    return [_Part(part, face.size(part)[0]) for part in parts]


def _broken(
    paragraphs: Iterable[tuple[list[_Part], list[_Part]]], face: pygame.Font, width: int
) -> tuple[tuple[str, ...], bool]:
    """Break paragraphs into lines, and tell whether that is between phrases alone."""
    lines, between = list[str](), True
    for parts, phrases in paragraphs:
        broken, phrased = _lines(parts, face, width), _lines(phrases, face, width)
        fits = len(phrased) == len(broken) and all(face.size(line)[0] <= width for line in phrased)
        lines += phrased if fits else broken
        between = between and fits
    return tuple(lines), between


def _lines(parts: Iterable[_Part], face: pygame.Font, width: int) -> list[str]:
    lines, line = [], ""
    most = 0.0  # that the line can take; it is measured as a whole near the edge alone
    for part in parts:
        most += _APART * part.width
        if line and most > width and face.size((line + part.words).rstrip())[0] > width:
            lines.append(line.rstrip())
            line = part.words.lstrip()
            most = _APART * part.width
        else:
            line += part.words
    return [*lines, line.rstrip()]


def write_lines(
    surface: pygame.Surface,
    lines: Iterable[str],
    pos: tuple[int, int],
    size: int,
    colour: Colour,
    bold: bool = False,
    anchor: str = "topleft",
) -> int:
    """Write lines below each other; return where the next one would begin.

    ``pos`` is the left end of their top, or its middle with the ``anchor`` "center".
    """
    x, y = pos
    middle = 0 if anchor == "topleft" else line_height(size) // 2
    for line in lines:
        theme.write(surface, line, (x, y + middle), size, colour, bold, anchor)
        y += line_height(size)
    return y
