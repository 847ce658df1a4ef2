"""What every section of an article is on the screen; and those with something to measure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar, cast

import pygame

from kalahgui.articles.classics import Classic
from kalahgui.articles.contents import (
    Crossed,
    ExampleTree,
    PositionTree,
    Rows,
    Section,
    WatchedGame,
    WholeTree,
    WorkedExample,
)
from kalahgui.articles.published import DIFFERS, SAME, PublishedTable
from kalahgui.engine.method import parse
from kalahgui.games import GAMES
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Column, Painted, Row, Scroll
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Stand, Table, draw_stand
from kalahgui.gui.elements.writing import Live, Text
from kalahgui.gui.paint.charts import draw_bar, draw_mark
from kalahgui.gui.screens.articles.reading_state import ArticleReading, MeasuringJob, Sheet
from kalahgui.gui.searching.figures import name_words, plain_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import ArticleOf, GameOf, TheatreOf, how_to_watch
from kalahgui.match.match import Match, Player
from kalahgui.words import bracketed, say

Shown = TypeVar("Shown", bound=Section)
# A line as low as its letters let it be: rows have what room there is.
line = partial(Text, line=True, height=1)


class Page(Generic[Shown]):
    """A section of an article: what is on it, and what is chosen there."""

    # What the foot of the screen says about the keys of this page.
    keys = "articles_keys_read"
    keys_inside = "articles_keys_inside"
    # Whether what is taken along as text is a table.
    tabular = True

    def __init__(self, screen: Screen, reading: ArticleReading) -> None:
        self.screen = screen
        self.reading = reading
        self.article = reading.article
        # Which kind of page shows which kind of section is said in ``articles.py``.
        self.section = cast(Shown, reading.section)

    def content(self) -> Element:
        """Return what is on the page now."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """Return what the section is called."""
        return say(f"article_{self.article.key}_{self.section.key}_title")

    # -- choosing

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        """Return the rows and columns of what can be chosen."""
        return [(row, 0) for row in range(len(self.table_rows()) - 1)]

    def table_rows(self) -> list[list[str]]:
        """Return the table of the page: its headings, and then a row for each spot."""
        return [[]]

    def spoken_rows(self) -> list[list[str]]:
        """Return the table as it is told: a published figure says of what it is one."""
        heads, *rows = self.table_rows()
        published = say("article_published")
        if heads.count(published) > 1:  # each stands behind what was measured
            heads = [
                bracketed(heads[n - 1], published) if head == published else head
                for n, head in enumerate(heads)
            ]
        return [heads, *rows]

    def choosing(self) -> dict[str, Any]:
        """Return what a table has of the page: what is told, chosen, and does that."""
        return {
            "spoken": self.spoken_rows(),
            "chosen": self.chosen,
            "choose": self.choose,
            "keys": self.reading.inside,
            "takes_focus": True,
        }

    @property
    def has_keys(self) -> bool:
        """Tell whether the keys go through the spots."""
        focused = isinstance(self.screen.controls.focus, Table)
        return bool(self.spots) and (self.reading.inside or focused)

    @property
    def chosen(self) -> int:
        """Return the index of the chosen spot."""
        return min(self.reading.cell, max(0, len(self.spots) - 1))

    def choose(self, index: int) -> None:
        """Choose a spot by its index."""
        self.reading.cell = index
        self.screen.refresh()

    def step(self, right: int, down: int) -> None:
        """Choose the next spot in a direction; at the edge nothing changes."""
        row, column = self.spots[self.chosen]
        wanted = (row + down, column + right)
        if wanted in self.spots:
            self.choose(self.spots.index(wanted))

    def enter(self) -> None:
        """Do what Enter means for the chosen spot."""

    def space(self) -> None:
        """Do what the space bar means on this page."""

    def scroll(self, steps: int) -> None:
        """Move what is longer than the page by pages up or down."""

    # -- time

    def state(self) -> Hashable:
        """Return what is shown and changes by itself."""
        return None

    # -- what can be taken along

    def text(self) -> str:
        """Return the page as text, the columns of a table apart by tabs."""
        raise NotImplementedError

    def watch_search(self, algorithm: str = "") -> None:
        """Watch the search of what the page shows, where it has one; leaving it leads back here.

        It is the usual one of the classic unless an algorithm is given.
        """
        classic = self.classic
        if classic is not None:
            how = how_to_watch(classic)
            how["algorithm"] = algorithm or how["algorithm"]
            self.screen.app.open(TheatreOf(classic.subject, over=True, how=how))

    @property
    def classic(self) -> Classic | None:
        """Return what the page shows a search of, if it does."""
        section = self.section
        if isinstance(section, ExampleTree | WholeTree | PositionTree):
            return section.classic
        return None

    def watch(self, game: WatchedGame) -> None:
        """Have two computers play a game on the board."""
        self.screen.app.open(GameOf(match_of(game), kept=False, back=ArticleOf()))


SOME_AGREE = "article_agree"


def agreement(sheets: Iterable[Sheet], some: str = SOME_AGREE) -> tuple[str, bool]:
    """Say how the cells of tables stand to the article, and whether that is well.

    ``some`` is the key of what is said where not all is measured.
    """
    agree, differ, comparable = map(sum, zip(*(sheet.tally for sheet in sheets), strict=True))
    if differ:
        return say("article_differ", count=differ), False
    if not agree:
        return "", True
    key = "article_agree_all" if agree == comparable else some
    return say(key, n=agree, all=comparable, count=agree), True


def tabbed(rows: Iterable[Iterable[object]]) -> str:
    """Return the lines of a table with tabs between its columns."""
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def match_of(watched: WatchedGame) -> Match:
    """Return the match of a game to be watched, its opening played; a whole one at its start."""
    game = GAMES[watched.game]
    if watched.name:
        first, second = (Player(naming.capital(say(colour))) for colour in ("black", "white"))
    else:
        first, second = (Player("", parse(text, game)) for text in watched.players)
    match = Match(game, watched.variant, (), (first, second))
    match.replay_texts(watched.opening.split())
    if watched.name:
        match.go_to(match.root)
    return match


def compared(
    page: MeasuredPage[Any],
    heads: Iterable[str],
    cases: Iterable[Iterable[str]],
    names: Sequence[str],
) -> list[list[str]]:
    """Return a row for each case: every figure as measured and as published, and the verdict.

    Figures are plain words, for other programs.
    """
    published = say("article_published")
    rows = [[*heads, *(head for name in names for head in (name_words(name), published)), ""]]
    for index, case in enumerate(cases):
        sources = page.sheet.figures.get(index, {}), page.table.cells[index].published
        pairs = ((source, name) for name in names for source in sources)
        words = (plain_words(source[name]) if name in source else "" for source, name in pairs)
        rows.append([*case, *words, page.verdict_of(index)])
    return rows


class Mark(Element):
    """Shows whether a figure agrees with the article."""

    def __init__(self, agrees: bool) -> None:
        super().__init__(width=16, height=16)
        self._agrees = agrees

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        size = max(11, self.rect.height)
        draw_mark(surface, self.rect.center, size, look.palette, self._agrees)


def marked(verdict: str) -> Mark | None:
    """Return the mark of a verdict; nothing without one."""
    return Mark(verdict == SAME) if verdict else None


def starred(misprinted: bool) -> Text | None:
    """Return the star behind a figure that the article misprints."""
    return line("*", "body", "accent", bold=True) if misprinted else None


class Pick(Column):
    """What is chosen by a press in a table of cells; all of them are equally wide."""

    def __init__(
        self,
        number: int,
        chosen: bool,
        choose: Callable[[int], None],
        *lines: Element,
        stand: Stand | None = None,
    ) -> None:
        super().__init__(*lines, padding=(13, 1, 11, 4) if lines else 0, grow=1, key=number)
        self.number, self._stand = number, stand
        self.chosen, self.act = chosen, partial(choose, number)

    def measure(self, look: Look, room: int) -> Size:
        return 0, super().measure(look, room)[1]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self._stand is not None:
            draw_stand(surface, self.rect, look, self._stand, ringed=bool(self.chosen))


class CellTable(Table):
    """A table whose cells are chosen, and told as its rows."""

    @property
    def picked(self) -> Sequence[Element]:
        cells = (cell for row in self.rows for cell in row.children if isinstance(cell, Pick))
        return sorted(cells, key=lambda cell: cell.number)


class StripPage(Page[Shown]):
    """A page with something that is measured, and the strip for it."""

    keys = "articles_keys_measure"
    # What is measured, in words.
    counted = "article_progress"
    # Whether what has no room is scrolled.
    scrolls = True

    @property
    def progress(self) -> MeasuringJob:
        """Return what is measured."""
        raise NotImplementedError

    def space(self) -> None:
        """Measure, or stop measuring."""
        if self.progress.running:
            self.progress.stop()
        else:
            self.progress.start()
        self.screen.refresh()

    def verdict_words(self) -> tuple[str, bool]:
        """Say how what was measured stands to what is published, and whether that is well."""
        raise NotImplementedError

    def state(self) -> Hashable:
        return self.progress.revision

    def content(self) -> Element:
        verdict, well = self.verdict_words()
        ink = "best" if well else "bad"
        return Column(
            Scroll(self.body(), grow=1) if self.scrolls else self.body(),
            Painted(self._draw_bar, height=8),
            Row(
                Column(
                    Live(self._progress_words, "small", colour="quiet"),
                    line(verdict, "small", ink, bold=True) if verdict else None,
                    grow=1,
                ),
                *(Button(words, act, style="soft", height=40) for words, act in self.buttons()),
                self._measure_button(),
                gap=12,
            ),
            gap=12,
        )

    def body(self) -> Element:
        """Return what stands above the strip, and grows."""
        raise NotImplementedError

    def buttons(self) -> list[tuple[str, Callable[[], None]]]:
        """Return what the strip has besides what is measured: words, and what they do."""
        return [(say("article_watch"), self.enter)]

    def _measure_button(self) -> Element | None:
        words = self.measure_words()
        return Button(words, self.space, style="go", height=40, key="measure") if words else None

    def measure_words(self) -> str:
        """Say what is done about measuring; nothing where nothing can be."""
        progress = self.progress
        if progress.running:
            return say("article_stop")
        if progress.done:
            return say("article_measure_again")
        return say("article_go_on" if progress.count else "article_measure")

    def _draw_bar(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        progress, palette = self.progress, self.screen.palette
        colour = palette.accent if progress.running else palette.best
        draw_bar(surface, rect, progress.count / progress.total, palette, colour)

    def _progress_words(self) -> str:
        progress = self.progress
        if progress.failure:
            return say("article_failed", why=progress.failure)
        words = say(self.counted, done=progress.count, all=progress.total)
        if progress.seconds:
            words = f"{words} · {say('article_seconds', n=f'{progress.seconds:.1f}')}"
        return words


Tabulated = TypeVar("Tabulated", Crossed, Rows, WorkedExample, WholeTree)
_STANDS: dict[str, Stand] = {DIFFERS: ("bad", 0.18), SAME: ("best", 0.12), "": ("line", 0.45)}


class MeasuredPage(StripPage[Tabulated]):
    """A page with a table of the article."""

    @property
    def table(self) -> PublishedTable:
        """Return the table that this page measures."""
        return self.section.table

    @property
    def sheet(self) -> Sheet:
        """Return what was measured of the table."""
        return self.reading.sheet(self.table)

    @property
    def progress(self) -> MeasuringJob:
        return self.sheet

    def verdict_words(self) -> tuple[str, bool]:
        return agreement([self.sheet])

    def verdict_of(self, index: int) -> str:
        """Say how a cell stands to the article, once it is measured."""
        verdict = self.sheet.verdict(index)
        return {SAME: say("access_agrees"), DIFFERS: say("access_differs")}.get(verdict, "")

    def text(self) -> str:
        return tabbed(row[:-1] for row in self.table_rows())

    def stand(self, index: int) -> Stand:
        """Return what a cell's figures stand on."""
        if index == self.sheet.at_work:
            return "accent_soft", 1.0
        return _STANDS[self.sheet.verdict(index)]

    def stands(self) -> list[Stand]:
        """Return what the figures of all cells stand on."""
        return [self.stand(index) for index in range(len(self.table.cells))]
