"""The card on which a game is shared: as text or as a picture, copied or saved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.screens.exchange.board_picture import BoardPicture, Painting
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.copying import copying
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.formats import text_of
from kalahgui.library.game_import import written_of
from kalahgui.library.saved import StoredMatch

_ROW, _HEIGHT, _TOP = 52, 44, 76
_TEXT, _PICTURE = "kalahgui-game.txt", "kalahgui-position"


class Share(CardScreen):
    """Copy or save a game, or the position that is looked at."""

    card_width = 480
    title = "share"
    key_places = ("board", "card")

    def __init__(
        self, app: Host, stored: StoredMatch, saver: Saver, painting: Painting, south: int
    ) -> None:
        """Share a match as it stands now; ``south`` is the side at the foot of a picture."""
        self._stored = stored
        self._saver = saver
        self._painting = painting
        self._south = south
        copies = copying(app, stored)
        self._actions: tuple[tuple[str, str, Command], ...] = (
            ("share_game", "copy", copies["copy"]),
            ("share_position", "copy_position", copies["copy_position"]),
            ("share_picture", "", self._copy_picture),
            ("share_save_game", "", self._save_game),
            ("share_save_picture", "", self._save_picture),
        )
        self.card_height = _TOP + _ROW * len(self._actions) + 20
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        width = self.card_width - 64
        for row, (name, command, action) in enumerate(self._actions):
            rect = self.inside(32, _TOP + _ROW * row, width, _HEIGHT)
            words = f"{say(name)} ({self.key(command)})" if command else say(name)
            self.controls.button(rect, words, partial(self._do, action), style="soft")

    @property
    def commands(self) -> Commands:
        copies = {name: partial(self._do, does) for _, name, does in self._actions if name}
        return {**super().commands, **copies}

    def _do(self, action: Command) -> None:
        self.app.pop()
        action()

    def _copy_picture(self) -> None:
        self._paint(self._saver.copy_picture)

    def _save_picture(self) -> None:
        self._paint(self._saver.save_picture)

    def _paint(self, take: Callable[[pygame.Surface, str], None]) -> None:
        picture = BoardPicture(self._stored.match, self.app.palette, self._south)
        self._painting.begin(picture, lambda painted: take(painted, _PICTURE))

    def _save_game(self) -> None:
        words = text_of(written_of(self._stored))
        self._saver.save_made(lambda: words, _TEXT)
