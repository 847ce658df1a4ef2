"""What the screens of a run have in common: its title and steps, and the ways back and on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.paint import theme
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import Destination
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part, silent
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.learning.exercise import Run

# Lengths in units of the layout.
BUTTON, FOOT = 130, 42
_DOT, _DOT_STEP = 10, 20


class RunScreen(Screen):
    """Do the exercises of a run."""

    covers = True
    leave_words = "learn_to_courses"  # say where leaving leads
    searches = False  # in place of exercises at a board
    onward: tuple[str, Destination] | None = None  # words, and where the end of all leads

    def __init__(self, app: Host, run: Run, leave: Destination | None) -> None:
        """Take a run up; leaving leads somewhere, or back to the screen below."""
        self.run = run
        self._leave = leave
        self._begin(app)
        # Makes the screen of the run's present exercise, which may be another kind of screen.
        self.follow: Callable[[], RunScreen] | None = None
        super().__init__(app)

    def add_head(self) -> None:
        """Add the buttons of the head."""
        tip = say("edit_back" if self._leave is None else self.leave_words)
        self.button(self.box(26, 20, 36, 36), "", "leave", icon="chevron_left", tip=tip)
        right = self.box(self.width - 26 - 36, 20, 36, 36)
        self.button(right, "", "keys", icon="help", tip=say("keys_card"))

    def add_ways(self, row: pygame.Rect) -> None:
        """Add the buttons of the head, and those back and on at the ends of a row."""
        px, run = self.scale.px, self.run
        self.add_head()
        place = pygame.Rect(row.x, row.y, px(BUTTON), row.height)
        able = run.can_go(-1)
        self.button(place, say("learn_back"), "before", style="soft", enabled=able)
        onward = self.onward if self._at_end else None
        place.width = px(BUTTON + 40) if onward else place.width
        place.right = row.right
        style = "primary" if run.solved else "soft"
        words, able = say(onward[0] if onward else "learn_next"), run.can_go(1) or bool(onward)
        self.button(place, words, "next", style=style, enabled=able)

    @property
    def _at_end(self) -> bool:
        return self.run.solved and not self.run.can_go(1)

    def go(self, step: int) -> bool:
        """Go to the next exercise, or the one before; from the last one onward."""
        if step > 0 and self._at_end and self.onward is not None:
            self.app.open(self.onward[1])
            return True
        if not self.run.can_go(step):
            return False
        self.run.go_by(step)
        if self.follow is not None and self.searches is not bool(self.run.exercise.made):
            self.app.pop()
            self.app.push(self.follow())
        else:
            self.close()
            self._begin(self.app)
            self.refresh()
        return True

    def _begin(self, app: Host) -> None:
        """Begin the run's present exercise."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave for where the run was begun."""
        if self._leave is None:
            self.app.back()
        else:
            self.app.open(self._leave)

    @property
    def commands(self) -> Commands:
        return {
            "before": partial(self.go, -1),
            "next": partial(self.go, 1),
            "leave": self.leave,
            "full": self.app.toggle_fullscreen,
            "keys": lambda: self.app.push(KeysCard(self.app, self.key_places)),
        }

    @property
    def named(self) -> str:
        return f"{self.run.title.said(say)}: {self.run.about.said(say)}"

    @property
    def views(self) -> list[Part]:
        return [silent(self._dots)]  # the line below the title says where the run is

    @property
    def _dots(self) -> pygame.Rect:
        """Return where the steps of the run stand."""
        px, count = self.scale.px, self.run.steps.count
        width = px(_DOT_STEP) * (count if count > 1 else 0)
        return pygame.Rect((self.size[0] - width) // 2, px(38 - _DOT), width, px(2 * _DOT))

    def draw_head(self, surface: pygame.Surface) -> None:
        """Draw what the run is called, and its steps."""
        px, steps = self.scale.px, self.run.steps
        count = steps.count if steps.count > 1 else 0
        left = self._dots.x
        room = left - px(80) - px(20)
        draw_title(surface, self, self.run.title.said(say), self.run.about.said(say), room)
        for number in range(count):
            centre = (left + px(_DOT_STEP) * number + px(_DOT_STEP) // 2, px(38))
            palette = self.palette
            colour = palette.best if number in steps.done else palette.line
            colour = palette.accent if number == steps.at else colour
            theme.draw_dot(surface, centre, px(_DOT), colour)


def draw_title(
    surface: pygame.Surface, screen: Screen, title: str, about: str, room: int | None = None
) -> None:
    """Draw what a screen is called, and a line below that."""
    scale, size = screen.scale, max(14, screen.scale.px(23))
    x, y = screen.box(80, 27, 0, 0).topleft
    screen.write(surface, title, (x, y), size, screen.palette.ink, bold=True, room=room)
    y = theme.below(y, size, scale.small, scale.px(24))
    screen.write(surface, about, (x, y), scale.small, room=room)
