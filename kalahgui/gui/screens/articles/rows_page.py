"""Tables with a row for each case: figures beside each other, and a worked example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.articles.contents import Rows, WorkedExample
from kalahgui.articles.published import DIFFERS, judged, misprints
from kalahgui.articles.three_measures import DIAGRAMS, counted_squares, terms
from kalahgui.core.reversi_measures import PUBLISHED, WEIGHTS
from kalahgui.games import GAMES
from kalahgui.gui.elements.accessible_node import AccessibleNode
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Flow, Painted, Row, Scroll
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.felt import FeltBoard
from kalahgui.gui.panels.board import view_of, view_part
from kalahgui.gui.screens.articles.article_page import MeasuredPage, compared, line, marked, starred
from kalahgui.gui.searching.figures import (
    case_words,
    figure_words,
    misprint_words,
    name_words,
    named_figure_words,
)
from kalahgui.gui.services.naming import number
from kalahgui.match.match import Match, Player
from kalahgui.words import bracketed, listed, say

_BARS = 200  # how wide they are, in units
_TALL, _INSET = 46, 13  # of a row


class RowsPage(MeasuredPage[Rows]):
    """The cases of a table below each other."""

    @property
    def names(self) -> list[str]:
        """Return the figures that have a column or stand in the row."""
        return [name for name in self.table.names if name != self.section.line]

    @property
    def alike(self) -> bool:
        """Tell whether all rows have the same figures, so that these can have columns."""
        return all(set(self.names) <= set(cell.right) for cell in self.table.cells)

    def body(self) -> Element:
        names = [name_words(name) for name in self.names] if self.alike else [""]
        bars = [""] if self.section.bars else []
        table = Table(
            self.title,
            ["", *names, *bars],
            [self._row(index) for index in range(len(self.table.cells))],
            headed=self.alike,
            shares=[0.0, *(1.0 for _ in names), *(0.0 for _ in bars)],
            stands=self.stands(),
            tall=_TALL,
            inset=_INSET,
            gap=16,
            row_gap=5,
            **self.choosing(),
        )
        notes = [*(f"* {sentence}" for sentence in misprint_words(self.table))]
        notes.append(say(f"article_{self.article.key}_{self.section.key}_note"))
        below = (Text(note, "small", "quiet") for note in notes if note)
        chosen = self._line() if self.section.line else None
        return Column(table, Column(chosen, *below), gap=8)

    def enter(self) -> None:
        self.watch(self.section.watched(self.table.cells[self.chosen].case))

    # -- rows

    def _row(self, index: int) -> list[Element]:
        cell = self.table.cells[index]
        first, *rest = case_words(cell.case)
        case = Row(
            line(first, bold=True),
            line(" · ".join(rest), "small", "quiet") if rest else None,
            gap=8,
        )
        figures: list[Element]
        if self.alike:
            figures = [Row(*self._figure(index, name), gap=4) for name in self.names]
        else:
            shown = [n for n in self.names if n in cell.right or n in cell.published]
            figures = [
                Flow(
                    *(
                        Row(
                            line(name_words(name), "small", "quiet"),
                            *self._figure(index, name),
                            gap=4,
                        )
                        for name in shown
                    ),
                    gap=10,
                )
            ]
        bar = [Painted(partial(self._draw_share, index), width=_BARS, height=8)]
        return [case, *figures, *(bar if self.section.bars else ())]

    def _figure(self, index: int, name: str) -> Iterator[Element | None]:
        """Yield a figure, or the published one as long as nothing is measured, and its mark.

        A yes or no is told by its mark alone.
        """
        cell, figures = self.table.cells[index], self.sheet.figures.get(index)
        value = (cell.published if figures is None else figures).get(name)
        verdict = "" if figures is None else judged(cell, figures, name)
        if not isinstance(value, bool):
            words = "–" if value is None else named_figure_words(name, value)
            ink = "bad" if verdict == DIFFERS else "quiet" if figures is None else "ink"
            yield line(words, "body", ink, bold=figures is not None)
        if figures is not None and name in cell.published and name not in cell.right:
            printed = named_figure_words(name, cell.published[name])
            yield line(say("article_prints", value=printed), "small", "quiet")
        yield starred(any(name == misprinted for misprinted, _, _ in misprints(cell)))
        yield marked(verdict)

    def _draw_share(self, index: int, surface: pygame.Surface, rect: pygame.Rect) -> None:
        name, figures, palette = self.section.bars, self.sheet.figures, self.screen.palette
        share = 0.0
        if index in figures:
            share = figures[index][name] / max(row[name] for row in figures.values())
        colour = palette.accent if index == self.chosen else palette.best
        draw_bar(surface, rect, share, palette, colour)

    def _line(self) -> Element:
        name, cell = self.section.line, self.table.cells[self.chosen]
        figures = self.sheet.figures.get(self.chosen)
        shown = (cell.published if figures is None else figures).get(name, "")
        title = listed(name_words(name), " · ".join(case_words(cell.case)))
        title = bracketed(title, say("article_published")) if figures is None and shown else title
        verdict = judged(cell, figures, name) if figures else ""
        head = Row(Text(title, "small", bold=True, line=True), marked(verdict), gap=8)
        return Column(
            head, Text(str(shown) or "–", "small", "quiet", line=True), padding=(0, 0, 0, 4)
        )

    # -- text

    def table_rows(self) -> list[list[str]]:
        cases = ([" ".join(case_words(cell.case))] for cell in self.table.cells)
        return compared(self, [""], cases, self.table.names)


_ON_BLACK, _ON_WHITE = pygame.Color("#f4f0e8"), pygame.Color("#12281f")


def _added_up(case: str) -> str:
    """Write the terms of a sum of the worked example, as the article does."""

    def term(parts: tuple[int, ...]) -> str:
        first, *more = parts
        words = number(first)
        for part in more:
            words += f" {'−' if part < 0 else '+'} {number(abs(part))}"
        return f"({words})" if more or first < 0 else words

    return " + ".join(map(term, terms(case)))


class WorkedPage(MeasuredPage[WorkedExample]):
    """The measures of a position below each other, and the board they are taken from."""

    keys_inside = "articles_keys_rows"
    scrolls = False  # the shadow of its board reaches beyond it
    _game = GAMES["reversi"]

    def body(self) -> Element:
        table = Table(
            self.title,
            ["", "", "", ""],
            [self._row(index) for index in range(len(self.table.cells))],
            right={1, 2},
            shares=[1.0, 0.0, 0.0, 0.0],
            stands=self.stands(),
            tall=50,
            inset=_INSET,
            gap=12,
            row_gap=6,
            **self.choosing(),
        )
        case = self.table.cells[self.chosen].case
        total = number(sum(map(sum, terms(case))))
        added = Text(f"{_added_up(case)} = {total}", "small", bold=True)
        notes = (say("article_worked_sign"), say("article_worked_diagrams"))
        words = (Text(note, "small", "quiet") for note in notes)
        board = Painted(
            self._draw_board, placed=self._place_board, nodes=self._told_board, grow=0.44
        )
        return Row(
            Scroll(Column(table, added, Column(*words), gap=10), grow=0.53),
            board,
            gap=24,
            padding=(0, 10, 0, 0),
            grow=1,
            stretch=True,
        )

    def buttons(self) -> list[Any]:
        return []

    def _row(self, index: int) -> list[Element]:
        cell, figures = self.table.cells[index], self.sheet.figures.get(index)
        shown = cell.published if figures is None else figures
        total = f"{number(shown['sum'])} × {PUBLISHED[index]} =" if "sum" in shown else ""
        points, measured = figure_words(shown.get("points", "–")), figures is not None
        [words] = case_words(cell.case)
        return [
            line(words, bold=True),
            line(total, "small", "quiet"),
            line(points, "body", "ink" if measured else "quiet", bold=measured),
            Row(marked(self.sheet.verdict(index)), width=16),
        ]

    # -- the board

    def _place_board(self, rect: pygame.Rect) -> None:
        # Without the marks of the corners: their weights stand there.
        _, position = self._diagram
        grid = replace(self._game.board(position), corners=())
        self._board = FeltBoard(grid, rect, self.screen.palette)

    def _draw_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        (measure, position), board = self._diagram, self._board
        grid, cells = board.grid, self._game.cells(position)
        # Each measure is shown by what it counts.
        counted = {grid.cell(square) for square in counted_squares(measure)}
        marked = counted if self.table.cells[self.chosen].case == measure else set()
        board.draw(
            surface,
            cells,
            legal=[cell for cell in counted if not cells[cell]],
            would_turn=[cell for cell in marked if cells[cell]],
            names=grid,
        )
        for cell, move in enumerate(grid.moves):
            self._weight(surface, cell, WEIGHTS[move], cells[cell], cell in marked)

    def _weight(
        self, surface: pygame.Surface, cell: int, weight: int, held: int, marked: bool
    ) -> None:
        """Write a square's weight; those that count are written strongly."""
        chalk = pygame.Color(_ON_BLACK.r, _ON_BLACK.g, _ON_BLACK.b, 255 if marked else 165)
        ink, board = (chalk, _ON_BLACK, _ON_WHITE)[held], self._board
        size = max(8, round(board.unit * (0.30 if marked else 0.25)))
        words = str(weight).replace("-", "\u2212")
        theme.write(surface, words, board.centre(cell), size, ink, marked, "center")

    def _told_board(self) -> list[AccessibleNode]:
        _, position = self._diagram
        match = Match(self._game, self._game.variant, (), (Player(), Player()), start=position)
        moves = self._game.board(position).moves

        def weighed(cell: int, part: AccessibleNode) -> AccessibleNode:
            return replace(part, name=listed(part.name, str(WEIGHTS[moves[cell]])))

        return [view_part(view_of(self.screen, match, self._board.rect, 0), match, weighed)]

    @property
    def _diagram(self) -> tuple[str, Any]:
        case = self.table.cells[self.chosen].case
        case = case if case in DIAGRAMS else next(iter(DIAGRAMS))
        return case, self._game.parse_position(DIAGRAMS[case])

    def table_rows(self) -> list[list[str]]:
        names = (name_words(name) for name in ("addition", "sum", "points"))
        rows = [["", *names, say("article_published"), ""]]
        for index, cell in enumerate(self.table.cells):
            figures, published = self.sheet.figures.get(index, {}), cell.published.get("points", "")
            measured = [str(figures.get(name, "")) for name in ("sum", "points")]
            verdict = self.verdict_of(index)
            words = [*case_words(cell.case), _added_up(cell.case)]
            rows.append([*words, *measured, str(published), verdict])
        return rows
