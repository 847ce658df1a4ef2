"""A control of a screen: a button, an area or a text field, with what it is called and does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import pygame

from kalahgui.gui.services.words import writable

Action = Callable[[], object]


class Kind(Enum):
    """What kind of control something is: a button, a switch, one of several, a text field."""

    BUTTON = auto()
    SWITCH = auto()
    CHOICE = auto()
    FIELD = auto()


@dataclass
class Area:
    """A part of the screen that is pressed like a button and drawn by the screen itself.

    ``name`` is what it is called where it is told of in words. A button of pygame_gui would keep
    five pictures of it, all of them empty.
    """

    rect: pygame.Rect
    is_enabled: bool = True
    visible: bool = True
    name: str = ""

    def get_abs_rect(self) -> pygame.Rect:
        """Return where the area is, as an element of pygame_gui does."""
        return self.rect


@dataclass(frozen=True)
class Tool:
    """A button: its icon, what it is called (a key of translations), and the command it does.

    A switch is ``selected`` or not, other buttons are neither. One that ``opens`` has a sheet below
    it. ``usable`` tells whether there is anything to do.
    """

    icon: str
    words: str
    command: str
    selected: bool | None = None
    usable: Callable[[], bool] = lambda: True
    opens: bool = False


@dataclass
class Control:
    """A button, an area or a text field on the screen.

    ``key`` is the name of the key that does the same as the button; its tip says it. ``hint``
    stands in a text field that is empty. ``selected`` is None of what is neither a switch nor one
    of several. ``row`` is where the controls stand of which it is one. ``name`` is what it is
    called where a sign stands on it.
    """

    element: Any
    action: Action | None = None
    icon: str = ""
    tip: str = ""
    style: str = ""
    changed: Callable[[str], None] | None = None
    key: str = ""
    hint: str = ""
    kind: Kind = Kind.BUTTON
    selected: bool | None = None
    row: pygame.Rect | None = None
    name: str = ""

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

    @property
    def value(self) -> str:
        """Return what was typed into a text field."""
        return writable(str(self.element.get_text())) if self.kind is Kind.FIELD else ""

    def words(self, written: Iterable[str] = ()) -> str:
        """Return what the control is called, what is ``written`` on it and what its tip says."""
        if self.kind is Kind.FIELD:
            said = [self.tip or self.hint]
        elif isinstance(self.element, Area) or self.name:
            said = [self.name or self.element.name]
        else:
            said = [self.element.text]
        said += [words for words in written if words not in said[0]]
        # A tip may say the label again, with the key.
        said = [words for words in said if words and not self.tip_words.startswith(words)]
        if said and self.key and not self.tip:
            return f"{'. '.join(said)} ({self.key})"
        return ". ".join(filter(None, (*said, self.tip_words)))

    @property
    def likeness(self) -> Hashable:
        """Return what it has in common with the control that will stand in its place."""
        name = self.element.name if isinstance(self.element, Area) else self.label
        return self.kind, self.icon, self.tip, self.hint, name.partition(". ")[0]

    @property
    def label(self) -> str:
        """Return what is written on a button."""
        return "" if isinstance(self.element, Area) else str(getattr(self.element, "text", ""))

    def press(self) -> None:
        """Do what the control is there for, if it can be used."""
        if self.action is not None and self.enabled and self.visible:
            self.action()

    def fill(self, words: str) -> None:
        """Type words into a text field, in place of those in it, as many as it takes."""
        if self.changed is not None:
            self.element.fill(words)
            self.changed(str(self.element.get_text()))

    def show(self, wanted: bool) -> None:
        """Show the control, or hide it."""
        if self.visible != wanted:
            self.element.show() if wanted else self.element.hide()

    def enable(self, wanted: bool) -> None:
        """Let the control be used, or not."""
        if self.enabled != wanted:
            self.element.enable() if wanted else self.element.disable()

    def show_selected(self, selected: bool | None) -> None:
        """Show a button as chosen or as not chosen, as if it were new."""
        # The mouse over it is noticed again by the next update.
        self.element.hovered = self.element.held = False
        self.selected = selected
        if selected:
            self.element.select()
        else:
            self.element.unselect()
