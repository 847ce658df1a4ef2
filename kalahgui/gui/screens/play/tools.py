"""Where the commands of a game stand: five buttons, and the sheets that three of them open."""

from __future__ import annotations

from kalahgui.gui.elements.sheet import Tool
from kalahgui.gui.screens.play.thinking import has_measures
from kalahgui.gui.services.settings import Choices
from kalahgui.match.explaining_search import can_explain
from kalahgui.match.session import Session


def row(session: Session, *, hint: bool) -> list[Tool]:
    """Return the buttons above the board; ``hint`` tells that one is shown.

    Where nobody plays there is nothing to hint at, and the game can be paused in its place.
    """
    match = session.match
    second = Tool("hint", "row_hint", "hint", hint)
    if session.without_person:
        second = _pause(session)
    return [
        Tool(
            "undo",
            "undo",
            "undo",
            usable=lambda: session.can_take_back_edit or match.can_undo,
        ),
        second,
        Tool("eye", "row_show", "show", opens=True),
        Tool("search", "row_study", "study", opens=True),
        Tool("menu", "row_menu", "menu", opens=True),
    ]


def _pause(session: Session) -> Tool:
    icon, words = ("play", "row_resume") if session.paused else ("pause", "row_pause")
    match = session.match
    return Tool(icon, words, "pause", usable=lambda: not match.end.over)


def show(session: Session, choices: Choices, numbers: str) -> list[Tool]:
    """Return the switches of what is shown; ``numbers`` is the board's choice of them."""
    match = session.match
    persons = [player.person for player in match.players]
    tools = {
        Tool("", "show_values", "values", choices.values): any(persons),
        Tool("", "show_bar", "bar", choices.bar): True,
        Tool("", "show_graph", "graph", choices.graph): True,
        Tool("", "show_thinking", "thinking", choices.thinking): not all(persons),
        Tool("", "show_figures", "figures", choices.figures): not all(persons),
        Tool("", "show_measures", "measures", choices.measures): has_measures(match),
        Tool("", f"show_{numbers}", "numbers", choices.numbered(numbers)): bool(numbers),
    }
    return [tool for tool, wanted in tools.items() if wanted]


def study(session: Session) -> list[Tool]:
    """Return what looks into a game or its position, and takes it elsewhere."""
    match = session.match
    return [
        Tool("review", "study_review", "review", usable=lambda: match.tip is not match.root),
        Tool("search", "study_search", "search", usable=lambda: not match.here.over),
        Tool("thinking", "study_why", "why", usable=lambda: can_explain(match)),
        Tool("edit", "study_edit", "edit"),
        Tool("share", "study_share", "share"),
    ]


def menu(session: Session, choices: Choices, *, turns_round: bool, full: bool) -> list[Tool]:
    """Return the rest; ``turns_round`` tells that the board can be turned.

    In a window that fills the screen, ``full``, there is no other way to leave that.
    """
    match = session.match
    taken_back = any(node.taken_back for node in match.root.below())
    persons = [player.person for player in match.players]
    tools = {
        Tool("new", "menu_new", "new"): True,
        Tool("replay", "menu_replay", "replay", usable=lambda: bool(match.last_turn)): True,
        Tool("redo", "menu_redo", "redo", usable=lambda: match.can_redo): True,
        Tool("", "menu_taken_back", "taken_back", choices.taken_back): taken_back,
        Tool("flip", "menu_flip", "flip"): turns_round,
        _pause(session): not all(persons) or match.clock is not None,
        Tool("step", "menu_step", "step"): session.without_person,
        Tool("result", "menu_result", "result"): match.end.over,
        Tool("settings", "menu_settings", "settings"): True,
        Tool("help", "menu_help", "help"): True,
        Tool("full", "menu_window" if full else "menu_full", "full"): True,
        Tool("close", "quit", "quit"): full,
        Tool("resign", "menu_resign", "resign"): any(persons) and not match.over,
    }
    return [tool for tool, wanted in tools.items() if wanted]
