"""Puzzles: choose the board, the way and the theme, and see how one does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import pygame

from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.controls import Button, Choice
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Column, Flow, Layers, Painted, Row, Rule, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import charts, theme
from kalahgui.gui.screens.learn.learn_page import Option, Page, heading, start_board
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import GameOf, LearnOf
from kalahgui.gui.services.services import Services
from kalahgui.learning.puzzle_run import (
    BY_RATING,
    BY_THEME,
    STREAK,
    TODAY,
    WAYS,
    History,
    PuzzleRun,
)
from kalahgui.learning.puzzles import BOARDS, Puzzle, days_in_a_row, row_of_days, theme_words
from kalahgui.learning.rating import STAGES
from kalahgui.library import learnt
from kalahgui.library.saved import now
from kalahgui.words import as_text, listed, say, why

PUZZLES = "puzzles"  # the tab
_LAST = 40  # tries whose ratings are drawn
_MARGIN = 30.0  # of the rating, above and below its course
_WEEKS = 3
Board = tuple[str, str]


def place_of(board: Board, way: str, theme: str, *, run: bool = False) -> LearnOf:
    """Return where the puzzles of a board are: their page, or the screen where they are done."""
    course = " ".join((*board, way, theme if way == BY_THEME else "")).strip()
    return LearnOf(course, "run" if run else "", PUZZLES)


def chosen_in(course: str) -> tuple[Board | None, str, str]:
    """Return the board, the way and the theme that a destination's ``course`` names, if any."""
    key, variant, way, theme, *_ = [*course.split(), "", "", "", ""]
    board = (key, variant)
    return board if board in BOARDS else None, way if way in WAYS else "", theme


def run_of(services: Services, board: Board, way: str, theme: str) -> PuzzleRun:
    """Return the puzzles of a board; UserError when its list cannot be used."""
    autosave, history = services.autosave, history_of(services, board[0])

    def keep(done: learnt.PuzzleTry) -> None:
        tried = replace(done, saved=now())
        autosave.keep_learnt(lambda store: learnt.keep_try(store, tried))

    return PuzzleRun(GAMES[board[0]], board[1], way, theme, history, keep, services.clock)


def history_of(services: Services, game: str) -> History:
    """Return the tries at the puzzles of a game, and where who has none begins."""
    return History(services.autosave.tries(game), services.choices.puzzle_stage)


