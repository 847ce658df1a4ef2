"""Tasks on several processes, which end when they are told to, or when the program has died."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import Connection
from threading import Event, Thread
from typing import Any, Self, TypeVar

from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt

_AHEAD = 4  # tasks for each process, so that none waits for the next one
_LOOK = 0.1  # seconds between two looks at the stop word

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerLost(Exception):
    """A process has ended by itself."""


def usable_cores() -> int:
    """Return the number of processes that can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """Processes that do tasks; leaving the context stops them.

    They are spawned: a packaged program can do that on every system, if it calls
    ``multiprocessing.freeze_support`` first of all.
    """

    def __init__(self, jobs: int) -> None:
        """Set up so many processes; they begin with the first tasks."""
        context = multiprocessing.get_context("spawn")
        watched, self._open_end = context.Pipe(duplex=False)
        self.jobs = jobs
        self._ahead = _AHEAD * jobs
        self._executor = ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_begin, initargs=(watched,)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._open_end.close()
        self._executor.shutdown(cancel_futures=True)

    def results(
        self, work: Callable[[Task, StopWord], Result], tasks: Iterable[Task], stop: StopWord
    ) -> Iterator[tuple[Task, Result]]:
        """Yield every task with its result as it is done; WorkerLost when a process has ended.

        ``work`` is a function of a module. Its stop word is raised when the context is left. A
        raised ``stop`` ends the results. Not for a thread that receives Ctrl-C: an exception within
        the executor can leave one of its locks held for ever.
        """
        waiting = iter(tasks)
        running: dict[Future[Result], Task] = {}
        try:
            while not stop.raised:
                with _children_deaf_to_ctrl_c():
                    for task in islice(waiting, self._ahead - len(running)):
                        running[self._executor.submit(_work, work, task)] = task
                if not running:
                    return
                for done in wait(running, _LOOK, FIRST_COMPLETED).done:
                    yield running.pop(done), done.result()
        except BrokenProcessPool:
            raise WorkerLost("a process that played games has ended unexpectedly") from None


@contextlib.contextmanager
def heeding(stop: StopWord) -> Iterator[Interrupt]:
    """Provide an interrupt that is stopped together with a worker's process.

    A search with a time limit has a stop word of its own, and cannot use that of the process.
    """
    interrupt = Interrupt()
    over = Event()

    def watch() -> None:
        while not over.wait(_LOOK):
            if stop.raised:
                interrupt.stop()
                return

    watching = Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield interrupt
    finally:
        over.set()
        watching.join()


@contextlib.contextmanager
def _children_deaf_to_ctrl_c() -> Iterator[None]:
    """Block Ctrl-C in processes that begin now: a pipe stops them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a worker's process: raised when the program wants it to stop, or has died.
_stop = StopWord()


def _begin(watched: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_watch, args=(watched,), daemon=True).start()


def _watch(watched: Connection) -> None:
    # Nothing is written: the pipe ends when its other end is closed, or the program has died.
    with contextlib.suppress(EOFError, OSError):
        watched.recv()
    _stop.raised = True
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(work: Callable[[Any, StopWord], Any], task: Any) -> Any:
    return work(task, _stop)
