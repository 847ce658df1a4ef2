"""The screen of the articles: which one, which section, and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from kalahgui.articles import contents
from kalahgui.articles.contents import ARTICLES, ExampleTree, Read
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.screens.articles.crossed_page import CrossedPage
from kalahgui.gui.screens.articles.experiment_page import ExperimentPage
from kalahgui.gui.screens.articles.games_page import GamesPage
from kalahgui.gui.screens.articles.page import Page, RunningLine, agreement
from kalahgui.gui.screens.articles.read_page import ReadPage
from kalahgui.gui.screens.articles.reading import ArticleReading
from kalahgui.gui.screens.articles.rows_page import RowsPage, WorkedPage
from kalahgui.gui.screens.articles.tree_page import SubtreePage, TreePage, WholePage, agrees
from kalahgui.gui.services.keymap import Commands, arrows
from kalahgui.gui.services.navigation import Room, RulesOf
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control, Kind
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.gui.widgets.scroll import draw_chosen

_GAP = 14
_LINES = (0.21, 0.42, 0.61, 0.81)  # the middle of each line, as a share of a card's height


@kept(8)
def _tree_agrees(key: str) -> bool:
    sections = ARTICLES[key].sections
    return all(agrees(each) for each in sections if isinstance(each, ExampleTree))


_PAGES: dict[type[contents.Section], type[Page[Any]]] = {
    contents.Read: ReadPage,
    contents.ExampleTree: TreePage,
    contents.WholeTree: WholePage,
    contents.PositionTree: SubtreePage,
    contents.Crossed: CrossedPage,
    contents.Rows: RowsPage,
    contents.WorkedExample: WorkedPage,
    contents.Experiment: ExperimentPage,
    contents.ArticleGames: GamesPage,
}


_TOP, _BELOW = 88, 76  # what lies above and below the cards, in units
_SHELF = 300
_SIDE = 28
_TAB_WIDTH, _TAB_GAP = 150, 10


class Articles(Screen):
    """Read the articles, see their trees, and measure their tables again."""

    key_places = ("articles",)

    def __init__(self, app: Host, reading: ArticleReading) -> None:
        """Open where the reader was last."""
        self.reading = reading
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        height = self.height - _TOP - _BELOW
        back = self.box(26, 20, 36, 36)
        go_home = partial(self.app.open, Room.HOME)
        self.controls.button(back, "", go_home, icon="home", tip=say("home"))
        self.shelf = self.box(_SIDE, _TOP, _SHELF, height)
        low = (height - 2 * _GAP) / len(ARTICLES)
        self.cards = {
            key: self.box(_SIDE + _GAP, _TOP + _GAP + row * low, _SHELF - 2 * _GAP, low)
            for row, key in enumerate(ARTICLES)
        }
        for key, rect in self.cards.items():
            name, chosen = say(f"article_{key}_name"), key == self.reading.article_key
            choose = partial(self.open_article, key)
            self.controls.area(rect, choose, name, kind=Kind.CHOICE, selected=chosen)
        left = _SIDE + _SHELF + 20
        self.card = self.box(left, _TOP, self.width - _SIDE - left, height)
        top = self._lay_out_head()
        inside = self.card.inflate(-2 * self.scale.px(28), 0)
        bottom = self.card.bottom - self.scale.px(16)
        room = pygame.Rect(inside.x, top, inside.width, bottom - top)
        self.page = _PAGES[type(self.reading.section)](self, self.reading, room)
        self._lay_out_foot()

    def _lay_out_head(self) -> int:
        """Lay out the tabs and, below them, what the section is; return where its page begins."""
        px, scale = self.scale.px, self.scale
        x, width = self.card.x + px(28), self.card.width - px(56)
        article, section = self.reading.article, self.reading.section
        y = self.card.y + px(22)
        self._lay_out_tabs(x, y, width)
        y = self._tabs[0].rect.bottom + px(18)
        self._title = ""
        self._sentences: tuple[str, ...] = ()
        if isinstance(section, Read):
            return y
        self._title = say(f"article_{article.key}_{section.key}_title")
        words = say(f"article_{article.key}_{section.key}")
        self._sentences = balance(words, scale.body, width)
        self._title_size = max(15, px(22))
        self._title_at = (x, y - px(6))
        y = self._title_at[1] + round(self._title_size * 1.42) + px(4)
        self._sentences_at = (x, y)
        return y + line_height(scale.body) * max(2, len(self._sentences)) + px(14)

    def _lay_out_tabs(self, x: int, y: int, width: int) -> None:
        px = self.scale.px
        sections = self.reading.article.sections
        options = [(str(place), self._tab_words(section)) for place, section in enumerate(sections)]
        wanted = px(_TAB_WIDTH) * len(options) + px(_TAB_GAP) * (len(options) - 1)
        rect = pygame.Rect(x, y, min(width, wanted), max(px(34), round(self.scale.body * 1.7)))
        chosen = str(self.reading.section_place)
        self._tabs: list[Control] = self.controls.segments(
            rect, options, chosen, lambda place: self.open_section(int(place))
        )

    def _tab_words(self, section: contents.Section) -> str:
        if isinstance(section, Read):
            return say("article_read")
        return say(f"article_{self.reading.article_key}_{section.key}_tab")

    def _lay_out_foot(self) -> None:
        scale = self.scale
        right, middle = self.box(self.width - 32, self.height - 37, 0, 0).topleft
        self._save: list[tuple[str, pygame.Rect]] = []
        for words, action in (
            (say("articles_save_picture"), self.save_picture),
            (say("articles_save_text"), self.save_text),
        ):
            size = theme.font(scale.body, True).size(words)
            rect = pygame.Rect(0, 0, *size)
            rect.midright = (right, middle)
            self._save.append((words, rect))
            self.controls.area(rect.inflate(scale.px(8), scale.px(10)), action, words)
            right = rect.x - scale.px(22)
        self._keys_right = right

    # -- what the reader does

    def open_article(self, key: str) -> None:
        """Show an article."""
        self.reading.open_article(key)
        self.refresh()

    def open_section(self, place: int) -> None:
        """Show a section of the article."""
        self.reading.open_section(place)
        self.refresh()

    @property
    def _file_name(self) -> str:
        return f"kalahgui-{self.reading.article_key}-{self.reading.section.key}"

    def save_text(self) -> None:
        """Save the section as text."""
        self.services.saver.save_text(self.page.text(), self._file_name)

    def save_picture(self) -> None:
        """Save the section as a picture."""
        whole = pygame.Surface(self.size)
        self.draw(whole)
        self.services.saver.save_picture(whole.subsurface(self.card).copy(), self._file_name)

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        if super().handle(event):
            return True
        return self.page.handle(event)

    @property
    def views(self) -> list[Part]:
        return self.page.views

    @property
    def commands(self) -> Commands:
        return {
            **arrows(self._arrow),
            "enter": self._enter,
            "space": self.page.space,
            "watch": self.page.watch_search,
            "page_up": partial(self.page.scroll, -1),
            "page_down": partial(self.page.scroll, 1),
            "text": self.save_text,
            "picture": self.save_picture,
            "help": partial(self.app.open, RulesOf()),
            "leave": self._leave,
        }

    def _leave(self) -> None:
        if self.reading.inside:
            self.reading.inside = False
        else:
            self.app.open(Room.HOME)

    def _arrow(self, right: int, down: int) -> None:
        if self.page.has_keys:
            self.page.step(right, down)
        elif right:
            self._step(self.reading.step_section, right)
        else:
            self._step(self.reading.step_article, down)

    def _step(self, go: Callable[[int], None], step: int) -> None:
        go(step)
        self.refresh()

    def _enter(self) -> None:
        """Go to the cells of the page first, then do what Enter means for the chosen one."""
        if self.page.spots and not self.page.has_keys:
            self.reading.inside = True
        else:
            self.page.enter()

    # -- time

    @property
    def moving(self) -> bool:
        return self.reading.running or super().moving

    def elapse(self, dt: float) -> None:
        was_running = self.reading.running
        self.reading.update(dt)
        if was_running and not self.reading.running:
            self.app.wake()

    def update(self, dt: float) -> None:
        super().update(dt)
        self.page.update()

    def close(self) -> None:
        self.reading.stop()

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        palette, scale = self.palette, self.scale
        at, size = self.box(80, 28, 0, 0).topleft, max(14, scale.px(23))
        self.write(surface, say("articles_title"), at, size, palette.ink, bold=True)
        at = self.box(80, 56, 0, 0).topleft
        self.write(surface, say("articles_what"), at, scale.small)
        self.draw_card(surface, self.shelf)
        for key, rect in self.cards.items():
            self._draw_article(surface, ARTICLES[key], rect)
        self.draw_card(surface, self.card)
        # A page may reach a little beyond its place: words are written on top.
        self.page.draw(surface)
        if self._title:
            size, ink = self._title_size, palette.ink
            theme.write(surface, self._title, self._title_at, size, ink, True)
            ink = palette.ink.lerp(palette.quiet, 0.35)
            write_lines(surface, self._sentences, self._sentences_at, scale.body, ink)
        self._draw_foot(surface)
        self.controls.draw(surface)

    def _draw_article(
        self, surface: pygame.Surface, article: contents.Article, rect: pygame.Rect
    ) -> None:
        scale, palette, px = self.scale, self.palette, self.scale.px
        if article.key == self.reading.article_key:
            draw_chosen(surface, rect, px(14), palette)
        x, room = rect.x + px(20), rect.width - px(32)
        *middles, last = (rect.y + round(rect.height * share) for share in _LINES)
        looks = (
            (max(12, px(18)), palette.ink, True),
            (scale.small, palette.quiet, False),
            (scale.small, palette.quiet, False),
        )
        for y, part, (size, ink, bold) in zip(middles, ("name", "who", "what"), looks, strict=True):
            words = say(f"article_{article.key}_{part}")
            self.write(surface, words, (x, y), size, ink, bold=bold, room=room)
        words, well = self.verdict(article)
        if words:
            line = RunningLine(surface, (x, last), scale, palette)
            line.mark(well)
            line.skip(7)
            line.write(words, scale.small, palette.best if well else palette.bad, bold=True)

    def verdict(self, article: contents.Article) -> tuple[str, bool]:
        """Say how the tables of an article stand, or its tree where it has no table."""
        if not article.tables:
            well = _tree_agrees(article.key)
            return say("article_tree_agrees" if well else "article_tree_differs"), well
        return agreement(map(self.reading.sheet, article.tables), short=True)

    def _draw_foot(self, surface: pygame.Surface) -> None:
        scale, ink = self.scale, self.palette.ink
        x, y = self.box(_SIDE + 10, self.height - 37, 0, 0).topleft
        keys = say(self.page.keys_inside if self.reading.inside else self.page.keys)
        self.write(surface, keys, (x, y), scale.small, room=self._keys_right - x - scale.px(20))
        for words, rect in self._save:
            self.write(surface, words, rect.center, scale.body, ink, bold=True, anchor="center")
