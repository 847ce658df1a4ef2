"""Memory that pictures have taken, and that goes back to the system when they are gone.

Left to itself, the C library of Linux keeps it, and after every resize finds it in smaller pieces:
a window that is used for hours grows and grows.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys

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
