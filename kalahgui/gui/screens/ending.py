"""The end of a game, on a card over the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kalahgui.gui import naming, theme
from kalahgui.gui.screens.screen import Screen
from kalahgui.gui.words import say

if TYPE_CHECKING:
    from kalahgui.gui.screens.play import Play

WIDTH, HEIGHT = 520, 280


class Ending(Screen):
    """Say who won and offer what comes next; the board below stays in reach."""

    modal = False

    def __init__(self, play: Play) -> None:
        """Lie over a finished game."""
        self.play = play
        super().__init__(play.app)

    def lay_out(self) -> None:
        board = self.play.board_rect
        self.card = self.box(0, 0, WIDTH, HEIGHT)
        self.card.center = board.center
        unit = self.scale.layout
        x, y = self.card.x / unit, self.card.y / unit
        for place, (label, action, style) in enumerate(
            (
                ("rematch", self.play.rematch, "primary"),
                ("look", self.app.pop, "soft"),
                ("start_screen", self.app.start_screen, "soft"),
            )
        ):
            rect = self.box(x + 28 + 158 * place, y + 170, 148, 46)
            self.controls.button(rect, say(label), action, style=style)

    def handle(self, event: pygame.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self.app.pop()
                return True
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self.play.rematch()
                return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self.card.collidepoint(event.pos)
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_card(surface, self.card)
        match, scale, palette, px = self.play.match, self.scale, self.palette, self.scale.px
        x, y = self.card.centerx, self.card.y
        headline = theme.fit(_headline(self.play), px(30), self.card.width - px(40), True)
        theme.write(surface, headline, (x, y + px(56)), px(30), palette.ink, True, "center")
        points = naming.points(match)
        if points and match.winner == match.seat_of(1):
            points = points[::-1]
        result = say("result", a=points[0], b=points[1]) if points else ""
        if match.resigned is not None:
            result = say("by_resignation", name=naming.player_name(match, match.resigned))
        result = theme.fit(result, px(22), self.card.width - px(40), True)
        theme.write(surface, result, (x, y + px(104)), px(22), palette.accent, True, "center")
        theme.write(
            surface, self._facts(), (x, y + px(140)), scale.small, palette.quiet, anchor="center"
        )
        names = theme.fit(self.play.names_words(), scale.small, self.card.width - px(140))
        score = f"{names}   {self.play.score_words()}"
        theme.write(surface, score, (x, y + px(248)), scale.small, palette.quiet, anchor="center")
        self.controls.draw(surface)

    def _facts(self) -> str:
        moves = say("n_moves", count=len(self.play.match.plies))
        minutes, seconds = divmod(round(self.play.session.seconds), 60)
        time = say("minutes", m=minutes, s=seconds) if minutes else say("seconds_only", s=seconds)
        return say("game_facts", moves=moves, time=time)


def _headline(play: Play) -> str:
    match = play.match
    if match.winner is None:
        return say("draw")
    winner, loser = match.players[match.winner], match.players[1 - match.winner]
    if winner.person and not loser.person and not winner.name:
        return say("you_win")
    return say("wins", name=naming.player_name(match, match.winner))
