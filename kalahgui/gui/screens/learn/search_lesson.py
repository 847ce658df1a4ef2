"""A lesson that is a search: the learner performs it, or finds the order that it is fastest in."""

from __future__ import annotations

import random
from functools import partial

import pygame

from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.screens.learn.run_screen import RunScreen, Stars
from kalahgui.gui.searching.break_panel import BreakPanel
from kalahgui.gui.searching.question_card import KEYS, answer_words
from kalahgui.gui.searching.search_panel import SearchPanel
from kalahgui.gui.services.keymap import Commands
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.exercise import Answer, Grade
from kalahgui.learning.tasks import arrange_best
from kalahgui.words import say

_SEED = 2**32


class SearchLesson(RunScreen):
    """Do the searches of a run, each on new data."""

    key_places = ("search_lesson", KEYS)
    searches = True

    def _begin(self, app: Host) -> None:
        made = self.exercise.made
        assert made is not None
        self._mistakes = 0
        task = made(str(random.randrange(_SEED)), app.services.autosave.keep_answer)
        self.panel: SearchPanel | BreakPanel
        if isinstance(task, Breaking):
            self.panel = BreakPanel(self, task)
            self.panel.offers = (("learn_show", partial(self._arrange, self.panel)),)
        else:
            self.panel = SearchPanel(self, task)

    def _arrange(self, panel: BreakPanel) -> None:
        self.run.note_help()
        panel.shown = True
        panel.offers = ()
        arrange_best(panel.breaking)
        self.refresh()

    def body(self) -> Element:
        intro = self.exercise.intro
        ended = self._said
        between = (
            Stars(self.run.stars, 22) if ended and self.run.stars else None,
            Text(ended, colour="best", line=True, grow=1),
        )
        return Column(
            Heading(self.exercise.goal.said(say), balanced=True),
            Text(intro.said(say)) if intro else None,
            Space(height=2),
            self.panel.content(),
            Space(height=6),
            self.ways(*filter(None, between)),
            gap=4,
            grow=1,
        )

    @property
    def news(self) -> tuple[object, str]:
        if self._said or not isinstance(self.panel, SearchPanel):
            return super().news
        task = self.panel.task
        return (task.index, task.mistakes), answer_words(task)[0]

    @property
    def commands(self) -> Commands:
        return {**super().commands, **({} if self.run.solved else self.panel.commands)}

    def handle(self, event: pygame.Event) -> bool:
        answers = event.type == pygame.KEYDOWN and not self.run.solved and self.panel.handle(event)
        return answers or super().handle(event)

    @property
    def moving(self) -> bool:
        return self.panel.moving or super().moving

    def update(self, dt: float) -> None:
        super().update(dt)
        self.panel.update(dt)
        if self.run.solved:
            return
        while self._mistakes < self.panel.mistakes:
            self._mistakes += 1
            self.run.note(Answer(Grade.WRONG))
        if isinstance(self.panel, SearchPanel) and self.panel.task.helped:
            self.run.note_help()
        if self.panel.done:
            ended = self.run.note(Answer(Grade.DONE))
            assert ended is not None, "the exercise is done"
            self._tell(partial(ended.said, say))
            if isinstance(self.panel, BreakPanel):
                self.panel.offers = ()
            self.services.voice.tell(self._said)
            self.refresh()
