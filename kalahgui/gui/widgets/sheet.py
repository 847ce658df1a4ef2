"""A row of labelled buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control, Tool
from kalahgui.gui.widgets.screen import Screen

_NARROW = 1000  # pixels of a window in which a label stands under its icon
# Lengths in units of the layout.
_MARGIN, _TOP, _GAP = 32, 18, 8
_HEIGHT = 40
_UNDER = 32  # what stands above a label: the icon
_BESIDE = 56  # what a button needs beside its label: the icon and what keeps it off the edges
_CHEVRON = 22


def add_labelled(screen: Screen, tools: Sequence[Tool]) -> list[Control]:
    """Add buttons that say what they are to the top of a screen, the last one at the right."""
    narrow = screen.size[0] < _NARROW
    places: list[pygame.Rect] = []
    right = screen.box(screen.width - _MARGIN, 0, 0, 0).x
    for tool in reversed(tools):
        place = _place(screen, tool, narrow)
        place.right = right
        right = place.left - screen.scale.px(_GAP)
        places.insert(0, place)
    return [
        screen.button(
            place,
            say(tool.words),
            tool.command,
            icon=tool.icon,
            style="tool_under" if narrow else "tool_opens" if tool.opens else "tool",
            tip=say(tool.words),
            selected=tool.selected,
            enabled=tool.usable(),
        )
        for place, tool in zip(places, tools, strict=True)
    ]


def _place(screen: Screen, tool: Tool, narrow: bool) -> pygame.Rect:
    """Return the size of a button and how far from the top it stands."""
    scale, px, words = screen.scale, screen.scale.px, say(tool.words)
    if narrow:
        width = max(theme.font(scale.small, True).size(words)[0] + px(16), px(60))
        return pygame.Rect(0, px(8), width, px(_UNDER) + line_height(scale.small))
    beside = _BESIDE + (_CHEVRON if tool.opens else 0)
    width = theme.font(scale.body, True).size(words)[0] + px(beside)
    return pygame.Rect(0, px(_TOP), width, px(_HEIGHT))
