"""Errors that tell of too little memory, which are no defects."""

from __future__ import annotations

import errno

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
