"""Frame times of the real window: while the strongest level thinks, and at rest."""

from __future__ import annotations

import time
from functools import partial
from itertools import pairwise
from typing import Any

from kalahgui.engine import yardsticks
from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.match.match import Match
from kalahgui.match.player import Player
from lab.window.frames import (
    Took,
    figures_of,
    machine,
    machine_text,
    print_scenes,
    share_within,
    spread,
    took,
)

_INTERVAL_LIMIT_MS = 20.0
_THINKING_SECONDS = 12.0
_IDLE_SECONDS = 5.0
_SETTLING_SECONDS = 1.5


def measure(share: float = 1.0) -> dict[str, Any]:
    """Measure a window of its own, which keeps nothing, for a share of the usual time."""
    app = Program(Store(None))
    strongest = Player(computer=Method(level=levels_of(GAMES["kalah"])[-1].number))
    app.open(GameOf(Match(GAMES["kalah"], "6x6", (), (strongest, strongest))))
    work, intervals = _frames(app, share * _THINKING_SECONDS)
    memory = yardsticks.memory()
    app.open(GameOf(Match(GAMES["kalah"], "6x6", (), (Player(), Player()))))
    _frames(app, share * _SETTLING_SECONDS)
    begin, cpu = time.perf_counter(), time.process_time()
    _frames(app, share * _IDLE_SECONDS)
    idle = (time.process_time() - cpu) / (time.perf_counter() - begin)
    figures = {
        **machine(app.size),
        **figures_of(work),
        "interval_ms": spread(intervals),
        "intervals_within_20_ms": share_within(intervals, _INTERVAL_LIMIT_MS),
        "idle_share_of_a_core": round(idle, 4),
        **memory,
    }
    app.close()
    return figures


def _frames(app: Program, seconds: float) -> tuple[list[Took], list[float]]:
    """Run the window for a while; return what frames took, and the milliseconds between them."""
    work: list[Took] = []
    begun: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        dt = app.wait()
        begun.append(time.perf_counter() * 1000)
        work.append(took(partial(app.step, dt)))
    intervals = [after - before for before, after in pairwise(begun)]
    # The first frames of a screen draw what all later ones find ready.
    return work[5:], intervals[5:]


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was measured for people."""
    scene = figures | {"scene": f"{figures['frames']} frames"}
    print_scenes("The window while two computers of the strongest level play", [scene])
    times = ", ".join(f"{name} {value:.2f}" for name, value in figures["interval_ms"].items())
    share = figures["intervals_within_20_ms"]
    print(f"between frames: {times} ms, {share:.2%} within {_INTERVAL_LIMIT_MS:.0f} ms")
    print(machine_text(figures))
    print(f"at rest: {figures['idle_share_of_a_core']:.2%} of one core")
    if figures["megabytes"] is not None:
        print(
            f"memory in play: {figures['megabytes']:.0f} MB without mapped files, "
            f"{figures['peak_megabytes']:.0f} MB at most with them"
        )
