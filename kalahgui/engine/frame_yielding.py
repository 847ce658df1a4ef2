"""Work on other threads that makes way for the frames of a window.

The interpreter runs one thread at a time. Beside another one that always wants to run, a frame
takes two or three times as long as alone, because its thread has to wait each time it comes back
from a call that lets others run. Compiled searches don't need the interpreter, but on all
processors at once they need to be told that others go before them.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from threading import Event, get_ident, get_native_id

from kalahgui.core import COMPILED

# Work never waits longer for a frame, and when it has waited it goes on for so long in any case.
_LONGEST_WAIT, _SLICE = 0.05, 0.002
_NICENESS = 10


class Courtesy:
    """What a window and the work behind it know of one another."""

    def __init__(self) -> None:
        self._nobody_at_work = Event()
        self._nobody_at_work.set()
        self._until = 0.0
        self._maker = 0

    @contextlib.contextmanager
    def frame(self) -> Iterator[None]:
        """Have others make way in here."""
        self._maker = get_ident()
        self._nobody_at_work.clear()
        try:
            yield
        finally:
            self._nobody_at_work.set()

    def make_way(self) -> None:
        """Wait while another thread makes a frame."""
        if self._nobody_at_work.is_set() or get_ident() == self._maker:
            return
        if time.perf_counter() < self._until:
            return
        self._nobody_at_work.wait(_LONGEST_WAIT)
        self._until = time.perf_counter() + _SLICE


COURTESY = Courtesy()


def give_way() -> None:
    """Let everything else go before this thread, where a thread can be told to.

    Not when it holds the interpreter's lock all the time: others would wait for it as long.
    """
    if COMPILED and sys.platform == "linux":
        thread = get_native_id()
        # Not every program may make a thread less nice than it is.
        with contextlib.suppress(OSError):
            niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, thread))
            os.setpriority(os.PRIO_PROCESS, thread, niceness)
