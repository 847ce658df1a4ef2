"""How the factors were chosen: shares of games won, ours beside the published ones."""

from __future__ import annotations

import pygame

from kalahgui.articles.contents import Experiment, game_of_measures
from kalahgui.articles.weights_experiment import (
    STAGES,
    Candidate,
    ExperimentStage,
    Factors,
    StageRun,
    published_base,
)
from kalahgui.gui.paint.charts import Point, ShareChart, draw_legend
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.panels.figures import case_part
from kalahgui.gui.screens.articles.page import Spot, StripPage, tabbed
from kalahgui.gui.screens.articles.reading import Trials
from kalahgui.gui.services.words import listed, say

_TEXT_LINES = 7


class ExperimentPage(StripPage[Experiment]):
    """A chart for each stage of the experiment."""

    counted = "article_games_progress"

    @property
    def progress(self) -> Trials:
        return self.reading.trials

    def _measure_words(self) -> str:
        # A game that was played is never played again: in the end there is nothing left to do.
        return "" if self.progress.done else super()._measure_words()

    def lay_out(self) -> None:
        super().lay_out()
        px, small = self.scale.px, line_height(self.scale.small)
        height = self.content.height - _TEXT_LINES * small - px(10)
        title = line_height(self.scale.body) + small + px(6)
        self._choices: list[tuple[int, int]] = [
            (place, factor) for place, stage in enumerate(STAGES) for factor in stage.percents
        ]
        gap = px(26)
        # Charts share the width by their choices; each has its scale besides.
        scale = px(44)
        unit = (self.content.width - gap * (len(STAGES) - 1) - scale * len(STAGES)) / len(
            self._choices
        )
        x = float(self.content.x)
        self._charts: list[pygame.Rect] = []
        for stage in STAGES:
            width = scale + unit * len(stage.percents)
            rect = pygame.Rect(round(x), self.content.y + title, round(width), height - title)
            self._charts.append(rect)
            chart = self._chart(len(self._charts) - 1, ())
            step = chart.plot.width / len(stage.percents)
            for number in range(len(stage.percents)):
                left = chart.plot.x + round(number * step)
                box = pygame.Rect(left, rect.y, round(step), rect.height)
                self.spots.append(Spot(box, 0, len(self.spots)))
            x += width + gap
        self._text_y = self.content.y + height + px(10)

    def enter(self) -> None:
        """Watch a game of the chosen factors against their base."""
        place, factor = self._choices[self.chosen]
        base = self._base(place)
        players = (STAGES[place].with_factor(base, factor), base)
        self.watch(game_of_measures(players, random_moves=True))

    # -- what was found

    def _run(self, place: int) -> StageRun | None:
        stages = self.progress.tuning.stages
        return stages[place] if place < len(stages) else None

    def _base(self, place: int) -> Factors:
        """Return the base of a stage: ours, or the article's as long as it has not begun."""
        run = self._run(place)
        return run.base if run is not None else published_base(place)

    def _candidate(self, place: int, factor: int) -> Candidate | None:
        run = self._run(place)
        candidates = run.candidates if run is not None else []
        return next((each for each in candidates if each.factor == factor), None)

    def _share(self, place: int, factor: int) -> tuple[float | None, float]:
        """Return the share of points that a choice has won in percent, and its error."""
        found = self._candidate(place, factor)
        return (None, 0.0) if found is None else (found.percent, found.error or 0.0)

    def _points(self, place: int) -> list[Point]:
        stage = STAGES[place]
        points = []
        for factor, published in stage.percents.items():
            chosen = (place, factor) == self._choices[self.chosen]
            points.append(Point(str(factor), published, *self._share(place, factor), chosen))
        return points

    def _disagreeing(self) -> list[str]:
        """Name the choices whose share is too far from the published one for chance."""
        return [
            f"{case_part(STAGES[place].measure)} {factor}"
            for place, factor in self._choices
            if (found := self._candidate(place, factor)) is not None and found.disagrees
        ]

    def verdict_words(self) -> tuple[str, bool]:
        disagreeing = len(self._disagreeing())
        if not self.progress.count:
            return "", True
        if disagreeing:
            return say("article_shares_disagree", count=disagreeing), False
        return say("article_shares_agree"), True

    # -- drawing

    def _chart(self, place: int, points: tuple[Point, ...]) -> ShareChart:
        count = len(STAGES[place].percents)
        shown = points or (Point(""),) * count
        return ShareChart(self._charts[place], self.palette, shown, self.scale.small)

    def paint(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for place, stage in enumerate(STAGES):
            self._title(surface, place, stage)
            self._chart(place, tuple(self._points(place))).draw(surface)
        at = (self.content.x, self._text_y)
        words = (say("article_published_ring"), say("article_measured_dot"))
        y = draw_legend(surface, at, words, scale.small, palette)
        lines = [
            line
            for each in self._sentences()
            for line in wrap(each, scale.small, self.content.width)
        ]
        write_lines(surface, lines[:1], (self.content.x, y), scale.small, palette.ink, True)
        y += line_height(scale.small)
        write_lines(surface, lines[1:], (self.content.x, y), scale.small, palette.quiet)

    def _title(self, surface: pygame.Surface, place: int, stage: ExperimentStage) -> None:
        scale, rect = self.scale, self._charts[place]
        words, at, room = case_part(stage.measure), (rect.x, self.content.y), rect.width
        self.write(surface, words, at, scale.body, bold=True, room=room)
        base = say("article_base", factors=_factor_words(self._base(place)))
        at = (rect.x, self.content.y + line_height(scale.body))
        self.write(surface, base, at, scale.small, colour=self.palette.quiet, room=room)

    def _sentences(self) -> list[str]:
        place, factor = self._choices[self.chosen]
        stage, (percent, error) = STAGES[place], self._share(place, factor)
        chosen = say(
            "article_share_published",
            measure=case_part(stage.measure),
            factor=factor,
            percent=f"{stage.percents[factor]:.1f}",
        )
        if percent is not None:
            share = f"{percent:.1f} ± {error:.1f}"
            chosen = f"{chosen} {say('article_share_measured', percent=share)}"
        found_out = []
        disagreeing = self._disagreeing()
        if disagreeing:
            found_out.append(say("article_disagree_at", where=listed(*disagreeing)))
        if self.progress.done:
            best = _factor_words(self.progress.tuning.chosen)
            found_out.append(say("article_best_factors", factors=best))
        for place, stage in enumerate(STAGES):
            if self._base(place) != published_base(place):
                measure = case_part(stage.measure)
                found_out.append(say("article_other_base", measure=measure))
        sentences = [chosen, *filter(None, [" ".join(found_out)])]
        sentences.append(say("article_experiment_inferred"))
        return sentences

    # -- text

    def table_rows(self) -> list[list[str]]:
        rows = [["", say("article_factor"), say("article_published"), say("article_here"), "±"]]
        for place, factor in self._choices:
            stage, (percent, error) = STAGES[place], self._share(place, factor)
            row = [case_part(stage.measure), str(factor), f"{stage.percents[factor]:.2f}"]
            row += ["", ""] if percent is None else [f"{percent:.2f}", f"{error:.2f}"]
            rows.append(row)
        return rows

    def text(self) -> str:
        rows = (row if row[-1] else row[:-2] for row in self.table_rows())
        return tabbed([*rows, [], *([each] for each in self._sentences())])


def _factor_words(factors: Factors) -> str:
    return "\u00a0/\u00a0".join(map(str, factors))  # of one piece at the end of a line
