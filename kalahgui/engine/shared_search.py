"""Searches on several threads that answer one question together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from kalahgui.core.search import StopWord

_LOOK = 0.05  # seconds between two looks at the stop word


class CountedSearch(Protocol):
    """A search with a count of nodes and a stop word."""

    nodes: int
    stop: StopWord


S = TypeVar("S", bound=CountedSearch)


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
        self.searches = searches
        self.look: Callable[[], None] = lambda: None
        self._stop = stop
        self._counted = 0
        self._executor = ThreadPoolExecutor(len(searches))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
            while wait(jobs, _LOOK).not_done:
                if self._stop.raised:
                    question.halt()
                self.look()
        finally:
            question.halt()
        for job in jobs:
            job.result()
        self.look()
