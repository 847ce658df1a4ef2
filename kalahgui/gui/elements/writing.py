"""Elements that say something: words on one line or on several, and bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Unpack

import pygame

from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Element, Look, Placing, Size
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import balance, line_height, wrap, write_lines
from kalahgui.words import with_label


@lru_cache(maxsize=1024)
def wide(words: str, size: int, bold: bool) -> int:
    """Return how wide one line of words is, in pixels, in a type of ``size`` pixels."""
    return theme.font(size, bold).size(words)[0]


_TIGHTEST = 1.25  # the height of a line, as a multiple of its type


class Text(Element):
    """Words, wrapped in their room; or on one ``line``, cut to it, with a tip that has them whole.

    Where a line has no room, it is of the ``smaller`` type, or the first of ``shorter`` words that
    has is written. ``balanced`` lines are of about the same length. Words that are part of another
    element's name are ``silent``: nobody hears them twice.
    """

    role: Role | None = Role.TEXT

    def __init__(
        self,
        words: str,
        type: str | int = "body",
        colour: str = "ink",
        *,
        bold: bool = False,
        line: bool = False,
        smaller: str | int = "",
        shorter: Sequence[str] = (),
        balanced: bool = False,
        silent: bool = False,
        align: str = "left",
        **placing: Unpack[Placing],
    ) -> None:
        super().__init__(**placing)
        self.name = words
        self._type, self._colour, self._bold = type, colour, bold
        self._line, self._balanced, self._align = line, balanced, align
        self._smaller, self._shorter = smaller or type, shorter
        self._shown: tuple[int, Sequence[str]] | None = None  # in its place
        if silent:
            self.role = None

    def _size_in(self, look: Look, room: int) -> int:
        size = look.type(self._type)
        return size if wide(self.name, size, self._bold) <= room else look.type(self._smaller)

    def _lines(self, look: Look, room: int) -> tuple[str, ...]:
        size = self._size_in(look, room)
        if "\n" not in self.name and wide(self.name, size, self._bold) <= room:
            return (self.name,)  # as most words, which need no breaking
        if self._line:
            fits = (words for words in self._shorter if wide(words, size, self._bold) <= room)
            shortest = [self.name, *self._shorter][-1]
            return (next(fits, None) or theme.fit(shortest, size, room, self._bold),)
        broken = balance if self._balanced else wrap
        return broken(self.name, size, max(1, room), self._bold)

    def wants(self, look: Look, room: int) -> Size:
        width, height = super().wants(look, room)
        return width, max(height, round(_TIGHTEST * look.type(self._type)))

    def measure(self, look: Look, room: int) -> Size:
        size, lines = self._size_in(look, room), self._lines(look, room)
        return max(wide(line, size, self._bold) for line in lines), line_height(size) * len(lines)

    def place(self, look: Look, rect: pygame.Rect) -> None:
        self._shown = None
        super().place(look, rect)

    def _in_place(self, look: Look) -> tuple[int, Sequence[str]]:
        if self._shown is None:
            room = self.rect.width
            self._shown = self._size_in(look, room), self._lines(look, room)
        return self._shown

    def arrange(self, look: Look) -> None:
        cut = self._line and self._in_place(look)[1][0] != self.name
        self.tip = self.name if cut else ""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        (size, lines), ink = self._in_place(look), look.ink(self._colour)
        if self._line:
            anchor = {"left": "midleft", "centre": "center", "right": "midright"}[self._align]
            at = getattr(self.rect, anchor)
            theme.write(surface, lines[0], at, size, ink, self._bold, anchor)
            return
        centred = self._align == "centre"
        at = (self.rect.centerx, self.rect.y) if centred else self.rect.topleft
        anchor = "center" if centred else "topleft"
        write_lines(surface, lines, at, size, ink, self._bold, anchor)


class Live(Text):
    """Words on a line that are asked for whenever they are drawn or told.

    What changes from frame to frame needs no new tree. It has the room that it is given.
    """

    def __init__(self, words: Callable[[], str], type: str | int = "body", **text: Any) -> None:
        self._words = words
        super().__init__(words(), type, line=True, **text)

    @property
    def name(self) -> str:
        """Return the words as they are now."""
        return self._words()

    @name.setter
    def name(self, words: str) -> None:
        """Leave the words to be asked for."""

    @property
    def tip_words(self) -> str:
        words = self.name
        return words if wide(words, self._size, self._bold) > self.rect.width else ""

    def arrange(self, look: Look) -> None:
        self._size = look.type(self._type)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self._shown = None
        super().draw(surface, look)


class Heading(Text):
    """Words at the head of what follows."""

    role = Role.HEADING

    def __init__(self, words: str, type: str | int = "heading", **text: Any) -> None:
        super().__init__(words, type, bold=True, **text)


class Icon(Element):
    """A picture beside words that say the same."""

    def __init__(self, icon: str, colour: str = "ink", size: float = 20.0) -> None:
        super().__init__(width=size, height=size)
        self._icon, self._colour = icon, colour

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        picture = theme.icon(self._icon, self.rect.height, look.ink(self._colour))
        theme.stamp(surface, picture, self.rect.center)


class Bar(Element):
    """Shows which share, of 0 to 1, of something is done; ``name`` is what that is.

    Without a name it is a picture of what is said elsewhere.
    """

    height = 12.0

    def __init__(
        self,
        share: float,
        name: str,
        *,
        colour: str = "accent",
        **placing: Unpack[Placing],
    ) -> None:
        super().__init__(**placing)
        self._share, self._colour = share, colour
        if name:
            self.role, self.name = Role.TEXT, with_label(name, f"{share:.0%}")

    def measure(self, look: Look, room: int) -> Size:
        return room, 0

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        draw_bar(surface, self.rect, self._share, look.palette, look.ink(self._colour))
