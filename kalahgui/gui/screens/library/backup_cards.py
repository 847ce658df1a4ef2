"""The cards on which back-ups are written, chosen and gone back to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from kalahgui.gui.elements.cards import Question
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.words import say, when_words
from kalahgui.gui.widgets.screen import CardScreen, Host
from kalahgui.library.rotation import Differences, Kept

_SIDE, _TOP, _HEAD = 32, 76, 34
_ACT, _ACT_HEIGHT, _BUTTON = 62, 44, 290
_ROW, _HEIGHT = 46, 38


class SetAside(NamedTuple):
    """A damaged library that was set aside: when it was written last, and how large it is."""

    path: Path
    seconds: float
    size: int

    @classmethod
    def of(cls, path: Path) -> SetAside:
        """Look at a file."""
        found = path.stat()
        return cls(path, found.st_mtime, found.st_size)

    def words(self, now: datetime) -> str:
        """Say which one it is."""
        day = datetime.fromtimestamp(self.seconds, now.tzinfo or UTC).date().isoformat()
        size = naming.number(max(1, round(self.size / 1e6)))
        return say("library_aside_file", day=when_words(day, now), size=size)


def day_words(kept: Kept, now: datetime) -> str:
    """Say of which day a back-up is."""
    day = when_words(kept.day.isoformat(), now)
    return say("library_before_going_back", day=day) if kept.number else day


class _Card(CardScreen):
    """A card of buttons, through which the arrows lead."""

    def write_words(self, surface: pygame.Surface, words: str, place: pygame.Rect) -> None:
        """Write small words in the middle of a place, in as many lines as they take."""
        size = self.scale.small
        lines = wrap(words, size, place.width)
        top = place.centery - len(lines) * line_height(size) // 2
        write_lines(surface, lines, (place.x, top), size, self.palette.quiet)

    @property
    def commands(self) -> Commands:
        return {**super().commands, **self.controls.arrows}


class Act(NamedTuple):
    """A button, and what is said beside it (keys of translations, words)."""

    label: str
    what: str
    act: Command
    usable: bool = True


# What is written on a button, and what it does.
Row = tuple[str, Command]


class BackupCard(_Card):
    """All that keeps games safe: write a back-up, go back to one, check, fetch back."""

    card_width = 700
    title = "library_backup_title"
    key_places = ("sheet", "question", "card")

    def __init__(
        self, app: Host, acts: Sequence[Act], aside: Sequence[Row], files: Sequence[Row]
    ) -> None:
        """The first of the acts is what Enter does.

        Below them are libraries that were set ``aside``, and ``files`` whose games can be added.
        """
        self._acts, self._aside, self._files = acts, aside, files
        self._aside_top = _TOP + _ACT * len(self._acts) + 10
        self._files_top = self._aside_top + self._height_of(self._aside)
        self.card_height = self._files_top + _HEAD + _ROW * max(1, len(files)) + 52
        super().__init__(app)

    @staticmethod
    def _height_of(rows: Sequence[object]) -> int:
        return _HEAD + _ROW * len(rows) + 8 if rows else 0

    def lay_out(self) -> None:
        super().lay_out()
        for row, (label, what, act, usable) in enumerate(self._acts):
            rect = self.inside(_SIDE, _TOP + _ACT * row, _BUTTON, _ACT_HEIGHT)
            style = "soft" if row else "primary"
            close = partial(self.close_for, act)
            button = self.controls.button(rect, say(label), close, style=style, enabled=usable)
            button.name = f"{say(label)}. {what}"
        for top, rows in ((self._aside_top, self._aside), (self._files_top, self._files)):
            self._lay_out_rows(top + _HEAD, rows)

    def _lay_out_rows(self, top: float, rows: Sequence[Row]) -> None:
        width = self.card_width - 2 * _SIDE
        for row, (label, act) in enumerate(rows):
            rect = self.inside(_SIDE, top + _ROW * row, width, _HEIGHT)
            words = theme.fit(label, self.scale.body, rect.width - self.scale.px(24), True)
            self.controls.button(rect, words, partial(self.close_for, act), style="soft")

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": partial(self.close_for, self._acts[0].act)}

    def draw_inside(self, surface: pygame.Surface) -> None:
        left = _SIDE + _BUTTON + 18
        for row, act in enumerate(self._acts):
            top, width = _TOP + _ACT * row, self.card_width - left - _SIDE
            self.write_words(surface, act.what, self.inside(left, top, width, _ACT_HEIGHT))
        if self._aside:
            self._head(surface, "library_aside", self._aside_top)
        self._head(surface, "library_backup_fetch", self._files_top)
        scale, room = self.scale, self.scale.px(self.card_width - 2 * _SIDE)
        if not self._files:
            at = self.inside(_SIDE, self._files_top + _HEAD + _HEIGHT / 2).topleft
            self.write(surface, say("library_backup_none"), at, scale.small, room=room)
        at = self.inside(_SIDE, self.card_height - 30).topleft
        self.write(surface, say("library_backup_drop"), at, scale.small, room=room)

    def _head(self, surface: pygame.Surface, key: str, top: float) -> None:
        scale, room = self.scale, self.scale.px(self.card_width - 2 * _SIDE)
        at = self.inside(_SIDE, top + 14).topleft
        self.write(surface, say(key), at, scale.body, self.palette.ink, bold=True, room=room)


class MergeQuestion(Question):
    """Ask before the games of a back-up are added."""

    card_width = 480

    def __init__(self, app: Host, path: Path, count: int, merge: Callable[[], None]) -> None:
        self._words = say("library_merge_what", count=count, name=path.name)
        super().__init__(
            app, "library_merge_question", "library_merge_yes", "library_cancel", merge
        )

    def details(self) -> list[Element]:
        return [Text(self._words, "small", "quiet")]


class GoBackCard(_Card):
    """Choose the day to go back to."""

    card_width = 560
    title = "library_go_back"
    key_places = ("sheet", "card")
    _first = 122

    def __init__(self, app: Host, kept: Sequence[Kept], choose: Callable[[Kept], None]) -> None:
        """``choose`` is told which back-up was chosen."""
        self.kept = kept
        self._choose = choose
        self._counts: Sequence[int | None] | None = None
        self.card_height = self._first + _ROW * len(kept) + 20
        super().__init__(app)

    @property
    def moving(self) -> bool:
        return super().moving or self._counts is None

    def show_counts(self, counts: Sequence[int | None]) -> None:
        """Say how many games each back-up has, None for one that cannot be read."""
        self._counts = counts
        self.refresh()

    def lay_out(self) -> None:
        super().lay_out()
        width, now = self.card_width - 2 * _SIDE, self.services.clock()
        for row, kept in enumerate(self.kept):
            rect = self.inside(_SIDE, self._first + _ROW * row, width, _HEIGHT)
            words, readable = f"{day_words(kept, now)} · …", True
            if self._counts is not None:
                count = self._counts[row]
                readable = count is not None
                has = say("library_bad_day")
                if count is not None:
                    has = naming.counted("library_n_games", count)
                words = f"{day_words(kept, now)} · {has}"
            choose = partial(self.close_for, partial(self._choose, kept))
            self.controls.button(rect, words, choose, style="soft", enabled=readable)

    def draw_inside(self, surface: pygame.Surface) -> None:
        place = self.inside(_SIDE, 64, self.card_width - 2 * _SIDE, self._first - 64 - 8)
        self.write_words(surface, say("library_go_back_how"), place)


class GoBackQuestion(_Card):
    """Ask how to go back to a day, and say what each way would change."""

    card_width = 620
    card_height = 366
    key_places = ("sheet", "question", "card")

    def __init__(
        self,
        app: Host,
        kept: Kept,
        differences: Differences,
        merge: Callable[[], None],
        go_back: Callable[[], None],
    ) -> None:
        self._kept = kept
        self._then = naming.counted("library_then", differences.games)
        self._acts = (
            Act(
                "library_add_missing",
                naming.counted("library_add_missing_what", differences.missing),
                merge,
            ),
            Act(
                "library_exactly",
                naming.counted("library_exactly_what", differences.newer),
                go_back,
            ),
            Act("library_cancel", say("library_cancel_what"), lambda: None),
        )
        super().__init__(app)

    @property
    def title_words(self) -> str:
        return say("library_go_back_question", day=day_words(self._kept, self.services.clock()))

    @property
    def said(self) -> str:
        return f"{self.title_words} {self._then}"

    def lay_out(self) -> None:
        super().lay_out()
        for row, (label, what, act, _) in enumerate(self._acts):
            rect = self.inside(_SIDE, 116 + 80 * row, 250, _ACT_HEIGHT)
            style = "soft" if row else "primary"
            close = partial(self.close_for, act)
            button = self.controls.button(rect, say(label), close, style=style)
            button.name = f"{say(label)}. {what}"

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": partial(self.close_for, self._acts[0].act)}

    def draw_inside(self, surface: pygame.Surface) -> None:
        width = self.card_width - 2 * _SIDE
        self.write_words(surface, self._then, self.inside(_SIDE, 66, width, 34))
        for row, act in enumerate(self._acts):
            place = self.inside(_SIDE + 268, 106 + 80 * row, width - 268, 64)
            self.write_words(surface, act.what, place)
