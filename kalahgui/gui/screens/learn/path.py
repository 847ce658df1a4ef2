"""The path of a course: its lessons as discs along a line, with their stars."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.paragraph import balance, line_height
from kalahgui.gui.paint.theme import Colour
from kalahgui.gui.services.words import listed, say
from kalahgui.gui.widgets.control import Control
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.course import Course
from kalahgui.library.rows import MOST_STARS

_MOST_IN_ROW = 5
# Lengths in units of the layout.
_NODE, _LINE, _STAR, _LABEL = 56, 12, 15, 44
_ROWS_APART = 184
_FINE = 4


def draw_step(
    surface: pygame.Surface,
    screen: Screen,
    centre: tuple[int, int],
    number: int,
    *,
    now: bool,
    done: bool,
    size: float,
) -> None:
    """Draw a step as a disc with its number."""
    palette, px = screen.palette, screen.scale.px
    ground, ink = palette.line, palette.quiet
    if now or done:
        ground, ink = palette.accent if now else palette.best, palette.on_accent
    theme.draw_dot(surface, centre, px(size), ground)
    letters = max(9, px(size * 0.42 + 3))
    theme.write(surface, str(number + 1), centre, letters, ink, True, "center")


def draw_stars(
    surface: pygame.Surface, screen: Screen, centre: tuple[int, int], stars: int, size: float
) -> None:
    """Draw so many stars of three around a point."""
    px = screen.scale.px
    step = px(size * 1.15)
    for number in range(MOST_STARS):
        name = "starred" if number < stars else "star"
        picture = theme.icon(name, px(size), screen.palette.accent)
        theme.stamp(surface, picture, (centre[0] + (number - 1) * step, centre[1]))


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


class Path:
    """The lessons of a course on a screen, to be chosen by a click."""

    def __init__(self, screen: Screen, place: pygame.Rect, course: Course) -> None:
        """Lay the lessons out in a place, in one row or there and back."""
        self._screen = screen
        self._course = course
        px = screen.scale.px
        count = len(course.lessons)
        rows = 1 if count <= _MOST_IN_ROW else 2
        self._row = math.ceil(count / rows)
        self._bend = px(_ROWS_APART)
        half = px(_NODE) // 2
        reach = half + (self._bend // 2 if rows > 1 else 0)
        self._room = (place.width - reach) // _MOST_IN_ROW
        left = place.x + self._room // 2
        step = (place.right - reach - left) // (_MOST_IN_ROW - 1) if rows > 1 else self._room
        self._room = min(self._room, step) - px(6)
        self._centres = []
        for number in range(count):
            row, column = divmod(number, self._row)
            column = self._row - 1 - column if row else column
            at = (left + column * step, place.y + half + row * self._bend)
            self._centres.append(at)
        labels = max(px(_LABEL), px(10) + 2 * line_height(screen.scale.small))
        self._width = place.width
        self._areas: list[Control] = []
        self.bottom = self._centres[-1][1] + half + labels + px(_STAR + 12)

    def add(self, choose: Callable[[int], object]) -> None:
        """Add the areas that are pressed to ``choose`` a lesson by its place."""
        px = self._screen.scale.px
        for number, centre in enumerate(self._centres):
            rect = pygame.Rect(0, 0, px(_NODE), px(_NODE))
            rect.center = centre
            name = f"{number + 1}. {self._course.lessons[number].title.said(say)}"
            control = self._screen.controls.area(rect, partial(choose, number), name)
            control.row = self._rect
            self._areas.append(control)

    def part(self, chosen: int, stars: Mapping[str, int]) -> Part:
        """Return the lessons as a list, each with how far it is."""
        items, known = [], [lesson.key in stars for lesson in self._course.lessons]
        for number, control in enumerate(self._areas):
            key = self._course.lessons[number].key
            state = say("access_stars", n=stars[key], all=MOST_STARS) if known[number] else ""
            if not known[number] and all(known[:number]):
                state = say("access_next")
            name = listed(control.words(), state)
            items.append(self._screen.part_of(control, Role.ITEM, name, number == chosen))
        return Part(Role.LIST, self._course.title.said(say), self._rect, "path", tuple(items))

    @property
    def _rect(self) -> pygame.Rect:
        """Return where the discs and all below them stand."""
        half, (x, y) = self._screen.scale.px(_NODE) // 2, self._centres[0]
        return pygame.Rect(x - self._room // 2, y - half, self._width, self.bottom - y + half)

    def draw(self, surface: pygame.Surface, chosen: int, stars: Mapping[str, int]) -> None:
        """Draw the line, the discs with titles and stars, and a ring around the chosen one."""
        screen, px = self._screen, self._screen.scale.px
        scale, palette = screen.scale, screen.palette
        lessons = self._course.lessons
        for number in range(len(lessons) - 1):
            done = lessons[number].key in stars
            colour = palette.card.lerp(palette.best, 0.5) if done else palette.line
            self._draw_way(surface, number, colour)
        for number, (lesson, centre) in enumerate(zip(lessons, self._centres, strict=True)):
            now = number == chosen
            done = lesson.key in stars
            draw_step(surface, screen, centre, number, now=now, done=done, size=_NODE)
            if now:
                theme.draw_ring(surface, centre, px(_NODE + 12), max(2, px(3)), palette.accent)
            y = centre[1] + px(_NODE / 2 + 10)
            ink = palette.ink if now or done else palette.quiet
            for line in balance(lesson.title.said(say), scale.small, self._room, now)[:2]:
                at = (centre[0], y + line_height(scale.small) // 2)
                theme.write(surface, line, at, scale.small, ink, now, "center")
                y += line_height(scale.small)
            if done:
                draw_stars(surface, screen, (centre[0], y + px(9)), stars[lesson.key], _STAR)

    def _draw_way(self, surface: pygame.Surface, number: int, colour: pygame.Color) -> None:
        """Draw the line from a lesson to the next one."""
        px = self._screen.scale.px
        (x, y), (to, down) = self._centres[number], self._centres[number + 1]
        thick = px(_LINE)
        if y == down:
            rail = pygame.Rect(min(x, to), y - thick // 2, abs(to - x), thick)
            pygame.draw.rect(surface, colour, rail)
            return
        size = self._bend + thick
        ring = theme.outline((size, size), size // 2, thick, colour)
        half = pygame.Rect(size // 2, 0, size - size // 2, size)
        surface.blit(ring, (x, y - thick // 2), half)
