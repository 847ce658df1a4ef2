"""The list of games: it scrolls, and one of its rows is chosen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.screens.library.games import Browsing
from kalahgui.gui.screens.library.row import (
    ACTS,
    OPEN,
    PICTURE,
    Details,
    RowPainter,
    is_offered,
    row_height,
    tip_words,
)
from kalahgui.gui.services.keymap import Commands, walking
from kalahgui.gui.services.words import listed, say
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.scroll import Scroller
from kalahgui.gui.widgets.tips import draw_tip
from kalahgui.library.listing import MatchRow

_TWICE = 0.4  # seconds between two clicks that open a game
_GRIP = 16  # width, in units of the layout


class GameList:
    """Draws the rows in sight and says what is to be done with one of them."""

    def __init__(
        self,
        screen: Screen,
        browsing: Browsing,
        rows: Callable[[], Sequence[MatchRow]],
        act: Callable[[str, MatchRow], None],
    ) -> None:
        """``act`` is told what to do, by a name of ``row.py``, and with which row."""
        self._screen = screen
        self._browsing = browsing
        self._rows = rows
        self._act = act
        self._by_keys = True  # no row is lit below a mouse that has not been moved
        self._chosen = 0  # the place of the chosen row when it was looked for last
        self._sought: tuple[int | None, int, int] | None = None
        self._clicked: tuple[int, float] | None = None  # a row's id, and the seconds since

    def place(self, rect: pygame.Rect) -> None:
        """Stand in a rectangle."""
        px = self._screen.scale.px
        self.row_height = row_height(self._screen)
        self._painter = RowPainter(self._screen, rect.width - px(14))
        picture = px(PICTURE[0]), px(PICTURE[1])
        self.details = Details(self._screen.app, picture, self._painter.places.curve.size)
        self.scroller = Scroller(rect, 0, self.row_height, px(_GRIP))
        self.follow()

    def follow(self) -> None:
        """Be as long as the rows are, and where the player was as soon as that is listed."""
        self.scroller.height = self.row_height * len(self._rows())
        self.scroller.move_to(self._browsing.offset * self.row_height)

    def _remember_offset(self) -> None:
        self._browsing.offset = self.scroller.offset / self.row_height

    # -- which rows

    @property
    def seen(self) -> range:
        """Return the places of the rows in sight."""
        return self.scroller.rows_seen(len(self._rows()))

    @property
    def in_sight(self) -> list[MatchRow]:
        """Return the rows in sight."""
        rows = self._rows()
        return [rows[place] for place in self.seen]

    def row_place(self, place: int) -> pygame.Rect:
        """Return where a row stands in the window."""
        rect = self.scroller.rect
        top = rect.y + place * self.row_height - self.scroller.offset
        return pygame.Rect(rect.x, top, self._painter.width, self.row_height)

    def button_place(self, place: int, what: str) -> pygame.Rect:
        """Return where a row's button stands in the window."""
        return self._painter.places.buttons[what].move(self.row_place(place).topleft)

    def at(self, point: tuple[int, int]) -> int | None:
        """Return the place of the row under a point."""
        if point[0] >= self.scroller.rect.x + self._painter.width:
            return None
        return self.scroller.row_at(point, len(self._rows()))

    def _button_at(self, place: int, point: tuple[int, int]) -> str | None:
        offset = pygame.Vector2(point) - self.row_place(place).topleft
        detail = self.details.of(self._rows()[place])
        for what, rect in self._painter.places.buttons.items():
            if rect.collidepoint(offset) and is_offered(what, detail):
                return what
        return None

    @property
    def _hovered(self) -> int | None:
        if self._by_keys or not self._screen.reached:
            return None
        return self.at(self._screen.scale.lens.pointer())

    @property
    def chosen(self) -> int | None:
        """Return the place of the chosen row, the first one when none was chosen."""
        rows, wanted = self._rows(), self._browsing.chosen
        if not rows:
            return None
        here = self._chosen < len(rows) and rows[self._chosen].id == wanted
        sought = wanted, len(rows), id(rows)
        if not here and self._sought != sought:
            # It is mostly where it was; to look for it takes long in a long list.
            self._sought = sought
            self._chosen = next((n for n, row in enumerate(rows) if row.id == wanted), 0)
        return min(self._chosen, len(rows) - 1)

    @property
    def chosen_row(self) -> MatchRow | None:
        """Return the chosen row."""
        place = self.chosen
        return None if place is None else self._rows()[place]

    def choose(self, place: int) -> None:
        """Choose a row and bring it into sight."""
        rows = self._rows()
        if rows:
            place = min(max(0, place), len(rows) - 1)
            self._browsing.choose(rows[place])
            self.scroller.reveal(place * self.row_height, (place + 1) * self.row_height)
            self._remember_offset()

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        """Take the mouse; return True when the event was used."""
        if event.type == pygame.MOUSEMOTION:
            self._by_keys = False
        if self.scroller.handle(event):
            self._remember_offset()
            return True
        if self.scroller.clicked:
            place = self.at(event.pos)
            if place is not None:
                self._click(place, event.pos)
                return True
        return False

    def _click(self, place: int, point: tuple[int, int]) -> None:
        row = self._rows()[place]
        self._browsing.choose(row)
        button = self._button_at(place, point)
        twice = self._clicked is not None and self._clicked[0] == row.id
        self._clicked = (row.id, 0.0)
        if button is not None:
            self._clicked = None
            self._act(button, row)
        elif twice:
            self._clicked = None
            self._act(OPEN, row)

    @property
    def commands(self) -> Commands:
        """Return what keys do in the list."""
        page = max(1, self.scroller.rect.height // self.row_height - 1)
        return walking(self._walk, page)

    def _walk(self, step: int) -> None:
        self._by_keys = True
        self.choose((self.chosen or 0) + step)

    @property
    def views(self) -> list[Part]:
        """Return the rows in sight as a list, and what can be done with the chosen one."""
        rows, items, buttons = self._rows(), [], []
        for place in self.seen:
            row, detail = rows[place], self.details.of(rows[place])
            chosen, rect = place == self.chosen, self.row_place(place).clip(self.scroller.rect)
            words, focused = self._painter.words_of(row, detail), chosen and self._screen.free
            items.append(
                Part(
                    Role.ITEM,
                    listed(str(place + 1), words),
                    rect,
                    row.id,
                    on=chosen,
                    focused=focused,
                    act=partial(self._act, OPEN, row),
                    take=partial(self._take, place),
                )
            )
            offered = [what for what in ACTS if is_offered(what, detail)] if chosen else []
            for what in offered:
                place_of, act = self.button_place(place, what), partial(self._act, what, row)
                buttons.append(Part(Role.BUTTON, tip_words(what, row), place_of, what, act=act))
        name = say("library_games", count=len(rows))
        return [Part(Role.LIST, name, self.scroller.rect, "games", tuple(items)), *buttons]

    def _take(self, place: int) -> None:
        self._screen.controls.let_go()
        self.choose(place)

    # -- time

    @property
    def lacking(self) -> bool:
        """Tell whether something in sight is yet to be found out."""
        return any(map(self.details.lacks, self.in_sight))

    def update(self, dt: float, deadline: float) -> None:
        """Find out about the rows in sight until it is late (``time.perf_counter``)."""
        if self._clicked is not None:
            row, since = self._clicked
            self._clicked = (row, since + dt) if since + dt < _TWICE else None
        self.follow()
        if time.perf_counter() < deadline:
            self.details.work(self.in_sight, deadline)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows in sight and the bar."""
        rows, hovered = self._rows(), self._hovered
        chosen = self.chosen_row
        under = (
            None if hovered is None else self._button_at(hovered, self._screen.scale.lens.pointer())
        )
        with theme.clipped(surface, self.scroller.rect):
            for place in self.seen:
                row = rows[place]
                self._painter.draw(
                    surface,
                    self.row_place(place),
                    row,
                    self.details.of(row),
                    chosen=row is chosen,
                    hovered=place == hovered,
                    under=under if place == hovered else None,
                )
        self.scroller.draw(surface, self._screen.scale, self._screen.palette)

    def draw_tip(self, surface: pygame.Surface) -> None:
        """Say what the button below the mouse does, or what a row has no room for."""
        screen, hovered = self._screen, self._hovered
        if hovered is None:
            return
        row = self._rows()[hovered]
        under = self._button_at(hovered, self._screen.scale.lens.pointer())
        if under is not None:
            rect, words = self.button_place(hovered, under), tip_words(under, row)
        else:
            rect, words = self._words_under(hovered, row)
        if words:
            draw_tip(surface, words, rect, screen.scale, screen.palette, screen.controls.taken)

    def _words_under(self, place: int, row: MatchRow) -> tuple[pygame.Rect, str]:
        """Return where a row's words stand, and what they say in full if they are cut there."""
        places = self._painter.places
        rect = places.words.union(places.result).move(self.row_place(place).topleft)
        if not rect.collidepoint(self._screen.scale.lens.pointer()):
            return rect, ""
        return rect, self._painter.cut_words(row, self.details.of(row))
