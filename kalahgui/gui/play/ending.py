"""The end of a game, on a card over the board."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Host, Screen
from kalahgui.gui.kit.words import say
from kalahgui.gui.play.sums import GameSums
from kalahgui.library.saved import StoredMatch
from kalahgui.match.session import Session

# A hand that was still playing must not answer a card that it has not seen.
_DEAF_SECONDS = 0.5
_HEIGHT = 280  # without the sums
_INPUT = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
)


class Ending(Screen):
    """Say who won and offer what comes next; the board below stays in reach."""

    modal = False

    def __init__(
        self,
        app: Host,
        place: Callable[[float], pygame.Rect],
        session: Session,
        stored: StoredMatch,
        rematch: Callable[[], None],
    ) -> None:
        """Lie over a finished game; ``place`` tells where there is room for a card of a height."""
        self._place = place
        self._sums = GameSums(session.match)
        self._session = session
        self._stored = stored
        self._rematch = rematch
        self._age = 0.0
        super().__init__(app)

    def lay_out(self) -> None:
        self.card = self._place(_HEIGHT + self._sums.height)
        unit = self.scale.layout
        x, y = self.card.x / unit, self.card.y / unit
        for place, (label, action, style) in enumerate(
            (
                ("rematch", self._rematch, "primary"),
                ("look", self.app.pop, "soft"),
                ("start_screen", self.app.go_home, "soft"),
            )
        ):
            rect = self.box(x + 28 + 158 * place, y + 170 + self._sums.height, 148, 46)
            self.controls.button(rect, say(label), action, style=style)

    def elapse(self, dt: float) -> None:
        self._age += dt

    def handle(self, event: pygame.Event) -> bool:
        if self._age < _DEAF_SECONDS and event.type in _INPUT:
            return True
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.app.pop()
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self.card.collidepoint(event.pos)
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_card(surface, self.card)
        match, scale, palette, px = self._session.match, self.scale, self.palette, self.scale.px
        x, y = self.card.centerx, self.card.y
        headline = theme.fit(naming.headline_words(match), px(30), self.card.width - px(40), True)
        theme.write(surface, headline, (x, y + px(56)), px(30), palette.ink, True, "center")
        result = naming.result_words(match)
        result = theme.fit(result, px(22), self.card.width - px(40), True)
        theme.write(surface, result, (x, y + px(104)), px(22), palette.accent, True, "center")
        theme.write(
            surface, self._facts(), (x, y + px(140)), scale.small, palette.quiet, anchor="center"
        )
        self._sums.draw(surface, self, pygame.Rect(self.card.x, y + px(160), self.card.width, 0))
        names = theme.fit(naming.names_words(match), scale.small, self.card.width - px(140))
        score = f"{names}   {naming.score_words(self._stored.series.counting(match))}"
        at = (x, y + px(248 + self._sums.height))
        theme.write(surface, score, at, scale.small, palette.quiet, anchor="center")
        self.controls.draw(surface)

    def _facts(self) -> str:
        moves = say("n_moves", count=len(self._session.match.plies))
        minutes, seconds = divmod(round(self._session.seconds), 60)
        time = say("minutes", m=minutes, s=seconds) if minutes else say("seconds_only", s=seconds)
        return say("game_facts", moves=moves, time=time)
