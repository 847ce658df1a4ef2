"""A worked example: measures added up, each with the diagram that shows it."""

from __future__ import annotations

from dataclasses import replace

import pygame

from kalahgui.articles.contents import WorkedExample
from kalahgui.articles.measuring import SAME
from kalahgui.articles.weights import DIAGRAMS
from kalahgui.core.reversi_measures import PUBLISHED, WEIGHTS
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.paint.felt import FeltBoard
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.panels.figures import case_words, figure_words, name_words
from kalahgui.gui.screens.articles.page import Spot
from kalahgui.gui.screens.articles.strip import MeasuredPage
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say

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
        for row in range(cells):
            y = self.content.y + row * (height + gap)
            self.spots.append(Spot(pygame.Rect(self.content.x, y, width, height), row, 0))
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
        case = self.table.cells[self.chosen].case
        case = case if case in DIAGRAMS else next(iter(DIAGRAMS))
        position = self._game.parse_position(DIAGRAMS[case])
        # Without the marks of the corners: their weights stand there.
        grid = replace(self._game.board(position), corners=())
        board = FeltBoard(grid, self._board, self.palette)
        cells = self._game.cells(position)
        place = list(DIAGRAMS).index(case)
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

    def text(self) -> str:
        rows = [["", name_words("sum"), name_words("points"), say("article_published")]]
        for place, cell in enumerate(self.table.cells):
            figures = self.sheet.figures.get(place, {})
            measured = [str(figures.get(name, "")) for name in ("sum", "points")]
            rows.append([*case_words(cell.case), *measured, str(cell.published.get("points", ""))])
        return "\n".join("\t".join(row) for row in rows) + "\n"
