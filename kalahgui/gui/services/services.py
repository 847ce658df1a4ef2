"""What belongs to the program and outlasts its screens, handed to every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kalahgui.engine.engine import Engine, Priority, Resize, UseThreads
from kalahgui.engine.frame_yielding import FrameYield
from kalahgui.engine.thinker import bits_within
from kalahgui.gui.services import settings, words
from kalahgui.gui.services.autosave import Autosave
from kalahgui.gui.services.background_jobs import BackgroundJobs
from kalahgui.gui.services.log import Log
from kalahgui.gui.services.notices import Notices
from kalahgui.gui.services.sound import Sounds
from kalahgui.gui.services.voice import SPOKEN, Voice
from kalahgui.gui.services.words import say


@dataclass
class Services:
    """The services of one window.

    ``clock`` tells the local time of the day, ``now`` the seconds of the players' clocks.
    """

    choices: settings.Choices
    engine: Engine
    frame_yield: FrameYield
    autosave: Autosave
    background_jobs: BackgroundJobs
    notices: Notices
    sounds: Sounds
    voice: Voice
    log: Log | None
    clock: Callable[[], datetime]
    now: Callable[[], float]

    def choose(self, **changes: object) -> None:
        """Change choices, keep them, and let what is heard and computed follow them.

        What is laid out by a choice follows with the next ``rebuild`` of the window.
        """
        for name, value in changes.items():
            setattr(self.choices, name, value)
        self.autosave.keep_choices()
        if "language" in changes:
            self.voice.language = self.choices.language
            words.choose(self.choices.language)
        if "sound" in changes:
            self._turn_sound()
        if "events" in changes:
            self._choose_voice()
        # As urgent as a move, so that the analysis gives way at once; a move is not interrupted.
        if "table_megabytes" in changes:
            resize = Resize(bits_within(self.choices.table_megabytes))
            self.engine.start(resize, Priority.MOVE)
        if "threads" in changes:
            threads = settings.threads_for(self.choices.threads)
            self.engine.start(UseThreads(threads), Priority.MOVE)

    def _turn_sound(self) -> None:
        """Turn the sound on or off, and say so when there is no device for it."""
        self.sounds.on = self.choices.sound
        if self.sounds.on and not self.sounds.available:
            self.notices.add(say("notice_no_sound"))

    def _choose_voice(self) -> None:
        """Choose how events are told, and say so where the system has no voice."""
        self.voice.choose(self.choices.events)
        if self.choices.events == SPOKEN and not self.voice.available:
            self.notices.add(say("notice_no_voice"))
