"""What can be done on the playing screen, as buttons and as keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from kalahgui.gui.screens.play.commands import Commands
from kalahgui.gui.screens.play.measures import has_measures
from kalahgui.gui.services.settings import Choices
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control
from kalahgui.gui.widgets.controls import Controls
from kalahgui.match.match import Match
from kalahgui.match.session import Session

Action = Callable[[], None]


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Tool:
    """A button of the top row.

    ``key`` names the key that does the same, ``usable`` tells whether there is anything to do.
    """

    icon: str
    tip: str
    action: Action
    selected: bool = False
    key: str = ""
    usable: Callable[[], bool] = _always


def add_tool(controls: Controls, place: pygame.Rect, tool: Tool) -> Control:
    """Add a tool's button to the controls of a screen."""
    return controls.button(
        place,
        "",
        tool.action,
        icon=tool.icon,
        tip=tool.tip,
        key=tool.key,
        selected=tool.selected,
        enabled=tool.usable(),
    )


def tools(session: Session, choices: Choices, commands: Commands, turns_round: bool) -> list[Tool]:
    """Return the buttons that make sense in a session, from the left."""
    match = session.match
    found = [
        Tool("new", say("new_game"), commands.new_game, key="N"),
        Tool("undo", say("undo"), commands.undo, key="Z", usable=lambda: can_undo(session)),
        Tool("redo", say("redo"), commands.redo, key="Y", usable=lambda: match.can_redo),
        Tool(
            "replay", say("replay"), commands.replay, key="R", usable=lambda: bool(match.last_turn)
        ),
    ]
    if turns_round:
        found.append(Tool("flip", say("flip"), commands.flip, key="F"))
    found += _helps(match, choices, commands)
    found += _computers(session, choices, commands)
    # It keeps its place when the game is over, so that nothing moves under the mouse.
    tip = say("search_watched")
    found.append(Tool("search", tip, commands.watch_search, key="L", usable=lambda: not match.over))
    tip = say("list_review")
    found.append(Tool("review", tip, commands.review, key="Shift+R", usable=lambda: played(match)))
    found.append(Tool("edit", say("edit_open"), commands.open_editor, key="Ctrl+E"))
    if match.over:
        found.append(Tool("result", say("result_shown"), commands.show_result))
    elif any(player.person for player in match.players):
        found.append(Tool("resign", say("resign"), commands.resign))
    found.append(Tool("share", say("share"), commands.share))
    found.append(Tool("help", say("help_title"), commands.open_help, key="?"))
    found.append(Tool("settings", say("settings"), commands.open_options))
    return found


def _helps(match: Match, choices: Choices, commands: Commands) -> list[Tool]:
    """Return the buttons of what helps while playing."""
    found = []
    # Letters play moves on some boards; with Shift they never do.
    shift = "Shift+" if commands.letters_play else ""
    if any(player.person for player in match.players):
        hint, tip = commands.hint.wanted, say("hint_shown")
        found.append(Tool("hint", tip, commands.toggle_hint, hint, key=f"{shift}H"))
        tip = say("values_shown")
        found.append(Tool("eye", tip, commands.toggle_values, choices.values, key="V"))
    found.append(Tool("bar", say("bar_shown"), commands.toggle_bar, choices.bar, key=f"{shift}E"))
    found.append(
        Tool("graph", say("graph_shown"), commands.toggle_graph, choices.graph, key=f"{shift}G")
    )
    if has_measures(match):
        tip = say("measures_shown")
        found.append(Tool("measures", tip, commands.toggle_measures, choices.measures, key="W"))
    return found


def _computers(session: Session, choices: Choices, commands: Commands) -> list[Tool]:
    """Return the buttons of the computers that play."""
    if all(player.person for player in session.match.players):
        return []
    icon, tip = ("play", "resume") if session.paused else ("pause", "pause")
    found = [Tool(icon, say(tip), commands.pause, session.paused)]
    if session.without_person:
        found.append(Tool("step", say("step"), commands.step, key="."))
    tip = say("thinking_shown")
    found.append(Tool("thinking", tip, commands.toggle_thinking, choices.thinking, key="T"))
    return found


def played(match: Match) -> bool:
    """Tell whether a move of the game has been played."""
    return match.tip is not match.root


def can_undo(session: Session) -> bool:
    """Tell whether there is anything to take back, of the game or of its tree."""
    return session.can_take_back_edit or session.match.can_undo


def shift_action(event: pygame.Event, commands: Commands) -> Action | None:
    """Return what a letter with Shift does, on every board."""
    if not event.mod & pygame.KMOD_SHIFT:
        return None
    keys: dict[int, Action] = {
        pygame.K_h: commands.toggle_hint,
        pygame.K_e: commands.toggle_bar,
        pygame.K_g: commands.toggle_graph,
        pygame.K_r: commands.review,
    }
    return keys.get(event.key)


def key_action(event: pygame.Event, commands: Commands) -> Action | None:
    """Return what a key does, besides playing moves."""
    signs: dict[str, Action] = {
        "?": commands.open_help,
        "+": lambda: commands.change_pace(1),
        "=": lambda: commands.change_pace(1),
        "-": lambda: commands.change_pace(-1),
    }
    keys: dict[int, Action] = {
        pygame.K_h: commands.toggle_hint,
        pygame.K_e: commands.toggle_bar,
        pygame.K_g: commands.toggle_graph,
        pygame.K_z: commands.undo,
        pygame.K_BACKSPACE: commands.undo,
        pygame.K_y: commands.redo,
        pygame.K_r: commands.replay,
        pygame.K_f: commands.flip,
        pygame.K_v: commands.toggle_values,
        pygame.K_w: commands.toggle_measures,
        pygame.K_x: commands.toggle_tree,
        pygame.K_t: commands.toggle_thinking,
        pygame.K_l: commands.watch_search,
        pygame.K_q: commands.explain,
        pygame.K_s: commands.swap,
        pygame.K_n: commands.new_game,
        pygame.K_m: commands.toggle_sound,
        pygame.K_SPACE: commands.move_now,
        pygame.K_PERIOD: commands.step,
        pygame.K_ESCAPE: commands.leave,
        pygame.K_F1: commands.open_help,
        pygame.K_PAGEUP: commands.step_back,
        pygame.K_PAGEDOWN: commands.step_on,
        pygame.K_HOME: commands.go_to_start,
        pygame.K_END: commands.go_to_end,
    }
    return signs.get(event.unicode) or keys.get(event.key)
