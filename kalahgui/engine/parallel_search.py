"""The playing search on several threads (lazy SMP).

The search itself is unchanged, and only its findings count. Meanwhile each helper thread searches
the moves of the same position in another order, those first that the search comes to last, and
leaves the results in the shared table. What an interruption leaves there is true as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from kalahgui.core import COMPILED
from kalahgui.core.search import MAX_DEPTH, Search, StopWord
from kalahgui.core.table import Table
from kalahgui.engine.frame_yielding import lower_priority
from kalahgui.games.game import Position

# A shallower search takes no longer than waking the helpers.
_SHALLOWEST = 6


class ParallelSearch(Search):
    """A search on several threads, including the caller's.

    The others search during calls of ``value`` alone. ``nodes`` are those of all threads.
    """

    def __init__(self, table: Table, threads: int) -> None:
        """Set up a search on so many threads, at least two."""
        super().__init__(table)
        self._helpers = [Search(table) for _ in range(threads - 1)]
        self._pool = ThreadPoolExecutor(threads - 1, "search", lower_priority)

    def value(
        self, position: Position, depth: int, alpha: int = -31000, beta: int = 31000
    ) -> int | None:
        """Return the value of a fail-soft search within a window; None after a stop."""
        if depth < _SHALLOWEST:
            return super().value(position, depth, alpha, beta)
        jobs: list[Future[None]] = []
        try:
            for job in self._helping(position, depth, (alpha + beta) // 2):
                jobs.append(job)
            return super().value(position, depth, alpha, beta)
        finally:
            for helper in self._helpers:
                helper.stop.raised = True
            for job in jobs:
                job.result()
            self.nodes += sum(helper.nodes for helper in self._helpers)

    def _helping(self, position: Position, depth: int, guess: int) -> Iterator[Future[None]]:
        """Start the helpers, one after the other; yield their futures."""
        moves = sorted(position.moves(), key=position.priority)
        first = self.remembered(position)
        if first is not None:
            moves.remove(first)
            moves.append(first)
        for number, helper in enumerate(self._helpers):
            begin = number * len(moves) // len(self._helpers)
            helper.stop, helper.nodes = StopWord(), 0
            order = moves[begin:] + moves[:begin]
            yield self._pool.submit(_help, helper, position, order, depth, guess)


def _help(search: Search, position: Position, moves: list[int], depth: int, guess: int) -> None:
    """Search whether each move is better than a guess, deeper and deeper."""
    for turns in range(depth, MAX_DEPTH + 1):
        all_exact = True
        for move in moves:
            child = position.copy()
            if child.play(move):
                found = search.value(child, turns, guess, guess + 1)
            else:
                found = search.value(child, turns - 1, -guess - 1, -guess)
            if found is None:
                return
            all_exact = all_exact and search.exact
        if all_exact:
            return


def search_on(table: Table, threads: int) -> Search:
    """Return a search on so many threads; the interpreted core uses one."""
    return ParallelSearch(table, threads) if COMPILED and threads > 1 else Search(table)
