"""Too little memory: which errors tell of it, and how it is seen before libraries fail for it."""

from __future__ import annotations

import errno
import mmap

# What a window takes with its libraries, threads and tables: short of it they end the program.
FOR_WINDOW = 400 << 20

# What the interpreter, SDL and the system's loader say instead of a MemoryError.
_SAID = (
    "can't start new thread",
    "can't allocate lock",
    "out of memory",
    "cannot allocate memory",
    "not enough resources",
    "failed to map segment",
)


def is_short(error: BaseException) -> bool:
    """Tell whether an error comes from too little memory.

    >>> is_short(MemoryError()), is_short(RuntimeError("can't start new thread"))
    (True, True)
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    return any(said in str(error).lower() for said in _SAID)


def has_room(size: int) -> bool:
    """Tell whether so many bytes could be had now; none of them is used."""
    try:
        mmap.mmap(-1, size).close()
    except (OSError, MemoryError):
        return False
    return True
