"""What every screen is, and the window as screens see it."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.interaction import Interaction
from kalahgui.gui.elements.layout import cards_on_paper
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import keymap
from kalahgui.gui.services.background import Endgames
from kalahgui.gui.services.navigation import Destination, MainScreen
from kalahgui.gui.services.services import Services
from kalahgui.gui.services.settings import Choices
from kalahgui.words import say

ICON = 36.0  # the side of a button that is an icon alone, in units of the layout
# In so many seconds everything is where it glides to.
_LONG = 1000.0


class Host(ABC):
    """The window as its screens see it: a stack of them, and what they may ask of it."""

    services: Services
    size: tuple[int, int]
    scale: Scale
    palette: Palette
    fullscreen: bool
    endgames: Endgames | None
    screens: list[Screen]

    @property
    def screen(self) -> Screen:
        """Return the topmost screen."""
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        """Lay a screen over the others; it gets the events, and ``pop`` takes it away."""
        self.screens.append(screen)
        self.wake()

    def pop(self) -> None:
        """Take the topmost screen away."""
        self.screens.pop().close()
        self.wake()

    @abstractmethod
    def wake(self) -> None:
        """Draw frames at the full rate for a moment: something on the screen has changed."""

    @abstractmethod
    def rebuild(self) -> None:
        """Lay out every screen anew after a change of size, language, theme or size of text."""

    @abstractmethod
    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to the window as large as it was."""

    @abstractmethod
    def quit(self) -> None:
        """End the program after this frame; what is under way is kept."""

    @abstractmethod
    def open(self, destination: Destination) -> None:
        """Open the screen of a destination, instead of all screens or over the present one."""

    def back(self) -> None:
        """Leave the topmost screen for the one below; where there is none, go home."""
        if len(self.screens) > 1:
            self.pop()
        else:
            self.open(MainScreen.HOME)


