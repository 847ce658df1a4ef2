"""The board on the playing screen, and the words that are said about a move."""

from __future__ import annotations

import pygame

from kalahgui.games.game import Game
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.panels.wording import value_words
from kalahgui.gui.screens.play.input import BoardInput
from kalahgui.gui.screens.play.layout import Layout
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
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
    if screen.app.choices.motion == "reduced":
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


def banner_words(session: Session, hands: BoardInput, cell: int | None, hint: str) -> str:
    """Say what the move of a cell would do or, without one, a hint or what there is to say."""
    move = hands.move_of(cell)
    if move is not None:
        words = hands.view.preview_words(move, session.match.position)
        return f"{words} · {say('preview_tap')}" if cell == hands.armed else words
    if session.message is None:
        return hint
    return naming.message_words(session.message, session.match)


def draw_words(
    surface: pygame.Surface, screen: Screen, layout: Layout, words: str, opposite: bool
) -> None:
    """Draw words on a dark pill; ``opposite`` says them to who sits there, too."""
    scale, palette = screen.scale, screen.palette
    draw_banner(surface, words, scale, palette, centre=layout.banner)
    if opposite:
        room = pygame.Surface(screen.size, pygame.SRCALPHA)
        pill = draw_banner(room, words, scale, palette, centre=layout.banner_opposite)
        surface.blit(pygame.transform.rotate(room.subsurface(pill), 180), pill)
