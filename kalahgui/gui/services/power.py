"""Whether the machine runs on its battery."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame

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
