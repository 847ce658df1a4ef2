"""Where a recorded search stops a line of moves, besides at its depth and where the game is over.

A rule has a measure for every line: it begins at the root, every move changes it, and where it
says so the line ends. A measure depends on the moves of its line alone, and not on the window or
the order of moves, so every search has the same leaves as minimax.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError, short
from kalahgui.theatre.move_classes import counted_classes
from kalahgui.theatre.subject import PositionSubject, State, Subject

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


@dataclass(frozen=True)
class Fixed(StopRule):
    """Stop at the depth alone."""


@dataclass(frozen=True)
class TimedDeepening(StopRule):
    """Look one turn further at a time, for so many seconds; each time stop at the depth alone."""

    seconds: float
    name = "deepening"

    def __str__(self) -> str:
        return f"{self.name}:{self.seconds:g}"


_NO_CLASSES = "refused_no_classes"
_NO_WORTHS = "refused_no_worths"


class LineChance(NamedTuple):
    """How likely a line is to come about, and what likelihood a move of each class has."""

    probability: float
    of_classes: Mapping[str, float]


@dataclass(frozen=True)
class Realization(StopRule):
    """Stop where a line is no more likely to come about than a threshold.

    A line's probability is the product of those of its moves' classes, one for every sowing of a
    chain too; a forced move has 1.
    """

    threshold: float
    name = "realization"
    by_path = True

    def __str__(self) -> str:
        return f"{self.name}:{self.threshold!r}"

    def begin(self, subject: Subject[State]) -> LineChance:
        """Return certainty; UserError for a written tree, or without counts of the classes."""
        game, root = _position_of(subject, _NO_CLASSES)
        return LineChance(1.0, counted_classes(game).probabilities(game, root))

    def after(
        self, subject: Subject[State], state: State, moves: Sequence[int], measure: LineChance
    ) -> list[LineChance]:
        if len(moves) == 1:
            return [measure]
        game, _ = _position_of(subject, _NO_CLASSES)
        likely, of_classes = measure
        return [
            LineChance(likely * of_classes[game.move_class(state, move)], of_classes)
            for move in moves
        ]

    def ends(self, measure: LineChance) -> bool:
        return measure.probability <= self.threshold


@dataclass(frozen=True)
class Conspiracy(StopRule):
    """Stop where a line has passed by more better moves than a threshold.

    At every move of the line its siblings are counted that are better for whoever moves there, as
    the article's evaluation judges the positions after them; the counts add up.
    """

    threshold: int
    name = "conspiracy"
    by_path = True

    def __str__(self) -> str:
        return f"{self.name}:{self.threshold}"

    def begin(self, subject: Subject[State]) -> int:
        """Return 0; UserError for a written tree."""
        _position_of(subject, _NO_WORTHS)
        return 0

    def after(
        self, subject: Subject[State], state: State, moves: Sequence[int], measure: int
    ) -> list[int]:
        worths = []
        for move in moves:
            child, again = subject.play(state, move)
            worth = subject.worth(child)
            worths.append(worth if again else -worth)
        return [measure + sum(other > worth for other in worths) for worth in worths]

    def ends(self, measure: int) -> bool:
        return measure > self.threshold


def _position_of(subject: Subject[State], why_not: str) -> tuple[Game, Position]:
    """Return the game and the position that are searched; UserError for a written tree."""
    if not isinstance(subject, PositionSubject):
        raise UserError(why_not)
    return subject.game, subject.root


_LEAST_SECONDS, _MOST_SECONDS = 0.001, 3600.0


def parse(text: str) -> StopRule:
    """Read a rule; UserError says what is possible.

    >>> parse("deepening:0.5").seconds
    0.5
    """
    name, _, amount = text.partition(":")
    try:
        number = float(amount)
    except ValueError:
        number = math.nan
    if text == Fixed.name:
        return Fixed()
    if name == TimedDeepening.name:
        if not _LEAST_SECONDS <= number <= _MOST_SECONDS:
            low, high = f"{_LEAST_SECONDS:g}", f"{_MOST_SECONDS:g}"
            raise UserError("refused_stop_number", text=short(text), low=low, high=high)
        return TimedDeepening(number)
    if name == Realization.name:
        if not 0 < number < 1:
            raise UserError("refused_stop_probability", text=short(text))
        return Realization(number)
    if name == Conspiracy.name:
        if not re.fullmatch(r"[0-9]{1,9}", amount):
            raise UserError("refused_stop_whole", text=short(text))
        return Conspiracy(int(amount))
    raise UserError("refused_stop", text=short(text))


def suits(rule: StopRule, subject: Subject[Any]) -> bool:
    """Tell whether a rule makes sense for a subject: a written tree has a single depth."""
    if isinstance(rule, TimedDeepening) and not isinstance(subject, PositionSubject):
        return False
    try:
        rule.begin(subject)
    except ValueError:
        return False
    return True
