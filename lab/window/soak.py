"""Restless hands: games played by chance in the real window, to find what breaks there.

Clicks on moves and beside them, keys, other window sizes, moves taken back, side lines, other
screens, while the engine thinks. The chance of a game comes from its number; when the computer
answers depends on the machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pygame

from kalahgui.articles.contents import ARTICLES
from kalahgui.cli import yardsticks
from kalahgui.engine.levels import levels_on
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import (
    ArticleOf,
    Destination,
    EditorOf,
    GameOf,
    How,
    LearnOf,
    MainScreen,
    RulesOf,
    SetUpOf,
    TheatreOf,
)
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.gui.shell.app import LOOKS_A_STEP, RESTED_FPS
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import LANGUAGES
from lab.window import window
from lab.window.theatre import BOARD, GAME, TAB_SCENES, TABS_DEPTH

FRAME_LIMIT_MS = 100.0
_DONE = pygame.event.custom_type()  # an event that does what it carries
_ACTIONS = 60  # of a game
_SETTLED = 40  # games after which everything that stays has come, and the memory is in its pieces
_BETWEEN_LOOKS = 20  # games
_FRAMES_AT_HOME = 80
_OPENING_SECONDS = 10.0  # at most, until a screen that was opened has come to rest
_HOURS = 8  # at rest
_SIZE = (1280, 800)
_SIZES = ((800, 500), (1024, 640), (1280, 800), (1600, 900), (800, 1100))
_STEPS = (1 / 60, 1 / 60, 1 / 60, 0.3, 1.0)  # seconds that pass with a frame
_SIGNS = "12345678abcdefghlnqrtuvwxyz?+-. "
_OTHER_KEYS = [
    "page up",
    "page down",
    "home",
    "end",
    "left",
    "right",
    "up",
    "down",
    "tab",
    "return",
    "delete",
    "backspace",
    "escape",
    "f1",
]


class Frame(NamedTuple):
    """A frame that took long: its milliseconds by the clock and of the processor, the game's
    number and what was done before it."""

    milliseconds: float
    processor: float
    game: int
    action: str


class _Program(Program):
    """The program, in which all that is done is done by events, and so is part of a frame."""

    def _handle(self, event: pygame.Event) -> None:
        if event.type == _DONE:
            event.act()
        else:
            super()._handle(event)


class Soak:
    """Plays games by chance in a window of its own, which keeps nothing."""

    def __init__(self) -> None:
        self.app = _Program(Store(None), _SIZE)
        self.frames = 0
        self.longest = Frame(0.0, 0.0, 0, "")
        self.over_limit: list[Frame] = []
        choices = self.app.services.choices
        self._looks = {name: getattr(choices, name) for name in ("language", "text", "theme")}
        self._random = random.Random()
        self._game = 0
        self._action = ""
        self.app.step(0.0)  # the first picture is not hurried, and is measured by itself

    def open_everything(self) -> None:
        """Open what the home screen leads to, and every tab of the theatre.

        What they bring for good is there before memory is looked at.
        """
        subject = PositionSubject(GAMES[GAME], GAMES[GAME].start(BOARD))
        tabs = dict.fromkeys(tab for tab, _ in TAB_SCENES.values())
        places: list[Destination] = [
            *map(SetUpOf, CATALOGUE),
            *map(ArticleOf, ARTICLES),
            *(TheatreOf(subject, tab, how=How(depth=TABS_DEPTH)) for tab in tabs),
            *(LearnOf(), EditorOf(), RulesOf()),
            *(MainScreen.LIBRARY, MainScreen.UNFINISHED, MainScreen.SETTINGS, MainScreen.FILES),
        ]
        for destination in places:
            self._step("open", partial(self.app.open, destination))
            end = time.monotonic() + _OPENING_SECONDS
            while self.app.screen.moving and time.monotonic() < end:
                self._step("time passes", lambda: None)

    def play(self, number: int) -> None:
        """Play the game of a number by chance; whatever goes wrong is raised."""
        self._game = number
        self._random.seed(f"soak {number}")
        self.app.services.choose(pace=self._random.choice(("off", "fast", "normal")))
        self._step("open", lambda: self.app.open(GameOf(self._match())))
        for _ in range(_ACTIONS):
            action = self._random.choice(self._actions())
            self._step(action.__name__.strip("_"), action)
            for _ in range(self._random.randrange(4)):
                self._step("time passes", lambda: None)
            if not any(isinstance(screen, Play) for screen in self.app.screens):
                break

    def go_home(self) -> None:
        """Leave the game with the window as it was at first, and stay until all is drawn and the
        memory is tidied up, which late frames put off.

        Keys may have chosen a larger text, with which every picture is larger.
        """
        self.app.services.choose(**self._looks)
        self.app.rebuild()
        self._resize(_SIZE)
        self.app.open(MainScreen.HOME)
        for _ in range(_FRAMES_AT_HOME):
            self.app.step(0.1)

    def rest(self, hours: float) -> float:
        """Let hours pass at rest, as quick as that can be; return by how many megabytes it grew.

        What the first minute brings is still of the screen that was opened.
        """
        held = []
        for seconds in (60, 3600 * hours):
            for _ in range(round(seconds * RESTED_FPS / LOOKS_A_STEP)):
                self.app.step(LOOKS_A_STEP / RESTED_FPS)
            held.append(yardsticks.memory()["megabytes"] or 0.0)
        return round(held[1] - held[0], 1)

    def _match(self) -> Match:
        offer = self._random.choice(list(CATALOGUE.values()))
        game: Game = offer.game
        board = self._random.choice(offer.boards)
        levels = [level.number for level in levels_on(game, board)]
        seats = [self._random.choice((None, None, *levels[::2])) for _ in range(2)]
        methods = [None if level is None else Method(level=level) for level in seats]
        first, second = (Player(computer=method) for method in methods)
        pie = game.has_pie_rule and self._random.random() < 0.3
        return Match(game, board, (), (first, second), pie=pie)

    def _actions(self) -> list[Callable[[], None]]:
        often: list[Callable[[], None]] = [self._play_a_move] * 6 + [self._press_a_key] * 4
        return [
            *often,
            self._click,
            self._click,
            self._wheel,
            self._walk,
            self._resize_by_chance,
            self._change,
        ]

    def _step(self, action: str, act: Callable[[], None]) -> None:
        """Do something in a frame, or in the next one where that still lays screens out."""
        self._action = action
        pygame.event.post(pygame.Event(_DONE, act=act))
        took = window.took(partial(self.app.step, self._random.choice(_STEPS)))
        self.app.running = True  # Escape must not end it
        frame = Frame(*took, self._game, action)
        self.frames += 1
        self.longest = max(self.longest, frame)
        if frame.milliseconds > FRAME_LIMIT_MS:
            self.over_limit.append(frame)

    # -- what the hands do

    def _play_a_move(self) -> None:
        play = self.app.screen
        if not isinstance(play, Play) or not play.session.persons_turn:
            return
        position = play.match.position
        cell = play.view.cell_of(self._random.choice(position.moves()), position)
        points = (self._point() for _ in range(400))
        spot = next((point for point in points if play.view.cell_at(point) == cell), None)
        if spot is not None:
            self._click_at(spot)

    def _point(self) -> tuple[int, int]:
        width, height = self.app.size
        return self._random.randrange(width), self._random.randrange(height)

    def _click(self) -> None:
        controls = [
            control for control in self.app.screen.controls.all if getattr(control, "visible", True)
        ]
        if controls and self._random.random() < 0.8:
            self._click_at(self._random.choice(controls).rect.center)
        else:
            self._click_at(self._point())

    def _click_at(self, point: tuple[int, int]) -> None:
        pygame.mouse.set_pos(point)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.Event(kind, pos=point, button=1, touch=False))

    def _wheel(self) -> None:
        pygame.mouse.set_pos(self._point())
        turned = self._random.choice((-3, -1, 1, 3))
        wheel = {"x": 0, "y": turned, "precise_x": 0.0, "precise_y": float(turned)}
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, wheel | {"flipped": False}))

    def _press_a_key(self) -> None:
        sign = self._random.choice(_SIGNS) if self._random.random() < 0.6 else ""
        key = ord(sign) if sign else pygame.key.key_code(self._random.choice(_OTHER_KEYS))
        mod = pygame.KMOD_SHIFT if self._random.random() < 0.2 else 0
        text = sign.upper() if mod else sign
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.Event(kind, key=key, unicode=text, mod=mod, scancode=0))

    def _walk(self) -> None:
        """Look at any node of the match, and perhaps make a line the game or delete one."""
        play = next(screen for screen in self.app.screens if isinstance(screen, Play))
        session, match = play.session, play.match
        nodes = [match.root, *match.root.below()]
        node = self._random.choice(nodes)
        aside = node not in match.main_line
        chance = self._random.random()
        if aside and chance < 0.2:
            session.promote(node)
        elif aside and chance < 0.4:
            session.delete(node)
        else:
            session.go_to(node)

    def _resize_by_chance(self) -> None:
        self._resize(self._random.choice(_SIZES))

    def _resize(self, size: tuple[int, int]) -> None:
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))

    def _change(self) -> None:
        """Change a setting that shows, or hides, something that the engine works for."""
        name = self._random.choice(("values", "bar", "graph", "thinking", "language", "theme"))
        services = self.app.services
        if name == "language":
            services.choose(language=self._random.choice(list(LANGUAGES)))
            self.app.rebuild()
        elif name == "theme":
            services.choose(theme=self._random.choice(("paper", "slate")))
            self.app.rebuild()
        else:
            services.choose(**{name: not getattr(services.choices, name)})
            self.app.screen.refresh()


def measure(games: int, played: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Play some games and return what was found; ``played`` is called after each.

    Memory, without mapped files, is looked at at home, after the screens have been open and the
    first games have filled what is kept for good; the last look is compared with the first. It is 0
    where the system does not tell.
    """
    soak, looks = Soak(), []
    soak.open_everything()
    for number in range(1, games + 1):
        soak.play(number)
        played()
        if number == games or (number >= _SETTLED and number % _BETWEEN_LOOKS == 0):
            soak.go_home()
            looks.append(round(yardsticks.memory()["megabytes"] or 0.0, 1))
    grown_at_rest = soak.rest(_HOURS)
    soak.app.close()
    return {
        "games": games,
        "frames": soak.frames,
        "longest_frame": soak.longest._asdict(),
        "frames_over_100_ms": [frame._asdict() for frame in soak.over_limit],
        "megabytes_at_home": looks,
        "megabytes_grown": round(looks[-1] - looks[0], 1),
        "megabytes_grown_at_rest": grown_at_rest,
    }


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was found for people."""
    longest = figures["longest_frame"]
    print(f"{figures['games']} games, {figures['frames']} frames, no error")
    print(
        f"longest frame: {longest['milliseconds']:.0f} ms, in game {longest['game']}"
        f" ({longest['action']})"
    )
    over = figures["frames_over_100_ms"]
    busy = sum(frame["processor"] > FRAME_LIMIT_MS for frame in over)
    print(f"frames over 100 ms: {len(over)} by the clock, {busy} of the processor")
    looks = ", ".join(f"{megabytes:.0f}" for megabytes in figures["megabytes_at_home"])
    print(f"memory at home: {looks} MB, grown by {figures['megabytes_grown']} MB")
    print(f"grown by {figures['megabytes_grown_at_rest']} MB in {_HOURS} hours at rest")
