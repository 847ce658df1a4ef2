"""8x8 Reversi by three measures: the worked example, and the experiment that chose the factors."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.articles.weights_experiment import (
    FIRST_BASE,
    INFERRED,
    STAGES,
    scores,
    standard_error,
)
from kalahgui.core.reversi_measures import PUBLISHED, measures
from kalahgui.core.search import StopWord
from kalahgui.games import GAMES

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
    "8x8 Reversi by three measures: the worked example",
    tuple(Cell(name, right, right) for name, right in _EXAMPLE.items()),
    worked_example,
    notes=(
        "The article's diagrams are lost: these boards have the sums that it adds up.",
        "The opponent's squares are added as printed, although a good square of the opponent "
        "should count against a side; in play they are subtracted.",
    ),
)


def _experiment_cells() -> tuple[Cell, ...]:
    """Return a cell for each choice of a factor against its stage's base, as the article chose."""
    cells = []
    base = FIRST_BASE
    for stage in STAGES:
        for factor, percent in stage.percents.items():
            case = [list(stage.with_factor(base, factor)), list(base)]
            cells.append(Cell(case, {"percent": percent}, {"percent": percent}))
        base = stage.with_factor(base, stage.chosen)
    return tuple(cells)


def experiment(games: int, seed: int = 0) -> PublishedTable:
    """Return the experiment with so many games a cell, the same for the same seed."""

    def play(case: Any, stop: StopWord) -> Figures:
        challenger, base = map(tuple, case)
        found = scores(challenger, base, games, seed, stop)
        share = sum(found) / max(1, len(found))
        error = standard_error(sum(found), len(found))
        return {"percent": round(100 * share, 2), "error": round(100 * error, 2)}

    return PublishedTable(
        "reversi-weights-play",
        f"Factors of the measures against those before, {games} games each: games won in percent",
        _experiment_cells(),
        play,
        chance=True,
        notes=INFERRED,
    )
