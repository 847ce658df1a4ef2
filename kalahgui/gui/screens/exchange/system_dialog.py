"""The dialog of the system in which a file is chosen, where it has one that serves the player."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from subprocess import Popen
from typing import Any

import pygame

from kalahgui.gui.elements.screen import Host
from kalahgui.gui.services.settings import MAGNIFIED
from kalahgui.gui.services.voice import SPOKEN
from kalahgui.words import say

# Of SDL: the others show nothing, or have no desktop around the window.
_DESKTOPS = ("cocoa", "wayland", "windows", "x11")
_CANCELLED = "-128"  # is what macOS ends such a script with
NO_HAND = 0.3  # seconds: nobody closes a dialog so soon after it was asked for


class NoDialogError(Exception):
    """The system has no dialog of files, or it does not come."""


def serves(host: Host) -> bool:
    """Tell whether a dialog of the system could be used as the window is.

    One does not hear one switch, is not magnified and not read aloud by our voice, and may come
    behind a window that fills the screen.
    """
    choices = host.services.choices
    aided = choices.switch != "off" or choices.text in MAGNIFIED or host.fullscreen
    spoken = host.services.voice.telling == SPOKEN
    return pygame.display.get_driver() in _DESKTOPS and not (aided or spoken)


class SystemDialog:
    """Asks for a file on a thread, so that the window goes on; nobody waits for it at the end."""

    def __init__(self) -> None:
        self._asked: Future[Path | None] | None = None
        self._program: Popen[bytes] | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether a file is being asked for."""
        return self._asked is not None

    def ask(self, folder: Path) -> None:
        """Show the dialog, with what lies in a folder."""
        asked = self._asked = Future[Path | None]()
        title = say("open_title")

        def wait() -> None:
            try:
                asked.set_result(self._chosen(title, folder))
            except NoDialogError as error:
                asked.set_exception(error)

        threading.Thread(target=wait, name="choosing a file", daemon=True).start()

    def _chosen(self, title: str, folder: Path) -> Path | None:
        begin = time.monotonic()
        try:
            import crossfiledialog  # which looks for the system's programs

            # It tells nobody which one it has begun, and that would outlast ours.
            vars(sys.modules[crossfiledialog.open_file.__module__])["Popen"] = self._begun
            path = crossfiledialog.open_file(title, str(folder))
        except Exception as error:  # it has no common kind, and is one way of several
            if _CANCELLED in str(error):
                return None
            raise NoDialogError from error
        if not path and time.monotonic() - begin < NO_HAND:
            raise NoDialogError
        return Path(path) if path else None

    def _begun(self, *command: Any, **options: Any) -> Popen[bytes]:
        self._program = Popen(*command, **options)
        return self._program

    def close(self) -> None:
        """Take the dialog away, where a program of the system shows it."""
        if self._program is not None:
            self._program.terminate()

    def answer(self) -> Path | None:
        """Return the file that was chosen since the last time; NoDialogError where none came."""
        if self._asked is None or not self._asked.done():
            return None
        asked, self._asked = self._asked, None
        return asked.result()
