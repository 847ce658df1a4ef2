"""The steps of a solution: bounds of a value, null windows that close them in, and what follows.

What follows a value is a line to the end and the values of the other moves. A solution reports its
progress and keeps it in a checkpoint.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kalahgui.core.search import Finding, StopWord
from kalahgui.engine.parallel_search import S, SharedQuestion, SharedSearch
from kalahgui.games.game import Position
from kalahgui.solving.checkpoint import Checkpoint


@dataclass
class Bounds:
    """The lowest and the highest value that is still possible, both included."""

    low: int
    high: int

    @property
    def pair(self) -> tuple[int, int]:
        """Return the lowest and the highest."""
        return self.low, self.high

    @property
    def meet(self) -> bool:
        """Return whether a single value is left."""
        return self.low >= self.high

    def raise_low(self, value: int) -> None:
        """Exclude all that is below a value."""
        self.low = max(self.low, value)

    def lower_high(self, value: int) -> None:
        """Exclude all that is above a value."""
        self.high = min(self.high, value)

    def nearest(self, value: int) -> int:
        """Return the possible value that is nearest to a given one.

        >>> Bounds(-2, 8).nearest(11)
        8
        """
        return min(max(value, self.low), self.high)

    def turned(self) -> Bounds:
        """Return the same bounds as the other side sees them."""
        return Bounds(-self.high, -self.low)

    def decide(self, value: int) -> bool:
        """Return whether it is known if ``value`` is reached."""
        return value <= self.low or value > self.high

    def questions(self, guess: int) -> list[int]:
        """Return the values beside a guess that may or may not be reached.

        The first is expected to be reached, the last not. As a rule all margins of a game are odd,
        or all are even, as both bounds are; a guess of the other kind counts as the one below.

        >>> Bounds(-48, 48).questions(9)
        [8, 9]
        >>> Bounds(8, 48).questions(9)
        [9]
        """
        guess = self.nearest(guess)
        if (self.high - self.low) % 2 == 0 and (guess - self.low) % 2:
            guess -= 1
        return [value for value in (guess, guess + 1) if not self.decide(value)]


class Proof(SharedQuestion[S]):
    """Asks null windows until the bounds of a value meet."""

    def __init__(self, position: Position, bounds: Bounds, guess: int) -> None:
        super().__init__()
        self._position = position
        self._bounds = bounds
        self._guess = self._bounds.nearest(guess)
        self._asked: dict[S, int] = {}

    def answer(self, search: S) -> None:
        """Search null windows, one after the other."""
        while (value := self._begin(search)) is not None:
            bound = search.bound(self._position, value, hopeful=value <= self._guess)
            if bound is not None:
                self._end(value, bound)
            elif not search.stop.raised:
                return  # longer than a search can be: nothing is proven, now or later

    def _begin(self, search: S) -> int | None:
        """Return the open value that the fewest threads search; None at the end."""
        with self.lock:
            if self.halted or self._bounds.meet:
                return None
            self.give_word(search)
            self._asked.pop(search, None)
            busy = list(self._asked.values())
            value = min(self._bounds.questions(self._guess), key=busy.count)
            self._asked[search] = value
            return value

    def _end(self, value: int, bound: int) -> None:
        """Narrow the bounds, and stop the searches that this has decided."""
        with self.lock:
            if bound >= value:
                self._bounds.raise_low(bound)
            else:
                self._bounds.lower_high(bound)
            for search, asked in self._asked.items():
                if self._bounds.decide(asked):
                    self.words[search].raised = True


class SolvingReport(NamedTuple):
    """The progress of a solution; ``bounds`` are those of ``move`` while that is searched.

    ``value`` is estimated ``depth`` turns ahead, within the bounds.
    """

    depth: int
    value: int
    bounds: tuple[int, int]
    nodes: int
    seconds: float
    move: int | None


@dataclass
class SolvingState:
    """The results so far.

    ``value`` is estimated ``depth`` turns ahead, with the line ``guess``. Once the bounds meet,
    ``line`` is proven as far as it goes. The bounds of a move are those of the position after it,
    seen by the side that moves there.
    """

    bounds: Bounds
    value: int = 0
    depth: int = 0
    guess: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    moves: dict[int, Bounds] = field(default_factory=dict)

    @classmethod
    def of(cls, written: dict[str, Any]) -> SolvingState:
        """Return the results of a document."""
        moves = {int(move): Bounds(*pair) for move, pair in written["moves"].items()}
        return cls(**{**written, "bounds": Bounds(*written["bounds"]), "moves": moves})

    def written(self) -> dict[str, Any]:
        """Return the results as a JSON document."""
        return {
            "bounds": list(self.bounds.pair),
            "value": self.value,
            "depth": self.depth,
            "guess": list(self.guess),
            "line": list(self.line),
            "moves": {str(move): list(bounds.pair) for move, bounds in self.moves.items()},
        }

    def take(self, finding: Finding) -> None:
        """Take the finding of a search; an exact value closes the bounds.

        Shallower findings than before, of a search that began again, are left out.
        """
        if finding.depth < self.depth and not finding.exact:
            return
        self.value, self.depth, self.guess = finding.value, finding.depth, list(finding.line)
        if finding.exact:
            self.line = list(finding.line)
            self.bounds.raise_low(finding.value)
            self.bounds.lower_high(finding.value)


class Solving:
    """The search for one solution: the value, then a line to the end, then the other moves.

    A subclass finds the values. It adds to ``searched`` the nodes of searches on the asking thread.
    """

    def __init__(
        self,
        position: Position,
        shared: SharedSearch[Any],
        stop: StopWord,
        watch: Callable[[SolvingReport], None],
        checkpoint: Checkpoint | None,
    ) -> None:
        self.position = position
        self.shared = shared
        self.stop = stop
        self.searched = 0
        self.known = SolvingState(Bounds(*position.bounds()))
        self._watch = watch
        self._checkpoint = checkpoint
        self._begin = time.monotonic()
        self.nodes_before = 0
        self._nodes_of_value: int | None = None
        self._move: int | None = None
        if checkpoint is not None and checkpoint.proven:
            self.known = SolvingState.of(checkpoint.proven)
            self.nodes_before = checkpoint.spent["nodes"]
            self._begin -= checkpoint.spent["seconds"]
        shared.look = self.look

    def find_value(self) -> None:
        """Narrow the bounds of the value until they meet or the stop word is raised."""
        raise NotImplementedError

    def lengthen_line(self) -> None:
        """Lengthen the proven line to the end of the game, or until the stop word is raised."""
        raise NotImplementedError

    def find_bounds(self, child: Position, bounds: Bounds) -> None:
        """Narrow the bounds of a position after a move."""
        raise NotImplementedError

    @property
    def seconds(self) -> float:
        """Return the seconds taken so far, with those of earlier runs."""
        return time.monotonic() - self._begin

    @property
    def nodes(self) -> int:
        """Return the nodes searched for the value of the position."""
        if self._nodes_of_value is not None:
            return self._nodes_of_value
        return self.nodes_before + self.searched + self.shared.nodes

    def run(self, with_moves: bool) -> None:
        """Find the value, the line and, if asked for, the moves, until the stop word is raised."""
        known = self.known
        if not known.bounds.meet:
            self.find_value()
        self._nodes_of_value = self.nodes
        if known.bounds.meet:
            self.lengthen_line()
        if with_moves:
            for move in self.position.moves():
                self._find_move(move)
        self.look()
        if self._checkpoint is not None:
            self._checkpoint.keep_all(*self._kept())

    def bounds_of(self, move: int) -> tuple[int, int]:
        """Return the bounds of the value of a move for the side that makes it."""
        bounds = self.known.moves[move]
        return (bounds if self._after(move)[1] > 0 else bounds.turned()).pair

    def look(self) -> None:
        """Report the progress and keep it in the checkpoint."""
        known = self.known
        bounds = known.bounds.pair if self._move is None else self.bounds_of(self._move)
        value = known.bounds.nearest(known.value)
        self._watch(SolvingReport(known.depth, value, bounds, self.nodes, self.seconds, self._move))
        if self._checkpoint is not None:
            self._checkpoint.keep_up(*self._kept())

    def _kept(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self.known.written(), {"nodes": self.nodes, "seconds": self.seconds}

    def _after(self, move: int) -> tuple[Position, int]:
        """Return the position after a move, and 1 or -1 as the sign of its values for this one."""
        child = self.position.copy()
        return child, 1 if child.play(move) else -1

    def _find_move(self, move: int) -> None:
        """Find the bounds of the position after a move, which is worth no more than the best."""
        known = self.known
        child, sign = self._after(move)
        own = Bounds(child.final(), child.final()) if child.over else Bounds(*child.bounds())
        bounds = known.moves.setdefault(move, own)
        if known.bounds.meet:
            value = sign * known.bounds.low
            best = known.line[:1] == [move]
            if best or sign > 0:
                bounds.lower_high(value)
            if best or sign < 0:
                bounds.raise_low(value)
        if not bounds.meet:
            self._move = move
            self.find_bounds(child, bounds)
            self._move = None
