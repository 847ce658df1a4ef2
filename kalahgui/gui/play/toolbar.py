"""What can be done on the playing screen, as buttons and as keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from kalahgui.gui.kit.words import say
from kalahgui.gui.play.commands import Commands
from kalahgui.gui.play.measures import has_measures
from kalahgui.gui.settings import Choices
from kalahgui.match.session import Session

Action = Callable[[], None]


@dataclass(frozen=True)
class Tool:
    """A button of the top row."""

    icon: str
    tip: str
    action: Action
    selected: bool = False


def tools(session: Session, choices: Choices, commands: Commands, turns_round: bool) -> list[Tool]:
    """Return the buttons that make sense in a session, from the left."""
    players = session.match.players
    some_person = any(player.person for player in players)
    found = [
        Tool("new", say("new_game"), commands.new_game),
        Tool("undo", say("undo"), commands.undo),
        Tool("redo", say("redo"), commands.redo),
        Tool("replay", say("replay"), commands.replay),
    ]
    if turns_round:
        found.append(Tool("flip", say("flip"), commands.flip))
    if some_person:
        found.append(Tool("hint", say("values_shown"), commands.toggle_values, choices.values))
    if has_measures(session.match):
        tip = say("measures_shown")
        found.append(Tool("measures", tip, commands.toggle_measures, choices.measures))
    if not all(player.person for player in players):
        icon, tip = ("play", "resume") if session.paused else ("pause", "pause")
        found.append(Tool(icon, say(tip), commands.pause, session.paused))
        if session.without_person:
            found.append(Tool("step", say("step"), commands.step))
        found.append(Tool("eye", say("thinking_shown"), commands.toggle_thinking, choices.thinking))
    if not session.match.over:
        found.append(Tool("search", say("search_watched"), commands.watch_search))
    if session.match.over:
        found.append(Tool("result", say("result_shown"), commands.show_result))
    elif some_person:
        found.append(Tool("resign", say("resign"), commands.resign))
    sound = "sound" if choices.sound else "mute"
    found.append(Tool(sound, say("setting_sound"), commands.toggle_sound))
    found.append(Tool("help", say("help_title"), commands.open_help))
    found.append(Tool("settings", say("settings"), commands.open_options))
    return found


def key_action(event: pygame.Event, commands: Commands) -> Action | None:
    """Return what a key does, besides playing moves."""
    signs: dict[str, Action] = {
        "?": commands.open_help,
        "+": lambda: commands.change_pace(1),
        "=": lambda: commands.change_pace(1),
        "-": lambda: commands.change_pace(-1),
    }
    keys: dict[int, Action] = {
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
    }
    return signs.get(event.unicode) or keys.get(event.key)
