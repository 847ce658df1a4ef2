"""Solving a position by many tasks of a few seconds each, which workers do anywhere.

They share nothing but results. What is proven is true whoever proved it, so it is kept as it comes,
and a store serves every later run, with another budget or another number of workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache, partial
from threading import Lock
from typing import Any, NamedTuple

from kalahgui import __version__
from kalahgui.core.prover import Prover
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.endgame_store import EndgameStore
from kalahgui.engine.parallel_search import usable_cores
from kalahgui.folders import cache_folder
from kalahgui.games import GAMES
from kalahgui.games.game import Position, children
from kalahgui.solving.proof_tree import ProofTree, Task, bare
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.solving_memory import SolvingEndgame, table_bits
from kalahgui.solving.workers import Workers

_AHEAD = 2  # tasks for each worker: more would be chosen by older results
_GUESS_DEPTH = 10
_GUESS_BITS = 18
_LEAST_TASKS = 8  # to estimate the rest by


class Subject(NamedTuple):
    """What is solved, as text: the key of a game, its rules, and a position."""

    game: str
    rules: tuple[str, ...]
    position: str

    @property
    def name(self) -> str:
        """Return what its results are kept by."""
        return f"solve {' '.join((self.game, *self.rules))} {self.position}, {__version__}"

    def start(self) -> Position:
        """Return the position, played to the last stone and judged by the best evaluation."""
        game = GAMES[self.game]
        position: Position = game.parse_position(self.position, self.rules)
        return game.with_evaluation(position.to_the_end(), "")


def attempt(subject: Subject, budget: int, task: Task) -> dict[str, Any]:
    """Try to do a task within a budget of nodes, on a worker."""
    return _bench(subject).attempt(Task(*task), budget)


class Bench:
    """What a worker keeps from task to task: a table, and a position with its database."""

    def __init__(self, start: Position, bits: int) -> None:
        """Set up, with a table of a size that is an exponent of 2."""
        self._start = start
        self._search = (Prover if start.proved_by_windows() else Search)(table_for(start, bits))
        self._guessing = Search(table_for(start, _GUESS_BITS))
        self._lock = Lock()  # a worker of a cluster may have several threads

    def attempt(self, task: Task, budget: int) -> dict[str, Any]:
        """Try to do a task within a budget of nodes; return what is found out, and what it took.

        Bounds of the gain decide the task; otherwise there is an estimate of every move.
        """
        with self._lock:
            return self._attempt(task, budget)

    def _attempt(self, task: Task, budget: int) -> dict[str, Any]:
        begin = time.thread_time()
        search = self._search
        search.stop, search.nodes, search.budget = StopWord(), 0, budget
        here = bare(self._start, task.own, task.opp)
        low, high = here.bounds()
        moves: list[tuple[int, int]] = []
        bound = None if task.hard else search.bound(here, task.goal)
        if bound is None:
            moves = [(move, self._guess(after, sign)) for move, after, sign in children(here)]
        elif bound >= task.goal:
            low = bound
        else:
            high = bound
        return {
            "low": low,
            "high": high,
            "moves": moves,
            "nodes": search.nodes,
            "seconds": round(time.thread_time() - begin, 4),
        }

    def _guess(self, child: Position, sign: int) -> int:
        return sign * (child.final() if child.over else guess(child, self._guessing))


@lru_cache(maxsize=1)
def _bench(subject: Subject) -> Bench:
    start = subject.start()
    endgame = SolvingEndgame(EndgameStore(cache_folder()), StopWord(), 1)
    return Bench(endgame.inform(start), table_bits(start, usable_cores()))


def guess(position: Position, search: Search | None = None) -> int:
    """Return what a shallow search expects a position to be worth, which is not over."""
    search = search or Search(table_for(position, _GUESS_BITS))
    *_, last = search.deepen(position, _GUESS_DEPTH)
    return int(last.value)


class SplitSolving:
    """A position that is solved by tasks, with what a store knows of it."""

    def __init__(
        self,
        subject: Subject,
        plies: int,
        budget: int,
        store: ResultStore,
        goal: int | None = None,
    ) -> None:
        """Set up; the position is not over, and ``store`` is of the name of the ``subject``."""
        start = subject.start()
        self.tree = ProofTree(start, guess(start), plies, goal)
        self._work = partial(attempt, subject, budget)
        self._store = store
        self.proven = self._too_hard = self._nodes = 0
        self._promised = self._seconds = 0.0
        for text, result in store.items():
            own, opp, goal, hard = map(int, text.split())
            self._take(Task(own, opp, goal, bool(hard)), result)

    def run(self, workers: Workers, stop: StopWord, watch: Callable[[], None]) -> None:
        """Do tasks until all is proven that is asked, or a stop word is raised."""
        tree = self.tree
        while tree.goals and not stop.raised:
            for task, result in workers.results(
                self._work, tree.waiting(), stop, self._store, _text, _AHEAD
            ):
                self._take(task, result)
                watch()
                if not tree.goals:
                    break
            tree.put_back()

    def _take(self, task: Task, result: dict[str, Any]) -> None:
        # A task that was too hard has done nothing of what it promises: its moves promise it anew.
        if not result["moves"]:
            self.proven += 1
            self._promised += self.tree.promise(task)
        elif not task.hard:
            self._too_hard += 1
        self.tree.take(task, result["low"], result["high"], result["moves"])
        self._nodes += result["nodes"]
        self._seconds += result["seconds"]

    def report(self) -> dict[str, Any]:
        """Return what is proven and what is open, the cost so far and an estimate of the rest.

        The value is None until it is proven. The estimate takes as much for what the open positions
        promise as the proven ones took. It is None before some are proven.
        """
        tree = self.tree
        needed = tree.needed()
        share = sum(map(tree.promise, needed)) / self._promised if self._promised else 0.0
        known = self.proven >= _LEAST_TASKS
        return {
            "value": tree.bounds.pair[0] if tree.bounds.meet else None,
            "exact": tree.bounds.meet,
            "bounds": list(tree.bounds.pair),
            "asked": tree.goals,
            "proven": self.proven,
            "too_hard": self._too_hard,
            "open": len(needed),
            "nodes": self._nodes,
            "seconds": round(self._seconds, 2),
            "rest_nodes": round(self._nodes * share) if known else None,
            "rest_seconds": round(self._seconds * share, 2) if known else None,
        }


def _text(task: Task) -> str:
    return " ".join(str(int(part)) for part in task)
