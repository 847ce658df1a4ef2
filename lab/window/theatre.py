"""Frame times of the theatre: of its stage with a very large tree, and of its tabs in use."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

import pygame

from kalahgui.articles.classics import CLASSICS
from kalahgui.games import GAMES
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.paint.theme import PALETTES, Scale
from kalahgui.gui.screens.theatre.watch.stage import Stage
from kalahgui.gui.services.navigation import How, TheatreOf
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import Plan, record
from kalahgui.theatre.subject import PositionSubject
from kalahgui.theatre.tree_layout import TreeLayout
from lab.window.window import (
    FRAME,
    SIZE,
    Took,
    every,
    figures_of,
    machine,
    machine_text,
    print_scenes,
    took,
)

# The nearest that one of the searches comes to the cap of steps.
GAME, BOARD, ALGORITHM, DEPTH = "kalah", "6x6", "nega-alpha", 7
_STAGE = (498, 104, 732, 460)  # as the page that watches a search has it
_FRAMES_A_SECOND = 60
_SECONDS = 3.0
_PALETTE = PALETTES["paper"]

TABS_DEPTH = 6
_STEPS = 60  # that a tab is used for

# Does something to a stage before a frame, whose number it is given.
Act = Callable[[Stage, int], object]
# What a visitor does on a page, an event or more at a time.
Acts = Callable[[Any], Iterator[list[pygame.Event]]]


def measure() -> dict[str, Any]:
    """Measure the stage, and then the tabs."""
    return measure_stage() | {"tabs": measure_tabs()}


def measure_stage(seconds: float = _SECONDS) -> dict[str, Any]:
    """Measure each scene for some seconds."""
    game = GAMES[GAME]
    subject = PositionSubject(game, game.start(BOARD))
    begin = time.perf_counter()
    recording = record(Plan(subject, ALGORITHM, DEPTH))
    recorded = time.perf_counter()
    layout = TreeLayout(recording.nodes)
    laid_out = time.perf_counter()
    surface = pygame.display.set_mode(SIZE)
    playback = Playback(recording)
    scenes = [
        {"scene": name, **_scene(surface, playback, layout, begin_scene, act, seconds)}
        for name, (begin_scene, act) in STAGE_SCENES.items()
    ]
    return {
        "game": f"{GAME}:{BOARD}",
        "algorithm": f"{ALGORITHM}:{DEPTH}",
        "nodes": len(recording.nodes),
        "places": len(layout.parent),
        "steps": len(recording.steps),
        "recording_seconds": round(recorded - begin, 3),
        "layout_seconds": round(laid_out - recorded, 3),
        **machine(),
        "scenes": scenes,
    }


def _scene(
    surface: pygame.Surface,
    playback: Playback,
    layout: TreeLayout,
    begin: Act,
    act: Act,
    seconds: float,
) -> dict[str, Any]:
    playback.go_to(playback.length)
    stage = Stage(playback, pygame.Rect(_STAGE), _PALETTE, Scale.of(SIZE), tree=layout)
    begin(stage, 0)
    for number in range(_FRAMES_A_SECOND):
        _act(_leave, stage, number, surface, FRAME)
    clock = pygame.time.Clock()
    work = []
    started = time.perf_counter()
    for number in range(round(seconds * _FRAMES_A_SECOND)):
        dt = clock.tick(_FRAMES_A_SECOND) / 1000
        pygame.event.pump()
        work.append(took(partial(_act, act, stage, number, surface, dt)))
    return _figures(work, started)


def _figures(work: list[Took], started: float) -> dict[str, Any]:
    """Return the figures of frames, with their number a second since ``started``."""
    rate = len(work) / (time.perf_counter() - started)
    return {"frames_a_second": round(rate, 1)} | figures_of(work)


def _act(act: Act, stage: Stage, number: int, surface: pygame.Surface, dt: float) -> None:
    act(stage, number)
    surface.fill(_PALETTE.card)
    stage.elapse(dt)
    stage.draw(surface)
    pygame.display.flip()


# -- the scenes: how each begins, and what happens before a frame


def _leave(stage: Stage, _: int) -> None:
    pass


def _fitted(stage: Stage, _: int) -> None:
    stage.fit()


def _half_way(stage: Stage, _: int) -> None:
    """Look at the middle of the recording from near."""
    stage.playback.go_to(stage.playback.length // 2)
    stage.elapse(1.0)
    stage.zoom_by(2.0)


def _leap(stage: Stage, number: int) -> None:
    stage.playback.go_to(number * 7919 % stage.playback.length)


def _zoom(stage: Stage, number: int) -> None:
    inward = number // 5 % 36 < 18
    stage.zoom_by(1.6 if inward else 1 / 1.6, (820, 300))


def _move(stage: Stage, number: int) -> None:
    around = number % 40
    stage.move_by(*((13, 5) if around < 20 else (-13, -5)))


STAGE_SCENES: dict[str, tuple[Act, Act]] = {
    "the whole tree, at rest": (_fitted, _leave),
    "the whole tree, played at 200 steps a frame": (
        lambda stage, _: stage.playback.go_to(0),
        lambda stage, _: stage.playback.go_to(stage.playback.at + 200),
    ),
    "the whole tree, leaping about in time": (_fitted, every(8, _leap)),
    "zooming in and out": (_fitted, every(5, _zoom)),
    "near, moved about": (_half_way, _move),
    "played a step a frame": (_half_way, lambda stage, _: stage.playback.forward()),
    "a sixth folded and unfolded": (
        _fitted,
        every(15, lambda stage, _: stage.fold(stage.layout.slots[0][0])),
    ),
}


# -- the tabs in the real window, while they are used


def measure_tabs(steps: int = _STEPS) -> list[dict[str, Any]]:
    """Use each tab for some steps in a window that keeps nothing."""
    app = Program(Store(None), SIZE)
    subject = PositionSubject(GAMES[GAME], GAMES[GAME].start(BOARD))
    app.open(TheatreOf(subject, tab="watch", how=How(depth=TABS_DEPTH)))
    theatre: Any = app.screen
    scenes = []
    for name, (tab, acts) in TAB_SCENES.items():
        theatre.show_tab(tab)
        _rest(app)
        started = time.perf_counter()
        work = _use(app, acts(theatre.page), steps)
        scenes.append({"scene": name, **_figures(work, started)})
    app.close()
    return scenes


def _rest(app: Program) -> None:
    app.step(FRAME)
    while app.screen.moving:
        app.step(app.wait())


def _use(app: Program, events: Iterator[list[pygame.Event]], steps: int) -> list[Took]:
    work = []
    for _ in range(steps):
        for event in next(events):
            pygame.event.post(event)
        app.wake()
        app.wait()
        work.append(took(partial(app.step, FRAME)))
    return work


# -- what is done on the pages


def _key(key: int, text: str = "") -> list[pygame.Event]:
    given = {"key": key, "unicode": text, "mod": 0, "scancode": 0}
    return [pygame.Event(kind, given) for kind in (pygame.KEYDOWN, pygame.KEYUP)]


def _mouse(kind: int, point: tuple[int, int]) -> pygame.Event:
    given: dict[str, Any] = {"pos": point, "touch": False}
    if kind == pygame.MOUSEMOTION:
        return pygame.Event(kind, given | {"rel": (1, 1), "buttons": (1, 0, 0)})
    return pygame.Event(kind, given | {"button": 1})


def _wind(page: Any) -> Iterator[list[pygame.Event]]:
    page.player.go_to(0)
    yield _key(pygame.K_w, "w")
    while True:
        yield []


def _drag_time(page: Any) -> Iterator[list[pygame.Event]]:
    track = page.line.track
    yield [_mouse(pygame.MOUSEBUTTONDOWN, track.midleft)]
    for number in count(1):
        yield [_mouse(pygame.MOUSEMOTION, (track.x + number * 97 % track.width, track.centery))]


def _race(page: Any) -> Iterator[list[pygame.Event]]:
    while True:
        yield _key(pygame.K_6, "6")
        yield from ([] for _ in range(30))


def _carry(page: Any) -> Iterator[list[pygame.Event]]:
    chips = [part.rect for part in page.screen.accessible_node().all if part.role is Role.ITEM]
    first, last = chips[0].center, chips[-1].center
    yield [_mouse(pygame.MOUSEBUTTONDOWN, first)]
    for number in count(1):
        way = pygame.Vector2(first).lerp(last, abs(number % 40 - 20) / 20)
        yield [_mouse(pygame.MOUSEMOTION, (round(way.x), round(way.y)))]


def _choose(page: Any) -> Iterator[list[pygame.Event]]:
    while True:
        for key in (key for key in CLASSICS if key != page.visit.classic):
            page.choose(key)
            yield []


def _explain(page: Any) -> Iterator[list[pygame.Event]]:
    while True:
        yield _key(pygame.K_n)
        yield from (_key(pygame.K_s) for _ in page.row.task.row)


TAB_SCENES: dict[str, tuple[str, Acts]] = {
    "Watch, winding on": ("watch", _wind),
    "Watch, dragging along the time line": ("watch", _drag_time),
    "Race, again and again": ("race", _race),
    "Order, carrying a move": ("order", _carry),
    "Classics, choosing one after the other": ("classics", _choose),
    "You search, shown step by step": ("quiz", _explain),
}


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was measured for people."""
    title = f"The stage with {figures['nodes']:,} nodes, {figures['steps']:,} steps"
    print_scenes(title, figures["scenes"])
    print(
        f"{figures['game']} {figures['algorithm']}, recorded in "
        f"{figures['recording_seconds']:.2f} s, laid out in {figures['layout_seconds']:.2f} s"
    )
    print_scenes("The tabs of the theatre in use", figures["tabs"])
    print(machine_text(figures))
