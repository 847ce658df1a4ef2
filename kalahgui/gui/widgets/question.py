"""A question with two answers, on a card."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host


class Question(CardScreen):
    """Ask before something that cannot be meant lightly."""

    card_width = 440
    card_height = 168
    buttons_top = 96

    def __init__(self, app: Host, title: str, yes: str, no: str, act: Callable[[], None]) -> None:
        """Ask ``title``; ``act`` is done when the answer is ``yes`` (keys of translations)."""
        self.title = title
        self._yes, self._no, self._act = yes, no, act
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        self.controls.button(
            self.inside(32, self.buttons_top, 180, 44), say(self._yes), self._do, style="primary"
        )
        self.controls.button(
            self.inside(228, self.buttons_top, 180, 44), say(self._no), self.app.pop, style="soft"
        )

    def _do(self) -> None:
        self.app.pop()
        self._act()

    def handle(self, event: pygame.Event) -> bool:
        answered = event.type == pygame.KEYDOWN and event.key in (
            pygame.K_RETURN,
            pygame.K_KP_ENTER,
        )
        if answered and not self.controls.focused:
            self._do()
            return True
        return super().handle(event)
