"""What every tab of the theatre is on the screen, and the card beside some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import Inked, line_height, wrap, write_lines
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.gui.services.keymap import Commands, press
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.services.settings import Choices
from kalahgui.gui.services.theatre_visit import USUAL_DEPTHS, Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match, Player
from kalahgui.theatre.subject import PositionSubject, Subject

_SIDE, _WIDTH, _GAP = 28, 330, 20  # beside the cards, of the left one, and between, in units


@dataclass(frozen=True)
class Lesson:
    """A title with words below it, broken into lines."""

    title: str
    lines: tuple[str, ...]
    size: int
    title_height: int

    @classmethod
    def fitting(
        cls, title: str, texts: Iterable[str], scale: Scale, width: int, room: int
    ) -> Lesson:
        """Take the first text that finds room, in the largest letters, or else the last one."""
        above = line_height(scale.title) + scale.px(4)
        for text in texts:
            for size in range(scale.body, scale.small - 1, -1):
                lesson = cls(title, wrap(text, size, width), size, above)
                if lesson.height <= room:
                    return lesson
        return lesson

    @property
    def height(self) -> int:
        """Return how high the lesson is, in pixels."""
        return self.title_height + line_height(self.size) * len(self.lines)

    def draw(
        self, surface: pygame.Surface, corner: tuple[int, int], palette: Palette, scale: Scale
    ) -> None:
        """Write the lesson, its left upper corner given."""
        theme.write(surface, self.title, corner, scale.title, palette.ink, True)
        at = corner[0], corner[1] + self.title_height
        ink = palette.ink.lerp(palette.quiet, 0.35)
        write_lines(surface, self.lines, at, self.size, ink)


class StillBoard:
    """A position on its board, laid out in the middle of a rectangle."""

    def __init__(
        self, subject: PositionSubject, rect: pygame.Rect, palette: Palette, choices: Choices
    ) -> None:
        """Lay the board out; moves are named as the player has chosen."""
        game, position = subject.game, subject.root
        # No rule and no name of a board is asked for: only what the position itself shows.
        match = Match(game, game.variant, (), (Player(), Player()), start=position)
        self._view = VIEWS[game.key](game, position, rect, 0, palette)
        self._view.pit_numbers = choices.pit_numbers
        self._view.square_names = choices.square_names
        self._shown = self._view.shown(match)
        self._turn = position.turn

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board alone."""
        self._view.draw_still(surface, self._shown)

    def move_text(self, move: int) -> str:
        """Return a move of the side to move as the window writes it."""
        return self._view.move_text(move, self._turn)


class TheatrePage(Inked):
    """A tab of the theatre, laid out in a rectangle of the screen.

    A page lives as long as the theatre is open. ``place`` lays it out anew whenever the window,
    the language, the theme or its own controls have changed, and when its tab is shown again.
    """

    # What the foot of the screen says about the keys of this page.
    keys = ""
    # Where the page's keys stand in the table of keys.
    key_place = ""
    # What the head of the screen says of a page that does not show what is visited.
    about = ""
    # What the name of a saved file ends with.
    file_name = ""
    # The cards that the page lies on; the screen draws them with its paper, as one picture.
    cards: tuple[pygame.Rect, ...] = ()
    # Whether the page has a search to be taken along, or fetched back from a file.
    has_search = False

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
    def commands(self) -> Commands:
        """Return what can be done now, by the names in the table of keys."""
        return {}

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that no control has used; return True when it was used."""
        return event.type == pygame.KEYDOWN and press((self.key_place,), self.commands, event)

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

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        raise NotImplementedError

    def picture(self, screen: pygame.Surface) -> pygame.Surface:
        """Return the picture to save, taken from one of the whole screen."""
        return screen.subsurface(self.rect).copy()

    def saves(self, saver: Saver) -> dict[str, Callable[[], None]]:
        """Return what of the search can be saved, by keys of translations behind ``along_``."""
        return {}

    def show_recorded(self, watched: Watched) -> None:
        """Show a search that was recorded elsewhere."""

    def close(self) -> None:
        """Leave the tab: stop what runs; the page may be placed again later."""

    # -- shared by the pages

    def card(self, x: float, width: float) -> pygame.Rect:
        """Return a card as high as the page, its edges in units from the left of the window."""
        left, right = self.screen.box(x, 0, 0, 0).x, self.screen.box(x + width, 0, 0, 0).x
        return pygame.Rect(left, self.rect.y, right - left, self.rect.height)


class BoardPage(TheatrePage):
    """A tab with two cards, the left one with a position, what there is to learn, and a button.

    A written tree has neither board nor depths to choose from.
    """

    depth: int

    def lay_out_cards(self) -> None:
        """Find the places of both cards."""
        self._left = self.card(_SIDE, _WIDTH)
        right = _SIDE + _WIDTH + _GAP
        self._right = self.card(right, self.screen.width - _SIDE - right)
        self.cards = (self._left, self._right)

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

        ``button`` has its words, its style and what it does. So many pixels stay free for a
        ``note`` above the depths, and a board has ``least`` pixels left.
        """
        px, scale = self.scale.px, self.scale
        inside = self._left.inflate(-px(48), -px(48))
        height = max(px(44), round(scale.body * 2.0))
        place = pygame.Rect(inside.x, inside.bottom - height, inside.width, height)
        words, style, action = button
        self.screen.controls.button(place, words, action, style=style)
        bottom = place.y - px(20)
        self.depths: pygame.Rect | None = None
        self._board: StillBoard | None = None
        if isinstance(subject, PositionSubject):
            self.depths = self._lay_out_depths(inside, bottom)
            bottom = self.depths.y
        else:
            least = 0
        room = bottom - note - inside.y
        self._lesson = Lesson.fitting(title, texts, scale, inside.width, room - least)
        self._words_at = inside.topleft
        if isinstance(subject, PositionSubject):
            height = min(room - self._lesson.height - px(16), px(230))
            rect = pygame.Rect(inside.x, inside.y, inside.width, height)
            self._board = StillBoard(subject, rect, self.palette, self.screen.services.choices)
            self._words_at = (inside.x, rect.bottom + px(16))

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

    def choose_depth(self, depth: int) -> None:
        """Look some turns ahead."""
        raise NotImplementedError

    @property
    def depth_commands(self) -> Commands:
        """Return what chooses a depth, where there is a choice."""
        return {f"depth_{depth}": partial(self.choose_depth, depth) for depth in USUAL_DEPTHS}

    def draw_left(self, surface: pygame.Surface) -> None:
        """Draw the board, the lesson, and the words before the depths."""
        scale, palette = self.scale, self.palette
        if self._board is not None:
            self._board.draw(surface)
        self._lesson.draw(surface, self._words_at, palette, scale)
        if self.depths is not None:
            at = self.depths.midleft
            theme.write(surface, say("race_depth"), at, scale.body, palette.quiet, anchor="midleft")
