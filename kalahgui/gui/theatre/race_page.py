"""One position, searched by five algorithms side by side."""

from __future__ import annotations

import pygame

from kalahgui.gui.kit.words import say
from kalahgui.gui.theatre.page import TheatrePage


class RacePage(TheatrePage):
    """Race five searches."""

    keys = "theatre_keys"
    file_name = "race"

    def draw(self, surface: pygame.Surface) -> None:
        self.screen.draw_card(surface, self.rect)
        at = self.rect.move(self.scale.px(28), self.scale.px(28)).topleft
        self.write(surface, say("theatre_tab_race"), at, self.scale.title, bold=True)
