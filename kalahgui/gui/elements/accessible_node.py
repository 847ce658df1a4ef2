"""What is on a screen, in the order of reading, for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import pygame

from kalahgui.words import listed, with_label

Act = Callable[[], object]


class Role(Enum):
    """What kind of thing an accessible node is."""

    WINDOW = auto()
    DIALOG = auto()
    BUTTON = auto()
    SWITCH = auto()
    CHOICE = auto()
    FIELD = auto()
    HEADING = auto()
    TEXT = auto()
    NEWS = auto()
    LIST = auto()
    ITEM = auto()
    TABLE = auto()
    ROW = auto()
    CELL = auto()
    TREE = auto()
    NODE = auto()


@dataclass(frozen=True)
class AccessibleNode:
    """A part of a screen as a screen reader hears it: its role, its name, and what it can do.

    One switch is led past what is not ``useful``: pressing it is answered by why not, or another
    node does the same. ``parts`` are the nodes in it, ``key`` tells it from its siblings, now and
    later. ``rect`` is in pixels of the picture.
    ``on`` tells whether it is chosen or switched on, None of what is neither. ``value`` is what was
    typed into it, ``selection`` where in that what is selected begins, and the cursor. ``act``
    presses it, ``take`` gives it the focus of the keys, ``fill`` types into it.
    """

    role: Role
    name: str
    rect: pygame.Rect
    key: Hashable = None
    parts: Sequence[AccessibleNode] = ()
    on: bool | None = None
    enabled: bool = True
    focused: bool = False
    value: str = ""
    selection: tuple[int, int] = (0, 0)
    useful: bool = True
    act: Act | None = field(default=None, compare=False)
    take: Act | None = field(default=None, compare=False)
    fill: Callable[[str], object] | None = field(default=None, compare=False)

    @property
    def all(self) -> Iterator[AccessibleNode]:
        """Yield the node and all in it, each before those in it."""
        yield self
        for part in self.parts:
            yield from part.all


def row_part(
    heads: Sequence[str],
    words: Sequence[str],
    rect: pygame.Rect,
    key: Hashable = None,
    like: AccessibleNode | None = None,
) -> AccessibleNode:
    """Return a row of a table: its name is all of it; empty cells are left out.

    It can be pressed, chosen and filled like the node that it is ``like``, that of a control.
    """
    width = rect.width // max(1, len(words))
    cells = [
        AccessibleNode(
            Role.CELL,
            with_label(head, text) if head else text,
            pygame.Rect(rect.x + index * width, rect.y, width, rect.height),
            index,
        )
        for index, (head, text) in enumerate(zip(heads, words, strict=True))
        if text
    ]
    name = listed(*(cell.name for cell in cells))
    return replace(
        like or AccessibleNode(Role.ROW, "", rect), role=Role.ROW, name=name, key=key, parts=cells
    )


def table_part(name: str, rect: pygame.Rect, rows: Iterable[AccessibleNode]) -> AccessibleNode:
    """Return a table of such rows."""
    return AccessibleNode(Role.TABLE, name, rect, name, tuple(rows))


def as_dialog(node: AccessibleNode, name: str, rect: pygame.Rect, *, heard: bool) -> AccessibleNode:
    """Return a screen as a card that lies over others; while nothing on it does, it has the focus.

    ``heard`` tells whether the keys are the card's.
    """
    focused = heard and not any(part.focused for part in node.all)
    return replace(node, role=Role.DIALOG, name=name, rect=rect, focused=focused)
