"""Copying a game or the position looked at, by keys or from the card that shares it."""

from __future__ import annotations

from functools import partial

from kalahgui.gui.services.clipboard import copy_text
from kalahgui.gui.services.keymap import Command
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.formats import position_text, text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import StoredMatch


def copy_game(app: Host, stored: StoredMatch) -> None:
    """Copy a whole game, with its side lines."""
    _copy(app, text_of(written_of(stored)), "copied_game")


def copy_position(app: Host, stored: StoredMatch) -> None:
    """Copy the position that is looked at in a game."""
    match = stored.match
    words = position_text(match.game, match.variant, match.rules, match.position)
    _copy(app, words, "copied_position")


def _copy(app: Host, words: str, done: str) -> None:
    app.services.notices.show_now(say(done if copy_text(words) else "no_clipboard"))


def copying(app: Host, stored: StoredMatch) -> dict[str, Command]:
    """Return the commands that copy a game, or the position that is looked at there."""
    return {
        "copy": partial(copy_game, app, stored),
        "copy_position": partial(copy_position, app, stored),
    }
