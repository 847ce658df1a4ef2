"""What the pages of the Learn screen have in common: a list at the left, a card, a board on it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.element import Act, Element, Look
from kalahgui.gui.elements.layout import Card, Column, Painted, Row
from kalahgui.gui.elements.parts import Part, Role
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.scroll import draw_chosen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import cache
from kalahgui.gui.paint.trees import TreePicture
from kalahgui.gui.panels.board import view_part
from kalahgui.gui.searching.tree_parts import tree_part
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import listed, say
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.exercise import Exercise
from kalahgui.learning.search_task import SearchTask, nobody
from kalahgui.match.match import Match

# Lengths in units of the layout: what stands before the title of a row, and a button.
ASIDE = 44.0
BUTTON: dict[str, Any] = {"width": 168, "height": 46}


class Page:
    """A page of two cards: a list at the left, and what is chosen at the right."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    @property
    def commands(self) -> Commands:
        """Return what can be done on this page."""
        raise NotImplementedError

    def listed(self) -> Element:
        """Return what stands at the left."""
        raise NotImplementedError

    def shown(self) -> Element:
        """Return what stands at the right."""
        raise NotImplementedError

    def content(self) -> Element:
        """Return the two cards."""
        left = Card(self.listed(), padding=(12, 16, 12, 16), width=388)
        right = Card(self.shown(), padding=(32, 22, 32, 28), grow=1)
        return Row(left, right, gap=24, stretch=True, grow=1)

    def buttons(self, begin: str, play: str, *, able: bool = True) -> Element:
        """Return the button that begins what is chosen, if that can be done, and the way to a game.

        Their words are keys of the translations.
        """
        offered = {"begin": begin, "play": play} if able else {"play": play}
        return Row(
            *(
                self._screen.does(
                    each, say(words), style="primary" if each == "begin" else "soft", **BUTTON
                )
                for each, words in offered.items()
            ),
            gap=14,
        )


def heading(words: str) -> Element:
    """Return the head of the list at the left."""
    return Row(Heading(words, line=True), padding=(12, 0, 12, 12))


class Option(Row):
    """A row of the list at the left: a title, a line below it, and what stands before them."""

    role = Role.CHOICE
    takes_focus = True

    def __init__(
        self, title: str, words: str, aside: Element, act: Act, *, chosen: bool, key: Hashable
    ) -> None:
        aside.grow = 1
        said = Column(
            Heading(title, "title", line=True, silent=True),
            Text(words, "small", "quiet", line=True, silent=True),
            grow=1,
        )
        super().__init__(
            Row(aside, width=ASIDE),
            said,
            gap=8,
            padding=(16, 0, 16, 0),
            height=78,
            key=key,
        )
        self.name = listed(f"{title}. {words}", aside.name)
        self.act, self.chosen = act, chosen

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.chosen:
            draw_chosen(surface, self.rect, look.px(12), look.palette)


class StartBoard(Painted):
    """The board with which an exercise begins, or its tree, painted once."""

    def __init__(self, screen: Screen, exercise: Exercise, **box: Any) -> None:
        super().__init__(self._show, told=lambda: [self._part()], **box)
        self._screen, self._exercise = screen, exercise
        self._picture: pygame.Surface | None = None

    def _part(self) -> Part:
        exercise = self._exercise
        if exercise.made is not None:
            task, rect = _searched(exercise), self.rect
            return tree_part(task.tree, task.labels(), say("access_tree"), rect, lambda path: rect)
        match = exercise.match()
        return view_part(self._view(match, self.rect), match)

    def _show(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self._picture is None:
            with cache.rendering():
                self._picture = self._painted()
            cache.rendered()
        surface.blit(self._picture, rect)

    def _painted(self) -> pygame.Surface:
        palette, px = self._screen.palette, self._screen.scale.px
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        picture.fill(palette.card)
        place = picture.get_rect().inflate(-2 * px(30), -2 * px(32))  # for the shadow
        if self._exercise.made is not None:
            task = _searched(self._exercise)
            tree = TreePicture(task.tree, place, palette, self._screen.scale.small)
            tree.draw(picture, task.labels())
            return picture
        match = self._exercise.match()
        view = self._view(match, place)
        view.draw_still(picture, view.shown(match))
        return picture

    def _view(self, match: Match, place: pygame.Rect) -> View:
        south, palette = match.start.turn, self._screen.palette
        view = VIEWS[match.game.key](match.game, match.start, place, south, palette)
        view.effects_told = False
        return view


def _searched(exercise: Exercise) -> SearchTask:
    assert exercise.made is not None, "the exercise is a search"
    task = exercise.made("", nobody)
    return SearchTask(task.recording, ()) if isinstance(task, Breaking) else task
