"""Who plays: the card of a player, and the card on which an algorithm is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import MAX_DEPTH
from kalahgui.engine.levels import Level, levels_of
from kalahgui.engine.limit import TABLE
from kalahgui.engine.method import players
from kalahgui.games.game import MEASURES
from kalahgui.gui.paint import theme
from kalahgui.gui.services import naming
from kalahgui.gui.services.game_catalogue import CatalogueEntry
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.settings import (
    LARGEST_FACTOR,
    ONE_IN,
    SEATS,
    Seat,
    evaluations_of,
    orders_of,
)
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host, Screen, Stepper

_SECONDS = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
_DEEPEST = min(20, MAX_DEPTH)


class Amount:
    """The turns or the seconds of a seat, between a minus and a plus."""

    def __init__(
        self,
        screen: Screen,
        seat: Seat,
        x: float,
        y: float,
        width: float,
        change: Callable[..., None],
    ) -> None:
        """Add the buttons; ``change`` is called with the changed field of the seat."""
        self._seat = seat
        self._change = change
        self._stepper = Stepper(screen, x, y, width, self._step)

    def _step(self, step: int) -> None:
        if not self._seat.timed:
            self._change(turns=min(max(1, self._seat.turns + step), _DEEPEST))
            return
        now = self._seat.seconds
        nearest = min(range(len(_SECONDS)), key=lambda i: abs(_SECONDS[i] - now))
        self._change(seconds=_SECONDS[min(max(0, nearest + step), len(_SECONDS) - 1)])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the number and what it counts."""
        if self._seat.timed:
            number = say("n_seconds", n=f"{self._seat.seconds:g}")
            self._stepper.draw(surface, number, say("seconds"))
        else:
            self._stepper.draw(surface, str(self._seat.turns), say("turns"))


# Lengths in units of the layout.
_TOP, _ROW, _HEIGHT = 84, 46, 38
_LIST_WIDTH = 230
LEFT = 32 + _LIST_WIDTH + 36  # of what is said about the chosen algorithm
_CONTROLS = LEFT + 190
_ABOUT_LINE = 22
_ABOUT_HEIGHT = 84
_FACTOR_STEP = 5
_FACTORS = ("own", "opponent", "mobility", "stable")
_PUBLISHED_TURNS = 4  # of the measures


