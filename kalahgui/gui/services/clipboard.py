"""The system's clipboard, which may not be there."""

from __future__ import annotations

import pygame


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