class PuzzlesPage(Page):
    """Choose puzzles, and begin them."""

    def __init__(self, screen: Screen, chosen: str) -> None:
        """Begin with what was chosen, or with the board that was tried last."""
        super().__init__(screen)
        self._histories = {key: history_of(screen.services, key) for key in dict(BOARDS)}
        board, self.way, self.theme = chosen_in(chosen)
        tried = [attempt for history in self._histories.values() for attempt in history.tries]
        last = max(tried, key=lambda attempt: attempt.saved, default=None)
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

    def _begin_at(self, stage: str) -> None:
        """Begin as good as somebody says to be, at the puzzles of every game not yet tried."""
        self._screen.services.choose(puzzle_stage=stage)
        for history in self._histories.values():
            history.began = stage
        self._change()

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
        match = self._screen.services.match_with_computer(GAMES[self.board[0]], self.board[1])
        self._screen.app.open(GameOf(match))

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

    # -- what is seen

    def listed(self) -> Element:
        return Column(heading(say("puzzle_boards")), *map(self._option, BOARDS), gap=6)

    def _option(self, board: Board) -> Element:
        history = self._histories[board[0]]
        firsts = [right for (variant, _), right in history.firsts.items() if variant == board[1]]
        words = say("puzzle_counts", solved=sum(firsts), all=len(firsts))
        words = words if firsts else say("puzzle_none")
        today = self._screen.services.clock().date()
        day = Day(today, history.of_day(board[1], today))
        choose = partial(self._change, board)
        return Option(_title(board), words, day, choose, chosen=board == self.board, key=board)

    def shown(self) -> Element:
        run, screen = self.run, self._screen
        ways = [(way, say(f"puzzle_way_{way}")) for way in WAYS]
        about = self.refusal or say(
            f"puzzle_way_{self.way}_what", whom=say(f"puzzle_same_{self._history.stage}")
        )
        if run is not None and self.way == STREAK and run.best:
            about = as_text(about, say("puzzle_streak", now=len(run.streak), best=run.best))
        left = Column(
            Heading(_title(self.board), "headline", line=True),
            Choice(ways, self.way, lambda way: self._change(way=way)),
            Text(about, colour="bad" if self.refusal else "quiet", balanced=True),
            self._themes(run) if self.way == BY_THEME and run is not None else None,
            Space(grow=1) if run is None else start_board(screen, run.exercise, grow=1),
            self.buttons("learn_begin", "learn_play", able=run is not None),
            gap=8,
            grow=1,
        )
        panel = puzzle_panel(screen, GAMES[self.board[0]], self._history, asked=self._stages())
        panel.width = 272
        return Row(left, panel, gap=24, stretch=True)

    def _stages(self) -> Element | None:
        """Ask where to begin, until the first rated puzzle is tried."""
        if self._history.tries:
            return None
        stages = [(stage, say(f"puzzle_stage_{stage}")) for stage in STAGES]
        asked = say("puzzle_stage")
        return Column(
            Text(asked, "small", "quiet", silent=True),
            Choice(stages, self._history.began, self._begin_at, name=asked),
            gap=6,
            padding=(0, 4, 0, 0),
        )

    def _themes(self, run: PuzzleRun) -> Element:
        return Flow(
            *(
                Button(
                    theme_words(name).said(say),
                    partial(self._change, None, "", name),
                    style="chip",
                    chosen=name == run.theme,
                    role=Role.CHOICE,
                    height=30,
                    key=name,
                )
                for name in run.themes
            ),
            gap=6,
        )


def _title(board: Board) -> str:
    return naming.title_of(GAMES[board[0]], board[1])


def puzzle_panel(
    screen: Screen,
    game: Game,
    history: History,
    run: PuzzleRun | None = None,
    asked: Element | None = None,
) -> Element:
    """Return what is known of a learner at the puzzles of a game, and of the puzzle of a run.

    What is still ``asked`` of the learner stands below the rating.
    """
    puzzle = [] if run is None else [Layers(Space(height=132), _puzzle(run)), _rule()]
    rating = _rating(screen, game, history, run)
    days = _days(history, screen.services.clock().date())
    # Beside the days there is room for the ring around today.
    return Column(*puzzle, *rating, asked, _rule(), *days, gap=4, padding=(4, 0, 4, 4))


def _rule() -> Element:
    return Column(Rule(), padding=(0, 8, 0, 8))


def _puzzle(run: PuzzleRun) -> Element:
    """Say what to do; once it is done, what the puzzle was about."""
    rating = say("puzzle_this", n=str(run.puzzle.rating))
    head = Row(
        Heading(say("puzzle_themes" if run.solved else "puzzle_what"), line=True, grow=1),
        Text(rating, "small", "quiet", line=True) if run.solved else None,
        gap=8,
    )
    themes = Text(themes_said(run.puzzle), colour="best") if run.told or run.solved else None
    if not run.solved:
        side = say(f"puzzle_side_{run.game.sides[run.puzzle.position.turn]}")
        how = Text(as_text(side, say("puzzle_how")), colour="quiet")
        return Column(head, how, themes, gap=4)
    gap = say("puzzle_gap", count=run.puzzle.gap)
    return Column(head, themes, Text(gap, colour="quiet"), gap=4)


def themes_said(puzzle: Puzzle) -> str:
    """Return what the themes of a puzzle are called."""
    return listed(*(theme_words(key).said(say) for key in puzzle.themes))


