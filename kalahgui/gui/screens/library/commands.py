"""What is done with the games of the library."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from kalahgui.gui.screens.library.backup_card import (
    FILE_NAME,
    BackupCard,
    MergeQuestion,
    NamingCard,
)
from kalahgui.gui.screens.library.game_list import GameList
from kalahgui.gui.screens.library.games import Browsing, Games
from kalahgui.gui.services.navigation import Room, StoredGame
from kalahgui.gui.services.saving import TEXTS, folder, free_path
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library import backup, listing, saved
from kalahgui.library.backup import SUFFIX, BadBackup, Merged
from kalahgui.library.listing import MatchRow
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreBusy, StoreError

_TRIES = 20  # of a change, each of which waits for a busy store

# Changes the store, and what is shown of it when that is done.
Change = Callable[[], None]


class Changes:
    """The changes that wait to be done: a busy store holds up a frame once."""

    def __init__(self, refuse: Callable[[StoreError], None]) -> None:
        """``refuse`` is told why a change is not done."""
        self._refuse = refuse
        self._waiting: deque[Change] = deque()
        self._tries = 0

    def add(self, change: Change) -> None:
        """Have a change done by the next ``update``, or as soon as the store is free."""
        self._waiting.append(change)

    @property
    def busy(self) -> bool:
        """Tell whether a change is not done yet."""
        return bool(self._waiting)

    def update(self) -> None:
        """Do what waits; a busy store leaves the rest for the next frame."""
        while self._waiting:
            try:
                self._waiting[0]()
            except StoreBusy as error:
                self._tries += 1
                if self._tries == _TRIES:
                    self._give_up(error)
                return
            except StoreError as error:
                self._give_up(error)
            else:
                self._next()

    def close(self) -> None:
        """Do what waits now, or never."""
        while self._waiting:
            try:
                self._waiting[0]()
                self._next()
            except StoreError as error:
                self._give_up(error)

    def _give_up(self, error: StoreError) -> None:
        self._next()
        self._refuse(error)

    def _next(self) -> None:
        self._waiting.popleft()
        self._tries = 0


class LibraryCommands(Screen):
    """A screen with a list of games, and what may be done there."""

    browsing: Browsing
    games: Games
    game_list: GameList
    changes: Changes
    in_the_bin: list[int]

    @property
    def store(self) -> Store:
        """Return where the games are kept."""
        return self.services.autosave.store

    def listed(self) -> None:
        """Follow a change of the list."""
        raise NotImplementedError

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
            record = self.store.match(row.id)
            if record is not None:
                return saved.stored_of(record)
            self.services.notices.show_now(say("library_gone"))
        except StoreError as error:
            self.services.notices.show_now(say("notice_not_read", why=why(error)))
        except ValueError:
            self.services.notices.show_now(say("home_unreadable"))
        return None

    def rename(self, row: MatchRow) -> None:
        """Ask for a name."""
        if self.game_list.details.of(row).readable:
            self.app.push(NamingCard(self.app, row.name, partial(self._name, row)))

    def _name(self, row: MatchRow, name: str) -> None:
        def change() -> None:
            if self._there(listing.rename(self.store, row.id, name)):
                self._show(self._now(row)._replace(name=name))

        self._change(change)

    def star(self, row: MatchRow) -> None:
        """Keep a game among the starred ones, or not any more."""

        def change() -> None:
            now = self._now(row)
            if self._there(listing.star(self.store, row.id, not now.starred)):
                self._show(now._replace(starred=int(not now.starred)))

        self._change(change)

    def _now(self, row: MatchRow) -> MatchRow:
        """Return a row as it is after the changes that were asked for before."""
        return next((each for each in self.games.rows if each.id == row.id), row)

    def _show(self, row: MatchRow) -> None:
        self.games.change(row)
        self.listed()

    def _change(self, change: Change) -> None:
        """Change the store in this frame, or when it is free."""
        self.changes.add(change)
        self.app.wake()

    def _there(self, done: bool) -> bool:
        """Tell whether a change found its game, and say so if it did not."""
        if not done:
            self.services.notices.show_now(say("library_gone"))
        return done

    def refuse(self, error: StoreError) -> None:
        """Say why a change was not done."""
        self.services.notices.add(say("notice_not_saved", why=why(error)))

    # -- the bin

    def delete(self, row: MatchRow) -> None:
        """Put a game into the bin, and choose the one after it."""

        def change() -> None:
            place = self.games.place_of(row.id) or 0
            if self._there(listing.discard(self.store, row.id)):
                self.in_the_bin.insert(0, row.id)
                self.games.remove(row.id)
                self.game_list.choose(place)
                self.services.notices.show_now(say("library_deleted"))
                self.listed()

        self._change(change)

    def undo(self) -> None:
        """Bring the game back that was deleted last."""
        self._change(self._undo)

    def _undo(self) -> None:
        if not self.in_the_bin:
            return
        identifier = self.in_the_bin[0]
        if not self._there(listing.bring_back(self.store, identifier)):
            self.read_bin()
            return
        self.in_the_bin.pop(0)
        # Apart, so that a store that is busy now does not bring another game back.
        self._change(partial(self._list_again, identifier))

    def _list_again(self, identifier: int) -> None:
        row = listing.row_of(self.store, identifier)
        if row is not None:
            self.games.insert(row)
            place = self.games.place_of(row.id)
            if place is not None:
                self.game_list.follow()
                self.game_list.choose(place)
        self.services.notices.show_now(say("library_back"))
        self.listed()

    def read_bin(self) -> None:
        """Read which games can be brought back."""
        try:
            listing.empty_bin(self.store, self.services.clock())
            self.in_the_bin = listing.discarded(self.store)
        except StoreBusy:
            self.in_the_bin = []
        except StoreError as error:
            self.in_the_bin = []
            self.services.notices.add(say("notice_not_read", why=why(error)))

    # -- the whole library

    def open_backups(self) -> None:
        """Show what has been backed up."""
        self.app.push(BackupCard(self.app, self.back_up, self.fetch))

    def back_up(self) -> None:
        """Write the whole library to a new file in the folder of documents."""
        path = backup_path(self.services.clock())

        def write(store: Store) -> Path:
            backup.back_up(store, path)
            return path

        self.services.background_jobs.start(write, self._backed_up)
        self.app.wake()

    def _backed_up(self, outcome: Path | Exception) -> None:
        if isinstance(outcome, Path):
            self.services.notices.add(say("library_backed_up", path=outcome))
        else:
            self.services.notices.add(say("library_not_backed_up", why=why(outcome)))

    def fetch(self, path: Path) -> None:
        """Look into a back-up, and ask whether its games are to be added."""

        def ask(outcome: int | Exception) -> None:
            if isinstance(outcome, Exception):
                self._refuse(path, outcome)
            elif self in self.app.screens:
                merge = partial(self._merge, path)
                self.app.push(MergeQuestion(self.app, path, outcome, merge))

        self.services.background_jobs.start(lambda store: backup.count(path), ask)
        self.app.wake()

    def _merge(self, path: Path) -> None:
        def tell(outcome: Merged | Exception) -> None:
            if isinstance(outcome, Exception):
                self._refuse(path, outcome)
                return
            words = say("library_merged", count=outcome.added, known=outcome.known)
            self.services.notices.add(words)
            for screen in self.app.screens:
                screen.games_taken()

        self.services.background_jobs.start(lambda store: backup.merge(store, path), tell)
        self.app.wake()

    def games_taken(self) -> None:
        """List the games that have come."""
        self.games.read_again()
        self.read_bin()
        self.listed()

    def _refuse(self, path: Path, error: Exception) -> None:
        if isinstance(error, BadBackup):
            key = "library_newer_backup" if error.newer else "library_no_backup"
            self.services.notices.add(say(key, name=path.name))
        else:
            self.services.notices.add(say("library_not_fetched", name=path.name, why=why(error)))


def backup_path(now: datetime) -> Path:
    """Return where the library is backed up, where nothing is yet."""
    return free_path(folder(TEXTS) / f"{FILE_NAME}-{now:%Y-%m-%d}{SUFFIX}")
