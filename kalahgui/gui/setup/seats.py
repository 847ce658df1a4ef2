"""The card of one player: a person, a level, or an algorithm of one's own choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame

from kalahgui.core.textbook import MAX_DEPTH
from kalahgui.engine.levels import levels_of
from kalahgui.engine.limit import SEARCH
from kalahgui.games.game import Game
from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Screen
from kalahgui.gui.kit.words import say
from kalahgui.gui.settings import Seat
from kalahgui.gui.setup.stepper import Stepper

SEAT_HEIGHT = 226
_ALGORITHMS = ("minimax", "alpha-beta", SEARCH)
_SECONDS = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
_DEEPEST = min(20, MAX_DEPTH)
_NAME_WIDTH = 210
_CUSTOM_WIDTH = 128
_STEPPER_WIDTH = 188


class SeatCard:
    """Who sits on one side, to choose and to see."""

    def __init__(
        self, screen: Screen, game: Game, index: int, x: float, y: float, width: float
    ) -> None:
        """Add the controls of the first (0) or the second seat."""
        self._screen = screen
        self._game = game
        self._index = index
        self._rect = screen.box(x, y, width, SEAT_HEIGHT)
        self._stepper: Stepper | None = None
        self._add_name(x + 24, y + 20, width - 48)
        self._add_kind(x + 24, y + 74, width - 48)
        if not self._seat.person:
            self._add_levels(x + 24, y + 124, width - 48)
            if self._seat.custom:
                self._add_algorithms(x + 24, y + 174, width - 48)

    @property
    def _seat(self) -> Seat:
        choices = self._screen.app.choices
        return choices.second if self._index else choices.first

    @property
    def _other(self) -> Seat:
        choices = self._screen.app.choices
        return choices.first if self._index else choices.second

    def _keep(self, **changes: Any) -> None:
        seat = replace(self._seat, **changes)
        self._screen.app.choose(**{("first", "second")[self._index]: seat})

    def _change(self, **changes: Any) -> None:
        self._keep(**changes)
        self._screen.refresh()

    def _add_name(self, x: float, y: float, width: float) -> None:
        seat = self._seat
        self._screen.controls.entry(
            self._screen.box(x + width - _NAME_WIDTH, y, _NAME_WIDTH, 38),
            seat.name,
            lambda name: self._keep(name=name),
            naming.default_name(seat.person, self._other.person, self._index),
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
        numbers = [level.number for level in levels_of(self._game)]
        chosen = "custom" if seat.custom else str(seat.level)
        screen.controls.segments(
            screen.box(x, y, width - _CUSTOM_WIDTH - 4, 38),
            [(str(number), str(number)) for number in numbers],
            chosen,
            lambda level: self._change(custom=False, level=int(level)),
            [naming.level_words(number, self._game) for number in numbers],
        )
        screen.controls.segments(
            screen.box(x + width - _CUSTOM_WIDTH, y, _CUSTOM_WIDTH, 38),
            [("custom", say("custom"))],
            chosen,
            lambda _: self._change(custom=True),
        )

    def _add_algorithms(self, x: float, y: float, width: float) -> None:
        seat, screen = self._seat, self._screen
        screen.controls.segments(
            screen.box(x, y, width - _STEPPER_WIDTH - 12, 38),
            [(name, say(f"short_{name}")) for name in _ALGORITHMS],
            seat.algorithm,
            lambda name: self._change(algorithm=name),
        )
        change = self._change_seconds if seat.algorithm == SEARCH else self._change_turns
        self._stepper = Stepper(screen, x + width - _STEPPER_WIDTH, y, _STEPPER_WIDTH, change)

    def _change_turns(self, step: int) -> None:
        self._change(turns=min(max(1, self._seat.turns + step), _DEEPEST))

    def _change_seconds(self, step: int) -> None:
        now = self._seat.seconds
        nearest = min(range(len(_SECONDS)), key=lambda i: abs(_SECONDS[i] - now))
        self._change(seconds=_SECONDS[min(max(0, nearest + step), len(_SECONDS) - 1)])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card; its controls are drawn by the screen."""
        screen, rect, seat = self._screen, self._rect, self._seat
        screen.draw_card(surface, rect)
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        title = say(("first_player", "second_player")[self._index])
        left = rect.x + px(24)
        at = (left, rect.y + px(39))
        theme.write(surface, title, at, scale.title, palette.ink, True, "midleft")
        at = (rect.right - px(24 + _NAME_WIDTH) - px(12), rect.y + px(39))
        theme.write(surface, say("name"), at, scale.small, palette.quiet, anchor="midright")
        if self._stepper is not None:
            if seat.algorithm == SEARCH:
                self._stepper.draw(surface, f"{seat.seconds:g} s", say("seconds"))
            else:
                self._stepper.draw(surface, str(seat.turns), say("depth"))
            return
        if seat.person:
            words, below = say("person_plays"), 143
        else:
            words, below = naming.level_words(seat.level, self._game), 193
        at = (left, rect.y + px(below))
        theme.write(surface, words, at, scale.body, palette.quiet, anchor="midleft")
