"""Pictures that are painted to be shared, as much of one in a frame as it has time for."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable

import pygame

from kalahgui.gui.paint import cache
from kalahgui.gui.screens.exchange.board_picture import BoardPicture

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
