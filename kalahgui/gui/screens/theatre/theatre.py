"""The screen of the theatre: its tabs, and what they have in common."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame

from kalahgui.engine.engine import Job, Priority
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.theatre.classics_page import ClassicsPage
from kalahgui.gui.screens.theatre.order_page import OrderPage
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.screens.theatre.quiz_page import QuizPage
from kalahgui.gui.screens.theatre.race_page import RacePage
from kalahgui.gui.screens.theatre.take_along import Opened, OpenRecording, TakeAlong
from kalahgui.gui.screens.theatre.watch_page import WatchPage
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands, press
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.screen import Host, KeysCard, Screen

PAGES: dict[str, type[TheatrePage]] = {
    "watch": WatchPage,
    "race": RacePage,
    "order": OrderPage,
    "classics": ClassicsPage,
    "quiz": QuizPage,
}


_TOP, _BELOW = 88, 72  # what lies above and below the page, in units
_SIDE = 28
_TAB_WIDTH, _TAB_GAP = 116, 4


class Theatre(Screen):
    """Watch searches, race them, order their moves, and be tried on them.

    It fills the window, so a screen below it waits as it is.
    """

    covers = True
    key_places = ("theatre",)

    def __init__(self, app: Host, visit: Visit, over: bool) -> None:
        """Show what is visited; ``over`` tells that leaving leads to the screen below this one."""
        self.visit = visit
        self._over = over
        self._pages: dict[str, TheatrePage] = {}
        self._saver = Saver()
        self._opening: Job | None = None  # of a file
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        icon, tip = ("chevron_left", "theatre_back") if self._over else ("home", "home")
        add = self.controls.button
        add(self.box(26, 20, 36, 36), "", self.app.back, icon=icon, tip=say(tip))
        right = self.width - _SIDE - 36
        add(self.box(right, 20, 36, 36), "", self.open_keys, icon="help", tip=say("keys_card"))
        width = len(PAGES) * (_TAB_WIDTH + _TAB_GAP) - _TAB_GAP
        self._tabs_left = right - 16 - width
        self.controls.segments(
            self.box(self._tabs_left, 20, width, 36),
            [(key, say(f"theatre_tab_{key}")) for key in PAGES],
            self.visit.tab,
            self.show_tab,
        )
        self._lay_out_foot()
        room = self.box(_SIDE, _TOP, self.width - 2 * _SIDE, self.height - _TOP - _BELOW)
        tab = self.visit.tab
        if tab in self._pages:
            self._pages[tab].place(room)
        else:
            self._pages[tab] = PAGES[tab](self, self.visit, room)

    def _lay_out_foot(self) -> None:
        scale = self.scale
        right, middle = self.box(self.width - 32, self.height - 37, 0, 0).topleft
        self._save: list[tuple[str, pygame.Rect]] = []
        offered = [(say("theatre_save_picture"), self.save_picture)]
        if PAGES[self.visit.tab].has_search:
            offered.append((say("along_offer"), self.take_along))
        for words, action in offered:
            rect = pygame.Rect((0, 0), theme.font(scale.body, True).size(words))
            rect.midright = (right, middle)
            self._save.append((words, rect))
            self.controls.area(rect.inflate(scale.px(8), scale.px(10)), action)
            right = rect.x - scale.px(22)

    @property
    def page(self) -> TheatrePage:
        """Return the page of the tab shown."""
        return self._pages[self.visit.tab]

    # -- what the visitor does

    def show_tab(self, tab: str) -> None:
        """Show another tab."""
        self.page.close()
        self.visit.tab = tab
        self.refresh()

    def step_tab(self, step: int) -> None:
        """Show the tab to the left or to the right."""
        tabs = list(PAGES)
        self.show_tab(tabs[(tabs.index(self.visit.tab) + step) % len(tabs)])

    def open_keys(self) -> None:
        """Show all keys of the page."""
        self.app.push(KeysCard(self.app, (self.page.key_place, "tabs", *self.key_places)))

    def save_picture(self) -> None:
        """Save what is shown as a picture."""
        whole = pygame.Surface(self.size)
        self.draw(whole)
        self._saver.save_picture(self.page.picture(whole), f"kalahgui-{self.page.file_name}")

    def take_along(self) -> None:
        """Save what is searched as files, or open such a file."""
        if self.page.has_search:
            self.app.push(TakeAlong(self.app, self.page.saves(self._saver), self.open_file))

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
            self._opening = None
            found = done.answer
            self._watch(found if isinstance(found, Opened) else RuntimeError(done.failure))

    def _watch(self, found: Watched | Exception) -> None:
        if isinstance(found, Exception):
            self.services.notices.add(say("not_opened", why=why(found)))
            return
        self.visit.watch(found.recording)
        self.show_tab("watch")
        self.page.show_recorded(found)
        self.refresh()

    # -- events

    @property
    def commands(self) -> Commands:
        return {
            "tab": partial(self.step_tab, 1),
            "tab_before": partial(self.step_tab, -1),
            "picture": self.save_picture,
            "along": self.take_along,
            "leave": self.app.back,
            "keys": self.open_keys,
        }

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and press(("tabs",), self.commands, event):
            return True
        return self.controls.handle(event) or self.page.handle(event) or self.press(event)

    # -- time

    @property
    def moving(self) -> bool:
        busy = self._saver.busy or self._opening is not None
        return busy or self.page.moving or super().moving

    def elapse(self, dt: float) -> None:
        self.page.elapse(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.page.update(dt)
        if self._opening is not None:
            self._take_opened(self._opening)
        for told in self._saver.told():
            self.services.notices.add(told)

    def close(self) -> None:
        # The tab may be another one already: what is visited outlasts the screen.
        for page in self._pages.values():
            page.close()
        self._stop_opening()
        self._saver.close()

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface, self.page.cards)
        palette, scale = self.palette, self.scale
        x, y = self.box(80, 28, 0, 0).topleft
        title = max(14, scale.px(23))
        theme.write(surface, say("theatre_title"), (x, y), title, palette.ink, True, "midleft")
        at = self.box(80, 53, 0, 0).topleft
        room = self.box(self._tabs_left, 0, 0, 0).x - x - scale.px(16)
        words = theme.fit(self._subtitle(), scale.small, room)
        theme.write(surface, words, at, scale.small, palette.quiet, anchor="midleft")
        self.page.draw(surface)
        self._draw_foot(surface)
        self.controls.draw(surface)

    def _subtitle(self) -> str:
        """Say what is searched, and what the page says about how."""
        visit = self.visit
        if self.page.about:
            return say(self.page.about)
        parts = [naming.visited_words(visit.subject, visit.variant, visit.name), self.page.subtitle]
        return " · ".join(filter(None, parts))

    def _draw_foot(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        x, y = self.box(_SIDE + 10, self.height - 37, 0, 0).topleft
        room = self._save[-1][1].x - x - scale.px(20)
        words = theme.fit(say(self.page.keys), scale.small, room)
        theme.write(surface, words, (x, y), scale.small, palette.quiet, anchor="midleft")
        for words, rect in self._save:
            theme.write(surface, words, rect.center, scale.body, palette.ink, True, "center")
