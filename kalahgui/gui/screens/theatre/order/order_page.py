"""How the order of the moves decides what a search costs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.gui.elements.controls import Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Layers, Scroll, Space
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.screens.theatre.order.order_table import OrderTable, lesson_words
from kalahgui.gui.screens.theatre.theatre_page import BoardPage, TheatreScreen, two_cards
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.searching.order_chips import OrderChips
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import algorithm_words
from kalahgui.theatre.order import Order, parse, text_of
from kalahgui.theatre.order_counts import Ordering
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.subject import Subject
from kalahgui.words import say

_BOARD = 130  # how high it is at least, in units of the layout
_LESSON_LINES = 3


class OrderPage(BoardPage):
    """Try orders of the root's moves."""

    keys = "order_keys"
    name = "order"

    def __init__(self, screen: TheatreScreen, visit: Visit) -> None:
        super().__init__(screen, visit)
        self.ordering = Ordering(screen.services.engine)
        self.table = OrderTable(screen, self.ordering)
        self.chips = OrderChips(screen, {}, self._put_in_order)
        self._watched: tuple[Subject[Any] | None, str] = (None, "")
        self._more = False  # has been counted than is shown

    # -- what is asked

    @property
    def depth(self) -> int:
        return self.visit.depth

    @property
    def _asked(self) -> Plan:
        return Plan(self.visit.subject, self.visit.algorithm, self.depth)

    def _ask(self) -> None:
        subject, order = self.visit.subject, self.visit.order
        self.ordering.ask(self._asked)
        if self._watched != (subject, order):
            self._watched = (subject, order)
            self._take_over(subject, order)

    def _take_over(self, subject: Subject[Any], text: str) -> None:
        """Begin with the order in which the search is watched, where that fits."""
        try:
            order = parse(text, subject)
        except ValueError:  # an order of another subject's moves
            return
        if order.listed:
            moves = subject.moves(subject.root)
            rest = (move for move in moves if move not in order.listed)
            order = Order("", (*order.listed, *rest))
        self.ordering.choose(order)

    # -- what is on the page

    def content(self) -> Element:
        self._ask()
        subject = self.visit.subject
        button = self.does("watch", say("order_watch"), style="go", height=44)
        left = self.left_card(button, None, _BOARD)
        names = self._names(subject)
        if names != self.chips.names:
            self.chips = OrderChips(self.screen, names, self._put_in_order)
        self.chips.show(self.ordering.moves, self.ordering.values)
        options = [(name, algorithm_words(name, begins=True)) for name in ALGORITHMS]
        right = Column(
            Column(
                Text(say("order_moves"), bold=True, line=True, silent=True),
                self.chips.element(say("order_moves")),
                gap=4,
            ),
            Choice(options, self.visit.algorithm, self.choose_algorithm),
            self._lesson(names),
            Scroll(self.table.element(self.choose_row, keys=self.chips.focus is None), grow=1),
            gap=14,
        )
        return two_cards(left, Card(right, padding=(24, 20, 24, 20)))

    def _names(self, subject: Subject[Any]) -> dict[int, str]:
        root = subject.root
        if self.position is not None:
            return {move: self.move_text(move, root.turn) for move in subject.moves(root)}
        return {move: subject.text(root, move) for move in subject.moves(root)}

    def _lesson(self, names: Mapping[int, str]) -> Element:
        """Return how the order stands to the smallest tree, with room for some lines of that."""
        words, ink, scale = lesson_words(self.ordering, names), "ink", self.screen.scale
        if self.ordering.failure:
            words, ink = say("order_failed", why=self.ordering.failure), "bad"
        room = line_height(scale.small) * _LESSON_LINES / scale.layout
        return Layers(Space(height=room), Text(words, "small", ink, balanced=True))

    # -- what the visitor does

    def choose_depth(self, depth: int) -> None:
        self.visit.search_by(depth=depth)
        self.screen.refresh()

    def choose_row(self, index: int) -> None:
        """Choose the order of a row: one's own, which may not be there yet, or one by name."""
        _, order = self.table.orders[index]
        if order is not None:
            self.ordering.choose(order)
            self.screen.refresh()

    def watch(self) -> None:
        """Watch the search in the order chosen."""
        subject = self.visit.subject
        order = text_of(self.ordering.chosen, subject)
        self._watched = (subject, order)
        # The counts shown are those of a fixed depth.
        self.visit.search_by(order=order, stop=Fixed.name)
        self.close()
        self.visit.tab = "watch"
        self.screen.refresh()

    def _put_in_order(self, moves: tuple[int, ...]) -> None:
        self.ordering.choose(Order("", moves))
        self.screen.refresh()

    def _step_row(self, step: int) -> None:
        here = self.table.chosen
        last = len(self.table.orders) - 1
        self.choose_row(min(max(0, (1 if here is None else here) + step), last))

    def _step_move(self, step: int, carry: bool) -> None:
        self.chips.step(step, carry)
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        return {
            "move": partial(self._step_move, 1, False),
            "move_before": partial(self._step_move, -1, False),
            "carry": partial(self._step_move, 1, True),
            "carry_back": partial(self._step_move, -1, True),
            "order": partial(self._step_row, 1),
            "order_before": partial(self._step_row, -1),
            "algorithm": partial(self.step_algorithm, 1),
            "algorithm_before": partial(self.step_algorithm, -1),
            "watch": self.watch,
            **self.depth_commands,
        }

    def close(self) -> None:
        self.ordering.stop()

    # -- time

    @property
    def moving(self) -> bool:
        return self._more or self.ordering.running

    def elapse(self, dt: float) -> None:
        if self.ordering.elapse():
            self._more = True
            self.screen.app.wake()

    def update(self, dt: float) -> None:
        if self._more or self.ordering.asked != self._asked:
            self._more = False
            self.screen.refresh()
