"""The library: every game that was kept, and what they say of the player."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import pygame

from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.controls import Button, titled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.layout import Card, Column, Row, Space
from kalahgui.gui.elements.screen import ICON, Host, Screen
from kalahgui.gui.elements.writing import Live, Text
from kalahgui.gui.screens.library.backups import Backups
from kalahgui.gui.screens.library.changes import GameChanges
from kalahgui.gui.screens.library.details import south_of
from kalahgui.gui.screens.library.game_list import (
    DELETE,
    OPEN,
    RENAME,
    REVIEW,
    SHARE,
    STAR,
    GameList,
)
from kalahgui.gui.screens.library.games import CHIPS, Browsing, Counting, Games
from kalahgui.gui.screens.library.results_panel import WIDTH, StatisticsPanel
from kalahgui.gui.screens.library.wording import DRAWN, LOST, WON
from kalahgui.gui.services.keymap import Command, Commands, press
from kalahgui.gui.services.navigation import MainScreen, SharingOf, StoredGame
from kalahgui.gui.services.saving import Made
from kalahgui.library import reviews, saved
from kalahgui.library.formats import text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.listing import MatchRow
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreError
from kalahgui.review.like_level import BadLevelLosses
from kalahgui.words import say, why

# Lengths in units of the layout.
_BUTTON, _SEARCH, _CHIP, _GAP = 36, 260, 32, 20
WORK = 0.007  # seconds of a frame for what is read, sifted and derived
_LONGEST_WORDS = 60

# The buttons of the head: label and tip (keys of the translations), and command.
_OFFERED = (
    ("paste", "library_paste_tip", "paste"),
    ("open_title", "library_open_tip", "open_file"),
    ("library_backup", "library_backup_tip", "backups"),
)


def _as_text(matches: Sequence[int], store: Store, go_on: Callable[[], object]) -> Made:
    """Return those of some matches that can be read as one text; ``go_on`` is told of each."""
    texts = []
    for identifier in matches:
        go_on()
        record = store.match(identifier)
        with suppress(ValueError):
            if record is not None:
                texts.append(text_of(written_of(saved.stored_of(record))))
    if not texts:
        raise UserError("refused_nothing")
    unread = len(matches) - len(texts)
    return Made("\n".join(texts), say("library_export_unread", count=unread) if unread else "")


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
        self.panel = StatisticsPanel(self, self.counting)
        self.game_list = GameList(
            self, self.games, browsing, lambda what, row: self.acts[what](row)
        )
        self.changes = GameChanges(app, self.games, self.game_list, self.refresh)
        self.backups = Backups(self)
        self.acts: dict[str, Callable[[MatchRow], None]] = {
            OPEN: self.open_game,
            REVIEW: partial(self.open_game, review=True),
            SHARE: self._share,
            RENAME: self.changes.rename,
            DELETE: self.changes.delete,
            STAR: self.changes.star,
        }
        self._recount = reviews.count_anew(app.services.autosave.store)
        self._recounting, self._recounted = True, False
        super().__init__(app)

    # -- what is on it

    def rebuild(self) -> None:
        self.controls.look.kept = self.browsing.kept
        self.game_list.renew()
        super().rebuild()

    def content(self) -> Element:
        cards = Row(
            Card(self._listed(), grow=1, padding=8),
            Card(self.panel.content(), width=WIDTH, padding=(0, 8, 0, 8)),
            gap=_GAP,
            stretch=True,
            grow=1,
        )
        return Column(self._head(), self._chips(), cards, gap=14, padding=(28, 12, 28, 32))

    def _head(self) -> Element:
        home, settings = (
            partial(self.app.open, MainScreen.HOME),
            partial(self.app.open, MainScreen.SETTINGS),
        )
        hint = say("library_search")
        self._field = Field(
            self.browsing.words,
            self.look_for,
            name=say("library_search_name"),
            hint=hint,
            most=_LONGEST_WORDS,
            width=_SEARCH,
            height=_BUTTON,
            key="search",
        )
        offered = (
            self.does(command, say(label), tip=say(tip), height=_BUTTON)
            for label, tip, command in _OFFERED
        )
        return Row(
            Button("", home, icon="home", tip=say("home"), keys=self.key("leave"), height=ICON),
            Row(
                titled(say("library_title"), Live(self._tally, "small", colour="quiet")),
                padding=(6, 0, 0, 0),
                grow=1,
            ),
            self._field,
            *offered,
            self.icon("keys", "help", "keys_card"),
            Button("", settings, icon="settings", tip=say("settings"), height=ICON),
            gap=10,
        )

    def _tally(self) -> str:
        tally = self.games.tally
        endings = {how: tally[how] for how in (WON, DRAWN, LOST)}
        words = say("library_games", count=tally.total())
        return f"{words} · {say('library_tally', **endings)}" if any(endings.values()) else words

    def _chips(self) -> Element:
        chips = (
            Button(
                say(f"library_chip_{chip}"),
                partial(self.choose_chip, chip),
                style="segment",
                chosen=chip == self.browsing.chip,
                role=Role.CHOICE,
                height=_CHIP,
                key=chip,
            )
            for chip in CHIPS
        )
        words, tip = say("library_undo"), say("library_undo_tip")
        undo = self.does("undo", words, style="soft", tip=tip, height=_CHIP)
        export = self.does(
            "export",
            icon="share",
            style="soft",
            tip=say("library_export", count=len(self.games.shown)),
            width=_CHIP + 8,
            height=_CHIP,
        )
        return Row(
            *chips,
            Space(width=4),
            undo if self.changes.bin else None,
            Space(grow=1),
            export if self._exportable else None,
            gap=8,
        )

    def _listed(self) -> Element:
        if self.games.shown:
            return self.game_list.content()
        words = say("library_none_found" if self.games.rows else "library_none")
        none = None if self.games.busy else Text(words, colour="quiet", align="centre")
        return Column(Space(grow=1), none, Space(grow=1))

    @property
    def state(self) -> object:
        """Return what is shown and found out little by little."""
        games, counting, count = self.games, self.counting, len(self.games.shown)
        if games.busy:  # what is listed out of sight is not worth another tree in every frame
            count = min(count, self.game_list.end)
        return count, games.busy, len(counting.boards), id(counting.statistics)

    # -- what is listed

    def choose_chip(self, chip: str) -> None:
        """List the games of a chip."""
        self.browsing.chip = chip
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
        if self.game_list.list is not None:
            self.browsing.kept.pop(self.game_list.list.path, None)
        self.refresh()

    def _search(self) -> None:
        self.controls.type_into(self._field, "/")  # where that has led here
        self.app.wake()

    def day_begun(self) -> None:
        self.games.forget_days()
        super().day_begun()

    def games_taken(self) -> None:
        self.games.read_again()
        self._recount = reviews.count_anew(self.app.services.autosave.store)
        self._recounting = True
        self.changes.read_bin()
        self.refresh()

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
        self.app.open(StoredGame(stored, MainScreen.LIBRARY, review))

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

    def _share(self, row: MatchRow) -> None:
        stored = self._stored(row)
        if stored is not None:
            self.app.open(SharingOf(stored, south_of(stored.match)))

    @property
    def _exportable(self) -> bool:
        return bool(self.games.shown) and not self.games.busy

    def export(self) -> None:
        """Save the games that are listed in one file."""
        rows = [row.id for row in self.games.shown]
        name = say("library_export_name", day=self.services.clock().date().isoformat())
        self.services.saver.save_stored(partial(_as_text, rows), f"{name}.kalah")

    # -- the statistics

    def step_board(self, step: int) -> None:
        """Show the statistics of another board, those with most games first."""
        self.counting.step_board(step)
        self.refresh()

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        typed = self.controls.typing and not self.controls.composing
        if typed and event.type == pygame.KEYDOWN and press(("search",), self.commands, event):
            return True
        return super().handle(event)

    @property
    def commands(self) -> Commands:
        commands: dict[str, Command] = {
            **self.game_list.commands,
            "chip": partial(self.step_chip, 1),
            "chip_before": partial(self.step_chip, -1),
            "board": partial(self.step_board, 1),
            "board_before": partial(self.step_board, -1),
            "find": self._search,
            "undo": self.changes.undo,
            "export": self.export if self._exportable else bool,
            "backups": self.backups.open,
            "open_file": partial(self.app.open, MainScreen.FILES),
            "paste": partial(self.app.open, MainScreen.CLIPBOARD),
            "keys": lambda: self.app.push(KeysCard(self.app, self.key_places)),
            "leave": self._leave,
        }
        if self.controls.typing:
            commands |= {"lead_on": self.controls.let_go, "give_up": self._give_up_search}
        row = self.game_list.chosen_row
        if row is not None:
            for what, act in self.acts.items():
                commands[what] = partial(act, row)
        return commands

    def _give_up_search(self) -> None:
        self.controls.let_go()
        self.look_for("")

    def _leave(self) -> None:
        if self.browsing.words:
            self.look_for("")
        else:
            self.app.open(MainScreen.HOME)

    # -- time

    @property
    def moving(self) -> bool:
        reading = self.games.busy or self.game_list.lacking
        waiting = self.changes.busy or self.services.background_jobs.busy
        return reading or waiting or self._recounting or self.counting.busy or super().moving

    def update(self, dt: float) -> None:
        deadline = time.perf_counter() + WORK
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
        self.game_list.update(deadline)
        super().update(dt)

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
            self.refresh()

    def close(self) -> None:
        self.changes.update(last=True)
