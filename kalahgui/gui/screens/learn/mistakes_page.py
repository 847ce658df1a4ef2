"""One's own mistakes: how many are to be done again, and what is to be trained."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, write_lines
from kalahgui.gui.screens.learn.exercise import ExerciseScreen
from kalahgui.gui.screens.learn.page import BUTTON, BUTTONS, INSET, Page, StartBoard
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import LearnOf, Room
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.learning.mistakes import OTHER, PHASES, MistakesRun, exercise_of, to_train
from kalahgui.library import learnt
from kalahgui.library.days import day_of
from kalahgui.library.learnt import StoredExercise

MISTAKES = "mistakes"  # the tab
_DUE = "due"
# Lengths in units of the layout.
_ROWS_TOP, _ROW, _BAR, _COUNT = 84, 40, 96, 40
_BOARD_TOP = 132


class MistakesPage(Page):
    """See what is due, and begin it."""

    def __init__(self, screen: Screen, chosen: str) -> None:
        super().__init__(screen)
        services = screen.services
        self._due = services.autosave.exercises(services.clock())
        everything = services.autosave.exercises()
        self._asked = [each for each in everything if not each.retired]
        self._kinds, self._phases = to_train(everything)
        self._first = next(filter(None, map(exercise_of, self._due)), None)

    # -- layout

    def lay_out(self, place: pygame.Rect) -> None:
        """Lay out what to train at the left and what is due at the right."""
        super().lay_out(place)
        px = self._screen.scale.px
        self._inside = self.card.inflate(-2 * px(INSET), 0)
        row = pygame.Rect(self._inside.x, 0, px(BUTTONS), px(BUTTON))
        row.bottom = self.card.bottom - px(28)
        if self._first is not None:
            self._screen.button(row, say("learn_begin"), "begin", style="primary")
        else:
            play = partial(self._screen.app.open, Room.HOME)
            self._screen.controls.button(row, say("learn_play"), play, style="soft")
        top = self.card.y + px(_BOARD_TOP)
        board = pygame.Rect(self._inside.x, top, self._inside.width, row.y - px(16) - top)
        self._board = StartBoard(self._screen, board)

    # -- what is chosen

    def begin(self) -> None:
        """Do the exercises that are due."""
        if self._first is not None:
            self._screen.app.open(LearnOf(tab=MISTAKES, lesson=_DUE))

    @property
    def commands(self) -> Commands:
        return {"begin": self.begin}

    @property
    def views(self) -> list[Part]:
        counts = [*self._counts_of_kinds, *self._counts_of_phases]
        if not counts:
            return []
        rect = self.list.copy()
        top = self._screen.scale.px(_ROWS_TOP - _ROW / 2)
        rect.y, rect.height = rect.y + top, rect.height - top
        rows = [row_part(("", ""), (name, str(n)), rect, name) for name, n in counts]
        board = [] if self._first is None else [self._board.part(self._first)]
        return [table_part(say("mistake_train"), rect, rows), *board]

    @property
    def _counts_of_kinds(self) -> list[tuple[str, int]]:
        if {*self._kinds} == {OTHER}:
            return []  # that tells nothing
        return [(say(f"mistake_kind_{kind}"), n) for kind, n in self._kinds.most_common()]

    @property
    def _counts_of_phases(self) -> list[tuple[str, int]]:
        counts = [(say(f"mistake_phase_{each}"), self._phases[each]) for each in PHASES]
        return [each for each in counts if each[1]]

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the counts, and the board of the exercise to come."""
        screen, scale, palette = self._screen, self._screen.scale, self._screen.palette
        px = scale.px
        if self._phases:
            self.draw_heading(surface, say("mistake_train"))
        kinds = self._counts_of_kinds
        y = self._draw_counts(surface, kinds, px(_ROWS_TOP)) + (px(20) if kinds else 0)
        self._draw_counts(surface, self._counts_of_phases, y)
        x, y = self._inside.x, self.card.y + px(36)
        words = say("mistake_due", count=len(self._due)) if self._due else say("mistake_none_due")
        screen.write(surface, words, (x, y), max(16, px(26)), palette.ink, bold=True)
        lines = balance(self._about(), scale.body, self._inside.width)
        write_lines(surface, lines, (x, y + px(30)), scale.body, palette.quiet)
        if self._first is not None:
            self._board.draw(surface, self._first)

    def _about(self) -> str:
        if self._due:
            return say("mistake_about")
        if not self._asked:
            return say("mistake_how")
        now = self._screen.services.clock()
        due = day_of(self._asked[0].due, now.tzinfo)
        days = 1 if due is None else (due - now.date()).days
        return say("mistake_next", count=max(1, days))

    def _draw_counts(
        self, surface: pygame.Surface, counts: Sequence[tuple[str, int]], top: int
    ) -> int:
        """Draw a row for each count; return where they end, from the top of the list."""
        screen, scale, px = self._screen, self._screen.scale, self._screen.scale.px
        palette, longest = screen.palette, max((count for _, count in counts), default=1)
        right = self.list.right - px(24)
        for name, count in counts:
            y = self.list.y + top
            left = right - px(_COUNT + _BAR)
            room = left - px(12) - self.list.x - px(24)
            at = (self.list.x + px(24), y)
            screen.write(surface, name, at, scale.body, palette.ink, room=room)
            bar = pygame.Rect(left, 0, max(px(4), px(_BAR) * count // longest), px(10))
            bar.centery = y
            surface.blit(theme.rounded(bar.size, bar.height // 2, palette.accent), bar)
            screen.write(surface, str(count), (right, y), scale.body, anchor="midright")
            top += px(_ROW)
        return top


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

    def lay_out(self) -> None:
        super().lay_out()
        px = self.scale.px
        place = pygame.Rect(0, self.card.bottom + px(14), px(BUTTONS), px(42))
        place.centerx = self.card.centerx
        enabled = not self.run.solved
        self.button(place, say("mistake_put_away"), "put_away", style="soft", enabled=enabled)

    def _put_away(self) -> None:
        if self.wanted:
            self.run.put_away()
            self.go(1)
            self.refresh()

    @property
    def commands(self) -> Commands:
        return {**super().commands, "put_away": self._put_away}
