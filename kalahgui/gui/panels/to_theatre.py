"""From the board into the search theatre, and back."""

from __future__ import annotations

from typing import Unpack

from kalahgui.games.game import Message
from kalahgui.gui.services.navigation import TheatreOf
from kalahgui.gui.services.theatre_visit import How, Played, why
from kalahgui.gui.widgets.screen import Host
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.theatre.subject import PositionSubject


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
