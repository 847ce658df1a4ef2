"""The Learn screen: lessons, puzzles and one's own mistakes, a page each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.controls import Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.screens.learn.course_page import TEN, CoursePage, onward_from, onward_words
from kalahgui.gui.screens.learn.exercise_screen import ExerciseScreen
from kalahgui.gui.screens.learn.learn_page import Page
from kalahgui.gui.screens.learn.mistakes_page import MISTAKES, MistakesPage, mistakes_screen
from kalahgui.gui.screens.learn.puzzle_screen import puzzle_screen
from kalahgui.gui.screens.learn.puzzles_page import PUZZLES, PuzzlesPage
from kalahgui.gui.screens.learn.run_screen import RunScreen, head
from kalahgui.gui.screens.learn.search_lesson import SearchLesson
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import LearnOf, MainScreen
from kalahgui.learning.course import COMPUTER, LessonRun, course
from kalahgui.library import learnt
from kalahgui.match.match import Match
from kalahgui.words import say

# What makes the page of each tab, for a screen and what was asked for there.
PAGES: dict[str, Callable[[Screen, str], Page]] = {
    "lessons": CoursePage,
    PUZZLES: PuzzlesPage,
    MISTAKES: MistakesPage,
}


class Learn(Screen):
    """Choose what to learn."""

    def __init__(self, app: Host, destination: LearnOf) -> None:
        """Open a tab, or the first one."""
        self.app = app
        self.tab = destination.tab if destination.tab in PAGES else next(iter(PAGES))
        self._wanted = destination.course
        self.page: Page = PAGES[self.tab](self, self._wanted)
        super().__init__(app)

    @property
    def key_places(self) -> tuple[str, ...]:  # type: ignore[override]
        """Return where the keys of the page stand in the table of keys."""
        return ("learn", *(("themes",) if self.tab == PUZZLES else ()), "tabs")

    def content(self) -> Element:
        tabs = [(tab, say(f"learn_tab_{tab}")) for tab in PAGES]
        choice = Choice(tabs, self.tab, self.open_tab, width=134 * len(tabs))
        title, about = say("learn_title"), say("learn_subtitle")
        top = head(self, "home", "home", title, about, choice)
        return Column(top, self.page.content(), gap=16, padding=(28, 4, 28, 28))

    def open_tab(self, tab: str) -> None:
        """Show another page."""
        self.tab = tab
        self.page = PAGES[tab](self, self._wanted)
        self.refresh()

    def _step_tab(self, step: int) -> None:
        tabs = [*PAGES]
        self.open_tab(tabs[(tabs.index(self.tab) + step) % len(tabs)])

    @property
    def commands(self) -> Commands:
        return {
            **self.page.commands,
            "tab": partial(self._step_tab, 1),
            "tab_before": partial(self._step_tab, -1),
            "leave": partial(self.app.open, MainScreen.HOME),
            "full": self.app.toggle_fullscreen,
            "keys": lambda: self.app.push(KeysCard(self.app, self.key_places)),
        }


def lesson_screen(app: Host, destination: LearnOf) -> RunScreen:
    """Return the screen of a lesson, over the present one or in its place."""
    autosave = app.services.autosave
    if destination.tab == MISTAKES:
        return mistakes_screen(app)
    if destination.tab == PUZZLES:
        return puzzle_screen(app, destination.course)

    def keep(lesson: str, stars: int) -> None:
        autosave.keep_learnt(
            lambda store: learnt.keep_stars(store, destination.course, lesson, stars)
        )

    run = LessonRun(
        course(destination.course), destination.lesson, autosave.stars(destination.course), keep
    )
    leave = None if destination.over else LearnOf(destination.course)

    def back(match: Match) -> LearnOf:
        return LearnOf(destination.course, run.lesson.key, played=match)

    def follow() -> RunScreen:
        screen: RunScreen
        if run.exercise.made is None:
            screen = ExerciseScreen(app, run, leave, back)
            screen.try_words = "learn_try"
        else:
            screen = SearchLesson(app, run, leave)
        screen.follow = follow
        end = ("you_search_mode_test", lambda: TEN) if destination.course == COMPUTER else None
        if not destination.over:
            onward = partial(onward_from, destination.course, app.services)
            screen.onward = end or (onward_words(destination.course), onward)
        return screen

    screen = follow()
    if (
        destination.played is not None
        and destination.played.over
        and isinstance(screen, ExerciseScreen)
    ):
        screen.finished()
    return screen
