"""The cards on which back-ups are written, chosen and gone back to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kalahgui.gui.elements.cards import CardScreen, Question
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.services.day_words import when_words
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.library.rotation import Differences, Kept
from kalahgui.words import as_text, say


def aside_words(path: Path, now: datetime) -> str:
    """Say which library was set aside: when it was written last, and how large it is."""
    status = path.stat()
    day = datetime.fromtimestamp(status.st_mtime, now.tzinfo or UTC).date().isoformat()
    size = f"{max(0.1, status.st_size / 1e6):.1f}"
    return say("library_aside_file", day=when_words(day, now), size=size)


def day_words(kept: Kept, now: datetime) -> str:
    """Say of which day a back-up is."""
    day = when_words(kept.day.isoformat(), now)
    return say("library_before_going_back", day=day) if kept.number else day


class Act(NamedTuple):
    """A button (a key of translations), and what is said beside it."""

    label: str
    what: str
    act: Command
    usable: bool = True


# What is written on a button, and what it does.
Way = tuple[str, Command]


class _Card(CardScreen):
    """A card of buttons, through which the arrows lead; Enter does the first of its acts."""

    head_gap = 20
    button_width = 290
    _acts: Sequence[Act] = ()

    def acts(self) -> Iterator[Element]:
        for number, act in enumerate(self._acts):
            button = Button(
                say(act.label),
                partial(self.close_for, act.act),
                style="soft" if number else "primary",
                enabled=act.usable,
                spoken=as_text(say(act.label), act.what),
                width=self.button_width,
                height=44,
            )
            yield Row(button, Text(act.what, "small", "quiet", silent=True, grow=1), gap=18)

    @property
    def commands(self) -> Commands:
        commands = {**super().commands, **self.controls.arrows}
        if self._acts:
            commands["yes"] = partial(self.close_for, self._acts[0].act)
        return commands


class BackupCard(_Card):
    """All that keeps games safe: write a back-up, go back to one, check, fetch back."""

    card_width = 700
    title = "library_backup_title"
    key_places = ("sheet", "question", "card")

    def __init__(
        self, app: Host, acts: Sequence[Act], aside: Sequence[Way], files: Sequence[Way]
    ) -> None:
        """The first of the acts is what Enter does.

        Below them are libraries that were set ``aside``, and ``files`` whose games can be added.
        """
        self._acts, self._aside, self._files = acts, aside, files
        super().__init__(app)

    def body(self) -> Element:
        fetched = self._rows("library_backup_fetch", self._files)
        none = Text(say("library_backup_none"), "small", "quiet", height=38)
        return Column(
            Column(*self.acts(), gap=18),
            self._rows("library_aside", self._aside) if self._aside else None,
            Column(fetched, None if self._files else none),
            Text(say("library_backup_drop"), "small", "quiet"),
            gap=20,
        )

    def _rows(self, head: str, rows: Sequence[Way]) -> Element:
        buttons = [
            Button(label, partial(self.close_for, act), style="soft", key=label)
            for label, act in rows
        ]
        return Column(Heading(say(head), "body", line=True, height=26), *buttons, gap=8)


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

    def __init__(self, app: Host, kept: Sequence[Kept], choose: Callable[[Kept], None]) -> None:
        """``choose`` is told which back-up was chosen."""
        self.kept = kept
        self._choose = choose
        self._counts: Sequence[int | None] | None = None
        super().__init__(app)

    @property
    def moving(self) -> bool:
        return super().moving or self._counts is None

    def show_counts(self, counts: Sequence[int | None]) -> None:
        """Say how many games each back-up has, None for one that cannot be read."""
        self._counts = counts
        self.refresh()

    def body(self) -> Element:
        now = self.services.clock()
        days = []
        for row, kept in enumerate(self.kept):
            has, readable = "…", True
            if self._counts is not None:
                count = self._counts[row]
                readable = count is not None
                has = say("library_bad_day")
                if count is not None:
                    has = say("library_n_games", count=count)
            choose = partial(self.close_for, partial(self._choose, kept))
            words = f"{day_words(kept, now)} · {has}"
            days.append(Button(words, choose, style="soft", enabled=readable, key=kept))
        how = Text(say("library_go_back_how"), "small", "quiet")
        return Column(how, Column(*days, gap=8), gap=14)


class GoBackQuestion(_Card):
    """Ask how to go back to a day, and say what each way would change."""

    card_width = 620
    button_width = 250
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
        self._then = say("library_then", count=differences.games)
        self._acts = (
            Act(
                "library_add_missing",
                say("library_add_missing_what", count=differences.missing),
                merge,
            ),
            Act(
                "library_exactly",
                say("library_exactly_what", count=differences.newer),
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
        return as_text(self.title_words, self._then)

    def body(self) -> Element:
        return Column(Text(self._then, "small", "quiet"), *self.acts(), gap=24)
