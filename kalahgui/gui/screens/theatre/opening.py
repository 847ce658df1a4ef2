"""Opening a recording from a file: it is read and searched again on the engine's thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kalahgui.core.search import StopWord
from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.engine.frame_yielding import YieldToFrames
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.games.user_error import UserError
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.theatre.export import opened
from kalahgui.theatre.recorder import Stopped

_MOST_BYTES = 50_000_000

# A recording, or why there is none.
Opened = Watched | UserError | OSError


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
            return Watched.of(opened(self._text(), stop, yield_to_frames))
        except Stopped:
            return None
        except (UserError, OSError) as error:
            return error

    def _text(self) -> str:
        if self.path.stat().st_size > _MOST_BYTES:
            raise UserError("refused_long_recording")
        try:
            return self.path.read_text("utf-8")
        except UnicodeDecodeError:
            raise UserError("refused_json") from None


class RecordingOpener:
    """The file that is being opened, if there is one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._job: Job | None = None

    @property
    def busy(self) -> bool:
        """Tell whether a file is being opened."""
        return self._job is not None

    def start(self, path: Path) -> None:
        """Open a file instead of the one that is being opened."""
        self.stop()
        self._job = self._engine.start(OpenRecording(path), Priority.ANALYSIS)

    def stop(self) -> None:
        """Open nothing any more."""
        if self._job is not None:
            self._job.stop()
        self._job = None

    def found(self) -> Watched | Exception | None:
        """Return what has come of the file since the last call."""
        if self._job is None:
            return None
        for report in self._job.reports():
            if report.done:
                self._job = None
                if isinstance(report.answer, Opened):
                    return report.answer
                return RuntimeError(report.failure)
        return None
