"""What the pages of the Learn screen have in common: a list at the left, a card, a board on it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pygame

from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Act, Element, Look
from kalahgui.gui.elements.layout import Card, Column, Row
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.scroll import draw_chosen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.panels.board import StillBoard
from kalahgui.gui.searching.tree_parts import still_tree
from kalahgui.gui.services.keymap import Commands
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.exercise import Exercise
from kalahgui.learning.search_task import SearchTask, nobody
from kalahgui.words import as_text, listed, say

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

    def listed(self) -> Element | None:
        """Return what stands at the left; None where there is nothing to list."""
        raise NotImplementedError

    def shown(self) -> Element:
        """Return what stands at the right."""
        raise NotImplementedError

    def content(self) -> Element:
        """Return the two cards."""
        listed = self.listed()
        left = listed and Card(listed, padding=(12, 16, 12, 16), width=388)
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
                    command, say(words), style="primary" if command == "begin" else "soft", **BUTTON
                )
                for command, words in offered.items()
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
            Heading(title, "title", line=True, smaller="heading", silent=True),
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
        self.name = listed(as_text(title, words), aside.name)
        self.act, self.chosen = act, chosen

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.chosen:
            draw_chosen(surface, self.rect, look.px(12), look.palette)


def start_board(screen: Screen, exercise: Exercise, grow: float = 1.0) -> Element:
    """Return the board with which an exercise begins, or its tree."""
    if exercise.made is None:
        match = exercise.match()
        board = StillBoard(screen, match, match.start.turn, effects_told=False).element(grow=1)
    else:
        made = exercise.made("", nobody)
        task = SearchTask(made.recording, ()) if isinstance(made, Breaking) else made
        board = still_tree(screen, task.tree, task.labels(), grow=1)
    return Column(board, padding=(30, 32, 30, 32), grow=grow)  # for its shadow
