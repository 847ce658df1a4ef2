"""Lists: rows below one another, of which one is chosen, made when they are in sight."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Unpack

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.controls import Press
from kalahgui.gui.elements.element import Act, Element, Look, Placing, Size, number
from kalahgui.gui.elements.layout import BAR_ROOM, Scrolled
from kalahgui.gui.elements.scroll import Scroller, draw_chosen
from kalahgui.gui.paint import theme

_TOLD = 200  # rows around the one that is chosen
_INSIDE = 12.0


class _Row(Element):
    def __init__(
        self,
        index: int,
        content: Element,
        say: Callable[[int], str],
        *,
        chosen: bool,
        act: Act,
        again: Act,
        ruled: bool,
    ) -> None:
        super().__init__(key=index)
        self._say, self._ruled = partial(say, index), ruled
        self.children = (content,)
        self.chosen, self.act, self.act_again = chosen, act, again

    @property
    def words(self) -> str:
        """Return what it is called, which is not made before somebody asks."""
        return self._say()

    def arrange(self, look: Look) -> None:
        [content] = self.children
        rect = self.rect.inflate(-2 * look.px(_INSIDE), 0)
        if content.rect != rect:  # a row that was kept may stand there already
            content.place(look, rect)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        # Keys that go through the rows leave none lit under a mouse that rests.
        under_mouse = (look.hovered or ())[: len(self.path)] == self.path
        hovered = under_mouse and not look.scale.magnifier.by_keys
        for element in self.all:
            if isinstance(element, Press):
                element.lit = hovered or bool(self.chosen)
        if self.chosen:
            draw_chosen(surface, self.rect, look.px(10), look.palette)
        elif hovered:
            ground = theme.rounded(self.rect.size, look.px(10), look.palette.sunken)
            surface.blit(ground, self.rect)
        elif self._ruled:
            line = (self.rect.x + look.px(_INSIDE), self.rect.bottom - 1)
            wide = self.rect.width - 2 * look.px(_INSIDE)
            surface.fill(look.palette.line, (*line, wide, max(1, look.px(1))))


class List(Scrolled):
    """A list of so many rows in the height that is left to it.

    Each is ``step`` units high, or as its words need. ``row`` makes one, ``name`` is what it is
    called. A press chooses it, another one soon after opens it; a screen reader ``takes`` it. Lines
    part the rows of a ``ruled`` one. Those in sight are told alone where ``seen_alone``. Whenever
    another one is chosen it comes into sight. One that still ``grows`` stays where it was scrolled.
    ``keys`` tells whether the arrow keys go through the rows where nothing has the focus.
    """

    grow = 1.0

    def __init__(
        self,
        count: int,
        row: Callable[[int], Element],
        name: Callable[[int], str],
        *,
        title: str,
        chosen: int | None,
        choose: Callable[[int], object],
        opens: Callable[[int], object] | None = None,
        takes: Callable[[int], object] | None = None,
        seen_alone: bool = False,
        step: float = 32.0,
        ruled: bool = False,
        grows: bool = False,
        keys: bool = True,
        **placing: Unpack[Placing],
    ) -> None:
        super().__init__(**placing)
        self.name = title
        self._count, self._row, self._name = count, row, name
        self._chosen, self._choose = chosen, choose
        self._opens, self._takes = opens or choose, takes or choose
        self._step, self._ruled, self._seen_alone = step, ruled, seen_alone
        self._grows, self._keys = grows, keys
        self.seen, self._bar = range(0), 0

    @property
    def walked(self) -> pygame.Rect | None:
        return self._row_rect(self._chosen) if self._keys and self._chosen is not None else None

    def measure(self, look: Look, room: int) -> Size:
        return room, 0

    def arrange(self, look: Look) -> None:
        step = look.px(self._step)
        if self._count:
            step = max(step, self._row(0).wants(look, self.rect.width)[1])
        new = self.path not in look.kept
        kept = (Scroller(self.rect, 0, step), None) if new else look.kept[self.path]
        scroller, before = kept
        offset = scroller.offset * step // scroller.step  # the rows may be of another height now
        height = step * self._count
        scroller.rect, scroller.step = self.rect, step
        scroller.height = max(height, offset + self.rect.height) if self._grows else height
        scroller.grip = look.px(BAR_ROOM)
        scroller.move_to(offset)
        if self._chosen is not None and self._chosen != before:
            scroller.reveal(step * self._chosen, step * (self._chosen + 1))
        look.kept[self.path] = (scroller, self._chosen)
        self.scroller, self._bar = scroller, look.px(BAR_ROOM)
        self.seen = scroller.rows_seen(self._count)
        self.children = [self._made(index) for index in self.seen]
        number(self, self.path)
        for child in self.children:
            child.place(look, self._row_rect(child.key))

    def _made(self, index: int) -> Element:
        return _Row(
            index,
            self._row(index),
            self._name,
            chosen=index == self._chosen,
            act=partial(self._choose, index),
            again=partial(self._opens, index),
            ruled=self._ruled,
        )

    def _row_rect(self, index: Hashable) -> pygame.Rect:
        """Return where a row stands, in sight or not."""
        assert self.scroller is not None and isinstance(index, int)
        top = self.rect.y + self.scroller.step * index - self.scroller.offset
        width = self.rect.width - (self._bar if self.scroller.longest else 0)
        return pygame.Rect(self.rect.x, top, width, self.scroller.step)

    def parts(self, look: Look, take: Callable[[Element], None]) -> list[AccessibleNode]:
        first = max(0, (self._chosen or 0) - _TOLD // 2)
        around = range(first, min(first + _TOLD, self._count))
        rows = [self._told(index, look) for index in (self.seen if self._seen_alone else around)]
        # What else can be pressed in a row is told of the one that is chosen.
        chosen = (row for row in self.children if row.key == self._chosen)
        inside = (part for row in chosen for part in row.children[0].parts(look, take))
        buttons = [part for part in inside if part.role is Role.BUTTON]
        return [
            AccessibleNode(Role.LIST, self.name, self.rect, self.key or self.name, rows),
            *buttons,
        ]

    def _told(self, index: int, look: Look) -> AccessibleNode:
        chosen = index == self._chosen
        return AccessibleNode(
            Role.ITEM,
            self._name(index),
            self._row_rect(index).clip(self.rect),
            index,
            on=chosen,
            focused=chosen and self._keys and look.focus is None,
            act=partial(self._opens, index),
            take=partial(self._takes, index),
        )


def stepped(chosen: int | None, step: int, count: int) -> int | None:
    """Return the row so many further than the one that is chosen, within a list of so many.

    >>> stepped(None, 1, 3), stepped(1, 5, 3), stepped(None, 1, 0)
    (0, 2, None)
    """
    if not count:
        return None
    return 0 if chosen is None else min(max(0, chosen + step), count - 1)
