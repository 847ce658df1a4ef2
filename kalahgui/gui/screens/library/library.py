"""The library: every game that was kept, and what they say of the player."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.library.backups import Backups
from kalahgui.gui.screens.library.changes import GameChanges
from kalahgui.gui.screens.library.game_list import GameList
from kalahgui.gui.screens.library.games import CHIPS, Browsing, Counting, Games
from kalahgui.gui.screens.library.panel import WIDTH, StatisticsPanel
from kalahgui.gui.screens.library.row import DELETE, OPEN, RENAME, REVIEW, STAR
from kalahgui.gui.screens.library.wording import DRAWN, LOST, WON
from kalahgui.gui.services.keymap import Command, Commands, press
from kalahgui.gui.services.navigation import Room, StoredGame
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.control import Control, Kind
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.library import reviews
from kalahgui.library.listing import MatchRow
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store_file import StoreError
from kalahgui.review.like_level import BadLevelLosses

# Lengths in units of the layout.
_SIDE, _TOP, _FOOT, _GAP = 28, 128, 32, 20
_HEAD, _BUTTON = 38, 36
_SEARCH, _CHIP = 260, 96
_WORK = 0.007  # seconds of a frame for what is read, sifted and derived
_LONGEST_WORDS = 60

# The buttons of the head from the right: label and tip (keys of the translations), and command.
_OFFERED = (
    ("library_backup", "library_backup_tip", "backups"),
    ("open_title", "library_open_tip", "open_file"),
    ("paste", "library_paste_tip", "paste"),
)


class Library(Screen):
    """List all games: search and sift, open, rename, star, delete, back up."""

    covers = True
    key_places = ("library", "games")

    def __init__(self, app: Host, browsing: Browsing) -> None:
        """Go on browsing."""
        self.app = app
        self.browsing = browsing
        self.games = Games(app.services.autosave.store, browsing, app.services.clock)
        self.counting = Counting(self.games, browsing)
        self.game_list = GameList(
            self, browsing, lambda: self.games.shown, lambda what, row: self.acts[what](row)
        )
        self.changes = GameChanges(app, self.games, self.game_list, self._listed)
        self.backups = Backups(self)
        self.acts: dict[str, Callable[[MatchRow], None]] = {
            OPEN: self.open_game,
            REVIEW: partial(self.open_game, review=True),
            RENAME: self.changes.rename,
            DELETE: self.changes.delete,
            STAR: self.changes.star,
        }
        self._recount = reviews.count_anew(app.services.autosave.store)
        self._recounting, self._recounted = True, False
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        px, height = self.scale.px, self.height - _TOP - _FOOT
        width = self.width - 2 * _SIDE - WIDTH - _GAP
        self._card = self.box(_SIDE, _TOP, width, height)
        self.game_list.place(self._card.inflate(-2 * px(8), -2 * px(8)))
        self._lay_out_head()
        self._lay_out_chips()
        self.panel = StatisticsPanel(
            self, self.box(self.width - _SIDE - WIDTH, _TOP, WIDTH, height)
        )
        self._arrows: list[Control] = []
        for step, icon, command in (
            (-1, "chevron_left", "board_before"),
            (1, "chevron_right", "board"),
        ):
            rect, tip = self.panel.arrow_place(step), say("library_board")
            self._arrows.append(self.button(rect, "", command, style="soft", icon=icon, tip=tip))
        self._show_arrows()

    def _lay_out_head(self) -> None:
        add, right = self.controls.button, self.width - _SIDE
        top = _HEAD - _BUTTON / 2
        home = self.box(_SIDE, top, _BUTTON, _BUTTON)
        go_home = partial(self.app.open, Room.HOME)
        add(home, "", go_home, icon="home", tip=say("home"), key=self.key("leave"))
        right -= _BUTTON
        gear = self.box(right, top, _BUTTON, _BUTTON)
        add(gear, "", partial(self.app.open, Room.SETTINGS), icon="settings", tip=say("settings"))
        right -= _BUTTON + 8
        help_place = self.box(right, top, _BUTTON, _BUTTON)
        self.button(help_place, "", "keys", icon="help", tip=say("keys_card"))
        for label, tip, command in _OFFERED:
            width = self._width_of(say(label)) + 28
            right -= width + 10
            place = self.box(right, top, width, _BUTTON)
            self.button(place, say(label), command, tip=say(tip))
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
                kind=Kind.CHOICE,
            )
            x += width + 8
        words = say("library_undo")
        width = self._width_of(words) + 28
        right = self.width - _SIDE - WIDTH - _GAP
        self._undo_button = self.controls.button(
            self.box(max(x, right - width), 82, width, 32),
            words,
            self.changes.undo,
            style="soft",
            tip=say("library_undo_tip"),
            key=self.key("undo"),
        )
        self._undo_button.show(bool(self.changes.bin))

    def _width_of(self, words: str) -> float:
        """Return how wide the words of a button are, in units of the layout."""
        return theme.font(self.scale.body, True).size(words)[0] / self.scale.layout

    def _show_arrows(self) -> None:
        for arrow in self._arrows:
            arrow.show(len(self.counting.boards) > 1)

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

    def _search(self) -> None:
        self.controls.type_into(self._field, "/")  # where that has led here
        self.app.wake()

    def _forget_words(self) -> None:
        self._field.element.set_text("")
        self.look_for("")

    def _listed(self) -> None:
        self._undo_button.show(bool(self.changes.bin))
        self.app.wake()

    def games_taken(self) -> None:
        self.games.read_again()
        self._recount = reviews.count_anew(self.app.services.autosave.store)
        self._recounting = True
        self.changes.read_bin()
        self._listed()

    # -- a game

    def open_game(self, row: MatchRow, review: bool = False) -> None:
        """Continue a game, look at a finished one, or review it."""
        self.browsing.chosen = row.id
        stored = self._stored(row)
        if stored is None:
            return
        if review and not stored.match.tip.plies:
            self.services.notices.show_now(say("no_review"))
            return
        self.app.open(StoredGame(stored, Room.LIBRARY, review))

    def _stored(self, row: MatchRow) -> StoredMatch | None:
        try:
            record = self.services.autosave.store.match(row.id)
            if record is not None:
                return self.services.autosave.stored_of(record)
            self.services.notices.show_now(say("library_gone"))
        except StoreError as error:
            self.services.notices.show_now(say("notice_not_read", why=why(error)))
        except ValueError:
            self.services.notices.show_now(say("home_unreadable"))
        return None

    # -- the statistics

    def step_board(self, step: int) -> None:
        """Show the statistics of another board, those with most games first."""
        self.counting.step_board(step)
        self.app.wake()

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        typed = event.type == pygame.KEYDOWN and self.controls.typing
        if typed and press(("search",), self.commands, event):
            return True
        return super().handle(event) or self.game_list.handle(event)

    @property
    def views(self) -> list[Part]:
        levels = self.panel.part(self.counting.board, self.counting.statistics)
        games = self.game_list.views if self.games.shown else []
        return [*games, *([] if levels is None else [levels])]

    @property
    def commands(self) -> Commands:
        found: dict[str, Command] = {
            **self.game_list.commands,
            "chip": partial(self.step_chip, 1),
            "chip_before": partial(self.step_chip, -1),
            "board": partial(self.step_board, 1),
            "board_before": partial(self.step_board, -1),
            "find": self._search,
            "undo": self.changes.undo,
            "backups": self.backups.open,
            "open_file": partial(self.app.open, Room.FILES),
            "paste": partial(self.app.open, Room.CLIPBOARD),
            "keys": lambda: self.app.push(KeysCard(self.app, self.key_places)),
            "leave": self._leave,
        }
        if self.controls.typing:
            found |= {"lead_on": self.controls.let_go, "give_up": self._give_up_search}
        row = self.game_list.chosen_row
        if row is not None:
            for what, act in self.acts.items():
                found[what] = partial(act, row)
        return found

    def _give_up_search(self) -> None:
        self.controls.let_go()
        self._forget_words()

    def _leave(self) -> None:
        if self.browsing.words:
            self._forget_words()
        else:
            self.app.open(Room.HOME)

    # -- time

    @property
    def moving(self) -> bool:
        reading = self.games.busy or self.game_list.lacking
        waiting = self.changes.busy or self.services.background_jobs.busy
        return reading or waiting or self._recounting or self.counting.busy or super().moving

    def update(self, dt: float) -> None:
        super().update(dt)
        deadline = time.perf_counter() + _WORK
        self.changes.update()
        if self.games.busy:
            try:
                self.games.work(deadline)
            except StoreError as error:
                self.services.notices.add(say("notice_not_read", why=why(error)))
        elif self._recounting:
            self._count_mistakes(deadline)
        elif self.counting.busy:
            try:
                self.counting.work(deadline)
            except BadLevelLosses:
                self.services.notices.add(say("notice_no_losses"))
            self._show_arrows()
        self.game_list.update(dt, deadline)

    def _count_mistakes(self, deadline: float) -> None:
        """Count the mistakes of reviews from before today's rule, and list them when it is done."""
        try:
            for changed in self._recount:
                self._recounted = self._recounted or changed
                if time.perf_counter() > deadline:
                    return
        except StoreError:  # another time, then
            pass
        self._recounting = False
        if self._recounted:
            self._recounted = False
            self.games.read_again()

    def close(self) -> None:
        self.changes.update(last=True)

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
        at = (x, y - round(scale.small * 0.75))
        title = say("library_title")
        self.write(surface, title, at, scale.title, palette.ink, bold=True, room=room)
        tally = self.games.tally
        words = say("library_games", count=tally.total())
        endings = {how: tally[how] for how in (WON, DRAWN, LOST)}
        if any(endings.values()):
            told = say("library_tally", **endings)
            words = f"{words} · {told}"
        at = (x, y + round(scale.title * 0.75))
        self.write(surface, words, at, scale.small, room=room)

    def _draw_nothing(self, surface: pygame.Surface) -> None:
        words = say("library_none_found" if self.games.rows else "library_none")
        room, at = self._card.width - self.scale.px(48), self._card.center
        self.write(surface, words, at, self.scale.body, anchor="center", room=room)
