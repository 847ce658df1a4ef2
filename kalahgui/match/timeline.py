"""The board of a match as it is shown: events in time, and the animated way to a node."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from kalahgui.games.game import Again, Capture, Event, Flip, Lift, Place, Say, Sow, Sweep
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node

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


# Seconds between the positions of a line that is shown.
_PAUSE = 0.5


class Motion:
    """Shows the node of a match that is looked at, and animates the way to it.

    ``pace`` is a factor of all durations, 0 for no animation. ``replaying`` says that the animated
    ply was played before, and is only looked at.
    """

    def __init__(
        self,
        match: Match,
        board_of: Callable[..., Any],
        on_event: Callable[[Event, bool], None],
    ) -> None:
        """``board_of`` and ``on_event`` are those of the session."""
        self.pace = 1.0
        self.shown: Any = board_of(match)
        self.timeline: Timeline | None = None
        self.replaying = False
        self._match = match
        self._board_of = board_of
        self._on_event = on_event
        self._to_come: list[Node] = []
        self._pause = 0.0

    @property
    def lasting(self) -> bool:
        """Return whether something moves, or will move by itself."""
        return self.timeline is not None or bool(self._to_come)

    def rest(self) -> None:
        """Finish the animation at once, and show no more nodes of a line."""
        self._to_come.clear()
        if self.timeline is not None:
            self.timeline.finish()
            self.timeline = None
            self.replaying = False

    def lay_out(self) -> None:
        """Show the board of the node looked at."""
        self._to_come.clear()
        self.timeline = None
        self.replaying = False
        self.shown = self._board_of(self._match)

    def move_to(self, node: Node) -> None:
        """Animate the ply that led to the node looked at, from the board of the node before."""
        if node.ply == SWAP:
            return
        events = self._match.events([node])
        if self.pace == 0.0:
            Timeline(self.shown, events).finish()
        else:
            self.timeline = Timeline(self.shown, events, self.pace, self._on_event)

    def look_at(self, node: Node) -> None:
        """Look at a node: the next one is reached by its animated ply, any other at once."""
        forward = node.parent is self._match.here
        self._match.go_to(node)
        if forward:
            self.move_to(node)
            self.replaying = self.timeline is not None
        else:
            self.lay_out()

    def replay(self, turn: list[Node]) -> None:
        """Animate the plies of a turn that leads to the node looked at once more."""
        self.shown = self._board_of(self._match, turn[0].parent)
        events = self._match.events(turn)
        self.timeline = Timeline(self.shown, events, self.pace or 1.0, self._on_event)
        self.replaying = True

    def show_next(self, nodes: Iterable[Node]) -> None:
        """Look at some nodes one after the other, with a pause at each."""
        self._to_come = list(nodes)
        self._pause = _PAUSE

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        if self.timeline is not None:
            self.timeline.update(dt)
            if self.timeline.done:
                self.timeline = None
                self.replaying = False
        elif self._to_come:
            self._pause -= dt
            if self._pause <= 0:
                self._pause = _PAUSE
                node, *left = self._to_come
                self.look_at(node)
                self._to_come = left
