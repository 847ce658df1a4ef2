"""Drive the window by posted events, with time that passes only when it is told to."""

import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"

import pygame
import pytest

from kalahgui import words
from kalahgui.assets import words_of
from kalahgui.engine.method import Method
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.tables import TableRow
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.screens.exchange.file_cards import SaveFile
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.services import Services
from kalahgui.gui.services.settings import CATALOGUE, Seat
from kalahgui.gui.shell.one_window import OneWindow
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.match.clock import TimeControl
from kalahgui.match.match import Match
from kalahgui.words import first_sentence, say

FRAME = 1 / 60
give_pictures_up = cache.clear
_painted_for = ""


def _give_up_words() -> None:
    """Give pictures up when the language has changed; their size and theme are asked for by value.

    So a window finds what was painted for the one before.
    """
    global _painted_for
    if _painted_for != words.chosen():
        _painted_for = words.chosen()
        give_pictures_up()


cache.clear = _give_up_words


class WholeWords:
    """The words of a language, of which none may be missing: a key in their place is a fault."""

    def __init__(self, language: str) -> None:
        self._words = words_of(language)

    def get(self, key: str, instead: str) -> Any:
        assert key in self._words or instead != key, f"a raw key: {key}"
        return self._words.get(key, instead)


def label_of(element: Element) -> str:
    """Return what is written on a button."""
    return getattr(element, "label", "")


def can_be_pressed(element: Element) -> bool:
    """Tell whether an element does something now."""
    return element.enabled and element.act is not None


