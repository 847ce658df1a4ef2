"""One position, searched by five algorithms side by side, a row each."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, row_part, table_part
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Flow, Layers, Painted, Row, Rule, Space
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint.charts import MARKS, GrowthChart, GrowthLine
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.screens.theatre.race.race_rows import (
    RaceRows,
    racer_mark,
    racer_name,
    racer_shade,
)
from kalahgui.gui.screens.theatre.theatre_page import BoardPage, TheatreScreen, two_cards
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import number, seconds_words
from kalahgui.theatre.race import RACERS, Racing
from kalahgui.words import say

_DEPTH = 6
_BOARD, _CHART = 150, 90  # how high they are at least, in units of the layout
_NOTE_LINES = 2
_PATIENCE = 0.5  # seconds: a search that ends sooner needs no button to stop it
_STEP = 0.1  # seconds between two looks at how the race stands


class RacePage(BoardPage):
    """Race five searches."""

    keys = "race_keys"
    name = "race"

    def __init__(self, screen: TheatreScreen, visit: Visit) -> None:
        super().__init__(screen, visit)
        self.racing = Racing(screen.services.engine)
        self.rows = RaceRows(screen, self.racing, visit)
        self._depth = _DEPTH
        self._waited = self._since = 0.0
        self._shown: Hashable = None

    @property
    def depth(self) -> int:
        return self._depth

    # -- what is on the page

    def content(self) -> Element:
        self._shown, self._since = self._figures, 0.0
        if self.position is None:
            why_not = Text(
                say("race_needs_position"), colour="quiet", balanced=True, align="centre", grow=2
            )
            return Card(Row(Space(grow=1), why_not, Space(grow=1)))
        words, style = ("race_stop", "soft") if self._can_stop else ("race_again", "go")
        button = self.does("start", say(words), style=style, height=44)
        left = self.left_card(button, self._note(), _BOARD)
        right = Column(self.rows.table(self._switches()), self._chart(), gap=8)
        return two_cards(left, Card(right, padding=(24, 18, 24, 18)))

    def _note(self) -> Element:
        """Return what is shown otherwise than it happened, or what went wrong."""
        words, colour = self._status
        room = line_height(self.screen.scale.small) * _NOTE_LINES / self.screen.scale.layout
        return Column(Layers(Space(height=room), Text(words, "small", colour)), Rule(), gap=6)

    @property
    def _status(self) -> tuple[str, str]:
        racing = self.racing
        if racing.failure:
            return say("race_failed", why=racing.failure), "bad"
        if racing.slowed and racing.running:
            return say("race_slowed"), "accent"
        if racing.slowed:
            return say("race_slowed_from", seconds=seconds_words(racing.seconds)), "accent"
        return "", "quiet"

    def _switches(self) -> Element:
        label, tip = say("race_logarithmic"), say("race_logarithmic_tip")
        stop = say("race_stop_minimax")
        return Row(
            self.does(
                "scale", label, style="small", tip=tip, chosen=self.visit.logarithmic, height=28
            ),
            self.does("minimax", stop, style="small", height=28) if self._minimax_waits else None,
            gap=8,
        )

    def _chart(self) -> Element:
        legend = [
            Row(
                racer_mark(racer, self.screen),
                Text(racer_name(racer), "small", "quiet", line=True, silent=True),
                gap=5,
            )
            for racer in range(len(RACERS))
        ]
        title = Text(say("race_by_depth"), bold=True, line=True, silent=True)
        chart = Painted(
            lambda surface, rect: self.chart.draw(surface, self._series()),
            placed=self._place_chart,
            nodes=lambda: [self._chart_part],
            height=_CHART,
            grow=1,
        )
        return Column(Flow(title, Row(*legend, gap=14), gap=12), chart, gap=2, grow=1)

    def _place_chart(self, rect: pygame.Rect) -> None:
        screen = self.screen
        self.chart = GrowthChart(rect, screen.palette, screen.scale.small, self.depth)

    @property
    def _chart_part(self) -> AccessibleNode:
        lines = [dict(line.points) for line in self._series()]
        names = [racer_name(racer) for racer in range(len(RACERS))]
        rect, rows = self.chart.rect, []
        for depth in range(1, self.depth + 1):
            counts = [number(line[depth]) if depth in line else "" for line in lines]
            if any(counts):
                words = [say("limit_turns", count=depth), *counts]
                rows.append(row_part(["", *names], words, rect, depth))
        return table_part(say("race_by_depth"), rect, rows)

    def _series(self) -> tuple[GrowthLine, ...]:
        racing = self.racing
        return tuple(
            GrowthLine(
                RACERS[racer].key,
                MARKS[racer],
                racer_shade(racer, self.screen.palette),
                tuple(
                    (depth, count)
                    for depth, count in racing.results.by_depth(racer)
                    if count <= racing.reach
                ),
            )
            for racer in range(len(RACERS))
        )

    # -- what the visitor does

    def start(self) -> None:
        """Begin the race."""
        if self.position is None:
            return
        at_once = self.screen.services.choices.pace == "off"
        self._waited = 0.0
        self.racing.start(self.position.root, self.depth, at_once)
        self.screen.refresh()

    def change_scale(self) -> None:
        """Draw bars by powers of ten, or by the counts themselves."""
        self.visit.logarithmic = not self.visit.logarithmic
        self.screen.refresh()

    def start_or_stop(self) -> None:
        """Begin the race, or stop it when it takes long."""
        if self._can_stop:
            self.racing.stop()
            self.screen.refresh()
        else:
            self.start()

    def choose_depth(self, depth: int) -> None:
        self._depth = depth
        self.start()

    @property
    def commands(self) -> Commands:
        if self.position is None:
            return {}
        return {
            **self.depth_commands,
            "start": self.start_or_stop,
            "minimax": self._give_minimax_up,
            "scale": self.change_scale,
        }

    def _give_minimax_up(self) -> bool:
        if self.racing.minimax_goes_on:
            self.racing.give_minimax_up()
            return True
        return False

    def close(self) -> None:
        if self.racing.running:
            self.racing.forget()  # who comes back sees it begin again

    # -- time

    @property
    def _can_stop(self) -> bool:
        return self.racing.running and self._waited >= _PATIENCE

    @property
    def _minimax_waits(self) -> bool:
        """Tell whether minimax has gone on for so long that it can be stopped alone."""
        return self._can_stop and self.racing.minimax_goes_on

    @property
    def _figures(self) -> Hashable:
        """Return what is told of the race by now, but for what is counted."""
        rows = tuple(map(self.rows.sentences, range(len(RACERS))))
        return self.position, self._can_stop, self._minimax_waits, self._status, rows

    @property
    def moving(self) -> bool:
        return self.racing.moving or self._shown != self._figures

    def elapse(self, dt: float) -> None:
        self._waited += dt
        self.racing.elapse(dt)

    def update(self, dt: float) -> None:
        self._since += dt
        position = self.position
        if position is not None and self.racing.position is not position.root:
            self.start()
        elif self._since >= _STEP and self._shown != self._figures:
            self.screen.refresh()
