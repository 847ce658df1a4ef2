"""The back-ups of the library: the card that lists them, and how they are written and merged."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import wrap, write_lines
from kalahgui.gui.services.saving import TEXTS, folder, free_path, newest_files
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.card import CardScreen, Question
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.library import backup
from kalahgui.library.backup import SUFFIX, BadBackup, Merged
from kalahgui.library.store import Store

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
        write = partial(self.close_for, self._write)
        self.controls.button(rect, say("library_backup_write"), write, style="primary")
        for row, path in enumerate(self._kept):
            rect = self.inside(32, _TOP + 34 + _ROW * row, width, _HEIGHT)
            words = theme.fit(path.name, self.scale.body, rect.width - self.scale.px(24), True)
            fetch = partial(self.close_for, partial(self._fetch, path))
            self.controls.button(rect, words, fetch, style="soft")

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
        path = backup_path(self._screen.services.clock())

        def write(store: Store) -> Path:
            backup.back_up(store, path)
            return path

        self._jobs.start(write, self._backed_up)
        self._app.wake()

    def _backed_up(self, outcome: Path | Exception) -> None:
        if isinstance(outcome, Path):
            self._notices.add(say("library_backed_up", path=outcome))
        else:
            self._notices.add(say("library_not_backed_up", why=why(outcome)))

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
        def tell(outcome: Merged | Exception) -> None:
            if isinstance(outcome, Exception):
                self._refuse(path, outcome)
                return
            words = say("library_merged", count=outcome.added, known=outcome.known)
            self._notices.add(words)
            for screen in self._app.screens:
                screen.games_taken()

        self._jobs.start(lambda store: backup.merge(store, path), tell)
        self._app.wake()

    def _refuse(self, path: Path, error: Exception) -> None:
        if isinstance(error, BadBackup):
            key = "library_newer_backup" if error.newer else "library_no_backup"
            self._notices.add(say(key, name=path.name))
        else:
            self._notices.add(say("library_not_fetched", name=path.name, why=why(error)))


def backup_path(now: datetime) -> Path:
    """Return where the library is backed up, where nothing is yet."""
    return free_path(folder(TEXTS) / f"{FILE_NAME}-{now:%Y-%m-%d}{SUFFIX}")
