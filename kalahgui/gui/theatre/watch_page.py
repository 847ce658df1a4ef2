"""A recorded search, step by step, beside the board."""

from __future__ import annotations

import pygame

from kalahgui.gui.kit.words import say
from kalahgui.gui.theatre.page import TheatrePage


class WatchPage(TheatrePage):
    """Watch a search."""

    keys = "theatre_keys"
    file_name = "watch"

    def draw(self, surface: pygame.Surface) -> None:
        self.screen.draw_card(surface, self.rect)
        at = self.rect.move(self.scale.px(28), self.scale.px(28)).topleft
        self.write(surface, say("theatre_tab_watch"), at, self.scale.title, bold=True)
