"""How the order of the moves decides what a search costs."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.panels.order_chips import OrderChips
from kalahgui.gui.screens.theatre.order_table import OrderTable, lesson_words
from kalahgui.gui.screens.theatre.page import BoardPage
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Screen
from kalahgui.theatre.order import Order, parse, text_of
from kalahgui.theatre.order_counts import Ordering
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.subject import Subject

_LESSON_LINES = 3


class OrderPage(BoardPage):
    """Try orders of the root's moves."""

    keys = "order_keys"
    name = "order"

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect) -> None:
        self.ordering = Ordering(screen.services.engine)
        self._watched: tuple[Subject[Any] | None, str] = (None, "")
        super().__init__(screen, visit, rect)

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

    # -- layout

    def lay_out(self) -> None:
        px = self.scale.px
        self._ask()
        keys = (("order_words", "order_words_more"), ("order_words",))
        texts = ("\n\n".join(map(say, each)) for each in keys)
        button = (say("order_watch"), "go", self.watch)
        self.lay_out_left(self.visit.subject, button, say("order_title"), texts, px(12), px(130))
        self._lay_out_right(self.right.inflate(-px(48), -px(40)), self.visit.subject)

    def _lay_out_right(self, inside: pygame.Rect, subject: Subject[Any]) -> None:
        px, scale = self.scale.px, self.scale
        y = self._lay_out_algorithms(inside) + px(16)
        self._moves_at = (inside.x, y)
        y += line_height(scale.body) + px(4)
        root, view = subject.root, self.view
        self.names = {
            move: subject.text(root, move) if view is None else view.move_text(move, root.turn)
            for move in subject.moves(root)
        }
        changed = self._put_in_order
        corner = (inside.x, y)
        self.chips = OrderChips(corner, inside.width, self.palette, scale, self.names, changed)
        self._lesson_at = (inside.x, self.chips.rect.bottom + px(10))
        self._lesson_width = inside.width
        top = self._lesson_at[1] + line_height(scale.small) * _LESSON_LINES + px(4)
        table = pygame.Rect(inside.x, top, inside.width, inside.bottom - top)
        self.table = OrderTable(table, self.palette, scale, self.ordering)
        area = self.screen.controls.area
        self._rows = [
            area(self.table.row(place), partial(self.choose_row, place), say(f"order_{name}"))
            for place, name in enumerate(("own", *self.table.names))
        ]

    def _lay_out_algorithms(self, inside: pygame.Rect) -> int:
        """Lay out the choice of the algorithm, in two rows where one is too narrow."""
        px, scale = self.scale.px, self.scale
        options = [(name, say(f"watch_{name}")) for name in ALGORITHMS]
        widest = max(theme.font(scale.small).size(words)[0] for _, words in options)
        rows = 1 if (widest + px(12)) * len(options) <= inside.width else 2
        across = len(options) // rows
        height = max(px(30), round(scale.body * 1.6))
        y = inside.y
        for first in range(0, len(options), across):
            rect = pygame.Rect(inside.x, y, inside.width, height)
            part = options[first : first + across]
            self.screen.controls.segments(rect, part, self.visit.algorithm, self.choose_algorithm)
            y += height + px(4)
        return y - px(4)

    @property
    def views(self) -> list[Part]:
        rows = [self.screen.part_of(each, Role.ROW) for each in self._rows]
        chips = self.chips.part(say("order_moves"), focused=self.screen.free)
        return [*super().views, chips, self.table.part(rows)]

    # -- what the visitor does

    def choose_depth(self, depth: int) -> None:
        self.visit.search_by(depth=depth)
        self.screen.refresh()

    def choose_row(self, place: int) -> None:
        """Choose the order of a row: one's own, which may not be there yet, or one by name."""
        order = Order(self.table.names[place - 1]) if place else self.ordering.own
        if order is not None:
            self.ordering.choose(order)
            self.screen.app.wake()

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
        self.screen.app.wake()

    def _step_row(self, step: int) -> None:
        orders = [self.ordering.own, *map(Order, self.table.names)]
        here = orders.index(self.ordering.chosen) if self.ordering.chosen in orders else 1
        self.choose_row(min(max(0, here + step), len(orders) - 1))

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        return self.chips.handle(event) or super().handle(event)

    @property
    def commands(self) -> Commands:
        found: dict[str, Command] = {
            "move": partial(self.chips.step, 1, False),
            "move_before": partial(self.chips.step, -1, False),
            "carry": partial(self.chips.step, 1, True),
            "carry_back": partial(self.chips.step, -1, True),
            "order": partial(self._step_row, 1),
            "order_before": partial(self._step_row, -1),
            "algorithm": partial(self.step_algorithm, 1),
            "algorithm_before": partial(self.step_algorithm, -1),
            "watch": self.watch,
        }
        if self.depths is not None:
            found |= self.depth_commands
        return found

    def close(self) -> None:
        self.ordering.stop()

    # -- time

    @property
    def moving(self) -> bool:
        return self.ordering.running

    @property
    def subtitle(self) -> str:
        return "" if self.depths is None else say("limit_turns", count=self.depth)

    def elapse(self, dt: float) -> None:
        if self.ordering.elapse():
            self.screen.app.wake()

    def update(self, dt: float) -> None:
        if self.ordering.asked != self._asked:
            self.screen.refresh()
        self.chips.show(self.ordering.moves, self.ordering.values)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_left(surface)
        scale, palette = self.scale, self.palette
        title = say("order_moves")
        self.write(surface, title, self._moves_at, scale.body, bold=True)
        words, ink = lesson_words(self.ordering, self.names), palette.ink
        if self.ordering.failure:
            words, ink = say("order_failed", why=self.ordering.failure), palette.bad
        lines = balance(words, scale.small, self._lesson_width)[:_LESSON_LINES]
        write_lines(surface, lines, self._lesson_at, scale.small, ink)
        self.table.draw(surface)
        self.chips.draw(surface)
