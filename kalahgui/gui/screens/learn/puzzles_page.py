"""Puzzles: choose the board, the way and the theme, and see how one does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.screens.learn.page import BUTTON, BUTTONS, INSET, Page, StartBoard
from kalahgui.gui.screens.learn.puzzle_panel import PuzzlePanel, draw_day
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import LearnOf, SetUpOf
from kalahgui.gui.services.services import Services
from kalahgui.gui.services.settings import entry_on
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.control import Kind
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.puzzle_run import (
    BY_RATING,
    BY_THEME,
    STREAK,
    TODAY,
    WAYS,
    History,
    PuzzleRun,
)
from kalahgui.learning.puzzles import BOARDS, theme_words
from kalahgui.library import learnt
from kalahgui.library.saved import now

PUZZLES = "puzzles"  # the tab
# Lengths in units of the layout.
_DAY, _PANEL, _WAYS_TOP, _WAYS, _THEME = 40, 264, 64, 36, 30

Board = tuple[str, str]


def place_of(board: Board, way: str, theme: str, *, run: bool = False) -> LearnOf:
    """Return where the puzzles of a board are: their page, or the screen where they are done."""
    course = " ".join((*board, way, theme if way == BY_THEME else "")).strip()
    return LearnOf(course, "run" if run else "", PUZZLES)


def chosen_in(course: str) -> tuple[Board | None, str, str]:
    """Return the board, the way and the theme that a place names, as far as it does."""
    key, variant, way, theme, *_ = [*course.split(), "", "", "", ""]
    board = (key, variant)
    return board if board in BOARDS else None, way if way in WAYS else "", theme


def run_of(services: Services, board: Board, way: str, theme: str) -> PuzzleRun:
    """Return the puzzles of a board; UserError when its list cannot be used."""
    autosave = services.autosave
    history = History(autosave.tries(board[0]))

    def keep(done: learnt.PuzzleTry) -> None:
        tried = replace(done, saved=now())
        autosave.keep_learnt(lambda store: learnt.keep_try(store, tried))

    return PuzzleRun(GAMES[board[0]], board[1], way, theme, history, keep, services.clock)


class PuzzlesPage(Page):
    """Choose puzzles, and begin them."""

    def __init__(self, screen: Screen, chosen: str) -> None:
        """Begin with what was chosen, or with the board that was tried last."""
        super().__init__(screen)
        autosave = screen.services.autosave
        self._histories = {key: History(autosave.tries(key)) for key in dict(BOARDS)}
        board, self.way, self.theme = chosen_in(chosen)
        tried = [each for history in self._histories.values() for each in history.tries]
        last = max(tried, key=lambda each: each.saved, default=None)
        lately = BOARDS[0] if last is None else (last.game, last.variant)
        self.choose(board or lately)

    @property
    def _history(self) -> History:
        return self._histories[self.board[0]]

    # -- what is chosen

    def choose(self, board: Board) -> None:
        """Show the puzzles of a board."""
        self.board = board if board in BOARDS else BOARDS[0]
        if not self.way:
            done = self._history.of_day(self.board[1], self._screen.services.clock().date())
            self.way = TODAY if done is None else BY_RATING
        self.run: PuzzleRun | None = None
        self.refusal = ""
        try:
            self.run = run_of(self._screen.services, self.board, self.way, self.theme)
        except UserError as error:
            self.refusal = naming.capital(why(error))

    def _change(self, board: Board | None = None, way: str = "", theme: str = "") -> None:
        self.way, self.theme = way or self.way, theme or self.theme
        self.choose(board or self.board)
        self._screen.refresh()

    def _walk(self, step: int) -> None:
        at = BOARDS.index(self.board) + step
        self._change(board=BOARDS[at % len(BOARDS)])

    def _step(self, step: int) -> None:
        self._change(way=WAYS[(WAYS.index(self.way) + step) % len(WAYS)])

    def _step_theme(self, step: int) -> None:
        if self.run is not None:
            themes = self.run.themes
            at = themes.index(self.run.theme) + (step if self.way == BY_THEME else 0)
            self._change(way=BY_THEME, theme=themes[at % len(themes)])

    def begin(self) -> None:
        """Do the puzzles that are chosen."""
        if self.run is not None:
            self._screen.app.open(place_of(self.board, self.way, self.run.theme, run=True))

    def _play(self) -> None:
        """Set up a game on the board."""
        self._screen.app.open(SetUpOf(entry_on(GAMES[self.board[0]], self.board[1]).key))

    @property
    def commands(self) -> Commands:
        return {
            "course_before": partial(self._walk, -1),
            "course": partial(self._walk, 1),
            "lesson_before": partial(self._step, -1),
            "lesson": partial(self._step, 1),
            "theme": partial(self._step_theme, 1),
            "theme_before": partial(self._step_theme, -1),
            "begin": self.begin,
            "play": self._play,
        }

    # -- layout

    def lay_out(self, place: pygame.Rect) -> None:
        """Lay the boards out at the left, what is chosen and how one does at the right."""
        super().lay_out(place)
        screen, px = self._screen, self._screen.scale.px
        titles = {board: _title(board) for board in BOARDS}
        self._rows = self.add_rows(titles, self._change, self.board)
        inside = self.card.inflate(-2 * px(INSET), -2 * px(28))
        panel = inside.copy()
        panel.width = px(_PANEL)
        panel.right = inside.right
        self._panel = PuzzlePanel(screen, GAMES[self.board[0]], self._history, None)
        self._panel.lay_out(panel)
        self._left = pygame.Rect(inside.x, inside.y, panel.x - px(28) - inside.x, inside.height)
        ways = pygame.Rect(self._left.x, self.card.y + px(_WAYS_TOP), self._left.width, px(_WAYS))
        options = [(way, say(f"puzzle_way_{way}")) for way in WAYS]
        screen.controls.segments(ways, options, self.way, lambda way: self._change(way=way))
        words = self.refusal or say(f"puzzle_way_{self.way}_what")
        if self.run is not None and self.way == STREAK and self.run.best:
            words += " " + say("puzzle_streak", now=len(self.run.streak), best=self.run.best)
        self._about = balance(words, screen.scale.body, ways.width)
        self._about_top = ways.bottom + px(10)
        top = self._about_top + len(self._about) * line_height(screen.scale.body) + px(8)
        if self.way == BY_THEME and self.run is not None:
            top = self._add_themes(self.run, top)
        row = pygame.Rect(self._left.x, 0, px(BUTTONS), px(BUTTON))
        row.bottom = inside.bottom
        if self.run is not None:
            screen.button(row, say("learn_begin"), "begin", style="primary")
            row = row.move(row.width + px(14), 0)
        screen.button(row, say("learn_play"), "play", style="soft")
        board_place = pygame.Rect(self._left.x, top, self._left.width, row.y - px(12) - top)
        self._start = StartBoard(screen, board_place)

    def _add_themes(self, run: PuzzleRun, top: int) -> int:
        """Add a button for each theme, in rows; return where they end."""
        screen, px = self._screen, self._screen.scale.px
        size, gap = screen.scale.small, px(6)
        place = pygame.Rect(self._left.x, top, 0, max(px(_THEME), line_height(size)))
        for name in run.themes:
            words = theme_words(name).said(say)
            place.width = min(theme.font(size).size(words)[0] + px(24), self._left.width)
            if place.right > self._left.right:
                place.topleft = (self._left.x, place.bottom + gap)
            choose = partial(self._change, None, "", name)
            screen.controls.button(
                place.copy(),
                words,
                choose,
                style="segment_small",
                selected=name == run.theme,
                kind=Kind.CHOICE,
            )
            place.x = place.right + gap
        return place.bottom + px(10)

    @property
    def views(self) -> list[Part]:
        board = [] if self.run is None else [self._start.part(self.run.exercise)]
        return [*board, self._panel.part]

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the boards, the puzzle to come, and how one does."""
        screen, scale, palette = self._screen, self._screen.scale, self._screen.palette
        px = scale.px
        self.draw_heading(surface, say("puzzle_boards"))
        for board, row in self._rows.items():
            self._draw_row(surface, board, row)
        at = (self._left.x, self.card.y + px(36))
        screen.write(surface, _title(self.board), at, max(16, px(26)), palette.ink, bold=True)
        colour = palette.bad if self.refusal else palette.quiet
        at = (self._left.x, self._about_top)
        write_lines(surface, self._about, at, scale.body, colour)
        if self.run is not None:
            self._start.draw(surface, self.run.exercise)
        self._panel.draw(surface)

    def _draw_row(self, surface: pygame.Surface, board: Board, row: pygame.Rect) -> None:
        """Draw a board's name, how many of its puzzles are solved, and today's."""
        screen, px, history = self._screen, self._screen.scale.px, self._histories[board[0]]
        firsts = [right for (variant, _), right in history.firsts.items() if variant == board[1]]
        solved, failed = sum(firsts), len(firsts) - sum(firsts)
        words = say("puzzle_counts", solved=solved, failed=failed) if firsts else say("puzzle_none")
        aside = self.draw_row(surface, row, _title(board), words, chosen=board == self.board)
        cell = pygame.Rect(aside.x, 0, px(_DAY), px(_DAY - 4))
        cell.centery = aside.centery
        today = screen.services.clock().date()
        draw_day(surface, screen, cell, today, history.of_day(board[1], today))


def _title(board: Board) -> str:
    return naming.title_of(GAMES[board[0]], board[1])
