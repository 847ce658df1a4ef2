"""Solving by searches that deepen until nothing of them is an estimate."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.core.search import Finding, Search, StopWord
from kalahgui.engine.bounds import Bounds
from kalahgui.engine.checkpoint import Checkpoint
from kalahgui.engine.shared_search import Question, SharedSearch
from kalahgui.engine.solving import Report, Solving
from kalahgui.games.game import Position


class Deepening(Solving):
    """Deeper and deeper searches."""

    def __init__(
        self,
        position: Position,
        shared: SharedSearch[Search],
        stop: StopWord,
        watch: Callable[[Report], None],
        checkpoint: Checkpoint | None,
    ) -> None:
        super().__init__(position, shared, stop, watch, checkpoint)
        self._searches = shared

    def find_value(self) -> None:
        """Narrow the bounds of the value until they meet or the stop word is raised."""
        self._deepen(self.position, self.known.take)

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
        self._deepen(position, findings.append)
        return findings[-1] if findings else None

    def _deepen(self, position: Position, tell: Callable[[Finding], None]) -> None:
        """Tell what is found at each depth until that is exact or the stop word is raised."""
        self._searches.count_anew()
        self._searches.ask(_Depths(position, tell))


class _Depths(Question[Search]):
    """The same deepening on every thread.

    What one has found is told if it is deeper than before, or exact, which ends the question: by
    what others have left in the table a thread may prove at a depth at which another only guessed.
    Nodes are those of its own thread.
    """

    def __init__(self, position: Position, tell: Callable[[Finding], None]) -> None:
        super().__init__()
        self._position = position
        self._tell = tell
        self._depth = 0
        self._exact = False

    def answer(self, search: Search) -> None:
        """Deepen until a finding is exact."""
        with self.lock:
            self.give_word(search)
        for finding in search.deepen(self._position):
            with self.lock:
                if not self._exact and (finding.exact or finding.depth > self._depth):
                    self._depth = finding.depth
                    self._exact = finding.exact
                    self._tell(finding)
