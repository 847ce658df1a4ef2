"""The cards of the library: what a back-up would bring, and a name for a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import wrap, write_lines
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.saving import newest_files
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen, Question
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.backup import SUFFIX

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
        write = partial(self._do, self._write)
        self.controls.button(rect, say("library_backup_write"), write, style="primary")
        for row, path in enumerate(self._kept):
            rect = self.inside(32, _TOP + 34 + _ROW * row, width, _HEIGHT)
            words = theme.fit(path.name, self.scale.body, rect.width - self.scale.px(24), True)
            fetch = partial(self._do, partial(self._fetch, path))
            self.controls.button(rect, words, fetch, style="soft")

    def _do(self, action: Callable[[], None]) -> None:
        self.app.pop()
        action()

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        room = scale.px(self.card_width - 64)

        def write(words: str, y: float, colour: pygame.Color, size: int, bold: bool) -> None:
            at = self.inside(32, y).topleft
            words = theme.fit(words, size, room, bold)
            theme.write(surface, words, at, size, colour, bold, "midleft")

        write(say("library_backup_fetch"), _TOP + 12, palette.ink, scale.body, True)
        if not self._kept:
            y = _TOP + 34 + _HEIGHT / 2
            write(say("library_backup_none"), y, palette.quiet, scale.small, False)
        foot = self.card_height - 32
        write(say("library_backup_drop"), foot, palette.quiet, scale.small, False)


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


LONGEST_NAME = 40


class NamingCard(CardScreen):
    """Type a name; Enter keeps it, an empty one takes it away."""

    card_width = 460
    card_height = 220
    title = "library_rename"
    key_places = ("name", "card")

    def __init__(self, app: Host, name: str, keep: Callable[[str], None]) -> None:
        """Begin with the name that there is; ``keep`` is told another one."""
        self._name = name
        self._keep = keep
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        place = self.inside(32, 84, self.card_width - 64, 42)
        hint = say("library_name_hint")
        field = self.controls.entry(place, self._name, self._type, hint, LONGEST_NAME)
        done, cancel = self.inside(32, 148, 190, 44), self.inside(238, 148, 190, 44)
        self.controls.button(done, say("library_name_keep"), self._done, style="primary")
        self.controls.button(cancel, say("library_cancel"), self.app.pop, style="soft")
        self.controls.focus_on(field)

    def _type(self, name: str) -> None:
        self._name = name

    def _done(self) -> None:
        self.app.pop()
        self._keep(self._name.strip())

    @property
    def commands(self) -> Commands:
        keeps = self.controls.typing or not self.controls.focused
        return {**super().commands, "keep": self._done} if keeps else super().commands

    def handle(self, event: pygame.Event) -> bool:
        return self.press(event) or super().handle(event)  # before the field that is typed in
