"""The strip at the foot of a page that is measured: how far it is, and how it agrees."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

import pygame

from kalahgui.articles.contents import Crossed, Rows, WholeTree, WorkedExample
from kalahgui.articles.measuring import DIFFERS, SAME
from kalahgui.articles.published import PublishedTable
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.screens.articles.page import Page, Shown
from kalahgui.gui.screens.articles.results import Sheet
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say

_BAR_SHARE = 0.755


class RunProgress(Protocol):
    """Something that is measured step by step."""

    seconds: float
    failure: str
    revision: int

    @property
    def running(self) -> bool:
        """Tell whether it is being measured."""

    @property
    def count(self) -> int:
        """Return how many steps are done."""

    @property
    def total(self) -> int:
        """Return how many steps there are."""

    @property
    def done(self) -> bool:
        """Tell whether all steps are done."""


class StripPage(Page[Shown]):
    """A page with something that is measured, and the strip for it."""

    keys = "articles_keys_measure"
    # Whether a game of the page can be watched.
    watchable = True
    # What is measured, in words.
    counted = "article_progress"

    @property
    def progress(self) -> RunProgress:
        """Return what is measured."""
        raise NotImplementedError

    def verdict_words(self) -> tuple[str, bool]:
        """Say how what was measured stands to what is published, and whether that is well."""
        raise NotImplementedError

    def state(self) -> Hashable:
        return self.progress.revision

    def lay_out(self) -> None:
        px = self.scale.px
        self._button_words = self._measure_words()
        height = max(px(40), round(1.8 * self.scale.body))
        self._foot = pygame.Rect(self.rect.x, 0, self.rect.width, height)
        self._foot.bottom = self.rect.bottom
        self._bar = pygame.Rect(self.rect.x, 0, round(self.rect.width * _BAR_SHARE), px(8))
        self._bar.bottom = self._foot.top - px(12)
        self.content = self.rect.copy()
        self.content.height = self._bar.top - px(12) - self.rect.top
        right = self._foot.right
        if self._button_words:
            right = self._button(right, self._button_words, self.space, "go") - px(12)
        if self.watchable:
            right = self._button(right, say("article_watch"), self.enter, "soft") - px(12)
        self._words_width = right - self.rect.x

    def foot_button(self, words: str, action: Callable[[], None]) -> None:
        """Add a button at the left of those at the foot."""
        right = self.rect.x + self._words_width
        self._words_width = self._button(right, words, action, "soft") - self.scale.px(12)
        self._words_width -= self.rect.x

    def _button(self, right: int, words: str, action: Callable[[], None], style: str) -> int:
        width = theme.font(self.scale.body, True).size(words)[0] + self.scale.px(48)
        rect = pygame.Rect(right - width, self._foot.y, width, self._foot.height)
        self.screen.controls.button(rect, words, action, style=style)
        return rect.x

    def _measure_words(self) -> str:
        progress = self.progress
        if progress.running:
            return say("article_stop")
        if progress.done:
            return say("article_measure_again")
        return say("article_go_on" if progress.count else "article_measure")

    def update(self) -> None:
        if self._button_words != self._measure_words():
            self.screen.refresh()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        progress, palette, small = self.progress, self.palette, self.scale.small
        colour = palette.accent if progress.running else palette.best
        draw_bar(surface, self._bar, progress.count / progress.total, palette, colour)
        width = self._words_width
        words = self._progress_words()
        at = (self.rect.x, self._foot.y)
        written = theme.fit(words, small, width)
        right = self.write(surface, written, at, small, colour=palette.quiet).right
        verdict, well = self.verdict_words()
        if verdict:
            # Beside the progress where there is room, else below it.
            beside = right + self.scale.px(18)
            needed = theme.font(small, True).size(verdict)[0]
            at = (beside, at[1])
            if beside + needed > self.rect.x + width:
                at = (self.rect.x, self._foot.y + line_height(small))
                verdict = theme.fit(verdict, small, width, True)
            ink = palette.best if well else palette.bad
            self.write(surface, verdict, at, small, colour=ink, bold=True)

    def _progress_words(self) -> str:
        progress = self.progress
        if progress.failure:
            return say("article_failed", why=progress.failure)
        words = say(self.counted, done=number(progress.count), all=number(progress.total))
        if progress.seconds:
            words = f"{words} · {say('article_seconds', n=f'{progress.seconds:.1f}')}"
        return words


Tabulated = TypeVar("Tabulated", Crossed, Rows, WorkedExample, WholeTree)


class MeasuredPage(StripPage[Tabulated]):
    """A page with a table of the article."""

    @property
    def table(self) -> PublishedTable:
        """Return the table that this page measures."""
        return self.section.table

    @property
    def sheet(self) -> Sheet:
        """Return what was measured of the table."""
        return self.reading.results.sheet(self.table)

    @property
    def progress(self) -> RunProgress:
        return self.sheet

    def space(self) -> None:
        """Measure, or stop measuring."""
        results = self.reading.results
        if self.sheet.running:
            results.stop(self.table)
        else:
            results.measure(self.table)
        self.screen.app.wake()

    def verdict_words(self) -> tuple[str, bool]:
        agree, differ, comparable = self.sheet.tally
        if differ:
            return say("article_differ", count=differ), False
        if agree:
            return say("article_agree", n=agree, all=comparable), True
        return "", True

    def ground(self, place: int) -> pygame.Color:
        """Return the colour on which a cell's figures stand."""
        palette = self.palette
        if place == self.sheet.at_work:
            return palette.accent_soft
        verdict = self.sheet.verdict(place)
        if verdict == DIFFERS:
            return palette.card.lerp(palette.bad, 0.18)
        if verdict == SAME:
            return palette.card.lerp(palette.best, 0.12)
        return palette.card.lerp(palette.line, 0.45)

    def draw_ground(self, surface: pygame.Surface, place: int) -> None:
        """Draw what a cell's figures stand on, ringed where the cell is chosen."""
        rect, radius = self.spots[place].rect, self.scale.px(10)
        surface.blit(theme.rounded(rect.size, radius, self.ground(place)), rect)
        if place == self.chosen:
            width = max(2, self.scale.px(3 if self.reading.inside else 2))
            surface.blit(theme.outline(rect.size, radius, width, self.palette.accent), rect)
