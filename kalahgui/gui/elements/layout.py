"""Elements that only lay out others: side by side, below or over one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.element import Element, Look, Placing, Size, draw_all, number
from kalahgui.gui.elements.scroll import Scroller
from kalahgui.gui.paint import theme

# Left, top, right and bottom, in units of the layout.
Padding = tuple[float, float, float, float]


def shared(left: int, shares: Sequence[float]) -> list[int]:
    """Share pixels out, all of them.

    >>> shared(10, [0, 1, 2]), shared(10, [0, 0])
    ([0, 3, 7], [0, 0])
    """
    total, given, pixels = sum(shares), 0.0, list[int]()
    for share in shares:
        before, given = given, given + (left * share / total if total else 0.0)
        pixels.append(round(given) - round(before))
    return pixels


class Box(Element):
    """Has others in it, with a gap between them and padding around them (units of the layout).

    They lie over one another, unless it says otherwise.
    """

    def __init__(
        self,
        *children: Element | None,
        gap: float = 0.0,
        padding: float | Padding = 0.0,
        **placing: Unpack[Placing],
    ) -> None:
        """Leave out ``None``; ``gap`` and ``padding`` are in units of the layout."""
        super().__init__(**placing)
        self.children = [child for child in children if child is not None]
        self.gap = gap
        self.padding = padding if isinstance(padding, tuple) else (padding,) * 4

    def measure(self, look: Look, room: int) -> Size:
        across, down = self.around(look)
        sizes = [child.wants(look, room - across) for child in self.children]
        width = max((width for width, _ in sizes), default=0)
        return width + across, max((height for _, height in sizes), default=0) + down

    def arrange(self, look: Look) -> None:
        for child in self.children:
            child.place(look, self.inner(look))

    def around(self, look: Look) -> Size:
        """Return how much the padding takes of width and height."""
        left, top, right, bottom = map(look.px, self.padding)
        return left + right, top + bottom

    def inner(self, look: Look) -> pygame.Rect:
        """Return the rectangle inside of the padding."""
        left, top, _, _ = map(look.px, self.padding)
        width, height = self.around(look)
        rect = self.rect
        return pygame.Rect(rect.x + left, rect.y + top, rect.width - width, rect.height - height)

    def gaps(self, look: Look) -> int:
        """Return how much the gaps take."""
        return look.px(self.gap) * max(0, len(self.children) - 1)


class Column(Box):
    """Puts others below one another, each as wide as itself."""

    def measure(self, look: Look, room: int) -> Size:
        across, down = self.around(look)
        sizes = [child.wants(look, room - across) for child in self.children]
        width = max((width for width, _ in sizes), default=0)
        return width + across, sum(height for _, height in sizes) + self.gaps(look) + down

    def shrinks(self, look: Look, room: int) -> int:
        within = room - self.around(look)[0]
        return sum(child.shrinks(look, within) for child in self.children)

    def arrange(self, look: Look) -> None:
        inner = self.inner(look)
        heights = [child.wants(look, inner.width)[1] for child in self.children]
        left = inner.height - sum(heights) - self.gaps(look)
        if left < 0:  # what can be smaller gives way first
            less = [child.shrinks(look, inner.width) for child in self.children]
            given = shared(min(-left, sum(less)), less)
            heights = [height - reduction for height, reduction in zip(heights, given, strict=True)]
            left += sum(given)
        more = shared(left, [child.grow for child in self.children])
        y = inner.y
        for child, height, extra in zip(self.children, heights, more, strict=True):
            width = inner.width
            if child.most is not None:
                extra = min(extra, max(0, look.px(child.most) - height))
            if child.width is not None:
                width = child.wants(look, width)[0]
            child.place(look, pygame.Rect(inner.x, y, width, height + extra))
            y += height + extra + look.px(self.gap)


class Row(Box):
    """Puts others side by side, each in the middle of its height, or as high as the row.

    Those that ``grow`` share what the others leave.
    """

    def __init__(self, *children: Element | None, stretch: bool = False, **box: Any) -> None:
        super().__init__(*children, **box)
        self._stretch = stretch

    def _widths(self, look: Look, room: int) -> list[int]:
        left = room - self.gaps(look)
        widths = []
        for child in self.children:
            width = 0 if child.grow else min(child.wants(look, max(0, left))[0], max(0, left))
            widths.append(width)
            left -= width
        more = shared(max(0, left), [child.grow for child in self.children])
        return [width + extra for width, extra in zip(widths, more, strict=True)]

    def measure(self, look: Look, room: int) -> Size:
        across, down = self.around(look)
        widths = self._widths(look, room - across)
        heights = [
            child.wants(look, width)[1] for child, width in zip(self.children, widths, strict=True)
        ]
        return sum(widths) + self.gaps(look) + across, max(heights, default=0) + down

    def shrinks(self, look: Look, room: int) -> int:
        widths = self._widths(look, room - self.around(look)[0])
        heights = [
            (child.wants(look, width)[1], child.shrinks(look, width))
            for child, width in zip(self.children, widths, strict=True)
        ]
        least = max((wanted - less for wanted, less in heights), default=0)
        return max((wanted for wanted, _ in heights), default=0) - least

    def arrange(self, look: Look) -> None:
        inner = self.inner(look)
        x = inner.x
        for child, width in zip(self.children, self._widths(look, inner.width), strict=True):
            wanted = inner.height if self._stretch else child.wants(look, width)[1]
            height = min(inner.height, wanted)
            y = inner.y + (inner.height - height) // 2
            child.place(look, pygame.Rect(x, y, width, height))
            x += width + look.px(self.gap)


class Grid(Box):
    """Puts others into rows of so many, in line across the rows; the last column takes the rest."""

    def __init__(self, columns: int, *children: Element, row_gap: float = 0.0, **box: Any) -> None:
        super().__init__(*children, **box)
        self._columns, self._row_gap = columns, row_gap

    def _widths(self, look: Look, room: int) -> list[int]:
        left, widths = room, list[int]()
        for column in range(self._columns - 1):
            cells = self.children[column :: self._columns]
            width = max((cell.wants(look, left)[0] for cell in cells), default=0)
            widths.append(min(width, left))
            left = max(0, left - widths[-1] - look.px(self.gap))
        return [*widths, left]

    def _heights(self, look: Look, widths: Sequence[int]) -> list[int]:
        wanted = [
            cell.wants(look, widths[at % self._columns])[1] for at, cell in enumerate(self.children)
        ]
        rows = range(0, len(wanted), self._columns)
        return [max(wanted[at : at + self._columns]) for at in rows]

    def measure(self, look: Look, room: int) -> Size:
        across, down = self.around(look)
        widths = self._widths(look, room - across)
        heights = self._heights(look, widths)
        last = self.children[self._columns - 1 :: self._columns]
        wide = max((cell.wants(look, widths[-1])[0] for cell in last), default=0)
        gaps = look.px(self.gap) * (self._columns - 1)
        below = look.px(self._row_gap) * max(0, len(heights) - 1)
        return sum(widths[:-1]) + wide + gaps + across, sum(heights) + below + down

    def arrange(self, look: Look) -> None:
        inner = self.inner(look)
        widths = self._widths(look, inner.width)
        x, y = inner.x, inner.y
        for row, height in enumerate(self._heights(look, widths)):
            cells = self.children[row * self._columns : (row + 1) * self._columns]
            for cell, width in zip(cells, widths, strict=False):
                cell.place(look, pygame.Rect(x, y, width, height))
                x += width + look.px(self.gap)
            x, y = inner.x, y + height + look.px(self._row_gap)


class Flow(Box):
    """Puts others side by side, each as wide as it wants, and in as many lines as that takes."""

    def _lines(self, look: Look, room: int) -> list[list[tuple[Element, Size]]]:
        lines, left = list[list[tuple[Element, Size]]](), 0
        for child in self.children:
            width, height = child.wants(look, room)
            if not lines or width > left:
                lines.append([])
                left = room
            lines[-1].append((child, (min(width, room), height)))
            left -= width + look.px(self.gap)
        return lines

    def measure(self, look: Look, room: int) -> Size:
        across, down = self.around(look)
        lines = self._lines(look, room - across)
        heights = [max(height for _, (_, height) in line) for line in lines]
        return room, sum(heights) + look.px(self.gap) * max(0, len(lines) - 1) + down

    def arrange(self, look: Look) -> None:
        inner = self.inner(look)
        y = inner.y
        for line in self._lines(look, inner.width):
            x = inner.x
            for child, size in line:
                child.place(look, pygame.Rect((x, y), size))
                x += size[0] + look.px(self.gap)
            y += max(height for _, (_, height) in line) + look.px(self.gap)


class Layers(Box):
    """Puts others over one another, each in all of its rectangle."""


class Fitting(Element):
    """Shows the first of several versions that is no higher than its rect, or else the last."""

    grow = 1.0

    def __init__(self, *versions: Element, **placing: Unpack[Placing]) -> None:
        super().__init__(**placing)
        self._versions = versions

    def measure(self, look: Look, room: int) -> Size:
        return self._versions[-1].wants(look, room)

    def arrange(self, look: Look) -> None:
        width, height = self.rect.size
        fits = (version for version in self._versions if version.wants(look, width)[1] <= height)
        shown = next(fits, self._versions[-1])
        self.children = (shown,)
        number(self, self.path)
        shown.place(look, self.rect.copy())


class Space(Element):
    """Takes room and shows nothing."""


class Rule(Element):
    """Draws a line between what is above and what is below."""

    def measure(self, look: Look, room: int) -> Size:
        return room, look.px(1)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        surface.fill(look.ink("line"), self.rect)


BAR_ROOM = 14.0  # what the bar takes where not all is seen


class Scrolled(Element):
    """Has more than is seen in its rectangle: wheel, drag and bar move it."""

    clips = True
    scroller: Scroller | None = None  # until it is laid out

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        if self.scroller is not None:
            self.scroller.draw(surface, look.scale, look.palette)


class Scroll(Scrolled):
    """Shows a part of something that may be higher; the focus moves it as well.

    What lies at its edges fades out where more follows, so that no line looks cut.
    """

    def __init__(self, child: Element, *, step: float = 30.0, **placing: Unpack[Placing]) -> None:
        """A notch of the wheel goes a ``step``, in units of the layout."""
        super().__init__(**placing)
        self.children = (child,)
        self._step = step

    def measure(self, look: Look, room: int) -> Size:
        return self.children[0].wants(look, room)

    def _least(self, look: Look, room: int) -> int:
        """Return how high its content is at least in a room."""
        [child] = self.children
        return child.wants(look, room)[1] - child.shrinks(look, room)

    def arrange(self, look: Look) -> None:
        [child] = self.children
        width = self.rect.width
        height = self._least(look, width)
        if height > self.rect.height:
            width -= look.px(BAR_ROOM)
            height = self._least(look, width)
        scroller = look.kept.setdefault(self.path, Scroller(self.rect, height, 1))
        scroller.rect, scroller.height, scroller.step = self.rect, height, look.px(self._step)
        scroller.grip = look.px(BAR_ROOM)
        scroller.move_to(scroller.offset)
        self.scroller = scroller
        top = self.rect.y - scroller.offset
        child.place(look, pygame.Rect(self.rect.x, top, width, max(height, self.rect.height)))

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        if self.scroller is not None:
            self.scroller.fade(surface, look.scale, look.palette)
        super().draw_over(surface, look)

    def parts(self, look: Look, take: Callable[[Element], None]) -> list[AccessibleNode]:
        """Return the accessible nodes of its content, each with the rect in which it is seen."""
        return [_seen(part, self.rect) for part in super().parts(look, take)]


def _seen(part: AccessibleNode, room: pygame.Rect) -> AccessibleNode:
    """Return a node, and those in it, cut to what is seen; unseen ones lie at the edge, empty.

    Nodes of trees are where they would be.
    """
    parts = [child if child.role is Role.NODE else _seen(child, room) for child in part.parts]
    rect = part.rect.clip(room)
    return replace(part, rect=rect if rect.size != (0, 0) else rect.clamp(room), parts=parts)


# Its words, the rectangle of what it is about, and what it is not to cover.
Tip = tuple[str, pygame.Rect, *tuple[pygame.Rect, ...]]


class Painted(Element):
    """What is drawn by hand: a board, a tree, a graph. It takes as much room as it is given."""

    def __init__(
        self,
        paint: Callable[[pygame.Surface, pygame.Rect], object],
        *,
        placed: Callable[[pygame.Rect], object] | None = None,
        pressed: Callable[[tuple[int, int]], bool] | None = None,
        hears: Callable[[pygame.Event], bool] | None = None,
        nodes: Callable[[], Sequence[AccessibleNode]] | None = None,
        tips: Callable[[], Tip | None] | None = None,
        name: str = "",
        takes_focus: bool = False,
        most: float | None = None,
        **placing: Unpack[Placing],
    ) -> None:
        """``placed`` hears where it stands, ``nodes`` returns those of what is on it.

        It grows to so many units of the layout at ``most``. ``pressed`` takes the point where it is
        pressed; or else ``hears`` takes all events of the mouse over it, or held down from there,
        and those of the keys while it has the focus. They return whether they have used it.
        ``tips`` returns what is to be said of what lies under the mouse now, where that stands, and
        what the tip is not to cover besides.
        """
        super().__init__(**placing)
        self._paint, self._placed, self._nodes = paint, placed, nodes
        self._tips = tips
        self.hears = hears if pressed is None else partial(_pressed, pressed)
        self.name, self.takes_focus = name, takes_focus
        self.most = most

    def arrange(self, look: Look) -> None:
        if self._placed is not None:
            self._placed(self.rect)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self._paint(surface, self.rect)

    def parts(self, look: Look, take: Callable[[Element], None]) -> list[AccessibleNode]:
        nodes = [] if self._nodes is None else list(self._nodes())
        return with_focus(nodes) if nodes and self.path == look.focus else nodes

    @property
    def sight(self) -> pygame.Rect:
        return self.walked or self.rect

    @property
    def walked(self) -> pygame.Rect | None:
        nodes = self._nodes() if self._nodes is not None else ()
        # A whole with the focus has nothing chosen in it.
        items = (item for whole in nodes for item in (whole.parts or (whole,)))
        parts = (part for item in items for part in item.all)
        return next((part.rect for part in parts if part.focused), None)

    @property
    def _tip(self) -> Tip:
        return (self._tips and self._tips()) or ("", pygame.Rect(0, 0, 0, 0))

    @property
    def tip_words(self) -> str:
        return self._tip[0]

    @property
    def tip_rect(self) -> pygame.Rect:
        return self._tip[1]

    @property
    def tip_apart(self) -> Sequence[pygame.Rect]:
        return self._tip[2:]


def _pressed(pressed: Callable[[tuple[int, int]], bool], event: pygame.Event) -> bool:
    down = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
    return down and pressed(event.pos)


def with_focus(nodes: Sequence[AccessibleNode]) -> list[AccessibleNode]:
    """Return nodes, the first with the focus: what is chosen in it has it, or else itself."""
    [first, *others] = nodes
    if any(part.focused for node in nodes for part in node.all):
        return [first, *others]
    items = [replace(item, focused=bool(item.on)) for item in first.parts]
    focused = not any(item.focused for item in items)
    return [replace(first, parts=items, focused=focused), *others]


class Pinned(Element):
    """Puts another one into a rectangle that what is drawn by hand leaves for it."""

    def __init__(self, child: Element, where: Callable[[], pygame.Rect]) -> None:
        super().__init__()
        self.children, self._where = (child,), where

    def arrange(self, look: Look) -> None:
        self.rect = self._where()
        super().arrange(look)


class Turned(Element):
    """Shows another one upside down, for who sits opposite: it is read, and cannot be pressed."""

    def __init__(self, child: Element) -> None:
        super().__init__()
        self._child = child

    def measure(self, look: Look, room: int) -> Size:
        return self._child.wants(look, room)

    def arrange(self, look: Look) -> None:
        self._child.place(look, pygame.Rect((0, 0), self.rect.size))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        draw_all(self._child, picture, look)
        surface.blit(pygame.transform.rotate(picture, 180), self.rect)

    def parts(self, look: Look, take: Callable[[Element], None]) -> list[AccessibleNode]:
        return [replace(part, rect=self.rect) for part in self._child.parts(look, take)]


class Ground(Box):
    """Lies under something: a rounded ground in a colour of the palette.

    ``share`` is how much of it there is, on that of a card.
    """

    def __init__(
        self, child: Element, colour: str, radius: float = 10.0, share: float = 1.0, **box: Any
    ) -> None:
        super().__init__(child, **box)
        self._colour, self._radius, self._share = colour, radius, share

    def shrinks(self, look: Look, room: int) -> int:
        return self.children[0].shrinks(look, room - self.around(look)[0])

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        colour = look.palette.card.lerp(look.ink(self._colour), self._share)
        picture = theme.rounded(self.rect.size, look.px(self._radius), colour)
        surface.blit(picture, self.rect)


class Card(Ground):
    """A card on the paper of a screen, with its shadow.

    The screen draws those that stay where they are with its paper, as one picture; but for one
    that lies ``over`` the shadow of a board.
    """

    on_paper = False

    def __init__(self, child: Element, *, over: bool = False, **box: Any) -> None:
        super().__init__(child, "card", 16.0, **box)
        self.over = over

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if not self.on_paper:
            radius, palette = look.px(self._radius), look.palette
            theme.draw_card(surface, self.rect, radius, palette.card, palette.shadow, look.px(16))


def cards_on_paper(element: Element) -> Iterator[Card]:
    """Yield the cards that lie on the paper, and are not scrolled."""
    if isinstance(element, Card):
        if not element.over:
            element.on_paper = True
            yield element
    elif not element.clips:
        for child in element.children:
            yield from cards_on_paper(child)
