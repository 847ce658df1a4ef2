"""Games that are being taken into the library, as many in a frame as it has time for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable

from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.formats import WrittenGame
from kalahgui.library.game_import import taken
from kalahgui.library.saved import StoredMatch

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
            if self._host.autosave.waiting:
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
            self._host.autosave.keep_match(stored)

    def _tell(self) -> None:
        if self._kept == self._all:
            self._host.notices.add(say("games_taken", count=self._kept))
        else:
            self._host.notices.add(say("games_partly_taken", count=self._kept, all=self._all))
        self._all = self._kept = 0
        for screen in self._host.screens:
            screen.games_taken()

    def close(self) -> None:
        """Keep what is still to be kept, as far as that can be."""
        autosave, tries = self._host.autosave, _LAST_TRIES
        while self.busy and tries:
            if autosave.waiting:
                autosave.write()
                tries -= 1
            else:
                self._go_on()
