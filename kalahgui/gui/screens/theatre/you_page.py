"""You are the search: random trees to be searched by hand, and searches to be broken."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games.game import Message
from kalahgui.gui.paint import theme
from kalahgui.gui.panels.break_panel import BreakPanel
from kalahgui.gui.panels.search_panel import SearchPanel
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.words import say
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.random_trees import DIFFICULTIES
from kalahgui.learning.search_task import SearchRow
from kalahgui.theatre.game_tree import TreeNode
from kalahgui.theatre.subject import WrittenSubject

# What is chosen among, as (value, words, tip), what is chosen, and who is told.
Group = tuple[list[tuple[str, str, str]], str, Callable[[str], None]]
_SEED_DIGITS = 4
_HIGH = 36
SEARCH, BREAK = MODES = ("search", "break")


class YouPage(TheatrePage):
    """Be the search."""

    name = "quiz"
    about = "you_search_about"
    panel: SearchPanel | BreakPanel

    @property
    def keys(self) -> str:  # type: ignore[override]
        """Return what the foot says: other keys count while a search is broken."""
        return "you_search_keys" if self.visit.breaking is None else "you_search_keys_break"

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
        breaking, kept = self.visit.breaking, getattr(self, "panel", None)
        if breaking is not None:
            if not isinstance(kept, BreakPanel) or kept.breaking is not breaking:
                offers = (("you_search_break_next", self.ask_next),)
                self.panel = BreakPanel(self.screen, breaking, offers)
        elif not isinstance(kept, SearchPanel) or kept.task is not self.row.task:
            offers = (("you_search_next", self.ask_next),)
            answers = self.screen.services.autosave.answers
            self.panel = SearchPanel(self.screen, self.row.task, offers, answers)
        self.panel.lay_out(room)
        self.cards = self.panel.cards

    def _lay_out_choices(self, bar: pygame.Rect) -> None:
        """Lay out a row: search or break, and by which algorithm, on what trees, in whose eyes."""
        row, mode = self.row, SEARCH if self.visit.breaking is None else BREAK
        groups: list[Group] = [
            ([(each, say(f"you_search_mode_{each}"), "") for each in MODES], mode, self.choose_mode)
        ]
        if mode == SEARCH:
            algorithms = [
                (name, say(f"watch_{name}"), say(f"about_{name}").replace("\n", " "))
                for name in ALGORITHMS
            ]
            levels = [(level, say(f"you_search_{level}"), "") for level in DIFFICULTIES]
            eyes = [("eyes", say("you_search_eyes"), say("you_search_eyes_tip"))]
            groups.append((algorithms, row.algorithm, self._choose_algorithm))
            groups.append((levels, row.difficulty, self._choose_difficulty))
            groups.append((eyes, "eyes" if row.as_mover else "", lambda _: self.change_eyes()))
        self._lay_out_groups(groups, bar)

    def _lay_out_groups(self, groups: list[Group], bar: pygame.Rect) -> None:
        """Lay out groups of buttons in a row, each button as wide as its words ask for."""
        px, face = self.scale.px, theme.font(self.scale.body)
        between, gap = px(14), px(4)
        words = [label for options, _, _ in groups for _, label, _ in options]
        taken = sum(face.size(label)[0] for label in words) + gap * len(words)
        spare = (bar.width - taken - (between - gap) * (len(groups) - 1)) / len(words)
        x = float(bar.x)
        for options, chosen, choose in groups:
            for value, label, tip in options:
                width = face.size(label)[0] + min(spare, px(60))
                rect = pygame.Rect(round(x), bar.y, round(width), bar.height)
                one = [(value, label)]
                self.screen.controls.segments(rect, one, chosen, choose, [tip])
                x += width + gap
            x += between - gap

    # -- what the visitor does

    def choose_mode(self, mode: str) -> None:
        """Search trees, or break searches."""
        if (mode == BREAK) != (self.visit.breaking is not None):
            self.visit.breaking = Breaking(_seed()) if mode == BREAK else None
        self.screen.refresh()

    def _choose(self, *, algorithm: str = "", difficulty: str = "") -> None:
        row = self.row
        row.choose(algorithm=algorithm, difficulty=difficulty, as_mover=row.as_mover)
        self.screen.refresh()

    def _choose_algorithm(self, algorithm: str) -> None:
        self._choose(algorithm=algorithm)

    def _choose_difficulty(self, difficulty: str) -> None:
        self._choose(difficulty=difficulty)

    def step_algorithm(self, step: int) -> None:
        place = ALGORITHMS.index(self.row.algorithm) + step
        self._choose(algorithm=ALGORITHMS[place % len(ALGORITHMS)])

    def change_eyes(self) -> None:
        """Have values told by whoever moves, or by the player at the top."""
        self.row.choose(as_mover=not self.row.as_mover)
        self.screen.refresh()

    def ask_next(self) -> None:
        """Go on to the next tree."""
        breaking = self.visit.breaking
        if breaking is not None:
            breaking.begin(breaking.number + 1)
        else:
            self.row.ask_next()
        self.screen.refresh()

    def watch(self) -> None:
        """Watch the search of the tree."""
        breaking, row = self.visit.breaking, self.row
        recording = row.task.recording if breaking is None else breaking.recording
        root = recording.plan.subject.root
        assert isinstance(root, TreeNode), "the trees here are written ones"
        self.visit.open(
            WrittenSubject(root),
            name=Message("you_search_where", {"n": row.number + 1}),
            algorithm=recording.plan.algorithm,
            depth=root.height,
            order="rising",
        )
        self.close()
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        found: dict[str, Command] = {**self.panel.commands, "new": self.ask_next}
        found |= {"watch": self.watch, "break": self._toggle_mode}
        if self.visit.breaking is None:
            found |= {"algorithm": partial(self.step_algorithm, 1), "eyes": self.change_eyes}
            if self.panel.done:
                found["choose"] = self.ask_next
        elif self.panel.done:
            found["choose"] = self.ask_next
        return found

    def _toggle_mode(self) -> None:
        self.choose_mode(SEARCH if self.visit.breaking is not None else BREAK)

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

    def draw(self, surface: pygame.Surface) -> None:
        self.panel.draw(surface)


def _seed() -> str:
    return "".join(random.choices("123456789", k=_SEED_DIGITS))
