"""Work on other threads that yields to the frames of a window.

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
from threading import Event, get_ident, get_native_id

from kalahgui.core import COMPILED

# Work never waits longer for a frame, and when it has waited it goes on for so long in any case.
_LONGEST_WAIT, _SLICE = 0.05, 0.002
_NICENESS = 10

# What work calls at short intervals, some hundred times a second or more.
YieldToFrames = Callable[[], None]


def no_frames() -> None:
    """Return at once: there is no window."""


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
        self._no_frame.wait(_LONGEST_WAIT)
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
