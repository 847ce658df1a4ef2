"""What every screen is: it takes events, lets time pass and draws itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kalahgui.gui import theme
from kalahgui.gui.controls import Controls
from kalahgui.gui.theme import Palette, Scale

if TYPE_CHECKING:
    from kalahgui.gui.app import App


class Screen:
    """A screen of the window; the app keeps a stack of them and shows the topmost."""

    # A modal screen keeps every event from the screens below it.
    modal = True

    def __init__(self, app: App) -> None:
        self.app = app
        self.rebuild()

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
        self.controls.clear()
        self.lay_out()
        self.controls.update(0.0)
        self.app.wake()

    def lay_out(self) -> None:
        """Put the controls in their places."""

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        return self.controls.handle(event)

    def elapse(self, dt: float) -> None:
        """Count ``dt`` seconds, which pass at rest too."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self.controls.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen."""

    def close(self) -> None:
        """Leave the screen for good."""

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        return self.controls.restless

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

    def draw_paper(self, surface: pygame.Surface) -> None:
        """Draw the paper behind everything."""
        surface.blit(theme.background(self.size, self.palette), (0, 0))

    def draw_card(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a card that things lie on."""
        px, palette = self.scale.px, self.palette
        theme.draw_card(surface, rect, px(16), palette.card, palette.shadow, px(16))
