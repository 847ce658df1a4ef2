"""A hint: one move with its reasons in words, and how sure that is."""

from __future__ import annotations

from kalahgui.games.game import Message
from kalahgui.gui.boards.view import MoveMark, View
from kalahgui.gui.panels.wording import joined, move_words, sure_words, value_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.move_reasons import reasons
from kalahgui.review.rows import BEST

_MOST_REASONS = 2


class Hint:
    """A hint for the position looked at, until the next move or until it is called off."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._node: Node | None = None  # where it was asked for

    @property
    def wanted(self) -> bool:
        """Tell whether a hint is shown, or looked for."""
        return self._node is not None and self._node is self._session.match.here

    def toggle(self) -> None:
        """Ask for a hint, or call it off; where nobody is to move, say so."""
        if self.wanted:
            self._node = None
        elif self._session.persons_turn:
            self._node = self._session.match.here
            self._session.message = None
        else:
            self._session.message = Message("hint_not_now")

    def update(self) -> None:
        """Forget a hint whose position is no longer looked at."""
        if not self.wanted:
            self._node = None

    def marks(self, view: View) -> dict[int, MoveMark]:
        """Return the mark of the move by its cell; none where none is known yet."""
        judgement = self._session.judgement
        if not self.wanted or judgement is None or self._session.moving:
            return {}
        return {view.cell_of(judgement.best, self._session.match.position): MoveMark(BEST)}

    def words(self, view: View) -> str:
        """Say the move, why it is good, what it is worth and how sure that is."""
        if not self.wanted or self._session.moving:
            return ""
        match, judgement = self._session.match, self._session.judgement
        if judgement is None:
            return say("hint_sought")
        move, position = judgement.best, match.position
        told = reasons(match.game, position, move, judgement)[:_MOST_REASONS]
        if match.swap_to_come:
            # What a move captures is no reason where the other player may have the better side.
            told = [Message("hint_even")]
        why = joined([naming.message_words(message, match) for message in told])
        exact = judgement.exact
        name = move_words(match.game, view.move_text(move, position.turn), begins=True)
        parts = [
            say("hint_because", move=name, why=why) if why else name,
            self._value_words(judgement.value, exact),
            sure_words(exact, judgement.depth, match.game.foresees(position)),
        ]
        return " · ".join(parts)

    def _value_words(self, value: int, exact: bool) -> str:
        """Write what a move is worth; where only wins count, what is not exact may be open."""
        game = self._session.match.game
        if not game.has_points and value == 0 and not exact:
            return say("value_open")
        return value_words(game, value)
