"""The animation of a move: the event in flight, and how far it has come.

A frame is the fold of the finished events plus the one in flight. Time comes from outside, so
nothing here sleeps, and ``finish`` folds the rest at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from kalahgui.games.game import Again, Capture, Event, Flip, Lift, Place, Say, Sow, Sweep

# Seconds that an event takes at the usual pace.
DURATIONS: dict[type, float] = {
    Lift: 0.20,
    Sow: 0.125,
    Capture: 0.95,
    Sweep: 1.0,
    Again: 0.75,
    Place: 0.28,
    Flip: 0.16,
    Say: 0.35,
}
# A pass is shown for a moment, so that nobody thinks that one player moved twice.
_PASS_SECONDS = 1.7

PACES = {"slow": 0.5, "normal": 1.0, "fast": 2.4, "off": 0.0}


def duration(event: Event) -> float:
    """Return the seconds that an event takes at the usual pace."""
    if isinstance(event, Again) and event.passed:
        return _PASS_SECONDS
    return DURATIONS[type(event)]


class Foldable(Protocol):
    """A board as it is shown, which events change."""

    def apply(self, event: Event) -> None:
        """Change the board by a whole event."""


class Timeline:
    """Plays events one after the other on a board that is shown."""

    def __init__(
        self,
        shown: Foldable,
        events: Iterable[Event],
        pace: float = 1.0,
        on_event: Callable[[Event, bool], None] | None = None,
    ) -> None:
        """Set up; ``on_event`` is called with each event as it begins (False) and ends (True)."""
        self.shown = shown
        self.pace = pace
        self._left = list(events)
        self._on_event = on_event
        self._elapsed = 0.0
        if self._left:
            self._tell(False)

    @property
    def event(self) -> Event | None:
        """Return the event in flight."""
        return self._left[0] if self._left else None

    @property
    def progress(self) -> float:
        """Return how far the event in flight has come, 0 to 1."""
        if not self._left:
            return 1.0
        return min(1.0, self._elapsed / duration(self._left[0]))

    @property
    def done(self) -> bool:
        """Return whether every event has been folded."""
        return not self._left

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._elapsed += dt * self.pace
        while self._left:
            needed = duration(self._left[0])
            if self._elapsed < needed:
                return
            self._elapsed -= needed
            self._tell(True)
            self.shown.apply(self._left.pop(0))
            if self._left:
                self._tell(False)

    def finish(self) -> None:
        """Fold all other events at once, without calls of ``on_event``."""
        for event in self._left:
            self.shown.apply(event)
        self._left.clear()

    def _tell(self, ended: bool) -> None:
        if self._on_event is not None:
            self._on_event(self._left[0], ended)
