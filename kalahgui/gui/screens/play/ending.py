"""The end of a game, on a card beside the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height
from kalahgui.gui.screens.play.sums import GameSums
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import Room
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.session import Session

# A hand that was still playing must not answer a card that it has not seen.
_DEAF_SECONDS = 0.5
_INPUT = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
)
# Lengths in units of the layout.
_MARGIN = 20
_BUTTON, _BUTTON_GAP = 42, 8
_GAP = 10  # above and below the sums
_RULE = 8  # from the rule to the sums


@dataclass(frozen=True)
class _Lines:
    """Words on the card, as lines below each other; ``gap`` is the space above, in pixels."""

    lines: Sequence[str]
    size: int
    colour: pygame.Color
    gap: int
    bold: bool = False

    @property
    def height(self) -> int:
        return self.gap + len(self.lines) * line_height(self.size)


class EndCard(Screen):
    """Say who won and why, and offer what comes next; the board stays in sight and in reach."""

    modal = False
    key_places = ("card",)

    def __init__(
        self,
        app: Host,
        place: Callable[[], pygame.Rect],
        session: Session,
        stored: StoredMatch,
        rematch: Callable[[], None],
        *,
        review: Callable[[], None] | None = None,
        decided: Callable[[], str] = str,
        timed: bool = True,
    ) -> None:
        """Lie beside a finished game, where ``place`` tells.

        ``review`` looks back on the game, and ``decided`` says in a sentence what decided it; it
        may be empty at first. A game is ``timed`` that was played here from its beginning.
        """
        self._place = place
        self._sums = GameSums(session.match)
        self._session = session
        self._stored = stored
        self._rematch = rematch
        self._review = review
        self._decided = decided
        self._timed = timed
        self._age = 0.0
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        px = self.scale.px
        self.card = self._place()
        inside = self.card.inflate(-2 * px(_MARGIN), 0)
        self._sentence = self._decided()
        self._above = self._said_above(inside.width)
        self._below = self._said_below(inside.width)
        actions = self._actions()
        said = sum(each.height for each in self._above)
        foot = len(actions) * px(_BUTTON + _BUTTON_GAP) + px(8)
        foot += sum(each.height for each in self._below)
        self._top = self.card.y + px(_MARGIN)
        sums = self._sums.height(self)
        needed = px(_MARGIN) + said + sums + px(2 * _GAP + _RULE) + foot
        lowest = self.size[1] - px(_MARGIN)
        self.card.height = min(max(self.card.height, needed), lowest - self.card.y)
        y = self.card.bottom - foot
        top = self._top + said + px(_GAP)
        room = y - px(_GAP + _RULE) - top
        self._sums_place = pygame.Rect(inside.x, top, inside.width, max(0, room))
        for label, action, style in actions:
            self.controls.button(
                pygame.Rect(inside.x, y, inside.width, px(_BUTTON)), say(label), action, style=style
            )
            y += px(_BUTTON + _BUTTON_GAP)

    def _actions(self) -> list[tuple[str, Callable[[], None], str]]:
        """Return what comes next: the words, what is done, and how the button looks."""
        found: list[tuple[str, Callable[[], None], str]] = [("rematch", self._rematch, "primary")]
        if self._review is not None:
            found.append(("end_review", self._review, "soft"))
        return [
            *found,
            ("look", self.app.pop, "soft"),
            ("start_screen", partial(self.app.open, Room.HOME), "soft"),
        ]

    def _said_above(self, width: int) -> list[_Lines]:
        """Return what is said above the sums: who won, by how much, why, and when it turned."""
        match, scale, palette, px = self._session.match, self.scale, self.palette, self.scale.px
        middle = max(px(22), scale.body)

        def lines(words: str, size: int, bold: bool = False) -> Sequence[str]:
            return balance(words, size, width, bold)

        headline = naming.headline_words(match)
        large = max(px(28), scale.title)
        if theme.font(large, True).size(headline)[0] > width:
            large = middle
        said = [_Lines(lines(headline, large, True), large, palette.ink, 0, True)]
        result = naming.result_words(match)
        if result:
            score = lines(result, middle, True)
            said.append(_Lines(score, middle, palette.accent, px(2), True))
        why = lines(naming.why_over_words(match), scale.body)
        said.append(_Lines(why, scale.body, palette.ink, px(8)))
        said.append(_Lines(lines(self._facts(), scale.small), scale.small, palette.quiet, px(2)))
        if self._sentence:
            sentence = lines(self._sentence, scale.body)
            said.append(_Lines(sentence, scale.body, palette.ink, px(10)))
        return said

    def _said_below(self, width: int) -> list[_Lines]:
        """Return what stands at the foot: how the row of games stands."""
        match, scale = self._session.match, self.scale
        names = naming.names_words(match)
        score = naming.score_words(self._stored.series.counting(match))
        both = f"{names}   {score}"
        if theme.font(scale.small).size(both)[0] <= width:
            words: list[str] = [both]
        else:
            words = [theme.fit(names, scale.small, width), score]
        return [_Lines(words, scale.small, self.palette.quiet, scale.px(2))]

    def _facts(self) -> str:
        moves = say("n_moves", count=len(self._session.match.plies))
        if not self._timed:
            return moves
        minutes, seconds = divmod(round(self._session.seconds), 60)
        time = say("minutes", m=minutes, s=seconds) if minutes else say("seconds_only", s=seconds)
        return say("game_facts", moves=moves, time=time)

    # -- time and events

    @property
    def moving(self) -> bool:
        return super().moving or self._decided() != self._sentence

    def elapse(self, dt: float) -> None:
        self._age += dt

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.app.screen is self and not self._session.match.over:
            # Somebody walks through the game: what the card says is not of that position.
            self.app.pop()
        elif self._decided() != self._sentence:
            self.refresh()

    @property
    def commands(self) -> Commands:
        return {"close": self.app.pop}

    def handle(self, event: pygame.Event) -> bool:
        if self._age < _DEAF_SECONDS and event.type in _INPUT:
            return True
        if super().handle(event):
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self.card.collidepoint(event.pos)
        # The moves that the card covers do not scroll.
        return event.type == pygame.MOUSEWHEEL and self.card.collidepoint(event.pos)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_card(surface, self.card)
        self._write(surface, self._above, self._top)
        place = self._sums_place
        if self._sums.height(self, self._sums.fitting(self, place.height)):
            rule = pygame.Rect(place.x, place.y, place.width, max(1, self.scale.px(1.5)))
            surface.fill(self.palette.line, rule)
            self._sums.draw(surface, self, place.move(0, self.scale.px(_RULE)))
        foot = sum(each.height for each in self._below)
        self._write(surface, self._below, self.card.bottom - self.scale.px(8) - foot)
        self.controls.draw(surface)

    def _write(self, surface: pygame.Surface, said: Sequence[_Lines], y: int) -> None:
        """Write lines in the middle of the card from a height on."""
        for each in said:
            y += each.gap
            height = line_height(each.size)
            for line in each.lines:
                at = (self.card.centerx, y + height // 2)
                theme.write(surface, line, at, each.size, each.colour, each.bold, "center")
                y += height
