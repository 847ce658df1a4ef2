"""The rows of a race: a bar for each search, with its counts and how it stands to the others."""

from __future__ import annotations

import math
from functools import partial

import pygame

from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Painted, Row, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Icon, Live, Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import MARKS, Shade, mark_picture, powers_of_ten
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.searching.figures import times_words
from kalahgui.gui.services.naming import algorithm_words, number, signed
from kalahgui.theatre.race import MINIMAX, RACERS, Racing
from kalahgui.words import say

_NEARLY_ALIKE = 1.05
_MOST = 88_888_888  # evaluations, for which there is room
# Units of the layout: of the two lines of a row and a whole one, of a bar, of a mark and what is
# after it, and of an icon and what is between it and words.
_ABOVE, _BELOW, _TALL, _BAR, _MARK, _AFTER_MARK, _ICON, _BETWEEN = 28, 22, 76, 20, 11, 10, 15, 3


def racer_name(racer: int) -> str:
    """Return what a racer is called: by its search, and what helps it."""
    key, algorithm = RACERS[racer].key, RACERS[racer].algorithm
    return say(f"race_{key}", algorithm=algorithm_words(algorithm, begins=True))


def racer_shade(racer: int, palette: Palette) -> Shade:
    """Return the colour of a racer's bar and line."""
    colours = (palette.accent, palette.other, palette.best, palette.quiet, palette.ink)
    colour = colours[racer]
    return colour.r, colour.g, colour.b, colour.a


def racer_mark(racer: int, screen: Screen) -> Painted:
    """Return the mark of a racer, which its line in the chart has, too."""

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        picture = mark_picture(MARKS[racer], rect.height, racer_shade(racer, screen.palette))
        surface.blit(picture, rect)

    return Painted(paint, width=_MARK, height=_MARK)


def percent_words(share: float) -> str:
    """Write a share in percent with two digits that count.

    >>> percent_words(1.0), percent_words(0.0639), percent_words(0.00104), percent_words(0.2)
    ('100 %', '6.4 %', '0.10 %', '20 %')
    """
    percent = 100 * share
    digits = 0 if percent >= 9.95 else 1 if percent >= 0.995 else 2
    return f"{percent:.{digits}f} %"


