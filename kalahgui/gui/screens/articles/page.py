"""What every section of an article is on the screen; and those with something to measure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar, cast

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
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar, draw_mark
from kalahgui.gui.paint.paragraph import Inked, line_height
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.paint.writing import Line, heard, tell
from kalahgui.gui.panels.figures import plain_words
from kalahgui.gui.screens.articles.reading import ArticleReading, MeasuringJob, Sheet
from kalahgui.gui.services import naming
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.navigation import ArticleOf, GameOf, TheatreOf
from kalahgui.gui.services.theatre_visit import how_to_watch
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.match.match import Match, Player


@dataclass(frozen=True)
class Spot:
    """Something on a page that can be chosen, by its place in rows and columns."""

    rect: pygame.Rect
    row: int
    column: int


Shown = TypeVar("Shown", bound=Section)
_SHADOW = 14  # what a picture may reach beyond its page, in units


class Page(Inked, Generic[Shown]):
    """A section of an article, laid out in a rectangle of the screen."""

    # What the foot of the screen says about the keys of this page.
    keys = "articles_keys_read"
    keys_inside = "articles_keys_inside"

    def __init__(self, screen: Screen, reading: ArticleReading, rect: pygame.Rect) -> None:
        """Lay out; ``rect`` is the room below the tabs."""
        self.screen = screen
        self.reading = reading
        self.rect = rect
        self.article = reading.article
        # Which kind of page shows which kind of section is said in ``articles.py``.
        self.section = cast(Shown, reading.section)
        self.palette = screen.palette
        self.scale = screen.scale
        self.spots: list[Spot] = []
        self._picture: pygame.Surface | None = None
        self._drawn: Hashable = None
        self._written: list[Line] = []  # on the picture
        self._beside: tuple[Hashable, list[Part]] = (self, [])
        self.lay_out()
        self._area: Control | None = None
        if self.spots:
            self._area = screen.controls.area(self._spots_rect, None, self.title)

    def lay_out(self) -> None:
        """Find the places of all things, and add the controls."""

    def add_rows(self, place: pygame.Rect, count: int, gap: int) -> None:
        """Add spots below each other, the first of them at a place."""
        for row in range(count):
            down = row * (place.height + gap)
            self.spots.append(Spot(place.move(0, down), row, 0))

    @property
    def title(self) -> str:
        """Return what the section is called."""
        return say(f"article_{self.article.key}_{self.section.key}_title")

    # -- for those who do not see it

    @property
    def views(self) -> list[Part]:
        """Return the table, with a row for each spot, and what stands beside it."""
        state = self.state(), self.chosen
        if state != self._beside[0]:
            self._beside = state, self.beside()
        if not self.spots:
            return self._beside[1]
        heads, *rows = self.table_rows()
        published = say("article_published")
        if heads.count(published) > 1:  # each stands behind what was measured
            heads = [
                f"{heads[n - 1]} ({published})" if head == published else head
                for n, head in enumerate(heads)
            ]
        keys, told = self.has_keys and self.screen.heard_by(self._area), []
        for place, (spot, words) in enumerate(zip(self.spots, rows, strict=True)):
            go, chosen = partial(self._take, place), place == self.chosen
            row = row_part(heads, words, spot.rect, place)
            told.append(replace(row, on=chosen, focused=chosen and keys, act=go, take=go))
        return [table_part(self.title, self._spots_rect, told), *self._beside[1]]

    def beside(self) -> list[Part]:
        """Return the boards and trees of the page, as long as its state stays as it is."""
        return []

    def table_rows(self) -> list[list[str]]:
        """Return the table of the page: its headings, and then a row for each spot."""
        return [[]]

    @property
    def _spots_rect(self) -> pygame.Rect:
        """Return where the table stands, with its headings."""
        spots = self.spots[0].rect.unionall([spot.rect for spot in self.spots])
        top, left = self.rect.topleft[::-1]
        return pygame.Rect(left, top, spots.right - left, spots.bottom - top)

    @property
    def has_keys(self) -> bool:
        """Tell whether the keys go through the spots."""
        area = self._area
        return self.reading.inside or (area is not None and self.screen.controls.has_focus(area))

    def _take(self, place: int) -> None:
        self.reading.inside = True
        self.choose(place)

    # -- choosing

    @property
    def chosen(self) -> int:
        """Return the place of the chosen spot."""
        return min(self.reading.cell, max(0, len(self.spots) - 1))

    def choose(self, place: int) -> None:
        """Choose a spot."""
        self.reading.cell = place
        self.screen.app.wake()

    def step(self, right: int, down: int) -> None:
        """Choose the next spot in a direction; at the edge nothing changes."""
        here = self.spots[self.chosen]
        wanted = (here.row + down, here.column + right)
        for place, spot in enumerate(self.spots):
            if (spot.row, spot.column) == wanted:
                self.choose(place)

    def enter(self) -> None:
        """Do what Enter means for the chosen spot."""

    def space(self) -> None:
        """Do what the space bar means on this page."""

    def scroll(self, steps: int) -> None:
        """Move what is longer than the page by pages up or down."""

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        spots = enumerate(self.spots)
        place = next((n for n, spot in spots if spot.rect.collidepoint(event.pos)), None)
        if place is not None:
            self.choose(place)
        return place is not None

    # -- time

    def update(self) -> None:
        """Take notice of what has changed since the frame before."""

    # -- drawing

    def state(self) -> Hashable:
        """Return what the picture depends on besides the size, the language and the theme."""
        return None

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the page on a picture of the whole window."""
        raise NotImplementedError

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page; its picture is painted again only when its state has changed."""
        state = (self.state(), self.chosen, self.reading.inside)
        # The shadow of a board reaches into the margin of the card.
        reach = self.scale.px(_SHADOW)
        place = self.rect.inflate(2 * reach, 2 * reach).clip(surface.get_rect())
        if self._picture is None or state != self._drawn:
            canvas = pygame.Surface(surface.get_size())
            canvas.fill(self.palette.card, place)
            with heard(canvas) as self._written:
                self.paint(canvas)
            # One that keeps the page alone: the window around it costs memory.
            self._picture = canvas.subsurface(place).copy()
            self._drawn = state
        surface.blit(self._picture, place)
        tell(self._written)

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


def agreement(sheets: Iterable[Sheet], *, short: bool) -> tuple[str, bool]:
    """Say how the cells of tables stand to the article, and whether that is well."""
    agree, differ, comparable = map(sum, zip(*(each.tally for each in sheets), strict=True))
    if differ:
        return say("article_differ", count=differ), False
    key = "article_cells" if short else "article_agree"
    words = say(key, n=agree, all=comparable, count=comparable)
    return words if agree else "", True


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


class RunningLine:
    """A line that is written from the left, around a height; ``x`` is where it has come to."""

    def __init__(
        self, surface: pygame.Surface, start: tuple[int, int], scale: Scale, palette: Palette
    ) -> None:
        self._surface = surface
        self._scale = scale
        self._palette = palette
        self.x, self._y = start

    def skip(self, length: float) -> None:
        """Leave room, in units of the layout."""
        self.x += self._scale.px(length)

    def write(
        self, words: str, size: int, colour: pygame.Color | None = None, bold: bool = False
    ) -> None:
        """Write words, in ink unless a colour is given."""
        ink = colour or self._palette.ink
        at = (self.x, self._y)
        self.x = theme.write(self._surface, words, at, size, ink, bold, "midleft").right

    def note(self, words: str) -> None:
        """Write quiet words in small letters."""
        self.write(words, self._scale.small, self._palette.quiet)

    def mark(self, agrees: bool) -> None:
        """Draw whether a figure agrees."""
        size = max(11, self._scale.px(15))
        draw_mark(self._surface, (self.x + size // 2, self._y), size, self._palette, agrees)
        self.x += size


_BAR_SHARE = 0.755


class StripPage(Page[Shown]):
    """A page with something that is measured, and the strip for it."""

    keys = "articles_keys_measure"
    # Whether a game of the page can be watched.
    watchable = True
    # What is measured, in words.
    counted = "article_progress"

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
        self.screen.app.wake()

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
        words, at = self._progress_words(), (self.rect.x, self._foot.y)
        right = self.write(surface, words, at, small, colour=palette.quiet, room=width).right
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
        return self.reading.sheet(self.table)

    @property
    def progress(self) -> MeasuringJob:
        return self.sheet

    def verdict_words(self) -> tuple[str, bool]:
        return agreement([self.sheet], short=False)

    def verdict_of(self, place: int) -> str:
        """Say how a cell stands to the article, once it is measured."""
        verdict = self.sheet.verdict(place)
        return {SAME: say("access_agrees"), DIFFERS: say("access_differs")}.get(verdict, "")

    def compared(self, place: int, names: Iterable[str]) -> list[str]:
        """Return figures of a cell as plain words, each as measured and as published."""
        sources = self.sheet.figures.get(place, {}), self.table.cells[place].published
        pairs = ((source, name) for name in names for source in sources)
        return [plain_words(source[name]) if name in source else "" for source, name in pairs]

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
