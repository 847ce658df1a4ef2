"""What work on another thread heeds: requests to stop or to pause, and the frames of a window.

The interpreter runs one thread at a time. Beside another one that always wants to run, a frame
takes two or three times as long as alone, because its thread has to wait each time it comes back
from a call that lets others run. Compiled searches don't need the interpreter, but where they use
all processors the system has to be told that others go first.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from threading import Event, Timer, get_ident, get_native_id
from typing import TypeVar

from kalahgui.core import COMPILED
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook

Found = TypeVar("Found")


class Interrupt:
    """A request to stop or to pause, as work on another thread sees it.

    A search looks at one stop word alone; a request raises the word now in use. A search that
    counts nodes is ``watched`` while it runs.
    """

    def __init__(self) -> None:
        self.raised = False
        self.paused = False
        self.watched: Textbook | None = None
        self._word = StopWord()

    def word(self) -> StopWord:
        """Return a new stop word for the next search, raised already during a stop or a pause."""
        word = self._word = StopWord()
        # Checked after the word is set, so that a request at this moment raises one of the two.
        if self.raised or self.paused:
            word.raised = True
        return word

    def stop(self) -> None:
        """Stop the search that runs and those to come."""
        self.raised = True
        self._word.raised = True

    def pause(self) -> None:
        """Stop the search that runs, and those that begin before ``resume``."""
        self.paused = True
        self._word.raised = True

    def resume(self) -> None:
        """End a pause."""
        self.paused = False


def whole(work: Callable[[StopWord], Found | None], interrupt: Interrupt) -> Iterator[Found | None]:
    """Yield the result of ``work``, which is repeated after every pause; None for each pause.

    There is no result once the interrupt is raised.
    """
    while not interrupt.raised:
        result = work(interrupt.word())
        if interrupt.raised:
            return
        if not interrupt.paused:
            yield result
            return
        yield None


# Work never waits longer for a frame, and when it has waited it goes on for so long in any case.
LONGEST_WAIT, _SLICE = 0.1, 0.002
_NICENESS = 10

# What work calls at short intervals, some hundred times a second or more.
YieldToFrames = Callable[[], None]


def no_frames() -> None:
    """Return at once: a ``YieldToFrames`` for work beside which no window draws frames."""


class FrameYield:
    """Lets work on other threads wait while a window makes a frame; called by the work."""

    def __init__(self) -> None:
        self._no_frame = Event()
        self._no_frame.set()
        self._until = 0.0
        self._window_thread = 0

    @contextlib.contextmanager
    def frame(self) -> Iterator[None]:
        """Make a frame in here; work waits meanwhile."""
        self._window_thread = get_ident()
        self._no_frame.clear()
        try:
            yield
        finally:
            self._no_frame.set()

    def __call__(self) -> None:
        """Wait while another thread makes a frame."""
        if self._no_frame.is_set() or get_ident() == self._window_thread:
            return
        if time.perf_counter() < self._until:
            return
        self._no_frame.wait(LONGEST_WAIT)
        self._until = time.perf_counter() + _SLICE


def lower_priority() -> None:
    """Have the system run everything else before this thread, where it can.

    Not interpreted: the thread would hold the interpreter's lock while it waits for a processor.
    """
    if COMPILED and sys.platform == "linux":
        thread = get_native_id()
        # Not every program may make a thread less nice than it is.
        with contextlib.suppress(OSError):
            niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, thread))
            os.setpriority(os.PRIO_PROCESS, thread, niceness)


def raise_after(seconds: float, stop: StopWord) -> Timer:
    """Return a timer that raises a stop word after so many seconds, unless it is cancelled."""
    timer = Timer(seconds, setattr, (stop, "raised", True))
    timer.daemon = True
    timer.start()
    return timer
