"""Frame times of the theatre's tabs in the real window, while they are used."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pygame

from kalahgui.articles.classics import CLASSICS
from kalahgui.games import GAMES
from kalahgui.gui.frame_bench import FRAME_BUDGET_MS, share_below, spread
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.theatre.subject import PositionSubject

_GAME, _BOARD, _DEPTH = "kalah", "6x6", 6
_WINDOW = (1280, 800)
_FRAME = 1 / 60
_STEPS = 60

# What a visitor does on a page, an event or more at a time.
Acts = Callable[[Any], Iterator[list[pygame.Event]]]


def measure(steps: int = _STEPS) -> list[dict[str, Any]]:
    """Use each tab for some steps in a window that keeps nothing."""
    pygame.display.init()
    pygame.font.init()
    app = Program(Store(None), _WINDOW)
    subject = PositionSubject(GAMES[_GAME], GAMES[_GAME].start(_BOARD))
    app.open_theatre(subject, depth=_DEPTH, tab="watch")
    theatre: Any = app.screen
    scenes = []
    for name, (tab, acts) in SCENES.items():
        theatre.show_tab(tab)
        _rest(app)
        begin = time.perf_counter()
        work, thread = _use(app, acts(theatre.page), steps)
        rate = len(work) / (time.perf_counter() - begin)
        scenes.append(
            {
                "scene": name,
                "frames": len(work),
                "frames_a_second": round(rate, 1),
                "work_ms": spread(sorted(work)),
                "processor_ms": spread(sorted(thread)),
                "frames_within_16_ms": share_below(work, FRAME_BUDGET_MS),
            }
        )
    app.close()
    pygame.quit()
    return scenes


def _rest(app: Program) -> None:
    """Wait until what was opened is ready."""
    app.step(_FRAME)
    while app.screen.moving:
        app.step(app.wait())


def _use(
    app: Program, events: Iterator[list[pygame.Event]], steps: int
) -> tuple[list[float], list[float]]:
    """Return what frames took, and of that what they took of a processor, in milliseconds."""
    work, thread = [], []
    for _ in range(steps):
        for event in next(events):
            pygame.event.post(event)
        app.wake()
        app.wait()
        at, used = time.perf_counter(), time.thread_time()
        app.step(_FRAME)
        work.append((time.perf_counter() - at) * 1000)
        thread.append((time.thread_time() - used) * 1000)
    return work, thread


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
    page.player.to_start()
    yield _key(pygame.K_w, "w")
    while True:
        yield []


def _drag_time(page: Any) -> Iterator[list[pygame.Event]]:
    track = page.transport.track
    yield [_mouse(pygame.MOUSEBUTTONDOWN, track.midleft)]
    number = 0
    while True:
        number += 1
        yield [_mouse(pygame.MOUSEMOTION, (track.x + number * 97 % track.width, track.centery))]


def _race(page: Any) -> Iterator[list[pygame.Event]]:
    while True:
        yield _key(pygame.K_6, "6")
        yield from ([] for _ in range(30))


def _carry(page: Any) -> Iterator[list[pygame.Event]]:
    first, last = (page.chips.place_rect(place).center for place in (0, len(page.chips.moves) - 1))
    yield [_mouse(pygame.MOUSEBUTTONDOWN, first)]
    number = 0
    while True:
        number += 1
        way = pygame.Vector2(first).lerp(last, abs(number % 40 - 20) / 20)
        yield [_mouse(pygame.MOUSEMOTION, (round(way.x), round(way.y)))]


def _choose(page: Any) -> Iterator[list[pygame.Event]]:
    while True:
        for key in CLASSICS:
            page.visit.classic = key
            yield []


def _explain(page: Any) -> Iterator[list[pygame.Event]]:
    page.session.mark(page.session.question.leaves[0])
    while True:
        yield _key(pygame.K_RETURN)
        yield from (_key(pygame.K_RIGHT) for _ in page.session.steps)


SCENES: dict[str, tuple[str, Acts]] = {
    "Watch, winding on": ("watch", _wind),
    "Watch, dragging along the time line": ("watch", _drag_time),
    "Race, again and again": ("race", _race),
    "Order, carrying a move": ("order", _carry),
    "Classics, choosing one after the other": ("classics", _choose),
    "Quiz, explained step by step": ("quiz", _explain),
}
