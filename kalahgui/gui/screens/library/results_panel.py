"""What the games on a board say of the player: against the levels, in the course of time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.engine.levels import levels_on
from kalahgui.games.game import Game, Opening
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Painted, Row, Rule, Scroll, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.charts import draw_stacked, render_course
from kalahgui.gui.screens.library.games import Counting
from kalahgui.gui.screens.library.wording import period_words
from kalahgui.gui.services import naming
from kalahgui.library.statistics import LAST_GAMES, WINDOW, LevelRecord, Statistics
from kalahgui.review.like_level import FEWEST_GAMES
from kalahgui.words import chosen, say

# Lengths in units of the layout.
WIDTH = 368
_LEVEL = 24
_COURSE, _BARS = (36, 54), (34, 50)  # at least and at most
_AXIS = 24  # beside a chart, for its numbers
# As low as its letters: in a small window all of the statistics are to be seen.
_line = partial(Text, type="small", colour="quiet", line=True, height=1)

_course = kept(4)(render_course)


class StatisticsPanel:
    """What is known of the board that is counted."""

    def __init__(self, screen: Screen, counting: Counting) -> None:
        self._screen, self._counting = screen, counting

    def content(self) -> Element:
        """Return the statistics, and the arrows that lead to other boards."""
        board, statistics = self._counting.board, self._counting.statistics
        title = say("library_statistics") if board is None else naming.title_of(*board)
        below = []
        if board is None:
            none = _line(say("library_no_statistics"), align="centre")
            below = [Space(grow=1), none, Space(grow=1)]
        elif statistics is not None:
            below = self._known(*board, statistics)
        head = Row(
            self._arrow("board_before", "chevron_left"),
            Heading(title, line=True, align="centre", grow=1),
            self._arrow("board", "chevron_right"),
        )
        return Scroll(Column(head, *below, gap=4, padding=(18, 8, 18, 8)), grow=1)

    def _arrow(self, command: str, icon: str) -> Element:
        if len(self._counting.boards) < 2:
            return Space(width=32, height=32)
        tip = say(f"library_{command}")
        return self._screen.does(command, icon=icon, style="soft", tip=tip, width=32, height=32)

    def _known(self, game: Game, variant: str, statistics: Statistics) -> list[Element]:
        title = _line(say("library_levels"), align="centre", silent=True)  # the table is called so
        parts = [title, self._levels(game, variant, statistics)]
        if game.has_points:
            parts += self._like_level(statistics, len(levels_on(game, variant)))
            parts += self._losses(statistics, game)
        streak = say("library_streak", n=statistics.streak)
        if statistics.running > 1:
            streak = f"{streak} · {say('library_running', n=statistics.running)}"
        longest = [_line(say("library_longest", count=statistics.longest))]
        # Where openings have names, the longest game is nearly always as long as the board allows.
        last = self._openings(statistics) or longest
        return [*parts, Rule(), Column(_line(streak), *last, gap=3)]

    def _openings(self, statistics: Statistics) -> list[Element]:
        pair = statistics.best_and_worst_opening
        if pair is None:
            return []
        keys = ("library_opening_best", "library_opening_worst")
        return [
            _opening(key, opening, statistics.openings[opening])
            for key, opening in zip(keys, pair, strict=True)
        ]

    # -- against the levels

    def _levels(self, game: Game, variant: str, statistics: Statistics) -> Element:
        heads = ["", *(say(f"library_{how}") for how in ("won", "drawn", "lost"))]
        rows, row_words = list[list[Element]](), [heads]
        for level in levels_on(game, variant):
            record = statistics.levels.get(level.number, LevelRecord())
            label, bar = str(level.number), partial(self._draw_record, record)
            rows.append(
                [_line(label, colour="ink", bold=True), Painted(bar, height=13), _counts(record)]
            )
            row_words.append([say("level_n", n=level.number), *map(str, _figures(record))])
        if statistics.earlier != LevelRecord():
            words = say("library_earlier")
            rows.append([Row(_line(words, grow=1), _counts(statistics.earlier))])
            row_words.append([words, *map(str, _figures(statistics.earlier))])
        table = partial(Table, right=(2,), shares=(0, 1, 0), tall=_LEVEL, gap=12, spoken=row_words)
        return table(say("library_levels"), ("",) * 3, rows)

    def _draw_record(self, record: LevelRecord, surface: pygame.Surface, rect: pygame.Rect) -> None:
        palette = self._screen.palette
        parts = (
            (record.won, palette.best),
            (record.drawn, palette.quiet.lerp(palette.card, 0.4)),
            (record.lost, palette.bad.lerp(palette.card, 0.25)),
        )
        draw_stacked(surface, rect, parts, palette)

    # -- in the course of time

    def _like_level(self, statistics: Statistics, levels: int) -> list[Element]:
        value = naming.count_words(None) if statistics.level is None else str(statistics.level)
        head = _headed(say("library_like_level"), value)
        if statistics.level is None:
            return [*head, _line(say("library_like_unknown", n=FEWEST_GAMES))]
        if len(statistics.course) < 2:
            return [*head, _line(say("library_course_unknown", n=WINDOW))]
        zone = self._screen.services.clock().tzinfo
        begin, end = period_words(statistics.course[0].moment, statistics.course[-1].moment, zone)
        # What the points of the course are is said where there is room.
        words = _line(say("library_course", n=WINDOW), shorter=("",), align="centre", grow=1)
        times = Row(_line(begin), words, _line(end), gap=8, padding=(_AXIS, 0, 0, 0))
        return [*head, _chart(partial(self._draw_course, statistics, levels), *_COURSE), times]

    def _draw_course(
        self, statistics: Statistics, levels: int, surface: pygame.Surface, rect: pygame.Rect
    ) -> None:
        palette, px = self._screen.palette, self._screen.scale.px
        values = tuple(point.level for point in statistics.course)
        size = (rect.width - px(_AXIS), rect.height)
        picture = _course(size, values, (1, max(2, levels)), palette.accent, palette.line)
        at = (rect.x + px(_AXIS), rect.y)
        surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        for figure, y in ((levels, rect.y + px(3)), (1, rect.bottom - px(3))):
            self._write(surface, str(figure), (rect.x, y))

    def _write(self, surface: pygame.Surface, figure: str, at: tuple[int, int]) -> None:
        scale, palette = self._screen.scale, self._screen.palette
        theme.write(surface, figure, at, scale.small, palette.quiet, anchor="midleft")

    def _losses(self, statistics: Statistics, game: Game) -> list[Element]:
        mean = statistics.loss_a_move
        words = say(f"review_loss_{game.key}")
        value = naming.count_words(None) if mean is None else f"{mean:.1f}"
        head = _headed(naming.capital(words), value)
        if mean is None:
            return [*head, _line(say("library_loss_unknown"))]
        losses = [loss.lost / loss.moves for loss in statistics.losses]
        count = _line(say("library_last_games", count=len(losses)))
        bars = _chart(partial(self._draw_losses, losses), *_BARS)
        return [*head, bars, Row(count, padding=(_AXIS, 0, 0, 0))]

    def _draw_losses(self, losses: list[float], surface: pygame.Surface, rect: pygame.Rect) -> None:
        palette, px, step = self._screen.palette, self._screen.scale.px, round_step(max(losses))
        left = self._draw_axis(surface, rect, step)
        most, room = 2 * step, (rect.right - left) / LAST_GAMES
        for index, lost in enumerate(losses):
            height = max(px(3), round(rect.height * lost / most))
            x = left + round(index * room)
            bar = pygame.Rect(x, rect.bottom - height, round(room * 0.7), height)
            share = 0.25 * (1 - (index + 1) / len(losses))
            colour = palette.accent.lerp(palette.card, share)
            surface.blit(theme.rounded(bar.size, px(3), colour), bar)

    def _draw_axis(self, surface: pygame.Surface, rect: pygame.Rect, step: float) -> int:
        """Draw lines with their figures at 0, at a step and at two; return where they begin."""
        scale, px = self._screen.scale, self._screen.scale.px
        figures = [f"{count * step:g}" for count in range(3)]
        widest = max(theme.font(scale.small).size(figure)[0] for figure in figures)
        left = rect.x + max(px(_AXIS), widest + px(8))
        for count, figure in enumerate(figures):
            y = round(rect.bottom - rect.height * count / 2)
            surface.fill(self._screen.palette.line, (left, y, rect.right - left, max(1, px(1))))
            self._write(surface, figure, (rect.x, y))
        return left


def _chart(paint: Callable[[pygame.Surface, pygame.Rect], None], least: int, most: int) -> Element:
    return Painted(paint, height=least, most=most, grow=1)


def _headed(words: str, value: str) -> list[Element]:
    figure = Text(value, "title", "accent", bold=True, line=True)
    return [Rule(), Row(Heading(words, line=True, grow=1), figure, gap=8)]


def _opening(key: str, opening: Opening, record: LevelRecord) -> Element:
    name = opening.name(chosen())
    words, short = (say(which, opening=name) for which in (key, f"{key}_short"))
    return Row(_line(words, shorter=(short,), grow=1), _counts(record), gap=8)


def _counts(record: LevelRecord) -> Element:
    none = record == LevelRecord()
    return _line(naming.count_words(None) if none else "–".join(map(str, _figures(record))))


def round_step(most: float) -> float:
    """Return the smallest round number that reaches ``most`` when it is taken twice.

    >>> round_step(3.7), round_step(0.3), round_step(12), round_step(0)
    (2.0, 0.15, 10.0, 0.1)
    """
    steps = (float(f"{digit}e{tens}") for tens in range(-1, 9) for digit in (1, 1.5, 2, 3, 5))
    return next(step for step in steps if 2 * step >= most)


def _figures(record: LevelRecord) -> tuple[int, int, int]:
    return record.won, record.drawn, record.lost
