"""All of a small game as a tree, counted."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from kalahgui.articles.classics import CLASSICS
from kalahgui.articles.contents import WatchedGame, WholeTree
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.paint.tree_pen import tree_inks
from kalahgui.gui.paint.tree_picture import TreePicture
from kalahgui.gui.panels.figures import figure_words, name_words
from kalahgui.gui.screens.articles.strip import MeasuredPage
from kalahgui.gui.services.words import say
from kalahgui.theatre.game_tree import Path, walk, whole_tree
from kalahgui.theatre.node_labels import game_labels


class WholePage(MeasuredPage[WholeTree]):
    """The whole tree of a game, with its nodes and its winner; a click follows one game."""

    keys = "articles_keys_watch"

    def lay_out(self) -> None:
        super().lay_out()
        self.foot_button(say("article_watch_search"), self.watch_search)
        game = GAMES[self.section.game]
        root = whole_tree(game, game.start(game.variant))
        small = line_height(self.scale.small)
        legend = say("article_whole_legend")
        self._legend = balance(legend, self.scale.small, self.content.width)
        rect = self.content.copy()
        rect.height -= (1 + len(self._legend)) * small
        inks = tree_inks(self.palette, best=self.palette.accent)
        self.tree = TreePicture(root, rect, self.palette, inks=inks)
        self.path: Path = ()

    def press(self, point: tuple[int, int]) -> bool:
        """Follow the game that leads to the node under a point."""
        path = self.tree.path_at(point)
        if path is None:
            return False
        self.path = path
        return True

    def enter(self) -> None:
        player = f"minimax:{self.tree.tree.height + 2}"
        self.watch(WatchedGame(self.section.game, GAMES[self.section.game].variant, (player,) * 2))

    def watch_search(self) -> None:
        self.show_search(CLASSICS[self.section.classic])

    def state(self) -> Hashable:
        return super().state(), self.path

    def paint(self, surface: pygame.Surface) -> None:
        self.tree.draw(surface, game_labels(self.tree.tree, self.path))
        scale, small = self.scale, line_height(self.scale.small)
        y = self.content.bottom - small
        words = theme.fit(self._counted(), scale.small, self.content.width)
        self.write(surface, words, (self.content.x, y), scale.small, bold=True)
        at = (self.content.x, y - small * len(self._legend))
        write_lines(surface, self._legend, at, scale.small, self.palette.quiet)

    def _counted(self) -> str:
        """Say what was measured, or what is published so far."""
        figures = self.sheet.figures.get(0)
        cell = self.table.cells[0]
        found = cell.published if figures is None else figures
        words = [f"{name_words(name)} {figure_words(value)}" for name, value in found.items()]
        if figures is None:
            words.append(say("article_published" if found else "article_not_published"))
        return " · ".join(words)

    def text(self) -> str:
        figures = self.sheet.figures.get(0, {})
        rows = [f"{name_words(name)}\t{figure_words(value)}" for name, value in figures.items()]
        labels = game_labels(self.tree.tree, self.path)
        rows += [
            "\t" * len(path) + f"{node.label}\t{labels[path].value}"
            for path, node in walk(self.tree.tree)
        ]
        return "\n".join(rows) + "\n"
