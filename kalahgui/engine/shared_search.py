"""Searches on several threads that share one table and look into one position together."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock
from types import TracebackType
from typing import Self

from kalahgui.core.search import SOLVING_DEPTH, Finding, Search, StopWord
from kalahgui.core.table import Table
from kalahgui.engine.bounds import Bounds
from kalahgui.games.game import Position

_LOOK = 0.05  # seconds between two looks at the stop word


class SharedSearch:
    """Threads that answer one question at a time; leaving the context ends them.

    The first thread searches as if it were alone. The others try equally good moves in other
    orders, and what one has found another meets in the table. While they search, ``look`` is
    called time and again on the thread that asked.
    """

    def __init__(
        self,
        table: Table,
        threads: int,
        stop: StopWord,
        solving: bool,
    ) -> None:
        self.look: Callable[[], None] = lambda: None
        self._stop = stop
        self._searches = [Search(table, solving=solving) for _ in range(threads)]
        for number, search in enumerate(self._searches):
            search.salt = number
        self._counted = 0
        self._executor = ThreadPoolExecutor(threads)

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
        """Return how many nodes all threads have searched so far."""
        return self._counted + sum(search.nodes for search in self._searches)

    def remembered(self, position: Position) -> int | None:
        """Return the move that the table holds for the best one in a position, or None."""
        move: int | None = self._searches[0].remembered(position)
        return move

    def settle(self, position: Position, bounds: Bounds, guess: int) -> None:
        """Narrow the bounds of a position's value until they meet or the stop word is raised.

        ``guess`` is the value that is expected: what is right beside it is asked first.
        """
        if not bounds.meet:
            self._together(_Proof(position, bounds, guess))

    def reaches(self, position: Position, value: int) -> bool | None:
        """Tell whether a position is worth at least ``value``; None when it was stopped."""
        bounds = Bounds(value - 1, value)
        self.settle(position, bounds, value)
        return bounds.low >= value if bounds.meet else None

    def deepen(self, position: Position, tell: Callable[[Finding], None]) -> None:
        """Tell what is found at each depth until that is exact or the stop word is raised.

        Every thread deepens by itself; what one has found is told if it is deeper than before.
        Its nodes are those of its own thread.
        """
        self._counted = self.nodes
        for search in self._searches:
            search.nodes = 0
        self._together(_Deepening(position, tell))

    def _together(self, question: _Question) -> None:
        """Have all threads work on a question until it is answered or stopping is wished for."""
        jobs: list[Future[None]] = [
            self._executor.submit(question.work, search) for search in self._searches
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


class _Question:
    """What several threads look into; the first that is done halts the others."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.lock = Lock()
        self.halted = False
        self.words: dict[Search, StopWord] = {}

    def work(self, search: Search) -> None:
        """Search until the question is answered or halted."""
        try:
            self.answer(search)
        finally:
            self.halt()

    def answer(self, search: Search) -> None:
        """Search until the question is answered or the search is stopped."""
        raise NotImplementedError

    def halt(self) -> None:
        """Stop the searches that run and those to come."""
        with self.lock:
            self.halted = True
            for word in self.words.values():
                word.raised = True

    def give_word(self, search: Search) -> None:
        """Give a search a new stop word; call it with the lock held."""
        word = search.stop = self.words[search] = StopWord()
        word.raised = self.halted


class _Proof(_Question):
    """Null windows, until the bounds of a value meet."""

    def __init__(self, position: Position, bounds: Bounds, guess: int) -> None:
        super().__init__(position)
        self._bounds = bounds
        self._guess = guess
        self._asked: dict[Search, int] = {}

    def answer(self, search: Search) -> None:
        """Ask for one value after the other whether it is reached."""
        while (value := self._begin(search)) is not None:
            found = search.value(self.position, SOLVING_DEPTH, value - 1, value)
            if found is None:
                continue
            if not search.exact:
                return  # longer than a search can be: nothing is proven, now or later
            self._end(value, found)

    def _begin(self, search: Search) -> int | None:
        """Return the open value that the fewest others are busy with, None at the end."""
        with self.lock:
            if self.halted or self._bounds.meet:
                return None
            self.give_word(search)
            self._asked.pop(search, None)
            busy = list(self._asked.values())
            value = min(self._bounds.questions(self._guess), key=busy.count)
            self._asked[search] = value
            return value

    def _end(self, value: int, found: int) -> None:
        """Narrow the bounds, and stop whoever looks for what that has decided."""
        with self.lock:
            if found >= value:
                self._bounds.raise_low(found)
            else:
                self._bounds.lower_high(found)
            for search, asked in self._asked.items():
                if self._bounds.decide(asked):
                    self.words[search].raised = True


class _Deepening(_Question):
    """The same deepening on every thread, told once for each depth."""

    def __init__(self, position: Position, tell: Callable[[Finding], None]) -> None:
        super().__init__(position)
        self._tell = tell
        self._depth = 0
        self._exact = False

    def answer(self, search: Search) -> None:
        """Deepen until a finding is exact."""
        with self.lock:
            self.give_word(search)
        for finding in search.deepen(self.position):
            with self.lock:
                if finding.depth > self._depth and not self._exact:
                    self._depth = finding.depth
                    self._exact = finding.exact
                    self._tell(finding)
