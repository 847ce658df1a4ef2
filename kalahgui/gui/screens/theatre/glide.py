"""A view on its way to another one."""

from __future__ import annotations

from kalahgui.gui.screens.theatre.view import View

_SECONDS = 0.18
_HARDLY = 1e-6


class Glide:
    """Move smoothly from one view to another."""

    def __init__(self, start: View, goal: View) -> None:
        self._start = start
        self.goal = goal
        self._gone = 0.0

    @property
    def zooms(self) -> bool:
        """Tell whether the two views differ in more than a movement."""
        return abs(self.goal.pitch / self._start.pitch - 1) > _HARDLY

    def elapse(self, dt: float) -> View:
        """Let ``dt`` seconds pass and return the view by then; at the end it is the goal."""
        self._gone = min(1.0, self._gone + dt / _SECONDS)
        if self._gone >= 1:
            return self.goal
        return self._at(1 - (1 - self._gone) ** 2)

    def _at(self, share: float) -> View:
        start, goal = self._start, self.goal
        pitch, moved = start.pitch, share
        if self.zooms:
            pitch = start.pitch * (goal.pitch / start.pitch) ** share
            # What both views show at one point stays there on the way.
            moved = (1 / pitch - 1 / start.pitch) / (1 / goal.pitch - 1 / start.pitch)
        across = start.across + (goal.across - start.across) * moved
        return View(across, start.level + (goal.level - start.level) * moved, pitch)