class RaceRows:
    """Makes the rows of a race from what is shown of it by now."""

    def __init__(self, screen: Screen, racing: Racing, visit: Visit) -> None:
        """A bar is as long as its share of the most evaluations.

        Where the ``visit`` has logarithmic bars it is that of their powers of ten.
        """
        self._screen = screen
        self._racing = racing
        self._visit = visit

    def table(self, above_bars: Element) -> Table:
        """Return the rows as a table, with something in its head above the bars."""
        heads = ("", "", say("race_evaluations"), say("race_share"))
        head = partial(Text, type="small", colour="quiet", line=True, silent=True)
        racers = range(len(RACERS))
        return Table(
            say("race_title"),
            heads,
            [self._row(racer) for racer in racers],
            headed=[Space(), above_bars, *(head(words) for words in heads[2:])],
            right={2, 3},
            shares=(0, 1, 0, 0),
            tall=_TALL,
            gap=10,
            ruled=racers[1:],
        )

    def sentences(self, racer: int) -> tuple[str, str, tuple[str, bool]]:
        """Return the value of a racer, whether it is that of the others, and how it stands."""
        return self._value(racer), self._verdict(racer), self._note(racer)

    def _row(self, racer: int) -> list[Element]:
        value, verdict, (note, loud) = self.sentences(racer)
        agrees, small = self._racing.results.agrees(racer), self._screen.scale.small
        sure = "quiet" if agrees is None else "best" if agrees else "bad"
        least = "quiet" if racer == MINIMAX else "best"
        right = partial(Text, type="small", colour=sure, bold=True, line=True, align="right")
        live = partial(Live, bold=True, align="right")
        name = Text(racer_name(racer), "heading", bold=True, line=True)
        what = Text(say(f"race_{RACERS[racer].key}_what"), "small", "quiet", line=True)
        icon = Icon("check" if agrees else "close", sure, _ICON)
        compared = Row(Space(grow=1), icon, right(verdict), gap=_BETWEEN) if verdict else Space()
        verdicts = (self._units(say(f"race_{key}"), small) for key in ("same", "other"))
        return [
            _lines(
                Row(racer_mark(racer, self._screen), name, gap=_AFTER_MARK),
                Row(Space(width=_MARK + _AFTER_MARK), what),
            ),
            _lines(
                Painted(partial(self._draw_bar, racer)),
                Text(note, "small", "accent" if loud else "quiet", bold=loud, line=True),
            ),
            _lines(
                live(partial(self._count_words, racer), "heading", smaller="small"),
                right(value),
                self._units(number(_MOST), self._screen.scale.heading),
            ),
            _lines(
                live(partial(self._share_words, racer), colour=least),
                compared,
                max(verdicts) + _ICON + 4 * _BETWEEN,
            ),
        ]

    def _units(self, words: str, size: int) -> float:
        return wide(words, size, True) / self._screen.scale.layout

    # -- what is shown

    def _shown(self, racer: int) -> int:
        return self._racing.shown(self._racing.results.evaluations(racer))

    def _count_words(self, racer: int) -> str:
        return number(self._shown(racer)) if self._racing.results.evaluations(racer) else "–"

    def arrived(self, racer: int) -> bool:
        """Tell whether all that a racer has counted is shown."""
        lap = self._racing.results.finished(racer)
        return lap is not None and self._racing.shown(lap.evaluations) == lap.evaluations

    def _value(self, racer: int) -> str:
        lap = self._racing.results.finished(racer)
        if lap is None or lap.value is None or not self.arrived(racer):
            return ""
        return say("race_value", value=signed(lap.value))

    def _verdict(self, racer: int) -> str:
        agrees = self._racing.results.agrees(racer)
        if agrees is None or not self._value(racer):
            return ""
        return say("race_same" if agrees else "race_other")

    def _share_words(self, racer: int) -> str:
        results = self._racing.results
        if not self.arrived(racer):
            return ""
        share = results.share(racer)
        if share is not None:
            return percent_words(share) if self.arrived(MINIMAX) else ""
        most = results.at_most(racer)
        return "" if most is None else f"< {percent_words(most)}"

    def _note(self, racer: int) -> tuple[str, bool]:
        """Say how a racer stands, and whether that is worth raising one's voice."""
        results = self._racing.results
        lap, running = results.lap(racer), results.running
        if lap is not None and lap.value is None:
            return say("race_stopped", n=lap.evaluations), False
        if lap is None:
            if not self._racing.running:
                return say("race_not_run"), False
            if running is None or running.racer != racer:
                return say("race_waiting"), False
            if running.depth < results.depth:
                return say("race_shallow", count=running.depth), False
            return say("race_searching"), False
        if not self.arrived(racer):
            return "", False
        if racer == MINIMAX:
            return say("race_logarithmic_tip") if self._visit.logarithmic else "", False
        above = results.more_than_above(racer)
        if above is not None and self.arrived(racer - 1):
            if above < _NEARLY_ALIKE:
                return say("race_slightly_more"), True
            return say("race_more", n=times_words(above)), True
        return self._fewer_words(racer), False

    def _fewer_words(self, racer: int) -> str:
        share = self._racing.results.share(racer)
        if share is None or not self.arrived(MINIMAX):
            return ""
        if 1 / share < _NEARLY_ALIKE:
            return say("race_as_many")
        return say("race_fewer", n=times_words(1 / share))

    # -- the bars

    def bar_share(self, racer: int) -> float:
        """Return how much of its track a racer's bar fills."""
        shown, most = self._shown(racer), max(map(self._shown, range(len(RACERS))))
        if not self._visit.logarithmic:
            return shown / most if most else 0.0
        return math.log10(shown) / self._powers if shown > 1 else 0.0

    @property
    def _powers(self) -> int:
        results = self._racing.results
        return powers_of_ten(max(map(results.evaluations, range(len(RACERS)))))

    def _draw_bar(self, racer: int, surface: pygame.Surface, rect: pygame.Rect) -> None:
        palette, share = self._screen.palette, self.bar_share(racer)
        bar = pygame.Rect(rect.x, 0, rect.width, max(10, self._screen.scale.px(_BAR)))
        bar.centery = rect.centery
        radius = bar.height // 2
        surface.blit(theme.rounded(bar.size, radius, palette.line), bar)
        if share:
            # Cut off, not rounded: a small share is no longer than it is.
            colour = pygame.Color(racer_shade(racer, palette))
            filled = theme.rounded(bar.size, radius, colour)
            surface.blit(filled, bar, (0, 0, max(2, round(bar.width * share)), bar.height))
        for power in range(1, self._powers if self._visit.logarithmic else 0):
            x = bar.x + round(bar.width * power / self._powers)
            pygame.draw.line(surface, palette.card, (x, bar.y + 1), (x, bar.bottom - 2))


def _lines(above: Element, below: Element, width: float | None = None) -> Column:
    """Return two lines of a row, at the same height in all cells."""
    above.height, below.height = _ABOVE, _BELOW
    return Column(above, below, width=width)
