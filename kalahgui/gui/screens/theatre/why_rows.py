"""A row for each move that was considered: its value as a bar on both sides of 0, and a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import Inked, line_height
from kalahgui.gui.screens.theatre.why_words import Row, WhyWords
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.tables import row_part, table_part

_GAP = 10
_BAR, _BAR_LEAST, _BAR_HEIGHT = 0.4, 26, 0.42  # of the row's width and height


class WhyRows(Inked):
    """Paints the rows, the first of which is the move that was played."""

    def __init__(
        self,
        rect: pygame.Rect,
        rows: Sequence[Row],
        words: WhyWords,
        palette: theme.Palette,
        scale: theme.Scale,
        shown: int,
    ) -> None:
        """Find the columns; of more rows than are ``shown`` the last is told as a count."""
        self.rect = rect
        self.palette = palette
        self.scale = scale
        self._words = words
        whole = shown >= len(rows)
        self._rows = list(rows if whole else rows[: max(1, shown - 1)])
        self._left_out = 0 if whole else len(rows) - len(self._rows)
        self._high = rect.height // max(1, shown)
        self._names = [words.row_name(row) for row in self._rows]
        self._size = min(scale.body, max(scale.small, round(self._high * 0.5)))
        self._find_columns()

    def _find_columns(self) -> None:
        px, rect, size = self.scale.px, self.rect, self._size
        gap = px(_GAP)

        def widest(labels: Sequence[str], letters: int) -> int:
            face = theme.font(letters, True)
            return max(face.size(label)[0] for label in labels)

        self._name_x = rect.x + gap
        self._value_x = self._name_x + widest(self._names, size) + gap
        self._value_x += widest([row.value for row in self._rows], size)
        said = widest([row.word for row in self._rows], self.scale.small)
        left = self._value_x + gap
        room = rect.right - gap - left
        bar = max(px(_BAR_LEAST), min(room - said - gap, round(rect.width * _BAR)))
        if all(row.size is None for row in self._rows):
            bar = 0
        sizes = [row.size for row in self._rows if row.size is not None] or [0]
        low, high = min(0, *sizes), max(0, *sizes)
        self._unit = bar / max(1, high - low)
        self._zero = left - low * self._unit
        self._bar_x, self._word_x = left, left + bar + (gap if bar else 0)

    def place(self, move: int) -> pygame.Rect | None:
        """Return where a move's row lies, None where it is not shown."""
        moves = [row.move for row in self._rows]
        if move not in moves:
            return None
        y = self.rect.y + moves.index(move) * self._high
        return pygame.Rect(self.rect.x, y, self.rect.width, self._high)

    def part(self, chosen: int | None, parts: Mapping[int, Part]) -> Part:
        """Return the table for those who do not see it; ``parts`` are those of its controls."""
        rows = []
        for row, name in zip(self._rows, self._names, strict=True):
            place = self.place(row.move) or self.rect
            words = (name, row.value, row.word)
            like = parts.get(row.move)
            if like is not None:
                like = replace(like, on=row.node is not None and row.node == chosen)
            rows.append(row_part(("", "", ""), words, place, row.move, like))
        return table_part(self._words.heading(), self.rect, rows)

    def draw(self, surface: pygame.Surface, chosen: int | None) -> None:
        """Paint the heading and the rows, with a mark at the chosen one."""
        rect, scale, palette = self.rect, self.scale, self.palette
        y = rect.y - line_height(scale.body)
        surface.fill(palette.line, (rect.x, y - scale.px(7), rect.width, scale.px(1.5)))
        unit = self._words.unit()
        place = self.write(
            surface, unit, (rect.right, y + scale.px(2)), scale.small,
            colour=palette.quiet, anchor="topright",
        )  # fmt: skip
        room = place.x - rect.x - scale.px(_GAP)
        heading, size = self._words.heading(), scale.body
        while size > scale.small and theme.font(size, True).size(heading)[0] > room:
            size -= 1
        self.write(surface, heading, (rect.x, y), size, bold=True, room=room)
        for row, name in zip(self._rows, self._names, strict=True):
            self._draw_row(surface, row, name, row.node is not None and row.node == chosen)
        if self._left_out:
            at = self._name_x, rect.bottom - self._high // 2
            words = say("why_more", count=self._left_out)
            self.write(surface, words, at, scale.small, colour=palette.quiet, anchor="midleft")

    def _draw_row(self, surface: pygame.Surface, row: Row, name: str, chosen: bool) -> None:
        palette, px, size = self.palette, self.scale.px, self._size
        place = self.place(row.move)
        assert place is not None
        first = row is self._rows[0]
        if first:
            ground = place.inflate(px(8), -max(1, px(2)))
            surface.blit(theme.rounded(ground.size, px(8), palette.accent_soft), ground)
        if chosen:
            ring = place.inflate(px(8), -max(1, px(2)))
            edge = theme.outline(ring.size, px(8), max(1, px(2)), palette.accent)
            surface.blit(edge, ring)
        middle = place.centery
        self.write(surface, name, (self._name_x, middle), size, bold=first, anchor="midleft")
        ink = palette.best if first else palette.ink
        self.write(
            surface, row.value, (self._value_x, middle), size, colour=ink, bold=True,
            anchor="midright",
        )  # fmt: skip
        if self._word_x > self._bar_x:
            self._draw_bar(surface, row, middle, first)
        at, room = (self._word_x, middle), self.rect.right - self._word_x
        quiet = palette.ink.lerp(palette.quiet, 0.5)
        candidates = (row.word, row.brief or row.word)
        word = theme.first_fitting(candidates, self.scale.small, room)
        self.write(surface, word, at, self.scale.small, colour=quiet, anchor="midleft")

    def _draw_bar(self, surface: pygame.Surface, row: Row, middle: int, first: bool) -> None:
        palette = self.palette
        height = max(4, round(min(self._high, self.scale.px(40)) * _BAR_HEIGHT))
        if row.size:
            width = max(3, round(abs(row.size) * self._unit))
            rect = pygame.Rect(0, middle - height // 2, width, height)
            rect.left = round(self._zero)
            if row.size < 0:
                rect.right = round(self._zero)
            usual = palette.bad if row.size < 0 else palette.quiet
            colour = palette.best if first else palette.card.lerp(usual, 0.5)
            surface.blit(theme.rounded(rect.size, max(1, height // 4), colour), rect)
        axis = pygame.Rect(round(self._zero), middle - height // 2 - 2, 1, height + 4)
        surface.fill(palette.quiet, axis)
