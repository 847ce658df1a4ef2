"""Games that are taken into the library: the question before, and a few in every frame."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable

import pygame

from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.services.error_words import why
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.formats import Found, WrittenGame
from kalahgui.library.game_import import taken
from kalahgui.library.saved import StoredMatch

_SIDE, _TOP, _BUTTON = 32, 72, 44


class TakeGames(CardScreen):
    """Ask before games are kept; tell how many could not be read, and why."""

    card_width = 560
    key_places = ("question", "card")

    def __init__(self, app: Host, found: Found, take: Callable[[], None]) -> None:
        self._take = take
        self._found = found
        super().__init__(app)

    @property
    def title_words(self) -> str:
        return say("take_title", count=len(self._found.games))

    @property
    def _bad_words(self) -> str:
        bad = self._found.bad
        told = [say("take_note", note=why(note)) for note in self._found.notes]
        if bad:
            told.insert(0, say("take_bad", count=len(bad), first=why(bad[0].why)))
        return "\n".join(told)

    def lay_out(self) -> None:
        width = self.scale.px(self.card_width - 2 * _SIDE)
        bad = self._bad_words
        self._lines = wrap(bad, self.scale.body, width) if bad else ()
        words = len(self._lines) * line_height(self.scale.body) / self.scale.layout
        self.card_height = round(_TOP + words + _BUTTON + 44)
        super().lay_out()
        top = self.card_height - _BUTTON - 24
        half = (self.card_width - 2 * _SIDE - 16) / 2
        yes = self.inside(_SIDE, top, half, _BUTTON)
        no = self.inside(_SIDE + half + 16, top, half, _BUTTON)
        self.controls.button(yes, say("take_yes"), self._do, style="primary")
        self.controls.button(no, say("take_no"), self.app.pop, style="soft")

    def _do(self) -> None:
        self.app.pop()
        self._take()

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": self._do}

    def draw_inside(self, surface: pygame.Surface) -> None:
        at = self.inside(_SIDE, _TOP).topleft
        write_lines(surface, self._lines, at, self.scale.body, self.palette.quiet)


_KEEPING = 0.006  # seconds of a frame that games which are taken in may have
_LAST_TRIES = 40  # each waits for a busy store


class Taking:
    """Keeps games one after the other, until one cannot be written."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._left: deque[WrittenGame] = deque()
        self._written: StoredMatch | None = None  # handed to the autosave, which may have to wait
        self._all = self._kept = 0

    def take(self, games: Iterable[WrittenGame]) -> None:
        """Take games after those that are being taken."""
        before = len(self._left)
        self._left.extend(games)
        self._all += len(self._left) - before

    @property
    def busy(self) -> bool:
        """Tell whether games are still to be kept."""
        return bool(self._left) or self._written is not None

    def update(self) -> None:
        """Keep games as far as a frame has time, and say so when that is all."""
        if not self.busy:
            return
        end = time.perf_counter() + _KEEPING
        while self.busy and time.perf_counter() < end:
            if self._host.services.autosave.waiting:
                return
            self._go_on()
        if not self.busy:
            self._tell()

    def _go_on(self) -> None:
        """Look what became of the last game, and hand the next one to the autosave."""
        last, self._written = self._written, None
        if last is not None and last.identifier is not None:
            self._kept += 1
        elif last is not None and last.has_something:
            self._left.clear()  # the next ones would fail as well; the autosave has said why
        if self._left:
            self._written = stored = taken(self._left.popleft())
            # It was not played here today: what was played here comes before it.
            stored.saved = stored.begun
            self._host.services.autosave.keep_match(stored)

    def _tell(self) -> None:
        if self._kept == self._all:
            self._host.services.notices.add(say("games_taken", count=self._kept))
        else:
            self._host.services.notices.add(
                say("games_partly_taken", count=self._kept, all=self._all)
            )
        self._all = self._kept = 0
        for screen in self._host.screens:
            screen.games_taken()

    def close(self) -> None:
        """Keep what is still to be kept, as far as that can be."""
        autosave, tries = self._host.services.autosave, _LAST_TRIES
        while self.busy and tries:
            if autosave.waiting:
                autosave.write()
                tries -= 1
            else:
                self._go_on()
