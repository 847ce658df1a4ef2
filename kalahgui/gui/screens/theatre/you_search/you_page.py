"""You are the search: random trees to be searched by hand, and searches to be broken."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games.game import Message
from kalahgui.gui.elements.controls import Button, Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Flow, Row
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.screens.theatre.search_card import algorithm_options
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage
from kalahgui.gui.searching.break_panel import BreakPanel
from kalahgui.gui.searching.question_card import KEYS
from kalahgui.gui.searching.search_panel import SearchPanel
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.learning.being_search import IDEAS
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.course import COMPUTER
from kalahgui.learning.mastery import ASKED, EXAMINED, TAUGHT, first_and_last
from kalahgui.learning.random_trees import DIFFICULTIES
from kalahgui.learning.search_task import SearchRow, SearchTask
from kalahgui.words import say

_SEED_DIGITS = 4
SEARCH, BREAK, TEST = MODES = ("search", "break", "test")


class YouPage(TheatrePage):
    """Be the search."""

    name = "quiz"
    more_keys = (KEYS,)
    about = "you_search_about"
    panel: SearchPanel | BreakPanel

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

    # -- what is seen

    def content(self) -> Element:
        kept, asked = getattr(self, "panel", None), self.asked
        if kept is None or asked is not (
            kept.breaking if isinstance(kept, BreakPanel) else kept.task
        ):
            self.panel = self._made(asked)
        return Column(self._bar(), self.panel.content(), gap=8)

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
        kept = self.screen.services.autosave.answers()
        return {idea: kept.get(idea, ()) for idea in ideas}

    def _test_words(self) -> str:
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

    def _bar(self) -> Element:
        row, modes = self.row, [(key, say(f"you_search_mode_{key}")) for key in MODES]
        mode = Choice(modes, self.mode, self.choose_mode, width=400)
        if self.mode != SEARCH:
            return Row(mode, *self._about_test(), gap=16)
        levels = [(level, say(f"you_search_{level}")) for level in DIFFICULTIES]
        described = algorithm_options(ALGORITHMS)
        algorithms, about = (
            [option[:2] for option in described],
            [option[2] for option in described],
        )
        choose, chosen = self._choose, row.algorithm
        eyes = Button(
            say("you_search_eyes"),
            self.change_eyes,
            style="segment",
            tip=say("you_search_eyes_tip"),
            chosen=row.as_mover,
        )
        groups = (
            Choice(modes, self.mode, self.choose_mode).children,
            Choice(levels, row.difficulty, lambda name: choose(difficulty=name)).children,
            (eyes,),
            Choice(algorithms, chosen, lambda name: choose(algorithm=name), tips=about).children,
        )
        for button in (each for group in groups for each in group):
            button.grow = 0  # each group as wide as its words, in as many lines as that takes
        return Flow(*(Row(*group, gap=4) for group in groups), gap=5)

    def _about_test(self) -> Iterator[Element]:
        examination = self.visit.examination
        if examination is None or not self._in_test:
            return
        words = say("you_search_test_of", n=examination.number + 1, all=ASKED)
        yield Text(words, bold=True, line=True)
        yield Text(say("you_search_test_what"), "small", "quiet", line=True, grow=1)
        if self.screen.tested is not None:
            yield Button(say("you_search_test_skip"), self.screen.tested, style="soft")

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
        index = ALGORITHMS.index(self.row.algorithm) + step
        self._choose(algorithm=ALGORITHMS[index % len(ALGORITHMS)])

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
            (self.screen.tested or partial(self.choose_mode, SEARCH))()
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
        commands: dict[str, Command] = {**self.panel.commands, "new": self.ask_next}
        commands |= {mode: partial(self._switch, mode) for mode in (BREAK, TEST)}
        if self.mode == SEARCH:
            commands |= {"algorithm": partial(self.step_algorithm, 1), "eyes": self.change_eyes}
        if self.mode != TEST or self.panel.done:
            commands["watch"] = self.watch
        if self.panel.done:
            commands["choose"] = self.ask_next
        return commands

    def _switch(self, mode: str) -> None:
        self.choose_mode(SEARCH if self.mode == mode else mode)

    # -- time

    @property
    def moving(self) -> bool:
        return self.panel.moving

    def update(self, dt: float) -> None:
        self.panel.update(dt)

    @property
    def _in_test(self) -> bool:
        return self.visit.examination is not None and not self.visit.examination.done


def _seed() -> str:
    return "".join(random.choices("123456789", k=_SEED_DIGITS))
