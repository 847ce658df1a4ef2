"""Screens that say what is on them as a tree of elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pygame

from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.interaction import Interaction
from kalahgui.gui.elements.layout import Column, Row, Scroll, cards_on_paper
from kalahgui.gui.elements.writing import Heading, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.writing import Line
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part, Role, as_dialog
from kalahgui.gui.widgets.screen import Host, Screen


class TreeScreen(Screen):
    """A screen whose ``content`` is made from its state whenever that has changed."""

    def __init__(self, app: Host) -> None:
        self.controls: Any = Interaction(app.palette, app.scale)
        super().__init__(app)

    def content(self) -> Element:
        """Return what is on the screen now."""
        raise NotImplementedError

    def place_of(self, content: Element) -> pygame.Rect:
        """Return where the content lies."""
        return pygame.Rect((0, 0), self.size)

    def rebuild(self) -> None:
        self.size, self.scale, self.palette = self.app.size, self.app.scale, self.app.palette
        self.controls.use(self.palette, self.scale)
        self._show()

    def refresh(self) -> None:
        self._show()
        self.app.wake()

    def _show(self) -> None:
        content = self.content()
        self.controls.show(content, self.place_of(content))
        self._cards = [card.rect for card in cards_on_paper(content)]

    def does(self, command: str, label: str = "", **look: Any) -> Button:
        """Return a button that does a command; its tip names the key that does the same."""
        return Button(
            label, lambda: self.commands[command](), keys=self.key(command), key=command, **look
        )

    def told(self, lines: Iterable[Line]) -> Part:
        parts = self.controls.parts()
        headings = (part.name for part in parts if part.role is Role.HEADING)
        rect = pygame.Rect((0, 0), self.size)
        return Part(Role.WINDOW, self.named or next(headings, ""), rect, self, parts)

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface, self._cards)
        self.controls.draw(surface)


CARD_SIDE = 32.0
_HEAD, _BESIDE_CLOSE, _CLOSE, _FOOT = 20.0, 24.0, 36.0, 28.0
_GAP = 12.0
_MARGIN = 12.0  # of the window, at least
_VEIL = (20, 14, 8, 110)


class TreeCard(TreeScreen):
    """A modal card in the middle of the window, as high as what is on it, or else scrolled."""

    key_places: tuple[str, ...] = ("card",)
    title = ""
    card_width: float = 640
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
        close = self.does("close", icon="close", tip=say("close"), width=_CLOSE, height=_CLOSE)
        head = Row(
            Heading(self.title_words, "title", line=True, grow=1),
            *self.beside_title(),
            close,
            gap=_GAP,
            padding=(CARD_SIDE, _HEAD, _BESIDE_CLOSE, 0),
        )
        body, side = self.body(), (CARD_SIDE, 0.0, CARD_SIDE, _FOOT)
        body.grow = 1
        return Column(head, Scroll(Column(body, padding=side), grow=1), gap=self.head_gap)

    def wants_width(self) -> int:
        """Return how wide the card is to be, in pixels: its title is never cut."""
        title = wide(self.title_words, self.scale.title, True)
        beside = self.scale.px(CARD_SIDE + _GAP + _CLOSE + _BESIDE_CLOSE)
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

    def told(self, lines: Iterable[Line]) -> Part:
        return as_dialog(super().told(lines), self.title_words, self.card, heard=self.is_top)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(theme.veil(self.size, _VEIL), (0, 0))
        self.draw_card(surface, self.card)
        self.controls.draw(surface)
