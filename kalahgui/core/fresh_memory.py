"""Memory fresh from the system: it is zero, and costs nothing until it is used."""

from __future__ import annotations

import contextlib
import mmap

import cython

# The bytes of a large page.
_LARGE = cython.declare(cython.Py_ssize_t, 1 << 21)


def fresh_memory(size):
    """Return so many bytes that are zero, in large pages where the system has them.

    Tables are looked into all over, and with small pages most of these looks must first find out
    where the page lies.
    """
    if not hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size)
    # Processes that are forked do not share it.
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size >= _LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without large pages
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
