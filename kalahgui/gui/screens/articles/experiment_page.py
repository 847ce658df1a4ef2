"""How the factors were chosen: shares of games won, ours beside the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.articles.contents import Experiment, game_of_measures
from kalahgui.articles.weights_experiment import (
    STAGES,
    Candidate,
    Factors,
    StageRun,
    published_base,
)
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Layers, Painted, Row, Space
from kalahgui.gui.elements.writing import Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import Point, ShareChart, ring_and_dot
from kalahgui.gui.screens.articles.article_page import CellTable, Pick, StripPage, tabbed
from kalahgui.gui.screens.articles.reading_state import Trials
from kalahgui.gui.searching.figures import case_part
from kalahgui.words import as_text, listed, say

_CHOICES = [(index, factor) for index, stage in enumerate(STAGES) for factor in stage.percents]
_CHART, _HIGHEST = 104, 2000  # how high a chart is at least, and at most, in units
_SCALE = 0.7  # what the scale of a chart takes, in the room of a choice


class ExperimentPage(StripPage[Experiment]):
    """A chart for each stage of the experiment."""

    counted = "article_games_progress"

    @property
    def progress(self) -> Trials:
        return self.reading.trials

    def measure_words(self) -> str:
        # A game that was played is never played again: in the end there is nothing left to do.
        return "" if self.progress.done else super().measure_words()

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        return [(0, column) for column in range(len(_CHOICES))]

    def body(self) -> Element:
        chosen, *others = self._sentences()
        return Column(
            Row(*map(self._stage, range(len(STAGES))), gap=26, stretch=True, grow=1),
            self._legend(),
            Text(chosen, "small", bold=True),
            *(Text(sentence, "small", "quiet") for sentence in others),
            gap=2,
        )

    def _stage(self, index: int) -> Element:
        stage, small = STAGES[index], self.screen.scale.small
        name, base = case_part(stage.measure), _factor_words(self._base(index))
        spots = [spot for spot, (at, _) in enumerate(_CHOICES) if at == index]
        picks = [Pick(spot, spot == self.chosen, self.choose) for spot in spots]
        beside = (wide("100 %", small, False) + small // 2) / self.screen.scale.layout
        heads, *rows = self.spoken_rows()
        choices = CellTable(
            name,
            [""] * (1 + len(picks)),
            [[Space(width=beside), *picks]],
            shares=[0.0] + [1.0] * len(picks),
            tall=_HIGHEST,
            spoken=[heads, *(rows[spot] for spot in spots)],
            keys=self.reading.inside,
            takes_focus=True,
            key=index,
        )
        chart = Painted(partial(self._draw_chart, index))
        return Column(
            Text(name, bold=True, line=True),
            Text(say("article_base", factors=base), "small", "quiet", line=True),
            Space(height=6),
            Layers(chart, choices, height=_CHART, grow=1),
            grow=len(stage.percents) + _SCALE,
        )

    def _legend(self) -> Element:
        marks = ring_and_dot(self.screen.scale.small, self.screen.palette)
        words = say("article_published_ring"), say("article_measured_dot")
        return Row(
            *(
                Row(
                    Painted(partial(_stamp, mark), width=14, height=14),
                    Text(said, "small", "quiet", line=True),
                    gap=6,
                )
                for mark, said in zip(marks, words, strict=True)
            ),
            gap=20,
        )

    def enter(self) -> None:
        """Watch a game of the chosen factors against their base."""
        index, factor = _CHOICES[self.chosen]
        base = self._base(index)
        players = (STAGES[index].with_factor(base, factor), base)
        self.watch(game_of_measures(players, random_moves=True))

    # -- what was found

    def _run(self, index: int) -> StageRun | None:
        stages = self.progress.tuning.stages
        return stages[index] if index < len(stages) else None

    def _base(self, index: int) -> Factors:
        """Return the base of a stage: ours, or the article's as long as it has not begun."""
        run = self._run(index)
        return run.base if run is not None else published_base(index)

    def _candidate(self, index: int, factor: int) -> Candidate | None:
        run = self._run(index)
        candidates = run.candidates if run is not None else []
        return next((candidate for candidate in candidates if candidate.factor == factor), None)

    def _share(self, index: int, factor: int) -> tuple[float | None, float]:
        candidate = self._candidate(index, factor)
        return (None, 0.0) if candidate is None else (candidate.percent, candidate.error or 0.0)

    def _points(self, index: int) -> list[Point]:
        stage = STAGES[index]
        points = []
        for factor, published in stage.percents.items():
            chosen = (index, factor) == _CHOICES[self.chosen]
            points.append(Point(str(factor), published, *self._share(index, factor), chosen))
        return points

    def _disagreeing(self) -> list[str]:
        """Name the choices whose share is too far from the published one for chance."""
        return [
            f"{case_part(STAGES[index].measure)} {factor}"
            for index, factor in _CHOICES
            if (candidate := self._candidate(index, factor)) is not None and candidate.disagrees
        ]

    def verdict_words(self) -> tuple[str, bool]:
        disagreeing = len(self._disagreeing())
        if not self.progress.count:
            return "", True
        if disagreeing:
            return say("article_shares_disagree", count=disagreeing), False
        return say("article_shares_agree"), True

    def _draw_chart(self, index: int, surface: pygame.Surface, rect: pygame.Rect) -> None:
        screen = self.screen
        ShareChart(rect, screen.palette, self._points(index), screen.scale.small).draw(surface)

    def _sentences(self) -> list[str]:
        index, factor = _CHOICES[self.chosen]
        stage, (percent, error) = STAGES[index], self._share(index, factor)
        chosen = say(
            "article_share_published",
            measure=case_part(stage.measure),
            factor=factor,
            percent=f"{stage.percents[factor]:.1f}",
        )
        if percent is not None:
            share = f"{percent:.1f} ± {error:.1f}"
            chosen = as_text(chosen, say("article_share_measured", percent=share))
        found_out = []
        disagreeing = self._disagreeing()
        if disagreeing:
            found_out.append(say("article_disagree_at", where=listed(*disagreeing)))
        if self.progress.done:
            best = _factor_words(self.progress.tuning.chosen)
            found_out.append(say("article_best_factors", factors=best))
        for index, stage in enumerate(STAGES):
            if self._base(index) != published_base(index):
                measure = case_part(stage.measure)
                found_out.append(say("article_other_base", measure=measure))
        said = [chosen, as_text(*found_out), say("article_experiment_inferred")]
        return [*filter(None, said)]

    # -- text

    def table_rows(self) -> list[list[str]]:
        rows = [["", say("article_factor"), say("article_published"), say("article_here"), "±"]]
        for index, factor in _CHOICES:
            stage, (percent, error) = STAGES[index], self._share(index, factor)
            row = [case_part(stage.measure), str(factor), f"{stage.percents[factor]:.2f}"]
            row += ["", ""] if percent is None else [f"{percent:.2f}", f"{error:.2f}"]
            rows.append(row)
        return rows

    def text(self) -> str:
        rows = (row if row[-1] else row[:-2] for row in self.table_rows())
        return tabbed([*rows, [], *([sentence] for sentence in self._sentences())])


def _factor_words(factors: Factors) -> str:
    return "\u00a0/\u00a0".join(map(str, factors))  # of one piece at the end of a line


def _stamp(mark: pygame.Surface, surface: pygame.Surface, rect: pygame.Rect) -> None:
    theme.stamp(surface, mark, rect.center)
