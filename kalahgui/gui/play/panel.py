"""The panel beside the board: the moves, the measures, what the computer thinks, the score."""

from __future__ import annotations

import pygame

from kalahgui.gui.boards.view import View
from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Screen
from kalahgui.gui.kit.words import say
from kalahgui.gui.play.measures import MEASURES_HEIGHT, draw_measures_section, measures_shown
from kalahgui.gui.play.section import HEADING, Section
from kalahgui.gui.play.thinking import draw_thinking_section, thinking_height
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match
from kalahgui.match.session import Session

_ROW = 32
_SCORE = 72  # the height of the section of the score


class Panel:
    """Draws the panel; the wheel scrolls its list of moves."""

    def __init__(
        self,
        screen: Screen,
        rect: pygame.Rect,
        session: Session,
        stored: StoredMatch,
        view: View,
    ) -> None:
        """Stand in a rectangle of the playing screen."""
        self.screen = screen
        self.rect = rect
        self.session = session
        self.match = session.match
        self._stored = stored
        self._view = view
        self.rows_shown = range(0)
        self._back = 0
        self._bottom = rect.bottom - screen.scale.px(12)
        self.why = self._why_place()

    def _why_place(self) -> pygame.Rect:
        """Return the place of the button that asks why, behind the heading of the thinking."""
        screen, px = self.screen, self.screen.scale.px
        top = self._bottom - px(_SCORE) - px(thinking_height(screen.app.choices.thinking))
        heading = theme.font(screen.scale.heading, True).size(say("thinking"))[0]
        width = theme.font(screen.scale.body, True).size(say("why"))[0] + px(24)
        place = pygame.Rect(self.rect.x + px(20) + heading + px(12), 0, width, px(28))
        place.centery = top + px(HEADING)
        return place

    def handle(self, event: pygame.Event) -> bool:
        """Scroll the moves; return True when the event was used."""
        inside = self.rect.collidepoint(pygame.mouse.get_pos())
        if event.type == pygame.MOUSEWHEEL and inside:
            self._back = max(0, self._back + event.y)
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self.rect.collidepoint(event.pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        screen, px = self.screen, self.screen.scale.px
        screen.draw_card(surface, self.rect)
        self._left, self._right = self.rect.x + px(20), self.rect.right - px(20)
        bottom = self._draw_score(surface, self._bottom)
        if any(not player.person for player in self.match.players):
            section = self._section(bottom, thinking_height(screen.app.choices.thinking))
            draw_thinking_section(surface, section, self.session, self._view)
            bottom = section.top
        if measures_shown(self.match, screen.app.choices):
            section = self._section(bottom, MEASURES_HEIGHT)
            draw_measures_section(surface, section, self.match)
            bottom = section.top
        self._draw_moves(surface, bottom)

    def _section(self, bottom: int, height: float) -> Section:
        """Return a section that ends where the one below it begins."""
        top = bottom - self.screen.scale.px(height)
        return Section(self.screen, self._left, self._right, top)

    def _draw_score(self, surface: pygame.Surface, bottom: int) -> int:
        """Draw the series from the bottom up and return where it begins."""
        screen, section = self.screen, self._section(bottom, _SCORE)
        section.heading(surface, say("score"))
        score = naming.score_words(self._stored.series.counting(self.match))
        at = (self._right, section.y(24))
        theme.write(surface, score, at, screen.scale.body, screen.palette.ink, True, "midright")
        section.line(surface, 52, naming.names_words(self.match), quiet=True)
        return section.top

    def _draw_moves(self, surface: pygame.Surface, bottom: int) -> None:
        screen, palette, px = self.screen, self.screen.palette, self.screen.scale.px
        top = self.rect.y + px(26)
        at = (self._left, top)
        theme.write(surface, say("moves"), at, screen.scale.heading, palette.ink, True, "midleft")
        rows = _rows(self.match, self._view)
        room = max(1, (bottom - top - px(30)) // px(_ROW))
        self._back = min(self._back, max(0, len(rows) - room))
        first = max(0, len(rows) - room - self._back)
        self.rows_shown = range(first, min(len(rows), first + room))
        size = screen.scale.body
        columns = (
            self._left + px(40),
            self._left + px(40) + (self._right - self._left - px(40)) // 2,
        )
        width = (self._right - self._left - px(40)) // 2 - px(12)
        for place, number in enumerate(self.rows_shown):
            y = top + px(32 + _ROW * place)
            at = (self._left + px(4), y)
            theme.write(surface, str(number + 1), at, size, palette.quiet, anchor="midleft")
            for side, words in enumerate(rows[number]):
                last = number == len(rows) - 1 and (side == 1 or not rows[number][1])
                if last and words:
                    mark = pygame.Rect(columns[side] - px(8), y - px(14), width + px(12), px(28))
                    surface.blit(theme.rounded(mark.size, px(8), palette.accent_soft), mark)
                words = theme.fit(words, size, width, last)
                at = (columns[side], y)
                theme.write(surface, words, at, size, palette.ink, last, "midleft")


def _rows(match: Match, view: View) -> list[tuple[str, str]]:
    """Return the moves as rows: the first player's turn and the second's answer."""
    rows: list[tuple[str, str]] = []
    for turn in naming.turns_of(match):
        side, words = turn[0], naming.turn_words(turn, view.move_text)
        if side == 0 or not rows:
            rows.append(("", "") if side else (words, ""))
        if side == 1:
            rows[-1] = (rows[-1][0], words)
    return rows
