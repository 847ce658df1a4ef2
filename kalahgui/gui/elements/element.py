"""What every element of a screen is: its size, its picture, and what a screen reader is told.

A screen is a tree of elements that it makes from its state, anew whenever that changes. Layout,
picture, focus, tips, screen readers, one switch and tests all read that tree. Constraints go down,
sizes go up, and the parent sets the rectangle.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Act, Role
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.words import as_text

Size = tuple[int, int]
Path = tuple[Hashable, ...]


@dataclass
class Look:
    """How elements look now, and what outlasts them: whatever is kept by their paths.

    ``hovered``, ``held`` and ``focus`` are the paths of what lies under the mouse, of what it holds
    down, and of what the keys are for; None without any.
    """

    palette: Palette
    scale: Scale
    hovered: Path | None = None
    held: Path | None = None
    focus: Path | None = None
    kept: dict[Path, Any] = field(default_factory=dict)

    def px(self, units: float) -> int:
        """Return a length, in units of the layout, in pixels; 0 stays 0, more is at least 1."""
        return self.scale.px(units) if units else 0

    def type(self, name: str | int) -> int:
        """Return the size of a type in pixels, by its name in ``Scale``; a number stays."""
        return name if isinstance(name, int) else int(getattr(self.scale, name))

    def ink(self, name: str) -> pygame.Color:
        """Return a colour of the palette by its name."""
        colour = getattr(self.palette, name)
        assert isinstance(colour, pygame.Color)
        return colour


class Placing(TypedDict, total=False):
    """What every element can be given.

    ``width`` and ``height`` are in units of the layout, None for what it needs; ``grow`` is its
    share of the room that is left. ``key`` tells it from its siblings where their order changes:
    focus, scroll and what is typed stay with it.
    """

    width: float | None
    height: float | None
    grow: float
    key: Hashable


class Element:
    """A part of a screen."""

    width: float | None = None
    height: float | None = None
    grow: float = 0.0
    key: Hashable = None

    role: Role | None = None  # none of what only has others in it
    name = ""
    value = ""
    selection = 0, 0  # in that: where it begins, and the cursor
    tip = ""
    enabled = True
    chosen: bool | None = None
    act: Act | None = None
    act_again: Act | None = None  # of a second press soon after the first
    fill: Callable[[str], object] | None = None
    takes_focus = False
    keeps_tips_off = False  # no tip is to cover it
    clips = False
    at: Hashable = None  # what is chosen in it, which comes into sight whenever it is another one
    most: float | None = None  # to which height it grows in a column, in units of the layout
    children: Sequence[Element] = ()

    def __init__(self, **placing: Unpack[Placing]) -> None:
        vars(self).update(placing)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.path: Path = ()
        self._wanted: dict[int, Size] = {}

    def wants(self, look: Look, room: int) -> Size:
        """Return the width and height that it wants where ``room`` is the width it may have.

        All are in pixels. A ``width`` or ``height`` that it was given counts before ``measure``,
        which subclasses write. The answer is kept: an element is made anew when it changes.
        """
        if room not in self._wanted:  # parents ask again at every level
            within = room if self.width is None else min(room, look.px(self.width))
            width, height = self.measure(look, within)
            self._wanted[room] = (
                width if self.width is None else within,
                height if self.height is None else look.px(self.height),
            )
        return self._wanted[room]

    def measure(self, look: Look, room: int) -> Size:
        """Return how large its content comes out in a room, in pixels."""
        return 0, 0

    def shrinks(self, look: Look, room: int) -> int:
        """Return by how much less than it wants its height can be in a room, in pixels."""
        return 0

    def place(self, look: Look, rect: pygame.Rect) -> None:
        """Put it, and all in it, into a rectangle of the picture, in pixels."""
        self.rect = rect
        self.arrange(look)

    def arrange(self, look: Look) -> None:
        """Put its children into its rectangle."""
        for child in self.children:
            child.place(look, self.rect.copy())

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw it, and not its children."""

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        """Draw what lies over its children."""

    def draw_held(self, surface: pygame.Surface) -> None:
        """Draw what is in the hand, over all else, while the mouse holds it down."""

    def press(self) -> None:
        """Do its ``act``, unless it has none or is not ``enabled``."""
        if self.act is not None and self.enabled:
            self.act()

    @property
    def tip_words(self) -> str:
        """Return what its tip says."""
        return self.tip

    @property
    def tip_rect(self) -> pygame.Rect:
        """Return the rectangle of what its tip is about."""
        return self.rect

    @property
    def tip_apart(self) -> Sequence[pygame.Rect]:
        """Return what its tip is not to cover, besides what it is about."""
        return ()

    @property
    def words(self) -> str:
        """Return what it is called and what its tip says."""
        tip = self.tip_words
        named = self.name and not tip.startswith(self.name)
        return as_text(self.name if named else "", tip)

    @property
    def sight(self) -> pygame.Rect:
        """Return what of it comes into sight when it has the focus, or when that has changed."""
        return self.rect

    @property
    def walked(self) -> pygame.Rect | None:
        """Return where the arrow keys are in it while nothing has the focus; None if nowhere."""
        return None

    def parts(self, look: Look, take: Callable[[Element], None]) -> list[AccessibleNode]:
        """Return its accessible node; without a ``role``, those of its children.

        ``take`` gives an element the focus of the keys.
        """
        inside = [part for child in self.children for part in child.parts(look, take)]
        if self.role is None:
            return inside
        part = AccessibleNode(
            self.role,
            self.words,
            self.rect,
            self.key,
            inside,
            on=self.chosen,
            enabled=self.enabled,
            focused=self.path == look.focus,
            value=self.value,
            selection=self.selection,
            act=None if self.act is None else self.press,
            take=(lambda: take(self)) if self.takes_focus else None,
            fill=self.fill,
        )
        return [part] if self.words or inside else []

    @property
    def all(self) -> Iterator[Element]:
        """Yield the element and all that it has, in the order of reading."""
        yield self
        for child in self.children:
            yield from child.all


def number(element: Element, path: Path = ()) -> None:
    """Give an element and all in it their paths, by which they are known when they are made anew.

    Siblings of one kind that have no key are the same where they have the same number among those.
    """
    element.path = path
    seen: dict[Hashable, int] = {}
    for child in element.children:
        kind = (type(child).__name__, child.key)
        seen[kind] = seen.get(kind, 0) + 1
        number(child, (*path, (*kind, seen[kind])))


def draw_all(element: Element, surface: pygame.Surface, look: Look) -> None:
    """Draw an element and all in it that is seen."""
    if not element.rect.colliderect(surface.get_clip()):
        return
    element.draw(surface, look)
    if element.clips:
        with theme.clipped(surface, element.rect.clip(surface.get_clip())):
            for child in element.children:
                draw_all(child, surface, look)
    else:
        for child in element.children:
            draw_all(child, surface, look)
    element.draw_over(surface, look)


def seen_in(
    element: Element, within: pygame.Rect | None = None
) -> Iterator[tuple[Element, pygame.Rect]]:
    """Yield an element and all that it has, in the order of reading, each with where it is seen."""
    rect = element.rect if within is None else element.rect.clip(within)
    yield element, rect
    for child in element.children:
        yield from seen_in(child, rect if element.clips else within)
