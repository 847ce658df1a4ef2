"""A search taken along as a file, or fetched back from one, which searches it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt, YieldToFrames, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.games.user_error import UserError
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.gui.services.saving import newest_files
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host
from kalahgui.theatre.export import opened
from kalahgui.theatre.recording import Stopped

_MOST_BYTES = 50_000_000

# A recording, or why there is none.
Opened = Watched | UserError | OSError


def recording_in(
    path: Path, yield_to_frames: YieldToFrames, stop: StopWord | None = None
) -> Watched:
    """Return the recording in a file; UserError or OSError where it holds none."""
    if path.stat().st_size > _MOST_BYTES:
        raise UserError("refused_long_recording")
    try:
        words = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UserError("refused_json") from None
    return Watched.of(opened(words, stop, yield_to_frames))


@dataclass(frozen=True)
class OpenRecording:
    """Read a recording from a file."""

    path: Path
    position = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Opened | None]:
        """Yield the recording or why there is none; None for what a pause cut short."""
        return whole(lambda stop: self._opened(stop, thinker.yield_to_frames), interrupt)

    def _opened(self, stop: StopWord, yield_to_frames: YieldToFrames) -> Opened | None:
        try:
            return recording_in(self.path, yield_to_frames, stop)
        except Stopped:
            return None
        except (UserError, OSError) as error:
            return error


FILE_NAME = "kalahgui-search"
SUFFIX = ".json"
_ROW, _HEIGHT, _TOP = 48, 40, 84
_MOST = 5


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
        self._kept = newest_files(f"{FILE_NAME}*{SUFFIX}", _MOST)
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
        scale, room = self.scale, self.scale.px(self.card_width - 64)
        at = self.inside(32, self._open_top + 12).topleft
        self.write(surface, say("along_open"), at, scale.body, self.palette.ink, bold=True)
        rows = max(1, len(self._kept))
        if not self._kept:
            at = self.inside(32, self._open_top + 34 + _HEIGHT / 2).topleft
            self.write(surface, say("along_none"), at, scale.small, room=room)
        at = self.inside(32, self._open_top + 34 + _ROW * rows + 16).topleft
        self.write(surface, say("along_drop"), at, scale.small, room=room)
