"""The board as play and review show it, and what its moves are worth in words."""

from __future__ import annotations

import pygame

from kalahgui.games.game import Game
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.panels.wording import value_words
from kalahgui.gui.services import naming
from kalahgui.gui.widgets.controls import draw_banner
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.session import Session


def draw_board(
    surface: pygame.Surface,
    screen: Screen,
    middle: tuple[int, int],
    session: Session,
    view: View,
    look: Look,
) -> None:
    """Draw the board with an event in flight, and in the middle what the board says about it."""
    match, timeline = session.match, session.timeline
    event = timeline.event if timeline else None
    progress = timeline.progress if timeline else 0.0
    if screen.services.choices.motion == "reduced":
        progress = 1.0  # an event is seen as it ends, and nothing is seen on its way
    view.draw(surface, session.shown, match, event, progress, look)
    message = view.said(event, session.shown, match) if event else None
    if message is not None:
        text = naming.message_words(message, match)
        draw_banner(surface, text, screen.scale, screen.palette, centre=middle)


def value_labels(session: Session, view: View) -> dict[int, tuple[str, bool]]:
    """Return what a person's moves are worth in words, and whether each is among the best."""
    match = session.match
    if session.judgement is None or session.moving or not session.persons_turn:
        return {}
    values = session.judgement.values
    best = max(values.values())
    return {
        view.cell_of(move, match.position): (
            _worth(match.game, value, move in session.judgement.exact_moves),
            # Where only winning counts, the least bad of lost moves is no good move.
            value == best and (value >= 0 or match.game.has_points),
        )
        for move, value in values.items()
    }


def _worth(game: Game, value: int, exact: bool) -> str:
    """Write what a move is worth; where only winning counts, what is open is not called a draw."""
    if not game.has_points and not value and not exact:
        return "?"
    return value_words(game, value)
