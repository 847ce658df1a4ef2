"""The screen of the articles: which one, which section, and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from kalahgui.articles import contents
from kalahgui.articles.contents import ARTICLES, ExampleTree, Read
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.controls import Button, Choice, Link, titled
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Card, Column, Row
from kalahgui.gui.elements.screen import ICON, Host, Screen
from kalahgui.gui.elements.scroll import draw_chosen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.screens.articles.article_page import SOME_AGREE, Mark, Page, agreement
from kalahgui.gui.screens.articles.crossed_page import CrossedPage
from kalahgui.gui.screens.articles.experiment_page import ExperimentPage
from kalahgui.gui.screens.articles.games_page import GamesPage
from kalahgui.gui.screens.articles.read_page import ReadPage
from kalahgui.gui.screens.articles.reading_state import ArticleReading
from kalahgui.gui.screens.articles.rows_page import RowsPage, WorkedPage
from kalahgui.gui.screens.articles.tree_page import SubtreePage, TreePage, WholePage, agrees
from kalahgui.gui.services.keymap import Commands, arrows
from kalahgui.gui.services.navigation import MainScreen, RulesOf
from kalahgui.gui.services.settings import AS_IN_ARTICLE
from kalahgui.words import as_text, say


@kept(8)
def _tree_agrees(key: str) -> bool:
    sections = ARTICLES[key].sections
    return all(agrees(section) for section in sections if isinstance(section, ExampleTree))


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


class _ArticleCard(Column):
    """An article to choose: what it is called, by whom it is, and how its figures stand."""

    role = Role.CHOICE
    takes_focus = True

    def __init__(
        self, key: str, size: int, chosen: bool, act: Callable[[], None], verdict: Element
    ) -> None:
        """``size`` is that of the name, in pixels."""
        name, who, what = (say(f"article_{key}_{part}") for part in ("name", "who", "what"))
        super().__init__(
            Text(name, size, bold=True, line=True, silent=True),
            Text(who, "small", "quiet", line=True, silent=True),
            Text(what, "small", "quiet", line=True, silent=True),
            verdict,
            gap=2,
            padding=(20, 8, 4, 6),
            grow=1,
            key=key,
        )
        verdict_words = (element.name for element in verdict.all if element.name)
        self.name = as_text(name, who, what, *verdict_words)
        self.chosen, self.act = chosen, act

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.chosen:
            draw_chosen(surface, self.rect, look.px(14), look.palette)


class Articles(Screen):
    """Read the articles, see their trees, and measure their tables again."""

    key_places = ("articles",)
    own_choices = AS_IN_ARTICLE

    def __init__(self, app: Host, reading: ArticleReading) -> None:
        """Open where the reader was last."""
        self.reading = reading
        self._turn_to_page()
        super().__init__(app)

    def rebuild(self) -> None:
        self.controls.look.kept = self.reading.kept
        super().rebuild()

    def _turn_to_page(self) -> None:
        self.page: Page[Any] = _PAGES[type(self.reading.section)](self, self.reading)

    # -- what is on it

    def content(self) -> Element:
        if self.page.section is not self.reading.section:
            self._turn_to_page()
        home = partial(self.app.open, MainScreen.HOME)
        self._card = Card(self._section(), grow=1, padding=(28, 20, 28, 16))
        return Column(
            Row(
                Button("", home, icon="home", tip=say("home"), height=ICON),
                titled(say("articles_title"), say("articles_what")),
                gap=18,
            ),
            Row(
                Card(Column(*map(self._article, ARTICLES.values())), width=300, padding=14),
                self._card,
                gap=20,
                stretch=True,
                grow=1,
            ),
            Row(
                Text(self._keys(), "small", "quiet", line=True, grow=1),
                self._save("articles_save_text", self.save_text),
                self._save("articles_save_picture", self.save_picture),
                gap=22,
                padding=(10, 0, 4, 0),
            ),
            gap=16,
            padding=(28, 18, 28, 16),
        )

    @staticmethod
    def _save(words: str, act: Callable[[], None]) -> Element:
        return Link(say(words), act, colour="ink", bold=True)

    def _keys(self) -> str:
        return say(self.page.keys_inside if self.reading.inside else self.page.keys)

    def _article(self, article: contents.Article) -> Element:
        words, well = self.verdict(article)
        ink = "best" if well else "bad"
        mark = Mark(well) if words else None
        look: dict[str, Any] = {"bold": True, "line": True, "silent": True}
        shorter = [self.verdict(article, "article_agree_short")[0]]
        verdict = Row(mark, Text(words, "small", ink, shorter=shorter, **look), gap=6)
        chosen = article.key == self.reading.article_key
        size, act = max(12, self.scale.px(18)), partial(self.open_article, article.key)
        return _ArticleCard(article.key, size, chosen, act, verdict)

    def _section(self) -> Element:
        article, section = self.reading.article, self.reading.section
        sections = list(enumerate(article.sections))
        options = [(str(number), self._tab_words(section)) for number, section in sections]
        chosen, wide = str(self.reading.section_place), 160 * len(options)
        tabs = Choice(options, chosen, lambda number: self.open_section(int(number)), width=wide)
        page = self.page.content()
        page.grow = 1
        if isinstance(section, Read):
            return Column(tabs, page, gap=18)
        name = f"article_{article.key}_{section.key}"
        head = Column(
            Heading(say(f"{name}_title"), "title", line=True),
            Text(say(name), "body", balanced=True),
            gap=4,
        )
        return Column(tabs, head, page, gap=10)

    def _tab_words(self, section: contents.Section) -> str:
        if isinstance(section, Read):
            return say("article_read")
        return say(f"article_{self.reading.article_key}_{section.key}_tab")

    @property
    def card(self) -> pygame.Rect:
        """Return where the section lies."""
        return self._card.rect

    # -- what the reader does

    def open_article(self, key: str) -> None:
        """Show an article."""
        self.reading.open_article(key)
        self.refresh()

    def open_section(self, index: int) -> None:
        """Show a section of the article."""
        self.reading.open_section(index)
        self.refresh()

    @property
    def _file_name(self) -> str:
        return f"kalahgui-{self.reading.article_key}-{self.reading.section.key}"

    def save_text(self) -> None:
        """Save the section as text, or as a table where it is one."""
        saver = self.services.saver
        save = saver.save_table if self.page.tabular else saver.save_text
        save(self.page.text(), self._file_name)

    def save_picture(self) -> None:
        """Save the section as a picture."""
        whole = pygame.Surface(self.size)
        self.draw(whole)
        self.services.saver.save_picture(whole.subsurface(self.card).copy(), self._file_name)

    # -- keys

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
            self.refresh()
        else:
            self.app.open(MainScreen.HOME)

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
            self.refresh()
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

    @property
    def state(self) -> object:
        return self.page.state()

    def close(self) -> None:
        self.reading.stop()

    def verdict(self, article: contents.Article, some: str = SOME_AGREE) -> tuple[str, bool]:
        """Say how the tables of an article stand, or its tree where it has no table.

        ``some`` is the key of what is said where not all is measured.
        """
        if not article.tables:
            well = _tree_agrees(article.key)
            return say("article_tree_agrees" if well else "article_tree_differs"), well
        return agreement(map(self.reading.sheet, article.tables), some)
