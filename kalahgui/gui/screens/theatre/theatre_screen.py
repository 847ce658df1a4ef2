"""The screen of the theatre: its tabs, and what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from kalahgui.engine.engine import Job, Priority
from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.controls import Button, Choice, Link, titled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.screens.theatre.classics.classics_page import ClassicsPage
from kalahgui.gui.screens.theatre.order.order_page import OrderPage
from kalahgui.gui.screens.theatre.race.race_page import RacePage
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage, TheatreScreen
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.screens.theatre.watch.first_page import FirstPage
from kalahgui.gui.screens.theatre.watch.take_along import Opened, OpenRecording, TakeAlong
from kalahgui.gui.screens.theatre.watch.watch_page import WatchPage
from kalahgui.gui.screens.theatre.watching import Watched, Watching
from kalahgui.gui.screens.theatre.why.why_page import WhyPage
from kalahgui.gui.screens.theatre.you_search.you_page import YouPage
from kalahgui.gui.services.keymap import Command, Commands, press
from kalahgui.gui.services.navigation import Destination
from kalahgui.words import say, why

# The tabs, and what is shown in the place of the first of them at the first visit, or of all.
PAGES: dict[str, type[TheatrePage]] = {
    page.name: page for page in (WatchPage, RacePage, OrderPage, ClassicsPage, YouPage)
}
_PAGES = {**PAGES, FirstPage.name: FirstPage, WhyPage.name: WhyPage}


# Lengths in units of the layout: of the head, the foot and where there is none, between them and
# the page, beside it, of a button, and of all tabs.
_HEAD, _FOOT, _NO_FOOT, _GAP, _SIDE = 76, 60, 16, 12, 28
_BUTTON, _TABS = 36, 596


class Theatre(TheatreScreen):
    """Watch searches, race them, order their moves, and be tried on them.

    It fills the window, so a screen below it waits as it is.
    """

    covers = True

    def __init__(self, app: Host, visit: Visit, over: bool, ten: Destination | None = None) -> None:
        """Show what is visited; ``over`` tells that leaving leads to the screen below this one.

        After ``ten`` questions it leads where they were asked for.
        """
        self.visit = visit
        self._over = over
        if over:  # moves are called as on the screen below
            self.own_choices = app.screen.own_choices
        self._ten = ten
        self.tested = None if ten is None else self.leave
        if ten is not None:
            visit.examine(app.services.autosave.keep_answer)
        self._pages: dict[str, TheatrePage] = {}
        self.watching = Watching(app.services.engine, visit)
        self._opening: Job | None = None  # of a file
        super().__init__(app)

    def content(self) -> Element:
        tab = self.visit.tab
        if tab not in self._pages:
            self._pages[tab] = _PAGES[tab](self, self.visit)
        self.shown = self.page.content()
        self.shown.grow = 1
        foot = self._foot() if tab in PAGES else Space(height=_NO_FOOT)
        return Column(self._head(), self.shown, foot, gap=_GAP, padding=(_SIDE, 0, _SIDE, 0))

    def _head(self) -> Element:
        icon, tip = ("chevron_left", "theatre_back") if self._over else ("home", "home")
        if self._ten is not None:
            icon, tip = "chevron_left", "learn_to_courses"
        words, *shorter = self.page.subtitles
        return Row(
            self.does("leave", icon=icon, tip=say(tip), height=_BUTTON),
            titled(self.page.title, Text(words, "small", "quiet", line=True, shorter=shorter)),
            *(self._ways_on() if self.explaining else [self._tabs()]),
            self.does("keys", icon="help", tip=say("theatre_help_title"), height=_BUTTON),
            gap=16,
            height=_HEAD,
        )

    def _tabs(self) -> Element:
        tabs = [(key, say(f"theatre_tab_{key}")) for key in PAGES]
        return Choice(tabs, self._tab, self.show_tab, width=_TABS)

    def _ways_on(self) -> list[Element]:
        assert isinstance(self.page, WhyPage), "a turn is explained"
        ways = self.page.ways_on
        return [self.does(tab, words, style="soft", height=_BUTTON) for tab, words in ways]

    def _foot(self) -> Element:
        offered: list[tuple[str, Command]] = [(say("theatre_save_picture"), self.save_picture)]
        if self.visit.tab == WatchPage.name:
            asking = "on" if self.visit.asking else "off"
            offered.insert(0, (say("along_offer"), self.take_along))
            offered.insert(0, (say(f"you_search_ask_{asking}"), self.switch_asking))
            rule = say(f"watch_stop_{self.visit.stop.partition(':')[0]}")
            offered.insert(0, (say("watch_ends", rule=rule), self.page.commands["choices"]))
        return Row(
            Text(say(self.page.keys), "small", "quiet", line=True, grow=1),
            *(Link(words, act, colour="ink", bold=True) for words, act in offered),
            gap=22,
            padding=(10, 0, 4, 14),
            height=_FOOT,
        )

    @property
    def _tab(self) -> str:
        return self.visit.tab if self.visit.tab in PAGES else WatchPage.name

    @property
    def page(self) -> TheatrePage:
        """Return the page of the tab shown."""
        return self._pages[self.visit.tab]

    # -- what the visitor does

    @property
    def explaining(self) -> bool:
        """Tell whether it is explained why a computer has played its turn."""
        return self.visit.tab == WhyPage.name

    def show_tab(self, tab: str) -> None:
        """Show another tab; an explanation goes on with its search, which plays by itself."""
        if tab == self.visit.tab:
            return
        self.visit.plays = self.explaining and tab == WatchPage.name
        self.page.close()
        self.visit.tab = tab
        self.refresh()

    def step_tab(self, step: int) -> None:
        """Show the tab to the left or to the right; an explanation stands before the first."""
        tabs = list(PAGES)
        here = tabs.index(self._tab) - (self.explaining and step > 0)
        self.show_tab(tabs[(here + step) % len(tabs)])

    def leave(self) -> None:
        """Go back to what was explained, or leave the theatre."""
        if self.visit.why is not None and not self.explaining:
            self.show_tab(WhyPage.name)
        elif self._ten is not None:
            self.visit.examination = None
            self.app.open(self._ten)
        else:
            self.app.back()

    def open_keys(self) -> None:
        """Show what one sees, what the terms mean, and all keys of the page."""
        page = self.page
        again = None if page.name == FirstPage.name else self._show_first
        places = *page.key_places, "tabs", "theatre"
        self.app.push(TheatreHelp(self.app, page.name, places, page.terms, again))

    def _show_first(self) -> None:
        self._pages.pop(FirstPage.name, None)
        self.show_tab(FirstPage.name)

    def save_picture(self) -> None:
        """Save what is shown as a picture."""
        whole = pygame.Surface(self.size)
        self.draw(whole)
        shown = whole.subsurface(self.shown.rect).copy()
        self.services.saver.save_picture(shown, f"kalahgui-{self.page.name}")

    def take_along(self) -> None:
        """Save what is searched as files, or open such a file."""
        if isinstance(self.page, WatchPage):
            self.app.push(TakeAlong(self.app, self.page.saves(self.services.saver), self.open_file))

    def switch_asking(self) -> None:
        """Have the search that is watched ask at its turns, or not."""
        if isinstance(self.page, WatchPage):
            self.page.switch_asking()

    def open_file(self, path: Path) -> None:
        """Watch the recording in a file."""
        self._stop_opening()
        self._opening = self.services.engine.start(OpenRecording(path), Priority.ANALYSIS)
        self.app.wake()

    def _stop_opening(self) -> None:
        if self._opening is not None:
            self._opening.stop()
        self._opening = None

    def _take_opened(self, job: Job) -> None:
        done = next((report for report in job.reports() if report.done), None)
        if done is not None:
            answer = done.answer
            self.watch(answer if isinstance(answer, Opened) else RuntimeError(done.failure))

    def watch(self, outcome: Watched | Exception) -> None:
        """Watch a recording that was read from a file, or say why there is none."""
        self._stop_opening()
        if isinstance(outcome, Exception):
            self.services.notices.answer(say("not_opened", why=why(outcome)))
            return
        self.page.close()
        self.visit.watch(outcome.recording)  # which leads to the tab
        self.refresh()
        assert isinstance(self.page, WatchPage)
        self.page.show_recorded(outcome)
        self.refresh()

    # -- events

    @property
    def key_places(self) -> tuple[str, ...]:  # type: ignore[override]
        """Return where the keys that hold now stand in the table: first those of the tab."""
        return (*self.page.key_places, "theatre")

    @property
    def commands(self) -> Commands:
        return {
            **self.page.commands,
            "tab": partial(self.step_tab, 1),
            "tab_before": partial(self.step_tab, -1),
            "picture": self.save_picture,
            "along": self.take_along,
            "leave": self.leave,
            "keys": self.open_keys,
        }

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and press(("tabs",), self.commands, event):
            return True
        return self.controls.handle(event) or self.page.handle(event) or self.press(event)

    # -- time

    @property
    def said(self) -> str:
        return self.page.said

    @property
    def moving(self) -> bool:
        return self._opening is not None or self.page.moving or super().moving

    def elapse(self, dt: float) -> None:
        self.page.elapse(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.page.update(dt)
        if self._opening is not None:
            self._take_opened(self._opening)

    def close(self) -> None:
        # The tab may be another one already: what is visited outlasts the screen.
        for page in self._pages.values():
            page.close()
        self._stop_opening()
        if self.explaining:
            self.visit.tab = WatchPage.name
        self.visit.end_explanation()  # a later visit without a turn has nothing to go back to


_WIDEST, _BESIDE_KEYS = 560, 32  # units of the layout


class TheatreHelp(KeysCard):
    """What a tab shows, what its terms mean just now, and its keys."""

    title = "theatre_help_title"

    def __init__(
        self,
        app: Host,
        page: str,
        places: Sequence[str],
        terms: Sequence[str],
        again: Callable[[], None] | None,
    ) -> None:
        """Tell of a page by its name, of its keys at their ``places``, and of its ``terms``.

        ``again`` shows the first visit once more, where that is offered.
        """
        self._page, self._terms, self._again = page, terms, again
        super().__init__(app, places)

    def wants_width(self) -> int:
        seen = self._seen().wants(self.controls.look, self.scale.px(_WIDEST))[0]
        return seen + self.scale.px(_BESIDE_KEYS) + super().wants_width()

    def body(self) -> Element:
        return Row(self._seen(), self.keys(), gap=_BESIDE_KEYS, stretch=True)

    def _seen(self) -> Element:
        again = self._again
        return Column(
            Column(*map(Text, say(f"see_{self._page}").split("\n")), gap=6),
            Column(*(Text(words, "small", "quiet") for words in self._terms), gap=6),
            Space(grow=1),
            Button(
                say("theatre_first_again"),
                partial(self.close_for, again),
                style="soft",
                width=300,
                height=44,
            )
            if again
            else None,
            gap=12,
            grow=1,
        )
