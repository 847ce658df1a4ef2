"""An article as something to read: its words with their figures, and a board beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from kalahgui.articles.classics import Classic
from kalahgui.articles.contents import PARTS, Figure, Read, TreeFigure
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Scroll, Space
from kalahgui.gui.elements.scroll import Scroller
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.screens.articles.article_page import Page
from kalahgui.gui.screens.articles.read_figures import FigureBoard, figure_element, figure_text
from kalahgui.gui.services.navigation import game_against
from kalahgui.words import say

_FIGURE = re.compile(r"\[(\d)\]")  # a paragraph that stands for the figure of a number


class ReadPage(Page[Read]):
    """The article told in plain words, in three parts."""

    tabular = False

    def __init__(self, *place: Any) -> None:
        super().__init__(*place)
        if self.section.watched is None:
            self.keys = "articles_keys_subtree"

    def content(self) -> Element:
        words = Column(*self._words(), padding=(0, 0, 6, 8))
        self._scroll = Scroll(words, step=45, grow=1, key=self.article.key)
        buttons = [
            Button(label, act, style="soft" if index else "go", height=44)
            for index, (label, act) in enumerate(self._actions())
        ]
        if self.section.board is None:
            below = Row(Column(*buttons, grow=0.335), Space(grow=0.665))
            return Column(Row(self._scroll, width=680, stretch=True, grow=1), below, gap=12)
        caption = Text(self._said("board"), "small", "quiet", balanced=True, align="centre")
        board = FigureBoard(self.section.board, self.screen)
        side = Column(
            board, Space(height=6), caption, Space(height=14), Column(*buttons, gap=10), grow=0.335
        )
        self._scroll.grow = 0.60
        return Row(self._scroll, side, gap=53, stretch=True)

    @property
    def scroller(self) -> Scroller:
        """Return where the words are scrolled to."""
        assert self._scroll.scroller is not None, "the page was shown"
        return self._scroll.scroller

    def _said(self, what: str) -> str:
        return say(f"article_{self.article.key}_read_{what}")

    def _actions(self) -> list[tuple[str, Callable[[], None]]]:
        if self.section.watched is None:
            return [(say("article_watch_search"), self.enter)]
        actions = [(say("article_watch_its_game"), self.enter)]
        if self.section.opponent:
            actions.append((self._said("against"), self.space))
        return actions

    def _pieces(self) -> Iterator[str | Figure]:
        for part in PARTS:
            yield say(f"article_part_{part}")
            for words in self._said(part).split("\n"):
                figure = _FIGURE.fullmatch(words)
                yield words if figure is None else self.section.figures[int(figure[1]) - 1]

    def _words(self) -> Iterator[Element]:
        yield Heading(self._said("title"), "headline", balanced=True)
        yield Text(say(f"article_{self.article.key}_source"), "small", "quiet")
        heads, above = {say(f"article_part_{part}") for part in PARTS}, 5
        for piece in self._pieces():
            if not isinstance(piece, str):
                yield Space(height=12)
                yield figure_element(piece, self.screen)
                above = 13
            elif piece in heads:
                yield Space(height=18)
                yield Heading(piece)
                above = 5
            else:
                yield Space(height=above)
                yield Text(piece, "heading")
                above = 5

    # -- what the reader does

    @property
    def classic(self) -> Classic | None:
        trees = (figure for figure in self.section.figures if isinstance(figure, TreeFigure))
        return next((tree.classic for tree in trees), None)

    def enter(self) -> None:
        """Watch the article's game, or its search where it has no game."""
        if self.section.watched is None:
            self.watch_search()
        else:
            self.watch(self.section.watched)

    def space(self) -> None:
        """Play against the article's program, where there is a game."""
        if self.section.opponent:
            self.screen.app.open(game_against(self.article))

    def scroll(self, steps: int) -> None:
        scroller = self.scroller
        scroller.move_to(scroller.offset + steps * (scroller.rect.height - scroller.step))
        self.screen.refresh()

    def text(self) -> str:
        title, source = self._said("title"), say(f"article_{self.article.key}_source")
        pieces = (
            piece if isinstance(piece, str) else figure_text(piece) for piece in self._pieces()
        )
        return "\n\n".join(filter(None, (title, source, *pieces))) + "\n"
