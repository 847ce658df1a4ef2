"""What is marked on a Kalah board: the pits of the last turn, and whose a store is."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept

COUNT_INK = pygame.Color("#f6e7d0")
COUNT_PILL = (28, 12, 3, 120)
TRACE = (255, 232, 190)

# The disc with a player's initial and the room for a name, as shares of the pitch.
_DISC, _ROOM = 0.30, 0.70
_LEAST = 11  # pixels; a name in smaller letters gives way to its initial


@kept(16)
def dashes(size: int, width: int, strength: int) -> pygame.Surface:
    """Render the dashed ring around a pit that was emptied."""
    fine, count = 3, 18
    picture = pygame.Surface((size * fine, size * fine), pygame.SRCALPHA)
    picture.fill((*TRACE, 0))
    middle = pygame.Vector2(size * fine / 2)
    reach = pygame.Vector2(size * fine / 2 - width * fine / 2, 0)
    for dash in range(count):
        for part in range(13):
            spot = middle + reach.rotate(360 * (dash + 0.55 * part / 12) / count)
            pygame.draw.circle(picture, (*TRACE, strength), spot, width * fine / 2)
    return pygame.transform.smoothscale(picture, (size, size))


@kept(8)
def owner_picture(name: str, side: int, unit: float, palette: theme.Palette) -> pygame.Surface:
    """Render a player's colour and name on a pill, or the initial alone where names are long."""
    colour = (palette.accent, palette.other)[side]
    disc = round(unit * _DISC)
    size = round(disc * 0.40)
    words = theme.text(name, max(1, size), COUNT_INK, True)
    dot, gap = round(disc * 0.36), round(disc * 0.22)
    width = dot + words.get_width() + 3 * gap
    if size >= _LEAST and width <= unit * _ROOM:
        pill = pygame.Surface((width, round(disc * 0.72)), pygame.SRCALPHA)
        height = pill.get_height()
        pill.blit(theme.rounded(pill.get_size(), height // 2, COUNT_PILL), (0, 0))
        pill.blit(theme.rounded((dot, dot), dot // 2, colour), (gap, (height - dot) // 2))
        at = (dot + 2 * gap, height * 0.46)
        theme.write(pill, name, at, size, COUNT_INK, True, "midleft")
        return pill
    pill = theme.rounded((disc, disc), disc // 2, colour).copy()
    middle = (disc / 2, disc / 2)
    letter = max(9, round(disc * 0.48))
    theme.write(pill, name[:1].upper(), middle, letter, palette.on_accent, True, "center")
    return pill
