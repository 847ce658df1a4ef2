"""The algorithm of a computer, chosen with all that it can be told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from kalahgui.core.textbook import MAX_DEPTH
from kalahgui.engine.method import ARTICLE, players
from kalahgui.games.game import MEASURES
from kalahgui.games.limit import WITHOUT_AMOUNT
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Choice, Stepper, Tabs, labelled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Layers, Row, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import algorithm_words
from kalahgui.gui.services.settings import (
    LARGEST_FACTOR,
    ONE_IN,
    SEATS,
    CatalogueEntry,
    Seat,
    evaluations_of,
    orders_of,
)
from kalahgui.words import say

_SECONDS = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
_DEEPEST = min(20, MAX_DEPTH)


def amount_of(seat: Seat, change: Callable[..., None], width: float | None = None) -> Stepper:
    """Return the turns or the seconds of a seat; ``change`` is called with the changed field."""

    def step(way: int) -> None:
        if not seat.timed:
            change(turns=min(max(1, seat.turns + way), _DEEPEST))
            return
        nearest = min(range(len(_SECONDS)), key=lambda i: abs(_SECONDS[i] - seat.seconds))
        change(seconds=_SECONDS[min(max(0, nearest + way), len(_SECONDS) - 1)])

    number = say("n_seconds", n=f"{seat.seconds:g}") if seat.timed else str(seat.turns)
    what = say("seconds" if seat.timed else "turns")
    return Stepper(number, what, step, name=say("limited"), width=width)


class ChoicesCard(CardScreen):
    """A card on which every choice takes effect at once; it shows what is chosen."""

    @property
    def state(self) -> object:
        return copy(self.services.choices)


_FACTOR_STEP = 5
_FACTORS = ("own", "opponent", "mobility", "stable")
_PUBLISHED_TURNS = 4  # of the measures


class Custom(ChoicesCard):
    """Choose an algorithm of those that a board offers."""

    card_width = 920
    least_height = 522
    title = "choose_algorithm"
    key_places = ("list", "card")

    def __init__(self, app: Host, offer: CatalogueEntry, index: int) -> None:
        """Choose for the first (0) or the second seat."""
        self._offer = offer.key
        self._game = offer.game
        self._start = app.services.choices.cards[offer.key].start(offer)
        self._index = index
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

    def _choose(self, algorithm: str) -> None:
        if algorithm == MEASURES and algorithm != self._algorithm:
            self._change(algorithm=algorithm, turns=_PUBLISHED_TURNS, timed=False)
        else:
            self._change(algorithm=algorithm)

    def body(self) -> Element:
        names = [(name, algorithm_words(name)) for name in players(self._game, self._start)]
        about = Text(say(f"about_{self._algorithm}"), "small", "quiet")
        return Row(
            Tabs(names, self._algorithm, self._choose, width=230),
            # What is said takes the same room of every algorithm: the rows stay where they are.
            Column(Layers(Space(height=76), about), *self._rows(), gap=8, grow=1),
            gap=36,
            stretch=True,
        )

    def _rows(self) -> Iterator[Element]:
        seat, algorithm = self._seat, self._algorithm
        if algorithm not in WITHOUT_AMOUNT:
            limits = [("", say("by_turns")), ("seconds", say("by_seconds"))]
            yield self._choice("limited", limits, "seconds" if seat.timed else "", "timed", bool)
            yield _row("", amount_of(seat, self._change))
        orders = orders_of(algorithm, self._game, self._start)
        if orders:
            options = [(order, say(f"player_order_{order}")) for order in orders]
            chosen = seat.order or orders[0]
            yield self._choice("order", options, chosen)
            if chosen == ARTICLE:
                yield _row("", Text(say("article_order_about"), "small", "quiet"))
        evaluations = evaluations_of(algorithm, self._game, self._start)
        if evaluations:
            options = [(name, say(f"evaluation_{name or 'learnt'}")) for name in evaluations]
            yield self._choice("evaluation", options, seat.evaluation)
        if algorithm == MEASURES:
            for index, part in enumerate(_FACTORS):
                label, number = say(f"factor_{part}"), f"\u00d7 {seat.factors[index]}"
                step = partial(self._step_factor, index)
                yield _row(label, Stepper(number, "", step, name=label, width=None))
            options = [("", say("random_never")), ("on", say("one_in", n=ONE_IN))]
            chosen = "on" if seat.random_moves else ""
            yield self._choice("random_moves", options, chosen, read=bool)

    def _choice(
        self,
        label: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        field: str = "",
        read: Callable[[str], object] = str,
    ) -> Element:
        """Let a field of the seat be chosen, called as its label, whose values are text."""

        def choose(value: str) -> None:
            self._change(**{field or label: read(value)})

        return _row(say(label), Choice(options, chosen, choose, name=say(label)))

    def _step_factor(self, index: int, step: int) -> None:
        factors = list(self._seat.factors)
        factors[index] = min(max(0, factors[index] + _FACTOR_STEP * step), LARGEST_FACTOR)
        self._change(factors=tuple(factors))

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


def _row(label: str, control: Element) -> Element:
    return labelled(label, control, width=210)
