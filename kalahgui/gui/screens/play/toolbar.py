"""The buttons of the top row of the playing screen."""

from __future__ import annotations

from kalahgui.gui.screens.play.thinking import has_measures
from kalahgui.gui.services.settings import Choices
from kalahgui.gui.widgets.controls import Tool
from kalahgui.match.match import Match
from kalahgui.match.session import Session


def tools(session: Session, choices: Choices, *, turns_round: bool, hint: bool) -> list[Tool]:
    """Return the buttons that make sense in a session, from the left.

    ``turns_round`` tells that the board can be turned, ``hint`` that a hint is shown.
    """
    match = session.match
    found = [
        Tool("new", "new_game", "new"),
        Tool("undo", "undo", "undo", usable=lambda: can_undo(session)),
        Tool("redo", "redo", "redo", usable=lambda: match.can_redo),
        Tool("replay", "replay", "replay", usable=lambda: bool(match.last_turn)),
    ]
    if turns_round:
        found.append(Tool("flip", "flip", "flip"))
    found += _helps(match, choices, hint)
    found += _computers(session, choices)
    # It keeps its place when the game is over, so that nothing moves under the mouse.
    found.append(Tool("search", "search_watched", "search", usable=lambda: not match.over))
    found.append(Tool("review", "list_review", "review", usable=lambda: played(match)))
    found.append(Tool("edit", "edit_open", "edit"))
    if match.over:
        found.append(Tool("result", "result_shown", "result"))
    elif any(player.person for player in match.players):
        found.append(Tool("resign", "resign", "resign"))
    found.append(Tool("share", "share", "share"))
    found.append(Tool("help", "help_title", "help"))
    found.append(Tool("settings", "settings", "settings"))
    return found


def _helps(match: Match, choices: Choices, hint: bool) -> list[Tool]:
    """Return the buttons of what helps while playing."""
    found = []
    if any(player.person for player in match.players):
        found.append(Tool("hint", "hint_shown", "hint", hint))
        found.append(Tool("eye", "values_shown", "values", choices.values))
    found.append(Tool("bar", "bar_shown", "bar", choices.bar))
    found.append(Tool("graph", "graph_shown", "graph", choices.graph))
    if has_measures(match):
        found.append(Tool("measures", "measures_shown", "measures", choices.measures))
    return found


def _computers(session: Session, choices: Choices) -> list[Tool]:
    """Return the buttons of the computers that play."""
    if all(player.person for player in session.match.players):
        return []
    icon, tip = ("play", "resume") if session.paused else ("pause", "pause")
    found = [Tool(icon, tip, "pause", session.paused)]
    if session.without_person:
        found.append(Tool("step", "step", "step"))
    found.append(Tool("thinking", "thinking_shown", "thinking", choices.thinking))
    return found


def played(match: Match) -> bool:
    """Tell whether a move of the game has been played."""
    return match.tip is not match.root


def can_undo(session: Session) -> bool:
    """Tell whether there is anything to take back, of the game or of its tree."""
    return session.can_take_back_edit or session.match.can_undo
