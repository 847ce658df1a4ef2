"""The algorithm of a computer, chosen with all that it can be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import MAX_DEPTH
from kalahgui.engine.limit import WITHOUT_AMOUNT
from kalahgui.engine.method import players
from kalahgui.games.game import MEASURES
from kalahgui.gui.paint.paragraph import wrap, write_lines
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.settings import (
    LARGEST_FACTOR,
    ONE_IN,
    SEATS,
    CatalogueEntry,
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
        if self._algorithm not in WITHOUT_AMOUNT:
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
        room = scale.px(self.card_width - 32 - LEFT)
        lines = wrap(say(f"about_{self._algorithm}"), scale.small, room)
        at = self.inside(LEFT, _TOP).topleft
        write_lines(surface, lines, at, scale.small, palette.quiet)
        for row, label in self._labels:
            at = self.inside(LEFT, row + _HEIGHT / 2).topleft
            room = scale.px(_CONTROLS - LEFT - 8)
            self.write(surface, label, at, scale.body, palette.ink, room=room)
        if self._amount is not None:
            self._amount.draw(surface)
        for stepper, factor in zip(self._factors, self._seat.factors, strict=False):
            stepper.draw(surface, f"\u00d7 {factor}")