def _rating(
    screen: Screen, game: Game, history: History, run: PuzzleRun | None
) -> Iterator[Element]:
    rating, firsts = history.rating, history.firsts.values()
    gained = round(run.gained) if run else 0
    sure = say("puzzle_sure", n=round(2 * rating.deviation))
    counts = say("puzzle_counts", solved=sum(firsts), all=len(firsts))
    title = say("puzzle_rating", game=say(f"rules_tab_{game.key}"))
    number = str(round(rating.rating))

    def draw_course(surface: pygame.Surface, rect: pygame.Rect) -> None:
        ratings, palette = history.course[-_LAST:], screen.palette
        bounds = min(ratings) - _MARGIN, max(ratings) + _MARGIN
        picture = charts.render_course(rect.size, ratings, bounds, palette.accent, palette.line)
        surface.blit(picture, rect, special_flags=pygame.BLEND_PREMULTIPLIED)

    yield Row(
        Heading(title, line=True, grow=1),
        Text(number, "title", "accent", bold=True, line=True),
        gap=8,
    )
    words = f"{naming.signed(gained)} · {sure}" if gained else sure
    yield Text(words, "small", "quiet", line=True, align="right")
    if len(history.tries) > 1:  # of one there is no course to be seen
        yield Painted(draw_course, height=20, most=64, grow=1)
    if firsts:
        yield Text(counts, "small", "quiet", line=True)


def _days(history: History, today: date) -> Iterator[Element]:
    solved = {day for day, right in history.days.items() if right}
    count, row = days_in_a_row(solved, today), row_of_days(solved, today)
    words = say("puzzle_row", count=count)
    yield Row(
        Heading(say("puzzle_days"), line=True, grow=1),
        Text(words, "small", "best", bold=True, line=True) if count else None,
        gap=8,
    )
    first = today - timedelta(today.weekday() + 7 * (_WEEKS - 1))
    days = [
        Day(day, history.days.get(day), grace=day in row, today=day == today)
        for day in (first + timedelta(number) for number in range(7 * _WEEKS))
    ]
    for day in days:
        day.role = Role.ITEM if day.solved is not None or day.today else None
    yield Days(*(Row(*days[n : n + 7], gap=7) for n in range(0, len(days), 7)), gap=7)


class Days(Column):
    """Days of a calendar, of which those of a try are told, and today."""

    role = Role.LIST

    def __init__(self, *weeks: Element, gap: float) -> None:
        super().__init__(*weeks, gap=gap, key="days")
        self.name = say("puzzle_days")


class Day(Element):
    """A day: its puzzle solved, missed, left out by ``grace``, or not yet tried."""

    def __init__(
        self, day: date, solved: bool | None, *, grace: bool = False, today: bool = False
    ) -> None:
        super().__init__(height=30, grow=1, key=day)
        self.day, self.solved, self.grace, self.today = day, solved, grace, today
        state = "access_solved" if solved else "access_missed"
        words = say(f"when_month_{day.month}", day=day.day)
        self.name = listed(words, say("access_untried" if solved is None else state))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, px, cell = look.palette, look.px, self.rect
        ground, ink = palette.sunken, palette.quiet
        if self.solved:
            ground, ink = palette.best, palette.on_accent
        elif self.solved is not None:
            ground, ink = palette.card.lerp(palette.bad, 0.35), palette.ink
        surface.blit(theme.rounded(cell.size, px(8), ground), cell)
        if self.solved is False:
            bar = pygame.Rect(0, 0, cell.width // 2, max(2, px(3)))
            bar.midbottom = (cell.centerx, cell.bottom - px(2))
            surface.fill(palette.bad, bar)
        if self.grace and not self.solved:
            surface.blit(theme.outline(cell.size, px(8), max(2, px(2)), palette.best), cell)
        size = max(9, min(look.type("small"), px(13)))
        number = str(self.day.day)
        theme.write(surface, number, cell.center, size, ink, bool(self.solved), "center")
        if self.today:
            ring = cell.inflate(px(6), px(6))
            thick = max(2, px(2))
            surface.blit(theme.outline(ring.size, px(11), thick, palette.accent), ring)
