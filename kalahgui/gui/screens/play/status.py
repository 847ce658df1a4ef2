"""What is said around the board: where one stands, a hint, and how sure values are."""

from __future__ import annotations

from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Message
from kalahgui.gui.boards.view import MoveMark, View
from kalahgui.gui.panels.sentences import (
    because,
    comes_to,
    move_words,
    player_words,
    sentence,
    sure_words,
)
from kalahgui.gui.services import naming
from kalahgui.gui.services.voice import SETTLED
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.move_reasons import next_best, reasons_for, turns_of
from kalahgui.review.pointers import Pointer, pointers
from kalahgui.review.review_rows import BEST
from kalahgui.words import as_text, chosen, say


class Whereabouts:
    """Knows where a match is looked at, and whether the computer has moved meanwhile."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._end = match.end  # as it was when somebody looked at it last

    def update(self) -> None:
        """Take notice of what is looked at."""
        if not self._match.walking:
            self._end = self._match.end

    @property
    def elsewhere(self) -> bool:
        """Tell whether something else is looked at, or played, than the game."""
        return self._match.walking or self._match.aside

    def words(self) -> str:
        """Say where one stands; nothing where the game is looked at."""
        match, before = self._match, self._match.end.parent
        unseen = before is not None and self._end in (match.root, *before.line)
        if match.walking and before is not None and unseen and not match.mover_at(before).person:
            return say("list_computer_has_moved")
        if match.here not in match.main_line:
            return say("list_side_line") if self.elsewhere else ""
        if not match.walking:
            return ""
        here = len(match.here.line)
        words = say("list_at_start")
        if here:
            words = say("list_earlier", n=here, of=len(match.tip.line))
        person = not match.here.over and match.mover.person
        return as_text(words, say("list_earlier_play")) if person else words


def values_note(session: Session) -> list[str]:
    """Say in one line or two how sure the values of the moves are."""
    judgement, match = session.judgement, session.match
    if judgement is None:
        return [say("help_values_sought")]
    key = "help_values_exact" if judgement.exact else "help_values_best"
    sure = say(key if judgement.value_exact else "help_values_depth", count=judgement.depth)
    lines = [say("help_values_swap", values=sure) if match.swap_to_come else sure]
    if not judgement.exact and match.game.uses_probcut(match.start):
        # Beside a square board there is no room for both in one line.
        lines.append(say("help_values_others" if judgement.value_exact else "selective_alone"))
    return lines


_MOST_REASONS = 2
_LONGEST = 15  # words of a sentence with several reasons
_STAYS = 1.0  # seconds that a sentence stays, unless another move or result is found
_NEWS_STAYS = 4.0  # seconds after which another move or result is told aloud, too


class Hint:
    """A hint for the position looked at, until the next move or until it is called off."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._node: Node | None = None  # where it was asked for
        self._judged: Judgement | None = None  # what was said last, of this and on that board
        self._shown: tuple[View, bool] | None = None
        self._news: Judgement | None = None  # what was found when it last said something else
        self._told: Judgement | None = None  # the one of those that is told aloud
        self._news_for = 0.0  # seconds
        self._found = ""
        self._said_for = 0.0  # seconds

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
            self._judged = self._news = self._told = self._session.message = None
        else:
            self._session.message = Message("hint_not_now")

    @property
    def waiting(self) -> bool:
        """Tell whether something is still to be told, once it has stayed for a while."""
        if self._news is None or not self.wanted:
            return False
        return self._told is None or _gist(self._news) != _gist(self._told)

    def update(self, dt: float) -> None:
        """Forget a hint whose position is no longer looked at; ``dt`` seconds have passed."""
        self._said_for += dt
        self._news_for += dt
        stays = SETTLED if self._told is None else _NEWS_STAYS
        if self.waiting and self._news_for >= stays:
            self._told = self._news
        if not self.wanted:
            self._node = None

    def marks(self, view: View) -> dict[int, MoveMark]:
        """Return the mark of the move by its cell; none where none is shown."""
        if (move := self._move) is None:
            return {}
        return {view.cell_of(move, self._session.match.position): MoveMark(BEST)}

    def pointers(self) -> list[Pointer]:
        """Return what the move does, as arrows on the board; none where none is shown."""
        match = self._session.match
        return [] if (move := self._move) is None else pointers(match.game, match.position, move)

    def words(self, view: View, figures: bool) -> str:
        """Say the move, why it is good and what it is worth; with ``figures`` how sure that is."""
        if not self.wanted or self._session.moving:
            return ""
        match, judgement = self._session.match, self._session.judgement
        if judgement is None:
            return say("hint_sought")
        shown, said = (view, figures), self._judged
        news = said is None or _gist(said) != _gist(judgement)
        read = said is not judgement and self._said_for >= _STAYS
        # Asked for in every frame, and reasons take longer than a frame may.
        if news or read or shown != self._shown:
            if news:
                self._news, self._news_for = judgement, 0.0
            self._judged, self._shown, self._said_for = judgement, shown, 0.0
            self._found = self._sentence(view, judgement)
            if figures and not judgement.value_exact:
                selective = match.game.uses_probcut(match.position)
                self._found += f" · {sure_words(False, judgement.depth, selective)}"
        return self._found

    @property
    def _move(self) -> int | None:
        """Return the move shown on the board; None where none is known yet, or a swap is better."""
        judgement = self._session.judgement
        if not self.wanted or judgement is None or self._session.moving or self._swaps(judgement):
            return None
        return judgement.best

    def _swaps(self, judgement: Judgement) -> bool:
        return self._session.match.can_swap and judgement.value < 0

    @property
    def about(self) -> object:
        """Return what is told once: the first move found, and then another one that has stayed."""
        news = self._told or self._news
        return news if self.wanted and self._session.judgement is not None else None

    def _sentence(self, view: View, judgement: Judgement) -> str:
        if self._swaps(judgement):
            return self._coming_to(say("hint_swap"), -judgement.value, judgement.value_exact)
        said = self._said(view, judgement, _MOST_REASONS)
        return said if len(said.split()) <= _LONGEST else self._said(view, judgement, 1)

    def _said(self, view: View, judgement: Judgement, most: int) -> str:
        """Say the move with so many reasons, or else with its line, and what that comes to."""
        match, move = self._session.match, judgement.best
        game, position = match.game, match.position
        child = position.copy()
        child.play(move)
        name = move_words(game, view.move_text(move, position.turn), begins=True)
        if (opening := game.named_opening(child)) is not None:
            name = say("move_opening", move=name, opening=opening.name(chosen()))
        reasons = reasons_for(game, position, move, judgement, next_best(judgement, move))
        if match.swap_to_come:
            # What a move captures is no reason where the other player may have the better side.
            reasons = [Message("hint_even")]
        said = name
        if reasons:
            said = say("hint_because", move=name, why=because(match, reasons[:most]))
        else:
            line = judgement.lines[move]
            answer = turns_of(game, position.to_the_end(), line, most=2)[1:]
            if answer and answer[0].side != position.turn:
                turn = naming.turn_words((answer[0].side, answer[0].moves), view.move_text)
                other = player_words(match, match.seat_of(answer[0].side))
                said = say("hint_line", move=name, name=other, answer=turn)
        if child.over:
            return say("review_stop", said=said)
        return self._coming_to(said, judgement.value, judgement.value_exact)

    def _coming_to(self, said: str, value: int, exact: bool) -> str:
        match = self._session.match
        what = comes_to(match, match.seat_of(match.position.turn), value, exact)
        return as_text(say("review_stop", said=said), sentence(what))


def _gist(judgement: Judgement) -> tuple[object, ...]:
    """Return what a player goes by: the move, whether it is certain, and who is ahead."""
    value = judgement.value
    return judgement.best, judgement.value_exact, value > 0, value < 0
