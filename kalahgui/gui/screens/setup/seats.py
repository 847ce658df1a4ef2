"""The card of one player: a person, a level, or an algorithm of one's own choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame

from kalahgui.engine.levels import Level, levels_of
from kalahgui.engine.limit import TABLE
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.setup.custom import Amount, Custom
from kalahgui.gui.services import naming
from kalahgui.gui.services.game_catalogue import CatalogueEntry
from kalahgui.gui.services.settings import SEATS, Seat
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen

SEAT_HEIGHT = 250
_NAME_WIDTH = 210
_CUSTOM_WIDTH = 128
_AMOUNT_WIDTH = 188


class SeatCard:
    """Who sits on one side, to choose and to see."""

    def __init__(
        self, screen: Screen, offer: CatalogueEntry, index: int, x: float, y: float, width: float
    ) -> None:
        """Add the controls of the first (0) or the second seat."""
        self._screen = screen
        self._offer = offer
        self._game = offer.game
        card = screen.services.choices.cards[offer.key]
        self._start = card.start(offer)
        self._levels = levels_of(self._game, self._start)
        self._results = screen.services.autosave.level_results(self._game, card.board)
        self._index = index
        self._rect = screen.box(x, y, width, SEAT_HEIGHT)
        self._amount: Amount | None = None
        self._add_name(x + 24, y + 20, width - 48)
        self._add_kind(x + 24, y + 74, width - 48)
        if not self._seat.person:
            self._add_levels(x + 24, y + 124, width - 48)
            if self._seat.custom:
                self._add_algorithm(x + 24, y + 174, width - 48)

    @property
    def _seats(self) -> tuple[Seat, Seat]:
        return self._screen.services.choices.cards[self._offer.key].seats

    @property
    def _seat(self) -> Seat:
        return self._seats[self._index]

    @property
    def _other(self) -> Seat:
        return self._seats[1 - self._index]

    @property
    def _level(self) -> Level:
        return self._levels[self._seat.level_on(self._game, self._start) - 1]

    def _keep(self, **changes: Any) -> None:
        app = self._screen.app
        seat = {SEATS[self._index]: replace(self._seat, **changes)}
        app.services.choose(cards=app.services.choices.changed(self._offer.key, **seat))

    def _change(self, **changes: Any) -> None:
        self._keep(**changes)
        self._screen.refresh()

    def _add_name(self, x: float, y: float, width: float) -> None:
        seat = self._seat
        method, other = (
            each.player(self._game, self._start).computer for each in (seat, self._other)
        )
        self._screen.controls.entry(
            self._screen.box(x + width - _NAME_WIDTH, y, _NAME_WIDTH, 38),
            seat.name,
            lambda name: self._keep(name=name),
            naming.default_name(self._game, method, other, self._index),
        )

    def _add_kind(self, x: float, y: float, width: float) -> None:
        self._screen.controls.segments(
            self._screen.box(x, y, width, 38),
            [("person", say("person")), ("computer", say("computer"))],
            "person" if self._seat.person else "computer",
            lambda kind: self._change(person=kind == "person"),
        )

    def _add_levels(self, x: float, y: float, width: float) -> None:
        seat, screen = self._seat, self._screen
        chosen = "custom" if seat.custom else str(self._level.number)
        screen.controls.segments(
            screen.box(x, y, width - _CUSTOM_WIDTH - 4, 38),
            [(str(level.number), str(level.number)) for level in self._levels],
            chosen,
            lambda level: self._change(custom=False, level=int(level)),
            [f"{naming.level_title(level)}: {naming.level_words(level)}" for level in self._levels],
        )
        screen.controls.segments(
            screen.box(x + width - _CUSTOM_WIDTH, y, _CUSTOM_WIDTH, 38),
            [("custom", say("custom"))],
            chosen,
            lambda _: self._change(custom=True),
        )

    def _add_algorithm(self, x: float, y: float, width: float) -> None:
        screen, seat, app = self._screen, self._seat, self._screen.app
        algorithm = seat.algorithm_on(self._game, self._start)
        room = width if algorithm == TABLE else width - _AMOUNT_WIDTH - 12
        screen.controls.button(
            screen.box(x, y, room, 38),
            say(algorithm),
            lambda: app.push(Custom(app, self._offer, self._index, screen.refresh)),
            style="segment",
            icon="chevron_down",
            tip=naming.about_words(algorithm).replace("\n", " "),
        )
        if algorithm != TABLE:
            left = x + width - _AMOUNT_WIDTH
            self._amount = Amount(screen, seat, left, y, _AMOUNT_WIDTH, self._change)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card; its controls are drawn by the screen."""
        screen, rect, seat = self._screen, self._rect, self._seat
        screen.draw_card(surface, rect)
        px = screen.scale.px
        self._draw_title(surface)
        left = rect.x + px(24)
        if self._amount is not None:
            self._amount.draw(surface)
        if seat.custom and not seat.person:
            self._draw_foot(surface)
            return
        if seat.person:
            at = (left, rect.y + px(143))
            screen.write(surface, say("person_plays"), at, screen.scale.body)
            return
        self._draw_level(surface)

    def _draw_level(self, surface: pygame.Surface) -> None:
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        left, room = self._rect.x + px(24), self._rect.width - px(48)
        lines = (
            (182, naming.level_title(self._level), scale.body, palette.ink, True),
            (205, naming.manner_words(self._level, self._game), scale.body, palette.quiet, False),
            (229, self._record_words(), scale.small, palette.quiet, False),
        )
        for y, words, size, colour, bold in lines:
            at = (left, self._rect.y + px(y))
            self._screen.write(surface, words, at, size, colour, bold=bold, room=room)

    def _record_words(self) -> str:
        """Say how a person did against the level, and which one may suit now; perhaps nothing.

        Nobody is told of another level while two computers are to play.
        """
        words = []
        record = self._results.records.get(self._level.number)
        if record is not None:
            key = "record_drawn" if record.drawn else "record"
            words.append(say(key, won=record.won, lost=record.lost, drawn=record.drawn))
        suits = self._results.suits
        if suits is not None and suits != self._level.number and self._other.person:
            level = say("level_n", n=suits)
            words.append(say("level_may_suit", level=level))
        return " · ".join(words)

    def _draw_title(self, surface: pygame.Surface) -> None:
        """Draw which player this is, and the side where it has a name of its own.

        The side says more than what the field beside it is for, where there is no room for both.
        """
        screen, rect = self._screen, self._rect
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        titles = say("first_player"), say("second_player")
        y = rect.y + px(39)
        left, right = rect.x + px(24), rect.right - px(24 + _NAME_WIDTH) - px(12)
        title = titles[self._index]
        written = theme.write(surface, title, (left, y), scale.title, palette.ink, True, "midleft")
        sides = [say(side) for side in self._game.sides]
        # Where the sides are called first and second, the titles say so already.
        told = sides[0].casefold() != titles[0].casefold()
        longest = max(theme.font(scale.title, True).size(words)[0] for words in titles)
        longest += max(theme.font(scale.body).size(words)[0] for words in sides)
        name = theme.font(scale.small).size(say("name"))[0]
        if told:
            at = (written.right + px(12), y)
            side = sides[self._index]
            screen.write(surface, side, at, scale.body)
        if not told or left + longest + px(40) < right - name:
            screen.write(surface, say("name"), (right, y), scale.small, anchor="midright")

    def _draw_foot(self, surface: pygame.Surface) -> None:
        """Draw what else an algorithm is told, or that the chosen one is not for this board."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        seat = self._seat
        if seat.algorithm_on(self._game, self._start) != seat.algorithm:
            words, colour = say("not_for_board", name=say(seat.algorithm)), palette.bad
        else:
            details = naming.detail_words(seat.method(self._game, self._start))
            words, colour = " · ".join(details), palette.quiet
        at, room = (self._rect.x + px(24), self._rect.y + px(231)), self._rect.width - px(48)
        self._screen.write(surface, words, at, scale.small, colour, room=room)