class Custom(CardScreen):
    """Choose an algorithm of those that a board offers; every choice takes effect at once."""

    card_width = 900
    card_height = _TOP + 9 * _ROW + 24
    title = "choose_algorithm"
    key_places = ("list", "card")

    def __init__(
        self, app: Host, offer: CatalogueEntry, index: int, changed: Callable[[], None]
    ) -> None:
        """Choose for the first (0) or the second seat; ``changed`` is told of every choice."""
        self._offer = offer.key
        self._game = offer.game
        self._start = app.services.choices.cards[offer.key].start(offer)
        self._index = index
        self._changed = changed
        super().__init__(app)

    @property
    def _seat(self) -> Seat:
        return self.services.choices.cards[self._offer].seats[self._index]

    @property
    def _algorithm(self) -> str:
        return self._seat.algorithm_on(self._game, self._start)

    def _change(self, **changes: Any) -> None:
        seat = {SEATS[self._index]: replace(self._seat, **changes)}
        self.services.choose(cards=self.services.choices.changed(self._offer, **seat))
        self._changed()
        self.refresh()

    def _choose(self, algorithm: str) -> None:
        if algorithm == MEASURES and algorithm != self._algorithm:
            self._change(algorithm=algorithm, turns=_PUBLISHED_TURNS, timed=False)
        else:
            self._change(algorithm=algorithm)

    # -- layout

    def lay_out(self) -> None:
        super().lay_out()
        self._labels: list[tuple[float, str]] = []
        self._factors: list[Stepper] = []
        self._amount: Amount | None = None
        self._add_algorithms()
        self._row = _TOP + _ABOUT_HEIGHT
        if self._algorithm != TABLE:
            self._add_limit()
        orders = orders_of(self._algorithm, self._game, self._start)
        if orders:
            options = [(order, say(f"player_order_{order}")) for order in orders]
            self._add_segments("order", options, self._seat.order or orders[0], "order")
        evaluations = evaluations_of(self._algorithm, self._game, self._start)
        if evaluations:
            options = [(name, say(f"evaluation_{name or 'learnt'}")) for name in evaluations]
            self._add_segments("evaluation", options, self._seat.evaluation, "evaluation")
        if self._algorithm == MEASURES:
            self._add_factors()
            options = [("", say("random_never")), ("on", say("one_in", n=ONE_IN))]
            chosen = "on" if self._seat.random_moves else ""
            self._add_segments("random_moves", options, chosen, "random_moves", bool)

    def _add_algorithms(self) -> None:
        for row, name in enumerate(players(self._game, self._start)):
            rect = self.inside(32, _TOP + _ROW * row, _LIST_WIDTH, _HEIGHT)
            chosen = self._algorithm
            self.controls.segments(rect, [(name, say(name))], chosen, self._choose)

    def _next_row(self, label: str) -> float:
        """Put a label at the beginning of the next row and return where that is."""
        row = self._row
        self._labels.append((row, label))
        self._row += _ROW
        return row

    def _add_segments(
        self,
        label: str,
        options: list[tuple[str, str]],
        chosen: str,
        field: str,
        read: Callable[[str], object] = str,
    ) -> None:
        """Let a field of the seat be chosen, whose values are written as text."""
        row = self._next_row(say(label))
        rect = self.inside(_CONTROLS, row, self.card_width - 32 - _CONTROLS, _HEIGHT)
        self.controls.segments(
            rect, options, chosen, lambda value: self._change(**{field: read(value)})
        )

    def _add_limit(self) -> None:
        limits = [("", say("by_turns")), ("seconds", say("by_seconds"))]
        self._add_segments("limited", limits, "seconds" if self._seat.timed else "", "timed", bool)
        row = self._next_row("")
        x, y = self._place(row)
        width = self.card_width - 32 - _CONTROLS
        self._amount = Amount(self, self._seat, x, y, width, self._change)

    def _place(self, row: float) -> tuple[float, float]:
        """Return where the controls of a row begin, in units of the layout."""
        return self.origin[0] + _CONTROLS, self.origin[1] + row

    def _add_factors(self) -> None:
        for index, part in enumerate(_FACTORS):
            x, y = self._place(self._next_row(say(f"factor_{part}")))
            width = self.card_width - 32 - _CONTROLS
            self._factors.append(Stepper(self, x, y, width, partial(self._step_factor, index)))

    def _step_factor(self, index: int, step: int) -> None:
        factors = list(self._seat.factors)
        factors[index] = min(max(0, factors[index] + _FACTOR_STEP * step), LARGEST_FACTOR)
        self._change(factors=tuple(factors))

    # -- events and drawing

    @property
    def commands(self) -> Commands:
        return {
            **super().commands,
            "up": partial(self._step_algorithm, -1),
            "down": partial(self._step_algorithm, 1),
        }

    def _step_algorithm(self, step: int) -> None:
        names = players(self._game, self._start)
        self._choose(names[(names.index(self._algorithm) + step) % len(names)])

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for number, line in enumerate(naming.about_words(self._algorithm).split("\n")):
            at = self.inside(LEFT, _TOP + _ABOUT_LINE * number).topleft
            room = scale.px(self.card_width - 32 - LEFT)
            self.write(surface, line, at, scale.small, anchor="topleft", room=room)
        for row, label in self._labels:
            at = self.inside(LEFT, row + _HEIGHT / 2).topleft
            room = scale.px(_CONTROLS - LEFT - 8)
            self.write(surface, label, at, scale.body, palette.ink, room=room)
        if self._amount is not None:
            self._amount.draw(surface)
        for stepper, factor in zip(self._factors, self._seat.factors, strict=False):
            stepper.draw(surface, f"\u00d7 {factor}")


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
