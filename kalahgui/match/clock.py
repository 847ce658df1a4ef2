"""The time of the players, and the clocks of a match."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

MOST_SECONDS = 24 * 60 * 60
# A computer plans for so many more turns, and leaves some seconds on the clock.
_TURNS_TO_COME = 25
_SHARE = 0.8
_SECONDS, _TURNS = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)", "([0-9]{1,6})"
_SHAPE = re.compile(rf"(\S+) {_SECONDS} {_SECONDS}(?: {_TURNS} {_TURNS})?")


@dataclass(frozen=True)
class TimeControl:
    """The time that each player has, in whole seconds.

    Either a player has ``seconds`` for the game and gets an ``increment`` after every turn, or
    ``each_move`` says that there are so many seconds for every move.
    """

    seconds: int
    increment: int = 0
    each_move: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.seconds <= MOST_SECONDS or not 0 <= self.increment <= MOST_SECONDS:
            raise ValueError(f"a clock has between 1 and {MOST_SECONDS} seconds")
        if self.each_move and self.increment:
            raise ValueError("a clock for each move has no increment")

    def __str__(self) -> str:
        """Return the text that ``parse`` reads.

        >>> str(TimeControl(300, 5)), str(TimeControl(10, each_move=True))
        ('300+5', '10/move')
        """
        return f"{self.seconds}/move" if self.each_move else f"{self.seconds}+{self.increment}"

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Return the time of ``SECONDS+INCREMENT`` or ``SECONDS/move``; else ValueError."""
        shape = re.fullmatch(r"([0-9]{1,5})(?:\+([0-9]{1,5})|(/move))", text)
        if shape is None:
            raise ValueError(f"{text!r} is no time: give SECONDS+INCREMENT or SECONDS/move")
        return cls(int(shape[1]), int(shape[2] or 0), bool(shape[3]))


@dataclass(frozen=True)
class Clock:
    """The clocks of a match: the seconds that the players have ``left``, by their seats.

    ``turns`` counts the turns of each that have brought their increment: a turn that is played
    again brings no second one.
    """

    control: TimeControl
    left: tuple[float, float]
    turns: tuple[int, int] = (0, 0)

    @classmethod
    def new(cls, control: TimeControl) -> Clock:
        """Return the clocks at the beginning."""
        return cls(control, (float(control.seconds), float(control.seconds)))

    def __str__(self) -> str:
        """Return the text that ``parse`` reads, to the millisecond."""
        return " ".join(
            [str(self.control), *(f"{s:.3f}" for s in self.left), *map(str, self.turns)]
        )

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Return the clocks of a text; ValueError for other texts."""
        shape = _SHAPE.fullmatch(text)
        if shape is None:
            raise ValueError(f"{text!r} does not tell the time of two players")
        left = float(shape[2]), float(shape[3])
        if max(left) > 100 * MOST_SECONDS:
            raise ValueError(f"{text!r} does not tell the time of two players")
        # Texts from before 1.0.0 have no turns (library/earlier_versions.py).
        return cls(TimeControl.parse(shape[1]), left, (int(shape[4] or 0), int(shape[5] or 0)))

    def ran(self, seat: int, seconds: float) -> Clock:
        """Return the clocks after a player has used some seconds."""
        return self._with(seat, max(0.0, self.left[seat] - seconds))

    def moved(self, seat: int, turns: int) -> Clock:
        """Return the clocks after a move of a player who has ended so many turns."""
        if self.control.each_move:
            return self._with(seat, float(self.control.seconds))
        if turns <= self.turns[seat]:
            return self
        counted = (self.turns[0], turns) if seat else (turns, self.turns[1])
        brought = self._with(seat, self.left[seat] + self.control.increment)
        return replace(brought, turns=counted)

    def allowance(self, seat: int) -> float:
        """Return the seconds that a computer may use for a turn, to have enough left for others."""
        if self.control.each_move:
            return _SHARE * self.left[seat]
        wanted = self.left[seat] / _TURNS_TO_COME + _SHARE * self.control.increment
        return min(wanted, _SHARE * self.left[seat])

    def away(self, other: Clock) -> float:
        """Return the seconds by which two clocks differ, summed over both players."""
        return abs(sum(self.left) - sum(other.left))

    def _with(self, seat: int, seconds: float) -> Clock:
        first, second = self.left
        return replace(self, left=(first, seconds) if seat else (seconds, second))
