"""A number that is changed step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.widgets.screen import Screen

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
