"""Solving by a search that deepens until nothing of it is an estimate."""

from __future__ import annotations

from kalahgui.core.search import Finding
from kalahgui.engine.bounds import Bounds
from kalahgui.engine.solving import Solving
from kalahgui.games.game import Position


class Deepening(Solving):
    """Deeper and deeper searches."""

    def find_value(self) -> None:
        """Narrow the bounds of the value until they meet or the stop word is raised."""
        self.shared.deepen(self.position, self.known.take)

    def lengthen_line(self) -> None:
        """Lead the proven line to the end of the game, or as far as there is time for."""
        here = self.position.copy()
        for move in self.known.line:
            here.play(move)
        while not here.over and not self.stop.raised:
            found = self._deepest(here)
            if found is None or not found.exact:
                break
            for move in found.line:
                self.known.line.append(move)
                here.play(move)

    def find_bounds(self, child: Position, bounds: Bounds) -> None:
        """Narrow the bounds of a position after a move."""
        found = self._deepest(child)
        if found is not None and found.exact:
            bounds.raise_low(found.value)
            bounds.lower_high(found.value)

    def _deepest(self, position: Position) -> Finding | None:
        """Return the last finding of a search."""
        findings: list[Finding] = []
        self.shared.deepen(position, findings.append)
        return findings[-1] if findings else None
