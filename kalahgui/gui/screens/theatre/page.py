"""What every tab of the theatre is on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.paint.paragraph import Inked
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.gui.services.keymap import Commands, press
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.widgets.screen import Screen


class TheatrePage(Inked):
    """A tab of the theatre, laid out in a rectangle of the screen.

    A page lives as long as the theatre is open. ``place`` lays it out anew whenever the window,
    the language, the theme or its own controls have changed, and when its tab is shown again.
    """

    # What the foot of the screen says about the keys of this page.
    keys = ""
    # Where the page's keys stand in the table of keys.
    key_place = ""
    # What the head of the screen says of a page that does not show what is visited.
    about = ""
    # What the name of a saved file ends with.
    file_name = ""
    # The cards that the page lies on; the screen draws them with its paper, as one picture.
    cards: tuple[pygame.Rect, ...] = ()
    # Whether the page has a search to be taken along, or fetched back from a file.
    has_search = False

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect) -> None:
        """Stand on a screen; ``rect`` is the room between its head and its foot."""
        self.screen = screen
        self.visit = visit
        self.place(rect)

    def place(self, rect: pygame.Rect) -> None:
        """Lay the page out in a rectangle."""
        self.rect = rect
        self.palette = self.screen.palette
        self.scale = self.screen.scale
        self.lay_out()

    def lay_out(self) -> None:
        """Find the places of all things, and add the controls to the screen's."""

    @property
    def commands(self) -> Commands:
        """Return what can be done now, by the names in the table of keys."""
        return {}

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that no control has used; return True when it was used."""
        return event.type == pygame.KEYDOWN and press((self.key_place,), self.commands, event)

    def elapse(self, dt: float) -> None:
        """Count ``dt`` seconds, which pass at rest too: the place to poll a job."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        return False

    @property
    def subtitle(self) -> str:
        """Say what the head of the screen adds to the name of what is searched."""
        return ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        raise NotImplementedError

    def picture(self, screen: pygame.Surface) -> pygame.Surface:
        """Return the picture to save, taken from one of the whole screen."""
        return screen.subsurface(self.rect).copy()

    def saves(self, saver: Saver) -> dict[str, Callable[[], None]]:
        """Return what of the search can be saved, by keys of translations behind ``along_``."""
        return {}

    def show_recorded(self, watched: Watched) -> None:
        """Show a search that was recorded elsewhere."""

    def close(self) -> None:
        """Leave the tab: stop what runs; the page may be placed again later."""

    # -- shared by the pages

    def card(self, x: float, width: float) -> pygame.Rect:
        """Return a card as high as the page, its edges in units from the left of the window."""
        left, right = self.screen.box(x, 0, 0, 0).x, self.screen.box(x + width, 0, 0, 0).x
        return pygame.Rect(left, self.rect.y, right - left, self.rect.height)
