"""The figures among the words of an article: bars, trees, and the board beside them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import pygame

from kalahgui.articles.contents import VALUES, WEIGHTS, Bars, BoardFigure, Figure, TreeFigure
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look as BoardLook
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.accessible_node import AccessibleNode
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Column, Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.panels.board import valued_part, view_of
from kalahgui.gui.searching.figures import case_part, outcome_labels
from kalahgui.gui.searching.tree_parts import still_tree
from kalahgui.gui.services.naming import number
from kalahgui.match.match import Match, Player
from kalahgui.theatre.game_tree import whole_tree
from kalahgui.theatre.node_labels import signed
from kalahgui.words import say

_BAR = 14  # thickness, in units
_TREE_ROW = 62  # from one row of a tree to the next, in units


def figure_element(figure: Figure, screen: Screen) -> Element:
    """Return a figure in the column of an article."""
    return _bars(figure, screen) if isinstance(figure, Bars) else _tree(figure, screen)


def figure_text(figure: Figure) -> str:
    """Return a figure as text; a tree has none."""
    if not isinstance(figure, Bars):
        return ""
    rows = (f"{label}\t{value}" for label, value in _bar_rows(figure))
    return "\n".join([say(f"article_bars_{figure.what}"), *rows])


# -- bars


def _bar_rows(bars: Bars) -> list[tuple[str, str]]:
    return [
        (case_part(label), f"{value:.1f} %" if bars.percent else number(round(value)))
        for label, value in bars.bars
    ]


def _bars(bars: Bars, screen: Screen) -> Element:
    caption, bar_rows = say(f"article_bars_{bars.what}"), _bar_rows(bars)
    longest = max(wide(value, screen.scale.body, True) for _, value in bar_rows)
    rows = [
        (Text(label, line=True), Painted(partial(_draw_bar, bars, index, longest, screen), grow=1))
        for index, (label, _) in enumerate(bar_rows)
    ]
    words = Text(caption, "small", "quiet", silent=True)
    table = Table(caption, ["", ""], rows, spoken=[["", ""], *bar_rows], tall=24, gap=16)
    return Column(words, table, gap=2)


def _draw_bar(
    bars: Bars,
    index: int,
    longest: int,
    screen: Screen,
    surface: pygame.Surface,
    rect: pygame.Rect,
) -> None:
    """Draw a bar, and behind it its number; the ``longest`` takes so many pixels."""
    px, palette, scale = screen.scale.px, screen.palette, screen.scale
    room, share = rect.width - longest - px(16), bars.bars[index][1] / bars.most
    # The longest bar is of another colour: what it is compared with.
    compared = not bars.percent and share == 1 and len(bars.bars) > 1
    colour, thick = palette.other if compared else palette.best, max(6, px(_BAR))
    bar = pygame.Rect(rect.x, rect.centery - thick // 2, room, thick)
    if bars.percent:
        draw_bar(surface, bar, share, palette, colour)
    else:
        bar.width = max(thick // 2, round(room * share))
        surface.blit(theme.rounded(bar.size, max(2, thick // 3), colour), bar)
    at, written = (bar.right + px(12), rect.centery), _bar_rows(bars)[index][1]
    theme.write(surface, written, at, scale.body, palette.ink, True, "midleft")


# -- trees


def _tree(figure: TreeFigure, screen: Screen) -> Element:
    tree, scale = figure.classic.tree, screen.scale
    labels = outcome_labels(tree, figure.pruned, windows=False)
    levels = say("article_row_max"), say("article_row_min")
    row = max(_TREE_ROW, 4 * scale.small / scale.layout)
    return still_tree(screen, tree, labels, levels, height=row * (tree.height + 1))


# -- the board


class FigureBoard(Painted):
    """A board with what is written on it, named as in its article.

    It is as high as its shape wants, where there is as much room.
    """

    def __init__(self, figure: BoardFigure, screen: Screen) -> None:
        super().__init__(self._paint_board, placed=self._lay, nodes=self._tell)
        self._figure, self._screen = figure, screen
        game = GAMES[figure.game]
        self._match = Match(game, figure.variant, (), (Player(), Player()))
        self._match.replay_texts(figure.moves.split())

    def measure(self, look: Look, room: int) -> Size:
        return room, round(room * 0.58) if VIEWS[self._figure.game].wide else room

    def shrinks(self, look: Look, room: int) -> int:
        return self.wants(look, room)[1]

    def _lay(self, rect: pygame.Rect) -> None:
        match = self._match
        self._view = view_of(self._screen, match, rect, 0)
        self._labels = _labels(self._figure, self._view, match)

    def _paint_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        view, match = self._view, self._match
        view.draw(surface, view.shown(match), match, BoardLook(values=self._labels))

    def _tell(self) -> Sequence[AccessibleNode]:
        return [valued_part(self._view, self._match, self._labels)]


@cache
def _values(figure: BoardFigure) -> dict[str, int]:
    game = GAMES[figure.game]
    match = Match(game, figure.variant, (), (Player(), Player()))
    match.replay_texts(figure.moves.split())
    children = whole_tree(game, match.position).children
    return {child.label: child.value or 0 for child in children}


def _labels(figure: BoardFigure, view: View, match: Match) -> dict[int, tuple[str, bool]]:
    game = match.game
    values: dict[int, int] = {}
    if figure.shows == WEIGHTS:
        cells, weights = game.cells(match.position), game.square_weights(match.start)
        values = {cell: weight for cell, weight in enumerate(weights) if not cells[cell]}
    elif figure.shows == VALUES:
        for move, value in _values(figure).items():
            values[view.cell_of(game.parse_move(move), match.position)] = value
    written = signed if figure.shows == VALUES else number
    return {cell: (written(value), value == max(values.values())) for cell, value in values.items()}
