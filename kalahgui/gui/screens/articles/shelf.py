"""The five articles as cards below each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.articles.contents import ARTICLES, Article, ExampleTree
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.screens.articles.reading import ArticleReading
from kalahgui.gui.screens.articles.tree_page import agrees
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen

_GAP = 14
_LINES = (0.235, 0.46, 0.655, 0.845)  # the middle of each line, as a share of a card's height


@kept(8)
def _tree_agrees(key: str) -> bool:
    sections = ARTICLES[key].sections
    return all(agrees(each) for each in sections if isinstance(each, ExampleTree))


class Shelf:
    """The cards of the articles, to choose one from."""

    def __init__(
        self,
        screen: Screen,
        reading: ArticleReading,
        place: tuple[float, float, float, float],
        choose: Callable[[str], None],
    ) -> None:
        """Lay the cards out in a rectangle of the layout."""
        self._screen = screen
        self._reading = reading
        x, y, width, whole = place
        height = (whole - _GAP * (len(ARTICLES) - 1)) / len(ARTICLES)
        self.cards = {
            key: screen.box(x, y + row * (height + _GAP), width, height)
            for row, key in enumerate(ARTICLES)
        }
        for key, rect in self.cards.items():
            screen.controls.area(rect, partial(choose, key), say(f"article_{key}_name"))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all cards, the chosen one with a bar."""
        for key, rect in self.cards.items():
            self._card(surface, ARTICLES[key], rect)

    def _card(self, surface: pygame.Surface, article: Article, rect: pygame.Rect) -> None:
        screen, px = self._screen, self._screen.scale.px
        scale, palette = screen.scale, screen.palette
        screen.draw_card(surface, rect)
        if article.key == self._reading.article_key:
            bar = pygame.Rect(rect.x, rect.y, px(5), rect.height)
            surface.blit(theme.rounded(bar.size, px(3), palette.accent), bar)
        x, room = rect.x + px(22), rect.width - px(36)
        name, what, who = (
            say(f"article_{article.key}{part}") for part in ("_name", "_what", "_who")
        )
        title = max(12, px(18))
        lines = (
            (name, title, palette.ink, True),
            (what, scale.small, palette.ink, False),
            (who, scale.small, palette.quiet, False),
        )
        for share, (words, size, colour, bold) in zip(_LINES, lines, strict=False):
            words = theme.fit(words, size, room, bold)
            at = (x, rect.y + round(rect.height * share))
            theme.write(surface, words, at, size, colour, bold, "midleft")
        self._verdict(surface, article, (x, rect.y + round(rect.height * _LINES[3])))

    def _verdict(self, surface: pygame.Surface, article: Article, at: tuple[int, int]) -> None:
        """Say how what was measured stands to the article, as soon as anything was."""
        scale, palette = self._screen.scale, self._screen.palette
        words, well = self.verdict(article)
        if not words:
            return
        size = max(11, scale.px(15))
        draw_mark(surface, (at[0] + size // 2, at[1]), size, palette, well)
        ink = palette.best if well else palette.bad
        at = (at[0] + size + scale.px(7), at[1])
        theme.write(surface, words, at, scale.small, ink, True, "midleft")

    def verdict(self, article: Article) -> tuple[str, bool]:
        """Say how the tables of an article stand, or its tree where it has no table."""
        if not article.tables:
            well = _tree_agrees(article.key)
            return say("article_tree_agrees" if well else "article_tree_differs"), well
        sheets = [self._reading.results.sheet(table) for table in article.tables]
        agree, differ, comparable = map(sum, zip(*(s.tally for s in sheets), strict=True))
        if differ:
            return say("article_differ", count=differ), False
        if agree:
            return say("article_cells", n=agree, all=comparable), True
        return "", True
