"""Words on a dark pill: tips beside what they explain, notices at the foot of the window."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.paint.theme import Palette, Scale

# Lengths in units of the layout.
_GAP = 8
_MARGIN = 4
_PADDING = 12
_WIDEST = 420


def tip_place(size: theme.Size, beside: pygame.Rect, window: pygame.Rect, gap: int) -> pygame.Rect:
    """Return where a tip of a size stands in a window: below a rectangle, above or beside it.

    It never lies on the rectangle, unless that leaves no room for it on any side.
    """
    tip = pygame.Rect((0, 0), size)
    for anchor, to in (
        ("midtop", (beside.centerx, beside.bottom + gap)),
        ("midbottom", (beside.centerx, beside.top - gap)),
        ("midright", (beside.left - gap, beside.centery)),
        ("midleft", (beside.right + gap, beside.centery)),
    ):
        setattr(tip, anchor, to)
        place = tip.clamp(window)
        if not place.colliderect(beside):
            return place
    tip.midbottom = window.midbottom
    return tip.clamp(window)


def draw_tip(
    surface: pygame.Surface, words: str, beside: pygame.Rect, scale: Scale, palette: Palette
) -> pygame.Rect:
    """Draw a tip beside a rectangle, inside the surface, and return where it stands."""
    px, size = scale.px, scale.small
    window = surface.get_rect().inflate(-2 * px(_MARGIN), -2 * px(_MARGIN))
    widest = min(max(px(_WIDEST), 24 * size), window.width - 2 * px(_PADDING))
    lines = balance(words, size, widest)
    width = max(theme.font(size).size(line)[0] for line in lines) + 2 * px(_PADDING)
    step = line_height(size)
    pill = tip_place((width, step * len(lines) + px(10)), beside, window, px(_GAP))
    radius = min(pill.height // 2, px(15))
    surface.blit(theme.rounded(pill.size, radius, palette.banner), pill)
    top = pill.centery - step * (len(lines) - 1) / 2
    for row, line in enumerate(lines):
        at = (pill.centerx, top + step * row)
        theme.write(surface, line, at, size, palette.on_banner, anchor="center")
    return pill


def draw_notice(surface: pygame.Surface, words: str, scale: Scale, palette: Palette) -> None:
    """Draw a sentence at the foot of the surface."""
    px, size = scale.px, scale.body
    width, height = surface.get_size()
    room = width - px(104)
    # A path may be one word that is longer than a line.
    lines = [theme.fit(line, size, room) for line in balance(words, size, room)]
    widest = max(theme.font(size).size(line)[0] for line in lines)
    step = line_height(size)
    pill = pygame.Rect(0, 0, widest + px(40), px(40) + step * (len(lines) - 1))
    pill.midbottom = (width // 2, height - px(8))
    surface.blit(theme.rounded(pill.size, px(20), palette.banner), pill)
    at = (pill.centerx, pill.y + px(20) - step // 2)
    write_lines(surface, lines, at, size, palette.on_banner, anchor="center")
