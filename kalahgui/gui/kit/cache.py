"""Pictures that are rendered once, kept for a while and given up all together."""

from __future__ import annotations

import contextlib
import ctypes
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

_Asked = ParamSpec("_Asked")
_Kept = TypeVar("_Kept")

_give_up: list[Callable[[], None]] = []


def kept(count: int) -> Callable[[Callable[_Asked, _Kept]], Callable[_Asked, _Kept]]:
    """Keep the last ``count`` results of a function until ``clear``.

    All that depends on the window's size, language or theme is kept this way and in no other, so
    that nothing is forgotten when they change. The few large originals that others are scaled
    down from depend on none of these and stay in an ordinary ``lru_cache``.
    """

    def keep(function: Callable[_Asked, _Kept]) -> Callable[_Asked, _Kept]:
        cache = lru_cache(maxsize=count)(function)
        _give_up.append(cache.cache_clear)
        return cast(Callable[_Asked, _Kept], cache)

    return keep


def clear() -> None:
    """Give up everything that is kept, after a change of size, language or theme."""
    for give_up in _give_up:
        give_up()


def give_memory_back() -> None:
    """Hand the memory of pictures that have gone back to the system.

    The C library of Linux keeps it otherwise, and every resize would find it in smaller pieces.
    """
    if sys.platform == "linux":
        # Only the GNU library has this function, and only that one needs it.
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
