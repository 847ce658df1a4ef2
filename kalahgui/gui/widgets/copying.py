"""Copying a game or the position looked at, by keys or from the card that shares it."""

from __future__ import annotations

from kalahgui.gui.services.clipboard import copy_text
from kalahgui.gui.services.keymap import Command
from kalahgui.gui.services.services import Notices
from kalahgui.gui.services.words import say
from kalahgui.library.formats import position_text, text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import StoredMatch


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
