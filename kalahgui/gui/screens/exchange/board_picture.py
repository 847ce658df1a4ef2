"""A position as a picture to be shown elsewhere: its board, the players and how it stands."""

from __future__ import annotations

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import naming
from kalahgui.match.match import Match

# In pixels, whatever the size of the window is.
_WIDE, _SQUARE = (1200, 640), (900, 1000)
_MARGIN, _HEAD = 40, 110


class BoardPicture:
    """The picture of the position that is looked at in a match, as that stands now."""

    def __init__(self, match: Match, palette: Palette, south: int) -> None:
        self._game, self._start = match.game, match.start
        self._palette, self._south = palette, south
        self._shown = VIEWS[match.game.key].shown(match)
        self._title = naming.match_title(match)
        told = (naming.against_words(match), naming.lead_words(match))
        self._players = " · ".join(filter(None, told))

    def paint(self) -> pygame.Surface:
        """Paint it; raises ``cache.Late`` as every drawing does."""
        palette, view_class = self._palette, VIEWS[self._game.key]
        width, height = _WIDE if view_class.wide else _SQUARE
        picture = pygame.Surface((width, height))
        picture.blit(theme.background((width, height), palette), (0, 0))
        place = pygame.Rect(_MARGIN, _HEAD, width - 2 * _MARGIN, height - _HEAD - _MARGIN)
        view = view_class(self._game, self._start, place, self._south, palette)
        view.draw_still(picture, self._shown)
        scale, room = Scale(), width - 2 * _MARGIN
        for words, y, size, ink, bold in (
            (self._title, 46, 28, palette.ink, True),
            (self._players, 84, 18, palette.quiet, False),
        ):
            fitting = theme.fit(words, size * scale.body // 15, room, bold)
            at = (_MARGIN, y)
            theme.write(picture, fitting, at, size * scale.body // 15, ink, bold, "midleft")
        return picture
