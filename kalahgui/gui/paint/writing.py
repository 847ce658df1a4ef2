"""What is written while a surface is drawn: those who do not see it are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pygame


class Shortened(str):
    """Words that end in an ellipsis, and the ``whole`` of them."""

    whole: str

    @classmethod
    def of(cls, words: str, whole: str) -> Shortened:
        """Return words that stand for longer ones."""
        shortened = cls(words)
        shortened.whole = whole
        return shortened


class Line(NamedTuple):
    """A line as it is written: its words, its place in pixels, and its type."""

    words: str
    rect: pygame.Rect
    size: int
    bold: bool


class _Writing(NamedTuple):
    surface: pygame.Surface
    lines: list[Line]


_heard: list[_Writing] = []


@contextmanager
def heard(surface: pygame.Surface) -> Iterator[list[Line]]:
    """Note the lines that are written on a surface in here."""
    lines: list[Line] = []
    _heard.append(_Writing(surface, lines))
    try:
        yield lines
    finally:
        _heard.pop()


def tell(lines: Iterable[Line]) -> None:
    """Tell of lines that were heard on a picture which is shown again."""
    if _heard:
        _heard[-1].lines.extend(lines)


def note(surface: pygame.Surface, words: str, place: pygame.Rect, size: int, bold: bool) -> None:
    """Note a line where somebody wants to hear it: on that surface or a part of it, and seen."""
    if not _heard or not words.strip():
        return
    on, lines = _heard[-1]
    if surface.get_abs_parent() is on and place.colliderect(surface.get_clip()):
        words = words.whole if isinstance(words, Shortened) else words
        lines.append(Line(words, place.move(surface.get_abs_offset()), size, bold))
