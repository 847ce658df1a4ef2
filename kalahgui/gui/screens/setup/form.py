"""What the forms on the set-up screen have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.screens.setup.clocks import Clocks
from kalahgui.gui.services import naming
from kalahgui.gui.services.game_catalogue import CatalogueEntry
from kalahgui.gui.services.settings import CardChoices
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen

_LINE = 24
_CLOCK_WIDTH = 168
_START_WIDTH = 200  # of the button at the right, which is not the form's


class SetupForm:
    """What a card lets choose besides the players, beside the picture of the board."""

    def __init__(
        self, screen: Screen, offer: CatalogueEntry, x: float, y: float, width: float, height: float
    ) -> None:
        """Add the controls in a column of a card; ``y`` and ``height`` are the whole card's."""
        self.screen = screen
        self.offer = offer
        self.x, self.y, self.width = x, y, width
        self.lay_out()
        self._add_foot(y + height - 24 - 43)

    @property
    def chosen(self) -> CardChoices:
        """Return what is chosen on the card."""
        return self.screen.services.choices.cards[self.offer.key]

    @property
    def varied(self) -> bool:
        """Tell whether the computers are to choose among equally good moves."""
        return self.screen.services.choices.varied

    def lay_out(self) -> None:
        """Add the controls."""
        raise NotImplementedError

    def change(self, **changes: Any) -> None:
        """Change what is chosen on the card."""
        app = self.screen.app
        app.services.choose(cards=app.services.choices.changed(self.offer.key, **changes))
        self.screen.refresh()

    def switch(
        self, rect: pygame.Rect, label: str, on: bool, turn: Callable[[bool], None], tip: str
    ) -> None:
        """Add a button that is either on or off."""
        other = "off" if on else "on"
        self.screen.controls.segments(
            rect, [(other, label)], other if on else "", lambda _: turn(not on), [tip]
        )

    def _add_foot(self, y: float) -> None:
        """Add the buttons of varied play and of the clocks, beside the one that starts the game."""
        width = self.width - _START_WIDTH - _CLOCK_WIDTH - 28
        rect = self.screen.box(self.x, y, width, 38)
        self.switch(rect, say("varied"), self.varied, self._vary, say("varied_what"))
        rect = self.screen.box(self.x + width + 8, y, _CLOCK_WIDTH, 38)
        control = self.screen.services.choices.control
        self.screen.controls.button(
            rect,
            naming.clock_words(control),
            self._open_clocks,
            style="segment",
            icon="clock",
            tip=say("clock_what"),
        )

    def _open_clocks(self) -> None:
        app = self.screen.app
        app.push(Clocks(app, self.screen.refresh))

    def _vary(self, on: bool) -> None:
        self.screen.services.choose(varied=on)
        self.screen.refresh()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words around the controls."""
        scale = self.screen.scale
        title = naming.title_of(self.offer.game, self.chosen.board)
        at = self.screen.box(self.x, self.y + 33, 0, 0).topleft
        theme.write(surface, title, at, scale.heading, self.screen.palette.ink, True, "midleft")

    def draw_lines(self, surface: pygame.Surface, lines: Sequence[str], y: float) -> None:
        """Draw explanations, one below the other."""
        scale = self.screen.scale
        for row, line in enumerate(lines):
            at = self.screen.box(self.x, y + _LINE * row, 0, 0).topleft
            line = theme.fit(line, scale.small, scale.px(self.width))
            theme.write(surface, line, at, scale.small, self.screen.palette.quiet)
