"""The card with what is said about a move; its words are never cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.move_marks import draw_badge, has_badge
from kalahgui.gui.paint.paragraph import line_height, wrap
from kalahgui.gui.panels.sentences import Said
from kalahgui.gui.widgets.screen import Screen

_MARGIN, _BADGE, _GAP = 22, 24, 12  # units of the layout
_PARTING, _PARTING_NARROW = 3, 10  # above each sentence
# How many reasons are given, where there is room for them.
_REASONS = (3, 2, 1, 0)


@dataclass(frozen=True)
class _Set:
    """Words broken into lines, and their sizes."""

    said: Said
    heading: Sequence[str]
    heading_size: int
    sentences: Sequence[Sequence[str]]
    size: int
    height: int


class SentenceCard:
    """Writes what is said into a rectangle; a ``narrow`` one has how sure it is on its own line."""

    def __init__(self, screen: Screen, rect: pygame.Rect, narrow: bool) -> None:
        self._screen = screen
        self._narrow = narrow
        margin = screen.scale.px(_MARGIN)
        self._inside = rect.inflate(-2 * margin, -2 * screen.scale.px(10))
        # Between sentences, in pixels.
        self._parting = screen.scale.px(_PARTING_NARROW if narrow else _PARTING)
        self._set: _Set | None = None

    def show(self, say_with: Callable[[int], Said]) -> None:
        """Take up words, as many reasons as there is room for; ``say_with`` says so many."""
        for most in _REASONS:
            said = say_with(most)
            for smaller in (False, True):
                self._set = self._broken(said, smaller)
                if self._set.height <= self._inside.height:
                    return

    @property
    def fits(self) -> bool:
        """Tell whether all words have found room."""
        return self._set is None or self._set.height <= self._inside.height

    @property
    def words(self) -> str:
        """Return all words of the card."""
        if self._set is None:
            return ""
        return "\n".join((self._set.said.heading, *self._set.said.sentences))

    def _broken(self, said: Said, smaller: bool) -> _Set:
        scale = self._screen.scale
        large = scale.heading if smaller else max(scale.px(19), scale.heading)
        size = scale.small if smaller else scale.body
        room = self._inside.width
        if has_badge(said.kind):
            room -= scale.px(_BADGE + _GAP)
        if said.sure and not self._narrow:
            room -= theme.font(size, True).size(said.sure)[0] + scale.px(_GAP)
        heading = wrap(said.heading, large, room, True)
        sentences = [wrap(words, size, self._inside.width) for words in said.sentences]
        height = line_height(large) * len(heading)
        height += sum(line_height(size) * len(lines) + self._parting for lines in sentences)
        if said.sure and self._narrow:
            height += line_height(size)
        return _Set(said, heading, large, sentences, size, height)

    def draw(self, surface: pygame.Surface) -> None:
        """Write the words."""
        if self._set is None:
            return
        palette, px = self._screen.palette, self._screen.scale.px
        words, inside = self._set, self._inside
        x, y = inside.topleft
        if not self._narrow:
            y += max(0, (inside.height - words.height) // 2)
        high = line_height(words.heading_size)
        if has_badge(words.said.kind):
            badge = px(_BADGE)
            at = (x + badge // 2, y + high // 2)
            draw_badge(surface, at, badge, words.said.kind, palette)
            x += badge + px(_GAP)
        for line in words.heading:
            at = (x, y + high // 2)
            theme.write(surface, line, at, words.heading_size, palette.ink, True, "midleft")
            y += high
        self._write_sure(surface, words, y)
        low = line_height(words.size)
        if words.said.sure and self._narrow:
            y += low
        for lines in words.sentences:
            y += self._parting
            for line in lines:
                at = (inside.x, y + low // 2)
                theme.write(surface, line, at, words.size, palette.ink, anchor="midleft")
                y += low

    def _write_sure(self, surface: pygame.Surface, words: _Set, y: int) -> None:
        """Write how sure it is: at the right of the heading, or below it."""
        palette, inside, said = self._screen.palette, self._inside, words.said
        colour = palette.best if said.certain else palette.quiet
        if self._narrow:
            at, anchor = (inside.x, y + line_height(words.size) // 2), "midleft"
        else:
            first = y - line_height(words.heading_size) * len(words.heading)
            at, anchor = (inside.right, first + line_height(words.heading_size) // 2), "midright"
        theme.write(surface, said.sure, at, words.size, colour, said.certain, anchor)
