"""The rows of a race: a bar for each search, with its counts and how it stands to the others."""

from __future__ import annotations

import math

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import (
    MARKS,
    Shade,
    mark_picture,
    powers_of_ten,
)
from kalahgui.gui.paint.theme import Palette, Scale, icon
from kalahgui.gui.services.naming import number, signed
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.theatre.race import MINIMAX, RACERS, Racing

_NEARLY_ALIKE = 1.05


def racer_name(racer: int) -> str:
    """Return what a racer is called."""
    return say(f"race_{RACERS[racer].key}")


def racer_colour(racer: int, palette: Palette) -> pygame.Color:
    """Return the colour of a racer's bar and line."""
    colours = (palette.accent, palette.other, palette.best, palette.quiet, palette.ink)
    return colours[racer]


def racer_shade(racer: int, palette: Palette) -> Shade:
    """Return the same colour as a key."""
    colour = racer_colour(racer, palette)
    return colour.r, colour.g, colour.b, colour.a


def times_words(times: float) -> str:
    """Write how many times as many: exactly where that matters.

    >>> times_words(1.23), times_words(9.96), times_words(101.4)
    ('1.2', '10', '101')
    """
    return f"{times:.1f}" if round(times, 1) < 10 else number(round(times))


def percent_words(share: float) -> str:
    """Write a share in percent with two digits that count.

    >>> percent_words(1.0), percent_words(0.0639), percent_words(0.00104), percent_words(0.2)
    ('100 %', '6.4 %', '0.10 %', '20 %')
    """
    percent = 100 * share
    digits = 0 if percent >= 9.95 else 1 if percent >= 0.995 else 2
    return f"{percent:.{digits}f} %"


