"""The keys of the window as data: groups of keys and what they do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    """What is printed on some keys, and the name of what they do in the translations."""

    keys: str
    name: str


@dataclass(frozen=True)
class KeyGroup:
    """Keys that belong together."""

    name: str
    keys: tuple[Key, ...]


# Another key is another line here, with ``keys_do_NAME`` in the translations.
GROUPS = (
    KeyGroup(
        "moves",
        (
            Key("1 – 8", "pit"),
            Key("a – h, 1 – 8", "square"),
            Key("←↑↓→, Enter", "choose"),
            Key("S", "swap"),
            Key("Z / Y", "undo"),
            Key("N", "new"),
        ),
    ),
    KeyGroup(
        "help",
        (
            Key("H, Shift+H", "hint"),
            Key("V", "values"),
            Key("E, Shift+E", "bar"),
            Key("G, Shift+G", "graph"),
            Key("T", "thinking"),
            Key("W", "measures"),
            Key("X", "tree"),
        ),
    ),
    KeyGroup("computer", (Key("Space", "now"), Key(".", "step"))),
    KeyGroup(
        "looking",
        (
            Key("PgUp / PgDn", "walk"),
            Key("Home / End", "ends"),
            Key("N, Shift+N", "mistakes"),
            Key("P / Del", "line"),
            Key("Shift+R", "review"),
            Key("R", "replay"),
            Key("F", "flip"),
            Key("L", "search"),
            Key("Q", "why"),
            Key("Ctrl+E", "edit"),
        ),
    ),
    KeyGroup(
        "files",
        (
            Key("Ctrl(+Shift)+C", "copy"),
            Key("Ctrl+V, Ctrl+O", "open"),
        ),
    ),
    KeyGroup(
        "window",
        (
            Key("? F1", "help"),
            Key("L", "library"),
            Key("M", "sound"),
            Key("+ / −", "speed"),
            Key("F11", "full"),
            Key("Tab, Enter", "tab"),
            Key("Esc", "escape"),
        ),
    ),
)
