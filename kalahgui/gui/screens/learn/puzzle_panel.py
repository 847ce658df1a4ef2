"""What is told beside puzzles: what to do, the rating with its course, and a small calendar."""

from __future__ import annotations

from datetime import date, timedelta

import pygame

from kalahgui.games.game import Game
from kalahgui.gui.paint import charts, theme
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import listed, say
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.puzzle_run import History, PuzzleRun
from kalahgui.learning.puzzles import days_in_a_row, row_of_days, theme_words

_LAST = 40  # tries whose ratings are drawn
_MARGIN = 30.0  # of the rating, above and below its course
_WEEKS = 3
# Lengths in units of the layout.
_INSET, _COURSE, _CELL, _CELL_GAP, _BUTTON = 20, 64, 30, 7, 44


class PuzzlePanel:
    """Draws what is known of a learner at the puzzles of a game, and of the present puzzle."""

    def __init__(self, screen: Screen, game: Game, history: History, run: PuzzleRun | None) -> None:
        """Tell of tries; with a ``run`` the panel is a card, which tells of its puzzle as well."""
        self._screen, self._game, self._history, self._run = screen, game, history, run
        self._course: tuple[object, pygame.Surface] | None = None
        self._days = pygame.Rect(0, 0, 0, 0)  # where they were drawn

    def lay_out(self, place: pygame.Rect) -> None:
        """Add the button that leads on, at the foot of the card."""
        px = self._screen.scale.px
        self.place, self._course = place, None
        self._inside = place.inflate(-2 * px(_INSET), -2 * px(_INSET)) if self._run else place
        self._bottom = self._inside.bottom
        if self._run is not None:
            row = pygame.Rect(self._inside.x, 0, self._inside.width, px(_BUTTON))
            row.bottom = self._inside.bottom
            self._bottom = row.y - px(8)
            style = "primary" if self._run.solved else "soft"
            able = self._run.can_go(1)
            words = "puzzle_anew" if self._run.lost and self._run.streak else "puzzle_next"
            self._screen.button(row, say(words), "next", style=style, enabled=able)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the parts below each other."""
        y = self._inside.y
        if self._run is not None:
            self._screen.draw_card(surface, self.place)
            y = self._draw_puzzle(surface, self._run, y)
        self._draw_days(surface, self._draw_rating(surface, y))

    @property
    def part(self) -> Part:
        """Return the last days for those who do not see them: those of a try, and today."""
        today, days = self._screen.services.clock().date(), self._history.days
        first = today - timedelta(today.weekday() + 7 * (_WEEKS - 1))
        items = []
        for day in sorted({today, *(day for day in days if day >= first)}):
            state = "access_untried"
            if day in days:
                state = "access_solved" if days[day] else "access_missed"
            words = say(f"when_month_{day.month}", day=day.day)
            name = listed(words, say(state))
            items.append(Part(Role.ITEM, name, self._days, day))
        return Part(Role.LIST, say("puzzle_days"), self._days, "days", tuple(items))

    def _head(self, surface: pygame.Surface, words: str, y: int) -> int:
        """Write a heading; return where the middle of its line is."""
        screen, scale = self._screen, self._screen.scale
        y += line_height(scale.heading) // 2
        at = (self._inside.x, y)
        screen.write(surface, words, at, scale.heading, screen.palette.ink, bold=True)
        return y

    def _rule(self, surface: pygame.Surface, y: int) -> int:
        """Draw a line across; return where the next part begins."""
        line = pygame.Rect(self._inside.x, y, self._inside.width, 1)
        pygame.draw.rect(surface, self._screen.palette.line, line)
        return y + self._screen.scale.px(14)

    def _draw_puzzle(self, surface: pygame.Surface, run: PuzzleRun, y: int) -> int:
        """Say what to do; once it is done, what the puzzle was about."""
        scale, palette = self._screen.scale, self._screen.palette
        px, width = scale.px, self._inside.width
        head = self._head(surface, say("puzzle_themes" if run.solved else "puzzle_what"), y)
        at = (self._inside.x, head + line_height(scale.heading) // 2 + px(4))
        if run.solved:
            words = say("puzzle_this", n=naming.number(run.puzzle.rating))
            place = (self._inside.right, head)
            self._screen.write(surface, words, place, scale.small, anchor="midright")
            themes = listed(*(theme_words(key).said(say) for key in run.puzzle.themes))
            lines = wrap(themes, scale.body, width)
            at = (at[0], write_lines(surface, lines, at, scale.body, palette.best))
            words = say("puzzle_gap", count=run.puzzle.gap)
        else:
            side = say(f"puzzle_side_{self._game.sides[run.puzzle.position.turn]}")
            words = f"{side} {say('puzzle_how')}"
        bottom = write_lines(surface, wrap(words, scale.body, width), at, scale.body, palette.quiet)
        return self._rule(surface, max(bottom + px(12), y + px(132)))

    def _draw_rating(self, surface: pygame.Surface, y: int) -> int:
        screen, scale, palette = self._screen, self._screen.scale, self._screen.palette
        px, inside, rating = scale.px, self._inside, self._history.rating
        words = say("puzzle_rating", game=say(f"rules_tab_{self._game.key}"))
        middle = self._head(surface, words, y)
        number = naming.number(round(rating.rating))
        at = (inside.right, middle)
        theme.write(surface, number, at, scale.title, palette.accent, True, "midright")
        y = middle + line_height(scale.title) // 2
        gained = round(self._run.gained) if self._run else 0
        sure = say("puzzle_sure", n=round(2 * rating.deviation))
        said = f"{naming.signed(gained)} · {sure}" if gained else sure
        y += line_height(scale.small) // 2
        screen.write(surface, said, (inside.right, y), scale.small, anchor="midright")
        y += line_height(scale.small) // 2 + px(4)
        calendar = line_height(scale.heading) + px(6) + _WEEKS * px(_CELL + _CELL_GAP)
        below = px(6) + line_height(scale.small) + px(8 + 14) + calendar
        if len(self._history.tries) > 1:  # else there is no course to be seen
            height = min(px(_COURSE), max(px(_COURSE // 3), self._bottom - y - below))
            picture = self._course_picture((inside.width, height))
            surface.blit(picture, (inside.x, y), special_flags=pygame.BLEND_PREMULTIPLIED)
            y += height
        y += px(6) + line_height(scale.small) // 2
        firsts = self._history.firsts.values()
        words = say("puzzle_counts", solved=sum(firsts), failed=len(firsts) - sum(firsts))
        screen.write(surface, words, (inside.x, y), scale.small)
        return self._rule(surface, y + line_height(scale.small) // 2 + px(8))

    def _course_picture(self, size: theme.Size) -> pygame.Surface:
        ratings = self._history.course[-_LAST:]
        shown = size, len(self._history.tries)
        if self._course is None or self._course[0] != shown:
            palette = self._screen.palette
            bounds = min(ratings) - _MARGIN, max(ratings) + _MARGIN
            picture = charts.render_course(size, ratings, bounds, palette.accent, palette.line)
            self._course = shown, picture
        return self._course[1]

    def _draw_days(self, surface: pygame.Surface, y: int) -> None:
        """Draw the last weeks, a row each, from Monday to Sunday."""
        screen, scale, palette = self._screen, self._screen.scale, self._screen.palette
        px, inside, days = scale.px, self._inside, self._history.days
        today = screen.services.clock().date()
        middle = self._head(surface, say("puzzle_days"), y)
        solved = {day for day, right in days.items() if right}
        count = days_in_a_row(solved, today)
        if count:
            at, words = (inside.right, middle), say("puzzle_row", count=count)
            theme.write(surface, words, at, scale.small, palette.best, True, "midright")
        row = row_of_days(solved, today)
        top = middle + line_height(scale.heading) // 2 + px(6)
        width, gap = (inside.width - 6 * px(_CELL_GAP)) / 7, px(_CELL_GAP)
        self._days = pygame.Rect(inside.x, top, inside.width, _WEEKS * (px(_CELL) + gap))
        first = today - timedelta(today.weekday() + 7 * (_WEEKS - 1))
        for number in range(7 * _WEEKS):
            day = first + timedelta(number)
            left = inside.x + round(number % 7 * (width + gap))
            cell = pygame.Rect(left, top + number // 7 * (px(_CELL) + gap), round(width), px(_CELL))
            draw_day(surface, screen, cell, day, days.get(day), grace=day in row)
            if day == today:
                ring = cell.inflate(px(6), px(6))
                radius, thick = px(11), max(2, px(2))
                surface.blit(theme.outline(ring.size, radius, thick, palette.accent), ring)


def draw_day(
    surface: pygame.Surface,
    screen: Screen,
    cell: pygame.Rect,
    day: date,
    solved: bool | None,
    *,
    grace: bool = False,
) -> None:
    """Draw a day: its puzzle solved, missed, left out by ``grace``, or not yet tried."""
    palette, px = screen.palette, screen.scale.px
    ground, ink = palette.sunken, palette.quiet
    if solved:
        ground, ink = palette.best, palette.on_accent
    elif solved is not None:
        ground, ink = palette.card.lerp(palette.bad, 0.35), palette.ink
    surface.blit(theme.rounded(cell.size, px(8), ground), cell)
    if solved is False:
        bar = pygame.Rect(0, 0, cell.width // 2, max(2, px(3)))
        bar.midbottom = (cell.centerx, cell.bottom - px(2))
        surface.fill(palette.bad, bar)
    if grace and not solved:
        surface.blit(theme.outline(cell.size, px(8), max(2, px(2)), palette.best), cell)
    size = max(9, min(screen.scale.small, px(13)))
    theme.write(surface, str(day.day), cell.center, size, ink, bool(solved), "center")
