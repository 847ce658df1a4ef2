"""The board of a match as it is shown, and what moves on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kalahgui.games.game import Event
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.match.timeline import Timeline

# A line that is shown waits so long at every position (seconds).
_GLANCE = 0.5


class Motion:
    """Shows the node of a match that is looked at, and how it is reached.

    ``pace`` is a factor, 0 for no motion at all. ``replaying`` tells that what moves was played
    before, and is only looked at.
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
        self._glance = 0.0

    @property
    def lasting(self) -> bool:
        """Tell whether something moves, or will without being asked."""
        return self.timeline is not None or bool(self._to_come)

    def rest(self) -> None:
        """Finish the motion at once, and show no more of a line."""
        self._to_come.clear()
        if self.timeline is not None:
            self.timeline.finish()
            self.timeline = None
            self.replaying = False

    def lay_out(self) -> None:
        """Lay the pieces as they are at the node looked at."""
        self._to_come.clear()
        self.timeline = None
        self.replaying = False
        self.shown = self._board_of(self._match)

    def move_to(self, node: Node) -> None:
        """Show the ply that led to the node looked at, on the board of the node before."""
        if node.ply == SWAP:
            return
        events = self._match.events([node])
        if self.pace == 0.0:
            Timeline(self.shown, events).finish()
        else:
            self.timeline = Timeline(self.shown, events, self.pace, self._on_event)

    def look_at(self, node: Node) -> None:
        """Have a node looked at: the next one is reached by its ply, any other at once."""
        forward = node.parent is self._match.here
        self._match.go_to(node)
        if forward:
            self.move_to(node)
            self.replaying = self.timeline is not None
        else:
            self.lay_out()

    def replay(self, turn: list[Node]) -> None:
        """Show the plies of a turn that leads to the node looked at once more."""
        self.shown = self._board_of(self._match, turn[0].parent)
        events = self._match.events(turn)
        self.timeline = Timeline(self.shown, events, self.pace or 1.0, self._on_event)
        self.replaying = True

    def show_next(self, nodes: Iterable[Node]) -> None:
        """Look at some nodes one after the other, with a glance at each."""
        self._to_come = list(nodes)
        self._glance = _GLANCE

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        if self.timeline is not None:
            self.timeline.update(dt)
            if self.timeline.done:
                self.timeline = None
                self.replaying = False
        elif self._to_come:
            self._glance -= dt
            if self._glance <= 0:
                self._glance = _GLANCE
                node, *left = self._to_come
                self.look_at(node)
                self._to_come = left
