"""The panel beside the board: the moves, the measures, what the computer thinks, the score."""

from __future__ import annotations

import pygame

from kalahgui.gui.boards.view import View
from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Screen
from kalahgui.gui.kit.words import say
from kalahgui.gui.play.measures import MEASURES_HEIGHT, draw_measures_section, measures_shown
from kalahgui.gui.play.move_list import MoveList
from kalahgui.gui.play.section import HEADING, Section
from kalahgui.gui.play.thinking import draw_thinking_section, thinking_height
from kalahgui.library.saved import StoredMatch
from kalahgui.match.session import Session

_HEADING = 26
_SCORE = 72  # the height of the section of the score


class Panel:
    """Draws the panel, with the list of moves in it."""

    def __init__(
        self,
        screen: Screen,
        rect: pygame.Rect,
        session: Session,
        stored: StoredMatch,
        view: View,
        moves: MoveList,
    ) -> None:
        """Stand in a rectangle of the playing screen, around the list of the moves."""
        self.screen = screen
        self.rect = rect
        self.session = session
        self.match = session.match
        self._stored = stored
        self._view = view
        self.moves = moves
        self._bottom = rect.bottom - screen.scale.px(12)
        self.why = self._why_place()
        self._left, self._right = rect.x + screen.scale.px(20), rect.right - screen.scale.px(20)
        moves.place(self._moves_place(), view)

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
        """Take what is meant for the moves; return True when the event was used."""
        return self.moves.handle(event) or self._covers(event)

    def _covers(self, event: pygame.Event) -> bool:
        """Tell whether an event is a press on the panel, which lies on nothing else."""
        return event.type == pygame.MOUSEBUTTONDOWN and self.rect.collidepoint(event.pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        screen, palette = self.screen, self.screen.palette
        screen.draw_card(surface, self.rect)
        bottom = self._draw_score(surface, self._bottom)
        if any(not player.person for player in self.match.players):
            section = self._section(bottom, thinking_height(screen.app.choices.thinking))
            draw_thinking_section(surface, section, self.session, self._view)
            bottom = section.top
        if measures_shown(self.match, screen.app.choices):
            section = self._section(bottom, MEASURES_HEIGHT)
            draw_measures_section(surface, section, self.match)
        at = (self._left, self.rect.y + screen.scale.px(_HEADING))
        theme.write(surface, say("moves"), at, screen.scale.heading, palette.ink, True, "midleft")
        self.moves.draw(surface)

    def _moves_place(self) -> pygame.Rect:
        """Return the place of the list: between its heading and the other sections."""
        screen, px = self.screen, self.screen.scale.px
        bottom = self._bottom - px(_SCORE)
        if any(not player.person for player in self.match.players):
            bottom -= px(thinking_height(screen.app.choices.thinking))
        if measures_shown(self.match, screen.app.choices):
            bottom -= px(MEASURES_HEIGHT)
        top = self.rect.y + px(_HEADING + 18)
        left, right = self._left - px(8), self.rect.right - px(6)
        return pygame.Rect(left, top, right - left, bottom - px(8) - top)

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