class Screen:
    """A screen of the window, of which the app keeps a stack.

    What is on it is its ``content``, which is made from its state whenever that has changed.
    """

    # A modal screen keeps every event from the screens below it.
    modal = True
    # A screen that covers the window: for those below it no time passes, and nobody draws them.
    covers = False
    # Where the screen's keys stand in the table of keys; where "games" is among them, games may be
    # pasted and files opened.
    key_places: tuple[str, ...] = ()
    # The choices that hold on this screen, whatever the player has chosen.
    own_choices: Mapping[str, Any] = {}

    def __init__(self, app: Host) -> None:
        self.app = app
        self.controls = Interaction(app.palette, app.scale)
        self.rebuild()

    @property
    def services(self) -> Services:
        """Return what outlasts the screen."""
        return self.app.services

    @property
    def choices(self) -> Choices:
        """Return the choices that this screen goes by; they are changed by ``services.choose``."""
        chosen = self.services.choices
        return replace(chosen, **self.own_choices) if self.own_choices else chosen

    def content(self) -> Element:
        """Return a new tree of elements that shows the present state.

        It is called by ``rebuild``, ``refresh`` and whenever ``state`` has changed.
        """
        raise NotImplementedError

    @property
    def state(self) -> object:
        """Return what decides what is on the screen and changes without a ``refresh``."""
        return None

    @property
    def stale(self) -> bool:
        """Tell whether the screen shows another state than it has."""
        return self._shown_state != self.state

    def place_of(self, content: Element) -> pygame.Rect:
        """Return where the content lies."""
        return pygame.Rect((0, 0), self.size)

    def rebuild(self) -> None:
        """Lay out the screen anew, in the window's size, language and theme."""
        self.size, self.scale, self.palette = self.app.size, self.app.scale, self.app.palette
        self.controls.use(self.palette, self.scale)
        self._show()

    def refresh(self) -> None:
        """Make the tree anew after the state has changed, and have it drawn."""
        self._show()
        self.app.wake()

    def _show(self) -> None:
        self._shown_state = self.state  # other threads may change it from here on
        content = self.content()
        self.controls.show(content, self.place_of(content))
        self._cards = [card.rect for card in cards_on_paper(content)]

    @property
    def commands(self) -> keymap.Commands:
        """Return the functions of all that can be done now, by the names in the table of keys.

        One that returns False has not used its key, which may then mean something else.
        """
        return {}

    def handle(self, event: pygame.Event) -> bool:
        """Take an event, with points in pixels of the picture; return True when it was used.

        What is unused goes to the screen below, unless this one is ``modal``.
        """
        self._show_state()  # it is meant for what the one before it has left
        return self.controls.handle(event) or self.press(event)

    def _show_state(self) -> None:
        if self.stale:
            self.refresh()

    def press(self, event: pygame.Event, *, modified: bool = False) -> bool:
        """Do the command of a key that went down; return True when there was one.

        With ``modified`` only keys together with Shift or Control count.
        """
        if event.type != pygame.KEYDOWN:
            return False
        return keymap.press(self.key_places, self.commands, event, modified=modified)

    def elapse(self, dt: float) -> None:
        """Count the ``dt`` seconds since the last call; it is called at rest, too.

        The screens below one that ``covers`` the window are not called.
        """

    def update(self, dt: float) -> None:
        """Move what moves by ``dt`` seconds, before a frame is drawn, and follow the state.

        At rest no frames are drawn and this is not called: what must not wait is in ``elapse``.
        """
        self._show_state()
        self.controls.update(dt, self.reached)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen; a frame that is late is broken off and drawn again."""
        self.draw_paper(surface, self._cards)
        self.controls.draw(surface)

    def close(self) -> None:
        """Leave the screen for good."""

    def day_begun(self) -> None:
        """Hear that it is midnight: what says today means another day."""
        self.refresh()

    def games_taken(self) -> None:
        """Hear that the library has games which were not played here."""

    def key(self, command: str) -> str:
        """Return the key of a command as a tip names it, such as ``Ctrl+Z``; empty without one."""
        return keymap.key(self.key_places, command)

    def does(self, command: str, label: str = "", **look: Any) -> Button:
        """Return a button that does a command of ``commands``; its tip names the key for it.

        ``label`` is a text in the player's language; ``look`` goes to ``Button``.
        """
        return Button(
            label, lambda: self.commands[command](), keys=self.key(command), key=command, **look
        )

    def icon(self, command: str, icon: str, tip: str, **look: Any) -> Button:
        """Return a button that is an icon alone and does a command; ``tip`` is a translation."""
        return self.does(command, icon=icon, tip=say(tip), **{"height": ICON, **look})

    def accessible_node(self) -> AccessibleNode:
        """Return the accessible node of the screen, with those of all its elements."""
        parts = self.controls.parts()
        headings = (part.name for part in parts if part.role is Role.HEADING)
        rect = pygame.Rect((0, 0), self.size)
        return AccessibleNode(Role.WINDOW, self.named or next(headings, ""), rect, self, parts)

    @property
    def named(self) -> str:
        """Return what the screen is called where that is more than its heading."""
        return ""

    @property
    def is_top(self) -> bool:
        """Tell whether the keys are for the screen first."""
        return bool(self.app.screens) and self.app.screen is self

    @property
    def free(self) -> bool:
        """Tell whether keys are heard by the screen itself: no control has the focus."""
        return self.is_top and self.controls.focus is None

    @property
    def said(self) -> str:
        """Return what the screen says just now, which is told aloud when it stays."""
        return ""

    @property
    def said_about(self) -> object:
        """Return what that is about, of which it is told once; None where every change is told."""
        return None

    @property
    def reached(self) -> bool:
        """Tell whether the mouse reaches the screen: no modal one lies above it."""
        above = itertools.takewhile(lambda screen: screen is not self, reversed(self.app.screens))
        return not any(screen.modal for screen in above)

    @property
    def moving(self) -> bool:
        """Tell whether the next frame will differ without any input, so that it must be drawn."""
        return self.controls.restless

    @property
    def ticking(self) -> bool:
        """Tell whether something is counted here that must not wait, such as a player's clock."""
        return False

    def glided(self, dt: float) -> float:
        """Return the seconds by which what glides goes on: all its way where motion is reduced."""
        return _LONG if self.services.choices.motion == "reduced" else dt

    def draw_paper(self, surface: pygame.Surface, cards: Iterable[pygame.Rect] = ()) -> None:
        """Draw the paper behind everything, with cards that stay where they are."""
        reach = self.scale.px(16)
        places = tuple((card.x, card.y, card.width, card.height) for card in cards)
        picture = theme.background(self.size, self.palette)
        if places:
            picture = theme.paper(self.size, self.palette, places, reach, reach)
        surface.blit(picture, (0, 0))

    def draw_card(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a card that things lie on."""
        px, palette = self.scale.px, self.palette
        theme.draw_card(surface, rect, px(16), palette.card, palette.shadow, px(16))
