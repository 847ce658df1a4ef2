"""What is told of a match while it is played: every ply, whose turn it is, and the end."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.games.game import Flip
from kalahgui.gui.boards.view import View
from kalahgui.gui.panels.move_rows import ply_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.voice import Steady
from kalahgui.match.match import Match
from kalahgui.match.node import Forfeit, Node
from kalahgui.match.session import Session
from kalahgui.words import as_text, listed, say


def status_words(session: Session, view: View) -> str:
    """Say what is going on and what the person to move may do, with a move as an example."""
    match = session.match
    if session.moving:
        seat = match.seat_of(session.side_shown)
        return naming.said_of(match, seat, "moving_status")
    if match.here.over:
        return ""  # the card says so
    if session.waits:
        return paused_words(match)
    seat = match.seat_of(match.position.turn)
    if not match.mover.person:
        return say("computer_turn", name=naming.player_name(match, seat))
    key = "turn_swap" if match.can_swap else f"turn_{match.game.key}"
    position, names = match.position, view.move_names
    known = names.all_of(position.turn)
    example = names.text(position.moves()[0], position.turn)
    values = {"count": len(known), "first": known[0], "last": known[-1], "move": example}
    return naming.said_of(match, seat, key, **values)


def paused_words(match: Match) -> str:
    """Say that the game waits, and what lets it go on."""
    person = match.mover_at(match.end).person
    return say("paused_status" if person else "paused_status_step")


def turn_words(match: Match) -> str:
    """Say who is to move; nothing after the end."""
    if match.here.over:
        return ""
    return naming.said_of(match, match.seat_of(match.position.turn), "board_turn")


_LITTLE_TIME = (60, 10)  # seconds left to a person, of which a warning is told


class Narration:
    """Tells every ply once, whose turn it is, what is under the hand, little time, and the end."""

    def __init__(
        self, session: Session, tell: Callable[[str], None], *, turns: bool = True
    ) -> None:
        """``turns`` are told unless the board says by itself what to do."""
        self._turns = turns
        self._session = session
        self._tell = tell
        self._told_to: Node = session.match.end
        self._words = Steady(tell)
        self._left: tuple[float, ...] = ()  # on the clocks, when it was looked at last
        self._turn: tuple[Node, Forfeit | None] | None = None
        self._waited = False  # when it was looked at last

    @property
    def waiting(self) -> bool:
        """Tell whether words are to be told as soon as they have stayed."""
        return self._words.waiting

    def update(self, view: View, words: str, dt: float, about: object = None) -> None:
        """Tell what is new after ``dt`` seconds; ``words`` are those that the board says now.

        The same words are told again when they are ``about`` something else.
        """
        match = self._session.match
        if match.end is not self._told_to:
            told_nodes = {self._told_to, *self._told_to.line}
            if self._turns:
                self._tell(self._undone_words(view))
            for node in match.end.line:
                if node not in told_nodes:
                    self._tell(ply_line(self._session, view, node))
            self._told_to = match.end
        self._words.update(words, dt, about)
        self._warn_of_time()
        self._tell_pause()
        turn = (match.end, match.end.forfeit)
        if self._turn != turn and not self._session.moving:
            if match.end.over:
                self._turn = turn
                said = (naming.headline_words, naming.why_over_words, naming.result_words)
                self._tell(as_text(*(words_of(match) for words_of in said)))
            elif self._session.persons_turn and self._turns and not match.walking:
                # What may be done is told once.
                known = self._turn is not None and not match.can_swap
                self._turn = turn
                self._tell(turn_words(match) if known else status_words(self._session, view))

    def _undone_words(self, view: View) -> str:
        """Say which plies were taken back since; nothing where there are none."""
        line, before = self._session.match.end.line, self._told_to.line
        undone = before[len(line) :]
        if not undone or before[: len(line)] != line:
            return ""
        return say("told_undone", plies=listed(*(ply_words(view, node) for node in undone)))

    def _tell_pause(self) -> None:
        """Tell that the game waits, whoever paused it; when it goes on, whose turn it is."""
        before, self._waited = self._waited, self._session.waits
        if self._turns and before != self._waited:
            if self._waited:
                self._tell(paused_words(self._session.match))
            else:
                self._turn = None

    def _warn_of_time(self) -> None:
        match = self._session.match
        if match.clock is None:
            return
        before, self._left = self._left or match.clock.left, match.clock.left
        for seat, (was, left) in enumerate(zip(before, self._left, strict=True)):
            passed = [limit for limit in _LITTLE_TIME if left <= limit < was]
            if passed and match.players[seat].person and not match.tip.over:
                name = naming.player_name(match, seat)
                self._tell(say(f"told_time_{passed[-1]}", name=name))


def ply_line(session: Session, view: View, node: Node) -> str:
    """Say who played which ply, and what the board says about it."""
    match = session.match
    name = naming.player_name(match, match.seat_before(node))
    said = [say("told_ply", name=name, ply=ply_words(view, node))]
    shown, events = view.shown(match, node.before), list(match.events([node]))
    if turned := sum(isinstance(event, Flip) for event in events):
        said.append(naming.capital(say("move_reason_turns", count=turned)))
    for event in events:
        message = view.said(event, shown, match)
        if message is not None:
            said.append(naming.message_words(message, match))
        shown.apply(event)
    return as_text(*said)
