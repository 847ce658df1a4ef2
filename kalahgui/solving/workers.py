"""Tasks on several processes, which end with the program, and at once when it is stopped."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from itertools import chain, islice
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Self, TypeVar

from kalahgui.core.search import StopWord
from kalahgui.games.user_error import UserError
from kalahgui.solving.result_store import ResultStore

_AHEAD = 4  # tasks for each process, so that none waits for the next one
_LOOK = 0.1  # seconds between two looks at the stop word
_MOST_LOST = 3

Task = TypeVar("Task")


class WorkerLost(UserError):
    """Tasks cannot be done any more; the message says why."""


class Workers:
    """Processes that do tasks; leaving the context ends them, whatever they are at.

    They are spawned: a packaged program can do that on every system, if it calls
    ``multiprocessing.freeze_support`` first of all. ``lost`` counts those that ended by themselves.
    """

    dashboard = ""  # where a browser shows what they do

    def __init__(self, jobs: int) -> None:
        """Set up so many processes; they begin with the first tasks."""
        self.jobs = jobs
        self.lost = 0
        self._executor = self._begun()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._open_end.close()
        self._executor.shutdown()

    def results(
        self,
        work: Callable[[Task], Any],
        tasks: Iterable[Task],
        stop: StopWord,
        store: ResultStore | None = None,
        key: Callable[[Task], str] = repr,
        ahead: int = _AHEAD,
    ) -> Iterator[tuple[Task, Any]]:
        """Yield every task with its result as it is done, each once; a raised ``stop`` ends them.

        ``work`` is a function of a module, and its results are what JSON can hold. They are kept
        in the store by the ``key`` of their tasks, and what is there is not done again. What a
        process was at that has ended by itself is; WorkerLost when that happens too often. Each
        process has up to ``ahead`` tasks at a time. Not for a thread that receives Ctrl-C: an
        exception within the executor can leave one of its locks held for ever.
        """
        store = ResultStore() if store is None else store
        waiting = iter(tasks)
        running: dict[Future[Any], Task] = {}
        while not stop.raised:
            self.look_round()
            taken = list(islice(waiting, max(0, ahead * self.jobs - len(running))))
            if not (taken or running):
                return
            for task in taken:
                known = store.get(key(task))
                if known is None:
                    running[self._submit(work, task)] = task
                else:
                    yield task, known
            try:
                for done in wait(running, _LOOK, FIRST_COMPLETED).done:
                    result = store.keep(key(running[done]), self._result(done))
                    yield running.pop(done), result
            except (BrokenExecutor, CancelledError):
                self._begin_again()
                waiting, running = chain(running.values(), waiting), {}

    def look_round(self) -> None:
        """Count the processes that there are, and those that were lost."""

    def _submit(self, work: Callable[[Task], Any], task: Task) -> Future[Any]:
        try:
            with _children_deaf_to_ctrl_c():
                return self._executor.submit(work, task)
        except BrokenExecutor as error:
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed

    def _result(self, done: Future[Any]) -> Any:
        return done.result()

    def _begin_again(self) -> None:
        self.lost += 1
        if self.lost > _MOST_LOST:
            raise WorkerLost("refused_processes_lost", n=self.lost) from None
        self.__exit__()
        self._executor = self._begun()

    def _begun(self) -> Executor:
        context = multiprocessing.get_context("spawn")
        watched, self._open_end = context.Pipe(duplex=False)
        return ProcessPoolExecutor(
            self.jobs, mp_context=context, initializer=_begin, initargs=(watched,)
        )


@contextlib.contextmanager
def _children_deaf_to_ctrl_c() -> Iterator[None]:
    """Block Ctrl-C in processes that begin now: a pipe ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a process of the workers.


def _begin(watched: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    # Nothing is written: the pipe ends when its other end is closed, or the program has died.
    with contextlib.suppress(EOFError, OSError):
        watched.recv()
    os._exit(1)
