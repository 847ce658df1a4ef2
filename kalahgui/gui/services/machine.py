"""What the window asks of the machine: memory that goes back to it, its programs, its power."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pygame

# From M_MMAP_THRESHOLD of the GNU C library's malloc.h.
_THRESHOLD = -3
# The bytes of a block that gets pages of its own. Fresh pages cost time: with a smaller limit the
# frames of a large window take longer, with a larger one the heap grows.
_LARGE = 5 << 20


def keep_large_blocks_apart() -> None:
    """Give large pictures pages of their own, which go back as soon as they are gone.

    Otherwise the C library takes those after the first one from its common heap.
    """
    _ask_library("mallopt", _THRESHOLD, _LARGE)


def give_memory_back() -> None:
    """Hand the memory of small things that have gone back to the system."""
    _ask_library("malloc_trim", 0)


def _ask_library(name: str, *arguments: int) -> None:
    """Call the C library where it is the GNU one: only that one has and needs these functions."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            getattr(ctypes.CDLL(None), name)(*arguments)


# Below the folder of Windows, which looks for a bare name in the present folder first.
_OF_WINDOWS = {
    "explorer": ("explorer.exe",),
    "powershell": ("System32", "WindowsPowerShell", "v1.0", "powershell.exe"),
}


def find_program(
    name: str, platform: str = sys.platform, settings: Mapping[str, str] = os.environ
) -> str | None:
    """Return the whole path of a program; None where the system has none of that name.

    Elsewhere than on Windows it is looked for where ``PATH`` says, but in no folder that depends on
    the present one.
    """
    if platform == "win32":
        path = Path(settings.get("SystemRoot", ""), *_OF_WINDOWS.get(name, ()))
        return str(path) if path.is_absolute() and path.is_file() else None
    folders = settings.get("PATH", os.defpath).split(os.pathsep)
    return shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, folders)))


_SECONDS = 5.0  # between two questions to the system, which may read files for the answer


class Power:
    """Knows where the machine's power comes from, as of a few seconds ago."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: float | None = None
        self._on_battery = False

    @property
    def on_battery(self) -> bool:
        """Tell whether the machine runs on its battery; False where the system does not say."""
        now = self._clock()
        if self._asked is None or now - self._asked >= _SECONDS:
            self._asked = now
            self._on_battery = _on_battery()
        return self._on_battery


def _on_battery() -> bool:
    ask = getattr(pygame.system, "get_power_state", None)
    if ask is None:  # pygame-ce before 2.4
        return False
    try:
        state = ask()
    except pygame.error:
        return False
    return state is not None and bool(state.on_battery)
