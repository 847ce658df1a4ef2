"""You are the search: random trees to be searched by hand, and searches to be broken."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games.game import Message
from kalahgui.gui.paint import theme
from kalahgui.gui.panels.break_panel import BreakPanel
from kalahgui.gui.panels.question_card import KEYS
from kalahgui.gui.panels.search_panel import SearchPanel
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.screens.theatre.search_card import Group, add_groups, algorithm_options
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.being_search import IDEAS
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.course import COMPUTER
from kalahgui.learning.mastery import ASKED, EXAMINED, TAUGHT, first_and_last
from kalahgui.learning.random_trees import DIFFICULTIES
from kalahgui.learning.search_task import SearchRow, SearchTask

_SEED_DIGITS = 4
_HIGH = 36
SEARCH, BREAK, TEST = MODES = ("search", "break", "test")


class YouPage(TheatrePage):
    """Be the search."""

    name = "quiz"
    more_keys = (KEYS,)
    about = "you_search_about"
    panel: SearchPanel | BreakPanel

    def __init__(
        self,
        screen: Screen,
        visit: Visit,
        rect: pygame.Rect,
        on: Callable[[], object] | None = None,
    ) -> None:
        """Stand on a screen; ten questions that are answered lead to the trees, or ``on``."""
        self._on = on
        super().__init__(screen, visit, rect)

    @property
    def keys(self) -> str:  # type: ignore[override]
        """Return what the foot says: other keys count while a search is broken."""
        return "you_search_keys_break" if self.mode == BREAK else "you_search_keys"

    @property
    def mode(self) -> str:
        """Return whether trees are searched, searches broken, or ten questions asked."""
        visit = self.visit
        return TEST if visit.examination else BREAK if visit.breaking else SEARCH

    @property
    def row(self) -> SearchRow:
        """Return the searches to be done; by chance where there were none."""
        if self.visit.searches is None:
            keep = self.screen.services.autosave.keep_answer
            self.visit.searches = SearchRow(_seed(), keep)
        return self.visit.searches

    # -- layout

    def lay_out(self) -> None:
        px = self.scale.px
        high = max(px(_HIGH), round(1.7 * self.scale.body))
        bar = pygame.Rect(self.rect.x, self.rect.y, self.rect.width, high)
        self._lay_out_choices(bar)
        room = self.rect.copy()
        room.y, room.height = bar.bottom + px(12), self.rect.bottom - bar.bottom - px(12)
        kept, asked = getattr(self, "panel", None), self.asked
        if kept is None or asked is not (
            kept.breaking if isinstance(kept, BreakPanel) else kept.task
        ):
            self.panel = self._made(asked)
        self.panel.lay_out(room)
        self.cards = self.panel.cards

    @property
    def asked(self) -> SearchTask | Breaking:
        """Return what is to be done now."""
        examination = self.visit.examination
        if examination is not None:
            return examination.task
        return self.visit.breaking or self.row.task

    def _made(self, asked: SearchTask | Breaking) -> SearchPanel | BreakPanel:
        offers = ((f"you_search_next_{self.mode}", self.ask_next),)
        if isinstance(asked, Breaking):
            return BreakPanel(self.screen, asked, offers)
        if self.mode != TEST:
            return SearchPanel(self.screen, asked, offers, partial(self._answers, IDEAS))
        # What is taught is shown to whoever has begun to learn it.
        begun = self.screen.services.autosave.stars(COMPUTER)
        answers = partial(self._answers, TAUGHT) if begun else None
        return SearchPanel(self.screen, asked, offers, answers, self._test_words)

    def _answers(self, ideas: Sequence[str]) -> dict[str, Sequence[bool]]:
        """Return the answers kept about some ideas."""
        kept = self.screen.services.autosave.answers()
        return {idea: kept.get(idea, ()) for idea in ideas}

    def _test_words(self) -> str:
        """Say how far the ten questions are, and at the end what was gained."""
        examination = self.visit.examination
        assert examination is not None, "somebody is examined"
        right, count = sum(examination.results), len(examination.results)
        if not examination.done:
            return say("you_search_test_so_far", right=right, all=count)
        kept = self.screen.services.autosave.answers().get(EXAMINED, ())
        words = say("you_search_test_done", right=right, all=count)
        if len(kept) > count:
            words += "\n" + say("you_search_test_first", right=first_and_last(kept)[0])
        return words

    def _lay_out_choices(self, bar: pygame.Rect) -> None:
        """Lay out a row: search or break, and by which algorithm, on what trees, in whose eyes."""
        row, mode = self.row, self.mode
        groups: list[Group] = [
            ([(each, say(f"you_search_mode_{each}"), "") for each in MODES], mode, self.choose_mode)
        ]
        if mode == SEARCH:
            levels = [(level, say(f"you_search_{level}"), "") for level in DIFFICULTIES]
            eyes = [("eyes", say("you_search_eyes"), say("you_search_eyes_tip"))]
            choose = self._choose
            algorithms = algorithm_options(ALGORITHMS)
            groups.append((algorithms, row.algorithm, lambda name: choose(algorithm=name)))
            groups.append((levels, row.difficulty, lambda name: choose(difficulty=name)))
            groups.append((eyes, "eyes" if row.as_mover else "", lambda _: self.change_eyes()))
        self._about_room = bar.copy()
        if self._on is not None and self._in_test:
            words, on = say("you_search_test_skip"), self._on
            wide = theme.font(self.scale.body, True).size(words)[0] + self.scale.px(28)
            skip = pygame.Rect(bar.right - wide, bar.y, wide, bar.height)
            self.screen.controls.button(skip, words, on, style="soft")
            self._about_room.width -= wide + self.scale.px(16)
        before = len(self.screen.controls.all)
        add_groups(self.screen, bar, groups, self.scale.body, self.scale.px(60))
        right = max(each.rect.right for each in self.screen.controls.all[before:])
        self._about_room.width -= right + self.scale.px(16) - bar.x
        self._about_room.x = right + self.scale.px(16)

    # -- what the visitor does

    def choose_mode(self, mode: str) -> None:
        """Search trees, break searches, or be asked ten questions."""
        if mode != self.mode:
            keep = self.screen.services.autosave.keep_answer
            self.visit.breaking = Breaking(_seed()) if mode == BREAK else None
            self.visit.examination = None
            if mode == TEST:
                self.visit.examine(keep)
        self.screen.refresh()

    def _choose(self, **choice: Any) -> None:
        self.row.choose(**choice)
        self.screen.refresh()

    def step_algorithm(self, step: int) -> None:
        place = ALGORITHMS.index(self.row.algorithm) + step
        self._choose(algorithm=ALGORITHMS[place % len(ALGORITHMS)])

    def change_eyes(self) -> None:
        """Have values told by whoever moves, or by the player at the top."""
        self._choose(as_mover=not self.row.as_mover)

    def ask_next(self) -> None:
        """Go on to the next tree, or to the next of ten questions when one is answered."""
        breaking, examination = self.visit.breaking, self.visit.examination
        if breaking is not None:
            breaking.begin(breaking.number + 1)
        elif examination is None:
            self.row.ask_next()
        elif examination.done:
            (self._on or partial(self.choose_mode, SEARCH))()
        elif examination.task.done:
            examination.go_on()
        self.screen.refresh()

    def watch(self) -> None:
        """Watch the search of the tree."""
        plan = self.asked.recording.plan
        self.visit.open(
            plan.subject,
            name=Message("you_search_where"),
            algorithm=plan.algorithm,
            depth=plan.depth,
            order="rising",
        )
        self.close()
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        found: dict[str, Command] = {**self.panel.commands, "new": self.ask_next}
        found |= {mode: partial(self._switch, mode) for mode in (BREAK, TEST)}
        if self.mode == SEARCH:
            found |= {"algorithm": partial(self.step_algorithm, 1), "eyes": self.change_eyes}
        if self.mode != TEST or self.panel.done:
            found["watch"] = self.watch
        if self.panel.done:
            found["choose"] = self.ask_next
        return found

    def _switch(self, mode: str) -> None:
        self.choose_mode(SEARCH if self.mode == mode else mode)

    def handle(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return self.panel.handle(event)
        return super().handle(event)

    # -- time and drawing

    @property
    def moving(self) -> bool:
        return self.panel.moving

    def update(self, dt: float) -> None:
        self.panel.update(dt)

    @property
    def views(self) -> list[Part]:
        return self.panel.views

    @property
    def _in_test(self) -> bool:
        return self.visit.examination is not None and not self.visit.examination.done

    def draw(self, surface: pygame.Surface) -> None:
        self.panel.draw(surface)
        examination, room = self.visit.examination, self._about_room
        if examination is not None and self._in_test:
            words = say("you_search_test_of", n=examination.number + 1, all=ASKED)
            size, at = self.scale.body, room.midleft
            place = self.screen.write(surface, words, at, size, self.palette.ink, bold=True)
            at = place.right + self.scale.px(12), room.centery
            words, left = say("you_search_test_what"), room.right - at[0]
            self.screen.write(surface, words, at, self.scale.small, room=left)


def _seed() -> str:
    return "".join(random.choices("123456789", k=_SEED_DIGITS))
