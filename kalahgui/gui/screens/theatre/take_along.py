"""The card on which a search is taken along as a file, or fetched back from one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services.saving import newest_files
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host

FILE_NAME = "kalahgui-search"
SUFFIX = ".json"
_ROW, _HEIGHT, _TOP = 48, 40, 84
_MOST = 5


def kept_recordings() -> list[Path]:
    """Return the newest recordings in the folder where they are saved, the newest first."""
    return newest_files(f"{FILE_NAME}*{SUFFIX}", _MOST)


class TakeAlong(CardScreen):
    """Save the tree as a picture or a drawing and the search as a recording; open a recording."""

    card_width = 620
    title = "along_title"

    def __init__(
        self, app: Host, saves: dict[str, Callable[[], None]], opens: Callable[[Path], None]
    ) -> None:
        """``saves`` has what is done for each kind (keys of translations behind ``along_``)."""
        self._saves = saves
        self._opens = opens
        self._kept = kept_recordings()
        rows = len(saves) + max(1, len(self._kept))
        self.card_height = _TOP + _ROW * rows + 112
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        width = self.card_width - 64
        for row, (kind, save) in enumerate(self._saves.items()):
            rect = self.inside(32, _TOP + _ROW * row, width, _HEIGHT)
            self.controls.button(rect, say(f"along_{kind}"), partial(self._do, save), style="soft")
        self._open_top = _TOP + _ROW * len(self._saves) + 14
        for row, path in enumerate(self._kept):
            rect = self.inside(32, self._open_top + 34 + _ROW * row, width, _HEIGHT)
            opens = partial(self._do, partial(self._opens, path))
            self.controls.button(rect, path.stem, opens, style="soft")

    def _do(self, action: Callable[[], None]) -> None:
        self.app.pop()
        action()

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        at = self.inside(32, self._open_top + 12).topleft
        theme.write(surface, say("along_open"), at, scale.body, palette.ink, True, "midleft")
        rows = max(1, len(self._kept))
        if not self._kept:
            at = self.inside(32, self._open_top + 34 + _HEIGHT / 2).topleft
            words = theme.fit(say("along_none"), scale.small, scale.px(self.card_width - 64))
            theme.write(surface, words, at, scale.small, palette.quiet, anchor="midleft")
        at = self.inside(32, self._open_top + 34 + _ROW * rows + 16).topleft
        words = theme.fit(say("along_drop"), scale.small, scale.px(self.card_width - 64))
        theme.write(surface, words, at, scale.small, palette.quiet, anchor="midleft")
