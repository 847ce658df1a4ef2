"""A position as a picture to be shared, painted a part in every frame."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import cache, theme
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


_PATIENCE = 0.006  # seconds of a frame that painting may have
_MOST_PUT_OFF = 40  # frames; more would mean that what is rendered is never kept


class Painting:
    """Paints one picture after the other."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[BoardPicture, Callable[[pygame.Surface], None]]] = deque()
        self._put_off = 0

    def begin(self, picture: BoardPicture, take: Callable[[pygame.Surface], None]) -> None:
        """Paint a picture after those that wait, and hand it over."""
        self._waiting.append((picture, take))

    @property
    def busy(self) -> bool:
        """Tell whether a picture is still to be painted."""
        return bool(self._waiting)

    def update(self) -> None:
        """Go on as far as a frame has time; the next one goes on with what is rendered now."""
        if self._waiting:
            self._paint(_PATIENCE if self._put_off < _MOST_PUT_OFF else math.inf)

    def close(self) -> None:
        """Paint what is still to be painted."""
        while self._waiting:
            self._paint(math.inf)

    def _paint(self, patience: float) -> None:
        picture, take = self._waiting[0]
        try:
            with cache.within(patience, time.perf_counter()):
                painted = picture.paint()
        except cache.Late:
            self._put_off += 1
            return
        self._put_off = 0
        self._waiting.popleft()
        take(painted)
