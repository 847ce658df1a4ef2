"""Pictures that are rendered once, kept for a while and given up all together.

Rendering all that a new screen shows takes longer than a frame may. So a frame that is late when
something has been rendered is broken off (``Late``) and drawn anew as the next one, which finds
that picture ready: the screen comes a few frames later, and nothing ever waits for it.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import sys
import time
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

_Asked = ParamSpec("_Asked")
_Kept = TypeVar("_Kept")

_give_up: list[Callable[[], None]] = []


class Late(Exception):
    """Raised out of drawing when something was rendered and the frame's time is over."""


class _Deadline:
    """When a frame should be done, in seconds of ``time.perf_counter``."""

    seconds = math.inf


@contextlib.contextmanager
def until(seconds: float) -> Iterator[None]:
    """Let what is rendered in here raise ``Late`` when it is done after a moment."""
    before, _Deadline.seconds = _Deadline.seconds, seconds
    try:
        yield
    finally:
        _Deadline.seconds = before


def rendered() -> None:
    """Say that something was rendered and is kept; raises ``Late`` when the time is over."""
    if time.perf_counter() > _Deadline.seconds:
        raise Late


def kept(count: int) -> Callable[[Callable[_Asked, _Kept]], Callable[_Asked, _Kept]]:
    """Keep the last ``count`` results of a function until ``clear``.

    All that depends on the window's size, language or theme is kept this way and in no other, so
    that nothing is forgotten when they change. The few large originals that others are scaled
    down from depend on none of these and stay in an ordinary ``lru_cache``.
    """

    def keep(function: Callable[_Asked, _Kept]) -> Callable[_Asked, _Kept]:
        fresh = False

        @wraps(function)
        def render(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Kept:
            nonlocal fresh
            result = function(*args, **kwargs)
            fresh = True
            return result

        cache = lru_cache(maxsize=count)(render)
        _give_up.append(cache.cache_clear)
        look_up = cast(Callable[_Asked, _Kept], cache)

        @wraps(cache)
        def asked(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Kept:
            nonlocal fresh
            result = look_up(*args, **kwargs)
            if fresh:
                fresh = False
                rendered()
            return result

        return asked

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
