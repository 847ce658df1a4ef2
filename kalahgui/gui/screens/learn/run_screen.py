"""What the screens of a run have in common: its title and steps, and the ways back and on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import pygame

from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.controls import titled
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.paint import theme
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import Destination
from kalahgui.learning.exercise import Exercise, Run
from kalahgui.library.rows import MOST_STARS
from kalahgui.words import say, with_label

# Lengths in units of the layout.
BUTTON, FOOT = 130, 42
_STARS_APART = 1.15  # as a multiple of their size


def head(screen: Screen, icon: str, tip: str, title: str, about: str, *others: Element) -> Element:
    """Return the head of a screen: the way out, its title and a line below, and the keys.

    ``tip`` is a translation.
    """
    leave, keys = screen.icon("leave", icon, tip), screen.icon("keys", "help", "keys_card")
    return Row(leave, titled(title, about), *others, keys, gap=16)


class Dots(Element):
    """A row of dots, by the names of their colours; words beside it say the same."""

    def __init__(self, colours: Iterable[str], size: float) -> None:
        self._colours, self._size = [*colours], size
        super().__init__(width=(2 * len(self._colours) - 1) * size, height=size)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        step = self.rect.width / (2 * len(self._colours) - 1)
        for index, colour in enumerate(self._colours):
            centre = (self.rect.x + round(step * (2 * index + 0.5)), self.rect.centery)
            theme.draw_dot(surface, centre, self.rect.height, look.ink(colour))


class Stars(Element):
    """So many stars of three."""

    def __init__(self, stars: int, size: float) -> None:
        super().__init__()
        self._stars, self._size = stars, size

    def measure(self, look: Look, room: int) -> Size:
        return look.px(self._size * _STARS_APART * MOST_STARS), look.px(self._size)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        x, y = self.rect.center
        for number in range(MOST_STARS):
            name = "starred" if number < self._stars else "star"
            picture = theme.icon(name, look.px(self._size), look.palette.accent)
            at = x + (number - MOST_STARS // 2) * look.px(self._size * _STARS_APART)
            theme.stamp(surface, picture, (at, y))


class RunScreen(Screen):
    """Do the exercises of a run."""

    covers = True
    leave_words = "learn_to_courses"  # say where leaving leads
    searches = False  # in place of exercises at a board
    # Words, and what tells where the end of all leads.
    onward: tuple[str, Callable[[], Destination]] | None = None

    def __init__(self, app: Host, run: Run, leave: Destination | None) -> None:
        """Take a run up; leaving leads somewhere, or back to the screen below."""
        self.run = run
        self._leave = leave
        self._about: object = None  # what the last answer was about
        self._hush()
        self._begin(app)
        # Makes the screen of the run's present exercise, which may be another kind of screen.
        self.follow: Callable[[], RunScreen] | None = None
        super().__init__(app)

    @property
    def exercise(self) -> Exercise:
        """Return the present exercise."""
        return self.run.exercise

    def content(self) -> Element:
        run, steps, marks = self.run, self.run.steps, list[Element]()
        if steps.count > 1:  # the line below the title says where the run is
            colours = (
                "accent" if n == steps.at else "best" if n in steps.done else "line"
                for n in range(steps.count)
            )
            marks = [Dots(colours, 10), Space(grow=1)]
        tip = "edit_back" if self._leave is None else self.leave_words
        title, about = run.title.said(say), run.about.said(say)
        top = head(self, "chevron_left", tip, title, about, *marks)
        return Column(top, self.body(), gap=16, padding=(26, 4, 26, 14))

    def body(self) -> Element:
        """Return what is below the head."""
        raise NotImplementedError

    def _tell(self, words: Callable[[], str], tone: str = "") -> None:
        """Say something, in the language that is chosen whenever it is seen."""
        self._words, self._tone = words, tone

    def _hush(self) -> None:
        self._tell(str)

    @property
    def _said(self) -> str:
        return self._words()

    @property
    def news(self) -> tuple[object, str]:
        """Return what an answer is about, and its words; no words while there is none."""
        return self._words, self._said

    def _show(self) -> None:
        """Have an answer that is new in sight, where the window shows a part of the screen."""
        super()._show()
        about, words = self.news
        if words and about != self._about:
            texts = (element for element in self.controls.root.all if element.name == words)
            for text in texts:
                size = text.wants(self.controls.look, text.rect.width)
                self.scale.magnifier.show(pygame.Rect(text.rect.topleft, size))
        self._about = about

    def ways(self, *between: Element) -> Element:
        """Return the buttons back and on, at the ends of a row, and what stands between them."""
        run, onward = self.run, self.onward if self._at_end else None
        back, on = (partial(self.does, command, height=FOOT) for command in ("before", "next"))
        words = say(onward[0] if onward else "learn_next")
        able = run.can_go(1) or bool(onward)
        style, width = "primary" if run.solved else "soft", BUTTON + 40 if onward else BUTTON
        return Row(
            back(say("learn_back"), style="soft", enabled=run.can_go(-1), width=BUTTON),
            *(between or (Space(grow=1),)),
            on(words, style=style, enabled=able, width=width),
            gap=24,
        )

    @property
    def _at_end(self) -> bool:
        return self.run.solved and not self.run.can_go(1)

    def go(self, step: int) -> bool:
        """Go to the next exercise, or the one before; from the last one onward."""
        if step > 0 and self._at_end and self.onward is not None:
            self.app.open(self.onward[1]())
            return True
        if not self.run.can_go(step):
            return False
        self.run.go_by(step)
        if self.follow is not None and self.searches is not bool(self.exercise.made):
            self.app.pop()
            self.app.push(self.follow())
        else:
            self.close()
            self._hush()
            self._begin(self.app)
            self.refresh()
        return True

    def _begin(self, app: Host) -> None:
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
        return with_label(self.run.title.said(say), self.run.about.said(say))
