"""The key that leads to the position editor from wherever one is."""

from __future__ import annotations

import pygame

from kalahgui.gui.services.clipboard import is_command


def opens_editor(event: pygame.Event) -> bool:
    """Tell whether a key that went down asks for the position editor."""
    return event.key == pygame.K_e and is_command(event)
