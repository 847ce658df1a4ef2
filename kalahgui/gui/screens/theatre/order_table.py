"""The table of the order page with its chips and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pygame

from kalahgui.core.textbook import MTD_F
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services.naming import number, signed
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.scroll import draw_chosen
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.theatre.order import Order, TooMuch, orders_of
from kalahgui.theatre.order_counts import CountedOrder, Ordering, Refused
from kalahgui.theatre.recording import Plan, TooManySteps
from kalahgui.theatre.smallest_tree import SmallestTree, TooManyPositions

_COLUMNS = ("nodes", "evaluations", "cuts")
_WIDEST = 888_888


def refusal_words(reason: type[TooMuch]) -> str:
    """Say why something cannot be counted."""
    if issubclass(reason, TooManySteps):
        return say("order_too_many_steps")
    if issubclass(reason, TooManyPositions):
        return say("order_too_many_positions")
    return say("order_values_take_long")


class OrderTable:
    """Lay out and paint a row for one's own order, for each by name, and for the smallest tree."""

    def __init__(
        self, rect: pygame.Rect, palette: Palette, scale: Scale, ordering: Ordering
    ) -> None:
        assert ordering.asked is not None
        self.rect = rect
        self.palette = palette
        self.scale = scale
        self._ordering = ordering
        self.names = orders_of(ordering.asked.subject)
        px, small = scale.px, scale.small
        count = len(self.names) + 2
        self._head = round(small * 1.5)
        self.pitch = min((rect.height - self._head) / count, px(46))
        face, figure = theme.font(small), theme.font(scale.body).size(number(_WIDEST))[0]
        self._widths = [
            max(face.size(say(f"order_{column}"))[0], figure) + px(16) for column in _COLUMNS
        ]
        bold = theme.font(scale.body, True)
        labels = [say(f"order_{name}") for name in (*self.names, "own", "smallest")]
        self._name_width = max(bold.size(label)[0] for label in labels) + px(26)
        self._bar_left = rect.x + self._name_width
        self._bar_width = rect.right - sum(self._widths) - self._bar_left - px(4)

    def row(self, place: int) -> pygame.Rect:
        """Return where a row lies: one's own order, those by name, the smallest tree."""
        top = self.rect.y + self._head + round(self.pitch * place)
        return pygame.Rect(self.rect.x, top, self.rect.width, round(self.pitch) - 2)

    def part(self, likes: Sequence[Part]) -> Part:
        """Return the table for those who do not see it; ``likes`` are the parts of its controls."""
        ordering = self._ordering
        orders = [("own", ordering.own), *((name, Order(name)) for name in self.names)]
        rows = []
        for place, (name, order) in enumerate(orders):
            like = replace(likes[place], on=order is not None and order == ordering.chosen)
            told = self._told(None if order is None else ordering.counted(order))
            told = [say("order_drag")] if order is None else told
            rows.append(self._row_part(place, name, told, like))
        rows.append(self._row_part(len(rows), "smallest", self._told(ordering.smallest)))
        return table_part(say("order_title"), self.rect, rows)

    def _row_part(self, place: int, name: str, told: list[str], like: Part | None = None) -> Part:
        heads = [say(f"order_{column}") for column in _COLUMNS] if len(told) > 1 else [""]
        return row_part(["", *heads], [say(f"order_{name}"), *told], self.row(place), name, like)

    def _told(self, found: CountedOrder | SmallestTree | Refused | None) -> list[str]:
        """Say what was counted, a word for each column, or in one why there is nothing."""
        if isinstance(found, Refused):
            return [refusal_words(found.reason)]
        if found is None:
            return [say("order_counting") if self._ordering.running else ""]
        figures = [getattr(found, column, None) for column in _COLUMNS]
        return ["" if figure is None else number(figure) for figure in figures]

    def draw(self, surface: pygame.Surface) -> None:
        """Paint the table."""
        palette, small, ordering = self.palette, self.scale.small, self._ordering
        right = self.rect.right - self.scale.px(8)
        y = self.rect.y + self._head // 2
        for column, width in zip(_COLUMNS[::-1], self._widths[::-1], strict=True):
            words = say(f"order_{column}")
            theme.write(surface, words, (right, y), small, palette.quiet, anchor="midright")
            right -= width
        self._draw_order(surface, 0, "own", ordering.own)
        for place, name in enumerate(self.names, 1):
            self._draw_order(surface, place, name, Order(name))
        rect = self.row(len(self.names) + 1)
        pygame.draw.line(surface, palette.line, rect.topleft, (rect.right - 1, rect.y))
        self._draw_name(surface, rect, "smallest", palette.best, True)
        self._draw_found(surface, rect, ordering.smallest, palette.best)

    def _draw_order(
        self, surface: pygame.Surface, place: int, name: str, order: Order | None
    ) -> None:
        palette, rect, ordering = self.palette, self.row(place), self._ordering
        if order is None:
            self._draw_name(surface, rect, name, palette.quiet, False)
            self._draw_note(surface, rect, say("order_drag"))
            return
        chosen = order == ordering.chosen
        if chosen:
            draw_chosen(surface, rect, self.scale.px(9), palette)
        self._draw_name(surface, rect, name, palette.ink, chosen)
        colour = palette.accent if chosen else palette.other
        self._draw_found(surface, rect, ordering.counted(order), colour)

    def _draw_name(
        self, surface: pygame.Surface, rect: pygame.Rect, name: str, ink: pygame.Color, bold: bool
    ) -> None:
        at = (rect.x + self.scale.px(10), rect.centery)
        theme.write(surface, say(f"order_{name}"), at, self.scale.body, ink, bold, "midleft")

    def _draw_note(self, surface: pygame.Surface, rect: pygame.Rect, words: str) -> None:
        small = self.scale.small
        words = theme.fit(words, small, rect.right - self._bar_left - self.scale.px(8))
        at = (self._bar_left, rect.centery)
        theme.write(surface, words, at, small, self.palette.quiet, anchor="midleft")

    def _draw_found(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        found: CountedOrder | SmallestTree | Refused | None,
        colour: pygame.Color,
    ) -> None:
        if isinstance(found, Refused):
            self._draw_note(surface, rect, refusal_words(found.reason))
            return
        if found is None:
            if self._ordering.running:
                self._draw_note(surface, rect, say("order_counting"))
            return
        palette, scale, most = self.palette, self.scale, self._ordering.most
        bar = pygame.Rect(
            self._bar_left, 0, self._bar_width, max(6, min(scale.px(14), rect.height // 2))
        )
        bar.centery = rect.centery
        draw_bar(surface, bar, found.evaluations / max(1, most), palette, colour)
        smallest = self._ordering.smallest
        if isinstance(smallest, SmallestTree) and most:
            x = bar.x + round(bar.width * min(1.0, smallest.evaluations / most))
            line = (x, rect.y + 1), (x, rect.bottom - 2)
            pygame.draw.line(surface, palette.best, *line, max(1, scale.px(1.5)))
        right = self.rect.right - scale.px(8)
        for width, column in zip(self._widths[::-1], _COLUMNS[::-1], strict=True):
            figure = getattr(found, column, None)  # a tree has no cuts
            words = "–" if figure is None else number(figure)
            at = (right, rect.centery)
            bold = column == "evaluations"
            theme.write(surface, words, at, scale.body, palette.ink, bold, "midright")
            right -= width


def lesson_words(ordering: Ordering, names: Mapping[int, str]) -> str:
    """Say how the order chosen stands to the smallest tree, and why."""
    asked, counted = ordering.asked, ordering.counted(ordering.chosen)
    if asked is None or not isinstance(counted, CountedOrder):
        return ""
    if asked.algorithm == "minimax":
        return say("order_minimax")
    return " ".join(filter(None, (_cost_words(ordering, asked, counted), _why(ordering, names))))


def _cost_words(ordering: Ordering, asked: Plan, counted: CountedOrder) -> str:
    smallest = ordering.smallest
    if not isinstance(smallest, SmallestTree):
        return ""
    if counted.evaluations < smallest.evaluations and asked.algorithm == MTD_F:
        return say("order_memory")
    if counted.evaluations == smallest.evaluations:
        return say("order_perfect", value=signed(counted.value))
    times = counted.evaluations / smallest.evaluations
    words = f"{times:.1f}" if times < 9.95 else number(round(times))
    return say("order_times", n=words, value=signed(counted.value))


def _why(ordering: Ordering, names: Mapping[int, str]) -> str:
    values, moves = ordering.values, ordering.moves
    if len(moves) < 2 or any(move not in values for move in moves):
        return ""
    best = max(values.values())
    place = next(place for place, move in enumerate(moves) if values[move] == best)
    if place == 0:
        return say("order_best_first", move=names[moves[0]])
    return say("order_best_later", move=names[moves[place]], value=signed(best), count=place)
