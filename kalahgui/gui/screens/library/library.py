"""The library: every game that was kept, and what they say of the player."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.screens.library.browsing import CHIPS, Browsing
from kalahgui.gui.screens.library.changes import Changes
from kalahgui.gui.screens.library.commands import Commands
from kalahgui.gui.screens.library.counting import Counting
from kalahgui.gui.screens.library.game_list import GameList
from kalahgui.gui.screens.library.games import Games
from kalahgui.gui.screens.library.panel import WIDTH, StatisticsPanel
from kalahgui.gui.services.clipboard import is_command
from kalahgui.gui.services.error_words import why
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control
from kalahgui.gui.widgets.keys_card import KeysCard
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.store_file import StoreError
from kalahgui.review.like_level import BadLevelLosses

# Lengths in units of the layout.
_SIDE, _TOP, _FOOT, _GAP = 28, 128, 32, 20
_HEAD, _BUTTON = 38, 36
_SEARCH, _CHIP = 260, 96
_WORK = 0.007  # seconds of a frame for what is read, sifted and derived
_LONGEST_WORDS = 60

_HELP = (
    "library_help_walk",
    "library_help_open",
    "library_help_review",
    "library_help_name",
    "library_help_star",
    "library_help_delete",
    "library_help_find",
    "library_help_chip",
    "library_help_board",
    "library_help_backup",
    "help_full",
    "library_help_escape",
)

# A button of the head: its label, what it does, its tip and its key.
Offered = tuple[str, Callable[[], None], str, str]


class Library(Commands):
    """List all games: search and sift, open, rename, star, delete, back up."""

    covers = True
    takes_games = True

    def __init__(self, app: Host, browsing: Browsing) -> None:
        """Go on browsing."""
        self.app = app
        self.browsing = browsing
        self.games = Games(self.store, browsing, app.clock)
        self.counting = Counting(self.games, browsing)
        self.changes = Changes(self.refuse)
        self.game_list = GameList(self, browsing, lambda: self.games.shown, self.act)
        self.read_bin()
        self._unheard = ""  # a sign that led into the search, and is not to be typed there
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        self._lay_out_head()
        self._lay_out_chips()
        height = self.height - _TOP - _FOOT
        width = self.width - 2 * _SIDE - WIDTH - _GAP
        self._card = self.box(_SIDE, _TOP, width, height)
        self.panel = StatisticsPanel(
            self, self.box(self.width - _SIDE - WIDTH, _TOP, WIDTH, height)
        )
        px = self.scale.px
        inside = self._card.inflate(-2 * px(8), -2 * px(8))
        self.game_list.place(inside)
        self._arrows: list[Control] = []
        for step, icon, key in ((-1, "chevron_left", "Shift+B"), (1, "chevron_right", "B")):
            rect, move = self.panel.arrow_place(step), partial(self.step_board, step)
            tip = say("library_board")
            self._arrows.append(
                self.controls.button(rect, "", move, style="soft", icon=icon, tip=tip, key=key)
            )
        self._show_arrows()

    def offered(self) -> list[Offered]:
        """Return the buttons of the head from the right: label, action, tip and key."""
        return [
            (say("library_backup"), self.open_backups, say("library_backup_tip"), "Ctrl+S"),
            (say("open_title"), self.app.open_file, say("library_open_tip"), "Ctrl+O"),
            (say("paste"), self.app.paste, say("library_paste_tip"), "Ctrl+V"),
        ]

    def _lay_out_head(self) -> None:
        add, right = self.controls.button, self.width - _SIDE
        top = _HEAD - _BUTTON / 2
        home = self.box(_SIDE, top, _BUTTON, _BUTTON)
        add(home, "", self.app.go_home, icon="home", tip=say("home"), key="Esc")
        right -= _BUTTON
        gear = self.box(right, top, _BUTTON, _BUTTON)
        add(gear, "", self.app.open_options, icon="settings", tip=say("settings"))
        right -= _BUTTON + 8
        help_place = self.box(right, top, _BUTTON, _BUTTON)
        add(help_place, "", self.open_keys, icon="help", tip=say("keys_card"), key="?")
        for words, action, tip, key in self.offered():
            width = self._width_of(words) + 28
            right -= width + 10
            add(self.box(right, top, width, _BUTTON), words, action, tip=tip, key=key)
        place = self.box(right - 10 - _SEARCH, top, _SEARCH, _BUTTON)
        hint = say("library_search")
        self._field = self.controls.entry(
            place, self.browsing.words, self.look_for, hint, _LONGEST_WORDS
        )
        self._title_room = right - 10 - _SEARCH - 16

    def _lay_out_chips(self) -> None:
        x = float(_SIDE)
        self._chips: dict[str, Control] = {}
        for chip in CHIPS:
            words = say(f"library_chip_{chip}")
            width = max(_CHIP, self._width_of(words) + 24)
            selected = chip == self.browsing.chip
            self._chips[chip] = self.controls.button(
                self.box(x, 82, width, 32),
                words,
                partial(self.choose_chip, chip),
                style="segment",
                selected=selected,
            )
            x += width + 8
        words = say("library_undo")
        width = self._width_of(words) + 28
        right = self.width - _SIDE - WIDTH - _GAP
        self._undo_button = self.controls.button(
            self.box(max(x, right - width), 82, width, 32),
            words,
            self.undo,
            style="soft",
            tip=say("library_undo_tip"),
            key="Ctrl+Z",
        )
        self._show_undo()

    def _width_of(self, words: str) -> float:
        """Return how wide the words of a button are, in units of the layout."""
        return theme.font(self.scale.body, True).size(words)[0] / self.scale.layout

    def _show_undo(self) -> None:
        _show(self._undo_button, bool(self.in_the_bin))

    def _show_arrows(self) -> None:
        for arrow in self._arrows:
            _show(arrow, len(self.counting.boards) > 1)

    # -- what is listed

    def choose_chip(self, chip: str) -> None:
        """List the games of a chip."""
        self.browsing.chip = chip
        for each, control in self._chips.items():
            control.show_selected(each == chip)
        self._sift()

    def step_chip(self, step: int) -> None:
        """List the games of the chip to the left or to the right."""
        self.choose_chip(CHIPS[(CHIPS.index(self.browsing.chip) + step) % len(CHIPS)])

    def look_for(self, words: str) -> None:
        """List the games in which all words are found."""
        self.browsing.words = words
        self._sift()

    def _sift(self) -> None:
        self.games.sift()
        self.browsing.offset = 0
        self.game_list.follow()
        self.app.wake()

    def open_keys(self) -> None:
        """Show all keys of the library."""
        self.app.push(KeysCard(self.app, _HELP))

    def _search(self) -> None:
        self.controls.focus_on(self._field)
        self.app.wake()

    def _forget_words(self) -> None:
        self._field.element.set_text("")
        self.look_for("")

    def listed(self) -> None:
        self._show_undo()
        self.app.wake()

    # -- the statistics

    def step_board(self, step: int) -> None:
        """Show the statistics of another board, those with most games first."""
        self.counting.step_board(step)
        self.app.wake()

    def _count(self, deadline: float) -> None:
        """Go on with finding the statistics."""
        try:
            self.counting.work(deadline)
        except BadLevelLosses:
            self.app.notices.add(say("notice_no_losses"))
        self._show_arrows()

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.TEXTINPUT and event.text == self._unheard:
            self._unheard = ""
            return True
        if event.type == pygame.KEYDOWN:
            self._unheard = ""
            if self._command(event):
                return True
        if super().handle(event) or self.game_list.handle(event):
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _command(self, event: pygame.Event) -> bool:
        """Take keys with Control, and those that lead from the search to the list."""
        if is_command(event):
            commands = {
                pygame.K_f: self._search,
                pygame.K_s: self.open_backups,
                pygame.K_z: self.undo,
            }
            if event.key in commands and not (event.key == pygame.K_z and self.controls.typing):
                commands[event.key]()
                return True
        leads_on = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_DOWN, pygame.K_UP)
        if self.controls.typing and event.key in leads_on:
            self.controls.let_go()
            return True
        if self.controls.typing and event.key == pygame.K_ESCAPE:
            self.controls.let_go()
            self._forget_words()
            return True
        return False

    def _key(self, event: pygame.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        if self.game_list.press(event.key):
            return True
        row = self.game_list.chosen_row
        if event.key in _ROW_KEYS:
            if row is not None:
                getattr(self, _ROW_KEYS[event.key])(row)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.step_chip(1 if event.key == pygame.K_RIGHT else -1)
        elif event.key == pygame.K_b:
            self.step_board(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key == pygame.K_r and row is not None:
            self.open_game(row, review=True)
        elif event.unicode == "?" or event.key == pygame.K_F1:
            self.open_keys()
        elif event.unicode == "/":
            self._search()
            self._unheard = "/"
        elif event.key == pygame.K_ESCAPE and self.browsing.words:
            self._forget_words()
        elif event.key == pygame.K_ESCAPE:
            self.app.go_home()
        else:
            return False
        return True

    # -- time

    @property
    def moving(self) -> bool:
        reading = self.games.busy or self.game_list.lacking
        waiting = self.changes.busy or self.app.background_jobs.busy
        return reading or waiting or self.counting.busy or super().moving

    def update(self, dt: float) -> None:
        super().update(dt)
        deadline = time.perf_counter() + _WORK
        self.changes.update()
        if self.games.busy:
            try:
                self.games.work(deadline)
            except StoreError as error:
                self.app.notices.add(say("notice_not_read", why=why(error)))
        elif self.counting.busy:
            self._count(deadline)
        self.game_list.update(dt, deadline)

    def close(self) -> None:
        self.changes.close()

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface, (self._card, self.panel.rect))
        self._draw_title(surface)
        self.panel.draw(surface, self.counting.board, self.counting.statistics)
        if self.games.shown:
            self.game_list.draw(surface)
        elif not self.games.busy:
            self._draw_nothing(surface)
        self.controls.draw(surface)
        self.game_list.draw_tip(surface)

    def _draw_title(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        x, y = self.box(_SIDE + _BUTTON + 16, _HEAD, 0, 0).topleft
        room = scale.px(self._title_room) - x
        title = theme.fit(say("library_title"), scale.title, room, True)
        at = (x, y - round(scale.small * 0.75))
        theme.write(surface, title, at, scale.title, palette.ink, True, "midleft")
        tally = self.games.tally
        words = say("library_games", count=tally.games)
        if tally.won or tally.drawn or tally.lost:
            told = say("library_tally", won=tally.won, drawn=tally.drawn, lost=tally.lost)
            words = f"{words} · {told}"
        words = theme.fit(words, scale.small, room)
        at = (x, y + round(scale.title * 0.75))
        theme.write(surface, words, at, scale.small, palette.quiet, anchor="midleft")

    def _draw_nothing(self, surface: pygame.Surface) -> None:
        words = say("library_none_found" if self.games.rows else "library_none")
        words = theme.fit(words, self.scale.body, self._card.width - self.scale.px(48))
        colour = self.palette.quiet
        theme.write(surface, words, self._card.center, self.scale.body, colour, anchor="center")


_ROW_KEYS = {
    pygame.K_RETURN: "open_game",
    pygame.K_KP_ENTER: "open_game",
    pygame.K_DELETE: "delete",
    pygame.K_F2: "rename",
    pygame.K_s: "star",
}


def _show(control: Control, wanted: bool) -> None:
    if control.visible != wanted:
        control.element.show() if wanted else control.element.hide()
