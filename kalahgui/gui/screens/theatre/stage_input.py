"""What the mouse and the keys do to a stage."""

from __future__ import annotations

import math
from typing import Protocol

import pygame

_NOTCH = 1.25  # what one notch of the wheel or one key zooms by
_CLICK_REACH = 4  # pixels that a hand may move in a click
_ASIDE = 48  # pixels that a notch of a wheel moves sideways
_WALKS = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
}


class Handled(Protocol):
    """What hands do something to."""

    area: pygame.Rect
    follow: bool

    @property
    def here(self) -> int:
        """Return the node that keys mean."""

    def zoom_by(self, factor: float, point: tuple[float, float] | None = None) -> None:
        """Zoom in or out around a point of the window."""

    def move_by(self, right: float, down: float) -> None:
        """Move the tree by pixels."""

    def fit(self) -> None:
        """Show the whole tree."""

    def fold(self, node: int) -> None:
        """Fold away what lies below a node, or unfold it."""

    def walk(self, direction: str) -> int | None:
        """Choose a node beside the chosen one."""

    def hover(self, point: tuple[float, float] | None) -> None:
        """Have the mouse over a point."""

    def click(self, point: tuple[float, float]) -> None:
        """Choose what lies under a point."""


class StageInput:
    """Turn events into what is done to a stage."""

    def __init__(self) -> None:
        self._grip: tuple[int, int] | None = None
        self._dragging = False

    @property
    def holding(self) -> bool:
        """Tell whether a button is held down on the stage."""
        return self._grip is not None

    def handle(self, stage: Handled, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(stage, event)
        if event.type == pygame.MOUSEMOTION:
            return self._motion(stage, event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2):
            return self._press(stage, event)
        if event.type == pygame.MOUSEBUTTONUP and event.button in (1, 2):
            return self._release(stage, event)
        return event.type == pygame.KEYDOWN and self._key(stage, event)

    def _wheel(self, stage: Handled, event: pygame.Event) -> bool:
        point = event.pos
        if not stage.area.collidepoint(point):
            return False
        if event.y:
            notches = getattr(event, "precise_y", 0.0) or event.y
            stage.zoom_by(_NOTCH**notches, point)
        if event.x:
            stage.follow = False
            stage.move_by(-event.x * _ASIDE, 0)
        return True

    def _press(self, stage: Handled, event: pygame.Event) -> bool:
        if not stage.area.collidepoint(event.pos):
            return False
        self._grip, self._dragging = event.pos, False
        return True

    def _motion(self, stage: Handled, event: pygame.Event) -> bool:
        if self._grip is None:
            stage.hover(event.pos)
            return False
        right, down = event.pos[0] - self._grip[0], event.pos[1] - self._grip[1]
        if self._dragging or math.hypot(right, down) > _CLICK_REACH:
            self._dragging, self._grip, stage.follow = True, event.pos, False
            stage.move_by(right, down)
        return True

    def _release(self, stage: Handled, event: pygame.Event) -> bool:
        if self._grip is None:
            return False
        clicked = not self._dragging and event.button == 1
        self._grip, self._dragging = None, False
        if clicked:
            stage.click(event.pos)
        return True

    def _key(self, stage: Handled, event: pygame.Event) -> bool:
        if event.mod & pygame.KMOD_SHIFT and event.key in _WALKS:
            stage.walk(_WALKS[event.key])
        elif event.unicode in ("+", "=") or event.key == pygame.K_KP_PLUS:
            stage.zoom_by(_NOTCH)
        elif event.unicode == "-" or event.key == pygame.K_KP_MINUS:
            stage.zoom_by(1 / _NOTCH)
        elif event.unicode == "0" or event.key == pygame.K_KP0:
            stage.fit()
        elif event.key == pygame.K_f and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            stage.fold(stage.here)
        else:
            return False
        return True
