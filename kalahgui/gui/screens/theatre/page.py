"""What every tab of the theatre is on the screen, and the card beside some of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from typing import Any

import pygame

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import Inked, line_height, wrap, write_lines
from kalahgui.gui.panels.board import view_part
from kalahgui.gui.services.keymap import Commands, press
from kalahgui.gui.services.theatre_visit import USUAL_DEPTHS, Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match, Player
from kalahgui.theatre.subject import PositionSubject, Subject

_SIDE, _WIDTH, _GAP = 28, 330, 20  # beside the cards, of the left one, and between, in units


class TheatrePage(Inked):
    """A tab of the theatre, laid out in a rectangle of the screen.

    A page lives as long as the theatre is open. ``place`` lays it out anew whenever the window,
    the language, the theme or its own controls have changed, and when its tab is shown again.
    """

    # Of its tab, of its keys in the table of keys, and at the end of a saved file's.
    name = ""
    # Further keys that hold here, by their places in that table.
    more_keys: tuple[str, ...] = ()
    # What the foot of the screen says about the keys of this page.
    keys = ""
    # What the head of the screen says of a page that does not show what is visited.
    about = ""
    # The cards that the page lies on; the screen draws them with its paper, as one picture.
    cards: Sequence[pygame.Rect] = ()

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect) -> None:
        """Stand on a screen; ``rect`` is the room between its head and its foot."""
        self.screen = screen
        self.visit = visit
        self.place(rect)

    def place(self, rect: pygame.Rect) -> None:
        """Lay the page out in a rectangle."""
        self.rect = rect
        self.palette = self.screen.palette
        self.scale = self.screen.scale
        self.lay_out()

    def lay_out(self) -> None:
        """Find the places of all things, and add the controls to the screen's."""

    @property
    def key_places(self) -> tuple[str, ...]:
        """Return where the keys that hold here stand in the table of keys."""
        return (*self.more_keys, self.name)

    @property
    def commands(self) -> Commands:
        """Return what can be done now, by the names in the table of keys."""
        return {}

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that no control has used; return True when it was used."""
        return event.type == pygame.KEYDOWN and press(self.key_places, self.commands, event)

    def elapse(self, dt: float) -> None:
        """Count ``dt`` seconds, which pass at rest too: the place to poll a job."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        return False

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

    @property
    def views(self) -> list[Part]:
        """Return what is on the page besides controls and words."""
        return []

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        raise NotImplementedError

    @property
    def kept_clear(self) -> Sequence[pygame.Rect]:
        """Return the places on which no tip of a button lies."""
        return ()

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what lies over everything else."""

    def close(self) -> None:
        """Leave the tab: stop what runs; the page may be placed again later."""

    # -- shared by the pages

    def two_cards(self, width: float) -> list[pygame.Rect]:
        """Return the places of two cards as high as the page, the left one so wide, in units."""
        left, right = _SIDE + width, self.screen.width - _SIDE
        cards = []
        for edges in ((_SIDE, left), (left + _GAP, right)):
            begin, end = (self.screen.box(x, 0, 0, 0).x for x in edges)
            cards.append(pygame.Rect(begin, self.rect.y, end - begin, self.rect.height))
        return cards

    def step_algorithm(self, step: int) -> None:
        """Search by the next algorithm, or by the one before."""
        place = ALGORITHMS.index(self.visit.algorithm) + step
        self.choose_algorithm(ALGORITHMS[place % len(ALGORITHMS)])

    def choose_algorithm(self, algorithm: str) -> None:
        """Search by another algorithm."""
        self.visit.search_by(algorithm=algorithm)
        self.screen.refresh()


class BoardPage(TheatrePage, ABC):
    """A tab with two cards, the left one with a position, what there is to learn, and a button.

    A written tree has neither board nor depths to choose from.
    """

    @property
    @abstractmethod
    def depth(self) -> int:
        """Return how many turns are looked ahead."""

    @abstractmethod
    def choose_depth(self, depth: int) -> None:
        """Look so many turns ahead."""

    def lay_out_left(
        self,
        subject: Subject[Any],
        button: tuple[str, str, Callable[[], object]],
        title: str,
        texts: Iterable[str],
        note: int,
        least: int,
    ) -> None:
        """Fill the left card; the first of the ``texts`` that finds room stands below its title.

        It does so in the largest letters, or else the last text stands there.
        ``button`` has its words, its style and what it does. So many pixels stay free for a
        ``note`` above the depths, and a board has ``least`` pixels left.
        """
        px, scale = self.scale.px, self.scale
        left, self.right = self.cards = self.two_cards(_WIDTH)
        inside = left.inflate(-px(48), -px(48))
        height = max(px(44), round(scale.body * 2.0))
        place = pygame.Rect(inside.x, inside.bottom - height, inside.width, height)
        words, style, action = button
        self.screen.controls.button(place, words, action, style=style)
        bottom = place.y - px(20)
        self.depths: pygame.Rect | None = None
        self.view: View | None = None
        if isinstance(subject, PositionSubject):
            self.depths = self._lay_out_depths(inside, bottom)
            bottom = self.depths.y
        else:
            least = 0
        room = bottom - note - inside.y
        self._title, self._title_at = title, inside.topleft
        for words, size in product(texts, range(scale.body, scale.small - 1, -1)):
            self._lesson, self._size = wrap(words, size, inside.width), size
            height = self._title_height + line_height(size) * len(self._lesson)
            if height <= room - least:
                break
        if isinstance(subject, PositionSubject):
            rect = pygame.Rect(inside.x, inside.y, inside.width, 0)
            rect.height = min(room - height - px(16), px(230))
            self._lay_out_board(subject, rect)
            self._title_at = (inside.x, rect.bottom + px(16))

    @property
    def _title_height(self) -> int:
        return line_height(self.scale.title) + self.scale.px(4)

    def _lay_out_board(self, subject: PositionSubject, rect: pygame.Rect) -> None:
        game, position = subject.game, subject.root
        # No rule and no name of a board is asked for: only what the position itself shows.
        match = Match(game, game.variant, (), (Player(), Player()), start=position)
        self.view = VIEWS[game.key](game, position, rect, 0, self.palette)
        self.view.pit_numbers = self.screen.services.choices.pit_numbers
        self.view.square_names = self.screen.services.choices.square_names
        self._match, self._shown = match, self.view.shown(match)

    def _lay_out_depths(self, inside: pygame.Rect, bottom: int) -> pygame.Rect:
        px, scale = self.scale.px, self.scale
        label = theme.font(scale.body).size(say("race_depth"))[0] + px(14)
        height = max(px(28), round(scale.body * 1.6))
        row = pygame.Rect(inside.x, bottom - height, inside.width, height)
        self.screen.controls.segments(
            pygame.Rect(row.x + label, row.y, row.width - label, height),
            [(str(each), str(each)) for each in USUAL_DEPTHS],
            str(self.depth),
            lambda chosen: self.choose_depth(int(chosen)),
        )
        return row

    @property
    def depth_commands(self) -> Commands:
        """Return what chooses a depth, where there is a choice."""
        return {f"depth_{depth}": partial(self.choose_depth, depth) for depth in USUAL_DEPTHS}

    @property
    def views(self) -> list[Part]:
        return [] if self.view is None else [view_part(self.view, self._match)]

    def draw_left(self, surface: pygame.Surface) -> None:
        """Draw the board, the lesson, and the words before the depths."""
        scale, palette = self.scale, self.palette
        if self.view is not None:
            self.view.draw_still(surface, self._shown)
        x, y = self._title_at
        self.write(surface, self._title, (x, y), scale.title, bold=True)
        ink = palette.ink.lerp(palette.quiet, 0.35)
        write_lines(surface, self._lesson, (x, y + self._title_height), self._size, ink)
        if self.depths is not None:
            at = self.depths.midleft
            theme.write(surface, say("race_depth"), at, scale.body, palette.quiet, anchor="midleft")
