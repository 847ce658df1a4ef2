"""A table of whole games: the first player's depth down, the second player's across."""

from __future__ import annotations

import pygame

from kalahgui.articles.contents import Crossed
from kalahgui.articles.published import DIFFERS, SAME, PublishedTable, misprints
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar, draw_mark
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.panels.figures import (
    figure_words,
    fraction,
    misprint_words,
    name_words,
)
from kalahgui.gui.screens.articles.page import MeasuredPage, RunningLine, Spot, tabbed
from kalahgui.gui.services.words import say

_LABELS, _CHART = 79, 190  # the room at the left and at the right, in units
_GAP = 6


class CrossedPage(MeasuredPage[Crossed]):
    """The counts of whole games between two depths."""

    def lay_out(self) -> None:
        super().lay_out()
        px, scale = self.scale.px, self.scale
        cases = [cell.case for cell in self.table.cells]
        self.downs = sorted({case[0] for case in cases})
        self.acrosses = sorted({case[1] for case in cases})
        self._notes = self._note_lines()
        letter = line_height(scale.small)
        self._top = self.content.y + 2 * letter
        bottom = self.content.bottom - letter * len(self._notes) - px(8)
        labels = max(
            px(_LABELS), theme.font(scale.body, True).size(self._turns(self.downs[0]))[0] + px(10)
        )
        gap = px(_GAP)
        self._left = self.content.x + labels
        self._right = self.content.right - px(_CHART)
        width = (self._right - self._left - gap * len(self.acrosses)) // len(self.acrosses)
        height = (bottom - self._top - gap * (len(self.downs) - 1)) // len(self.downs)
        height = min(px(68), height)
        self._row = height + gap
        for first, second in cases:
            row, column = self.downs.index(first), self.acrosses.index(second)
            x = self._left + column * (width + gap)
            rect = pygame.Rect(x, self._top + row * self._row, width, height)
            self.spots.append(Spot(rect, row, column))

    def _turns(self, count: int) -> str:
        return say("article_turns", n=count)

    def _note_lines(self) -> list[str]:
        small = self.scale.small
        words = [f"* {each}" for each in misprint_words(self.table)]
        against = self.section.against
        if against is not None:
            words += [f"* {each}" for each in self._misprints_against(against)]
        words.append(say("article_exchanged"))
        width = self.content.width - self.scale.px(_CHART)
        return [line for each in words for line in balance(each, small, width)]

    def _misprints_against(self, against: PublishedTable) -> list[str]:
        """Tell the misprints of the counts that these are compared with."""
        name = self.section.count
        return [
            say("article_misprint_twice", printed=figure_words(printed), right=figure_words(right))
            for cell in against.cells
            for which, printed, right in misprints(cell)
            if which == name
        ]

    def enter(self) -> None:
        self.watch(self.section.watched(self.table.cells[self.chosen].case))

    # -- drawing

    def paint(self, surface: pygame.Surface) -> None:
        scale, quiet = self.scale, self.palette.quiet
        small = line_height(scale.small)
        corner = self.content.topleft
        write_lines(
            surface,
            (f"{say('article_second')} →", f"{say('article_first')} ↓"),
            corner,
            scale.small,
            quiet,
        )
        for spot in self.spots:
            if spot.row == 0:
                at = (spot.rect.centerx, self.content.y + small)
                words = self._turns(self.acrosses[spot.column])
                self.write(surface, words, at, scale.body, bold=True, anchor="center")
            if spot.column == 0:
                at = (self.content.x, spot.rect.centery)
                words = self._turns(self.downs[spot.row])
                self.write(surface, words, at, scale.body, bold=True, anchor="midleft")
        for place in range(len(self.spots)):
            self._cell(surface, place)
        self._bars(surface)
        at = (self.content.x, self.spots[-1].rect.bottom + scale.px(8))
        write_lines(surface, self._notes, at, scale.small, quiet)

    def _cell(self, surface: pygame.Surface, place: int) -> None:
        self.draw_ground(surface, place)
        if place in self.sheet.figures:
            self._measured(surface, place)
        else:
            self._unmeasured(surface, place)

    def _lines(self, rect: pygame.Rect) -> tuple[int, int, int]:
        """Return where a cell's words begin, and the middles of its two lines."""
        upper, lower = (rect.y + round(rect.height * share) for share in (0.31, 0.70))
        return rect.x + self.scale.px(13), upper, lower

    def _unmeasured(self, surface: pygame.Surface, place: int) -> None:
        rect, quiet = self.spots[place].rect, self.palette.quiet
        x, upper, lower = self._lines(rect)
        words = figure_words(self.table.cells[place].published.get(self.section.count, "–"))
        size = max(12, min(self.scale.px(17), round(rect.height * 0.42)))
        self.write(surface, words, (x, upper), size, colour=quiet, anchor="midleft")
        at_work = place == self.sheet.at_work
        words = say("article_measuring" if at_work else "article_published")
        self.write(surface, words, (x, lower), self.scale.small, colour=quiet, anchor="midleft")

    def _measured(self, surface: pygame.Surface, place: int) -> None:
        px, scale, palette = self.scale.px, self.scale, self.palette
        rect, figures = self.spots[place].rect, self.sheet.figures[place]
        x, upper, lower = self._lines(rect)
        right = rect.right - px(11)
        line = RunningLine(surface, (x, upper), scale, palette)
        differs = self.sheet.verdict(place) == DIFFERS
        size, ink = max(12, px(17)), palette.bad if differs else palette.ink
        line.write(figure_words(figures[self.section.count]), size, ink, bold=True)
        if self._misprinted(place):
            line.skip(8)
            line.write("*", size, palette.accent, bold=True)
        points = figure_words(figures[self.section.points])
        self.write(surface, points, (x, lower), scale.small, colour=palette.quiet, anchor="midleft")
        self._verdict(surface, place, (right, upper))
        share = self.share(place)
        if share is not None and self.section.against is not None:
            words, ink = fraction(share), palette.best
            at = (right, lower)
            self.write(surface, words, at, scale.small, colour=ink, bold=True, anchor="midright")

    def _verdict(self, surface: pygame.Surface, place: int, right: tuple[int, int]) -> None:
        verdict = self.sheet.verdict(place)
        if verdict:
            size = max(12, self.scale.px(16))
            centre = (right[0] - size // 2, right[1])
            draw_mark(surface, centre, size, self.palette, verdict == SAME)

    def _misprinted(self, place: int) -> bool:
        """Tell whether the article misprints this cell, or the count it is compared with."""
        names = {name for name, _, _ in misprints(self.table.cells[place])}
        if self.section.against is not None:
            twin = self.section.against.cells[place]
            names |= {name for name, _, _ in misprints(twin) if name == self.section.count}
        return bool(names)

    # -- the bars beside the table

    def _count_against(self, place: int) -> int:
        """Return the count that a cell's bar is a share of."""
        name, against = self.section.count, self.section.against
        if against is None:
            return max(figures[name] for figures in self.sheet.figures.values())
        measured = self.reading.sheet(against).figures.get(place)
        return int((measured or against.cells[place].right)[name])

    def share(self, place: int) -> float | None:
        """Return the share that a measured cell's bar shows."""
        figures = self.sheet.figures.get(place)
        if figures is None:
            return None
        return float(figures[self.section.count] / self._count_against(place))

    def _bars(self, surface: pygame.Surface) -> None:
        px, scale, palette = self.scale.px, self.scale, self.palette
        x = self._right + px(16)
        width = self.content.right - x
        title = say("article_of_minimax" if self.section.against else "article_of_the_most")
        title = theme.fit(title, scale.body, width, True)
        at = (x, self.content.y + line_height(scale.small))
        self.write(surface, title, at, scale.body, bold=True, anchor="midleft")
        step = self._row / len(self.acrosses)
        thick = max(3, min(px(10), round(step * 0.62)))
        shares = []
        for place, spot in enumerate(self.spots):
            share = self.share(place)
            y = self._top + spot.row * self._row + round((spot.column + 0.5) * step) - thick // 2
            differs = self.sheet.verdict(place) == DIFFERS
            colour = palette.bad if differs else palette.best
            chosen = place == self.chosen and share is not None
            colour = palette.accent if chosen else colour
            draw_bar(surface, pygame.Rect(x, y, width, thick), share or 0.0, palette, colour)
            shares += [] if share is None else [share]
        if shares and self.section.against is not None:
            low, high = (round(100 * each) for each in (min(shares), max(shares)))
            words = say("article_shares", low=low, high=high)
            at = (x, self.spots[-1].rect.bottom + px(8))
            self.write(surface, words, at, scale.small, colour=palette.quiet)

    # -- text

    def text(self) -> str:
        names = [self.section.points, self.section.count]
        heads = [each for name in names for each in (name_words(name), say("article_published"))]
        rows = [[say("article_first"), say("article_second"), *heads]]
        for place, cell in enumerate(self.table.cells):
            rows.append([*map(str, cell.case), *self.compared(place, names)])
        return tabbed([*rows, [], *([each] for each in misprint_words(self.table))])
