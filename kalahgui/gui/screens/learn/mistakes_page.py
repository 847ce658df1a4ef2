"""One's own mistakes: how many are to be done again, and what is to be trained."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Bar, Heading, Text
from kalahgui.gui.screens.learn.exercise_screen import ExerciseScreen
from kalahgui.gui.screens.learn.learn_page import BUTTON, Page, start_board
from kalahgui.gui.screens.learn.run_screen import FOOT
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import LearnOf, MainScreen
from kalahgui.learning.mistakes import OTHER, PHASES, MistakesRun, exercise_of, to_train
from kalahgui.library import learnt
from kalahgui.library.days import day_of
from kalahgui.library.learnt import StoredExercise
from kalahgui.words import say

MISTAKES = "mistakes"  # the tab
_DUE = "due"


class MistakesPage(Page):
    """See what is due, and begin it."""

    def __init__(self, screen: Screen, chosen: str) -> None:
        super().__init__(screen)
        services = screen.services
        self._due = services.autosave.exercises(services.clock())
        everything = services.autosave.exercises()
        self._asked = [exercise for exercise in everything if not exercise.retired]
        self._kinds, self._phases = to_train(everything)
        self._first = next(filter(None, map(exercise_of, self._due)), None)

    # -- what is seen

    def listed(self) -> Element | None:
        groups = [*filter(None, (self._counts_of_kinds, self._counts_of_phases))]
        if not groups:
            return None
        head = Heading(say("mistake_train"), line=True)
        tables = [_table(counts, key) for key, counts in enumerate(groups)]
        return Column(head, *tables, gap=20, padding=(12, 0, 12, 0))

    def shown(self) -> Element:
        screen, first = self._screen, self._first
        due = say("mistake_due", count=len(self._due)) if self._due else say("mistake_none_due")
        if first is not None:
            go = screen.does("begin", say("learn_begin"), style="primary", **BUTTON)
        else:
            play = partial(screen.app.open, MainScreen.HOME)
            go = Button(say("learn_play"), play, style="soft", **BUTTON)
        return Column(
            Heading(due, "headline", line=True),
            Text(self._about(), colour="quiet", balanced=True),
            Space(height=8) if first is None else start_board(screen, first, grow=1),
            Row(go),
            gap=8,
        )

    # -- what is chosen

    def begin(self) -> None:
        """Do the exercises that are due."""
        if self._first is not None:
            self._screen.app.open(LearnOf(tab=MISTAKES, lesson=_DUE))

    @property
    def commands(self) -> Commands:
        return {"begin": self.begin}

    @property
    def _counts_of_kinds(self) -> list[tuple[str, int]]:
        if {*self._kinds} == {OTHER}:
            return []  # that tells nothing
        return [(say(f"mistake_kind_{kind}"), n) for kind, n in self._kinds.most_common()]

    @property
    def _counts_of_phases(self) -> list[tuple[str, int]]:
        counts = [(say(f"mistake_phase_{phase}"), self._phases[phase]) for phase in PHASES]
        return [row for row in counts if row[1]]

    def _about(self) -> str:
        if self._due:
            return say("mistake_about")
        if not self._asked:
            return say("mistake_how")
        now = self._screen.services.clock()
        due = day_of(self._asked[0].due, now.tzinfo)
        days = 1 if due is None else (due - now.date()).days
        return say("mistake_next", count=max(1, days))


def _table(counts: Sequence[tuple[str, int]], key: int) -> Element:
    most = max(n for _, n in counts)
    rows = [
        (
            Text(name, line=True, height=40),
            Bar(n / most, "", width=80, height=10),
            Text(str(n), colour="quiet", line=True, align="right", width=24),
        )
        for name, n in counts
    ]
    title = say("mistake_train")
    return Table(title, ("", "", ""), rows, shares=(1, 0, 0), gap=8, keys=False, key=key)


def mistakes_screen(app: Host) -> ExerciseScreen:
    """Return the screen on which the exercises that are due are done."""
    autosave, clock = app.services.autosave, app.services.clock

    def keep(stored: StoredExercise) -> None:
        autosave.keep_learnt(lambda store: learnt.reschedule(store, stored))

    run = MistakesRun(autosave.exercises(clock()), keep, clock)
    return MistakesScreen(app, run, LearnOf(tab=MISTAKES))


class MistakesScreen(ExerciseScreen):
    """Do exercises from one's own mistakes; any of them can be put away."""

    key_places = ("exercise", "telling", "mistake")
    leave_words = "mistake_back"
    run: MistakesRun

    def foot(self) -> Element:
        able = {"enabled": not self.run.solved, "height": FOOT, "width": BUTTON["width"]}
        away = self.does("put_away", say("mistake_put_away"), style="soft", **able)
        return self.ways(Space(grow=1), away, Space(grow=1))

    def _put_away(self) -> None:
        if self.wanted:
            self.run.put_away()
            self.go(1)
            self.refresh()

    @property
    def commands(self) -> Commands:
        return {**super().commands, "put_away": self._put_away}
