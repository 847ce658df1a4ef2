"""Cards that lie over a screen: what each of them is, a question, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, as_dialog
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Scroll
from kalahgui.gui.elements.screen import ICON, Host, Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Heading, Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import Commands
from kalahgui.words import say

CARD_SIDE = 32.0
_HEAD, _BESIDE_CLOSE, _FOOT = 20.0, 24.0, 28.0
_GAP = 12.0
_MARGIN = 12.0  # of the window, at least
_VEIL = (20, 14, 8, 110)


class CardScreen(Screen):
    """A modal card in the middle of the window, as high as what is on it, or else scrolled."""

    key_places: tuple[str, ...] = ("card",)
    title = ""
    card_width: float = 640
    veils = True  # all that lies below the card
    least_height: float = 0
    head_gap: float = 28

    @property
    def title_words(self) -> str:
        """Return what stands at the head of the card."""
        return say(self.title)

    def body(self) -> Element:
        """Return what stands below the title."""
        raise NotImplementedError

    def beside_title(self) -> list[Element]:
        """Return what stands between the title and the button that closes the card."""
        return []

    def content(self) -> Element:
        head = Row(
            Heading(self.title_words, "title", line=True, grow=1),
            *self.beside_title(),
            self.icon("close", "close", "close"),
            gap=_GAP,
            padding=(CARD_SIDE, _HEAD, _BESIDE_CLOSE, 0),
        )
        body, side = self.body(), (CARD_SIDE, 0.0, CARD_SIDE, _FOOT)
        body.grow = 1
        return Column(head, Scroll(Column(body, padding=side), grow=1), gap=self.head_gap)

    def wants_width(self) -> int:
        """Return how wide the card is to be, in pixels: its title is never cut."""
        title = wide(self.title_words, self.scale.title, True)
        beside = sum(map(self.scale.px, (CARD_SIDE, _GAP, ICON, _BESIDE_CLOSE)))
        return max(self.scale.px(self.card_width), title + beside)

    def place_of(self, content: Element) -> pygame.Rect:
        window = pygame.Rect((0, 0), self.size)
        width = min(self.wants_width(), window.width - 2 * self.scale.px(_MARGIN))
        height = max(content.wants(self.controls.look, width)[1], self.scale.px(self.least_height))
        most = window.height - 2 * self.scale.px(_MARGIN)
        self.card = pygame.Rect(0, 0, width, min(height, most))
        self.card.center = window.center
        return self.card

    def close_for(self, action: Callable[[], object]) -> None:
        """Take the card away and do something."""
        self.app.pop()
        action()

    @property
    def commands(self) -> Commands:
        return {"close": self.app.pop}

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; none reaches the screens below, and a press beside the card closes it."""
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if not super().handle(event) and pressed and not self.card.collidepoint(event.pos):
            self.app.pop()
        return True

    def accessible_node(self) -> AccessibleNode:
        return as_dialog(super().accessible_node(), self.title_words, self.card, heard=self.is_top)

    def draw(self, surface: pygame.Surface) -> None:
        if self.veils:
            surface.blit(theme.veil(self.size, _VEIL), (0, 0))
        self.draw_card(surface, self.card)
        self.controls.draw(surface)


class KeysCard(CardScreen):
    """Every key of a screen, on a card as wide as what they do."""

    title = "keys_card"
    card_width = 480
    key_places = ("card", "keys")

    def __init__(self, app: Host, places: Iterable[str]) -> None:
        """Show the keys of some places."""
        self._rows = keymap.card(places)
        super().__init__(app)

    def wants_width(self) -> int:
        keys = self.keys().wants(self.controls.look, self.size[0])[0]
        return max(super().wants_width(), keys + 2 * self.scale.px(CARD_SIDE))

    def body(self) -> Element:
        return self.keys()

    def keys(self) -> Element:
        """Return what the keys do."""
        line = partial(Text, line=True, height=30)
        rows = [
            (line(row.printed, bold=True), line(row.words, colour="quiet")) for row in self._rows
        ]
        return Table(say("keys_card"), ("", ""), rows, gap=24)


class Question(CardScreen):
    """Ask before something that cannot be meant lightly."""

    card_width = 440
    answer_width = 180
    key_places = ("question", "card")

    def __init__(self, app: Host, title: str, yes: str, no: str, act: Callable[[], None]) -> None:
        """Ask ``title``; ``act`` is done when the answer is ``yes`` (keys of translations)."""
        self.title = title
        self._yes, self._no, self._act = yes, no, act
        super().__init__(app)

    def body(self) -> Element:
        return Column(*self.details(), Row(*self.answers(), gap=16), gap=20)

    def details(self) -> list[Element]:
        """Return what stands between the question and the answers."""
        return []

    def answers(self) -> list[Element]:
        """Return the buttons of the answers."""
        return [
            self.answer(self._yes, self.commands["yes"], "primary"),
            self.answer(self._no, self.app.pop, "soft"),
        ]

    def answer(self, label: str, act: Callable[[], object], style: str) -> Element:
        """Return the button of an answer (a key of translations)."""
        return Button(say(label), act, style=style, width=self.answer_width, height=44)

    @property
    def said(self) -> str:
        return self.title_words

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": partial(self.close_for, self._act)}
