"""Changes of single games: names, stars and the bin."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.games.plain_text import one_line
from kalahgui.gui.elements.cards import Question
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.screens.library.game_list import GameList
from kalahgui.gui.screens.library.games import Games
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import Commands
from kalahgui.library import listing
from kalahgui.library.listing import MatchRow
from kalahgui.library.store_file import StoreBusy, StoreError
from kalahgui.words import say, why

_TRIES = 20  # of a change, each of which waits for a busy store

LONGEST_NAME = 40


class NamingCard(Question):
    """Type a name; Enter keeps it, an empty one takes it away."""

    card_width = 460
    answer_width = 190
    key_places = ("name", "card")

    def __init__(self, app: Host, name: str, keep: Callable[[str], None]) -> None:
        """Begin with the name that there is; ``keep`` is told another one."""
        self._name = name
        super().__init__(
            app,
            "library_rename",
            "library_name_keep",
            "library_cancel",
            lambda: keep(one_line(self._name)),
        )
        self.controls.focus_on_key("name")

    def details(self) -> list[Element]:
        hint, keep = say("library_name_hint"), self.commands["keep"]
        return [
            Field(
                self._name,
                self._type,
                name=hint,
                hint=hint,
                most=LONGEST_NAME,
                entered=keep,
                height=42,
                key="name",
            )
        ]

    def _type(self, name: str) -> None:
        self._name = name

    @property
    def commands(self) -> Commands:
        commands = super().commands
        return {**commands, "keep": commands["yes"]}

    def handle(self, event: pygame.Event) -> bool:
        # Escape closes the card also from within the field, unless it ends what is composed there.
        if event.type == pygame.KEYDOWN and not self.controls.composing:
            return keymap.press(("card",), super().commands, event) or super().handle(event)
        return super().handle(event)


class GameChanges:
    """Changes games of the library; a store that is busy is asked again, once a frame.

    ``bin`` has the ids of the games that can be brought back, the one deleted last first.
    """

    def __init__(
        self, app: Host, games: Games, game_list: GameList, listed: Callable[[], None]
    ) -> None:
        """``listed`` is told that the list has changed."""
        self._app, self._games, self._list, self._listed = app, games, game_list, listed
        self._store = app.services.autosave.store
        self._notices = app.services.notices
        self._waiting: deque[Callable[[], None]] = deque()
        self._tries = 0
        self.bin: list[int] = []
        self.read_bin()

    @property
    def busy(self) -> bool:
        """Tell whether a change is not done yet."""
        return bool(self._waiting)

    def update(self, last: bool = False) -> None:
        """Do what waits; a busy store leaves the rest for the next frame, unless it is the last."""
        while self._waiting:
            busy = False
            try:
                self._waiting[0]()
            except StoreError as error:
                busy = isinstance(error, StoreBusy) and not last
                self._tries += 1
                if busy and self._tries < _TRIES:
                    return
                self._notices.add(say("notice_not_saved", why=why(error)))
            self._waiting.popleft()
            self._tries = 0
            if busy:
                return

    def rename(self, row: MatchRow) -> None:
        """Ask for a name."""
        if self._list.details.of(row).readable:
            self._app.push(NamingCard(self._app, row.name, partial(self._name, row)))

    def _name(self, row: MatchRow, name: str) -> None:
        def change() -> None:
            if self._there(listing.rename(self._store, row.id, name)):
                self._show(self._now(row)._replace(name=name))

        self._change(change)

    def star(self, row: MatchRow) -> None:
        """Keep a game among the starred ones, or not any more."""

        def change() -> None:
            now = self._now(row)
            if self._there(listing.star(self._store, row.id, not now.starred)):
                self._show(now._replace(starred=int(not now.starred)))

        self._change(change)

    def _now(self, row: MatchRow) -> MatchRow:
        """Return a row as it is after the changes that were asked for before."""
        return next((known for known in self._games.rows if known.id == row.id), row)

    def _show(self, row: MatchRow) -> None:
        self._games.change(row)
        self._listed()

    def _change(self, change: Callable[[], None]) -> None:
        self._waiting.append(change)
        self._app.wake()

    def _there(self, done: bool) -> bool:
        """Tell whether a change found its game, and say so if it did not."""
        if not done:
            self._notices.show_now(say("library_gone"))
        return done

    # -- the bin

    def delete(self, row: MatchRow) -> None:
        """Put a game into the bin, and choose the one after it."""

        def change() -> None:
            index = self._games.place_of(row.id) or 0
            if self._there(listing.discard(self._store, row.id)):
                self.bin.insert(0, row.id)
                self._games.remove(row.id)
                self._list.choose(index)
                self._notices.show_now(say("library_deleted"))

        self._change(change)

    def undo(self) -> None:
        """Bring the game back that was deleted last."""
        self._change(self._undo)

    def _undo(self) -> None:
        if not self.bin:
            return
        identifier = self.bin[0]
        if not self._there(listing.bring_back(self._store, identifier)):
            self.read_bin()
            return
        self.bin.pop(0)
        # Apart, so that a store that is busy now does not bring another game back.
        self._change(partial(self._list_again, identifier))

    def _list_again(self, identifier: int) -> None:
        row = listing.row_of(self._store, identifier)
        if row is not None:
            self._games.insert(row)
            index = self._games.place_of(row.id)
            if index is not None:
                self._list.choose(index)
        self._notices.show_now(say("library_back"))
        self._listed()

    def read_bin(self) -> None:
        """Read which games can be brought back."""
        try:
            listing.empty_bin(self._store, self._app.services.clock())
            self.bin = listing.discarded(self._store)
        except StoreBusy:
            self.bin = []
        except StoreError as error:
            self.bin = []
            self._notices.add(say("notice_not_read", why=why(error)))
