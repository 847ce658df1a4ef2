"""Pictures that are rendered once, kept for a while and given up all together.

Rendering all that a new screen shows takes longer than a frame may. So a frame that is late when
something has been rendered is broken off (``Late``) and drawn anew as the next one, which finds
that picture ready: the screen comes a few frames later, and nothing ever waits for it. A share of
a frame's time is there for rendering, however long the rest takes: it must come to an end.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

import pygame

_Asked = ParamSpec("_Asked")
_Kept = TypeVar("_Kept")

_give_up: dict[Callable[..., object], Callable[[], None]] = {}


class Late(Exception):
    """Raised out of drawing when the frame is late and something was rendered in it."""


_SHARE = 0.2  # of a frame's time that rendering may take in any case


class _Frame:
    """When a frame should be done, in seconds of ``time.perf_counter``, and its rendering."""

    deadline = math.inf
    least = 0.0
    rendering = 0.0


@contextlib.contextmanager
def within(seconds: float, begin: float) -> Iterator[None]:
    """Let the rendering in here raise ``Late`` when so long a frame, since its begin, is over."""
    before = _Frame.deadline, _Frame.least, _Frame.rendering
    _Frame.deadline, _Frame.least, _Frame.rendering = begin + seconds, _SHARE * seconds, 0.0
    try:
        yield
    finally:
        _Frame.deadline, _Frame.least, _Frame.rendering = before


@contextlib.contextmanager
def rendering() -> Iterator[None]:
    """Count the time in here as rendering."""
    before, begin = _Frame.rendering, time.perf_counter()
    yield
    # What was rendered on the way has been counted already, and is part of this time.
    _Frame.rendering = before + time.perf_counter() - begin


def rendered() -> None:
    """Say that something was rendered and is kept; raises ``Late`` when the frame is late."""
    if _Frame.rendering >= _Frame.least and time.perf_counter() > _Frame.deadline:
        raise Late


def kept(
    count: int, parts: Sequence[Callable[..., object]] = ()
) -> Callable[[Callable[_Asked, _Kept]], Callable[_Asked, _Kept]]:
    """Decorate a function so that its last ``count`` results are kept until ``clear``.

    Calling it may raise ``Late``, after the result was kept: the frame is then drawn anew.

    A picture that takes longer than a frame is put together from ``parts``, which are functions
    that are kept themselves: one frame renders some of them, and the next one finds these. Their
    results are given up as soon as the whole picture is there.

    Use it for everything that depends on the window's size, language or theme, so that ``clear``
    reaches all of that. Use ``lru_cache`` for what depends on none of these: the widths of words,
    and the few large originals that are scaled down. Give colours by position: a colour of pygame
    cannot be a key and arrives as a tuple.
    """

    def keep(function: Callable[_Asked, _Kept]) -> Callable[_Asked, _Kept]:
        fresh = False
        # Colours are named in annotations, ours and those of pygame; few pictures are given any.
        coloured = any(
            "Colo" in str(annotation) for annotation in function.__annotations__.values()
        )

        @wraps(function)
        def render(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Kept:
            nonlocal fresh
            with rendering():
                result = function(*args, **kwargs)
            for part in parts:
                _give_up[part]()
            fresh = True
            return result

        cache = lru_cache(maxsize=count)(render)
        look_up = cast(Callable[..., _Kept], cache)

        @wraps(cache)
        def asked(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Kept:
            nonlocal fresh
            keys: Sequence[object] = args
            if coloured:
                keys = [
                    tuple(argument) if type(argument) is pygame.Color else argument
                    for argument in args
                ]
            result = look_up(*keys, **kwargs)
            if fresh:
                fresh = False
                rendered()
            return result

        _give_up[asked] = cache.cache_clear
        return asked

    return keep


def clear() -> None:
    """Give up everything that is kept, after a change of size, language or theme."""
    for give_up in _give_up.values():
        give_up()
