"""Solving by iterative deepening, and by null windows that prove the value it has found."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.core.search import MAX_DEPTH, Finding, Search, StopWord
from kalahgui.engine.checkpoint import Checkpoint
from kalahgui.engine.proof import Bounds, Proof
from kalahgui.engine.shared_search import SharedQuestion, SharedSearch
from kalahgui.engine.solving import Solving, SolvingReport
from kalahgui.games.game import Position

# With so few turns left a deepening search reaches the end in a moment.
_FEW_TURNS = 12


class Deepening(Solving):
    """Solves by iterative deepening to half the length of the game, and then by null windows."""

    def __init__(
        self,
        position: Position,
        shared: SharedSearch[Search],
        stop: StopWord,
        watch: Callable[[SolvingReport], None],
        checkpoint: Checkpoint | None,
    ) -> None:
        super().__init__(position, shared, stop, watch, checkpoint)
        self._searches = shared

    def find_value(self) -> None:
        """Narrow the bounds of the value until they meet or the stop word is raised."""
        self._settle(self.position, self.known.bounds, self.known.take)

    def lengthen_line(self) -> None:
        """Lengthen the proven line to the end of the game, or until the stop word is raised."""
        here = self.position.copy()
        for move in self.known.line:
            here.play(move)
        while not here.over and not self.stop.raised:
            found: list[Finding] = []
            self._settle(here, Bounds(*here.bounds()), found.append)
            if not found or not found[-1].exact:
                break
            for move in found[-1].line:
                self.known.line.append(move)
                here.play(move)

    def find_bounds(self, child: Position, bounds: Bounds) -> None:
        """Narrow the bounds of a position after a move."""
        self._settle(child, bounds, lambda finding: None)

    def _settle(self, position: Position, bounds: Bounds, tell: Callable[[Finding], None]) -> None:
        """Narrow bounds until they meet or the stop word is raised; ``tell`` receives the findings.

        Where the game must end after a known number of turns, the deepening goes half as far. Null
        windows to the end then prove its value, and their table has the line.
        """
        last: list[Finding] = []

        def take(finding: Finding) -> None:
            last[:] = [finding]
            if finding.exact:
                bounds.raise_low(finding.value)
                bounds.lower_high(finding.value)
            tell(finding)

        turns = position.most_turns()
        short = turns <= _FEW_TURNS or turns > MAX_DEPTH
        self._searches.count_anew()
        self._searches.ask(_Depths(position, take, MAX_DEPTH if short else turns // 2))
        if bounds.meet or self.stop.raised or not last:
            return
        self._searches.ask(Proof(position, bounds, last[0].value))
        if bounds.meet:
            guess = last[0]._replace(depth=turns, value=bounds.low, exact=True)
            tell(self._with_line(position, guess))

    def _with_line(self, position: Position, proven: Finding) -> Finding:
        """Return a proven finding with its line; with none if the stop word is raised meanwhile."""
        search, value = self._searches.searches[0], proven.value
        search.stop = self.stop
        found = search.value(position, proven.depth, value - 1, value + 1)
        if found is None:
            return proven._replace(line=[])
        return proven._replace(line=search.line, nodes=search.nodes)


class _Depths(SharedQuestion[Search]):
    """The same iterative deepening on every thread.

    A finding counts if it is deeper than those before, or exact, which ends the question. By the
    shared table a thread may prove a value at a depth at which another one only estimates. Nodes
    are those of the thread that has found it.
    """

    def __init__(self, position: Position, tell: Callable[[Finding], None], deepest: int) -> None:
        super().__init__()
        self._position = position
        self._tell = tell
        self._deepest = deepest
        self._depth = 0
        self._exact = False

    def answer(self, search: Search) -> None:
        """Deepen until a finding is exact."""
        with self.lock:
            self.give_word(search)
        for finding in search.deepen(self._position, self._deepest):
            with self.lock:
                if not self._exact and (finding.exact or finding.depth > self._depth):
                    self._depth = finding.depth
                    self._exact = finding.exact
                    self._tell(finding)
