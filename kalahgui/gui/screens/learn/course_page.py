"""The courses: a list of them, and the lessons of the one chosen as discs along a path."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

import pygame

from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Column, Painted, Row, Rule, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Heading, Icon, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour
from kalahgui.gui.screens.learn.learn_page import ASIDE, BUTTON, Option, Page, heading, start_board
from kalahgui.gui.screens.learn.run_screen import Stars
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import Destination, GameOf, LearnOf, TheatreOf
from kalahgui.gui.services.services import Services
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.learning.course import COMPUTER, Course, Lesson, courses
from kalahgui.learning.mastery import ASKED, EXAMINED, first_and_last
from kalahgui.library.rows import MOST_STARS
from kalahgui.words import listed, say

_PAR_A_MINUTE = 7
_MOST_IN_ROW, _FINE = 5, 4
# Lengths in units of the layout.
_NODE, _LINE, _ROWS_APART, _BELOW = 56, 12, 172, 18
TEN = TheatreOf(tab="quiz", ten=LearnOf(COMPUTER))


def onward_words(course: str) -> str:
    """Return the key of the words that say where a course leads to."""
    return "learn_theatre" if course == COMPUTER else "learn_play"


def onward_from(course: str, services: Services) -> Destination:
    """Return where a course leads to."""
    if course == COMPUTER:
        return TheatreOf(tab="quiz")
    offer = CATALOGUE[course]
    return GameOf(services.match_with_computer(offer.game, offer.boards[0]))


class CoursePage(Page):
    """Choose a course and a lesson, and begin it."""

    def __init__(self, screen: Screen, chosen: str) -> None:
        """Begin with a course, or with the one that was not finished yet."""
        super().__init__(screen)
        self.courses = courses()[0]
        self.stars = {key: screen.services.autosave.stars(key) for key in self.courses}
        self._asked = screen.services.autosave.answers().get(EXAMINED, ())
        left = [
            key
            for key, course in self.courses.items()
            if len(self.stars[key]) < len(course.lessons)
        ]
        begun = [key for key in left if self.stars[key]]
        self.chosen = chosen if chosen in self.courses else [*begun, *left, *self.courses][0]
        self.at = self._next_lesson()

    @property
    def course(self) -> Course:
        """Return the chosen course."""
        return self.courses[self.chosen]

    def _next_lesson(self) -> int:
        known = self.stars[self.chosen]
        places = (n for n, lesson in enumerate(self.course.lessons) if lesson.key not in known)
        return next(places, 0)

    # -- what is seen

    def listed(self) -> Element:
        lessons = sum(len(course.lessons) for course in self.courses.values())
        done = sum(map(len, self.stars.values()))
        stars = sum(sum(counts.values()) for counts in self.stars.values())
        stars_words = say("learn_stars_all", n=stars, all=MOST_STARS * lessons)
        return Column(
            heading(say("learn_courses")),
            *map(self._option, self.courses),
            Space(grow=1),
            Rule(),
            Row(
                Text(say("learn_done_all", n=done, all=lessons), bold=True, line=True, grow=1),
                Icon("starred", "accent", 17),
                Text(stars_words, colour="accent", bold=True, line=True),
                gap=6,
                padding=(12, 18, 12, 8),
            ),
            gap=6,
        )

    def _option(self, key: str) -> Element:
        done, count = len(self.stars[key]), len(self.courses[key].lessons)
        words = (
            say("learn_done_of", n=done, all=count) if done else say("learn_lessons", count=count)
        )
        ring = Painted(partial(self._draw_ring, done / count), height=ASIDE)
        title, choose = self.courses[key].title.said(say), partial(self.choose, key)
        return Option(title, words, ring, choose, chosen=key == self.chosen, key=key)

    def _draw_ring(self, share: float, surface: pygame.Surface, rect: pygame.Rect) -> None:
        palette, px = self._screen.palette, self._screen.scale.px
        ring = progress_ring(rect.width, share, palette.best, palette.line)
        theme.stamp(surface, ring, rect.center)
        if share == 1:
            theme.stamp(surface, theme.icon("check", px(20), palette.best), rect.center)

    def shown(self) -> Element:
        stars, lesson = self.stars[self.chosen], self.course.lessons[self.at]
        head = Column(
            Heading(self.course.title.said(say), "headline", line=True),
            Text(self._about, colour="quiet", line=True),
            grow=1,
        )
        words = "learn_once_more" if lesson.key in stars else "learn_go" if stars else "learn_begin"
        said = Column(
            Heading(f"{self.at + 1} {lesson.title.said(say)}", "title", line=True),
            Text(lesson.tasks[0].goal.said(say), colour="quiet", balanced=True),
            Space(grow=1),
            self.buttons(words, onward_words(self.chosen)),
            grow=58,
        )
        board = start_board(self._screen, lesson.tasks[0], grow=42)
        return Column(
            Row(head, self._ten()),
            Space(height=12),
            Path(self.course, stars, self.at, self.choose_lesson),
            Row(board, said, gap=28, stretch=True, grow=1),
            gap=8,
        )

    @property
    def _about(self) -> str:
        """Say how long the course takes, or what ten questions have shown of it."""
        if self.chosen == COMPUTER and self._asked:
            before, now = first_and_last(self._asked)
            key = "learn_ten_gain" if len(self._asked) > ASKED else "learn_ten_before"
            return say(key, n=before, now=now)
        return say("learn_minutes", count=max(1, round(self.course.work / _PAR_A_MINUTE)))

    def _ten(self) -> Element | None:
        """Return the way to ten questions before the course on searches and after it."""
        done, all_lessons = len(self.stars[COMPUTER]), len(self.course.lessons)
        if self.chosen != COMPUTER or done not in (0, all_lessons) or (self._asked and not done):
            return None
        again = "learn_ten_again" if self._asked else "you_search_mode_test"
        words = say(again if done else "learn_ten_first")
        go = partial(self._screen.app.open, TEN)
        return Button(words, go, style="soft", height=BUTTON["height"])

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
        self._screen.app.open(onward_from(self.chosen, self._screen.services))

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


@kept(32)
def progress_ring(size: int, share: float, colour: Colour, ground: Colour) -> pygame.Surface:
    """Render a ring, a share of which is done."""
    large = size * _FINE
    picture = pygame.Surface((large, large), pygame.SRCALPHA)
    picture.fill(ground)
    middle, radius = large / 2, large / 2 - 1
    if share:
        steps = max(2, round(90 * share))
        angles = (2 * math.pi * share * step / steps for step in range(steps + 1))
        rim = [
            (middle + large * math.sin(angle), middle - large * math.cos(angle)) for angle in angles
        ]
        pygame.draw.polygon(picture, colour, [(middle, middle), *rim])
    hole = pygame.Surface((large, large), pygame.SRCALPHA)
    hole.fill("white")
    pygame.draw.circle(hole, (255, 255, 255, 0), (middle, middle), radius * 0.78)
    outside = theme.clear((large, large))
    pygame.draw.circle(outside, "white", (middle, middle), radius)
    for mask in (hole, outside):
        picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(picture, (size, size))


class _Disc(Element):
    """A lesson as a disc with its number, in a ring where it is chosen."""

    def __init__(self, number: int, *, now: bool, done: bool) -> None:
        super().__init__(height=_NODE)
        self._number, self._now, self._done = number, now, done

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, px, centre = look.palette, look.px, self.rect.center
        ground, ink = palette.line, palette.quiet
        if self._now or self._done:
            ground, ink = palette.accent if self._now else palette.best, palette.on_accent
        theme.draw_dot(surface, centre, px(_NODE), ground)
        letters = max(9, px(_NODE * 0.42 + 3))
        theme.write(surface, str(self._number), centre, letters, ink, True, "center")
        if self._now:
            theme.draw_ring(surface, centre, px(_NODE + 12), max(2, px(3)), palette.accent)


class _Step(Column):
    """A lesson of the path, which is pressed to choose it."""

    role = Role.ITEM
    takes_focus = True

    def __init__(self, number: int, lesson: Lesson, state: str, stars: int, chosen: bool) -> None:
        title, done = lesson.title.said(say), bool(stars)
        self.disc = _Disc(number, now=chosen, done=done)
        super().__init__(
            self.disc,
            Text(
                title,
                "small",
                "ink" if chosen or done else "quiet",
                bold=chosen,
                balanced=True,
                silent=True,
                align="centre",
            ),
            Stars(stars, 15) if done else None,
            gap=5,
            key=lesson.key,
        )
        self.name = listed(f"{number}. {title}", state)
        self.chosen, self.done = chosen, done


class Path(Element):
    """The lessons of a course, in one row or there and back; ``choose`` takes the place of one."""

    role = Role.LIST

    def __init__(
        self,
        course: Course,
        stars: Mapping[str, int],
        chosen: int,
        choose: Callable[[int], object],
    ) -> None:
        super().__init__(key="path")
        self.name = course.title.said(say)
        known = [lesson.key in stars for lesson in course.lessons]
        self._steps: list[_Step] = []
        for index, lesson in enumerate(course.lessons):
            got = stars.get(lesson.key, 0)
            state = say("access_stars", n=got, all=MOST_STARS) if known[index] else ""
            if not known[index] and all(known[:index]):
                state = say("access_next")
            step = _Step(index + 1, lesson, state, got, index == chosen)
            step.act = partial(choose, index)
            self._steps.append(step)
        self.children = self._steps
        self._rows = 1 if len(self._steps) <= _MOST_IN_ROW else 2
        self._row = math.ceil(len(self._steps) / self._rows)

    def _across(self, look: Look, room: int) -> tuple[int, int, int]:
        """Return where the first disc stands, how far the next is, and the room of a lesson."""
        room -= look.px(_NODE) // 2 + (look.px(_ROWS_APART) // 2 if self._rows > 1 else 0)
        width = room // _MOST_IN_ROW
        step = (room - width // 2) // (_MOST_IN_ROW - 1) if self._rows > 1 else width
        return width // 2, step, min(width, step) - look.px(6)

    def _down(self, look: Look, width: int) -> tuple[int, int]:
        tallest = max(step.wants(look, width)[1] for step in self._steps)
        return max(look.px(_ROWS_APART), tallest + look.px(_BELOW)), tallest

    def measure(self, look: Look, room: int) -> Size:
        apart, tallest = self._down(look, self._across(look, room)[2])
        return room, apart * (self._rows - 1) + tallest

    def arrange(self, look: Look) -> None:
        left, apart, width = self._across(look, self.rect.width)
        down = self._down(look, width)[0]
        for number, step in enumerate(self._steps):
            row, column = divmod(number, self._row)
            column = self._row - 1 - column if row else column
            rect = pygame.Rect(0, self.rect.y + row * down, width, step.wants(look, width)[1])
            rect.centerx = self.rect.x + left + column * apart
            step.place(look, rect)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, thick = look.palette, look.px(_LINE)
        for step, following in pairwise(self._steps):
            colour = palette.card.lerp(palette.best, 0.5) if step.done else palette.line
            (x, y), (to, down) = step.disc.rect.center, following.disc.rect.center
            if y == down:
                rail = pygame.Rect(min(x, to), y - thick // 2, abs(to - x), thick)
                surface.fill(colour, rail)
                continue
            size = down - y + thick
            ring = theme.outline((size, size), size // 2, thick, colour)
            half = pygame.Rect(size // 2, 0, size - size // 2, size)
            surface.blit(ring, (x, y - thick // 2), half)
