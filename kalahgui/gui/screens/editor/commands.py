"""What leads on from an edited position: to a game, its values, its search, or the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from kalahgui.engine.frame_yielding import YieldToFrames
from kalahgui.games import DRAFTING, draft_of, read_draft
from kalahgui.games.draft import Draft
from kalahgui.games.game import Message
from kalahgui.games.user_error import UserError, short
from kalahgui.gui.screens.editor.value import Value
from kalahgui.gui.screens.editor.verdict_card import match_of, verdict_words
from kalahgui.gui.services import clipboard, naming
from kalahgui.gui.services.background import FAILURES, Reading
from kalahgui.gui.services.game_catalogue import entry_of
from kalahgui.gui.services.navigation import GameOf, TheatreOf
from kalahgui.gui.services.theatre_visit import How
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library import formats
from kalahgui.library.formats import UnknownText, position_text
from kalahgui.library.formats.transcript import LONGEST_POSITION
from kalahgui.match.editing import Editing
from kalahgui.match.match import Match
from kalahgui.theatre.subject import PositionSubject


@dataclass(frozen=True)
class Pasted:
    """A position that was pasted; ``of_game`` tells that it is the last one of a game."""

    draft: Draft
    of_game: bool


def draft_at_once(text: str, now: Draft) -> Draft | None:
    """Return the position that a text is in a game's notation alone, first of the game laid now.

    It is played by the rules laid now. None where the text is something else.
    """
    if len(text) > LONGEST_POSITION:
        return None
    return read_draft(text.strip(), now.game, now.rules)


def read_pasted(text: str, now: Draft, yield_to_frames: YieldToFrames) -> Pasted:
    """Read any text; UserError says why there is no position in it."""
    try:
        found = formats.read(text.encode("utf-8", "replace"), yield_to_frames=yield_to_frames)
    except UnknownText:
        return Pasted(_read_alone(text.strip(), now), of_game=False)
    if found.position is not None:
        position = found.position
        draft = draft_of(position.game, position.start, position.rules, position.variant)
        return Pasted(draft, of_game=False)
    if len(found.games) + len(found.bad) > 1:
        raise UserError("refused_several_games", n=len(found.games) + len(found.bad))
    match = found.games[0].match
    draft = draft_of(match.game, match.tip.position, match.rules, match.variant)
    return Pasted(draft, of_game=True)


def _read_alone(text: str, now: Draft) -> Draft:
    """Read a position of the game laid now; UserError says why it is none."""
    try:
        return DRAFTING[now.game].read(text, now.rules)
    except UserError as why:
        raise UserError("refused_position", text=short(text), why=why) from None


class EditorCommands(Screen):
    """A screen with an edited position, and where it can be taken."""

    editing: Editing
    value: Value
    pasting: Reading[Pasted]

    def changed(self) -> None:
        """Follow a change of the draft."""
        raise NotImplementedError

    def _refuses(self) -> bool:
        """Tell whether the draft cannot be played, and say so."""
        verdict = self.editing.verdict
        if not verdict.playable:
            self.services.notices.show_now(verdict_words(verdict, match_of(self.editing)))
        return not verdict.playable

    def next_match(self) -> Match:
        """Return the match from here between those chosen on the set-up screen, by its clock."""
        match = match_of(self.editing)
        seats = self.services.choices.cards[entry_of(match).key].seats
        varied = self.services.choices.varied
        first, second = (seat.player(match.game, match.start, varied) for seat in seats)
        return Match(
            match.game,
            match.variant,
            match.rules,
            (first, second),
            start=match.start.copy(),
            control=self.services.choices.control,
        )

    def players_words(self) -> str:
        """Say who would play."""
        return naming.against_words(self.next_match())

    def play(self) -> None:
        """Play from here, with the players and the clock chosen on the set-up screen."""
        if not self._refuses():
            self.app.open(GameOf(self.next_match()))

    def analyse(self) -> None:
        """Go to the board with two persons, where values, bar and graph are shown."""
        if not self._refuses():
            self.services.choose(values=True, bar=True)
            self.app.open(GameOf(match_of(self.editing)))

    def watch_search(self) -> None:
        """See in the theatre how the position is searched, and come back."""
        if self._refuses():
            return
        match = match_of(self.editing)
        self.value.drop()
        how = How(variant=match.variant, name=Message("edit_theatre_name"))
        subject = PositionSubject(match.game, match.position.copy(), match.rules)
        self.app.open(TheatreOf(subject, over=True, how=how))

    def copy(self) -> None:
        """Put the position as text on the clipboard."""
        draft, verdict = self.editing.draft, self.editing.verdict
        text = verdict.text
        if verdict.position is not None:
            # With its board and rules, so that it is read as it was set up.
            game = self.editing.drafting.game
            text = position_text(game, draft.variant, draft.rules, verdict.position)
        if not text:
            self._refuses()
            return
        done = clipboard.copy_text(text)
        self.services.notices.show_now(
            say("edit_copied", text=text) if done else say("edit_no_board")
        )

    def paste(self) -> None:
        """Take the position that is on the clipboard, or the last one of a game there."""
        text, now = clipboard.pasted_text(), self.editing.draft
        if text is None:
            self.services.notices.show_now(say("edit_no_board"))
        elif not text.strip():
            self.services.notices.show_now(say("clipboard_empty"))
        elif (draft := draft_at_once(text, now)) is not None:
            self._lay(draft)
        else:
            self.pasting.begin(partial(read_pasted, text, now, self.services.frame_yield))

    def take_pasted(self) -> None:
        """Take what was pasted once it has been read."""
        pasted = self.pasting.arrived()
        if isinstance(pasted, FAILURES):
            self.services.notices.add(say("edit_not_pasted", why=why(pasted)))
        elif pasted is not None:
            self._lay(pasted.draft)
            if pasted.of_game:
                self.services.notices.add(say("edit_game_pasted"))

    def _lay(self, draft: Draft) -> None:
        self.editing.change(draft)
        self.changed()
