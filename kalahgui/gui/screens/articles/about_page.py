"""What an article was about, and where it was published."""

from __future__ import annotations

import pygame

from kalahgui.articles.contents import About, ArticleGames, ExampleTree
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.paint.tree_picture import TreePicture
from kalahgui.gui.panels.outcome_labels import outcome_labels
from kalahgui.gui.screens.articles.page import Page
from kalahgui.gui.services.game_catalogue import CATALOGUE
from kalahgui.gui.services.words import say

_WORDS_SHARE = 0.60


class AboutPage(Page[About]):
    """Sentences of our own on an article, and a picture of what it is about."""

    def lay_out(self) -> None:
        px = self.scale.px
        width = round(self.rect.width * _WORDS_SHARE)
        small = self.scale.small
        self._source = wrap(say(f"article_{self.article.key}_source"), small, width)
        self._source_top = self.rect.bottom - line_height(small) * len(self._source)
        # In a small window with large words the smaller letters must do.
        sizes = (self.scale.body, small)
        self._size = next((s for s in sizes if self._fits(s, width)), small)
        self._lines = self._broken(self._size, width)
        left = self.rect.x + width + px(36)
        height = self.rect.height - px(24)
        self._picture_rect = pygame.Rect(left, self.rect.y, self.rect.right - left, height)

    def _broken(self, size: int, width: int) -> list[tuple[str, ...]]:
        """Return the paragraphs broken into lines."""
        paragraphs = say(f"article_{self.article.key}_about_long").split("\n")
        return [wrap(each, size, width) for each in paragraphs]

    def _fits(self, size: int, width: int) -> bool:
        """Tell whether the paragraphs fit above the source in letters of a size."""
        needed = sum(
            line_height(size) * len(lines) + _between(size) for lines in self._broken(size, width)
        )
        return self.rect.y + needed <= self._source_top

    def paint(self, surface: pygame.Surface) -> None:
        y = self.rect.y
        for lines in self._lines:
            y = write_lines(surface, lines, (self.rect.x, y), self._size, self.palette.ink)
            y += _between(self._size)
        at = (self.rect.x, max(y, self._source_top))
        write_lines(surface, self._source, at, self.scale.small, self.palette.quiet)
        self._paint_picture(surface)

    def _paint_picture(self, surface: pygame.Surface) -> None:
        """Paint the board of the article's game, or its tree where it has no game."""
        games = [each for each in self.article.sections if isinstance(each, ArticleGames)]
        if games:
            offer = CATALOGUE[games[0].offer]
            match = offer.picture()
            kind = VIEWS[match.game.key]
            view = kind(match.game, match.start, self._picture_rect, 0, self.palette)
            view.draw_still(surface, view.shown(match))
            return
        for section in self.article.sections:
            if isinstance(section, ExampleTree):
                rect = self._picture_rect.inflate(0, -self._picture_rect.height // 3)
                tree = TreePicture(section.tree, rect, self.palette, self.scale.small)
                tree.draw(surface, outcome_labels(section.tree, False))

    def text(self) -> str:
        words = [say(f"article_{self.article.key}_title")]
        words.append(say(f"article_{self.article.key}_about_long"))
        words.append(say(f"article_{self.article.key}_source"))
        return "\n\n".join(words) + "\n"


def _between(size: int) -> int:
    """Return the room between two paragraphs."""
    return round(line_height(size) * 0.45)
