"""A table of whole games: the first player's depth down, the second player's across."""

from __future__ import annotations

import pygame

from kalahgui.articles.contents import Crossed
from kalahgui.articles.published import DIFFERS, SAME, PublishedTable, misprints
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar, draw_mark
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.panels.figures import (
    case_words,
    figure_words,
    fraction,
    misprint_words,
    name_words,
)
from kalahgui.gui.screens.articles.page import MeasuredPage, RunningLine, Spot, tabbed
from kalahgui.gui.services.words import listed, say

_LABELS = 79  # the room at the left, in units
_GAP = 6
_UPPER, _LOWER, _BAR = 0.27, 0.62, 0.87  # the middles of what stands in a cell
_COUNT, _POINTS = "evaluations", "stones"  # what was counted, and had in the end


class CrossedPage(MeasuredPage[Crossed]):
    """The counts of whole games between two depths."""

    def lay_out(self) -> None:
        super().lay_out()
        px, scale = self.scale.px, self.scale
        cases = [cell.case for cell in self.table.cells]
        self.downs = sorted({case[0] for case in cases})
        self.acrosses = sorted({case[1] for case in cases})
        letter = line_height(scale.small)
        self._top = self.content.y + 2 * letter
        bottom = self.content.bottom - letter * len(self._note_lines()) - px(8)
        labels = max(
            px(_LABELS), theme.font(scale.body, True).size(self._turns(self.downs[0]))[0] + px(10)
        )
        gap = px(_GAP)
        self._left = self.content.x + labels
        room = self.content.right - self._left + gap
        width = room // len(self.acrosses) - gap
        height = (bottom - self._top - gap * (len(self.downs) - 1)) // len(self.downs)
        height = min(px(76), height)
        for first, second in cases:
            row, column = self.downs.index(first), self.acrosses.index(second)
            x = self._left + column * (width + gap)
            rect = pygame.Rect(x, self._top + row * (height + gap), width, height)
            self.spots.append(Spot(rect, row, column))

    def _turns(self, count: int) -> str:
        return say("article_turns", n=count)

    def _note_lines(self) -> list[str]:
        small = self.scale.small
        words = [f"* {each}" for each in misprint_words(self.table)]
        against = self.section.against
        if against is not None:
            words += self._misprints_against(against)
        words.append(f"{say('article_exchanged')} {self._bars_words()}")
        return [line for each in words for line in balance(each, small, self.content.width)]

    def _misprints_against(self, against: PublishedTable) -> list[str]:
        """Tell the misprints of the counts that these are compared with."""
        return [
            say(
                "article_misprint_twice",
                case=listed(*case_words(cell.case)),
                printed=figure_words(printed),
                right=figure_words(right),
            )
            for cell in against.cells
            for which, printed, right in misprints(cell)
            if which == _COUNT
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
        at = (self.content.x, self.spots[-1].rect.bottom + scale.px(8))
        write_lines(surface, self._note_lines(), at, scale.small, quiet)

    def _cell(self, surface: pygame.Surface, place: int) -> None:
        self.draw_ground(surface, place)
        if place in self.sheet.figures:
            self._measured(surface, place)
        else:
            self._unmeasured(surface, place)

    def _lines(self, rect: pygame.Rect) -> tuple[int, int, int]:
        """Return where a cell's words begin, and the middles of its two lines."""
        upper, lower = (rect.y + round(rect.height * share) for share in (_UPPER, _LOWER))
        return rect.x + self.scale.px(13), upper, lower

    def _unmeasured(self, surface: pygame.Surface, place: int) -> None:
        rect, quiet = self.spots[place].rect, self.palette.quiet
        x, upper, lower = self._lines(rect)
        line = RunningLine(surface, (x, upper), self.scale, self.palette)
        words = figure_words(self.table.cells[place].published.get(_COUNT, "–"))
        line.write(words, max(12, min(self.scale.px(17), round(rect.height * 0.38))), quiet)
        self._star(line, place, _COUNT)
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
        line.write(figure_words(figures[_COUNT]), size, ink, bold=True)
        self._star(line, place, _COUNT)
        line = RunningLine(surface, (x, lower), scale, palette)
        line.note(figure_words(figures[_POINTS]))
        self._star(line, place, _POINTS)
        self._verdict(surface, place, (right, upper))
        self._share_bar(surface, place)
        share = self.share(place)
        if share is not None and self.section.against is not None:
            words, ink = fraction(share), palette.best
            at = (right, lower)
            self.write(surface, words, at, scale.small, colour=ink, bold=True, anchor="midright")

    def _star(self, line: RunningLine, place: int, name: str) -> None:
        """Mark a figure that the article misprints."""
        if any(name == misprinted for misprinted, _, _ in misprints(self.table.cells[place])):
            line.skip(6)
            line.write("*", self.scale.body, self.palette.accent, bold=True)

    def _verdict(self, surface: pygame.Surface, place: int, right: tuple[int, int]) -> None:
        verdict = self.sheet.verdict(place)
        if verdict:
            size = max(12, self.scale.px(16))
            centre = (right[0] - size // 2, right[1])
            draw_mark(surface, centre, size, self.palette, verdict == SAME)

    # -- the bars in the cells

    def _count_against(self, place: int) -> int:
        against = self.section.against
        if against is None:
            return max(cell.right[_COUNT] for cell in self.table.cells)
        measured = self.reading.sheet(against).figures.get(place)
        return int((measured or against.cells[place].right)[_COUNT])

    def share(self, place: int) -> float | None:
        """Return the share that a measured cell's bar shows."""
        figures = self.sheet.figures.get(place)
        if figures is None:
            return None
        return float(figures[_COUNT] / self._count_against(place))

    def _share_bar(self, surface: pygame.Surface, place: int) -> None:
        rect, palette = self.spots[place].rect, self.palette
        inset, thick = self.scale.px(13), max(3, self.scale.px(5))
        bar = pygame.Rect(rect.x + inset, 0, rect.width - 2 * inset, thick)
        bar.centery = rect.y + round(rect.height * _BAR)
        differs = self.sheet.verdict(place) == DIFFERS
        colour = palette.bad if differs else palette.best
        draw_bar(surface, bar, self.share(place) or 0.0, palette, colour)

    def _bars_words(self) -> str:
        """Say what the bars show."""
        shares = [share for place in self.sheet.figures if (share := self.share(place)) is not None]
        if self.section.against is None:
            return say("article_of_the_most")
        if not shares:
            return say("article_of_minimax")
        low, high = (round(100 * each) for each in (min(shares), max(shares)))
        return f"{say('article_of_minimax')} {say('article_shares', low=low, high=high)}"

    # -- text

    def table_rows(self) -> list[list[str]]:
        names = [_POINTS, _COUNT]
        heads = [each for name in names for each in (name_words(name), say("article_published"))]
        rows = [[say("article_first"), say("article_second"), *heads, ""]]
        for place, cell in enumerate(self.table.cells):
            figures = self.compared(place, names)
            rows.append([*map(str, cell.case), *figures, self.verdict_of(place)])
        return rows

    def text(self) -> str:
        rows = (row[:-1] for row in self.table_rows())
        return tabbed([*rows, [], *([each] for each in misprint_words(self.table))])
