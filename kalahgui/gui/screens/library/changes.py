"""Changes of the library: single games, and the back-ups that are written and merged."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from kalahgui.games.plain_text import one_line
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import wrap, write_lines
from kalahgui.gui.screens.library.game_list import GameList
from kalahgui.gui.screens.library.games import Games
from kalahgui.gui.services import naming
from kalahgui.gui.services.background import BACKS_UP, Errand
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.saving import TEXTS, folder, free_path, newest_files
from kalahgui.gui.services.words import say, why, writable
from kalahgui.gui.widgets.screen import CardScreen, Host, Question, Screen
from kalahgui.library import backup, listing
from kalahgui.library.backup import SUFFIX, BadBackup
from kalahgui.library.listing import MatchRow
from kalahgui.library.saved import Added
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreBusy, StoreError

_TRIES = 20  # of a change, each of which waits for a busy store

LONGEST_NAME = 40


class NamingCard(Question):
    """Type a name; Enter keeps it, an empty one takes it away."""

    card_width = 460
    card_height = 220
    buttons_top, button_width = 148, 190
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

    def lay_out(self) -> None:
        CardScreen.lay_out(self)
        place = self.inside(32, 84, self.card_width - 64, 42)
        hint = say("library_name_hint")
        field = self.controls.entry(place, self._name, self._type, hint, LONGEST_NAME)
        self.add_answers()
        self.controls.focus_on(field)

    def _type(self, name: str) -> None:
        self._name = name

    @property
    def commands(self) -> Commands:
        keeps, commands = self.controls.typing or not self.controls.focused, super().commands
        return {**commands, "keep": commands["yes"]} if keeps else commands

    def handle(self, event: pygame.Event) -> bool:
        return self.press(event) or super().handle(event)  # before the field that is typed in


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
        return next((each for each in self._games.rows if each.id == row.id), row)

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
            place = self._games.place_of(row.id) or 0
            if self._there(listing.discard(self._store, row.id)):
                self.bin.insert(0, row.id)
                self._games.remove(row.id)
                self._list.choose(place)
                self._notices.show_now(say("library_deleted"))
                self._listed()

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
            place = self._games.place_of(row.id)
            if place is not None:
                self._list.follow()
                self._list.choose(place)
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


FILE_NAME = "kalahgui-games"
_ROW, _HEIGHT, _TOP = 46, 38, 146
_MOST = 5


def kept_backups() -> list[Path]:
    """Return the newest back-ups in the folder where they are written, the newest first."""
    return newest_files(f"*{SUFFIX}", _MOST)


class BackupCard(CardScreen):
    """Write a back-up, or choose one whose games are added."""

    card_width = 560
    title = "library_backup_title"
    key_places = ("sheet", "question", "card")

    def __init__(self, app: Host, write: Callable[[], None], fetch: Callable[[Path], None]) -> None:
        """``write`` writes a back-up, ``fetch`` is told which one to fetch back."""
        self._write, self._fetch = write, fetch
        self._kept = kept_backups()
        self.card_height = _TOP + 34 + _ROW * max(1, len(self._kept)) + 56
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        width = self.card_width - 64
        rect = self.inside(32, 76, width, 44)
        write = self.commands["yes"]
        self.controls.button(rect, say("library_backup_write"), write, style="primary")
        for row, path in enumerate(self._kept):
            rect = self.inside(32, _TOP + 34 + _ROW * row, width, _HEIGHT)
            name = writable(path.name)
            words = theme.fit(name, self.scale.body, rect.width - self.scale.px(24), True)
            fetch = partial(self.close_for, partial(self._fetch, path))
            self.controls.button(rect, words, fetch, style="soft")

    @property
    def commands(self) -> Commands:
        write = partial(self.close_for, self._write)
        return {**super().commands, **self.controls.arrows, "yes": write}

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        room = scale.px(self.card_width - 64)
        at = self.inside(32, _TOP + 12).topleft
        words = say("library_backup_fetch")
        self.write(surface, words, at, scale.body, palette.ink, bold=True, room=room)
        if not self._kept:
            at = self.inside(32, _TOP + 34 + _HEIGHT / 2).topleft
            self.write(surface, say("library_backup_none"), at, scale.small, room=room)
        at = self.inside(32, self.card_height - 32).topleft
        self.write(surface, say("library_backup_drop"), at, scale.small, room=room)


class MergeQuestion(Question):
    """Ask before the games of a back-up are added."""

    card_width = 480
    card_height = 212
    buttons_top = 140

    def __init__(self, app: Host, path: Path, count: int, merge: Callable[[], None]) -> None:
        self._words = say("library_merge_what", count=count, name=path.name)
        super().__init__(
            app, "library_merge_question", "library_merge_yes", "library_cancel", merge
        )

    def draw_inside(self, surface: pygame.Surface) -> None:
        size = self.scale.small
        lines = wrap(self._words, size, self.scale.px(self.card_width - 64))
        write_lines(surface, lines, self.inside(32, 70).topleft, size, self.palette.quiet)


class Backups:
    """Writes back-ups of the library and brings their games back, on a thread."""

    def __init__(self, screen: Screen) -> None:
        """``screen`` is the one that cards are laid over as long as it is open."""
        self._screen = screen
        self._app = screen.app
        self._jobs = screen.services.background_jobs
        self._notices = screen.services.notices

    def open(self) -> None:
        """Show what has been backed up."""
        self._app.push(BackupCard(self._app, self.back_up, self.fetch))

    def back_up(self) -> None:
        """Write the whole library to a new file in the folder of documents."""
        now = self._screen.services.clock()
        path = free_path(folder(TEXTS) / f"{FILE_NAME}-{now:%Y-%m-%d}{SUFFIX}")

        def write(store: Store) -> Path:
            backup.back_up(store, path)
            return path

        def tell(outcome: Path | Exception) -> None:
            if isinstance(outcome, Path):
                self._notices.add(say("library_backed_up", path=outcome))
            else:
                self._notices.add(say("library_not_backed_up", why=why(outcome)))

        self._jobs.start(write, tell, Errand(BACKS_UP, partial(say, "leaving_backs_up")))
        self._app.wake()

    def fetch(self, path: Path) -> None:
        """Look into a back-up, and ask whether its games are to be added."""

        def ask(outcome: int | Exception) -> None:
            if isinstance(outcome, Exception):
                self._refuse(path, outcome)
            elif self._screen in self._app.screens:
                merge = partial(self._merge, path)
                self._app.push(MergeQuestion(self._app, path, outcome, merge))

        self._jobs.start(lambda store: backup.count(path), ask)
        self._app.wake()

    def _merge(self, path: Path) -> None:
        def tell(outcome: Added | Exception) -> None:
            if isinstance(outcome, Exception):
                self._refuse(path, outcome)
                return
            words = naming.counted(
                "library_merged", outcome.added, known=naming.number(outcome.known)
            )
            self._notices.add(words)
            for screen in self._app.screens:
                screen.games_taken()

        errand = Errand(BACKS_UP, partial(say, "leaving_merges", name=path.name))
        self._jobs.start(lambda store: backup.merge(store, path), tell, errand)
        self._app.wake()

    def _refuse(self, path: Path, error: Exception) -> None:
        if isinstance(error, BadBackup):
            key = "library_newer_backup" if error.newer else "library_no_backup"
            self._notices.answer(say(key, name=path.name))
        else:
            self._notices.answer(say("library_not_fetched", name=path.name, why=why(error)))
