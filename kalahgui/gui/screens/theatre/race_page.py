"""One position, searched by five algorithms side by side."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.growth_chart import MARKS, GrowthChart, GrowthLine, mark_picture
from kalahgui.gui.paint.paragraph import balance, line_height, wrap, write_lines
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.screens.theatre.race_rows import RaceRows, racer_name, racer_shade
from kalahgui.gui.screens.theatre.racing import Racing
from kalahgui.gui.screens.theatre.side_card import GAP, WIDTH, DepthRow, Lesson, StillBoard
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import seconds_words
from kalahgui.gui.services.theatre_visit import USUAL_DEPTHS, Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.theatre.race import RACERS
from kalahgui.theatre.subject import PositionSubject

_DEPTH = 6
_ROWS_SHARE = 0.70
# A search that ends sooner needs no button to stop it.
_PATIENCE = 0.5


class RacePage(TheatrePage):
    """Race five searches."""

    keys = "race_keys"
    key_place = "race"
    file_name = "race"

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect) -> None:
        self.racing = Racing(screen.services.engine)
        self.depth = _DEPTH
        self._waited = 0.0
        super().__init__(screen, visit, rect)

    # -- layout

    def lay_out(self) -> None:
        px = self.scale.px
        self._left = self.card(28, WIDTH)
        right = 28 + WIDTH + GAP
        self._right = self.card(right, self.screen.width - 28 - right)
        self._stoppable = self._can_stop()
        self.cards = (self._left, self._right)
        inside = self._left.inflate(-px(48), -px(48))
        subject = self.subject
        if subject is None:
            self.cards = (self.rect,)
            width = self.rect.width // 2
            self._lines = balance(say("race_needs_position"), self.scale.body, width)
            return
        self._lay_out_left(inside, subject)
        self._lay_out_right()

    def _lay_out_left(self, inside: pygame.Rect, subject: PositionSubject) -> None:
        px, scale = self.scale.px, self.scale
        height = max(px(44), round(scale.body * 2.0))
        button = pygame.Rect(inside.x, inside.bottom - height, inside.width, height)
        words, style = ("race_stop", "soft") if self._stoppable else ("race_again", "go")
        self.screen.controls.button(button, say(words), self.start_or_stop, style=style)
        bottom = button.y - px(20)
        self._depths = DepthRow(self.screen, inside, bottom, self.depth, self.choose_depth)
        self._note_lines = 2
        self._note_y = self._depths.rect.y - px(18) - line_height(scale.small) * self._note_lines
        room = self._note_y - px(10) - inside.y
        texts = (
            "\n\n".join(say(key, count=self.depth) for key in keys)
            for keys in (("race_words", "race_words_more"), ("race_words",))
        )
        title = say("race_title")
        self._lesson = Lesson.fitting(title, texts, scale, inside.width, room - px(150))
        height = min(room - self._lesson.height - px(16), px(230))
        board = pygame.Rect(inside.x, inside.y, inside.width, height)
        self._board = StillBoard(subject, board, self.palette, self.screen.services.choices)
        self._words_at = (inside.x, board.bottom + px(16))

    def _lay_out_right(self) -> None:
        px, scale = self.scale.px, self.scale
        inside = self._right.inflate(-px(48), -px(36))
        rows = inside.copy()
        rows.height = round(inside.height * _ROWS_SHARE)
        self._stop_rect = None
        room = 0
        if self._stoppable and self.racing.minimax_goes_on:
            words = say("race_stop_minimax")
            width = theme.font(scale.body, True).size(words)[0] + px(28)
            room = width + px(12)
        self.rows = RaceRows(rows, self.palette, scale, room)
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

    def start_or_stop(self) -> None:
        """Begin the race, or stop it when it takes long."""
        if self._can_stop():
            self.racing.stop()
            self.screen.refresh()
        else:
            self.start()

    def choose_depth(self, depth: int) -> None:
        """Race to another depth."""
        self.depth = depth
        self.start()
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        if self.subject is None:
            return {}
        return {
            **{f"depth_{depth}": partial(self.choose_depth, depth) for depth in USUAL_DEPTHS},
            "start": self.start_or_stop,
            "minimax": self._give_minimax_up,
        }

    def _give_minimax_up(self) -> bool:
        if self.racing.minimax_goes_on:
            self.racing.give_minimax_up()
            return True
        return False

    def close(self) -> None:
        self.racing.stop()

    # -- time

    @property
    def moving(self) -> bool:
        return self.racing.moving

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
        self._draw_left(surface)
        self.rows.draw(surface, self.racing)
        self._draw_chart(surface)

    def _draw_refusal(self, surface: pygame.Surface) -> None:
        """Say that there is no position to race on."""
        size = self.scale.body
        y = self.rect.centery - line_height(size) * len(self._lines) // 2
        for line in self._lines:
            self.write(surface, line, (self.rect.centerx, y), size, anchor="center")
            y += line_height(size)

    def _draw_left(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        self._board.draw(surface)
        self._lesson.draw(surface, self._words_at, palette, scale)
        words, colour = self._status()
        row = self._depths.rect
        lines = wrap(words, scale.small, row.width)
        y = self._note_y + line_height(scale.small) * (self._note_lines - len(lines))
        write_lines(surface, lines, (row.x, y), scale.small, colour)
        y = row.y - scale.px(9)
        pygame.draw.line(surface, palette.line, (row.x, y), (row.right - 1, y))
        self._depths.draw(surface, palette, scale)

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
                    if count <= racing.replay.reach
                ),
            )
            for racer in range(len(RACERS))
        )