class RaceRows:
    """Lay out and paint the rows of the race."""

    def __init__(
        self,
        rect: pygame.Rect,
        palette: Palette,
        scale: Scale,
        racing: Racing,
        room_right: int = 0,
        logarithmic: bool = False,
    ) -> None:
        """Lay out; minimax has ``room_right`` pixels less below its bar, for a button.

        A bar is as long as its share of the most evaluations, or of their powers of ten when it is
        ``logarithmic``.
        """
        self.rect = rect
        self.palette = palette
        self.scale = scale
        self._racing = racing
        self._room_right = room_right
        self._logarithmic = logarithmic
        px = scale.px
        self._mark = max(8, px(11))
        self._name = max(scale.body, px(18 * scale.text))
        names = [racer_name(racer) for racer in range(len(RACERS))]
        most = round(rect.width * 0.27)
        while self._name > scale.small and self._widest(names) > most:
            self._name -= 1
        self._name_x = rect.x + self._mark + px(10)
        what = theme.font(scale.small)
        widest = max(what.size(say(f"race_{each.key}_what"))[0] for each in RACERS)
        left = self._name_x + max(self._widest(names), widest) + px(22)
        self._count = max(scale.body, px(17 * scale.text))
        share = max(
            theme.font(scale.body, True).size("< 100 %")[0],
            theme.font(scale.small).size(say("race_share"))[0],
        )
        count = theme.font(self._count, True).size(number(888_888_888))[0]
        self.share_right = rect.right
        self.count_right = rect.right - share - px(14)
        bar_right = self.count_right - count - px(14)
        self._bar = pygame.Rect(left, 0, bar_right - left, max(10, px(20)))

    def _widest(self, names: list[str]) -> int:
        face = theme.font(self._name, True)
        return max(face.size(name)[0] for name in names)

    @property
    def pitch(self) -> float:
        """Return the distance from row to row."""
        return self.rect.height / len(RACERS)

    def middle(self, racer: int) -> int:
        """Return the height of a bar's middle."""
        return round(self.rect.y + self.pitch * racer + self.pitch * 0.34)

    def below(self, racer: int) -> int:
        """Return the middle of the line below a bar."""
        away = self._bar.height / 2 + self.scale.small * 0.95
        return self.middle(racer) + round(max(away, self.pitch * 0.31))

    @property
    def part(self) -> Part:
        """Return the table for those who do not see it."""
        heads = ("", say("race_evaluations"), say("race_share"), "", "")
        rows = [
            row_part(heads, self._words(racer), pygame.Rect(self._row(racer)), RACERS[racer].key)
            for racer in range(len(RACERS))
        ]
        return table_part(say("race_title"), self.rect, rows)

    def _row(self, racer: int) -> tuple[int, int, int, int]:
        top = self.rect.y + round(self.pitch * racer)
        return self.rect.x, top, self.rect.width, round(self.pitch)

    def _words(self, racer: int) -> list[str]:
        """Say a row: who it is, how many positions, their share, the value, and how it stands."""
        results = self._racing.results
        name = f"{racer_name(racer)} ({say(f'race_{RACERS[racer].key}_what')})"
        count = number(self._shown(racer)) if results.evaluations(racer) else ""
        lap, agrees, value = results.finished(racer), results.agrees(racer), ""
        if lap is not None and lap.value is not None and self.arrived(racer):
            value = say("race_value", value=signed(lap.value))
            if agrees is not None:
                value = f"{value}, {say('race_same' if agrees else 'race_other')}"
        return [name, count, self._share_words(racer), value, self._note_words(racer)[0]]

    def draw(self, surface: pygame.Surface) -> None:
        """Paint all rows."""
        for racer in range(len(RACERS)):
            self._draw_row(surface, racer)
            if racer:
                y = round(self.rect.y + self.pitch * racer - self.scale.px(6))
                line = self.palette.line
                pygame.draw.line(surface, line, (self.rect.x, y), (self.rect.right - 1, y))

    def _shown(self, racer: int) -> int:
        return self._racing.shown(self._racing.results.evaluations(racer))

    def bar_share(self, racer: int) -> float:
        """Return how much of its track a racer's bar fills."""
        shown, most = self._shown(racer), max(map(self._shown, range(len(RACERS))))
        if not self._logarithmic:
            return shown / most if most else 0.0
        return math.log10(shown) / self._powers if shown > 1 else 0.0

    @property
    def _powers(self) -> int:
        results = self._racing.results
        return powers_of_ten(max(map(results.evaluations, range(len(RACERS)))))

    def _draw_row(self, surface: pygame.Surface, racer: int) -> None:
        palette, scale = self.palette, self.scale
        middle, below = self.middle(racer), self.below(racer)
        colour = racer_colour(racer, palette)
        mark = mark_picture(MARKS[racer], self._mark, racer_shade(racer, palette))
        surface.blit(mark, mark.get_rect(midleft=(self.rect.x, middle)))
        write = theme.write
        at = (self._name_x, middle)
        write(surface, racer_name(racer), at, self._name, palette.ink, True, "midleft")
        what = say(f"race_{RACERS[racer].key}_what")
        at = (self._name_x, below)
        write(surface, what, at, scale.small, palette.quiet, anchor="midleft")
        self._draw_bar(surface, racer, colour)
        at = (self.count_right, middle)
        words = number(self._shown(racer)) if self._racing.results.evaluations(racer) else "–"
        write(surface, words, at, self._count, palette.ink, True, "midright")
        shares = self._share_words(racer)
        ink = palette.best if racer != MINIMAX else palette.quiet
        write(surface, shares, (self.share_right, middle), scale.body, ink, True, "midright")
        right = self._draw_value(surface, racer, below)
        self._draw_note(surface, racer, below, right)

    def bar(self, racer: int) -> pygame.Rect:
        """Return the track of a racer's bar."""
        bar = self._bar.copy()
        bar.centery = self.middle(racer)
        return bar

    def _draw_bar(self, surface: pygame.Surface, racer: int, colour: pygame.Color) -> None:
        bar, share = self.bar(racer), self.bar_share(racer)
        radius = bar.height // 2
        surface.blit(theme.rounded(bar.size, radius, self.palette.line), bar)
        if share:
            # Cut off, not rounded: a small share is no longer than it is.
            filled = theme.rounded(bar.size, radius, colour)
            surface.blit(filled, bar, (0, 0, max(2, round(bar.width * share)), bar.height))
        if not self._logarithmic:
            return
        tick, powers = self.palette.card, self._powers
        for power in range(1, powers):
            x = bar.x + round(bar.width * power / powers)
            pygame.draw.line(surface, tick, (x, bar.y + 1), (x, bar.bottom - 2))

    def arrived(self, racer: int) -> bool:
        """Tell whether all that a racer has counted is shown."""
        lap = self._racing.results.finished(racer)
        return lap is not None and self._racing.shown(lap.evaluations) == lap.evaluations

    def _share_words(self, racer: int) -> str:
        results = self._racing.results
        if not self.arrived(racer):
            return ""
        share = results.share(racer)
        if share is not None:
            return percent_words(share) if self.arrived(MINIMAX) else ""
        most = results.at_most(racer)
        return "" if most is None else f"< {percent_words(most)}"

    def _draw_value(self, surface: pygame.Surface, racer: int, y: int) -> int:
        """Write a racer's value, and whether it is the same; return where that begins."""
        palette, small = self.palette, self.scale.small
        right = self.rect.right
        lap = self._racing.results.finished(racer)
        if lap is None or lap.value is None or not self.arrived(racer):
            return right - (self._room_right if racer == MINIMAX else 0)
        agrees = self._racing.results.agrees(racer)
        value = signed(lap.value)
        if agrees is None:
            words = say("race_value", value=value)
            rect = theme.write(surface, words, (right, y), small, palette.quiet, True, "midright")
            return rect.x
        ink = palette.best if agrees else palette.bad
        words = say("race_same" if agrees else "race_other")
        rect = theme.write(surface, words, (right, y), small, ink, True, "midright")
        size = round(small * 1.15)
        picture = icon("check" if agrees else "close", size, ink)
        place = picture.get_rect(midright=(rect.x - small // 4, y))
        surface.blit(picture, place)
        at = (place.x - small // 4, y)
        return theme.write(surface, value, at, small, ink, True, "midright").x

    def _draw_note(self, surface: pygame.Surface, racer: int, y: int, right: int) -> None:
        words, loud = self._note_words(racer)
        ink = self.palette.accent if loud else self.palette.quiet
        small = self.scale.small
        words = theme.fit(words, small, right - self._bar.x - self.scale.px(10), loud)
        theme.write(surface, words, (self._bar.x, y), small, ink, loud, "midleft")

    def _note_words(self, racer: int) -> tuple[str, bool]:
        """Say how a racer stands, and whether that is worth raising one's voice."""
        results = self._racing.results
        lap, running = results.lap(racer), results.running
        if lap is not None and lap.value is None:
            return say("race_stopped", n=number(lap.evaluations)), False
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
            return say("race_logarithmic_tip") if self._logarithmic else "", False
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
