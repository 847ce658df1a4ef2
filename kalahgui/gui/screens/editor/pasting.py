"""The position of the editor on the clipboard: copied as text, and pasted from any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kalahgui.engine.interrupt import YieldToFrames
from kalahgui.games import DRAFTING, draft_of, read_draft
from kalahgui.games.draft import Draft
from kalahgui.games.user_error import UserError, short
from kalahgui.gui.services import clipboard
from kalahgui.gui.services.background import FAILURES, Reading
from kalahgui.gui.services.services import Services
from kalahgui.gui.services.words import say, why
from kalahgui.library import formats
from kalahgui.library.formats import UnknownText, position_text
from kalahgui.library.formats.transcript import LONGEST_POSITION
from kalahgui.match.editing import Editing


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


class Pasting:
    """Copies the position that is edited, and reads what is pasted in its place."""

    def __init__(
        self,
        services: Services,
        editing: Editing,
        change: Callable[[Draft], None],
        refuse: Callable[[], None],
    ) -> None:
        """``change`` lays what was pasted, ``refuse`` says why there is nothing to copy."""
        self._services = services
        self._editing = editing
        self._change = change
        self._refuse = refuse
        self._reading: Reading[Pasted] = Reading()

    @property
    def busy(self) -> bool:
        """Tell whether something is being read."""
        return self._reading.busy

    def copy(self) -> None:
        """Put the position as text on the clipboard."""
        draft, verdict = self._editing.draft, self._editing.verdict
        text = verdict.text
        if verdict.position is not None:
            # With its board and rules, so that it is read as it was set up.
            game = self._editing.drafting.game
            text = position_text(game, draft.variant, draft.rules, verdict.position)
        if not text:
            self._refuse()
            return
        done = clipboard.copy_text(text)
        self._services.notices.show_now(
            say("edit_copied", text=text) if done else say("edit_no_board")
        )

    def paste(self) -> None:
        """Take the position that is on the clipboard, or the last one of a game there."""
        text, now = clipboard.pasted_text(), self._editing.draft
        if text is None:
            self._services.notices.show_now(say("edit_no_board"))
        elif not text.strip():
            self._services.notices.show_now(say("clipboard_empty"))
        elif (draft := draft_at_once(text, now)) is not None:
            self._change(draft)
        else:
            self._reading.begin(partial(read_pasted, text, now, self._services.frame_yield))

    def update(self) -> None:
        """Take what was pasted once it has been read."""
        pasted = self._reading.arrived()
        if isinstance(pasted, FAILURES):
            self._services.notices.add(say("edit_not_pasted", why=why(pasted)))
        elif pasted is not None:
            self._change(pasted.draft)
            if pasted.of_game:
                self._services.notices.add(say("edit_game_pasted"))

    def close(self) -> None:
        """Read nothing any more."""
        self._reading.close()
