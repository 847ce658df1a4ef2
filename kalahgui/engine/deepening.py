"""Solving by searches that deepen, and by null windows that prove what these have found."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.core.search import MAX_DEPTH, Finding, Search, StopWord
from kalahgui.engine.checkpoint import Checkpoint
from kalahgui.engine.proof import Bounds, Proof
from kalahgui.engine.shared_search import Question, SharedSearch
from kalahgui.engine.solving import Report, Solving
from kalahgui.games.game import Position

# With so few turns left a deepening search is at the end in no time.
_FEW_TURNS = 12


class Deepening(Solving):
    """Deeper and deeper searches, half as far as the game can last, and then null windows."""

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
        self._settle(self.position, self.known.bounds, self.known.take)

    def lengthen_line(self) -> None:
        """Lead the proven line to the end of the game, or as far as there is time for."""
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
        """Narrow bounds until they meet or the stop word is raised, and tell what is found.

        Where it is known when the game must end, the deepening goes half as far: null windows to
        the end prove what it has found, and their table has the line.
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
        """Return what has been proven with the line that comes to it, if there is time for that."""
        search, value = self._searches.searches[0], proven.value
        search.stop = self.stop
        found = search.value(position, proven.depth, value - 1, value + 1)
        if found is None:
            return proven._replace(line=[])
        return proven._replace(line=search.line, nodes=search.nodes)


class _Depths(Question[Search]):
    """The same deepening on every thread.

    What one has found is told if it is deeper than before, or exact, which ends the question: by
    what others have left in the table a thread may prove at a depth at which another only guessed.
    Nodes are those of its own thread.
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
