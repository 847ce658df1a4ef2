"""The pill beside what is under the hand: how much there is, with a minus and a plus to press."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.widgets.screen import Screen

_HEIGHT = 30
_END = 34  # the width of what can be pressed at either end


class Pill:
    """Words between a minus and a plus, in units of the layout."""

    def __init__(self, screen: Screen, centre: tuple[int, int], words: str) -> None:
        """Stand around a point, inside the window."""
        self._screen = screen
        self._words = words
        scale = screen.scale
        width = theme.font(scale.body, True).size(words)[0] + 2 * scale.px(_END)
        self.rect = pygame.Rect(0, 0, width, max(scale.px(_HEIGHT), round(1.7 * scale.body)))
        self.rect.center = centre
        self.rect.clamp_ip(pygame.Rect((0, 0), screen.size))

    def step_at(self, point: tuple[int, int]) -> int:
        """Return -1 on the minus, 1 on the plus, 0 elsewhere."""
        if not self.rect.collidepoint(point):
            return 0
        end = self._screen.scale.px(_END)
        return (point[0] >= self.rect.right - end) - (point[0] < self.rect.left + end)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the pill."""
        scale, palette, rect = self._screen.scale, self._screen.palette, self.rect
        surface.blit(theme.rounded(rect.size, rect.height // 2, palette.banner), rect)
        end = scale.px(_END)
        for words, x in (
            ("\u2212", rect.left + end // 2 + scale.px(3)),
            (self._words, rect.centerx),
            ("+", rect.right - end // 2 - scale.px(3)),
        ):
            at = (x, rect.centery)
            theme.write(surface, words, at, scale.body, palette.on_banner, True, "center")
