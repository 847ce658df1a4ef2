"""What is told of a match while it is played: every ply, whose turn it is, and the end."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.gui.boards.view import View
from kalahgui.gui.panels.move_rows import ply_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.node import Forfeit, Node
from kalahgui.match.session import Session


def status_words(session: Session, view: View) -> str:
    """Say what is going on and what the person to move may do, with a move as an example."""
    match = session.match
    if session.moving:
        seat = match.seat_of(session.side_shown)
        key = "moving_status_you" if naming.is_you(match, seat) else "moving_status"
        return say(key, name=naming.player_name(match, seat))
    if match.over:
        return ""  # the card says so
    if session.interrupted:
        return say("interrupted_status")
    if session.paused and not match.mover.person:
        return say("paused_status")
    seat = match.seat_of(match.position.turn)
    name = naming.player_name(match, seat)
    if not match.mover.person:
        return say("computer_turn", name=name)
    key = "turn_swap" if match.can_swap else f"turn_{match.game.key}"
    if naming.is_you(match, seat):
        key += "_you"
    typed = " ".join(view.typed_text(match.position.moves()[0]))
    return say(key, name=name, count=match.game.most_moves(match.start), move=typed)


_SETTLED = 0.5  # seconds, after which words have come to stay


class Narration:
    """Tells every ply once, whose turn it is, what is under the hand, and the end."""

    def __init__(self, session: Session, tell: Callable[[str], None]) -> None:
        self._session = session
        self._tell = tell
        self._told_to: Node = session.match.end
        self._said = ""
        self._since_said = 0.0
        self._turn: tuple[Node, Forfeit | None] | None = None

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
            told = {self._told_to, *self._told_to.line}
            for node in match.end.line:
                if node not in told:
                    self._tell(ply_line(self._session, view, node))
            self._told_to = match.end
        if words != self._said:
            self._said, self._since_said = words, 0.0
        elif self._since_said < _SETTLED <= self._since_said + dt:
            self._tell(words)
        self._since_said += dt
        turn = (match.end, match.end.forfeit)
        if self._turn != turn and not self._session.moving:
            if match.over_at(match.end):
                self._turn = turn
                said = (naming.headline_words, naming.why_over_words, naming.result_words)
                self._tell(". ".join(filter(None, (words_of(match) for words_of in said))))
            elif self._session.persons_turn:
                self._turn = turn
                self._tell(status_words(self._session, view))


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
