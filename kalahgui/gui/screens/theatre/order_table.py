"""What each order costs, row by row, beside the smallest tree that proves the value."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.screens.theatre.ordering import Ordering
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say
from kalahgui.theatre.order import Order, TooMuch
from kalahgui.theatre.order_counts import CountedOrder, Refused
from kalahgui.theatre.recorder import TooManySteps
from kalahgui.theatre.smallest_tree import SmallestTree, TooManyPositions

_COLUMNS = ("nodes", "evaluations", "cuts")
_WIDEST = 888_888


def refusal_words(reason: TooMuch) -> str:
    """Say why something cannot be counted."""
    if isinstance(reason, TooManySteps):
        return say("order_too_many_steps")
    if isinstance(reason, TooManyPositions):
        return say("order_too_many_positions")
    return say("order_values_take_long")


class OrderTable:
    """Lay out and paint a row for one's own order, for each by name, and for the smallest tree."""

    def __init__(
        self, rect: pygame.Rect, palette: Palette, scale: Scale, names: Sequence[str]
    ) -> None:
        self.rect = rect
        self.palette = palette
        self.scale = scale
        self.names = tuple(names)
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

    def draw(self, surface: pygame.Surface, ordering: Ordering) -> None:
        """Paint the table."""
        palette, small = self.palette, self.scale.small
        right = self.rect.right - self.scale.px(8)
        y = self.rect.y + self._head // 2
        for column, width in zip(_COLUMNS[::-1], self._widths[::-1], strict=True):
            words = say(f"order_{column}")
            theme.write(surface, words, (right, y), small, palette.quiet, anchor="midright")
            right -= width
        self._row(surface, 0, "own", ordering.own, ordering)
        for place, name in enumerate(self.names, 1):
            self._row(surface, place, name, Order(name), ordering)
        self._smallest(surface, ordering)

    def _row(
        self,
        surface: pygame.Surface,
        place: int,
        name: str,
        order: Order | None,
        ordering: Ordering,
    ) -> None:
        palette, scale = self.palette, self.scale
        rect = self.row(place)
        chosen = order is not None and order == ordering.chosen
        if chosen:
            ground = theme.rounded(rect.size, scale.px(9), palette.accent_soft)
            surface.blit(ground, rect)
        ink = palette.ink if order is not None else palette.quiet
        self._name(surface, rect, say(f"order_{name}"), ink, chosen)
        if order is None:
            self._note(surface, rect, say("order_drag"))
            return
        counted = ordering.counted(order)
        if isinstance(counted, Refused):
            self._note(surface, rect, refusal_words(counted.reason))
        elif isinstance(counted, CountedOrder):
            figures = (counted.nodes, counted.evaluations, counted.cuts)
            colour = palette.accent if chosen else palette.other
            self._figures(surface, rect, figures, counted.evaluations, ordering, colour)
        elif ordering.running:
            self._note(surface, rect, say("order_counting"))

    def _smallest(self, surface: pygame.Surface, ordering: Ordering) -> None:
        palette = self.palette
        rect = self.row(len(self.names) + 1)
        pygame.draw.line(surface, palette.line, rect.topleft, (rect.right - 1, rect.y))
        self._name(surface, rect, say("order_smallest"), palette.best, True)
        smallest = ordering.smallest
        if isinstance(smallest, Refused):
            self._note(surface, rect, refusal_words(smallest.reason))
        elif isinstance(smallest, SmallestTree):
            figures = (smallest.nodes, smallest.evaluations, None)
            needed = smallest.evaluations
            self._figures(surface, rect, figures, needed, ordering, palette.best)
        elif ordering.running:
            self._note(surface, rect, say("order_counting"))

    def _name(
        self, surface: pygame.Surface, rect: pygame.Rect, words: str, ink: pygame.Color, bold: bool
    ) -> None:
        at = (rect.x + self.scale.px(10), rect.centery)
        theme.write(surface, words, at, self.scale.body, ink, bold, "midleft")

    def _note(self, surface: pygame.Surface, rect: pygame.Rect, words: str) -> None:
        small = self.scale.small
        words = theme.fit(words, small, rect.right - self._bar_left - self.scale.px(8))
        at = (self._bar_left, rect.centery)
        theme.write(surface, words, at, small, self.palette.quiet, anchor="midleft")

    def _figures(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        figures: tuple[int | None, ...],
        evaluations: int,
        ordering: Ordering,
        colour: pygame.Color,
    ) -> None:
        palette, scale = self.palette, self.scale
        bar = pygame.Rect(
            self._bar_left, 0, self._bar_width, max(6, min(scale.px(14), rect.height // 2))
        )
        bar.centery = rect.centery
        draw_bar(surface, bar, evaluations / max(1, ordering.most), palette, colour)
        smallest = ordering.smallest
        if isinstance(smallest, SmallestTree) and ordering.most:
            x = bar.x + round(bar.width * min(1.0, smallest.evaluations / ordering.most))
            line = (x, rect.y + 1), (x, rect.bottom - 2)
            pygame.draw.line(surface, palette.best, *line, max(1, scale.px(1.5)))
        right = self.rect.right - scale.px(8)
        for figure, width, column in zip(
            figures[::-1], self._widths[::-1], _COLUMNS[::-1], strict=True
        ):
            words = "–" if figure is None else number(figure)
            bold = column == "evaluations"
            at = (right, rect.centery)
            theme.write(surface, words, at, scale.body, palette.ink, bold, "midright")
            right -= width
