"""What the games on a board say of the player: against the levels, in the course of time."""

from __future__ import annotations

from datetime import tzinfo

import pygame

from kalahgui.engine.levels import levels_on
from kalahgui.games.game import Game
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.charts import draw_stacked, render_course
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.library.days import day_of
from kalahgui.library.statistics import LAST_GAMES, WINDOW, LevelRecord, Statistics
from kalahgui.review.like_level import FEWEST_GAMES

# Lengths in units of the layout.
WIDTH = 368
_MARGIN = 24
_NOTE, _LEVELS_TOP, _LEVEL_STEP, _LEVELS_ROOM = 56, 80, 24, 220
_HEAD, _COURSE, _BARS = 28, 54, 50
_AXIS = 24  # beside the course, for the numbers of levels
_LETTER_ROOM, _COUNTS_ROOM = 28, 68

_course = kept(4)(render_course)


class StatisticsPanel:
    """Draws statistics on a card."""

    def __init__(self, screen: Screen, rect: pygame.Rect) -> None:
        self._screen = screen
        self.rect = rect
        px = screen.scale.px
        self._inside = rect.inflate(-2 * px(_MARGIN), 0)

    def arrow_place(self, step: int) -> pygame.Rect:
        """Return the place of the arrow that leads to the board before or after this one."""
        px = self._screen.scale.px
        place = pygame.Rect(0, 0, px(32), px(32))
        y = self.rect.y + px(_HEAD)
        if step < 0:
            place.midleft = (self._inside.x - px(6), y)
        else:
            place.midright = (self._inside.right + px(6), y)
        return place

    def draw(
        self, surface: pygame.Surface, board: tuple[Game, str] | None, found: Statistics | None
    ) -> None:
        """Draw what is known of a board."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        inside = self._inside
        at = (inside.centerx, self.rect.y + px(_HEAD))
        title = say("library_statistics") if board is None else naming.title_of(*board)
        ink, room = palette.ink, inside.width - px(80)
        self._screen.write(
            surface, title, at, scale.heading, ink, bold=True, anchor="center", room=room
        )
        if board is None:
            self._small(surface, say("library_no_statistics"), self.rect.center, "center")
        if board is None or found is None:
            return
        game, variant = board
        at = (inside.centerx, self.rect.y + px(_NOTE))
        self._small(surface, say("library_levels"), at, "center")
        bottom = self._draw_levels(surface, game, variant, found)
        if game.has_points:
            bottom = self._draw_course(surface, bottom, found, len(levels_on(game, variant)))
            bottom = self._draw_losses(surface, bottom, found, game)
        self._draw_foot(surface, bottom, found)

    # -- against the levels

    def _draw_levels(
        self, surface: pygame.Surface, game: Game, variant: str, found: Statistics
    ) -> int:
        """Draw a bar for each level, and a line for all that were fixed."""
        px = self._screen.scale.px
        levels = levels_on(game, variant)
        step = px(min(_LEVEL_STEP, _LEVELS_ROOM / len(levels)))
        y = self.rect.y + px(_LEVELS_TOP)
        for level in levels:
            record = found.levels.get(level.number, LevelRecord())
            self._draw_level(surface, y, str(level.number), record)
            y += step
        if found.earlier != LevelRecord():
            self._small(surface, say("library_earlier"), (self._inside.x, y))
            self._small(surface, _counts(found.earlier), (self._inside.right, y), "midright")
            y += step
        return y

    def _draw_level(self, surface: pygame.Surface, y: int, label: str, record: LevelRecord) -> None:
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        inside = self._inside
        theme.write(surface, label, (inside.x, y), scale.small, palette.ink, True, "midleft")
        counts = _counts(record) if record != LevelRecord() else naming.count_words(None)
        self._small(surface, counts, (inside.right, y), "midright")
        bar = pygame.Rect(inside.x + px(_LETTER_ROOM), 0, 0, px(13))
        bar.width = inside.width - px(_LETTER_ROOM + _COUNTS_ROOM)
        bar.centery = y
        parts = (
            (record.won, palette.best),
            (record.drawn, palette.quiet.lerp(palette.card, 0.4)),
            (record.lost, palette.bad.lerp(palette.card, 0.25)),
        )
        draw_stacked(surface, bar, parts, palette)

    def _small(
        self, surface: pygame.Surface, words: str, at: tuple[int, int], anchor: str = "midleft"
    ) -> pygame.Rect:
        size, room = self._screen.scale.small, self._inside.width
        return self._screen.write(surface, words, at, size, anchor=anchor, room=room)

    def part(self, board: tuple[Game, str] | None, found: Statistics | None) -> Part | None:
        """Return the games against the levels as a table; a level without any is left out."""
        if board is None or found is None:
            return None
        px, inside, rows = self._screen.scale.px, self._inside, []
        levels = levels_on(*board)
        step = px(min(_LEVEL_STEP, _LEVELS_ROOM / len(levels)))
        y = self.rect.y + px(_LEVELS_TOP) - step // 2
        heads = ["", *(say(f"library_{how}") for how in ("won", "drawn", "lost"))]
        for place, level in enumerate(levels):
            record = found.levels.get(level.number)
            if record is not None:
                rect = pygame.Rect(inside.x, y + place * step, inside.width, step)
                words = [say("level_n", n=level.number), *map(str, _figures(record))]
                rows.append(row_part(heads, words, rect, level.number))
        rect = pygame.Rect(inside.x, y, inside.width, step * len(levels))
        return table_part(say("library_levels"), rect, rows)

    # -- in the course of time

    def _heading(self, surface: pygame.Surface, top: int, words: str, value: str) -> int:
        """Draw a rule, a heading and its figure; return where the plot begins."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        inside = self._inside
        surface.fill(palette.line, (inside.x, top, inside.width, max(1, px(1.5))))
        y = top + px(_HEAD - 2)
        right = theme.write(
            surface, value, (inside.right, y), scale.title, palette.accent, True, "midright"
        )
        at, room = (inside.x, y), right.x - inside.x - px(8)
        self._screen.write(surface, words, at, scale.heading, palette.ink, bold=True, room=room)
        return top + px(2 * _HEAD - 6)

    def _draw_course(
        self, surface: pygame.Surface, top: int, found: Statistics, levels: int
    ) -> int:
        px, inside = self._screen.scale.px, self._inside
        value = naming.count_words(None) if found.level is None else str(found.level)
        y = self._heading(surface, top, say("library_like_level"), value)
        if found.level is None:
            self._small(surface, say("library_like_unknown", n=FEWEST_GAMES), (inside.x, y + px(8)))
            return y + px(30)
        if len(found.course) < 2:
            self._small(surface, say("library_course_unknown", n=WINDOW), (inside.x, y + px(8)))
            return y + px(30)
        palette = self._screen.palette
        values = tuple(each.level for each in found.course)
        size = (inside.width - px(_AXIS), px(_COURSE))
        picture = _course(size, values, (1, max(2, levels)), palette.accent, palette.line)
        at = (inside.x + px(_AXIS), y)
        surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        self._small(surface, str(levels), (inside.x, y + px(3)))
        self._small(surface, "1", (inside.x, y + px(_COURSE - 3)))
        self._draw_times(surface, y + px(_COURSE + 14), found)
        return y + px(_COURSE + 32)

    def _draw_times(self, surface: pygame.Surface, y: int, found: Statistics) -> None:
        """Say what the points of the course are, and from when to when if there is room."""
        inside, px = self._inside, self._screen.scale.px
        words = say("library_course", n=WINDOW)
        zone = self._screen.services.clock().tzinfo
        begin, end = _times(found.course[0].moment, found.course[-1].moment, zone)
        face = theme.font(self._screen.scale.small)
        sides = 2 * max(face.size(begin)[0], face.size(end)[0])
        if sides + face.size(words)[0] + px(_AXIS) > inside.width:
            words = ""
        self._small(surface, begin, (inside.x + px(_AXIS), y))
        self._small(surface, words, (inside.centerx + px(_AXIS) // 2, y), "center")
        self._small(surface, end, (inside.right, y), "midright")

    def _draw_losses(self, surface: pygame.Surface, top: int, found: Statistics, game: Game) -> int:
        px, inside = self._screen.scale.px, self._inside
        mean = found.loss_a_move
        value = naming.count_words(None) if mean is None else f"{mean:.1f}"
        words = say(f"review_loss_{game.key}")
        y = self._heading(surface, top, words[:1].upper() + words[1:], value)
        if mean is None:
            self._small(surface, say("library_loss_unknown"), (inside.x, y + px(8)))
            return y + px(30)
        palette, foot = self._screen.palette, y + px(_BARS)
        losses = [loss.lost / loss.moves for loss in found.losses]
        step = round_step(max(losses))
        left = self._draw_axis(surface, y, foot, step)
        most, room = 2 * step, (inside.right - left) / LAST_GAMES
        for place, lost in enumerate(losses):
            height = max(px(3), round(px(_BARS) * lost / most))
            bar = pygame.Rect(left + round(place * room), foot - height, round(room * 0.7), height)
            share = 0.25 * (1 - (place + 1) / len(found.losses))
            colour = palette.accent.lerp(palette.card, share)
            surface.blit(theme.rounded(bar.size, px(3), colour), bar)
        y = foot + px(13)
        self._small(surface, say("library_last_games", count=len(found.losses)), (left, y))
        return y + px(20)

    def _draw_axis(self, surface: pygame.Surface, top: int, foot: int, step: float) -> int:
        """Draw lines with their figures at 0, at a step and at two; return where they begin."""
        scale, inside, px = self._screen.scale, self._inside, self._screen.scale.px
        figures = [f"{count * step:g}" for count in range(3)]
        widest = max(theme.font(scale.small).size(figure)[0] for figure in figures)
        left = inside.x + max(px(_AXIS), widest + px(8))
        for count, figure in enumerate(figures):
            y = round(foot - (foot - top) * count / 2)
            surface.fill(self._screen.palette.line, (left, y, inside.right - left, max(1, px(1))))
            self._small(surface, figure, (inside.x, y))
        return left

    def _draw_foot(self, surface: pygame.Surface, top: int, found: Statistics) -> None:
        px, inside = self._screen.scale.px, self._inside
        surface.fill(self._screen.palette.line, (inside.x, top, inside.width, max(1, px(1.5))))
        streak = say("library_streak", n=found.streak)
        if found.running > 1:
            streak = f"{streak} · {say('library_running', n=found.running)}"
        lines = (streak, say("library_longest", count=found.longest))
        step = max(px(20), round(1.25 * self._screen.scale.small))
        for place, words in enumerate(lines):
            self._small(surface, words, (inside.x, top + px(18) + step * place))


def round_step(most: float) -> float:
    """Return the smallest round number that reaches ``most`` when it is taken twice.

    >>> round_step(3.7), round_step(0.3), round_step(12), round_step(0)
    (2.0, 0.15, 10.0, 0.1)
    """
    steps = (float(f"{digit}e{tens}") for tens in range(-1, 9) for digit in (1, 1.5, 2, 3, 5))
    return next(step for step in steps if 2 * step >= most)


def _counts(record: LevelRecord) -> str:
    return "–".join(map(str, _figures(record)))


def _figures(record: LevelRecord) -> tuple[int, int, int]:
    return record.won, record.drawn, record.lost


def _times(first: str, last: str, zone: tzinfo | None) -> tuple[str, str]:
    """Say two moments: their months, or their days when those are the same."""
    begin, end = day_of(first, zone), day_of(last, zone)
    if begin is None or end is None:
        return "", ""
    if (begin.year, begin.month) != (end.year, end.month):
        return say(f"library_month_{begin.month}"), say(f"library_month_{end.month}")
    month = f"when_month_{begin.month}"
    return say(month, day=begin.day), say(month, day=end.day)
