"""A question with two answers, on a card."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host


class Question(CardScreen):
    """Ask before something that cannot be meant lightly."""

    card_width = 440
    card_height = 168
    buttons_top = 96
    key_places = ("question", "card")

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

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": self._do}
