"""The card on which a game is given a name."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host

LONGEST_NAME = 40


class NamingCard(CardScreen):
    """Type a name; Enter keeps it, an empty one takes it away."""

    card_width = 460
    card_height = 220
    title = "library_rename"
    key_places = ("name", "card")

    def __init__(self, app: Host, name: str, keep: Callable[[str], None]) -> None:
        """Begin with the name that there is; ``keep`` is told another one."""
        self._name = name
        self._keep = keep
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        place = self.inside(32, 84, self.card_width - 64, 42)
        hint = say("library_name_hint")
        field = self.controls.entry(place, self._name, self._type, hint, LONGEST_NAME)
        done, cancel = self.inside(32, 148, 190, 44), self.inside(238, 148, 190, 44)
        self.controls.button(done, say("library_name_keep"), self._done, style="primary")
        self.controls.button(cancel, say("library_cancel"), self.app.pop, style="soft")
        self.controls.focus_on(field)

    def _type(self, name: str) -> None:
        self._name = name

    def _done(self) -> None:
        self.app.pop()
        self._keep(self._name.strip())

    @property
    def commands(self) -> Commands:
        keeps = self.controls.typing or not self.controls.focused
        return {**super().commands, "keep": self._done} if keeps else super().commands

    def handle(self, event: pygame.Event) -> bool:
        return self.press(event) or super().handle(event)  # before the field that is typed in
