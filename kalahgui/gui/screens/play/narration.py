"""What happens on the board, in lines of text for who does not see it."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.gui.boards.view import View
from kalahgui.gui.panels.written_plies import ply_words
from kalahgui.gui.screens.play.status import status_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.node import Loss, Node
from kalahgui.match.session import Session

_SETTLED = 0.5  # seconds, after which words have come to stay


class Narration:
    """Tells every ply once, whose turn it is, what is under the hand, and the end."""

    def __init__(self, session: Session, tell: Callable[[str], None]) -> None:
        self._session = session
        self._tell = tell
        self._told_to: Node = session.match.end
        self._said = ""
        self._since_said = 0.0
        self._turn: tuple[Node, Loss | None] | None = None

    @property
    def waiting(self) -> bool:
        """Tell whether words are to be told as soon as they have stayed."""
        return bool(self._said) and self._since_said < _SETTLED

    def update(self, view: View, words: str, dt: float) -> None:
        """Tell what is new after ``dt`` seconds; ``words`` are those that the board says now.

        They are told when they stay: a hint changes with every depth.
        """
        match = self._session.match
        if match.end is not self._told_to:
            for node in _new_nodes(self._told_to, match.end):
                self._tell(ply_line(self._session, view, node))
            self._told_to = match.end
        if words != self._said:
            self._said, self._since_said = words, 0.0
        elif self._since_said < _SETTLED <= self._since_said + dt:
            self._tell(words)
        self._since_said += dt
        turn = (match.end, match.end.loss)
        if self._turn != turn and not self._session.moving:
            if match.over_at(match.end):
                self._turn = turn
                self._tell(_end_line(self._session))
            elif self._session.persons_turn:
                self._turn = turn
                self._tell(status_words(self._session))


def ply_line(session: Session, view: View, node: Node) -> str:
    """Say who played which ply, and what the board says about it."""
    match = session.match
    assert node.parent is not None
    name = naming.player_name(match, match.seat_before(node))
    said = [say("told_ply", name=name, ply=ply_words(view, node))]
    shown = view.shown(match, node.parent)
    for event in match.events([node]):
        message = view.said(event, shown, match)
        if message is not None:
            said.append(naming.message_words(message, match))
        shown.apply(event)
    return ". ".join(said)


def _new_nodes(before: Node, end: Node) -> list[Node]:
    """Return the nodes that lead to the end from where it parts from a node before; none back."""
    told = {before, *before.line}
    return [node for node in end.line if node not in told]


def _end_line(session: Session) -> str:
    match = session.match
    said = [
        naming.headline_words(match),
        naming.why_over_words(match),
        naming.result_words(match),
    ]
    return ". ".join(filter(None, said))
