"""Short measurements of the searches, each with its own time.

The laboratory runs this very file with the modules of another checkout, so it may import nothing
that an older checkout lacks.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any

from kalahgui.core import table
from kalahgui.core.perft import perft
from kalahgui.core.search import MAX_DEPTH, Finding, Search, StopWord
from kalahgui.games import game_and_variant
from kalahgui.games.game import Position

_LOOK = 0.005  # seconds between two looks at the time

BOARD = "kalah:6x6"
# The start, and five positions of games in which both sides played partly at random: neither side
# is far ahead in any, and none is near its end.
POSITIONS = (
    "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>",
    "<6,2,2,8,7,7,1,8,2,1,9,9,8,8,0>",
    "<6,3,4,2,3,10,0,10,10,3,3,0,11,2,11> N",
    "<6,6,18,12,5,4,3,2,0,4,5,0,0,11,2>",
    "<6,14,10,10,3,6,9,4,0,0,2,0,2,9,3> N",
    "<6,12,15,3,2,3,5,0,12,2,2,1,2,11,2>",
)


def table_for(position: Position, bits: int) -> Any:
    """Return an empty table of so many entries for a position, whatever layouts there are."""
    make = getattr(table, "table_for", None)
    return table.Table(bits) if make is None else make(position, bits)


def position_of(board: str, text: str = "", evaluation: str = "") -> Position:
    """Return a position of a board, by default the start, with an evaluation.

    It is played to the last stone or disc.
    """
    game, variant = game_and_variant(board)
    position = game.parse_position(text, (), variant) if text else game.start(variant)
    # Older checkouts have another name for it.
    with_evaluation = getattr(game, "with_evaluation", None) or getattr(game, "judged")  # noqa: B009
    judged: Position = with_evaluation(position.to_the_end(), evaluation)
    return judged


def time_to_depth(
    position: Position, depth: int, bits: int, stop: StopWord | None = None
) -> dict[str, Any]:
    """Return what a search to a depth with an empty table finds, and the seconds.

    ``seconds`` are those of the clock, ``processor_seconds`` those of the one thread that works.
    """
    search = Search(table_for(position, bits), stop)
    finding, times = _timed(lambda: _last(search, position, depth))
    return times | {"value": finding.value, "nodes": finding.nodes, "depth": finding.depth}


def depths_in(
    position: Position, seconds: Sequence[float], bits: int, stop: StopWord | None = None
) -> list[dict[str, Any]]:
    """Return the depth that one search with an empty table has reached at each of some times.

    The times are processor time, so other programs that run meanwhile do not matter.
    """
    search = Search(table_for(position, bits), stop)
    begin = time.process_time()
    over = Event()
    Thread(target=_stop_after, args=(begin + max(seconds), search.stop, over), daemon=True).start()
    finished = [
        (time.process_time() - begin, finding) for finding in search.deepen(position, MAX_DEPTH)
    ]
    over.set()
    rows = []
    for limit in seconds:
        # The first step is always finished, however long it takes.
        known = [finding for taken, finding in finished if taken <= limit] or [finished[0][1]]
        rows.append({"within": limit, "depth": known[-1].depth, "nodes": known[-1].nodes})
    return rows


def _stop_after(moment: float, stop: StopWord, over: Event) -> None:
    while not over.wait(_LOOK):
        if time.process_time() >= moment:
            stop.raised = True
            return


def leaf_rate(position: Position, depth: int, stop: StopWord | None = None) -> dict[str, Any]:
    """Return the number of leaves at a depth and the seconds that counting them took."""
    leaves, times = _timed(lambda: perft(position, depth, stop))
    return times | {"leaves": leaves or 0}


def median(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the measurement with the median time."""
    times = [row["processor_seconds"] for row in rows]
    return rows[times.index(statistics.median_low(times))]


def memory() -> dict[str, float | None]:
    """Return the megabytes that this process has in memory, and the most that it has had.

    ``megabytes`` leave out mapped files, such as libraries; None where the system does not tell.
    """
    megabytes: float | None = None
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        kilobytes = {
            name: text.split() for name, _, text in (line.partition(":") for line in lines)
        }
        kinds = ("RssAnon", "RssShmem")  # and not RssFile
        megabytes = round(sum(int(kilobytes[kind][0]) for kind in kinds) / 1024, 1)
    return {"megabytes": megabytes, "peak_megabytes": _peak_megabytes()}


def _peak_megabytes() -> float | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20, 1)


def _timed(work: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    begin, begin_of_thread = time.perf_counter(), time.thread_time()
    result = work()
    return result, {
        "seconds": time.perf_counter() - begin,
        # Some systems count in steps longer than a short search, and rates divide by the time.
        "processor_seconds": max(time.thread_time() - begin_of_thread, 1e-6),
    }


def _last(search: Search, position: Position, depth: int) -> Finding:
    *_, finding = search.deepen(position, depth)
    return finding
