"""What can be done on the playing screen, as buttons and as keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import pygame

from kalahgui.gui.kit.words import say
from kalahgui.gui.settings import Choices
from kalahgui.match.session import Session

Action = Callable[[], None]


class Commands(Protocol):
    """What the buttons and keys have done."""

    def new_game(self) -> None:
        """Start the same game from the beginning."""

    def undo(self) -> None:
        """Take back."""

    def redo(self) -> None:
        """Play again what was taken back."""

    def replay(self) -> None:
        """Show the last turn again."""

    def flip(self) -> None:
        """Turn the board round."""

    def toggle_values(self) -> None:
        """Show or hide what every move is worth."""

    def pause(self) -> None:
        """Stop the computer, or let it go on."""

    def step(self) -> None:
        """Let a paused computer make one move."""

    def toggle_thinking(self) -> None:
        """Show or hide what the computer thinks."""

    def resign(self) -> None:
        """Give up, after a question."""

    def show_result(self) -> None:
        """Show the card of a finished game again."""

    def swap(self) -> None:
        """Swap sides under the pie rule."""

    def toggle_sound(self) -> None:
        """Turn the sound on or off."""

    def move_now(self) -> None:
        """Have the computer move, or pause two computers."""

    def change_pace(self, step: int) -> None:
        """Have the stones move faster or slower."""

    def open_help(self) -> None:
        """Show the rules and the keys."""

    def open_options(self) -> None:
        """Show the settings."""

    def leave(self) -> None:
        """Go to the home screen."""


@dataclass(frozen=True)
class Tool:
    """A button of the top row."""

    icon: str
    tip: str
    action: Action
    selected: bool = False


def tools(session: Session, choices: Choices, do: Commands, turns_round: bool) -> list[Tool]:
    """Return the buttons that make sense in a session, from the left."""
    players = session.match.players
    some_person = any(player.person for player in players)
    found = [
        Tool("new", say("new_game"), do.new_game),
        Tool("undo", say("undo"), do.undo),
        Tool("redo", say("redo"), do.redo),
        Tool("replay", say("replay"), do.replay),
    ]
    if turns_round:
        found.append(Tool("flip", say("flip"), do.flip))
    if some_person:
        found.append(Tool("hint", say("values_shown"), do.toggle_values, choices.values))
    if not all(player.person for player in players):
        icon, tip = ("play", "resume") if session.paused else ("pause", "pause")
        found.append(Tool(icon, say(tip), do.pause, session.paused))
        if session.without_person:
            found.append(Tool("step", say("step"), do.step))
        found.append(Tool("eye", say("thinking_shown"), do.toggle_thinking, choices.thinking))
    if session.match.over:
        found.append(Tool("result", say("result_shown"), do.show_result))
    elif some_person:
        found.append(Tool("resign", say("resign"), do.resign))
    sound = "sound" if choices.sound else "mute"
    found.append(Tool(sound, say("setting_sound"), do.toggle_sound))
    found.append(Tool("help", say("help_title"), do.open_help))
    found.append(Tool("settings", say("settings"), do.open_options))
    return found


def key_action(event: pygame.Event, do: Commands) -> Action | None:
    """Return what a key does, besides playing moves."""
    signs: dict[str, Action] = {
        "?": do.open_help,
        "+": lambda: do.change_pace(1),
        "=": lambda: do.change_pace(1),
        "-": lambda: do.change_pace(-1),
    }
    keys: dict[int, Action] = {
        pygame.K_z: do.undo,
        pygame.K_BACKSPACE: do.undo,
        pygame.K_y: do.redo,
        pygame.K_r: do.replay,
        pygame.K_f: do.flip,
        pygame.K_v: do.toggle_values,
        pygame.K_t: do.toggle_thinking,
        pygame.K_s: do.swap,
        pygame.K_n: do.new_game,
        pygame.K_m: do.toggle_sound,
        pygame.K_SPACE: do.move_now,
        pygame.K_PERIOD: do.step,
        pygame.K_ESCAPE: do.leave,
        pygame.K_F1: do.open_help,
    }
    return signs.get(event.unicode) or keys.get(event.key)
