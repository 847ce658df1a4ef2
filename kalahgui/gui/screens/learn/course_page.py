"""The courses: a list of them, and the path of the one chosen."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, write_lines
from kalahgui.gui.screens.learn.page import BUTTON, BUTTONS, INSET, Page, StartBoard
from kalahgui.gui.screens.learn.path import Path, progress_ring
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import Destination, LearnOf, SetUpOf, TheatreOf
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.course import COMPUTER, Course, courses
from kalahgui.learning.mastery import ASKED, EXAMINED, first_and_last
from kalahgui.library.rows import MOST_STARS

# Lengths in units of the layout.
_LIST_FOOT, _PATH_TOP = 66, 104
_PAR_A_MINUTE = 7


TEN = TheatreOf(tab="quiz", ten=LearnOf(COMPUTER))


def onward_from(course: str) -> tuple[str, Destination]:
    """Return where a course leads to, after the words that say so."""
    if course == COMPUTER:
        return "learn_theatre", TheatreOf(tab="quiz")
    return "learn_play", SetUpOf(course)


class CoursePage(Page):
    """Choose a course and a lesson, and begin it."""

    def __init__(self, screen: Screen, chosen: str) -> None:
        """Begin with a course, or with the one that was not finished yet."""
        super().__init__(screen)
        self.courses = courses()[0]
        self.stars = {key: screen.services.autosave.stars(key) for key in self.courses}
        left = [
            key for key, each in self.courses.items() if len(self.stars[key]) < len(each.lessons)
        ]
        begun = [key for key in left if self.stars[key]]
        self.chosen = chosen if chosen in self.courses else [*begun, *left, *self.courses][0]
        self.at = self._next_lesson()

    @property
    def course(self) -> Course:
        """Return the chosen course."""
        return self.courses[self.chosen]

    def _next_lesson(self) -> int:
        """Return the place of the first lesson that was not done, or of the first."""
        known = self.stars[self.chosen]
        places = (n for n, each in enumerate(self.course.lessons) if each.key not in known)
        return next(places, 0)

    # -- layout

    def lay_out(self, place: pygame.Rect) -> None:
        """Lay the list and the path out in a place."""
        super().lay_out(place)
        screen, px = self._screen, self._screen.scale.px
        titles = {key: each.title.said(say) for key, each in self.courses.items()}
        self._rows = self.add_rows(titles, self.choose, self.chosen, _LIST_FOOT)
        inside = self.card.inflate(-2 * px(INSET), 0)
        top = self.card.y + px(_PATH_TOP)
        self._path = Path(screen, pygame.Rect(inside.x, top, inside.width, 0), self.course)
        self._path.add(self.choose_lesson)
        height = self.card.bottom - px(24) - px(8) - self._path.bottom
        board = pygame.Rect(inside.x, self._path.bottom, round(inside.width * 0.42), height)
        self._start = StartBoard(screen, board)
        left = board.right + px(28)
        self._words = pygame.Rect(left, board.y, inside.right - left, 0)
        row = pygame.Rect(self._words.x, 0, px(BUTTONS), px(BUTTON))
        row.bottom = self.card.bottom - px(28)
        lesson = self.course.lessons[self.at]
        words = "learn_once_more" if lesson.key in self.stars[self.chosen] else "learn_go"
        if not self.stars[self.chosen]:
            words = "learn_begin"
        screen.button(row, say(words), "begin", style="primary")
        row = row.move(row.width + px(14), 0)
        screen.button(row, say(onward_from(self.chosen)[0]), "play", style="soft")
        minutes = max(1, round(self.course.work / _PAR_A_MINUTE))
        self._about = say("learn_minutes", count=minutes)
        self._lay_out_ten()

    def _lay_out_ten(self) -> None:
        """Offer ten questions before the course on searches and after it, and tell the gain."""
        if self.chosen != COMPUTER:
            return
        screen, px = self._screen, self._screen.scale.px
        kept = screen.services.autosave.answers().get(EXAMINED, ())
        if kept:
            before, now = first_and_last(kept)
            key = "learn_ten_gain" if len(kept) > ASKED else "learn_ten_before"
            self._about = say(key, n=before, now=now)
        done = len(self.stars[COMPUTER])
        if done not in (0, len(self.course.lessons)) or (kept and not done):
            return
        words = say(
            "learn_ten_first" if not done else "learn_ten_again" if kept else "you_search_mode_test"
        )
        go = partial(screen.app.open, TEN)
        width = theme.font(screen.scale.body, True).size(words)[0] + px(28)
        rect = pygame.Rect(0, self.card.y + px(22), width, px(BUTTON))
        rect.right = self.card.right - px(INSET)
        screen.controls.button(rect, words, go, style="soft")

    @property
    def views(self) -> list[Part]:
        path = self._path.part(self.at, self.stars[self.chosen])
        tasks = self.course.lessons[self.at].tasks
        return [path, self._start.part(tasks[0])] if tasks else [path]

    # -- what is chosen

    def choose(self, key: str) -> None:
        """Show the path of a course."""
        self.chosen = key
        self.at = self._next_lesson()
        self._screen.refresh()

    def choose_lesson(self, number: int) -> None:
        """Show a lesson; begin the one that is shown already."""
        if number == self.at:
            self.begin()
            return
        self.at = number
        self._screen.refresh()

    def begin(self) -> None:
        """Begin the lesson that is shown."""
        key = self.course.lessons[self.at].key
        self._screen.app.open(LearnOf(self.chosen, key))

    def _play(self) -> None:
        """Set up the game of the course."""
        self._screen.app.open(onward_from(self.chosen)[1])

    def _walk(self, step: int) -> None:
        keys = [*self.courses]
        self.choose(keys[(keys.index(self.chosen) + step) % len(keys)])

    def _step(self, step: int) -> None:
        self.at = (self.at + step) % len(self.course.lessons)
        self._screen.refresh()

    @property
    def commands(self) -> Commands:
        return {
            "course_before": partial(self._walk, -1),
            "course": partial(self._walk, 1),
            "lesson_before": partial(self._step, -1),
            "lesson": partial(self._step, 1),
            "begin": self.begin,
            "play": self._play,
        }

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the list, the path and the chosen lesson."""
        screen, palette, px = self._screen, self._screen.palette, self._screen.scale.px
        scale = screen.scale
        self.draw_heading(surface, say("learn_courses"))
        for key, row in self._rows.items():
            self._draw_row(surface, key, row)
        self._draw_sums(surface)
        title, at = self.course.title.said(say), (self.card.x + px(INSET), self.card.y + px(32))
        screen.write(surface, title, at, max(16, px(26)), palette.ink, bold=True)
        screen.write(surface, self._about, (at[0], at[1] + px(32)), scale.body)
        self._path.draw(surface, self.at, self.stars[self.chosen])
        self._draw_lesson(surface)

    def _draw_row(self, surface: pygame.Surface, key: str, row: pygame.Rect) -> None:
        palette, px = self._screen.palette, self._screen.scale.px
        done, count = len(self.stars[key]), len(self.courses[key].lessons)
        words = (
            say("learn_done_of", n=done, all=count) if done else say("learn_lessons", count=count)
        )
        title = self.courses[key].title.said(say)
        aside = self.draw_row(surface, row, title, words, chosen=key == self.chosen)
        size = min(aside.width, row.height - px(8))
        ring = progress_ring(size, done / count, palette.best, palette.line)
        theme.stamp(surface, ring, aside.center)
        if done == count:
            theme.stamp(surface, theme.icon("check", px(20), palette.best), aside.center)

    def _draw_sums(self, surface: pygame.Surface) -> None:
        """Draw how many lessons are done, and how many stars there are for them."""
        screen, palette, px = self._screen, self._screen.palette, self._screen.scale.px
        size, box = screen.scale.body, self.list
        lessons = sum(len(each.lessons) for each in self.courses.values())
        done = sum(map(len, self.stars.values()))
        stars = sum(sum(each.values()) for each in self.stars.values())
        line = pygame.Rect(box.x + px(24), box.bottom - px(_LIST_FOOT), box.width - px(48), 1)
        pygame.draw.rect(surface, palette.line, line)
        y = box.bottom - px(_LIST_FOOT) // 2
        words = say("learn_done_all", n=done, all=lessons)
        screen.write(surface, words, (line.x, y), size, palette.ink, bold=True)
        words = say("learn_stars_all", n=stars, all=MOST_STARS * lessons)
        place = screen.write(
            surface, words, (line.right, y), size, palette.accent, bold=True, anchor="midright"
        )
        star = theme.icon("starred", px(17), palette.accent)
        theme.stamp(surface, star, (place.x - px(6), y), "midright")

    def _draw_lesson(self, surface: pygame.Surface) -> None:
        screen, palette, scale = self._screen, self._screen.palette, self._screen.scale
        lesson = self.course.lessons[self.at]
        self._start.draw(surface, lesson.tasks[0])
        at = (self._words.x, self._words.y + scale.px(10))
        heading = f"{self.at + 1} {lesson.title.said(say)}"
        screen.write(surface, heading, at, scale.title, palette.ink, bold=True)
        y = at[1] + round(scale.title * 1.0)
        lines = balance(lesson.tasks[0].goal.said(say), scale.body, self._words.width)
        write_lines(surface, lines, (at[0], y), scale.body, palette.quiet)
