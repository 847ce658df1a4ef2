"""8x8 Reversi by three measures: the worked example, and the experiment that chose the factors."""

from __future__ import annotations

import math
from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.articles.weights_experiment import Factors, scores
from kalahgui.core.reversi_measures import PUBLISHED, measures
from kalahgui.core.search import StopWord
from kalahgui.games import GAMES

# The article's diagrams are lost; these games reach positions with the sums that it adds up.
_WEIGHED = "-----------X------OXX----OOOOX-----XO--------------------------- O"
_MOBILE = "---X-------X-----XOX-----O-OX------XOX-------O------------------ X"
_STABLE = "-------X------XX-----XOX---OXOXX---OO------OX------------------- O"
_BLACK = 0
# Which diagram shows a measure, in the order of the factors.
_DIAGRAMS = {
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
    index = list(_DIAGRAMS).index(measure)
    position = GAMES["reversi"].parse_position(_DIAGRAMS[measure])
    total = measures(position, _BLACK)[index]
    return {"sum": total, "points": PUBLISHED[index] * total}


def worked_example(case: Any, stop: StopWord) -> Figures:
    """Measure a diagram of the worked example for black, or add up all of them."""
    if case == _ALL:
        return {"points": sum(_points(measure)["points"] for measure in _DIAGRAMS)}
    return _points(case)


TABLE = PublishedTable(
    "reversi-weights",
    "8x8 Reversi by three measures: the worked example",
    tuple(Cell(name, right, right) for name, right in _EXAMPLE.items()),
    worked_example,
)

# The share of games won against the factors before, in percent of 30 games.
_EXPERIMENT: tuple[tuple[Factors, Factors, float], ...] = (
    ((10, 5, 0, 0), (10, 0, 0, 0), 66.67),
    ((10, 10, 0, 0), (10, 0, 0, 0), 66.67),
    ((10, 15, 0, 0), (10, 0, 0, 0), 70),
    ((10, 20, 0, 0), (10, 0, 0, 0), 63.33),
    ((10, 15, 5, 0), (10, 15, 0, 0), 50),
    ((10, 15, 10, 0), (10, 15, 0, 0), 56.67),
    ((10, 15, 15, 0), (10, 15, 0, 0), 56.67),
    ((10, 15, 20, 0), (10, 15, 0, 0), 40),
    ((10, 15, 10, 10), (10, 15, 10, 0), 50),
    ((10, 15, 10, 20), (10, 15, 10, 0), 46.67),
    ((10, 15, 10, 30), (10, 15, 10, 0), 63.33),
    ((10, 15, 10, 40), (10, 15, 10, 0), 60),
    ((10, 15, 10, 50), (10, 15, 10, 0), 33.33),
)


def experiment(games: int, seed: int = 0) -> PublishedTable:
    """Return the experiment with so many games a cell, the same for the same seed."""

    def play(case: Any, stop: StopWord) -> Figures:
        challenger, base = map(tuple, case)
        found = scores(challenger, base, games, seed, stop)
        share = sum(found) / max(1, len(found))
        # Agresti and Coull's error: two wins and two losses more, so that a few games that all
        # end alike do not look certain.
        likely = (sum(found) + 2) / (len(found) + 4)
        error = math.sqrt(likely * (1 - likely) / (len(found) + 4))
        return {"percent": round(100 * share, 2), "error": round(100 * error, 2)}

    return PublishedTable(
        "reversi-weights-play",
        f"Factors of the measures against those before, {games} games each: games won in percent",
        tuple(
            Cell([list(challenger), list(base)], {"percent": percent}, {"percent": percent})
            for challenger, base, percent in _EXPERIMENT
        ),
        play,
        chance=True,
    )
