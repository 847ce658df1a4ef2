"""8x8 Reversi by three measures: the worked example, and the experiment that chose the factors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.articles.weights_experiment import (
    INFERRED,
    STAGES,
    Trial,
    published_base,
    standard_error,
    trial_score,
)
from kalahgui.core.reversi_measures import PUBLISHED, WEIGHTS, measures
from kalahgui.core.search import StopWord
from kalahgui.games import GAMES
from kalahgui.games.user_error import Message

# The article's diagrams are lost; these games reach positions with the sums that it adds up.
_WEIGHED = "-----------X------OXX----OOOOX-----XO--------------------------- O"
_MOBILE = "---X-------X-----XOX-----O-OX------XOX-------O------------------ X"
_STABLE = "-------X------XX-----XOX---OXOXX---OO------OX------------------- O"
_BLACK = 0
# Which diagram shows a measure, in the order of the factors.
DIAGRAMS = {
    "own squares": _WEIGHED,
    "opponent's squares": _WEIGHED,
    "mobility": _MOBILE,
    "stable discs": _STABLE,
}
_ALL = "all together"
_EXAMPLE: dict[str, Figures] = {
    "own squares": {"sum": -3, "points": -30},
    "opponent's squares": {"sum": -1, "points": -15},
    "mobility": {"sum": 95, "points": 950},
    "stable discs": {"sum": 4, "points": 120},
    _ALL: {"points": 1025},
}


def counted_squares(measure: str) -> list[int]:
    """Return the squares that count for a measure of black in its diagram."""
    position = GAMES["reversi"].parse_position(DIAGRAMS[measure])
    bitboards = {
        "own squares": position.discs(_BLACK),
        "opponent's squares": position.discs(1 - _BLACK),
        "mobility": sum(1 << move for move in position.moves()),
        "stable discs": position.stable(_BLACK),
    }
    return [square for square in range(len(WEIGHTS)) if bitboards[measure] >> square & 1]


def terms(case: str) -> list[tuple[int, ...]]:
    """Return the terms of a sum of the worked example, each in its parts.

    A move counts the lowest weight, without its sign, and the weight of its square.
    """
    if case == _ALL:
        return [(_points(measure)["points"],) for measure in DIAGRAMS]
    squares = counted_squares(case)
    if case == "stable discs":
        return [(1,) for _ in squares]
    before = (-min(WEIGHTS),) if case == "mobility" else ()
    weights = sorted((WEIGHTS[square] for square in squares), key=abs)
    return [(*before, weight) for weight in weights]


def _points(measure: str) -> Figures:
    index = list(DIAGRAMS).index(measure)
    position = GAMES["reversi"].parse_position(DIAGRAMS[measure])
    total = measures(position, _BLACK)[index]
    return {"sum": total, "points": PUBLISHED[index] * total}


def worked_example(case: Any, stop: StopWord) -> Figures:
    """Measure a diagram of the worked example for black, or add up all of them."""
    if case == _ALL:
        return {"points": sum(_points(measure)["points"] for measure in DIAGRAMS)}
    return _points(case)


TABLE = PublishedTable(
    "reversi-weights",
    Message("terminal_table_reversi-weights"),
    tuple(Cell(name, right, right) for name, right in _EXAMPLE.items()),
    worked_example,
    notes=(Message("terminal_note_diagrams"), Message("terminal_note_added")),
)


def experiment(games: int, seed: int = 0) -> PublishedTable:
    """Return the experiment with so many games a cell, the same for the same seed."""

    def play(case: Any, stop: StopWord) -> Figures:
        challenger, base = map(tuple, case)
        trials = (Trial(challenger, base, number) for number in range(games))
        played = (trial_score(seed, trial, stop) for trial in trials)
        scores = [score for score in played if score is not None]
        share = sum(scores) / max(1, len(scores))
        error = standard_error(sum(scores), len(scores))
        return {"percent": round(100 * share, 2), "error": round(100 * error, 2)}

    title = Message.of("terminal_table_reversi-weights-games", games=games)
    return replace(SHARES, title=title, measure=play)


def _shares() -> Iterator[Cell]:
    for index, stage in enumerate(STAGES):
        base = published_base(index)
        for factor, percent in stage.percents.items():
            case = [list(stage.with_factor(base, factor)), list(base)]
            yield Cell(case, {"percent": percent}, {"percent": percent})


# What the article prints of its games, where none are played here.
SHARES = PublishedTable(
    "reversi-weights-play",
    Message("terminal_table_reversi-weights-play"),
    tuple(_shares()),
    lambda case, stop: {},
    chance=True,
    notes=INFERRED,
)
