"""Null windows right beside a guess, on several threads, until a value is proven."""

from __future__ import annotations

from typing import Protocol, TypeVar

from kalahgui.engine.bounds import Bounds
from kalahgui.engine.shared_search import Question, Searcher
from kalahgui.games.game import Position


class Proves(Searcher, Protocol):
    """A search that tells whether a position reaches a goal."""

    def bound(self, position: Position, goal: int, hopeful: bool = True) -> int | None:
        """Return a bound of the value: at least the goal, or less; None when it found none.

        A ``hopeful`` search is expected to reach the goal.
        """


P = TypeVar("P", bound=Proves)


class Proof(Question[P]):
    """Null windows, until the bounds of a value meet."""

    def __init__(self, position: Position, bounds: Bounds, guess: int) -> None:
        super().__init__()
        self._position = position
        self._bounds = bounds
        self._guess = self._bounds.nearest(guess)
        self._asked: dict[P, int] = {}

    def answer(self, search: P) -> None:
        """Ask for one value after the other whether it is reached."""
        while (value := self._begin(search)) is not None:
            found = search.bound(self._position, value, hopeful=value <= self._guess)
            if found is not None:
                self._end(value, found)
            elif not search.stop.raised:
                return  # longer than a search can be: nothing is proven, now or later

    def _begin(self, search: P) -> int | None:
        """Return the open value that the fewest others are busy with, None at the end."""
        with self.lock:
            if self.halted or self._bounds.meet:
                return None
            self.give_word(search)
            self._asked.pop(search, None)
            busy = list(self._asked.values())
            value = min(self._bounds.questions(self._guess), key=busy.count)
            self._asked[search] = value
            return value

    def _end(self, value: int, found: int) -> None:
        """Narrow the bounds, and stop whoever looks for what that has decided."""
        with self.lock:
            if found >= value:
                self._bounds.raise_low(found)
            else:
                self._bounds.lower_high(found)
            for search, asked in self._asked.items():
                if self._bounds.decide(asked):
                    self.words[search].raised = True
