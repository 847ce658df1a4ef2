"""Bounds of a value, and null windows on several threads that close them in from a guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from kalahgui.engine.shared_search import CountedSearch, SharedQuestion
from kalahgui.games.game import Position


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


class Proves(CountedSearch, Protocol):
    """A search that finds whether a position reaches a goal."""

    def bound(self, position: Position, goal: int, hopeful: bool = True) -> int | None:
        """Return a bound of the value: at least the goal, or less; None for neither.

        ``hopeful`` says that the goal is expected to be reached.
        """


P = TypeVar("P", bound=Proves)


class Proof(SharedQuestion[P]):
    """Asks null windows until the bounds of a value meet."""

    def __init__(self, position: Position, bounds: Bounds, guess: int) -> None:
        super().__init__()
        self._position = position
        self._bounds = bounds
        self._guess = self._bounds.nearest(guess)
        self._asked: dict[P, int] = {}

    def answer(self, search: P) -> None:
        """Search null windows, one after the other."""
        while (value := self._begin(search)) is not None:
            found = search.bound(self._position, value, hopeful=value <= self._guess)
            if found is not None:
                self._end(value, found)
            elif not search.stop.raised:
                return  # longer than a search can be: nothing is proven, now or later

    def _begin(self, search: P) -> int | None:
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

    def _end(self, value: int, found: int) -> None:
        """Narrow the bounds, and stop the searches that this has decided."""
        with self.lock:
            if found >= value:
                self._bounds.raise_low(found)
            else:
                self._bounds.lower_high(found)
            for search, asked in self._asked.items():
                if self._bounds.decide(asked):
                    self.words[search].raised = True
