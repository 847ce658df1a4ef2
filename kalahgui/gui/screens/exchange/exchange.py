"""What comes into the window: from the clipboard, dropped on it, or from the card of files."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pygame

from kalahgui.gui.screens.exchange.arrivals import Arrivals, Backup, SearchRecording
from kalahgui.gui.screens.exchange.board_picture import Painting
from kalahgui.gui.screens.exchange.open_file import OpenFile
from kalahgui.gui.screens.exchange.share import Share
from kalahgui.gui.screens.exchange.taking import TakeGames, Taking
from kalahgui.gui.services.clipboard import pasted_text
from kalahgui.gui.services.error_words import why
from kalahgui.gui.services.keymap import press
from kalahgui.gui.services.reading import FAILURES
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.library.formats import Found
from kalahgui.library.formats.found import WrittenPosition
from kalahgui.library.game_import import taken
from kalahgui.library.saved import StoredMatch

Arrived = StoredMatch | WrittenPosition | SearchRecording | Backup
_LONG = 100_000  # bytes that take so long to read that it is said


class Exchange:
    """Takes in games, positions and recordings, whatever they come by, and shares games."""

    def __init__(self, host: Host, show: Callable[[Arrived], None]) -> None:
        """``show`` has what has come in shown on its screen."""
        self._host = host
        self._show = show
        self._arrivals = Arrivals(host.services.frame_yield)
        self.saver = Saver()
        self._painting = Painting()
        self._taking = Taking(host)

    def handle(self, event: pygame.Event) -> bool:
        """Take what is dropped on the window, and the keys that paste and open."""
        if event.type == pygame.DROPFILE:
            self.open(Path(event.file))
            self._say_it_waits()
        elif event.type == pygame.DROPTEXT:
            self.take_text(event.text)
            self._say_it_waits()
        elif event.type == pygame.KEYDOWN and self._may_take:
            return press(("games",), {"paste": self.paste, "open_file": self.choose}, event)
        else:
            return False
        return True

    @property
    def _with_keys(self) -> Screen:
        """Return the screen that has the keys."""
        return next(screen for screen in reversed(self._host.screens) if screen.modal)

    @property
    def _may_take(self) -> bool:
        """Tell whether the screen that has the keys takes games, and is not being typed in."""
        return "games" in self._with_keys.key_places and not self._host.screen.controls.typing

    @property
    def _under_card(self) -> bool:
        """Tell whether a card lies over the screens: it may be a question."""
        screen = self._with_keys
        return screen is not self._host.screens[0] and not screen.covers

    def _say_it_waits(self) -> None:
        if self._under_card:
            self._host.services.notices.show_now(say("opens_after_card"))

    def paste(self) -> None:
        """Take what is on the clipboard."""
        words = pasted_text()
        if words is None:
            self._host.services.notices.show_now(say("no_clipboard"))
        elif not words.strip():
            self._host.services.notices.show_now(say("clipboard_empty"))
        else:
            self.take_text(words)

    def take_text(self, words: str) -> None:
        """Take a text."""
        self._arrivals.read_text(words)

    def open(self, path: Path) -> None:
        """Take a file."""
        # Whether it can be read at all is told when it is.
        with contextlib.suppress(OSError, ValueError):
            if path.is_file() and path.stat().st_size > _LONG:
                self._host.services.notices.show_now(say("reading_file", name=path.name))
        self._arrivals.read_file(path)

    def choose(self) -> None:
        """Lay the card over the screen on which a file is chosen."""
        self._host.push(OpenFile(self._host, self.open))

    def share(self, stored: StoredMatch, south: int) -> None:
        """Lay the card over the screen on which a game is shared."""
        self._host.push(Share(self._host, stored, self.saver, self._painting, south))

    # -- time

    @property
    def busy(self) -> bool:
        """Tell whether something is being read, kept or saved; what waits for a card is at rest."""
        waits = self._arrivals.ready and self._under_card
        reads = self._arrivals.busy and not waits
        return reads or self._taking.busy or self._painting.busy or self.saver.busy

    def update(self) -> None:
        """Go on with what has been read, and keep games as far as a frame has time."""
        arrival = None if self._under_card else self._arrivals.arrived()
        if isinstance(arrival, FAILURES):
            self._host.services.notices.add(say("not_opened", why=why(arrival)))
        elif isinstance(arrival, SearchRecording | Backup):
            self._show(arrival)
        elif arrival is not None:
            self._found(arrival)
        self._taking.update()
        self._painting.update()
        for told in self.saver.told():
            self._host.services.notices.add(told)

    def _found(self, found: Found) -> None:
        position = found.position
        if position is not None:
            self._show(position)
        elif len(found.games) == 1 and not found.bad and not found.notes:
            self._show(taken(found.games[0]))
        else:
            self._host.push(TakeGames(self._host, found, lambda: self._taking.take(found.games)))

    def close(self) -> None:
        """Keep what is still to be kept, and end."""
        self._taking.close()
        self._arrivals.close()
        self._painting.close()
        self.saver.close()
