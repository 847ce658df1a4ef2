"""Where a recorded search stops a line of moves, besides at its depth and where the game is over.

A rule has a measure for every line: it begins at the root, every move changes it, and where it
says so the line ends. A measure depends on the moves of its line alone, and not on the window or
the order of moves, so every search has the same leaves as minimax.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kalahgui.theatre.subject import State, Subject

Measure = Any  # whatever a rule keeps for a line


class StopRule:
    """The rule of a fixed depth: nothing else stops a line."""

    name = "fixed"
    # Whether what is below a position depends on the moves that led there.
    by_path = False

    def __str__(self) -> str:
        """Return the text that ``parse`` reads."""
        return self.name

    def begin(self, subject: Subject[State]) -> Measure:
        """Return the root's measure; ValueError where the rule makes no sense for a subject."""
        return None

    def after(
        self, subject: Subject[State], state: State, moves: Sequence[int], measure: Measure
    ) -> Sequence[Measure]:
        """Return the measures after each of a state's moves, which are given in rising order."""
        return (None,) * len(moves)

    def ends(self, measure: Measure) -> bool:
        """Tell whether a line ends here."""
        return False


class Fixed(StopRule):
    """Stop at the depth alone."""


@dataclass(frozen=True)
class Deepening(StopRule):
    """Look one turn further at a time, for so many seconds; each time stop at the depth alone."""

    seconds: float
    name = "deepening"

    def __str__(self) -> str:
        """Return the text that ``parse`` reads."""
        return f"{self.name}:{self.seconds:g}"


_KNOWN = "fixed, deepening:SECONDS, realization:P or conspiracy:N"
_MOST_SECONDS = 3600.0


def parse(text: str) -> StopRule:
    """Read a rule; ValueError says in one sentence what is possible.

    >>> parse("deepening:0.5").seconds
    0.5
    """
    name, _, amount = text.partition(":")
    if text == "fixed":
        return Fixed()
    if name == "deepening":
        return Deepening(_number(text, amount, 0.001, _MOST_SECONDS))
    raise ValueError(f"there is no rule {text!r} for stopping; give {_KNOWN}")


def _number(text: str, amount: str, low: float, high: float) -> float:
    try:
        number = float(amount)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise ValueError(f"{text!r} needs a number from {low:g} to {high:g} behind the colon")
    return number
