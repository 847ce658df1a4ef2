"""What belongs to the program and outlasts its screens, handed to every one of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kalahgui import words
from kalahgui.engine.engine import Change, Engine, Priority
from kalahgui.engine.interrupt import FrameYield
from kalahgui.engine.thinker import bits_within
from kalahgui.games.game import Game, Position
from kalahgui.gui.services import settings
from kalahgui.gui.services.autosave import Autosave
from kalahgui.gui.services.background import BackgroundJobs
from kalahgui.gui.services.log import Log
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.voice import SILENT, SPOKEN, Sounds, Voice
from kalahgui.match.computer import RememberedThoughts
from kalahgui.match.match import Match, Player
from kalahgui.words import say

SECONDS, PASSING_SECONDS = 7.0, 1.6


class Notices:
    """Sentences that wait to be read, each shown for a while."""

    def __init__(
        self, wake: Callable[[], None], tell: Callable[[str], None], choices: settings.Choices
    ) -> None:
        """``wake`` has the window drawn, where nothing else moves; ``tell`` hears what is said."""
        self._choices = choices
        self._wake = wake
        self._tell = tell
        self.waiting: list[str] = []
        self._passing = ""
        self._shown_for = 0.0

    def add(self, notice: str) -> None:
        """Show a sentence after those that were added before; one that waits is not added twice."""
        if notice not in self.waiting:
            self.waiting.append(notice)
            self._tell(notice)
            self._wake()

    def show_now(self, notice: str) -> None:
        """Show a sentence at once and for a short time, in place of another one shown so.

        Sentences that ``add`` was given wait until it has gone.
        """
        if self._passing in self.waiting:
            self.waiting.remove(self._passing)
        self._passing = notice
        self.waiting.insert(0, notice)
        self._tell(notice)
        self._wake()
        self._shown_for = (SECONDS - PASSING_SECONDS) * self.times_longer

    def answer(self, notice: str) -> None:
        """Show the answer to what was done last, in place of the one before, as long as any."""
        self.show_now(notice)
        self._shown_for = 0.0

    @property
    def closes_by_hand(self) -> bool:
        """Tell whether a sentence is shown until somebody closes it."""
        return self._times == math.inf

    @property
    def times_longer(self) -> float:
        """Return how many times as long as usual that stays which goes by itself."""
        return min(self._times, settings.STAYS["longer"])

    @property
    def _times(self) -> float:
        return settings.STAYS[self._choices.notices]

    @property
    def _stays(self) -> float:
        return SECONDS * self._times

    def close(self) -> bool:
        """Close the sentence that is shown; tell whether there was one."""
        if not self.waiting:
            return False
        self.withdraw(self.waiting[0])
        return True

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
        if self._shown_for > self._stays:
            self._shown_for = 0.0
            self.waiting.pop(0)
            self._wake()


@dataclass
class Services:
    """The services of one window.

    ``clock`` tells the local time, by the system's zone unless it has another one; ``now`` tells
    the seconds of the players' clocks.
    """

    choices: settings.Choices
    engine: Engine
    frame_yield: FrameYield
    autosave: Autosave
    background_jobs: BackgroundJobs
    saver: Saver
    notices: Notices
    sounds: Sounds
    voice: Voice
    log: Log | None
    thoughts: RememberedThoughts
    clock: Callable[[], datetime]
    now: Callable[[], float]

    def seats(self, offer: settings.CatalogueEntry, variant: str) -> tuple[Seat, Seat]:
        """Return who plays on a board of a card, at the level that suits where none was chosen."""
        suits = self.autosave.level_results(offer.game, variant).suits
        first, second = self.choices.cards[offer.key].seats
        return first.offered(suits), second.offered(suits)

    def match_with_computer(
        self,
        game: Game,
        variant: str,
        rules: tuple[str, ...] = (),
        start: Position | None = None,
    ) -> Match:
        """Return a match of a person against the level that suits, without a clock.

        The person makes the next move from a ``start``, and else sits where a newcomer does.
        """
        offer = settings.entry_on(game, variant)
        seats = self.choices.cards[offer.key].seats
        name = next((seat.name for seat in seats if seat.person), "")
        computer = Seat(person=False).offered(self.autosave.level_results(game, variant).suits)
        begin, varied = start or game.start(variant, rules), self.choices.varied
        players = Player(name), computer.player(game, begin, varied)
        person = offer.card.newcomer if start is None else start.turn
        return Match(game, variant, rules, players[::-1] if person else players, start=start)

    def answer(self, words: str) -> None:
        """Tell what was asked for, if there is anything; where nothing is told, show it."""
        if not words:
            return
        if self.voice.telling == SILENT:
            self.notices.answer(words)
        else:
            self.voice.answer(words)

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
        if "volume" in changes:
            self.sounds.volume = self.choices.volume
            self.sounds.play("stone1")  # so loud
        if "events" in changes:
            self.voice.choose(self.choices.events)
            if self.choices.events == SPOKEN and not self.voice.available:
                self.notices.add(say("notice_no_voice"))
        # As urgent as a move, so that the analysis gives way at once; a move is not interrupted.
        if "table_megabytes" in changes:
            bits = bits_within(self.choices.table_megabytes)
            self.engine.start(Change(lambda thinker: thinker.resize(bits)), Priority.MOVE)
        if "threads" in changes:
            threads = settings.threads_for(self.choices.threads)
            self.engine.start(Change(lambda thinker: thinker.use_threads(threads)), Priority.MOVE)
