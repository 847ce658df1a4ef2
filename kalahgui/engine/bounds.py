"""Two numbers that a value lies between, and that only ever come closer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Bounds:
    """The lowest and the highest value that is still possible, both included."""

    low: int
    high: int

    @property
    def pair(self) -> tuple[int, int]:
        """Return both."""
        return self.low, self.high

    @property
    def meet(self) -> bool:
        """Tell whether a single value is left."""
        return self.low >= self.high

    def raise_low(self, value: int) -> None:
        """Note that nothing below a value is possible."""
        self.low = max(self.low, value)

    def lower_high(self, value: int) -> None:
        """Note that nothing above a value is possible."""
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
        """Tell whether it is known if ``value`` is reached."""
        return value <= self.low or value > self.high

    def questions(self, guess: int) -> list[int]:
        """Return the values beside a guess of which it is open whether they are reached.

        The first should be, the last should not. As a rule all margins of a game are odd or all
        are even, and so are both bounds: a guess that is not like them is taken for the one below.

        >>> Bounds(-48, 48).questions(9)
        [8, 9]
        >>> Bounds(8, 48).questions(9)
        [9]
        """
        guess = self.nearest(guess)
        if (self.high - self.low) % 2 == 0 and (guess - self.low) % 2:
            guess -= 1
        return [value for value in (guess, guess + 1) if not self.decide(value)]
