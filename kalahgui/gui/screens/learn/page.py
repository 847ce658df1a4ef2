"""What the pages of the Learn screen have in common: a list at the left, a card, a board on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TypeVar

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import cache
from kalahgui.gui.paint.trees import TreePicture
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.scroll import draw_chosen
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.exercise import Exercise
from kalahgui.learning.search_task import SearchTask, nobody

K = TypeVar("K", bound=Hashable)

# Lengths in units of the layout.
_LIST, _GAP = 372, 24
_ROW, _ROWS_TOP, _ASIDE = 84, 52, 44
INSET, BUTTON, BUTTONS = 32, 46, 168


class Page:
    """A page of two cards: a list at the left, and what is chosen at the right."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    @property
    def commands(self) -> Commands:
        """Return what can be done on this page."""
        raise NotImplementedError

    @property
    def cards(self) -> list[pygame.Rect]:
        """Return the cards that lie on the paper."""
        return [self.list, self.card]

    def lay_out(self, place: pygame.Rect) -> None:
        """Lay the cards out in a place; a page adds its controls."""
        px = self._screen.scale.px
        self.list = pygame.Rect(place.x, place.y, px(_LIST), place.height)
        left = self.list.right + px(_GAP)
        self.card = pygame.Rect(left, place.y, place.right - left, place.height)

    def add_rows(
        self, titles: Mapping[K, str], choose: Callable[[K], object], foot: float = 0
    ) -> dict[K, pygame.Rect]:
        """Add an area for each title of the list, above its foot, and return their places."""
        px = self._screen.scale.px
        rows: dict[K, pygame.Rect] = {}
        room = self.list.height - px(_ROWS_TOP + foot)
        height = min(px(_ROW), room // len(titles))
        for number, (key, title) in enumerate(titles.items()):
            top = self.list.y + px(_ROWS_TOP) + number * height
            row = pygame.Rect(self.list.x + px(12), top, self.list.width - px(24), height - px(6))
            self._screen.controls.area(row, partial(choose, key), title)
            rows[key] = row
        return rows

    def draw_heading(self, surface: pygame.Surface, words: str) -> None:
        """Write what the list has."""
        screen, px = self._screen, self._screen.scale.px
        at, size = (self.list.x + px(24), self.list.y + px(28)), screen.scale.heading
        screen.write(surface, words, at, size, screen.palette.ink, bold=True)

    def draw_row(
        self, surface: pygame.Surface, row: pygame.Rect, title: str, words: str, *, chosen: bool
    ) -> pygame.Rect:
        """Draw a row with a line below its title; return the place that is left beside them."""
        screen, px = self._screen, self._screen.scale.px
        scale = screen.scale
        if chosen:
            draw_chosen(surface, row, px(12), screen.palette)
        aside = pygame.Rect(row.x + px(16), row.y, px(_ASIDE), row.height)
        x, y = aside.right + px(16), row.centery - round(scale.title * 0.55)
        screen.write(surface, title, (x, y), scale.title, screen.palette.ink, bold=True)
        screen.write(surface, words, (x, row.centery + round(scale.title * 0.65)), scale.small)
        return aside

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what the page has besides its controls."""
        raise NotImplementedError


class StartBoard:
    """The board with which an exercise begins, painted once."""

    def __init__(self, screen: Screen, rect: pygame.Rect) -> None:
        self._screen = screen
        self._rect = rect
        self._picture: pygame.Surface | None = None

    def draw(self, surface: pygame.Surface, exercise: Exercise) -> None:
        """Draw the board of an exercise, always the same one."""
        if self._picture is None:
            with cache.rendering():
                self._picture = self._paint(exercise)
            cache.rendered()
        surface.blit(self._picture, self._rect)

    def _paint(self, exercise: Exercise) -> pygame.Surface:
        picture = pygame.Surface(self._rect.size, pygame.SRCALPHA)
        picture.fill(self._screen.palette.card)
        px, match = self._screen.scale.px, exercise.match()
        place = picture.get_rect().inflate(-2 * px(30), -2 * px(32))  # for the shadow
        if exercise.made is not None:
            task = exercise.made("", nobody)
            if isinstance(task, Breaking):
                task = SearchTask(task.recording, ())
            tree = TreePicture(task.tree, place, self._screen.palette, self._screen.scale.small)
            tree.draw(picture, task.labels())
            return picture
        view = VIEWS[match.game.key](
            match.game, match.start, place, match.start.turn, self._screen.palette
        )
        view.draw_still(picture, view.shown(match))
        return picture
