"""A row of labelled buttons, and sheets below them: switches that stay, and things to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, as_dialog
from kalahgui.gui.elements.controls import RAIL, Button
from kalahgui.gui.elements.element import Act, Element, Look, Size
from kalahgui.gui.elements.layout import Column, Row, Scroll
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_switch
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.services import keymap
from kalahgui.words import say

_NARROW = 1000  # pixels of a window in which a label stands under its icon
# Lengths in units of the layout.
_GAP, _HEIGHT, _ICON = 8, 40, 22
_LEAST, _ABOVE = 60, 32  # how wide a button is at least, and what stands above its label
_BESIDE, _CHEVRON = 56, 22  # what a button needs beside its label, and what for its arrow


@dataclass(frozen=True)
class Tool:
    """A button: its icon, what it is called (a key of translations), and the command it does.

    A switch is ``selected`` or not, other buttons are neither. One that ``opens`` has a sheet below
    it. ``usable`` tells whether there is anything to do.
    """

    icon: str
    words: str
    command: str
    selected: bool | None = None
    usable: Callable[[], bool] = lambda: True
    opens: bool = False


class _ToolButton(Button):
    def __init__(self, tool: Tool, act: Act, keys: str, style: str, tip: str = "") -> None:
        super().__init__(
            say(tool.words),
            act,
            icon=tool.icon,
            style=style,
            tip=tip,
            keys=keys,
            chosen=tool.selected,
            enabled=tool.usable(),
            height=None,
            key=tool.command,
        )


class _Labelled(_ToolButton):
    """A button that says what it is, beside its icon or under it."""

    def __init__(self, tool: Tool, act: Act, keys: str, *, under: bool) -> None:
        super().__init__(tool, act, keys, "under" if under else "button", tip=say(tool.words))
        self._opens, self._under = tool.opens, under

    def measure(self, look: Look, room: int) -> Size:
        px, wide = look.px, self._wide(look)
        if self._under:
            height = px(_ABOVE) + line_height(self._size(look))
            return max(wide + px(2 * _GAP), px(_LEAST)), height
        return wide + px(_BESIDE + self._opens * _CHEVRON), px(_HEIGHT)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self._draw_ground(surface, look)
        px, rect, size, ink = look.px, self.rect, self._size(look), self._ink(look)
        picture = theme.icon(self.icon, px(_ICON), ink)
        if self._under:
            surface.blit(picture, picture.get_rect(midtop=(rect.centerx, rect.y + px(7))))
            at, anchor = (rect.centerx, rect.bottom - px(2) - line_height(size) // 2), "center"
        else:
            surface.blit(picture, picture.get_rect(midleft=(rect.x + px(12), rect.centery)))
            at, anchor = (rect.x + px(40), rect.centery), "midleft"
            if self._opens:
                arrow = theme.icon("chevron_down", px(18), ink)
                surface.blit(arrow, arrow.get_rect(midright=(rect.right - px(10), rect.centery)))
        theme.write(surface, self.label, at, size, ink, True, anchor)


def labelled_row(screen: Screen, tools: Sequence[Tool]) -> Row:
    """Return buttons that say what they are, for the head of a screen."""

    def do(command: str) -> None:
        screen.commands[command]()

    under = screen.size[0] < _NARROW
    buttons = (
        _Labelled(tool, partial(do, tool.command), screen.key(tool.command), under=under)
        for tool in tools
    )
    return Row(*buttons, gap=_GAP)


_LINE, _EDGE, _PADDING = 42, 8, 16
_LEAD = 52  # from a line's left end to its words: the icon, or the switch
_BETWEEN = 28  # at least, from the words to the key


class _Line(_ToolButton):
    """Something to do, or a switch, and the key that does the same."""

    def measure(self, look: Look, room: int) -> Size:
        keys = theme.font(look.type("small")).size(self.keys)[0]
        width = self._wide(look) + keys + look.px(_LEAD + _BETWEEN + _PADDING)
        return width, max(look.px(_LINE), line_height(self._size(look)))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        px, palette, rect, size = look.px, look.palette, self.rect, self._size(look)
        if self.enabled and look.hovered == self.path:
            surface.blit(theme.rounded(rect.size, px(10), palette.accent_soft), rect)
        ink = palette.ink if self.enabled else palette.faded
        middle = (rect.x + px(_PADDING + 10), rect.centery)
        if self.chosen is None:
            picture = theme.icon(self.icon, px(20), ink)
            surface.blit(picture, picture.get_rect(center=middle))
        else:
            rail = pygame.Rect(0, 0, *map(px, RAIL))
            rail.center = middle
            draw_switch(surface, rail, look.scale, palette, on=self.chosen)
        at, small = (rect.right - px(_PADDING), rect.centery), look.type("small")
        keys = theme.write(surface, self.keys, at, small, palette.quiet, anchor="midright")
        left = rect.x + px(_LEAD)
        label = theme.fit(self.label, size, keys.x - left)
        theme.write(surface, label, (left, rect.centery), size, ink, anchor="midleft")


class Sheet(Screen):
    """The commands of a screen that stand below one of its buttons."""

    key_places = ("sheet",)

    def __init__(
        self,
        owner: Screen,
        below: Callable[[], pygame.Rect],
        tools: Callable[[], Sequence[Tool]],
        others: Sequence[str] = (),
        *,
        title: str,
    ) -> None:
        """Open ``below`` a button of ``owner`` with the same ``title``.

        ``tools`` tells what can be done now.

        The keys of ``others``, commands of the owner, put something else in the sheet's place.
        """
        self._owner, self._below, self._tools = owner, below, tools
        self._others, self._title = others, title
        super().__init__(owner.app)

    def content(self) -> Element:
        lines = (
            _Line(tool, partial(self._do, tool), self._key(tool), "line") for tool in self._tools()
        )
        return Scroll(Column(*lines, padding=_EDGE))

    def place_of(self, content: Element) -> pygame.Rect:
        px, below = self.scale.px, self._below()
        most = pygame.Rect((0, 0), self.size).inflate(-px(2 * _EDGE), -px(2 * _EDGE))
        width, height = content.wants(self.controls.look, most.width)
        self.card = pygame.Rect(0, below.bottom + px(_GAP), width, min(height, most.height))
        self.card.right = below.right
        self.card.clamp_ip(most)
        return self.card

    def accessible_node(self) -> AccessibleNode:
        return as_dialog(super().accessible_node(), self._title, self.card, heard=self.is_top)

    @property
    def state(self) -> object:
        """Return what there is to do now, and whether it can be done: the game goes on below."""
        return [(tool.words, tool.usable()) for tool in self._tools()]

    def _key(self, tool: Tool) -> str:
        return self._owner.key(tool.command) or keymap.key(("window",), tool.command)

    @property
    def commands(self) -> keymap.Commands:
        return {"close": self.app.pop, **self.controls.arrows}

    def _do(self, tool: Tool) -> None:
        """Do a command; a switch leaves the sheet where it is."""
        if tool.selected is None:
            self.app.pop()
        self._owner.commands[tool.command]()
        if tool.selected is not None:
            self.refresh()

    def handle(self, event: pygame.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and not self.card.collidepoint(event.pos):
            self.app.pop()
        elif event.type == pygame.KEYDOWN:
            usable = {
                tool.command: partial(self._do, tool) for tool in self._tools() if tool.usable()
            }
            others = {command: partial(self._give_way, command) for command in self._others}
            keymap.press((*self._owner.key_places, "window"), {**others, **usable}, event)
        return True

    def _give_way(self, command: str) -> None:
        self.app.pop()
        self._owner.commands[command]()

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_card(surface, self.card)
        self.controls.draw(surface)
