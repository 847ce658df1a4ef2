"""How large a table a solution gets: by the position, and by the memory of the machine."""

from __future__ import annotations

import ctypes
import os
import sys

from kalahgui.core import COMPILED
from kalahgui.games.game import Position

_MOST_BITS = 26 if COMPILED else 16
_LEAST_BITS = 14
_DEEPENING_BITS = 23 if COMPILED else 16
_ENTRY = 16
_SHARE = 4  # a quarter of the memory at most
_UNKNOWN = 1 << 32  # bytes, where a system does not tell


def table_bits(position: Position) -> int:
    """Return the size of the table that a position is solved with, as a power of two."""
    if not position.proved_by_windows():
        return _DEEPENING_BITS
    low, high = position.bounds()
    # The bounds are as far apart as twice the stones that are still in play.
    wanted = _LEAST_BITS + (high - low) // 8
    room = (machine_memory() // _SHARE // _ENTRY).bit_length() - 1
    return max(_LEAST_BITS, min(wanted, room, _MOST_BITS))


def machine_memory() -> int:
    """Return how many bytes of memory the machine has."""
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
        return int(status.total) or _UNKNOWN
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return _UNKNOWN


class _MemoryStatus(ctypes.Structure):
    """What Windows tells about its memory."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total", ctypes.c_uint64),
        ("others", ctypes.c_uint64 * 6),
    )
