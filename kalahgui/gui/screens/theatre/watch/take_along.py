"""A search taken along as a file, or fetched back from one, which searches it again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt, YieldToFrames, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.screens.theatre.watch.stage import Stage
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.gui.services.saving import PICTURES, TEXTS, Saver, folder, newest_files
from kalahgui.theatre.export import document, opened
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import Stopped
from kalahgui.theatre.svg import TreeWords, svg
from kalahgui.theatre.tree_layout import TreeLayout
from kalahgui.theatre.tree_painter import MoveName
from kalahgui.words import say

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
_MOST = 5


def saves_of(stage: Stage, named: MoveName, saver: Saver) -> dict[str, Callable[[], None]]:
    """Return how the tree on a stage, and its recording, are saved; ``named`` writes moves.

    The keys are those of translations behind ``along_``.
    """
    # The drawing is made on a thread, and the playback goes on meanwhile.
    moment = Playback(stage.playback.recording)
    moment.go_to(stage.playback.at)
    folded, as_mover = stage.layout.folded, stage.as_mover
    words = TreeWords(
        say("theatre_title"),
        say("stage_you"),
        say("stage_them"),
        say("stage_again"),
        say("stage_values"),
        say("stage_cut", values="{}"),
    )

    def drawing() -> str:
        layout = TreeLayout(moment.recording.nodes).with_folded(folded)
        return svg(moment, layout, as_mover, words, named)

    def recording() -> str:
        return json.dumps(document(moment.recording, True))

    return {
        "picture": lambda: saver.save_picture(stage.picture(), FILE_NAME),
        "drawing": lambda: saver.save_made(drawing, f"{FILE_NAME}.svg", PICTURES),
        "recording": lambda: saver.save_made(recording, FILE_NAME + SUFFIX),
    }


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
        self._kept = newest_files(folder(TEXTS).glob(f"{FILE_NAME}*{SUFFIX}"), _MOST)
        super().__init__(app)

    def body(self) -> Element:
        kept = [self._button(path.stem, partial(self._opens, path)) for path in self._kept]
        return Column(
            *(self._button(say(f"along_{kind}"), save) for kind, save in self._saves.items()),
            Space(height=2),
            Heading(say("along_open"), "body"),
            *(kept or [Text(say("along_none"), "small", "quiet")]),
            Text(say("along_drop"), "small", "quiet"),
            gap=8,
        )

    def _button(self, label: str, act: Callable[[], object]) -> Element:
        return Button(label, partial(self.close_for, act), style="soft", height=40)
