"""Cards over the screen below: closed by Escape or a click beside; with a question, with keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host, Screen

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

    def close_for(self, action: Callable[[], object]) -> None:
        """Take the card away and do something."""
        self.app.pop()
        action()

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
        self.write(surface, self.title_words, at, self.scale.title, self.palette.ink, bold=True)
        self.draw_inside(surface)
        self.controls.draw(surface)

    def draw_inside(self, surface: pygame.Surface) -> None:
        """Draw what the card holds besides its controls."""


_ROW, _TOP, _SIDE, _GAP = 30, 84, 32, 24
_COLUMN, _WIDTH = 218, 680  # at least


class KeysCard(CardScreen):
    """Every key of a screen."""

    title = "keys_card"
    key_places = ("keys", "card")

    def __init__(self, app: Host, places: Iterable[str]) -> None:
        """Show the keys of some places."""
        self._rows = keymap.card(places)
        self.card_height = _TOP + _ROW * len(self._rows) + 20
        super().__init__(app)

    def lay_out(self) -> None:
        keys = self._widest((row.printed for row in self._rows), bold=True)
        self._column = max(_COLUMN, keys) + _GAP
        words = self._widest((row.words for row in self._rows), bold=False)
        wanted = max(_WIDTH, 2 * _SIDE + self._column + words)
        self.card_width = min(math.ceil(wanted), round(self.width) - _SIDE)
        super().lay_out()

    def _widest(self, words: Iterable[str], *, bold: bool) -> float:
        face = theme.font(self.scale.body, bold)
        return max(face.size(each)[0] for each in words) / self.scale.layout

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for place, row in enumerate(self._rows):
            y = _TOP + _ROW * (place + 0.5)
            at = self.inside(_SIDE, y).topleft
            room = scale.px(self._column)
            self.write(surface, row.printed, at, scale.body, palette.ink, bold=True, room=room)
            at = self.inside(_SIDE + self._column, y).topleft
            room = scale.px(self.card_width - 2 * _SIDE - self._column) + 1
            self.write(surface, row.words, at, scale.body, room=room)


class Question(CardScreen):
    """Ask before something that cannot be meant lightly."""

    card_width = 440
    card_height = 168
    buttons_top, button_width = 96, 180
    key_places = ("question", "card")

    def __init__(self, app: Host, title: str, yes: str, no: str, act: Callable[[], None]) -> None:
        """Ask ``title``; ``act`` is done when the answer is ``yes`` (keys of translations)."""
        self.title = title
        self._yes, self._no, self._act = yes, no, act
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        self.add_answers()

    def add_answers(self) -> None:
        """Add the buttons of both answers."""
        yes = self.inside(32, self.buttons_top, self.button_width, 44)
        no = self.inside(48 + self.button_width, self.buttons_top, self.button_width, 44)
        self.controls.button(
            yes, say(self._yes), partial(self.close_for, self._act), style="primary"
        )
        self.controls.button(no, say(self._no), self.app.pop, style="soft")

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": partial(self.close_for, self._act)}
