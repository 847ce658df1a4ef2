"""The card on which a game is shared, as text or as a picture."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.saving import copy_commands, file_name
from kalahgui.library.days import day_of
from kalahgui.library.formats import text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match
from kalahgui.words import bracketed, say

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
        self.words = " · ".join(filter(None, (naming.against_words(match), *_stands(match))))

    def paint(self) -> pygame.Surface:
        """Paint it; raises ``cache.Late`` as every drawing does."""
        palette, view_class = self._palette, VIEWS[self._game.key]
        width, height = _WIDE if view_class.wide else _SQUARE
        picture = pygame.Surface((width, height))
        picture.blit(theme.background((width, height), palette), (0, 0))
        rect = pygame.Rect(_MARGIN, _HEAD, width - 2 * _MARGIN, height - _HEAD - _MARGIN)
        view = view_class(self._game, self._start, rect, self._south, palette)
        view.draw_still(picture, self._shown)
        scale, room = Scale(), width - 2 * _MARGIN
        for words, y, size, ink, bold in (
            (self._title, 46, 28, palette.ink, True),
            (self.words, 84, 18, palette.quiet, False),
        ):
            fitting = theme.fit(words, size * scale.body // 15, room, bold)
            at = (_MARGIN, y)
            theme.write(picture, fitting, at, size * scale.body // 15, ink, bold, "midleft")
        return picture


def _stands(match: Match) -> list[str]:
    """Say who has won at the position that is looked at, and by how much, or who leads there."""
    here = match.here
    if not here.over:
        return [naming.lead_words(match)]
    return [naming.headline_words(match, here), naming.result_words(match, here)]


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


def name_of(stored: StoredMatch) -> str:
    """Return the name that a file with a game is suggested: the board, the players, the day."""
    match = stored.match
    day = day_of(stored.begun)
    words = naming.match_title(match), naming.against_words(match), str(day or "")
    return file_name(" - ".join(filter(None, words)))


class Share(CardScreen):
    """Copy or save a game, or the position that is looked at."""

    card_width = 480
    title = "share"
    key_places = ("sheet", "board", "card")

    def __init__(self, app: Host, stored: StoredMatch, painting: Painting, south: int) -> None:
        """Share a match as it stands now; ``south`` is the side at the foot of a picture."""
        self._stored = stored
        self._painting = painting
        self._south = south
        copies = copy_commands(app.services.notices.show_now, stored)
        self._actions: tuple[tuple[str, str, Command], ...] = (
            ("share_game", "copy", copies["copy"]),
            ("share_position", "copy_position", copies["copy_position"]),
            ("share_picture", "", self._copy_picture),
            ("share_save_game", "", self._save_game),
            ("share_save_picture", "", self._save_picture),
        )
        super().__init__(app)

    def body(self) -> Element:
        return Column(
            *(
                Button(
                    bracketed(say(name), self.key(command)) if command else say(name),
                    partial(self.close_for, action),
                    style="soft",
                    height=44,
                )
                for name, command, action in self._actions
            ),
            gap=8,
        )

    @property
    def commands(self) -> Commands:
        copies = {name: partial(self.close_for, does) for _, name, does in self._actions if name}
        return {**super().commands, **self.controls.arrows, **copies}

    @property
    def _picture(self) -> BoardPicture:
        return BoardPicture(self._stored.match, self.app.palette, self._south)

    def _copy_picture(self) -> None:
        copy, name = self.services.saver.copy_picture, name_of(self._stored)
        self._painting.begin(self._picture, lambda painted: copy(painted, name))

    def _save_picture(self) -> None:
        paint = partial(self._painting.begin, self._picture)
        self.services.saver.save_painted(paint, name_of(self._stored))

    def _save_game(self) -> None:
        words = text_of(written_of(self._stored))
        self.services.saver.save_made(lambda: words, f"{name_of(self._stored)}.kalah")
