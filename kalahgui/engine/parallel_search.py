"""Searches on several threads.

A ``ParallelSearch`` is the playing search with helpers (lazy SMP). The search itself is unchanged,
and only its findings count. Meanwhile each helper thread searches the moves of the same position in
another order, those first that the search comes to last, and leaves the results in the shared
table. What an interruption leaves there is true as well.

A ``SharedSearch`` has searches that answer one question together; a solution is found by it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import Generic, Self, TypeVar

from kalahgui.core import COMPILED
from kalahgui.core.prover import Prover
from kalahgui.core.search import MAX_DEPTH, Search, StopWord
from kalahgui.core.table import Table
from kalahgui.engine.interrupt import lower_priority
from kalahgui.games.game import Position

LOOK_SECONDS = 0.05  # seconds between two looks at the stop word


def usable_cores() -> int:
    """Return the number of processes that can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


S = TypeVar("S", Search, Prover)


class SharedQuestion(Generic[S]):
    """A question to several threads; the first that has the answer stops the others."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.halted = False
        self.words: dict[S, StopWord] = {}

    def answer(self, search: S) -> None:
        """Search until there is an answer or the search is stopped."""
        raise NotImplementedError

    def work(self, search: S) -> None:
        """Search until there is an answer, and stop the others."""
        try:
            self.answer(search)
        finally:
            self.halt()

    def halt(self) -> None:
        """Stop all searches, also those that begin later."""
        with self.lock:
            self.halted = True
            for word in self.words.values():
                word.raised = True

    def give_word(self, search: S) -> StopWord:
        """Give a search a new stop word; call it with the lock held."""
        word = search.stop = self.words[search] = StopWord()
        word.raised = self.halted
        return word


class SharedSearch(Generic[S]):
    """One thread for each of some searches that share a table; the context ends the threads.

    While they search, ``look`` is called at intervals on the thread that asks.
    """

    def __init__(self, searches: Sequence[S], stop: StopWord) -> None:
        """Set up; all searches end once ``stop`` is raised."""
        self.searches: Sequence[S] = searches
        self.look: Callable[[], None] = lambda: None
        self._stop = stop
        self._counted = 0
        self._executor = ThreadPoolExecutor(len(searches))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._executor.shutdown()

    @property
    def nodes(self) -> int:
        """Return the nodes that all searches have counted so far."""
        return self._counted + sum(search.nodes for search in self.searches)

    def count_anew(self) -> None:
        """Reset the counts of the searches, as some searches do by themselves."""
        self._counted = self.nodes
        for search in self.searches:
            search.nodes = 0

    def ask(self, question: SharedQuestion[S]) -> None:
        """Search on all threads until a question is answered or the stop word is raised.

        An exception of a search is raised here.
        """
        if self._stop.raised:
            question.halt()
        jobs: list[Future[None]] = [
            self._executor.submit(question.work, search) for search in self.searches
        ]
        try:
            while wait(jobs, LOOK_SECONDS).not_done:
                if self._stop.raised:
                    question.halt()
                self.look()
        finally:
            question.halt()
        for job in jobs:
            job.result()
        self.look()


# A shallower search takes no longer than waking the helpers.
SHALLOWEST = 6


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
        self,
        position: Position,
        depth: int,
        alpha: int = -31000,
        beta: int = 31000,
        selective: bool = False,
    ) -> int | None:
        """Return the value of a fail-soft search within a window; None after a stop."""
        if depth < SHALLOWEST:
            return super().value(position, depth, alpha, beta, selective)
        jobs: list[Future[None]] = []
        try:
            for job in self._helping(position, depth, (alpha + beta) // 2):
                jobs.append(job)
            return super().value(position, depth, alpha, beta, selective)
        finally:
            for helper in self._helpers:
                helper.stop.raised = True
            for job in jobs:
                job.result()
            self.nodes += sum(helper.nodes for helper in self._helpers)

    def _helping(self, position: Position, depth: int, guess: int) -> Iterator[Future[None]]:
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
                value = search.value(child, turns, guess, guess + 1)
            else:
                value = search.value(child, turns - 1, -guess - 1, -guess)
            if value is None:
                return
            all_exact = all_exact and search.exact
        if all_exact:
            return


def search_on(table: Table, threads: int) -> Search:
    """Return a search on so many threads; the interpreted core uses one."""
    return ParallelSearch(table, threads) if COMPILED and threads > 1 else Search(table)
