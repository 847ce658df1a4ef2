"""A lesson that is a search: the learner performs it, or finds the order that it is fastest in."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.paint.paragraph import balance, line_height, wrap, write_lines
from kalahgui.gui.panels.break_panel import BreakPanel
from kalahgui.gui.panels.question_card import KEYS
from kalahgui.gui.panels.search_panel import SearchPanel
from kalahgui.gui.screens.learn.path import draw_stars
from kalahgui.gui.screens.learn.run_screen import BUTTON, FOOT, RunScreen
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Host
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.exercise import Answer, Grade
from kalahgui.learning.tasks import arrange_best

_TOP, _MARGIN, _STAR = 84, 28, 22
_SEED = 2**32


class SearchLesson(RunScreen):
    """Do the searches of a run, each on new data."""

    key_places = ("search_lesson", KEYS)
    searches = True

    def _begin(self, app: Host) -> None:
        made = self.run.exercise.made
        assert made is not None
        self._mistakes = 0
        self._ended: Message | None = None
        task = made(str(random.randrange(_SEED)), app.services.autosave.keep_answer)
        self.panel: SearchPanel | BreakPanel
        if isinstance(task, Breaking):
            self.panel = BreakPanel(self, task)
            self.panel.offers = (("learn_show", partial(self._arrange, self.panel)),)
        else:
            self.panel = SearchPanel(self, task)

    def _arrange(self, panel: BreakPanel) -> None:
        """Show the best order."""
        self.run.note_help()
        panel.shown = True
        panel.offers = ()
        arrange_best(panel.breaking)
        self.refresh()

    def lay_out(self) -> None:
        scale, px = self.scale, self.scale.px
        width = self.size[0] - 2 * px(_MARGIN)
        self._lines = balance(self.run.exercise.goal.said(say), scale.heading, width, True)
        self._intro_y = px(_TOP - 6) + len(self._lines) * line_height(scale.heading)
        intro = self.run.exercise.intro
        self._intro = wrap(intro.said(say), scale.body, width) if intro else ()
        top = self._intro_y + px(6) + len(self._intro) * line_height(scale.body)
        foot = pygame.Rect(px(_MARGIN), self.size[1] - px(FOOT + 14), width, px(FOOT))
        self._foot = foot
        self.panel.lay_out(pygame.Rect(foot.x, top, width, foot.y - px(10) - top))
        self.add_ways(foot)

    @property
    def cards_read(self) -> Sequence[pygame.Rect]:
        return self.panel.cards

    @property
    def views(self) -> list[Part]:
        return [*super().views, *self.panel.views]

    @property
    def commands(self) -> Commands:
        return {**super().commands, **({} if self.run.solved else self.panel.commands)}

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and not self.run.solved and self.panel.handle(event):
            return True
        if super().handle(event):
            return True
        return event.type != pygame.KEYDOWN and self.panel.handle(event)

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
            self._ended = self.run.note(Answer(Grade.DONE))
            if isinstance(self.panel, BreakPanel):
                self.panel.offers = ()
            self.services.voice.tell(self._said)
            self.refresh()

    @property
    def _said(self) -> str:
        return "" if self._ended is None else self._ended.said(say)

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface, self.panel.cards)
        self.draw_head(surface)
        px, scale, palette, foot = self.scale.px, self.scale, self.palette, self._foot
        at = (foot.x, px(_TOP) - px(6))
        write_lines(surface, self._lines, at, scale.heading, palette.ink, True)
        at = (foot.x, self._intro_y)
        write_lines(surface, self._intro, at, scale.body, palette.ink)
        self.panel.draw(surface)
        if self._said:
            x = foot.x + px(BUTTON + 24)
            if self.run.stars:
                draw_stars(
                    surface, self, (x + px(_STAR * 1.6), foot.centery), self.run.stars, _STAR
                )
                x += px(_STAR * 4)
            self.write(surface, self._said, (x, foot.centery), scale.body, palette.best)
        self.controls.draw(surface)
