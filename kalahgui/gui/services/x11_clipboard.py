"""Texts on the clipboard of X11, by a program of the system.

SDL reads no text there that another program hands over in parts, as it does with a long one, and
nothing behind a NUL. What is copied by SDL is gone with the window: X11 keeps nothing itself, but
these programs stay until something else is copied.
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import time
from collections.abc import Sequence

import pygame

from kalahgui.gui.services import machine

SECONDS = 1.0  # as long as SDL waits
_LOOK = 0.001
_MOST = 50_000_000  # bytes of a text
_TEXT = "UTF8_STRING"
_XCLIP = ("-selection", "clipboard", "-target")
_XSEL = "--clipboard"


def copy(words: str) -> bool:
    """Put a text on the clipboard, where it outlasts the window; return whether that was done."""
    if not _is_x11():
        return False
    text = words.encode("utf-8", "replace")
    if xclip := machine.find_program("xclip"):
        return _run((xclip, *_XCLIP, _TEXT, "-in"), text) is not None
    if xsel := machine.find_program("xsel"):
        return _run((xsel, _XSEL, "--input"), text) is not None
    return False


def pasted() -> str | None:
    """Return the text on the clipboard; None where there is none, or no program tells it."""
    if not _is_x11():
        return None
    encoded = None
    if xclip := machine.find_program("xclip"):
        # It takes a picture for a text.
        kinds = _run((xclip, *_XCLIP, "TARGETS", "-out")) or b""
        if _TEXT.encode() in kinds.split():
            encoded = _run((xclip, *_XCLIP, _TEXT, "-out"))
    elif xsel := machine.find_program("xsel"):
        encoded = _run((xsel, _XSEL, "--output"))
    return None if encoded is None else encoded.decode("utf-8", "replace")


def _is_x11() -> bool:
    return pygame.display.get_init() and pygame.display.get_driver() == "x11"


def _run(command: Sequence[str], given: bytes = b"") -> bytes | None:
    """Return what a program prints that is given some bytes; None when it fails."""
    with (
        contextlib.suppress(OSError),
        tempfile.TemporaryFile() as questions,
        tempfile.TemporaryFile() as answers,
    ):
        questions.write(given)
        questions.seek(0)
        # Not a pipe: a program that stays would keep it open.
        program = subprocess.Popen(
            command, stdin=questions, stdout=answers, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + SECONDS
        while program.poll() is None:
            if time.monotonic() > end:
                program.kill()
                program.wait()
                return None
            # The window may be the one that is asked for the text.
            pygame.event.pump()
            time.sleep(_LOOK)
        answers.seek(0)
        words = answers.read(_MOST + 1)
        return words if program.returncode == 0 and len(words) <= _MOST else None
    return None
