"""The system's clipboard, which may not be there."""

from __future__ import annotations

import contextlib
import io
import sys
import warnings

import pygame

from kalahgui.gui.kit.png import png_of

_QUICKLY = 1  # as the window waits for it
COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META


def is_command(event: pygame.Event) -> bool:
    """Tell whether a key is pressed together with Control, or with Command on a Mac."""
    if event.type != pygame.KEYDOWN:
        return False
    # On some keyboards AltGr, which is for letters, is Control and Alt.
    return bool(event.mod & COMMAND) and not event.mod & pygame.KMOD_ALT


def copy_text(words: str) -> bool:
    """Put a text on the clipboard; return whether there is one."""
    try:
        pygame.scrap.put_text(words)
    except pygame.error:
        return False
    return True


def pasted_text() -> str | None:
    """Return the text on the clipboard, empty where there is none; None without a clipboard."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return None


def copy_picture(picture: pygame.Surface) -> bool:
    """Put a picture on the clipboard; return whether the system takes pictures."""
    # Windows takes bitmaps, X11 any kind by its name; others take no pictures from pygame.
    if sys.platform == "win32":
        kind, file = pygame.SCRAP_BMP, io.BytesIO()
        pygame.image.save(picture, file, "picture.bmp")
        data = file.getvalue()
    else:
        kind, data = "image/png", png_of(picture, _QUICKLY)
    with warnings.catch_warnings(), contextlib.suppress(pygame.error, NotImplementedError):
        # pygame means to replace this way to the clipboard and has no other for pictures yet.
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.scrap.init()
        pygame.scrap.put(kind, data)
        return True
    return False
