"""Measuring a table cell by cell as a task of the engine, and judging what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.articles.weights_experiment import Trial, trial_score
from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.thinker import Thinker


@dataclass(frozen=True)
class CellMeasured:
    """What was measured for one cell of a table, by its place there."""

    place: int
    figures: Figures


@dataclass(frozen=True)
class Measurement:
    """Measure the cells at some places of a table, in their order."""

    table: PublishedTable
    places: tuple[int, ...]
    position: None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[CellMeasured | None]:
        """Yield cell after cell; None for one that a pause cut short, which is measured again."""
        for place in self.places:
            for figures in whole(partial(self.measure, place), interrupt):
                yield None if figures is None else CellMeasured(place, figures)

    def measure(self, place: int, stop: StopWord) -> Figures:
        """Measure one cell; once the stop word is raised the figures are worthless."""
        return self.table.measure(self.table.cells[place].case, stop)


@dataclass(frozen=True)
class TrialPlayed:
    """A game of the experiment with the three measures, and the challenger's score."""

    trial: Trial
    score: float


@dataclass(frozen=True)
class PlayTrials:
    """Play games of the experiment with the three measures, in their order."""

    seed: int
    trials: tuple[Trial, ...]
    position: None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[TrialPlayed | None]:
        """Yield game after game; None for one that a pause cut short, which is played again."""
        for trial in self.trials:
            for score in whole(partial(trial_score, self.seed, trial), interrupt):
                yield None if score is None else TrialPlayed(trial, score)


SAME, DIFFERS, UNPUBLISHED = "same", "differs", ""


def judged(cell: Cell, figures: Figures, name: str) -> str:
    """Tell how one figure measured stands to the article: same, differing, or not published.

    What the article misprints is compared with the right figure.
    """
    if name not in cell.right:
        return UNPUBLISHED
    if figures.get(name) != cell.right[name]:
        return DIFFERS
    # A yes or no is what the article says in words.
    said = name in cell.published or isinstance(cell.right[name], bool)
    return SAME if said else UNPUBLISHED


def comparable(cell: Cell) -> bool:
    """Tell whether a cell has a figure that can be compared with the article."""
    return verdict(cell, cell.right) == SAME


def verdict(cell: Cell, figures: Figures) -> str:
    """Tell how all of a cell's figures stand to the article."""
    found = {judged(cell, figures, name) for name in cell.right}
    return next((each for each in (DIFFERS, SAME) if each in found), UNPUBLISHED)


def misprints(cell: Cell) -> list[tuple[str, Any, Any]]:
    """Return the figures that the article misprints: name, as printed, as it should be."""
    corrected = cell.corrected or {}
    return [
        (name, printed, corrected[name])
        for name, printed in cell.published.items()
        if corrected.get(name, printed) != printed
    ]
