"""The screen of the theatre: its tabs, and what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from kalahgui.engine.engine import Job, Priority
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.theatre.classics_page import ClassicsPage
from kalahgui.gui.screens.theatre.first_page import FirstPage
from kalahgui.gui.screens.theatre.order_page import OrderPage
from kalahgui.gui.screens.theatre.page import BoardPage, TheatrePage
from kalahgui.gui.screens.theatre.race_page import RacePage
from kalahgui.gui.screens.theatre.take_along import Opened, OpenRecording, TakeAlong
from kalahgui.gui.screens.theatre.theatre_help import TheatreHelp
from kalahgui.gui.screens.theatre.watch_page import WatchPage
from kalahgui.gui.screens.theatre.watching import Watched, Watching
from kalahgui.gui.screens.theatre.why_page import WhyPage
from kalahgui.gui.screens.theatre.you_page import YouPage
from kalahgui.gui.services import keymap, naming
from kalahgui.gui.services.keymap import Commands, press
from kalahgui.gui.services.navigation import Destination
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Host, Screen

# The tabs, and what is shown in the place of the first of them at the first visit.
PAGES: dict[str, type[TheatrePage]] = {
    page.name: page for page in (WatchPage, RacePage, OrderPage, ClassicsPage, YouPage)
}
_PAGES = {**PAGES, FirstPage.name: FirstPage}


# What lies above the page and below it, and below one without a foot, in units.
_TOP, _BELOW, _BELOW_ALONE = 88, 72, 28
_SIDE = 28
_TAB_WIDTH, _TAB_GAP = 116, 4


class Theatre(Screen):
    """Watch searches, race them, order their moves, and be tried on them.

    It fills the window, so a screen below it waits as it is.
    """

    covers = True
    key_places = ("theatre",)

    def __init__(self, app: Host, visit: Visit, over: bool, ten: Destination | None = None) -> None:
        """Show what is visited; ``over`` tells that leaving leads to the screen below this one.

        After ``ten`` questions it leads where they were asked for.
        """
        self.visit = visit
        self._over = over
        self._ten = ten
        if ten is not None:
            visit.examine(app.services.autosave.keep_answer)
        self._pages: dict[str, TheatrePage] = {}
        self._watching = Watching(app.services.engine, visit)
        self._opening: Job | None = None  # of a file
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        icon, tip = ("chevron_left", "theatre_back") if self._over else ("home", "home")
        if self._ten is not None:
            icon, tip = "chevron_left", "learn_to_courses"
        add = self.controls.button
        add(self.box(26, 20, 36, 36), "", self.leave, icon=icon, tip=say(tip))
        right = self.width - _SIDE - 36
        add(
            self.box(right, 20, 36, 36),
            "",
            self.open_keys,
            icon="help",
            tip=say("theatre_help_title"),
        )
        if self.explaining:
            self._lay_out_ways_on(right - 16)
        else:
            self._lay_out_tabs(right - 16)
        self._save: list[tuple[str, pygame.Rect]] = []
        below = _BELOW_ALONE
        if self.visit.tab in PAGES:
            self._lay_out_foot()
            below = _BELOW
        room = self.box(_SIDE, _TOP, self.width - 2 * _SIDE, self.height - _TOP - below)
        tab = self.visit.tab
        if tab in self._pages:
            self._pages[tab].place(room)
        else:
            self._pages[tab] = self._made(tab, room)

    def _made(self, tab: str, room: pygame.Rect) -> TheatrePage:
        if tab == WhyPage.name:
            return WhyPage(self, self.visit, room, self._watching, self.show_tab)
        if tab == WatchPage.name:
            return WatchPage(self, self.visit, room, self._watching)
        if tab == YouPage.name:
            return YouPage(self, self.visit, room, None if self._ten is None else self.leave)
        return _PAGES[tab](self, self.visit, room)

    def _lay_out_tabs(self, right: float) -> None:
        width = len(PAGES) * (_TAB_WIDTH + _TAB_GAP) - _TAB_GAP
        self._tabs_left = right - width
        self.controls.segments(
            self.box(self._tabs_left, 20, width, 36),
            [(key, say(f"theatre_tab_{key}")) for key in PAGES],
            self._tab,
            self.show_tab,
        )

    def _lay_out_ways_on(self, right: float) -> None:
        """Add the ways from an explanation to its search, step by step and in a race."""
        for key, tab in (("why_race", RacePage.name), ("why_watch", WatchPage.name)):
            face = theme.font(self.scale.body, True)
            width = max(120.0, face.size(say(key))[0] / self.scale.layout + 40)
            rect = self.box(right - width, 20, width, 36)
            on, stroke = partial(self.show_tab, tab), keymap.key((WhyPage.name,), tab)
            self.controls.button(rect, say(key), on, style="soft", key=stroke)
            right -= width + 8
        self._tabs_left = right

    def _lay_out_foot(self) -> None:
        scale = self.scale
        right, middle = self.box(self.width - 32, self.height - 37, 0, 0).topleft
        offered = [(say("theatre_save_picture"), self.save_picture)]
        if self.visit.tab == WatchPage.name:
            offered.append((say("along_offer"), self.take_along))
            asking = "on" if self.visit.asking else "off"
            offered.append((say(f"you_search_ask_{asking}"), self.switch_asking))
        for words, action in offered:
            rect = pygame.Rect((0, 0), theme.font(scale.body, True).size(words))
            rect.midright = (right, middle)
            self._save.append((words, rect))
            self.controls.area(rect.inflate(scale.px(8), scale.px(10)), action, words)
            right = rect.x - scale.px(22)

    @property
    def _tab(self) -> str:
        """Return the tab that is shown as chosen."""
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
        places = *page.key_places, "tabs", *self.key_places
        self.app.push(TheatreHelp(self.app, places, page.terms, again))

    def _show_first(self) -> None:
        self._pages.pop(FirstPage.name, None)
        self.show_tab(FirstPage.name)

    def save_picture(self) -> None:
        """Save what is shown as a picture."""
        whole = pygame.Surface(self.size)
        self.draw(whole)
        shown = whole.subsurface(self.page.rect).copy()
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
            found = done.answer
            self.watch(found if isinstance(found, Opened) else RuntimeError(done.failure))

    def watch(self, found: Watched | Exception) -> None:
        """Watch a recording that was read from a file, or say why there is none."""
        self._stop_opening()
        if isinstance(found, Exception):
            self.services.notices.answer(say("not_opened", why=why(found)))
            return
        self.page.close()
        self.visit.watch(found.recording)  # which leads to the tab
        self.refresh()
        assert isinstance(self.page, WatchPage)
        self.page.show_recorded(found)
        self.refresh()

    @property
    def views(self) -> list[Part]:
        return self.page.views

    @property
    def cards_read(self) -> Sequence[pygame.Rect]:
        return self.page.cards if isinstance(self.page, BoardPage) else ()

    # -- events

    @property
    def commands(self) -> Commands:
        return {
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
        self.visit.end_explanation()  # who enters without a turn has nothing to go back to

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface, self.page.cards)
        ink, scale = self.palette.ink, self.scale
        x, y = self.box(80, 28, 0, 0).topleft
        room = self.box(self._tabs_left, 0, 0, 0).x - x - scale.px(16)
        page, size = self.page, max(14, scale.px(23))
        title = page.title if isinstance(page, WhyPage) else say("theatre_title")
        self.write(surface, title, (x, y), size, ink, bold=True, room=room)
        at = self.box(80, 53, 0, 0).topleft
        below = page.subtitles if isinstance(page, WhyPage) else [self._subtitle()]
        words = theme.first_fitting(below, scale.small, room)
        self.write(surface, words, at, scale.small)
        self.page.draw(surface)
        if self._save:
            self._draw_foot(surface)
        self.controls.draw(surface, *self.page.kept_clear)
        self.page.draw_over(surface)

    def _subtitle(self) -> str:
        visit = self.visit
        if self.page.about:
            return say(self.page.about)
        parts = [naming.visited_words(visit.subject, visit.variant, visit.name), self.page.subtitle]
        return " · ".join(filter(None, parts))

    def _draw_foot(self, surface: pygame.Surface) -> None:
        scale, ink = self.scale, self.palette.ink
        x, y = self.box(_SIDE + 10, self.height - 37, 0, 0).topleft
        room = self._save[-1][1].x - x - scale.px(20)
        self.write(surface, say(self.page.keys), (x, y), scale.small, room=room)
        for words, rect in self._save:
            self.write(surface, words, rect.center, scale.body, ink, bold=True, anchor="center")
