"""What belongs to the program and outlasts its screens, handed to every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kalahgui.engine.endgame_store import DEFAULT_SIZE, EndgameBuilds, EndgameStore, Kind, News
from kalahgui.engine.engine import Engine, Priority, Resize, UseThreads
from kalahgui.engine.interrupt import FrameYield
from kalahgui.engine.knowledge import Knowledge
from kalahgui.engine.thinker import bits_within
from kalahgui.gui.services import settings, words
from kalahgui.gui.services.autosave import Autosave
from kalahgui.gui.services.background import BackgroundJobs
from kalahgui.gui.services.log import Log
from kalahgui.gui.services.voice import SPOKEN, Sounds, Voice
from kalahgui.gui.services.words import say

SECONDS, PASSING_SECONDS = 7.0, 1.6


class Notices:
    """Sentences that wait to be read, each shown for a while."""

    def __init__(self, wake: Callable[[], None], tell: Callable[[str], None]) -> None:
        """``wake`` has the window drawn, where nothing else moves; ``tell`` hears what is said."""
        self._wake = wake
        self._tell = tell
        self.waiting: list[str] = []
        self._passing = ""
        self._shown_for = 0.0

    def add(self, notice: str) -> None:
        """Show a sentence after those before it."""
        if notice not in self.waiting:
            self.waiting.append(notice)
            self._tell(notice)
            self._wake()

    def show_now(self, notice: str) -> None:
        """Show a passing sentence at once, in place of a passing one before it."""
        if self._passing in self.waiting:
            self.waiting.remove(self._passing)
        self._passing = notice
        self.waiting.insert(0, notice)
        self._tell(notice)
        self._wake()
        self._shown_for = SECONDS - PASSING_SECONDS

    def withdraw(self, notice: str) -> None:
        """Show a sentence no longer: it is not true any more."""
        if notice in self.waiting:
            if notice == self.waiting[0]:
                self._shown_for = 0.0
            self.waiting.remove(notice)
            self._wake()

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass; a sentence that was shown long enough goes."""
        if not self.waiting:
            return
        self._shown_for += dt
        if self._shown_for > SECONDS:
            self._shown_for = 0.0
            self.waiting.pop(0)
            self._wake()


# The board that most people play is there first, before it is asked for.
_FIRST_BOARD = (6, False)


class Endgames:
    """The databases that the engine looks things up in, and what there is to say of them."""

    def __init__(self, store: EndgameStore, size: int = DEFAULT_SIZE) -> None:
        """Begin to build what is missing of the usual board; others follow when they are played."""
        self._store = store
        self._builds = EndgameBuilds(store, size)
        self.knowledge = Knowledge(store, self._builds)
        self._builds.wish(*_FIRST_BOARD)

    def update(self, notify: Callable[[str], None]) -> None:
        """Say what has happened since the last frame."""
        for news in self._store.news():
            notify(self._sentence(news))

    def close(self, timeout: float = 1.0) -> None:
        """Stop building, and wait at most ``timeout`` seconds; what is not finished is lost."""
        self._builds.close(timeout)

    def _sentence(self, news: News) -> str:
        file = self._store.path(news.shape).name
        if news.kind is Kind.BEGUN:
            return say("notice_endgame_begun")
        if news.kind is Kind.READY:
            return say("notice_endgame_ready", pits=news.shape.pits, stones=news.shape.stones)
        if news.kind is Kind.SET_ASIDE:
            return say("notice_endgame_set_aside", file=file)
        if news.kind is Kind.UNREADABLE:
            return say("notice_endgame_unreadable", file=file, why=news.why)
        return say("notice_endgame_not_kept", why=news.why)


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
            self.sounds.on = self.choices.sound
            if self.sounds.on and not self.sounds.available:
                self.notices.add(say("notice_no_sound"))
        if "events" in changes:
            self.voice.choose(self.choices.events)
            if self.choices.events == SPOKEN and not self.voice.available:
                self.notices.add(say("notice_no_voice"))
        # As urgent as a move, so that the analysis gives way at once; a move is not interrupted.
        if "table_megabytes" in changes:
            resize = Resize(bits_within(self.choices.table_megabytes))
            self.engine.start(resize, Priority.MOVE)
        if "threads" in changes:
            threads = settings.threads_for(self.choices.threads)
            self.engine.start(UseThreads(threads), Priority.MOVE)
