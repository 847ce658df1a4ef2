"""Icons: the white drawings of assets/icons, each rendered in the size and colour asked for."""

from __future__ import annotations

import pygame

from kalahgui.assets import asset
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour


@kept(256)
def _icon(name: str, size: int, colour: tuple[int, int, int]) -> pygame.Surface:
    picture = pygame.image.load_sized_svg(asset(f"icons/{name}.svg"), (size, size))
    # What is white at the edges comes darkened; only the strength of the strokes counts.
    picture.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    picture.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Render an icon of a name in a colour."""
    c = pygame.Color(colour)
    return _icon(name, size, (c.r, c.g, c.b))
