"""Games of a file that are kept in the library while they are read, however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import pygame

from kalahgui.engine.interrupt import YieldToFrames
from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Bar, Text
from kalahgui.gui.services.background import ADDS, Errand, Stopped
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import added_words
from kalahgui.library import formats
from kalahgui.library.formats import Bad, Found, Item, WrittenGame
from kalahgui.library.formats.found import collected
from kalahgui.library.formats.wthor import Names
from kalahgui.library.saved import Added, add_new
from kalahgui.library.store import MatchRecord, Store
from kalahgui.words import say

MOST_MOVES = 5000  # with all variations; a move is kept in a frame then, and a game opened in some
SOME = 1000  # games of a file that are read before somebody is asked


@dataclass(frozen=True)
class Source:
    """What games are read from: a file, or the text that was pasted."""

    path: Path | None = None
    data: bytes = b""

    def open(self) -> BinaryIO:
        """Open it from the beginning; OSError where that cannot be."""
        return BytesIO(self.data) if self.path is None else self.path.open("rb")

    @property
    def size(self) -> int:
        """Return how many bytes there are."""
        return len(self.data) if self.path is None else self.path.stat().st_size

    def items(self, file: BinaryIO, yield_to_frames: YieldToFrames) -> Iterator[Item]:
        """Read what the window takes."""
        return fitting(formats.games_in(file, None, self._names, yield_to_frames))

    def _names(self) -> Names:
        return Names() if self.path is None else formats.names_beside(self.path)


@dataclass(frozen=True)
class GamesRead:
    """What was found, all of it or the first games of many, and where to read the others."""

    found: Found
    source: Source


def read_some(source: Source, yield_to_frames: YieldToFrames) -> GamesRead:
    """Read the first games; UserError or OSError where there are none."""
    with source.open() as file:
        return GamesRead(collected(source.items(file, yield_to_frames), SOME), source)


def fitting(items: Iterable[Item]) -> Iterator[Item]:
    """Yield what was read, games that are too large as bad ones, which are told by their number.

    The command line takes them: there nobody waits for the next frame.
    """
    number = 0
    for item in items:
        number += isinstance(item, WrittenGame | Bad)
        if isinstance(item, WrittenGame) and _is_large(item):
            why = UserError("refused_large_game", most=MOST_MOVES)
            item = Bad(UserError("refused_game_number", n=number, why=why), number)
        yield item


def _is_large(game: WrittenGame) -> bool:
    if game.line is not None:
        return len(game.line.moves) > MOST_MOVES
    return next(islice(game.match.root.below(), MOST_MOVES, None), None) is not None


class Keeping(Errand):
    """Games that are being added to the library, on its thread: how far that has got.

    ``share`` of the file has been read. What was added before it is ``stopped`` stays. ``notes``
    tell what else is to be said of the file.
    """

    def __init__(self, source: Source, yield_to_frames: YieldToFrames) -> None:
        super().__init__(ADDS, self._said, yield_to_frames)
        self._source = source
        self._begin()
        self.ended = False

    def _said(self) -> str:
        return say("leaving_adds_file", count=self.added.added)

    def _begin(self) -> None:
        self.share = 0.0
        self.added = Added(0, 0)
        self.bad = 0
        self.notes: list[UserError] = []

    def run(self, store: Store) -> Added:
        """Add the games that are not there yet; StoreError, UserError or OSError if that fails."""
        self._begin()  # perhaps anew: the store may have been busy
        with self._source.open() as file, suppress(Stopped):
            add_new(store, self._records(file), self.go_on, self._watch)
        return self.added

    def _watch(self, added: Added) -> None:
        self.added = added

    def _records(self, file: BinaryIO) -> Iterator[MatchRecord]:
        size = max(1, self._source.size)
        for item in self._source.items(file, self.go_on):
            self.share = min(1.0, file.tell() / size)
            self.bad += isinstance(item, Bad)
            if isinstance(item, UserError):
                self.notes.append(item)
            elif isinstance(item, WrittenGame) and item.says_something:
                yield item.record()


class KeepGames(CardScreen):
    """Show how many games have been kept; leaving the card stops it."""

    card_width = 520
    title = "keeping_title"

    def __init__(self, app: Host, keeping: Keeping) -> None:
        self._keeping = keeping
        super().__init__(app)

    def body(self) -> Element:
        return Column(
            Bar(self._keeping.share or 0.0, self.title_words),
            Text(self._words, colour="quiet"),
            self.does("close", say("keeping_stop"), style="soft", width=160, height=44),
            gap=20,
        )

    @property
    def commands(self) -> Commands:
        return {"close": self._stop}

    def _stop(self) -> None:
        self._keeping.stopped = True
        self.app.pop()

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and not self.card.collidepoint(event.pos):
            return True  # a press beside it stops nothing
        return super().handle(event)

    @property
    def moving(self) -> bool:
        return True  # the bar grows

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._keeping.ended and self.is_top:
            self.app.pop()
        else:
            self.refresh()

    @property
    def _words(self) -> str:
        return added_words(self._keeping.added, self._keeping.bad)
