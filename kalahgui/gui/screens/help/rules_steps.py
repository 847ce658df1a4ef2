"""The rules of the games in a few steps, each with a true position and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match
from kalahgui.match.player import Player


@dataclass(frozen=True)
class RuleStep:
    """A step of the rules: the position after some moves, in notation, of a board.

    A ``move`` that is shown is under the hand there, with what it would do; ``still`` leaves out
    all but the board.
    """

    name: str
    variant: str
    moves: str
    move: str = ""
    still: bool = False

    def match(self, key: str) -> Match:
        """Return a match of a game that stands at the position."""
        players = (Player(say("you")), Player(say("rules_opponent")))
        match = Match(GAMES[key], self.variant, (), players)
        match.replay_texts(self.moves.split())
        return match

    def draw(self, surface: pygame.Surface, key: str, place: pygame.Rect, palette: Palette) -> None:
        """Draw the position of a game in a place."""
        match, view_type = self.match(key), VIEWS[key]
        view = view_type(match.game, match.start, place, 0, palette)
        shown = view.shown(match)
        if self.still:
            view.draw_still(surface, shown)
            return
        cell = view.cell_of(match.parse(self.move), match.position) if self.move else None
        look = Look(cell=cell, to_move=not match.over)
        view.draw(surface, shown, match, None, 0.0, look)


_WHOLE_GAME = (
    "c4 e3 f2 c5 d6 e2 f3 g1 d1 g3 e6 c3 b6 e1 b2 a7 g4 f4 h2 f7 d2 h3 b4 c1 g8 e7 f8 a5 a4 b3 "
    "c2 d3 h4 d7 c7 e8 f5 a2 b5 d8 c6 h8 g2 g5 h1 b7 h5 a3 c8 g7 a1 f6 h7 h6 a8 b1 a6 b8 g6 f1"
)

STEPS: dict[str, tuple[RuleStep, ...]] = {
    "kalah": (
        RuleStep("sow", "6x4", "", "2"),
        RuleStep("again", "6x4", "", "3"),
        RuleStep("capture", "6x4", "5 1", "1"),
        RuleStep("end", "6x4", "5 4 3 4 1 5 5 4 4 3 6"),
    ),
    "reversi": (
        RuleStep("enclose", "8x8", "", "f5"),
        RuleStep("lines", "8x8", "e6 d6 c3 f3 c5 d3", "e3"),
        RuleStep("pass", "8x8", "c4 c3 f5 b4 a4 c5 b6 a5 c2 a3"),
        RuleStep("corner", "8x8", "d3 c5 b6 b5 c6 b7", "a8"),
        RuleStep("end", "8x8", _WHOLE_GAME),
    ),
    "tictactoe": (
        RuleStep("mark", "3x3", "b2", "c1"),
        RuleStep("line", "3x3", "b2 a1 c2 a3 a2", still=True),
        RuleStep("draw", "3x3", "b2 a1 a3 c1 b1 b3 a2 c2 c3", still=True),
    ),
    "eight": (
        RuleStep("say", "8", "2 1", still=True),
        RuleStep("not_twice", "8", "2 1 3", still=True),
        RuleStep("win", "8", "2 1 3 2", still=True),
        RuleStep("over", "8", "2 1 3 1 2", still=True),
    ),
}
