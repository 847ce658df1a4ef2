"""What every screen is: it takes events, lets time pass and draws itself; and steppers on it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import keymap
from kalahgui.gui.services.navigation import Destination
from kalahgui.gui.services.services import Services
from kalahgui.gui.widgets.controls import Control, Controls

# In so many seconds everything is where it glides to.
_LONG = 1000.0


class Host(Protocol):
    """What a screen may ask of the window that shows it."""

    services: Services
    size: tuple[int, int]
    scale: Scale
    palette: Palette
    fullscreen: bool
    screens: list[Screen]

    @property
    def screen(self) -> Screen:
        """Return the topmost screen."""

    def pop(self) -> None:
        """Take the topmost screen away."""

    def push(self, screen: Screen) -> None:
        """Lay a screen over the others."""

    def wake(self) -> None:
        """Draw at full rate for a while."""

    def rebuild(self) -> None:
        """Lay every screen out anew."""

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to the window."""

    def open(self, place: Destination) -> None:
        """Go somewhere: in the place of all screens, or over the present one."""

    def back(self) -> None:
        """Leave the topmost screen for the one below; where there is none, go home."""


class Screen:
    """A screen of the window; the app keeps a stack of them and shows the topmost."""

    # A modal screen keeps every event from the screens below it.
    modal = True
    # A screen that covers the window: for those below it no time passes, and nobody draws them.
    covers = False
    # Where the screen's keys stand in the table of keys; where "games" is among them, games may be
    # pasted and files opened.
    key_places: tuple[str, ...] = ()

    def __init__(self, app: Host) -> None:
        self.app = app
        self.rebuild()

    @property
    def services(self) -> Services:
        """Return what outlasts the screen."""
        return self.app.services

    def rebuild(self) -> None:
        """Lay the screen out anew, for the window's size, language and theme."""
        self.size = self.app.size
        self.scale: Scale = self.app.scale
        self.palette: Palette = self.app.palette
        self.controls = Controls(self.size, self.scale, self.palette)
        self.lay_out()
        self.controls.update(0.0)

    def refresh(self) -> None:
        """Put the controls in their places anew, after something about them has changed."""
        with self.controls.replaced():
            self.lay_out()
        self.controls.update(0.0)
        self.app.wake()

    def lay_out(self) -> None:
        """Put the controls in their places."""

    @property
    def commands(self) -> keymap.Commands:
        """Return what can be done now, by the names in the table of keys."""
        return {}

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        return self.controls.handle(event) or self.press(event)

    def press(self, event: pygame.Event, *, modified: bool = False) -> bool:
        """Do what a key means here; ``modified`` hears those with Shift or Control alone."""
        if event.type != pygame.KEYDOWN:
            return False
        return keymap.press(self.key_places, self.commands, event, modified=modified)

    def elapse(self, dt: float) -> None:
        """Count ``dt`` seconds, which pass at rest too."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self.controls.update(dt, self.reached)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen."""

    def close(self) -> None:
        """Leave the screen for good."""

    def games_taken(self) -> None:
        """Hear that the library has games which were not played here."""

    def key(self, command: str) -> str:
        """Return the key that does a command, as a tip names it; empty where there is none."""
        return keymap.key(self.key_places, command)

    def button(self, rect: pygame.Rect, label: str, command: str, **look: Any) -> Control:
        """Add a button that does a command; its tip names the key that does the same."""
        key = self.key(command)
        # What is done is asked when it is pressed: it may depend on what is laid out after this.
        return self.controls.button(rect, label, lambda: self.commands[command](), key=key, **look)

    @property
    def reached(self) -> bool:
        """Tell whether the mouse reaches the screen: no modal one lies above it."""
        above = itertools.takewhile(lambda screen: screen is not self, reversed(self.app.screens))
        return not any(screen.modal for screen in above)

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        return self.controls.restless

    @property
    def chosen_by_keys(self) -> pygame.Rect | None:
        """Return the place of what the keys have come to; None without any."""
        return self.controls.focus_rect

    def glided(self, dt: float) -> float:
        """Return the seconds by which what glides goes on: all its way where motion is reduced."""
        return _LONG if self.services.choices.motion == "reduced" else dt

    # -- shared by the screens: lengths are given for a window of 1280 x 800

    @property
    def width(self) -> float:
        """Return the window's width in units of the layout (at least 1280)."""
        return self.size[0] / self.scale.layout

    @property
    def height(self) -> float:
        """Return the window's height in units of the layout (at least 800)."""
        return self.size[1] / self.scale.layout

    def box(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """Return a rectangle of the layout in pixels."""
        unit = self.scale.layout
        return pygame.Rect(
            round(x * unit), round(y * unit), round(width * unit), round(height * unit)
        )

    def write(
        self,
        surface: pygame.Surface,
        words: str,
        at: tuple[float, float],
        size: int,
        colour: pygame.Color | None = None,
        *,
        bold: bool = False,
        anchor: str = "midleft",
        room: int | None = None,
    ) -> pygame.Rect:
        """Write a line, quietly without a colour and cut to a ``room``; return where it stands."""
        words = words if room is None else theme.fit(words, size, room, bold)
        return theme.write(surface, words, at, size, colour or self.palette.quiet, bold, anchor)

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


_BUTTON = 38


class Stepper:
    """A minus and a plus, and between them a number and what it counts."""

    def __init__(
        self, screen: Screen, x: float, y: float, width: float, change: Callable[[int], None]
    ) -> None:
        """Add the buttons; ``change`` is called with -1 or 1."""
        self._screen = screen
        self._middle = screen.box(x + width / 2, y + _BUTTON / 2, 0, 0).topleft
        self._room = screen.scale.px(width - 2 * _BUTTON - 4)
        for left, label, step in ((x, "\u2212", -1), (x + width - _BUTTON, "+", 1)):
            rect = screen.box(left, y, _BUTTON, _BUTTON)
            screen.controls.button(rect, label, partial(change, step), style="segment")

    def draw(self, surface: pygame.Surface, number: str, label: str = "") -> None:
        """Draw the number and, below it, what it counts."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        x, y = self._middle
        above = px(7) if label else 0
        theme.write(surface, number, (x, y - above), scale.body, palette.ink, True, "center")
        label = theme.fit(label, scale.small, self._room)
        theme.write(surface, label, (x, y + px(11)), scale.small, palette.quiet, anchor="center")
