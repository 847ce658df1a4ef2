"""What can follow a position in two plies, as little boards coloured by their values."""

from __future__ import annotations

import pygame

from kalahgui.articles.classics import CLASSICS
from kalahgui.articles.contents import PositionTree
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.board_tree import BoardTree
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.screens.articles.page import Page
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match
from kalahgui.match.player import Player
from kalahgui.theatre.game_tree import TreeNode, top_of_tree


@kept(4)
def _tree(game: str, position: str, plies: int) -> TreeNode:
    return top_of_tree(GAMES[game], GAMES[game].parse_position(position), plies)


class SubtreePage(Page[PositionTree]):
    """The first two plies after a position."""

    keys = "articles_keys_subtree"

    @property
    def root(self) -> TreeNode:
        """Return the tree."""
        section = self.section
        return _tree(section.game, section.position, section.plies)

    def lay_out(self) -> None:
        px, small = self.scale.px, self.scale.small
        words = say("article_watch_search")
        width = theme.font(self.scale.body, True).size(words)[0] + px(48)
        button = pygame.Rect(0, 0, width, max(px(36), line_height(self.scale.body)))
        button.bottomright = self.rect.bottomright
        self.screen.controls.button(button, words, self.watch_search, style="soft")
        room = self.rect.width - width - px(20)
        self._words = wrap(say("article_subtree_legend"), small, room)
        rect = self.rect.copy()
        rect.height -= max(button.height, line_height(small) * len(self._words)) + px(8)
        self.boards = BoardTree(self.root, rect, self.palette, small, self._draw_board)

    def watch_search(self) -> None:
        self.show_search(CLASSICS[self.section.classic])

    def _draw_board(
        self, surface: pygame.Surface, rect: pygame.Rect, moves: tuple[str, ...]
    ) -> None:
        game = GAMES[self.section.game]
        start = game.parse_position(self.section.position)
        match = Match(game, game.variant, (), (Player(), Player()), start=start)
        match.replay_texts(list(moves))
        view = VIEWS[game.key](game, start, rect, 0, self.palette)
        view.draw_still(surface, view.shown(match))

    def paint(self, surface: pygame.Surface) -> None:
        self.boards.draw(surface, self._move_words)
        y = self.rect.bottom - line_height(self.scale.small) * len(self._words)
        at = (self.rect.x, y)
        write_lines(surface, self._words, at, self.scale.small, self.palette.quiet)

    def _move_words(self, text: str) -> str:
        """Write a move as the article does: column and row, counted from 0."""
        game = GAMES[self.section.game]
        board = game.board(game.parse_position(self.section.position))
        column, row = board.places[board.cell(game.parse_move(text))]
        return f"({column}, {row})"

    def text(self) -> str:
        rows = []
        for child in self.root.children:
            rows.append(f"{self._move_words(child.label)}\t\t{child.value}")
            rows += [
                f"{self._move_words(child.label)}\t{self._move_words(reply.label)}\t{reply.value}"
                for reply in child.children
            ]
        return "\n".join(rows) + "\n"
