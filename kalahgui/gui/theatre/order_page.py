"""How the order of the moves decides what a search costs."""

from __future__ import annotations

import pygame

from kalahgui.gui.kit.words import say
from kalahgui.gui.theatre.page import TheatrePage


class OrderPage(TheatrePage):
    """Try orders of the root's moves."""

    keys = "theatre_keys"
    file_name = "order"

    def draw(self, surface: pygame.Surface) -> None:
        self.screen.draw_card(surface, self.rect)
        at = self.rect.move(self.scale.px(28), self.scale.px(28)).topleft
        self.write(surface, say("theatre_tab_order"), at, self.scale.title, bold=True)
