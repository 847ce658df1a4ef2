"""What can be pressed or typed into: a button, an area or a text field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame

Action = Callable[[], object]


@dataclass
class Area:
    """A part of the screen that is pressed like a button and drawn by the screen itself.

    ``name`` is what it is called where it is told of in words. A button of pygame_gui would keep
    five pictures of it, all of them empty.
    """

    rect: pygame.Rect
    is_enabled: bool = True
    is_selected: bool = False
    visible: bool = True
    name: str = ""

    def get_abs_rect(self) -> pygame.Rect:
        """Return where the area is, as an element of pygame_gui does."""
        return self.rect


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Tool:
    """A button: its icon, what its tip says (a key of translations), and the command it does.

    ``usable`` tells whether there is anything to do.
    """

    icon: str
    words: str
    command: str
    selected: bool = False
    usable: Callable[[], bool] = _always


@dataclass
class Control:
    """A button, an area or a text field on the screen.

    ``key`` is the name of the key that does the same as the button; its tip says it. ``hint``
    stands in a text field that is empty.
    """

    element: Any
    action: Action | None = None
    icon: str = ""
    tip: str = ""
    style: str = ""
    changed: Callable[[str], None] | None = None
    key: str = ""
    hint: str = ""

    @property
    def rect(self) -> pygame.Rect:
        """Return where the control stands."""
        return pygame.Rect(self.element.get_abs_rect())

    @property
    def enabled(self) -> bool:
        """Tell whether the control can be used now."""
        return bool(self.element.is_enabled)

    @property
    def visible(self) -> bool:
        """Tell whether the control is shown now."""
        return bool(self.element.visible)

    @property
    def tip_words(self) -> str:
        """Return what the tip says, with the key."""
        return f"{self.tip} ({self.key})" if self.key else self.tip

    def show_selected(self, selected: bool) -> None:
        """Show a button as chosen or as not chosen, as if it were new."""
        # The mouse over it is noticed again by the next update.
        self.element.hovered = self.element.held = False
        if selected:
            self.element.select()
        else:
            self.element.unselect()
