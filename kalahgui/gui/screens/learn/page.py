"""What the pages of the Learn screen have in common: a list at the left, a card, a board on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TypeVar

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import cache
from kalahgui.gui.paint.trees import TreePicture
from kalahgui.gui.panels.board import view_part
from kalahgui.gui.panels.tree_parts import tree_part
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Kind
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.scroll import draw_chosen
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.exercise import Exercise
from kalahgui.learning.search_task import SearchTask, nobody
from kalahgui.match.match import Match

K = TypeVar("K", bound=Hashable)

# Lengths in units of the layout.
_LIST, _GAP = 388, 24
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

    @property
    def views(self) -> list[Part]:
        """Return what is on the page besides controls and words."""
        return []

    def add_rows(
        self, titles: Mapping[K, str], choose: Callable[[K], object], chosen: K, foot: float = 0
    ) -> dict[K, pygame.Rect]:
        """Add an area for each title of the list, above its foot, and return their places."""
        px = self._screen.scale.px
        rows: dict[K, pygame.Rect] = {}
        room = self.list.height - px(_ROWS_TOP + foot)
        height = min(px(_ROW), room // len(titles))
        for number, (key, title) in enumerate(titles.items()):
            top = self.list.y + px(_ROWS_TOP) + number * height
            row = pygame.Rect(self.list.x + px(12), top, self.list.width - px(24), height - px(6))
            act, on = partial(choose, key), key == chosen
            self._screen.controls.area(row, act, title, kind=Kind.CHOICE, selected=on)
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
        x, y = aside.right + px(8), row.centery - round(scale.title * 0.55)
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
        self._part: Part | None = None

    def part(self, exercise: Exercise) -> Part:
        """Return the board of an exercise, always the same one, or its tree."""
        if self._part is None:
            match = exercise.match()
            if exercise.made is not None:
                task = _searched(exercise)
                tree, labels, name = task.tree, task.labels(), say("access_tree")
                self._part = tree_part(tree, labels, name, self._rect, lambda path: self._rect)
            else:
                self._part = view_part(self._view(match, self._rect), match)
        return self._part

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
            task = _searched(exercise)
            tree = TreePicture(task.tree, place, self._screen.palette, self._screen.scale.small)
            tree.draw(picture, task.labels())
            return picture
        view = self._view(match, place)
        view.draw_still(picture, view.shown(match))
        return picture

    def _view(self, match: Match, place: pygame.Rect) -> View:
        south, palette = match.start.turn, self._screen.palette
        view = VIEWS[match.game.key](match.game, match.start, place, south, palette)
        view.effects_told = False
        return view


def _searched(exercise: Exercise) -> SearchTask:
    """Return the search that an exercise is about."""
    assert exercise.made is not None, "the exercise is a search"
    task = exercise.made("", nobody)
    return SearchTask(task.recording, ()) if isinstance(task, Breaking) else task
