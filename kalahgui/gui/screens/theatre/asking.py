"""Ask me: a search that is watched stops where it turns, and the visitor says how it goes on."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.panels.question_card import KEYS, QuestionCard, answer_words, told_words
from kalahgui.gui.services.keymap import key, press
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.being_search import Choice
from kalahgui.learning.search_task import SearchTask, stops
from kalahgui.theatre.playback import Playback

_INSET, _BUTTON = 24, 42
_STEP = 2  # a leaf is valued and left in one


class Asking:
    """The questions about a playback, and the card of the one that is open, if any is."""

    def __init__(self, screen: Screen, playback: Playback, as_mover: bool) -> None:
        self._screen = screen
        self._playback = playback
        self._at = playback.at
        keep = screen.services.autosave.keep_answer
        row = stops(playback.recording, as_mover=as_mover)
        self.task = SearchTask(playback.recording, row, as_mover=as_mover, graded=keep)
        self.task.skip_to(playback.at + 1)
        self.open = False
        self.card: QuestionCard | None = None

    def follows(self, playback: Playback, as_mover: bool) -> bool:
        """Tell whether these are the questions about a playback in such eyes."""
        return self._playback is playback and self.task.as_mover == as_mover

    def catch_up(self, playing: bool) -> bool:
        """Follow the playback to the next question; tell whether one was opened or left."""
        before, now = self._at, self._playback.at
        if now == before:
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

    def lay_out(self, rect: pygame.Rect, answer: Callable[[Choice | None], object]) -> None:
        """Lay the question out in a rectangle; ``answer`` takes None where it is to be shown."""
        px = self._screen.scale.px
        inside = rect.inflate(-2 * px(_INSET), -2 * px(_INSET))
        high = max(px(_BUTTON), round(self._screen.scale.body * 1.9))
        foot = pygame.Rect(inside.x, inside.bottom - high, inside.width, high)
        inside.height -= high + px(10)
        self.card = QuestionCard(self._screen, inside, self.task, answer)
        words, stroke = say("you_search_show"), key((KEYS,), "show")
        self._show = lambda: answer(None)
        self._screen.controls.button(foot, words, self._show, style="soft", key=stroke, tip=words)

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
        return told_words(*answer_words(self.task))

    def handle(self, event: pygame.Event) -> bool:
        """Take a key that answers the question."""
        if self.card is None or event.type != pygame.KEYDOWN:
            return False
        return press((KEYS,), {**self.card.commands, "show": self._show}, event)
