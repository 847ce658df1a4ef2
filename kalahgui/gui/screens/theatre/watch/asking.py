"""Ask me: a search that is watched stops where it turns, and the visitor says how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.core.search import StopWord
from kalahgui.engine.engine import Job, Priority
from kalahgui.engine.interrupt import Interrupt, YieldToFrames, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.searching.question_card import KEYS, QuestionCard, answer_words
from kalahgui.gui.searching.search_panel import foot_buttons
from kalahgui.gui.services.keymap import press
from kalahgui.learning.being_search import Choice
from kalahgui.learning.search_task import Graded, SearchTask, stops
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import Recording, Stopped
from kalahgui.words import as_text

_STEP = 2  # a leaf is valued and left in one


@dataclass(frozen=True)
class FindQuestions:
    """Find where a recording that is watched stops to ask."""

    recording: Recording
    as_mover: bool
    you: int
    graded: Graded
    position = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[SearchTask | None]:
        """Yield the questions; None for those that a pause cut short."""
        return whole(partial(self._found, thinker.yield_to_frames), interrupt)

    def _found(self, yield_to_frames: YieldToFrames, stop: StopWord) -> SearchTask | None:
        def heed() -> None:
            yield_to_frames()
            if stop.raised:
                raise Stopped

        try:
            row = stops(self.recording, as_mover=self.as_mover, heed=heed)
        except Stopped:
            return None
        return SearchTask(
            self.recording, row, as_mover=self.as_mover, you=self.you, graded=self.graded
        )


class Asking:
    """The questions about a playback, and the card of the one that is open, if any is.

    The engine has to find them first.
    """

    def __init__(self, screen: Screen, playback: Playback, as_mover: bool, you: int) -> None:
        """Have the questions found; ``you`` is who is spoken to, as in ``SearchTask``."""
        self._screen = screen
        self._playback, self._as_mover = playback, as_mover
        self._at = playback.at
        graded = screen.services.autosave.keep_answer
        find = FindQuestions(playback.recording, as_mover, you, graded)
        self._job: Job | None = screen.services.engine.start(find, Priority.VALUES)
        self._task: SearchTask | None = None
        self.open = False
        self.card: QuestionCard | None = None

    def follows(self, playback: Playback, as_mover: bool) -> bool:
        """Tell whether these are the questions about a playback in such eyes."""
        return self._playback is playback and self._as_mover == as_mover

    @property
    def waits(self) -> bool:
        """Tell whether the questions are still to be found."""
        return self._job is not None

    @property
    def task(self) -> SearchTask:
        """Return the questions that were found."""
        assert self._task is not None, "there are questions"
        return self._task

    def poll(self) -> None:
        """Take the questions that the engine has found."""
        for report in self._job.reports() if self._job is not None else ():
            if isinstance(report.answer, SearchTask):
                self._task, self._at = report.answer, self._playback.at
                self._task.skip_to(self._at + 1)
            if report.done:
                self._job = None

    def catch_up(self, playing: bool) -> bool:
        """Follow the playback to the next question; tell whether one was opened or left."""
        before, now = self._at, self._playback.at
        if now == before or self._task is None:
            return False
        self._at, asked, was_open = now, self.task.question, self.open
        self._close()
        steps = now - before
        if was_open or steps < 0 or not (playing or steps <= _STEP):
            self.task.skip_to(now + 1)  # gone on, or elsewhere, without an answer
        elif asked is not None and before < asked.at <= now:
            self._at = asked.at
            self._playback.go_to(asked.at)
            self.open = True
        return was_open or self.open

    def _close(self) -> None:
        self.open, self.card = False, None

    def content(self, answer: Callable[[Choice | None], object]) -> Element:
        """Return the question; ``answer`` takes None where it is to be shown."""
        self.card = QuestionCard(self.task, answer)
        self._show = partial(answer, None)
        foot = foot_buttons([("you_search_show", self._show)])
        return Column(self.card.content(self._screen.scale), foot, gap=10)

    def take(self, answer: Choice | None) -> bool:
        """Take an answer; tell whether the search goes on."""
        if answer is None:
            self.task.show_me()
        elif not self.task.answer(answer):
            return False
        following = self.task.question
        if following is not None and following.at <= self._at:
            return False  # it is asked at the same moment
        self._close()
        return True

    @property
    def words(self) -> str:
        """Say how the last answer was."""
        return as_text(*answer_words(self.task))

    def handle(self, event: pygame.Event) -> bool:
        """Take a key that answers the question."""
        if self.card is None or event.type != pygame.KEYDOWN:
            return False
        return press((KEYS,), {**self.card.commands, "show": self._show}, event)
