"""Tables: cells in line across rows; screen readers hear the head of the column with each cell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Unpack

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role, row_part
from kalahgui.gui.elements.element import Element, Look, Placing, Size
from kalahgui.gui.elements.layout import shared
from kalahgui.gui.elements.scroll import draw_chosen
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.words import listed

# What a row stands on: a colour by its name, and its share on that of a card.
Stand = tuple[str, float]
_RADIUS, _RING = 10.0, 2.0


class TableRow(Element):
    """A row of a table; the last of its cells takes the columns that are left."""

    def __init__(
        self, cells: Sequence[Element], stand: Stand | None, inset: float, ruled: bool = False
    ) -> None:
        super().__init__()
        self.children = cells
        self._stand, self._inset, self._ruled = stand, inset, ruled
        self.columns: Sequence[tuple[int, int]] = ()  # where each begins, and how wide it is
        self.right: Collection[int] = ()

    def _places(self, left: int) -> list[tuple[int, int]]:
        """Return where each cell begins and how wide it is, in a row that begins at the left."""
        places = [(left + x, width) for x, width in self.columns]
        last = len(self.children) - 1
        x, (end, wide) = places[last][0], places[-1]
        return [*places[:last], (x, end + wide - x)]

    def measure(self, look: Look, room: int) -> Size:
        cells = zip(self.children, self._places(0), strict=True)
        return room, max(cell.wants(look, width)[1] for cell, (_, width) in cells)

    def arrange(self, look: Look) -> None:
        places = self._places(self.rect.x + look.px(self._inset))
        for column, (cell, (x, room)) in enumerate(zip(self.children, places, strict=True)):
            width, height = cell.wants(look, room)
            width = min(width, room) if column in self.right else room
            height = self.rect.height if cell.grow else min(height, self.rect.height)
            top = self.rect.centery - height // 2
            cell.place(look, pygame.Rect(x + room - width, top, width, height))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, rect, radius = look.palette, self.rect, look.px(_RADIUS)
        if self._stand is not None:
            draw_stand(surface, rect, look, self._stand, ringed=bool(self.chosen))
        elif self.chosen:
            draw_chosen(surface, rect, radius, palette)
        elif self.act is not None and look.hovered == self.path:
            surface.blit(theme.rounded(rect.size, radius, palette.accent_soft), rect)
        if self._ruled:
            surface.fill(palette.line, (rect.x, rect.y, rect.width, max(1, look.px(1))))


def draw_stand(
    surface: pygame.Surface, rect: pygame.Rect, look: Look, stand: Stand, *, ringed: bool
) -> None:
    """Draw what figures stand on, ringed where they are chosen."""
    palette, radius, (name, share) = look.palette, look.px(_RADIUS), stand
    colour = palette.card.lerp(look.ink(name), share)
    surface.blit(theme.rounded(rect.size, radius, colour), rect)
    if ringed:
        width = max(2, look.px(_RING))
        surface.blit(theme.outline(rect.size, radius, width, palette.accent), rect)


def _words(cell: Element) -> str:
    return listed(*(element.name for element in cell.all if element.role is not None))


class Table(Element):
    """Rows of cells in columns, each as wide as its cells need.

    ``heads`` are told with each cell, empty ones where the cells speak for themselves; they are
    drawn where it is ``headed``, as words or as the elements given. The columns ``right`` end in
    line. What is left of the room goes to the columns by their ``shares``, by default all to the
    last one; those that have a share give way where there is too little. A row of fewer cells has
    its last one across what is left.

    Rows are up to ``tall`` units high where there is room. One of them is ``chosen`` where a press
    can ``choose`` it, and another one soon after ``opens`` it; those ``fixed`` are no choice.
    Whenever another one is chosen it comes into sight. Each has its one of the ``stands`` below it;
    those ``ruled`` have a line above them. ``spoken`` are heads and rows as they are told, where
    that is more than is shown. ``keys`` tells whether the arrow keys go through the rows where
    nothing has the focus.
    """

    role = Role.TABLE

    def __init__(
        self,
        name: str,
        heads: Sequence[str],
        rows: Sequence[Sequence[Element]],
        *,
        headed: bool | Sequence[Element] = False,
        right: Collection[int] = (),
        shares: Sequence[float] = (),
        tall: float = 0.0,
        inset: float = 0.0,
        gap: float = 0.0,
        row_gap: float = 0.0,
        chosen: int | None = None,
        choose: Callable[[int], object] | None = None,
        opens: Callable[[int], object] | None = None,
        fixed: Collection[int] = (),
        stands: Sequence[Stand] = (),
        ruled: Collection[int] = (),
        spoken: Sequence[Sequence[str]] = (),
        keys: bool = True,
        takes_focus: bool = False,
        **placing: Unpack[Placing],
    ) -> None:
        super().__init__(**placing)
        self.name, self.takes_focus = name, takes_focus
        self.at = None if choose is None or chosen in fixed else chosen
        self._heads, self._spoken, self._keys = heads, spoken, keys
        self._right, self._shares = right, shares or [0.0] * (len(heads) - 1) + [1.0]
        self._tall, self._inset, self._gap, self._row_gap = tall, inset, gap, row_gap
        self._used = -1, 0  # the room last asked about, and how wide the columns want to be there
        self.rows = [
            TableRow(cells, stands[index] if stands else None, inset, index in ruled)
            for index, cells in enumerate(rows)
        ]
        if headed is True:
            headed = [Text(head, "small", "quiet", line=True, silent=True) for head in heads]
        self._head = [TableRow(headed, None, inset)] if headed else []
        self.children = [*self._head, *self.rows]
        for index, row in enumerate(self.rows):
            row.key = index
            if choose is not None and index not in fixed:
                row.act, row.chosen = partial(choose, index), index == chosen
                row.act_again = partial(opens or choose, index)
        for picked, words in zip(self.picked, self._rows()[1:], strict=True):
            picked.name = listed(*words)

    def _wide(self, look: Look, room: int) -> list[int]:
        widths = [0] * len(self._heads)
        for row in self.children:
            across = len(row.children) < len(widths)
            for column, cell in enumerate(row.children[:-1] if across else row.children):
                widths[column] = max(widths[column], cell.wants(look, room)[0])
        return widths

    def _use(self, look: Look, room: int) -> int:
        """Tell the rows where their columns are in a room; return how wide they want to be."""
        if room == self._used[0]:  # what has a table in it asks again and again
            return self._used[1]
        widths, gap = self._wide(look, room), look.px(self._gap)
        beside = gap * (len(widths) - 1) + 2 * look.px(self._inset)
        left = room - beside - sum(widths)
        giving = [width * bool(share) for width, share in zip(widths, self._shares, strict=True)]
        more = shared(left, self._shares if left > 0 else giving)
        given = [max(0, width + extra) for width, extra in zip(widths, more, strict=True)]
        starts = accumulate((width + gap for width in given), initial=0)
        columns = [*zip(starts, given, strict=False)]
        for row in (*self._head, *self.rows):
            row.columns, row.right = columns, self._right
        self._used = room, sum(widths) + beside
        return self._used[1]

    def _heights(self, look: Look, room: int) -> list[tuple[int, int]]:
        """Return how high each row is at least, and how much more it may be."""
        heights = [row.wants(look, room)[1] for row in self.children]
        tall, heads = look.px(self._tall), len(self._head)
        return [
            (height, max(0, tall - height) if index >= heads else 0)
            for index, height in enumerate(heights)
        ]

    def _gaps(self, look: Look) -> int:
        return look.px(self._row_gap) * max(0, len(self.children) - 1)

    def measure(self, look: Look, room: int) -> Size:
        width = self._use(look, room)
        return width, sum(map(sum, self._heights(look, room))) + self._gaps(look)

    def shrinks(self, look: Look, room: int) -> int:
        self._use(look, room)
        return sum(more for _, more in self._heights(look, room))

    def arrange(self, look: Look) -> None:
        self._use(look, self.rect.width)
        heights = self._heights(look, self.rect.width)
        least, lacking = zip(*heights, strict=True) if heights else ((), ())
        left = self.rect.height - sum(least) - self._gaps(look)
        more = shared(min(max(0, left), sum(lacking)), lacking)
        y = self.rect.y
        for row, height, extra in zip(self.children, least, more, strict=True):
            row.place(look, pygame.Rect(self.rect.x, y, self.rect.width, height + extra))
            y = row.rect.bottom + look.px(self._row_gap)

    @property
    def picked(self) -> Sequence[Element]:
        """Return what can be chosen, which is what is told as the rows."""
        return self.rows

    @property
    def sight(self) -> pygame.Rect:
        """Return where the chosen row is, the first one with the heads."""
        row = next((row for row in self.picked if row.chosen), None)
        if row is None:
            return self.rect
        return row.rect.union(self.children[0].rect) if row is self.picked[0] else row.rect

    @property
    def walked(self) -> pygame.Rect | None:
        return self.sight if self._keys and self.at is not None else None

    def _rows(self) -> Sequence[Sequence[str]]:
        shown = (self._heads, *([_words(cell) for cell in row.children] for row in self.rows))
        return self._spoken or shown

    def parts(self, look: Look, take: Callable[[Element], None]) -> list[AccessibleNode]:
        heads, *rows = self._rows()
        focus = look.focus == self.path
        keys = focus or (self._keys and look.focus is None)

        def row_node(row: Element, words: Sequence[str]) -> AccessibleNode:
            def choose() -> None:
                if self.takes_focus:
                    take(self)
                row.press()

            here = keys and bool(row.chosen)
            like = AccessibleNode(Role.ROW, "", row.rect, on=row.chosen, focused=here)
            if row.act is not None:
                like = replace(like, act=row.press, take=choose)
            return row_part(heads[: len(words)], words, row.rect, row.key, like)

        nodes = [row_node(row, words) for row, words in zip(self.picked, rows, strict=True)]
        table = AccessibleNode(self.role, self.name, self.rect, self.key or self.name, nodes)
        above = (part for row in self._head for part in row.parts(look, take))
        return [*(part for part in above if part.act is not None), table]
