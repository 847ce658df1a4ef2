"""What frames take: measured, summed up and printed; those of the window in play and at rest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pygame
from rich.table import Table as RichTable

from kalahgui.cli import yardsticks
from kalahgui.cli.output import print_table
from kalahgui.core import COMPILED
from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import Method
from kalahgui.folders import cache_folder
from kalahgui.games import GAMES
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player

SIZE = (1280, 800)  # of the windows that are measured
FRAME = 1 / 60  # seconds that pass with a frame
_BUDGET_MS = 16.0


class Took(NamedTuple):
    """What some work took, in milliseconds: by the clock, and of the processor."""

    clock: float
    processor: float


def every(frames: int, act: Callable[[Any, int], object]) -> Callable[[Any, int], object]:
    """Return what does something before one frame in so many."""
    return lambda what, number: None if number % frames else act(what, number)


def took(work: Callable[[], object]) -> Took:
    """Do some work and return what it took."""
    begin, processor = time.perf_counter(), time.thread_time()
    work()
    return Took((time.perf_counter() - begin) * 1000, (time.thread_time() - processor) * 1000)


def spread(values: Iterable[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the largest of some times."""
    ordered = sorted(values)

    def at(share: float) -> float:
        return round(ordered[min(int(share * len(ordered)), len(ordered) - 1)], 2)

    return {"median": at(0.5), "99%": at(0.99), "most": at(1.0)}


def share_within(values: Sequence[float], limit: float) -> float:
    """Return the share of times that keep to a limit."""
    return round(sum(value <= limit for value in values) / len(values), 4)


def figures_of(frames: Sequence[Took]) -> dict[str, Any]:
    """Return the figures of the frames of a scene."""
    clock, processor = zip(*frames, strict=True)
    return {
        "frames": len(frames),
        "work_ms": spread(clock),
        "frames_within_16_ms": share_within(clock, _BUDGET_MS),
        "processor_ms": spread(processor),
        "processor_within_16_ms": share_within(processor, _BUDGET_MS),
    }


def machine(size: Sequence[int] = SIZE) -> dict[str, Any]:
    """Return what a measurement was made with: core, processors, display driver and window."""
    return {
        "core": "compiled" if COMPILED else "interpreted",
        "processors": os.cpu_count(),
        "driver": pygame.display.get_driver(),
        "window": list(size),
    }


def machine_text(figures: dict[str, Any]) -> str:
    """Return what a measurement was made with, in words."""
    size = "x".join(map(str, figures["window"]))
    core, driver = figures["core"], figures["driver"]
    return f"{size}, driver {driver}, {core} core, {figures['processors']} processors"


def print_scenes(title: str, scenes: Sequence[dict[str, Any]]) -> None:
    """Print a table of the frames of some scenes."""
    table = RichTable(title=f"{title}: ms by the clock (of the processor)", title_justify="left")
    headings = ["work of a frame", "median", "99 %", "most", f"within {_BUDGET_MS:.0f} ms"]
    if "frames_a_second" in scenes[0]:
        headings.append("frames/s")
    for heading in headings:
        table.add_column(heading, justify="right" if table.columns else "left")
    for scene in scenes:
        times = zip(scene["work_ms"].values(), scene["processor_ms"].values(), strict=True)
        cells = [f"{clock:.2f} ({processor:.2f})" for clock, processor in times]
        shares = scene["frames_within_16_ms"], scene["processor_within_16_ms"]
        rates = [f"{scene['frames_a_second']:.1f}"] if "frames_a_second" in scene else []
        table.add_row(scene["scene"], *cells, "{:.2%} ({:.2%})".format(*shares), *rates)
    print_table(table)


# Tells of the first frame, and then what it has taken.
_START = """
import json, os, sys, time
import kalahgui.gui, pygame

def first():
    print(flush=True)
    spent = time.process_time()
    from kalahgui.cli import yardsticks
    print(json.dumps({"processor": spent, "megabytes": yardsticks.memory()["megabytes"]}))
    sys.stdout.flush()
    os._exit(0)

pygame.display.flip = first
from kalahgui.cli import main
main([])
"""


def first_frames(starts: int = 10) -> dict[str, float]:
    """Start the program, each time anew, and return the medians of what the first frame takes.

    Seconds go from the begin of the process, memory is without mapped files. One start before them
    lets Python keep the compiled modules, as it does unless it is told not to.
    """
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    rows = []
    for _ in range(starts + 1):
        with TemporaryDirectory() as home:
            # An endgame database that is there already is not built meanwhile.
            places = {"HOME": home, "XDG_DATA_HOME": home, "KALAHGUI_CACHE": str(cache_folder())}
            begin = time.perf_counter()
            process = subprocess.Popen(
                [sys.executable, "-c", _START],
                env={**kept, **places},
                stdout=subprocess.PIPE,
                text=True,
            )
            assert process.stdout is not None
            process.stdout.readline()
            seconds = time.perf_counter() - begin
            rows.append({"seconds": seconds, **json.loads(process.communicate()[0])})
    return {name: round(median(row[name] or 0.0 for row in rows[1:]), 3) for name in rows[0]}


_INTERVAL_LIMIT_MS = 20.0
_THINKING_SECONDS = 12.0
_IDLE_SECONDS = 5.0
_SETTLING_SECONDS = 7.0  # until the window looks less often for input
_FIRST = 5  # frames of a screen, which draw what all later ones find ready


def measure(share: float = 1.0) -> dict[str, Any]:
    """Measure a window of its own, which keeps nothing, for a share of the usual time."""
    first = first_frames(round(10 * share) or 1)
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
        "first_frame": first,
        **figures_of(work),
        "interval_ms": spread(intervals),
        "intervals_within_20_ms": share_within(intervals, _INTERVAL_LIMIT_MS),
        "idle_share_of_a_core": round(idle, 4),
        **memory,
    }
    app.close()
    return figures


def _frames(app: Program, seconds: float) -> tuple[list[Took], list[float]]:
    work: list[Took] = []
    begun: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(work) < _FIRST + 2:
        dt = app.wait()
        begun.append(time.perf_counter() * 1000)
        work.append(took(partial(app.step, dt)))
    intervals = [after - before for before, after in pairwise(begun)]
    return work[_FIRST:], intervals[_FIRST:]


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was measured for people."""
    scene = figures | {"scene": f"{figures['frames']} frames"}
    print_scenes("The window while two computers of the strongest level play", [scene])
    times = ", ".join(f"{name} {value:.2f}" for name, value in figures["interval_ms"].items())
    share = figures["intervals_within_20_ms"]
    print(f"between frames: {times} ms, {share:.2%} within {_INTERVAL_LIMIT_MS:.0f} ms")
    print(machine_text(figures))
    first = figures["first_frame"]
    print("first frame after {seconds:.2f} s ({processor:.2f} s of the processor),".format(**first))
    print(f"with {first['megabytes']:.0f} MB without mapped files")
    print(f"at rest: {figures['idle_share_of_a_core']:.2%} of one core")
    if figures["megabytes"] is not None:
        print(
            f"memory in play: {figures['megabytes']:.0f} MB without mapped files, "
            f"{figures['peak_megabytes']:.0f} MB at most with them"
        )
