"""A position as a picture to be shown elsewhere: its board, the players and how it stands."""

from __future__ import annotations

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.kit import cache, naming, theme
from kalahgui.gui.kit.theme import Palette, Scale
from kalahgui.match.match import Match

# In pixels, whatever the size of the window is.
_WIDE, _SQUARE = (1200, 640), (900, 1000)
_MARGIN, _HEAD = 40, 110


def board_picture(match: Match, palette: Palette, south: int = 0) -> pygame.Surface:
    """Paint the position that is looked at in a match."""
    view_class = VIEWS[match.game.key]
    width, height = _WIDE if view_class.wide else _SQUARE
    picture = pygame.Surface((width, height))
    scale = Scale()
    with cache.rendering():
        picture.blit(theme.background((width, height), palette), (0, 0))
        place = pygame.Rect(_MARGIN, _HEAD, width - 2 * _MARGIN, height - _HEAD - _MARGIN)
        view = view_class(match.game, match.start, place, south, palette)
        view.draw_still(picture, view.shown(match))
        title, room = naming.match_title(match), width - 2 * _MARGIN
        players = " · ".join(filter(None, (naming.against_words(match), naming.lead_words(match))))
        for words, y, size, ink, bold in (
            (title, 46, 28, palette.ink, True),
            (players, 84, 18, palette.quiet, False),
        ):
            fitting = theme.fit(words, size * scale.body // 15, room, bold)
            at = (_MARGIN, y)
            theme.write(picture, fitting, at, size * scale.body // 15, ink, bold, "midleft")
    cache.rendered()
    return picture
