"""What every tab of the theatre is on the screen, and the card beside some of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.gui.elements.controls import Button, Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Fitting, Row, Scroll, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Heading, Live, Text
from kalahgui.gui.panels.board import StillBoard
from kalahgui.gui.screens.theatre.step_words import MoveText
from kalahgui.gui.screens.theatre.visit import USUAL_DEPTHS, Visit
from kalahgui.gui.screens.theatre.watching import Watching
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.match.match import Match, Player
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import chosen, say

_WIDTH, _GAP = 330, 20  # of the left card, and between the two, in units
_BOARD_MOST = 230
_SCROLLED = 100  # the share of the space left that scrolled words get, where a board gets 1


class TheatreScreen(Screen):
    """The screen of the theatre as its tabs know it; ``watching`` has the recording."""

    watching: Watching
    tested: Callable[[], object] | None  # called after ten questions; else the trees are shown

    def show_tab(self, tab: str) -> None:
        """Show another tab."""
        raise NotImplementedError


class TheatrePage:
    """A tab of the theatre; it lives as long as that is open."""

    # Of its tab, of its keys in the table of keys, and at the end of a saved file's.
    name = ""
    # Further keys that hold here, by their places in that table.
    more_keys: tuple[str, ...] = ()
    # What the foot of the screen says about the keys of this page.
    keys = ""
    # What the head of the screen says of a page that does not show what is visited.
    about = ""

    def __init__(self, screen: TheatreScreen, visit: Visit) -> None:
        self.screen = screen
        self.visit = visit

    def content(self) -> Element:
        """Return what is on the page now."""
        raise NotImplementedError

    @property
    def key_places(self) -> tuple[str, ...]:
        """Return where the keys that hold here stand in the table of keys."""
        return (*self.more_keys, self.name)

    @property
    def commands(self) -> Commands:
        """Return what can be done now, by the names in the table of keys."""
        return {}

    def does(self, command: str, label: str = "", **look: Any) -> Button:
        """Return a button that does a command; its tip names the key that does the same."""
        return self.screen.does(command, label, **look)

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that no element has used; return True when it was used."""
        return False

    def elapse(self, dt: float) -> None:
        """Count ``dt`` seconds, which pass at rest too: jobs are polled here."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        return False

    @property
    def title(self) -> str:
        """Return what stands at the head of the screen."""
        return say("theatre_title")

    @property
    def subtitles(self) -> Sequence[str]:
        """Return the words below the title, and shorter ones where these have no room."""
        if self.about:
            return [say(self.about)]
        visit = self.visit
        words = [naming.visited_words(visit.subject, visit.variant, visit.name), self.subtitle]
        return [" · ".join(filter(None, words))]

    @property
    def subtitle(self) -> str:
        """Say what the head of the screen adds to the name of what is searched."""
        return ""

    @property
    def terms(self) -> Sequence[str]:
        """Return what the terms of the page mean just now, a sentence each."""
        return ()

    @property
    def said(self) -> str:
        """Return what the page says just now, which is told aloud when it stays."""
        return ""

    def close(self) -> None:
        """Leave the tab: stop what runs; the page may be shown again later."""

    # -- shared by the pages

    @property
    def pointer(self) -> tuple[int, int]:
        """Return the point of the mouse, in pixels of the picture.

        It is (-1, -1) while the mouse is outside the window or another screen lies above.
        """
        reaches = self.screen.reached and pygame.mouse.get_focused()
        return self.screen.scale.magnifier.pointer() if reaches else (-1, -1)

    def step_algorithm(self, step: int) -> None:
        """Search by the next algorithm, or by the one before."""
        index = ALGORITHMS.index(self.visit.algorithm) + step
        self.choose_algorithm(ALGORITHMS[index % len(ALGORITHMS)])

    def choose_algorithm(self, algorithm: str) -> None:
        """Search by another algorithm."""
        self.visit.search_by(algorithm=algorithm)
        self.screen.refresh()


class RecordedPage(TheatrePage):
    """A tab about the recording of a search, which the engine makes."""

    @property
    def watching(self) -> Watching:
        """Return the recording, which another tab shows, too."""
        return self.screen.watching

    @property
    def looks(self) -> Hashable:
        """Return all choices that change how a position and a tree look."""
        screen, visit, choices = self.screen, self.visit, self.screen.choices
        return (
            (screen.palette, screen.scale, chosen(), visit.you, visit.other, visit.as_mover),
            (choices.pit_numbers, choices.square_names),
        )

    def waiting(self, below: Element | None = None) -> Element:
        """Return what stands in the place of a tree that there is not, or not yet."""
        note = self.watching.note
        words: Text = Live(self._recorded, colour="quiet", align="centre")
        if note is not None:
            words = Text(note.said(say), colour="quiet", balanced=True, align="centre")
        return Column(Space(grow=1), words, below, Space(grow=1), gap=20, padding=40, grow=1)

    def _recorded(self) -> str:
        return say("watch_recording", n=self.watching.nodes_so_far)

    def legend(self, key: str, *ways: str) -> str:
        """Say what squares and circles choose: each in its way, for whoever is spoken to or not."""
        other = "computer" if self.visit.other == "computer" else "they"
        who = (other, "you") if self.visit.you else ("you", other)
        signs = (f"watch_legend_{way}_{person}" for way, person in zip(ways, who, strict=True))
        square, circle = map(say, signs)
        return say(key, square=square, circle=circle)

    def elapse(self, dt: float) -> None:
        self.watching.poll()

    def close(self) -> None:
        self.watching.stop()


def two_cards(left: Element, right: Element) -> Element:
    """Return two cards side by side, as high as the page; the right one is as wide as it can be."""
    right.grow = 1
    return Row(left, right, gap=_GAP, stretch=True)


class BoardPage(TheatrePage, ABC):
    """A tab with two cards, the left one with a position, what there is to learn, and a button.

    A written tree has neither board nor depths to choose from.
    """

    move_text: MoveText  # writes a move of a position

    @property
    @abstractmethod
    def depth(self) -> int:
        """Return how many turns are looked ahead."""

    @property
    def position(self) -> PositionSubject | None:
        """Return the position of a game that is looked at; None for a written tree."""
        subject = self.visit.subject
        return subject if isinstance(subject, PositionSubject) else None

    @property
    def subtitle(self) -> str:
        return "" if self.position is None else say("limit_turns", count=self.depth)

    @abstractmethod
    def choose_depth(self, depth: int) -> None:
        """Look so many turns ahead."""

    def left_card(
        self,
        button: Element,
        note: Element | None,
        least: float,
    ) -> Element:
        """Return the left card, with what is said below its title in the largest letters that fit.

        Where the smallest do not it is scrolled. A ``note`` stands above the depths, and a board is
        at least so high.
        """
        title = say(f"{self.name}_title")
        words = say(f"{self.name}_words", count=self.depth), say(f"{self.name}_words_more")
        board = depths = None
        if self.position is not None:
            board, depths = self._board(self.position, least), self._depths()

        def said(size: int) -> Element:
            text = Text("\n\n".join(words), size, "soft")
            return Column(Heading(title, "title"), text, gap=4)

        sizes = range(self.screen.scale.body, self.screen.scale.small - 1, -1)
        scrolled = Scroll(said(sizes[-1]), grow=_SCROLLED)
        lessons = (Column(board, version, gap=16) for version in (*map(said, sizes), scrolled))
        below = Column(note, Column(depths, button, gap=20), gap=12)
        return Card(Column(Fitting(*lessons), below, gap=12), width=_WIDTH, padding=24)

    def _board(self, subject: PositionSubject, least: float) -> Element:
        game, position = subject.game, subject.root
        # No rule and no name of a board is asked for: only what the position itself shows.
        match = Match(game, game.variant, (), (Player(), Player()), start=position)
        board = StillBoard(self.screen, match)
        self.move_text = board.view.move_text
        return board.element(height=least, most=_BOARD_MOST, grow=1)

    def _depths(self) -> Element:
        depths = [(str(depth), str(depth)) for depth in USUAL_DEPTHS]
        words = say("race_depth")
        choice = Choice(
            depths, str(self.depth), lambda chosen: self.choose_depth(int(chosen)), name=words
        )
        choice.grow = 1
        return Row(Text(words, colour="quiet", line=True, silent=True), choice, gap=14)

    @property
    def depth_commands(self) -> Commands:
        """Return what chooses a depth, where there is a choice."""
        if self.position is None:
            return {}
        return {f"depth_{depth}": partial(self.choose_depth, depth) for depth in USUAL_DEPTHS}
