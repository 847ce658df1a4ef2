"""Working an endgame database out: layer after layer, on several threads, in small slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from kalahgui.core import COMPILED
from kalahgui.core.endgame import Endgame, entries_of
from kalahgui.core.search import StopWord

# Entries that are worked out at a stretch, some milliseconds' work: a stop is heard after them.
SLICE = 30_000 if COMPILED else 100


class Slice(NamedTuple):
    """Rows of one split of a layer, which a thread works out without a pause."""

    total: int
    fewer: int
    first: int
    last: int


class Pace(NamedTuple):
    """How a thread works: so many entries at a stretch, then so many seconds of rest."""

    entries: int
    rest: float = 0.0


def slices(endgame: Endgame, total: int, entries: int) -> Iterator[Slice]:
    """Yield a layer in slices of about so many entries, at least a row each.

    Their order has nothing worked out twice by one thread.
    """
    for fewer in range(total // 2, 0, -1):
        rows = endgame.rows(total, fewer)
        step = max(1, entries // endgame.row_entries(total, fewer))
        for first in range(0, rows, step):
            yield Slice(total, fewer, first, min(rows, first + step))


def work_out(
    endgame: Endgame,
    stop: StopWord,
    threads: int = 1,
    watch: Callable[[float], None] = lambda share: None,
    keep: Callable[[Endgame], None] = lambda endgame: None,
    pace: Pace | None = None,
) -> bool:
    """Work out all layers that are missing; tell whether that was finished before a stop.

    ``watch`` hears what share of all entries is done, ``keep`` sees the database after every
    layer. A single thread is the caller's own.
    """
    pace = Pace(SLICE) if pace is None else pace
    everything = sum(entries_of(endgame.pits, total) for total in range(endgame.stones + 1))
    done = sum(entries_of(endgame.pits, total) for total in range(endgame.layers + 1))

    def work(part: Slice) -> int:
        if stop.raised:
            return 0
        endgame.work_out(*part)
        if pace.rest:
            time.sleep(pace.rest)
        return (part.last - part.first) * endgame.row_entries(part.total, part.fewer)

    with ThreadPoolExecutor(threads) as pool:
        spread = map if threads == 1 else pool.map
        while endgame.layers < endgame.stones:
            for entries in spread(work, slices(endgame, endgame.layers + 1, pace.entries)):
                done += entries
                watch(done / everything)
            if stop.raised:
                return False
            endgame.finish_layer()
            keep(endgame)
    return True
