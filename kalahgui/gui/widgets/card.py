"""A card over the screen below, closed by Escape or a click beside it."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen

_VEIL = (20, 14, 8, 110)


class CardScreen(Screen):
    """A modal card in the middle of the window."""

    card_width = 640
    card_height = 480
    title = ""
    key_places: tuple[str, ...] = ("card",)

    def lay_out(self) -> None:
        left = (self.width - self.card_width) / 2
        top = (self.height - self.card_height) / 2
        self.origin = (left, top)
        self.card = self.box(left, top, self.card_width, self.card_height)
        rect = self.inside(self.card_width - 24 - 36, 20, 36, 36)
        self.button(rect, "", "close", icon="close", tip=say("close"))

    @property
    def title_words(self) -> str:
        """Return what stands at the head of the card."""
        return say(self.title)

    def inside(self, x: float, y: float, width: float = 0, height: float = 0) -> pygame.Rect:
        """Return a rectangle given relative to the card's corner."""
        return self.box(self.origin[0] + x, self.origin[1] + y, width, height)

    @property
    def commands(self) -> Commands:
        return {"close": self.app.pop}

    def handle(self, event: pygame.Event) -> bool:
        beside = (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and not self.card.collidepoint(event.pos)
        )
        if not super().handle(event) and beside:
            self.app.pop()
        return True

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(theme.veil(self.size, _VEIL), (0, 0))
        self.draw_card(surface, self.card)
        at = self.inside(32, 38).topleft
        palette, scale = self.palette, self.scale
        theme.write(surface, self.title_words, at, scale.title, palette.ink, True, "midleft")
        self.draw_inside(surface)
        self.controls.draw(surface)

    def draw_inside(self, surface: pygame.Surface) -> None:
        """Draw what the card holds besides its controls."""
