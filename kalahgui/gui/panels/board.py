"""The board as play and review show it, and the ways from there: editor, theatre, clipboard."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

import pygame

from kalahgui.games import draft_of
from kalahgui.games.game import Message
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.panels.sentences import value_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Command
from kalahgui.gui.services.navigation import EditorOf, TheatreOf
from kalahgui.gui.services.saving import copy_text
from kalahgui.gui.services.services import Notices
from kalahgui.gui.services.theatre_visit import How, Played, why
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.controls import draw_banner
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.library.formats import position_text, text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.theatre.subject import PositionSubject


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
    view.draw(surface, session.shown, match, replace(look, event=event, progress=progress))
    message = view.said(event, session.shown, match) if event else None
    if message is not None:
        text = naming.message_words(message, match)
        draw_banner(surface, text, screen.scale, screen.palette, centre=middle)


def view_of(screen: Screen, match: Match, rect: pygame.Rect, south: int) -> View:
    """Lay the board of a match out in a rectangle, written at as the player has chosen."""
    view = VIEWS[match.game.key](match.game, match.start, rect, south, screen.palette)
    view.pit_numbers = screen.services.choices.pit_numbers
    view.square_names = screen.services.choices.square_names
    return view


def value_labels(session: Session, view: View, unsure: str = "") -> dict[int, tuple[str, bool]]:
    """Return what the moves here are worth in words, and whether each is among the best.

    Where only winning counts, a draw that is not certain is written as ``unsure``, unless empty.
    """
    match, judgement = session.match, session.judgement
    if judgement is None:
        return {}
    game = match.game
    return {
        view.cell_of(move, match.position): (
            unsure
            if unsure and not (game.has_points or value or move in judgement.exact_moves)
            else value_words(game, value),
            # Where only winning counts, the least bad of lost moves is no good move.
            value == judgement.value and (value >= 0 or game.has_points),
        )
        for move, value in judgement.values.items()
    }


def open_editor(app: Host, session: Session) -> None:
    """Set up a position, beginning with the one looked at; the match waits as it is."""
    match = session.match
    session.rest()
    session.set_aside()
    draft = draft_of(match.game, match.position, match.rules, match.variant)
    app.open(EditorOf(draft, over=True))


def watch_search(app: Host, session: Session) -> None:
    """Watch how the position on the board is searched."""
    match = session.match
    if match.over:
        session.message = Message("theatre_nothing_left")
        return
    subject = PositionSubject(match.game, match.position.copy(), match.rules)
    _open(app, session, subject, match.here, name=Message("theatre_from_board"))


def explain(app: Host, session: Session) -> None:
    """Watch the search that chose the computer's last turn."""
    match = session.match
    found = why(match, session.thought)
    if found is None:
        session.message = Message("why_nobody")
        return
    before = found.before
    position = before.position.copy()
    _open(
        app,
        session,
        PositionSubject(match.game, position, match.rules, found.evaluation),
        before,
        name=Message("theatre_last_turn"),
        algorithm=found.algorithm,
        depth=found.depth,
        order=found.order,
        why=found,
    )


def _open(
    app: Host, session: Session, subject: PositionSubject, node: Node, **how: Unpack[How]
) -> None:
    """Lay the theatre over the board, which waits as it is."""
    session.rest()
    session.set_aside()
    match = session.match
    mover, other = (
        match.players[match.seat_of(side, node)]
        for side in (node.position.turn, 1 - node.position.turn)
    )
    how["variant"] = match.variant
    how["you"] = 1 if other.person and not mover.person else 0
    how["played"] = Played(match.start, tuple(node.plies), match.pie)
    app.open(TheatreOf(subject, over=True, how=how))


def copying(notices: Notices, stored: StoredMatch) -> dict[str, Command]:
    """Return the commands that copy a game, or the position that is looked at there."""

    def copy(words: str, done: str) -> None:
        notices.show_now(say(done if copy_text(words) else "no_clipboard"))

    def position() -> str:
        match = stored.match
        return position_text(match.game, match.variant, match.rules, match.position)

    return {
        "copy": lambda: copy(text_of(written_of(stored)), "copied_game"),
        "copy_position": lambda: copy(position(), "copied_position"),
    }
