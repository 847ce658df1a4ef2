"""One position, searched to one depth by five algorithms: the race as a task of the engine.

The quick searches come first, so that they never wait for minimax, which may be given up alone.
Every racer also runs all shallower depths, for what a turn more costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import LIKELY, NEGA_ALPHA, Textbook
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.games.game import Position


@dataclass(frozen=True)
class Racer:
    """An algorithm, whether it tries likely moves first, and whether it remembers positions."""

    key: str
    algorithm: str
    likely: bool = False
    remembers: bool = False

    def book(self, stop: StopWord) -> Textbook:
        """Return a search that has not begun."""
        order = LIKELY if self.likely else None
        return Textbook(self.algorithm, order, stop, remembers=self.remembers)


# From above to below on the screen.
RACERS = (
    Racer("minimax", "minimax"),
    Racer("published", "alpha-beta"),
    Racer("ordered", NEGA_ALPHA, likely=True),
    Racer("remembering", NEGA_ALPHA, likely=True, remembers=True),
    Racer("scout", "usual-nega-scout", likely=True),
)
MINIMAX = 0
QUICK = tuple(place for place in range(len(RACERS)) if place != MINIMAX)


@dataclass(frozen=True)
class Lap:
    """What a racer, by its place, has counted at a depth; without a value it was given up."""

    racer: int
    depth: int
    nodes: int
    evaluations: int
    value: int | None


@dataclass(frozen=True)
class Running:
    """A search under way; its counters may be read at any time."""

    racer: int
    depth: int
    book: Textbook

    @property
    def evaluations(self) -> int:
        """Return how many evaluations it has made so far."""
        return int(self.book.evaluations)

    @property
    def nodes(self) -> int:
        """Return how many nodes it has visited so far."""
        return int(self.book.nodes)


class Race:
    """Search a position to a depth, and to every smaller one, with every racer."""

    def __init__(self, position: Position, depth: int) -> None:
        self.position = position
        self.depth = depth
        self.running: Running | None = None
        self._without_minimax = False

    def give_minimax_up(self) -> None:
        """Stop minimax wherever it is; the others go on. Another thread may say so."""
        self._without_minimax = True
        running = self.running
        if running is not None and running.racer == MINIMAX:
            running.book.stop.raised = True

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Lap | None]:
        """Yield lap after lap; None for one that a pause cut short, which is run again."""
        quick = [(place, depth) for depth in range(1, self.depth + 1) for place in QUICK]
        # The last but one would keep the race waiting, and adds no more than a point to a chart.
        long = [(MINIMAX, depth) for depth in range(1, self.depth - 1)]
        long += [(MINIMAX, depth) for depth in (self.depth, self.depth - 1) if depth]
        for place, depth in quick + long:
            if not self._given_up(place):
                yield from whole(partial(self._lap, place, depth, interrupt), interrupt)
        self.running = None

    def _given_up(self, place: int) -> bool:
        return place == MINIMAX and self._without_minimax

    def _lap(self, place: int, depth: int, interrupt: Interrupt, stop: StopWord) -> Lap:
        book = RACERS[place].book(stop)
        self.running = Running(place, depth, book)
        interrupt.watched = book
        # Looked at after the book is in its place: who gives up just now finds it there.
        if self._given_up(place):
            stop.raised = True
        value = book.run(self.position, depth)
        found = None if stop.raised else value
        return Lap(place, depth, int(book.nodes), int(book.evaluations), found)