class Driver:
    """A window on the dummy driver, and the hands that use it."""

    def __init__(
        self,
        path: Path | None = None,
        size: tuple[int, int] | None = (1280, 800),
        one_window: OneWindow | None = None,
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        self.seconds = 0.0  # by the clock that the players' clocks follow
        self.app = Program(Store(path), size, now=lambda: self.seconds, one_window=one_window)
        self.app.patience = math.inf  # what is new is seen at once, however long it takes

    @property
    def services(self) -> Services:
        return self.app.services

    def frames(self, count: int = 1, dt: float = FRAME) -> None:
        """Let frames pass; what is new is drawn after the last one.

        A window without patience draws them all: each goes on where the one before broke off.
        """
        with self.drawn_once() if self.app.patience == math.inf else nullcontext():
            for _ in range(count):
                self.seconds += dt
                self.app.step(dt)

    @contextmanager
    def drawn_once(self) -> Iterator[None]:
        """Draw no frame in here but the last picture, if there was anything new."""
        asked: list[bool] = []
        with patch.object(self.app, "draw", lambda: asked.append(True)):
            yield
        if asked:
            self.draw()

    def choose(self, **changes: object) -> None:
        """Change choices; the seats are those of every card."""
        seats = {name: changes.pop(name) for name in ("first", "second") if name in changes}
        if seats:
            cards = self.services.choices.cards.items()
            changes["cards"] = {card: replace(choices, **seats) for card, choices in cards}
        self.services.choose(**changes)

    def speak(self, language: str) -> None:
        """Change the language of the window."""
        self.services.choose(language=language)
        self.app.rebuild()

    def choose_card(self, card: str, **changes: object) -> None:
        """Choose on the set-up screen of a card."""
        self.services.choose(cards=self.services.choices.changed(card, **changes))

    def choose_clock(self, card: str, clock: str) -> None:
        """Choose the time of those who play on the board of a card, as text; empty for none."""
        control = TimeControl.parse(clock) if clock else None
        self.choose_card(card, clocks=self.services.choices.cards[card].clocks_with(control))

    def key(self, key: int, text: str = "", mod: int = 0) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.Event(kind, key=key, unicode=text, mod=mod, scancode=0))
        self.frames()

    def type(self, text: str) -> None:
        for letter in text:
            self.key(ord(letter), letter)

    def in_window(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return the place of the mouse that reaches a point of the picture, also magnified."""
        x, y = (round(at / self.app.magnifier.zoom) for at in point)
        return x, y

    def move_to(self, point: tuple[int, int], touch: bool = False) -> None:
        point = self.in_window(point)
        pygame.mouse.set_pos(point)
        motion = {"pos": point, "rel": (1, 1), "buttons": (0, 0, 0), "touch": touch}
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, motion))
        self.frames(2)

    def click(self, point: tuple[int, int], touch: bool = False) -> None:
        with self.drawn_once():
            self.move_to(point, touch)
            point = self.in_window(point)
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.Event(kind, pos=point, button=1, touch=touch))
                self.frames()
            self.frames()

    def place_of(self, move: int) -> tuple[int, int]:
        """Return where a move is made on the board of the topmost screen."""
        screen = self.app.screen
        return screen.view.mark_place(screen.view.cell_of(move, screen.match.position))[0].center

    def next_ply(self) -> int:
        """Return a ply that the exercise on the screen asks for."""
        screen = self.app.screen
        match = screen.exercise.match()  # the one of the screen belongs to its thread
        for ply in screen.match.here.plies:
            match.play(ply)
        ply: int = screen.exercise.judge.next_plies(match)[0]
        return ply

    def move(self, move: int) -> None:
        """Click where a move is made."""
        self.click(self.place_of(move))

    def mouse(self, kind: int, point: tuple[int, int], button: int = 1) -> None:
        """Press a button of the mouse at a point, or let it go there."""
        self.move_to(point)
        pygame.event.post(pygame.Event(kind, pos=point, button=button, touch=False))
        self.frames()

    def wheel(self, steps: int) -> None:
        """Turn the wheel away from oneself, or towards oneself by a negative number."""
        turned = {"x": 0, "y": steps, "precise_x": 0.0, "precise_y": float(steps)}
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, turned | {"flipped": False}))
        self.frames()

    def start(
        self,
        card: str,
        first: Seat | None = None,
        second: Seat | None = None,
        board: str = "",
        pie: bool = False,
        handicap: int = 0,
        clock: str = "",
        **choices: object,
    ) -> Play:
        """Begin a game from a card, by default of two persons, and return its screen."""
        self.choose(first=first or Seat(), second=second or Seat(), **choices)
        self.choose_card(card, pie=pie, handicap=handicap, **({"board": board} if board else {}))
        self.choose_clock(card, clock)
        self.app.open(SetUpOf(card))
        self.frames()
        self.press(say("start"))
        assert isinstance(self.app.screen, Play)
        return self.app.screen

    def _heard(
        self, draw: Callable[[pygame.Surface], None] | None
    ) -> list[tuple[pygame.Surface, str, pygame.Rect]]:
        """Return the words that are written for a picture, with their surfaces and places."""
        heard, write = [], theme.write

        def note(surface: pygame.Surface, label: str, *rest: Any, **options: Any) -> pygame.Rect:
            place = write(surface, label, *rest, **options)
            heard.append((surface, label, place))
            return place

        theme.write = note
        try:
            self.draw() if draw is None else draw(self.app.surface)
        finally:
            theme.write = write
        return heard

    def written(
        self, draw: Callable[[pygame.Surface], None] | None = None
    ) -> list[tuple[str, pygame.Rect]]:
        """Return the words that the next picture has, or what is drawn alone, with their places.

        Those in a small picture of its own, which is kept, have none in the window.
        """
        window = self.app.surface
        return [
            (label, place.move(surface.get_abs_offset()))
            for surface, label, place in self._heard(draw)
            if surface.get_abs_parent() is window
        ]

    def said(self, draw: Callable[[pygame.Surface], None] | None = None) -> list[str]:
        """Return the words that the next picture has, or what is drawn alone."""
        return [label for _, label, _ in self._heard(draw)]

    def says(self) -> str:
        """Return the words of the next picture as lines."""
        return "\n".join(self.said())

    def do(self, command: str) -> None:
        """Do a command of the topmost screen."""
        self.app.screen.commands[command]()

    def labels(self) -> list[str]:
        """Return what is written on the buttons of the topmost screen."""
        return [label_of(control) for control in self.app.screen.controls.all]

    def fields(self) -> list[Field]:
        """Return the text fields of the topmost screen."""
        return [control for control in self.app.screen.controls.all if isinstance(control, Field)]

    def button(self, label: str) -> Element | None:
        """Return what has a label, an icon, a tip or a name on the topmost screen."""
        for control in self.app.screen.controls.all:
            named = (
                label_of(control),
                control.name,
                first_sentence(control.name),
            )
            asks = label.endswith(("?", "？")) and control.name.startswith(label)
            if asks or label in (*named, getattr(control, "icon", ""), control.tip):
                return control
        return None

    def row(self, name: str) -> TableRow:
        """Return the row of a table that begins with a name."""
        rows = (
            element
            for element in self.app.screen.controls.root.all
            if isinstance(element, TableRow)
        )
        return next(row for row in rows if name in (cell.name for cell in row.children[0].all))

    def press(self, label: str) -> None:
        """Click the button with a label, an icon, a tip or a name, also one in a sheet."""
        control = self.button(label)
        for sheet in ("show", "study", "menu"):
            if control is None and sheet in self.app.screen.commands:
                self.do(sheet)
                self.frames()
                control = self.button(label)
                if control is None:
                    self.key(pygame.K_ESCAPE)
        assert control is not None, f"there is no button {label!r}"
        self.click(control.rect.center)

    def arrive(self) -> None:
        """Let what has come from outside be read, and kept."""
        jobs = self.services.background_jobs
        self.wait_for(lambda: not self.app.exchange.busy and not jobs.busy)
        self.frames(3)

    def save_as_suggested(self) -> None:
        """Save what is to be saved where that is suggested."""
        self.arrive()
        assert isinstance(self.app.screen, SaveFile)
        self.key(pygame.K_RETURN)
        self.arrive()

    def drop(self, path: Path) -> None:
        """Drop a file on the window, and let it be read."""
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
        self.frames()
        self.arrive()

    def draw(self) -> None:
        """Draw the next picture."""
        self.app.draw()

    def wait_for(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Let time pass until a condition holds: the engine in real time, all else at once.

        One frame in forty is drawn, and the last.
        """
        end = time.monotonic() + seconds
        draw, frames = self.app.draw, count()

        def draw_now_and_then() -> None:
            if next(frames) % 40 == 0:
                draw()

        with patch.object(self.app, "draw", draw_now_and_then):
            while not condition():
                self.frames()
                # The engine's thread goes on.
                time.sleep(0.0005 if self.services.engine.busy else 0)
                assert time.monotonic() < end, "waited in vain"
        draw()

    def settle(self) -> None:
        """Let time pass until nothing moves."""
        self.wait_for(lambda: not self.app.screen.moving)

    def end(self) -> None:
        """Let a game come to its end card, and the card to hear."""
        self.settle()
        assert isinstance(self.app.screen, EndCard)
        self.frames(40)

    def picture(self, path: str) -> None:
        self.draw()
        pygame.image.save(self.app.surface, path)

    def close(self) -> None:
        self.app.close()


class Reader:
    """Listens to all that is written, and finds what is cut or leaves its surface."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cut: list[str] = []
        self.outside: list[str] = []
        self._fit = theme.fit
        self._write = theme.write
        monkeypatch.setattr(theme, "fit", self._listen_fit)
        monkeypatch.setattr(theme, "write", self._listen_write)

    def _listen_fit(self, text, size, width, bold=False):
        fitted = self._fit(text, size, width, bold)
        if fitted != text:
            self.cut.append(text)
        return fitted

    def _listen_write(self, surface, text, *rest, **others):
        place = self._write(surface, text, *rest, **others)
        if not surface.get_rect().contains(place):
            self.outside.append(text)
        return place


def choose_otherwise(window: Driver) -> None:
    """Choose two friends with a clock on every card, as a game elsewhere has been played."""
    window.choose(first=Seat("Ann"), second=Seat("Bob"))
    for card in CATALOGUE:
        window.choose_clock(card, "60+5")


def assert_against_the_level_that_suits(window: Driver, match: Match, person: int) -> None:
    """Have a person in a seat, the computer in the other one, and no clock."""
    assert [player.person for player in match.players] == [seat == person for seat in (0, 1)]
    suits = window.services.autosave.level_results(match.game, match.variant).suits
    assert match.players[1 - person].computer == Method(level=suits)
    assert match.clock is None
