"""From a match into the position editor, and back."""

from __future__ import annotations

from kalahgui.games import draft_of
from kalahgui.gui.services.navigation import EditorOf
from kalahgui.gui.widgets.screen import Host
from kalahgui.match.session import Session


def open_editor(app: Host, session: Session) -> None:
    """Set up a position, beginning with the one looked at; the match waits as it is."""
    match = session.match
    session.rest()
    session.set_aside()
    draft = draft_of(match.game, match.position, match.rules, match.variant)
    app.open(EditorOf(draft, over=True))
