"""Frame times of the real window: while the strongest level thinks, and at rest."""

from __future__ import annotations

import os
import time
from typing import Any

import pygame
from rich.console import Console
from rich.table import Table

from kalahgui.core import COMPILED
from kalahgui.engine import yardsticks
from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.match.match import Match
from kalahgui.match.player import Player

FRAME_BUDGET_MS = 16.0
INTERVAL_LIMIT_MS = 20.0
_THINKING_SECONDS = 12.0
_IDLE_SECONDS = 5.0
_SETTLING_SECONDS = 1.5


def measure() -> dict[str, Any]:
    """Measure a window of its own, which keeps nothing."""
    app = Program(Store(None))
    strongest = Player(computer=Method(level=levels_of(GAMES["kalah"])[-1].number))
    app.play(Match(GAMES["kalah"], "6x6", (), (strongest, strongest)))
    work, intervals = _frames(app, _THINKING_SECONDS)
    memory = yardsticks.memory()
    app.play(Match(GAMES["kalah"], "6x6", (), (Player(), Player())))
    _frames(app, _SETTLING_SECONDS)
    begin, cpu = time.perf_counter(), time.process_time()
    _frames(app, _IDLE_SECONDS)
    idle = (time.process_time() - cpu) / (time.perf_counter() - begin)
    size = app.size
    driver = pygame.display.get_driver()
    app.close()
    work.sort()
    intervals.sort()
    return {
        "core": "compiled" if COMPILED else "interpreted",
        "processors": os.cpu_count(),
        "driver": driver,
        "window": list(size),
        "frames": len(work),
        "work_ms": spread(work),
        "frames_within_16_ms": share_below(work, FRAME_BUDGET_MS),
        "interval_ms": spread(intervals),
        "intervals_within_20_ms": share_below(intervals, INTERVAL_LIMIT_MS),
        "idle_share_of_a_core": round(idle, 4),
        **memory,
    }


def _frames(app: Program, seconds: float) -> tuple[list[float], list[float]]:
    """Run the window for a while; return each frame's work and distance in milliseconds."""
    work: list[float] = []
    intervals: list[float] = []
    end = time.perf_counter() + seconds
    before = None
    while time.perf_counter() < end:
        dt = app.wait()
        begin = time.perf_counter()
        app.step(dt)
        work.append((time.perf_counter() - begin) * 1000)
        if before is not None:
            intervals.append((begin - before) * 1000)
        before = begin
    # The first frames of a screen draw what all later ones find ready.
    return work[5:], intervals[5:]


def spread(sorted_values: list[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the largest of times."""

    def at(share: float) -> float:
        return round(sorted_values[min(int(share * len(sorted_values)), len(sorted_values) - 1)], 2)

    return {"median": at(0.5), "99%": at(0.99), "most": at(1.0)}


def share_below(values: list[float], limit: float) -> float:
    """Return which share of times keeps to a limit."""
    return round(sum(value <= limit for value in values) / len(values), 4)


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was measured for people."""
    table = Table(title="The window while two computers of the strongest level play")
    for column in ("", "median", "99 %", "most", "share within"):
        table.add_column(column, justify="left" if not column else "right")
    for label, name, share, limit in (
        ("work of a frame, ms", "work_ms", "frames_within_16_ms", FRAME_BUDGET_MS),
        ("between frames, ms", "interval_ms", "intervals_within_20_ms", INTERVAL_LIMIT_MS),
    ):
        row = [f"{value:.2f}" for value in figures[name].values()]
        table.add_row(label, *row, f"{limit:.0f} ms: {figures[share]:.2%}")
    console = Console()
    console.print(table)
    size = "x".join(map(str, figures["window"]))
    console.print(
        f"{figures['frames']} frames, {size}, driver {figures['driver']}, "
        f"{figures['core']} core, {figures['processors']} processors"
    )
    console.print(f"at rest: {figures['idle_share_of_a_core']:.2%} of one core")
    if figures["megabytes"] is not None:
        console.print(
            f"memory in play: {figures['megabytes']:.0f} MB without mapped files, "
            f"{figures['peak_megabytes']:.0f} MB at most with them"
        )
