"""What an article that is read is made of: blocks of words, and figures among them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache

import pygame

from kalahgui.articles.figures import VALUES, WEIGHTS, Bars, BoardFigure, Figure, TreeFigure
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.paint.trees import TreePicture
from kalahgui.gui.panels.board import valued_part
from kalahgui.gui.panels.figures import case_part, outcome_labels
from kalahgui.gui.panels.tree_parts import tree_part
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.match.match import Match, Player
from kalahgui.theatre.game_tree import whole_tree
from kalahgui.theatre.node_labels import signed

_BAR = 14  # thickness, in units
_TREE_ROW = 62  # from one row of a tree to the next, in units


class Block(ABC):
    """Something in the column of an article; ``above`` is the room that it keeps over itself."""

    height: int
    above: int

    @abstractmethod
    def draw(self, surface: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw the block with its left upper corner at a point."""

    @abstractmethod
    def text(self) -> str:
        """Return the block as text."""

    @abstractmethod
    def part(self, rect: pygame.Rect) -> Part:
        """Return the block for those who do not see it, in its place."""


class Words(Block):
    """A paragraph or a heading."""

    def __init__(
        self, words: str, size: int, colour: pygame.Color, width: int, above: int, bold: bool
    ) -> None:
        """Break the words into lines of a width."""
        self._words, self._size, self._colour, self._bold = words, size, colour, bold
        self._lines = wrap(words, size, width, bold)
        self.height, self.above = line_height(size) * len(self._lines), above

    def draw(self, surface: pygame.Surface, at: tuple[int, int]) -> None:
        write_lines(surface, self._lines, at, self._size, self._colour, self._bold)

    def text(self) -> str:
        return self._words

    def part(self, rect: pygame.Rect) -> Part:
        role = Role.HEADING if self._bold else Role.TEXT
        return Part(role, self._words.replace("\n", " "), rect)


class BarsBlock(Block):
    """Bars with what each stands for before it, and its number behind it."""

    def __init__(self, bars: Bars, scale: Scale, palette: Palette, width: int) -> None:
        """Find the width of the labels and of the numbers."""
        self._bars, self._scale, self._palette, self._width = bars, scale, palette, width
        self._caption = say(f"article_bars_{bars.what}")
        self._rows = [(case_part(label), self._written(value)) for label, value in bars.bars]
        body = scale.body
        self._label = max(theme.font(body).size(label)[0] for label, _ in self._rows)
        self._number = max(theme.font(body, True).size(value)[0] for _, value in self._rows)
        self._row = round(line_height(body) * 1.08)
        self._top = line_height(scale.small) + scale.px(2)
        self.height, self.above = self._top + self._row * len(self._rows), scale.px(12)

    def _written(self, value: float) -> str:
        return f"{value:.1f} %" if self._bars.percent else number(round(value))

    def draw(self, surface: pygame.Surface, at: tuple[int, int]) -> None:
        px, body, palette = self._scale.px, self._scale.body, self._palette
        theme.write(surface, self._caption, at, self._scale.small, palette.quiet)
        left = at[0] + self._label + px(16)
        room = self._width - self._label - self._number - px(32)
        for place, (label, written) in enumerate(self._rows):
            middle = at[1] + self._top + round((place + 0.5) * self._row)
            theme.write(surface, label, (at[0], middle), body, palette.ink, anchor="midleft")
            share = self._bars.bars[place][1] / self._bars.most
            # The longest bar is of another colour: what it is compared with.
            longest = not self._bars.percent and share == 1 and len(self._rows) > 1
            colour = palette.other if longest else palette.best
            thick = max(6, px(_BAR))
            bar = pygame.Rect(left, middle - thick // 2, room, thick)
            if self._bars.percent:
                draw_bar(surface, bar, share, palette, colour)
            else:
                bar.width = max(thick // 2, round(room * share))
                surface.blit(theme.rounded(bar.size, max(2, thick // 3), colour), bar)
            x = left + (room if self._bars.percent else bar.width) + px(12)
            theme.write(surface, written, (x, middle), body, palette.ink, True, "midleft")

    def part(self, rect: pygame.Rect) -> Part:
        rows = [row_part(("", ""), row, rect, row[0]) for row in self._rows]
        return table_part(self._caption, rect, rows)

    def text(self) -> str:
        rows = (f"{label}\t{value}" for label, value in self._rows)
        return "\n".join([self._caption, *rows])


class TreeBlock(Block):
    """A tree of the article with its values."""

    def __init__(self, figure: TreeFigure, scale: Scale, palette: Palette, width: int) -> None:
        """Lay the tree out in the width of the column."""
        self._figure, self._scale, self._palette, self._width = figure, scale, palette, width
        rows = figure.classic.tree.height + 1
        self.height, self.above = max(scale.px(_TREE_ROW), 4 * scale.small) * rows, scale.px(12)

    def draw(self, surface: pygame.Surface, at: tuple[int, int]) -> None:
        tree = self._figure.classic.tree
        rect = pygame.Rect(at, (self._width, self.height))
        levels = say("article_row_max"), say("article_row_min")
        picture = TreePicture(tree, rect, self._palette, self._scale.small, levels)
        picture.draw(surface, outcome_labels(tree, self._figure.pruned, told=False))

    def part(self, rect: pygame.Rect) -> Part:
        tree = self._figure.classic.tree
        labels = outcome_labels(tree, self._figure.pruned, told=False)
        return tree_part(tree, labels, say("access_tree"), rect, lambda path: rect)

    def text(self) -> str:
        return ""


def block_of(figure: Figure, scale: Scale, palette: Palette, width: int) -> Block:
    """Return the block of a figure."""
    if isinstance(figure, Bars):
        return BarsBlock(figure, scale, palette, width)
    return TreeBlock(figure, scale, palette, width)


def board_of(figure: BoardFigure, rect: pygame.Rect, palette: Palette) -> tuple[View, Match]:
    """Return the view of a board, named as in its article, and its match."""
    game = GAMES[figure.game]
    match = Match(game, figure.variant, (), (Player(), Player()))
    match.replay_texts(figure.moves.split())
    view = VIEWS[game.key](game, match.start, rect, 0, palette)
    view.square_names = view.pit_numbers = "article"
    return view, match


def board_part(figure: BoardFigure, rect: pygame.Rect, palette: Palette) -> Part:
    """Return a board with what is written on it for those who do not see it."""
    view, match = board_of(figure, rect, palette)
    return valued_part(view, match, _labels(figure, view, match))


def draw_board(
    surface: pygame.Surface, figure: BoardFigure, rect: pygame.Rect, palette: Palette
) -> None:
    """Draw a board with what is written on it, named as in its article."""
    view, match = board_of(figure, rect, palette)
    look = Look(values=_labels(figure, view, match))
    view.draw(surface, view.shown(match), match, look)


@cache
def _values(figure: BoardFigure) -> dict[str, int]:
    """Return what the moves of a board are worth with best play."""
    game = GAMES[figure.game]
    match = Match(game, figure.variant, (), (Player(), Player()))
    match.replay_texts(figure.moves.split())
    children = whole_tree(game, match.position).children
    return {child.label: child.value or 0 for child in children}


def _labels(figure: BoardFigure, view: View, match: Match) -> dict[int, tuple[str, bool]]:
    """Return what is written on cells, and whether it is the best."""
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
