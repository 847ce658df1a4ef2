"""Tables with a row for each case: figures beside each other, and a worked example."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame

from kalahgui.articles.contents import Rows, WorkedExample
from kalahgui.articles.published import DIFFERS, SAME, judged, misprints
from kalahgui.articles.weights import DIAGRAMS
from kalahgui.core.reversi_measures import PUBLISHED, WEIGHTS
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar, draw_mark
from kalahgui.gui.paint.felt import FeltBoard
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.panels.board import view_part
from kalahgui.gui.panels.figures import (
    case_words,
    figure_words,
    misprint_words,
    name_words,
    named_figure_words,
)
from kalahgui.gui.screens.articles.page import MeasuredPage, RunningLine, tabbed
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import listed, say
from kalahgui.gui.widgets.parts import Part
from kalahgui.match.match import Match, Player

_BARS_SHARE = 0.24


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

    def lay_out(self) -> None:
        super().lay_out()
        px, small = self.scale.px, line_height(self.scale.small)
        self._notes = self._note_lines()
        below = small * (len(self._notes) + (2 if self.section.line else 0)) + px(14)
        top = self.content.y + (small if self.alike else 0)
        room = self.content.bottom - top - below
        gap = max(2, px(5))
        height = min(px(46), room // len(self.table.cells) - gap)
        first = pygame.Rect(self.content.x, top, self.content.width, height)
        self.add_rows(first, len(self.table.cells), gap)

    def _note_lines(self) -> list[str]:
        small = self.scale.small
        words = [f"* {each}" for each in misprint_words(self.table)]
        words.append(say(f"article_{self.article.key}_{self.section.key}_note"))
        return [line for each in words if each for line in wrap(each, small, self.content.width)]

    def enter(self) -> None:
        self.watch(self.section.watched(self.table.cells[self.chosen].case))

    # -- drawing

    @property
    def _columns(self) -> tuple[int, int, int]:
        inside = self.content.inflate(-self.scale.px(26), 0)
        bars = round(inside.width * _BARS_SHARE) if self.section.bars else 0
        body, small = theme.font(self.scale.body, True), theme.font(self.scale.small)
        widest = 0
        for cell in self.table.cells:
            first, *rest = case_words(cell.case)
            widest = max(widest, body.size(first)[0] + small.size(" · ".join(rest))[0])
        left = inside.x + widest + self.scale.px(30)
        return left, inside.right - bars, inside.right

    def paint(self, surface: pygame.Surface) -> None:
        scale = self.scale
        if self.alike:
            left, bars, _ = self._columns
            width = (bars - left) // len(self.names)
            y = self.content.y + line_height(scale.small) // 2 - scale.px(2)
            for place, name in enumerate(self.names):
                at = (left + place * width, y)
                words = theme.fit(name_words(name), scale.small, width)
                quiet = self.palette.quiet
                self.write(surface, words, at, scale.small, colour=quiet, anchor="midleft")
        for place in range(len(self.spots)):
            self._row(surface, place)
        y = self.spots[-1].rect.bottom + scale.px(8)
        if self.section.line:
            y = self._line(surface, y)
        write_lines(surface, self._notes, (self.content.x, y), scale.small, self.palette.quiet)

    def _row(self, surface: pygame.Surface, place: int) -> None:
        px, scale, cell = self.scale.px, self.scale, self.table.cells[place]
        rect = self.spots[place].rect
        self.draw_ground(surface, place)
        left, bars, right = self._columns
        first, *rest = case_words(cell.case)
        line = self._running_line(surface, (rect.x + px(13), rect.centery))
        line.write(first, scale.body, bold=True)
        line.skip(8)
        line.note(theme.fit(" · ".join(rest), scale.small, left - line.x))
        width = (bars - left) // len(self.names)
        line = self._running_line(surface, (left, rect.centery))
        for column, name in enumerate(self.names):
            if self.alike:
                line.x = left + column * width
                self._figure(line, place, name)
            elif name in cell.right or name in cell.published:
                line.note(f"{name_words(name)} ")
                self._figure(line, place, name)
                line.skip(11)
        if self.section.bars:
            bar = pygame.Rect(bars, rect.centery - px(4), right - bars, px(8))
            self._draw_share(surface, place, bar)

    def _running_line(self, surface: pygame.Surface, start: tuple[int, int]) -> RunningLine:
        return RunningLine(surface, start, self.scale, self.palette)

    def _figure(self, line: RunningLine, place: int, name: str) -> None:
        """Write a figure, or the published one as long as nothing is measured, and its mark."""
        cell, figures = self.table.cells[place], self.sheet.figures.get(place)
        if figures is None:
            self._value(line, name, cell.published.get(name), self.palette.quiet, False)
        else:
            differs = judged(cell, figures, name) == DIFFERS
            ink = self.palette.bad if differs else self.palette.ink
            self._value(line, name, figures.get(name), ink, True)
            if name in cell.published and name not in cell.right:
                line.skip(6)
                printed = named_figure_words(name, cell.published[name])
                line.note(say("article_prints", value=printed))
        if any(name == misprinted for misprinted, _, _ in misprints(cell)):
            line.skip(4)
            line.write("*", self.scale.body, self.palette.accent, bold=True)
        if figures is not None and judged(cell, figures, name):
            line.skip(6)
            line.mark(judged(cell, figures, name) == SAME)

    def _value(
        self, line: RunningLine, name: str, value: Any, ink: pygame.Color, bold: bool
    ) -> None:
        """Write a value; a yes or no is told by its mark alone."""
        if not isinstance(value, bool):
            words = "–" if value is None else named_figure_words(name, value)
            line.write(words, self.scale.body, ink, bold)

    def _draw_share(self, surface: pygame.Surface, place: int, rect: pygame.Rect) -> None:
        name, figures = self.section.bars, self.sheet.figures
        if place in figures:
            most = max(found[name] for found in figures.values())
            palette = self.palette
            colour = palette.accent if place == self.chosen else palette.best
            draw_bar(surface, rect, figures[place][name] / most, palette, colour)
        else:
            draw_bar(surface, rect, 0.0, self.palette)

    def _line(self, surface: pygame.Surface, y: int) -> int:
        """Write the line of the chosen row; return where the next words begin."""
        scale = self.scale
        name, cell = self.section.line, self.table.cells[self.chosen]
        figures = self.sheet.figures.get(self.chosen)
        shown = (cell.published if figures is None else figures).get(name, "")
        title = listed(name_words(name), " · ".join(case_words(cell.case)))
        title = f"{title} ({say('article_published')})" if figures is None and shown else title
        middle = y + line_height(scale.small) // 2
        line = self._running_line(surface, (self.content.x, middle))
        line.write(title, scale.small, bold=True)
        if figures and judged(cell, figures, name):
            line.skip(8)
            line.mark(judged(cell, figures, name) == SAME)
        y += line_height(scale.small)
        words, room = str(shown) or "–", self.content.width
        self.write(surface, words, (self.content.x, y), scale.small, room=room)
        return y + line_height(scale.small) + scale.px(4)

    # -- text

    def table_rows(self) -> list[list[str]]:
        names = self.table.names
        heads = [each for name in names for each in (name_words(name), say("article_published"))]
        rows = [["", *heads, ""]]
        for place, cell in enumerate(self.table.cells):
            case, verdict = " ".join(case_words(cell.case)), self.verdict_of(place)
            rows.append([case, *self.compared(place, names), verdict])
        return rows

    def text(self) -> str:
        return tabbed(row[:-1] for row in self.table_rows())


_LIST_SHARE = 0.53
_BLACK = 0
_ON_BLACK, _ON_WHITE = pygame.Color("#f4f0e8"), pygame.Color("#12281f")


class WorkedPage(MeasuredPage[WorkedExample]):
    """The measures of a position below each other, and the board they are taken from."""

    watchable = False
    keys_inside = "articles_keys_rows"
    _game = GAMES["reversi"]

    def lay_out(self) -> None:
        super().lay_out()
        px, scale = self.scale.px, self.scale
        width = round(self.content.width * _LIST_SHARE)
        words = (say("article_worked_sign"), say("article_worked_diagrams"))
        self._notes = [line for each in words for line in wrap(each, scale.small, width)]
        notes = line_height(scale.small) * len(self._notes) + px(8)
        gap, cells = px(6), len(self.table.cells)
        height = min(px(50), (self.content.height - notes) // cells - gap)
        self.add_rows(pygame.Rect(self.content.topleft, (width, height)), cells, gap)
        left = self.content.x + width + px(24)
        self._board = pygame.Rect(left, self.content.y, self.content.right - left, 0)
        self._board.height = self._bar.top - self.content.y + px(4)

    # -- drawing

    def paint(self, surface: pygame.Surface) -> None:
        for place in range(len(self.spots)):
            self._row(surface, place)
        y = self.spots[-1].rect.bottom + self.scale.px(10)
        quiet = self.palette.quiet
        write_lines(surface, self._notes, (self.content.x, y), self.scale.small, quiet)
        self._paint_board(surface)

    def _row(self, surface: pygame.Surface, place: int) -> None:
        px, palette, scale = self.scale.px, self.palette, self.scale
        rect, cell = self.spots[place].rect, self.table.cells[place]
        verdict = self.sheet.verdict(place)
        self.draw_ground(surface, place)
        figures = self.sheet.figures.get(place)
        shown = cell.published if figures is None else figures
        size, right = max(12, px(16)), rect.right - px(13)
        if verdict:
            draw_mark(surface, (right - size // 2, rect.centery), size, palette, verdict == SAME)
        right -= size + px(10)
        ink = palette.quiet if figures is None else palette.ink
        points = figure_words(shown.get("points", "–"))
        at = (right, rect.centery)
        bold = figures is not None
        left = self.write(
            surface, points, at, scale.body, colour=ink, bold=bold, anchor="midright"
        ).x
        if "sum" in shown:
            words = f"{number(shown['sum'])} × {PUBLISHED[place]} ="
            at = (right - px(62), rect.centery)
            quiet = palette.quiet
            left = self.write(surface, words, at, scale.small, colour=quiet, anchor="midright").x
        [words] = case_words(cell.case)
        words = theme.fit(words, scale.body, left - rect.x - px(22), True)
        at = (rect.x + px(13), rect.centery)
        self.write(surface, words, at, scale.body, bold=True, anchor="midleft")

    def _paint_board(self, surface: pygame.Surface) -> None:
        place, position = self._diagram
        # Without the marks of the corners: their weights stand there.
        grid = replace(self._game.board(position), corners=())
        board = FeltBoard(grid, self._board, self.palette)
        cells = self._game.cells(position)
        stable = {grid.cell(m) for m in grid.moves if position.stable(_BLACK) >> m & 1}
        legal = [grid.cell(move) for move in position.moves()]
        # Each measure is shown by what it counts.
        counted = (
            {cell for cell, held in enumerate(cells) if held == 1 + _BLACK},
            {cell for cell, held in enumerate(cells) if held == 2 - _BLACK},
            set(legal),
            stable,
        )[place]
        marked = counted if self.chosen == place else set()
        board.draw(
            surface,
            cells,
            legal=legal if counted == set(legal) else (),
            would_turn=[cell for cell in marked if cells[cell]],
            names=grid,
        )
        for cell, move in enumerate(grid.moves):
            self._weight(surface, board, cell, WEIGHTS[move], cells[cell], cell in marked)

    def _weight(
        self,
        surface: pygame.Surface,
        board: FeltBoard,
        cell: int,
        weight: int,
        held: int,
        marked: bool,
    ) -> None:
        """Write a square's weight; those that count are written strongly."""
        chalk = pygame.Color(_ON_BLACK.r, _ON_BLACK.g, _ON_BLACK.b, 255 if marked else 165)
        ink = (chalk, _ON_BLACK, _ON_WHITE)[held]
        size = max(8, round(board.unit * (0.30 if marked else 0.25)))
        words = str(weight).replace("-", "\u2212")
        theme.write(surface, words, board.centre(cell), size, ink, marked, "center")

    def table_rows(self) -> list[list[str]]:
        rows = [["", name_words("sum"), name_words("points"), say("article_published"), ""]]
        for place, cell in enumerate(self.table.cells):
            figures, published = self.sheet.figures.get(place, {}), cell.published.get("points", "")
            measured = [str(figures.get(name, "")) for name in ("sum", "points")]
            verdict = self.verdict_of(place)
            rows.append([*case_words(cell.case), *measured, str(published), verdict])
        return rows

    def beside(self) -> list[Part]:
        _, position = self._diagram
        match = Match(self._game, self._game.variant, (), (Player(), Player()), start=position)
        view = VIEWS[self._game.key](self._game, position, self._board, 0, self.palette)
        moves = self._game.board(position).moves

        def weighed(cell: int, part: Part) -> Part:
            return replace(part, name=listed(part.name, str(WEIGHTS[moves[cell]])))

        return [view_part(view, match, weighed)]

    @property
    def _diagram(self) -> tuple[int, Any]:
        """Return the place of the diagram that is shown, and its position."""
        case = self.table.cells[self.chosen].case
        case = case if case in DIAGRAMS else next(iter(DIAGRAMS))
        return list(DIAGRAMS).index(case), self._game.parse_position(DIAGRAMS[case])

    def text(self) -> str:
        return tabbed(row[:-1] for row in self.table_rows())
