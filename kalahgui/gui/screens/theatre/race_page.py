"""One position, searched by five algorithms side by side, a row each."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import (
    MARKS,
    GrowthChart,
    GrowthLine,
    mark_picture,
)
from kalahgui.gui.paint.paragraph import balance, line_height, wrap, write_lines
from kalahgui.gui.screens.theatre.page import BoardPage
from kalahgui.gui.screens.theatre.race_rows import RaceRows, racer_name, racer_shade
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import number, seconds_words
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.theatre.race import RACERS, Racing
from kalahgui.theatre.subject import PositionSubject

_DEPTH = 6
_ROWS_SHARE = 0.72
_NOTE_LINES = 2
# A search that ends sooner needs no button to stop it.
_PATIENCE = 0.5


class RacePage(BoardPage):
    """Race five searches."""

    keys = "race_keys"
    name = "race"

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect) -> None:
        self.racing = Racing(screen.services.engine)
        self._depth = _DEPTH
        self._waited = 0.0
        super().__init__(screen, visit, rect)

    @property
    def depth(self) -> int:
        return self._depth

    # -- layout

    def lay_out(self) -> None:
        self._stoppable = self._can_stop()
        subject = self.subject
        if subject is None:
            self.cards = (self.rect,)
            width = self.rect.width // 2
            self._lines = balance(say("race_needs_position"), self.scale.body, width)
            return
        px = self.scale.px
        words, style = ("race_stop", "soft") if self._stoppable else ("race_again", "go")
        texts = (
            "\n\n".join(say(key, count=self.depth) for key in keys)
            for keys in (("race_words", "race_words_more"), ("race_words",))
        )
        note = px(18) + line_height(self.scale.small) * _NOTE_LINES
        button = (say(words), style, self.start_or_stop)
        self.lay_out_left(subject, button, say("race_title"), texts, px(10) + note, px(150))
        self._lay_out_right()

    def _lay_out_right(self) -> None:
        px, scale = self.scale.px, self.scale
        inside = self.right.inflate(-px(48), -px(36))
        rows = inside.copy()
        head = max(px(28), round(scale.small * 1.7))
        rows.y += head + px(6)
        rows.height = round(inside.height * _ROWS_SHARE) - head
        self._heads_y = inside.y + head // 2
        room = 0
        if self._stoppable and self.racing.minimax_goes_on:
            words = say("race_stop_minimax")
            width = theme.font(scale.body, True).size(words)[0] + px(28)
            room = width + px(12)
        self.rows = RaceRows(rows, self.palette, scale, self.racing, room, self.visit.logarithmic)
        self._lay_out_switch(inside, head)
        if room:
            height = max(px(26), round(scale.small * 1.6))
            button = pygame.Rect(inside.right - room + px(12), 0, room - px(12), height)
            button.centery = self.rows.below(0) + px(3)
            self.screen.controls.button(button, words, self.racing.give_minimax_up, style="soft")
        chart = pygame.Rect(inside.x, rows.bottom + px(4), inside.width, 0)
        self._chart_title = chart.topleft
        names = [racer_name(racer) for racer in range(len(RACERS))]
        face = theme.font(scale.small)
        self._legend_mark = max(8, scale.small * 3 // 4)
        step = self._legend_mark + px(5)
        self._legend_widths = [step + face.size(name)[0] + px(16) for name in names]
        title = theme.font(scale.body, True).size(say("race_by_depth"))[0] + px(20)
        beside = title + sum(self._legend_widths) <= inside.width
        self._legend_at = (
            inside.right - sum(self._legend_widths) + px(16) if beside else inside.x,
            chart.y + (0 if beside else line_height(scale.body)) + line_height(scale.body) // 2,
        )
        chart.y += line_height(scale.body) * (1 if beside else 2) + px(2)
        chart.height = inside.bottom - chart.y
        self.chart = GrowthChart(chart, self.palette, scale.small, self.depth)

    def _lay_out_switch(self, inside: pygame.Rect, height: int) -> None:
        """Add the switch between linear and logarithmic bars, above them."""
        label = say("race_logarithmic")
        width = theme.font(self.scale.small).size(label)[0] + self.scale.px(26)
        switch = pygame.Rect(self.rows.bar(0).x, inside.y, width, height)
        self.screen.controls.button(
            switch,
            label,
            self.change_scale,
            style="segment_small",
            key=keymap.key((self.name,), "scale"),
            tip=say("race_logarithmic_tip"),
            selected=self.visit.logarithmic,
        )

    @property
    def views(self) -> list[Part]:
        if self.subject is None:
            return []
        return [*super().views, self.rows.part, self._chart_part]

    @property
    def _chart_part(self) -> Part:
        """Return the chart as a table: a row for each depth."""
        lines = [dict(line.points) for line in self._series()]
        names = [racer_name(racer) for racer in range(len(RACERS))]
        rect, rows = self.chart.rect, []
        for depth in range(1, self.depth + 1):
            counts = [number(line[depth]) if depth in line else "" for line in lines]
            if any(counts):
                words = [say("limit_turns", count=depth), *counts]
                rows.append(row_part(["", *names], words, rect, depth))
        return table_part(say("race_by_depth"), rect, rows)

    # -- what the visitor does

    @property
    def subject(self) -> PositionSubject | None:
        """Return the position of a game that is looked at; None for a written tree."""
        subject = self.visit.subject
        return subject if isinstance(subject, PositionSubject) else None

    def start(self) -> None:
        """Begin the race."""
        subject = self.subject
        if subject is None:
            return
        at_once = self.screen.services.choices.pace == "off"
        self._waited = 0.0
        self.racing.start(subject.root, self.depth, at_once)
        self.screen.app.wake()

    def change_scale(self) -> None:
        """Draw bars by powers of ten, or by the counts themselves."""
        self.visit.logarithmic = not self.visit.logarithmic
        self.screen.refresh()

    def start_or_stop(self) -> None:
        """Begin the race, or stop it when it takes long."""
        if self._can_stop():
            self.racing.stop()
            self.screen.refresh()
        else:
            self.start()

    def choose_depth(self, depth: int) -> None:
        self._depth = depth
        self.start()
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        if self.subject is None:
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
    def moving(self) -> bool:
        return self.racing.moving or self._stoppable != self._can_stop()

    @property
    def subtitle(self) -> str:
        return say("limit_turns", count=self.depth) if self.subject is not None else ""

    def elapse(self, dt: float) -> None:
        self._waited += dt
        self.racing.elapse(dt)

    def update(self, dt: float) -> None:
        subject = self.subject
        if subject is not None and self.racing.position is not subject.root:
            self.start()
        if self._stoppable != self._can_stop():
            self.screen.refresh()

    def _can_stop(self) -> bool:
        return self.racing.running and self._waited >= _PATIENCE

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        if self.subject is None:
            self._draw_refusal(surface)
            return
        self.draw_left(surface)
        self._draw_note(surface)
        small, quiet, rows = self.scale.small, self.palette.quiet, self.rows
        for key, x in (("race_evaluations", rows.count_right), ("race_share", rows.share_right)):
            theme.write(surface, say(key), (x, self._heads_y), small, quiet, anchor="midright")
        self.rows.draw(surface)
        self._draw_chart(surface)

    def _draw_refusal(self, surface: pygame.Surface) -> None:
        size = self.scale.body
        y = self.rect.centery - line_height(size) * len(self._lines) // 2
        for line in self._lines:
            self.write(surface, line, (self.rect.centerx, y), size, anchor="center")
            y += line_height(size)

    def _draw_note(self, surface: pygame.Surface) -> None:
        scale, row = self.scale, self.depths
        assert row is not None, "a position has depths"
        words, colour = self._status()
        lines = wrap(words, scale.small, row.width)
        y = row.y - scale.px(18) - line_height(scale.small) * len(lines)
        write_lines(surface, lines, (row.x, y), scale.small, colour)
        y = row.y - scale.px(9)
        pygame.draw.line(surface, self.palette.line, (row.x, y), (row.right - 1, y))

    def _status(self) -> tuple[str, pygame.Color]:
        """Say what is shown otherwise than it happened, or that something went wrong."""
        racing = self.racing
        if racing.failure:
            return say("race_failed", why=racing.failure), self.palette.bad
        if racing.slowed and racing.running:
            return say("race_slowed"), self.palette.accent
        if racing.slowed:
            seconds = seconds_words(racing.seconds)
            return say("race_slowed_from", seconds=seconds), self.palette.accent
        return "", self.palette.quiet

    def _draw_chart(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        self.write(surface, say("race_by_depth"), self._chart_title, scale.body, bold=True)
        x, y = self._legend_at
        for racer in range(len(RACERS)):
            colour = racer_shade(racer, palette)
            mark = mark_picture(MARKS[racer], self._legend_mark, colour)
            surface.blit(mark, mark.get_rect(midleft=(x, y)))
            at = (x + self._legend_mark + scale.px(5), y)
            name = racer_name(racer)
            self.write(surface, name, at, scale.small, colour=palette.quiet, anchor="midleft")
            x += self._legend_widths[racer]
        self.chart.draw(surface, self._series())

    def _series(self) -> tuple[GrowthLine, ...]:
        racing = self.racing
        return tuple(
            GrowthLine(
                RACERS[racer].key,
                MARKS[racer],
                racer_shade(racer, self.palette),
                tuple(
                    (depth, count)
                    for depth, count in racing.results.by_depth(racer)
                    if count <= racing.reach
                ),
            )
            for racer in range(len(RACERS))
        )
