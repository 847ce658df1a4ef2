"""A number that is changed step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.kit import theme
from kalahgui.gui.kit.screen import Screen

STEPPER_WIDTH = 188


class Stepper:
    """A minus and a plus, and between them a number and what it counts."""

    def __init__(self, screen: Screen, x: float, y: float, change: Callable[[int], None]) -> None:
        """Add the buttons; ``change`` is called with -1 or 1."""
        self._screen = screen
        self._middle = screen.box(x + STEPPER_WIDTH / 2, y + 19, 0, 0).topleft
        for left, label, step in ((x, "\u2212", -1), (x + STEPPER_WIDTH - 38, "+", 1)):
            rect = screen.box(left, y, 38, 38)
            screen.controls.button(rect, label, partial(change, step), style="segment")

    def draw(self, surface: pygame.Surface, number: str, label: str) -> None:
        """Draw the number and what it counts."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        x, y = self._middle
        theme.write(surface, number, (x, y - px(7)), scale.body, palette.ink, True, "center")
        label = theme.fit(label, scale.small, px(108))
        theme.write(surface, label, (x, y + px(11)), scale.small, palette.quiet, anchor="center")
