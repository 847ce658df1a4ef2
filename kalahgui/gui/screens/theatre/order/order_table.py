"""The table of the order page, and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from kalahgui.core.textbook import MTD_F
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.searching.figures import times_words
from kalahgui.gui.services.naming import number, signed
from kalahgui.theatre.order import Order, TooMuch, orders_of
from kalahgui.theatre.order_counts import CountedOrder, Ordering, Refused
from kalahgui.theatre.recording import Plan, TooManySteps
from kalahgui.theatre.smallest_tree import SmallestTree, TooManyPositions
from kalahgui.words import as_text, say

_COLUMNS = ("nodes", "evaluations", "cuts")
_TALL, _BAR = 44, 14  # of a row and a bar, in units of the layout

Found = CountedOrder | SmallestTree | Refused | None


_REFUSALS = {TooManySteps: "too_many_steps", TooManyPositions: "too_many_positions"}


def refusal_words(reason: type[TooMuch]) -> str:
    """Say why something cannot be counted."""
    return say(f"order_{_REFUSALS.get(reason, 'values_take_long')}")


class OrderTable:
    """Makes a row for one's own order, for each by name, and for the smallest tree."""

    def __init__(self, screen: Screen, ordering: Ordering) -> None:
        self._screen = screen
        self._ordering = ordering

    @property
    def orders(self) -> list[tuple[str, Order | None]]:
        """Return what the orders to choose from are called; one's own may not be there yet."""
        asked = self._ordering.asked
        assert asked is not None, "an order is of the moves of something that is asked"
        named = [(name, Order(name)) for name in orders_of(asked.subject)]
        return [("own", self._ordering.own), *named]

    @property
    def chosen(self) -> int | None:
        """Return the row of the order that is chosen; None where none has it."""
        orders = [order for _, order in self.orders]
        chosen = self._ordering.chosen
        return orders.index(chosen) if chosen in orders else None

    def element(self, choose: Callable[[int], object], *, keys: bool) -> Table:
        """Return the table; ``choose`` takes the number of a row, ``keys`` are the arrow keys."""
        chosen = self.chosen
        rows = [
            self._row(name, order, chosen=index == chosen)
            for index, (name, order) in enumerate(self.orders)
        ]
        smallest = Text(say("order_smallest"), colour="best", bold=True, line=True)
        return Table(
            say("order_title"),
            ("", "", *(say(f"order_{column}") for column in _COLUMNS)),
            [*rows, [smallest, *self._found(self._ordering.smallest, "best")]],
            headed=True,
            right={2, 3, 4},
            shares=(0, 1, 0, 0, 0),
            tall=_TALL,
            inset=10,
            gap=16,
            chosen=chosen,
            choose=choose,
            fixed={len(rows)},
            ruled={len(rows)},
            keys=keys,
        )

    def _row(self, name: str, order: Order | None, *, chosen: bool) -> list[Element]:
        words = say(f"order_{name}")
        if order is None:
            return [Text(words, colour="quiet", line=True), _note(say("order_drag"))]
        cells = self._found(self._ordering.counted(order), "accent" if chosen else "other")
        return [Text(words, bold=chosen, line=True), *cells]

    def _found(self, counts: Found, colour: str) -> list[Element]:
        """Return what was counted, a cell for each column, or in one why there is nothing."""
        if isinstance(counts, Refused):
            return [_note(refusal_words(counts.reason))]
        if counts is None:
            return [_note(say("order_counting") if self._ordering.running else "")]
        figures = {column: getattr(counts, column, None) for column in _COLUMNS}
        cells = [
            Text("–", line=True, silent=True)  # a tree has no cuts
            if figure is None
            else Text(number(figure), bold=column == "evaluations", line=True)
            for column, figure in figures.items()
        ]
        bar = Painted(partial(self._draw_bar, counts.evaluations, colour), height=_TALL - 6)
        return [bar, *cells]

    def _draw_bar(
        self, count: int, colour: str, surface: pygame.Surface, rect: pygame.Rect
    ) -> None:
        """Draw how many evaluations there were, and a line at how many there must be."""
        screen, most, smallest = self._screen, self._ordering.most, self._ordering.smallest
        palette, px = screen.palette, screen.scale.px
        bar = pygame.Rect(rect.x, 0, rect.width, max(6, px(_BAR)))
        bar.centery = rect.centery
        draw_bar(surface, bar, count / max(1, most), palette, getattr(palette, colour))
        if isinstance(smallest, SmallestTree) and most:
            x = bar.x + round(bar.width * min(1.0, smallest.evaluations / most))
            surface.fill(palette.best, (x, rect.y, max(1, px(1.5)), rect.height))


def _note(words: str) -> Text:
    return Text(words, "small", "quiet", line=True)


def lesson_words(ordering: Ordering, names: Mapping[int, str]) -> str:
    """Say how the order chosen stands to the smallest tree, and why."""
    asked, counted = ordering.asked, ordering.counted(ordering.chosen)
    if asked is None or not isinstance(counted, CountedOrder):
        return ""
    if asked.algorithm == "minimax":
        return say("order_minimax")
    return as_text(_cost_words(ordering, asked, counted), _why(ordering, names))


def _cost_words(ordering: Ordering, asked: Plan, counted: CountedOrder) -> str:
    smallest = ordering.smallest
    if not isinstance(smallest, SmallestTree):
        return ""
    if counted.evaluations < smallest.evaluations and asked.algorithm == MTD_F:
        return say("order_memory")
    if counted.evaluations == smallest.evaluations:
        return say("order_perfect", value=signed(counted.value))
    times = times_words(counted.evaluations / smallest.evaluations)
    return say("order_times", n=times, value=signed(counted.value))


def _why(ordering: Ordering, names: Mapping[int, str]) -> str:
    values, moves = ordering.values, ordering.moves
    if len(moves) < 2 or any(move not in values for move in moves):
        return ""
    best = max(values.values())
    index = next(index for index, move in enumerate(moves) if values[move] == best)
    if index == 0:
        return say("order_best_first", move=names[moves[0]])
    return say("order_best_later", move=names[moves[index]], value=signed(best), count=index)
