"""A table of whole games: the first player's depth down, the second player's across."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.articles.contents import Crossed
from kalahgui.articles.published import DIFFERS, PublishedTable, misprints
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Painted, Row, Space
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.screens.articles.article_page import (
    CellTable,
    MeasuredPage,
    Pick,
    compared,
    line,
    marked,
    starred,
    tabbed,
)
from kalahgui.gui.searching.figures import (
    depths_words,
    figure_words,
    fraction,
    misprint_words,
)
from kalahgui.words import as_text, say

_COUNT, _POINTS = "evaluations", "stones"  # what was counted, and had in the end
_HEIGHT = 76  # of a cell


class CrossedPage(MeasuredPage[Crossed]):
    """The counts of whole games between two depths."""

    def body(self) -> Element:
        downs, acrosses = self._downs, self._acrosses
        columns = range(len(acrosses))
        names = f"{say('article_second')} →", f"{say('article_first')} ↓"
        corner = Column(*(Text(name, "small", "quiet", line=True) for name in names))
        turns = (
            Text(self._turns(across), bold=True, line=True, align="centre") for across in acrosses
        )
        rows = [
            [
                Text(self._turns(down), bold=True, line=True),
                *(self._cell(self.spots.index((row, column))) for column in columns),
            ]
            for row, down in enumerate(downs)
        ]
        table = CellTable(
            self.title,
            [""] * (1 + len(acrosses)),
            rows,
            headed=[corner, *turns],
            shares=[0.0, *(1.0 for _ in acrosses)],
            tall=_HEIGHT,
            gap=6,
            row_gap=4,
            spoken=self.spoken_rows(),
            keys=self.reading.inside,
            takes_focus=True,
        )
        notes = (Text(note, "small", "quiet", balanced=True) for note in self.note_words())
        return Column(table, Column(*notes), gap=4)

    @property
    def _downs(self) -> list[int]:
        return sorted({cell.case[0] for cell in self.table.cells})

    @property
    def _acrosses(self) -> list[int]:
        return sorted({cell.case[1] for cell in self.table.cells})

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        downs, acrosses = self._downs, self._acrosses
        cases = (cell.case for cell in self.table.cells)
        return [(downs.index(first), acrosses.index(second)) for first, second in cases]

    @staticmethod
    def _turns(count: int) -> str:
        return say("article_turns", n=count)

    def note_words(self) -> list[str]:
        """Tell what was misprinted and exchanged, and what the bars show."""
        against = self.section.against
        return [
            *(f"* {sentence}" for sentence in misprint_words(self.table)),
            *(self._misprints_against(against) if against is not None else ()),
            as_text(say("article_exchanged"), self._bars_words()),
        ]

    @staticmethod
    def _misprints_against(against: PublishedTable) -> list[str]:
        return [
            say(
                "article_misprint_twice",
                case=depths_words(cell.case),
                printed=figure_words(printed),
                right=figure_words(right),
            )
            for cell in against.cells
            for which, printed, right in misprints(cell)
            if which == _COUNT
        ]

    def enter(self) -> None:
        self.watch(self.section.watched(self.table.cells[self.chosen].case))

    # -- cells

    def _cell(self, index: int) -> Element:
        lines = self._measured(index) if index in self.sheet.figures else self._unmeasured(index)
        chosen, stand = index == self.chosen, self.stand(index)
        return Pick(index, chosen, self.choose, *lines, stand=stand)

    def _unmeasured(self, index: int) -> list[Element]:
        at_work = index == self.sheet.at_work
        words = figure_words(self.table.cells[index].published.get(_COUNT, "–"))
        state = say("article_measuring" if at_work else "article_published")
        return [
            Space(grow=1),
            Row(line(words, "heading", "quiet"), self._star(index, _COUNT), gap=6),
            line(state, "small", "quiet"),
            Space(grow=1),
        ]

    def _measured(self, index: int) -> list[Element]:
        figures, verdict = self.sheet.figures[index], self.sheet.verdict(index)
        count, ink = figure_words(figures[_COUNT]), "bad" if verdict == DIFFERS else "ink"
        share = ""
        if self.section.against is not None:
            share = fraction(self.share(index) or 0.0)
        return [
            Space(grow=1),
            Row(
                line(count, "heading", ink, bold=True),
                self._star(index, _COUNT),
                Space(grow=1),
                marked(verdict),
                gap=6,
            ),
            Row(
                line(figure_words(figures[_POINTS]), "small", "quiet"),
                self._star(index, _POINTS),
                Space(grow=1),
                line(share, "small", "best", bold=True) if share else None,
                gap=6,
            ),
            Space(grow=1),
            Painted(partial(self._draw_share, index), height=5),
        ]

    def _star(self, index: int, name: str) -> Element | None:
        return starred(any(name == which for which, _, _ in misprints(self.table.cells[index])))

    # -- the bars in the cells

    def _count_against(self, index: int) -> int:
        against = self.section.against
        if against is None:
            return max(cell.right[_COUNT] for cell in self.table.cells)
        measured = self.reading.sheet(against).figures.get(index)
        return int((measured or against.cells[index].right)[_COUNT])

    def share(self, index: int) -> float | None:
        """Return the share that a measured cell's bar shows."""
        figures = self.sheet.figures.get(index)
        if figures is None:
            return None
        return float(figures[_COUNT] / self._count_against(index))

    def _draw_share(self, index: int, surface: pygame.Surface, rect: pygame.Rect) -> None:
        palette, differs = self.screen.palette, self.sheet.verdict(index) == DIFFERS
        colour = palette.bad if differs else palette.best
        draw_bar(surface, rect, self.share(index) or 0.0, palette, colour)

    def _bars_words(self) -> str:
        shares = [share for index in self.sheet.figures if (share := self.share(index)) is not None]
        if self.section.against is None:
            return say("article_of_the_most")
        if not shares:
            return say("article_of_minimax")
        low, high = (round(100 * share) for share in (min(shares), max(shares)))
        return as_text(say("article_of_minimax"), say("article_shares", low=low, high=high))

    # -- text

    def table_rows(self) -> list[list[str]]:
        cases = (map(str, cell.case) for cell in self.table.cells)
        heads = [say("article_first"), say("article_second")]
        return compared(self, heads, cases, [_POINTS, _COUNT])

    def text(self) -> str:
        return super().text() + tabbed(
            [[], *([sentence] for sentence in misprint_words(self.table))]
        )
