"""A row of labelled buttons, and sheets below them: switches that stay, and things to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_switch
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.paint.writing import Line
from kalahgui.gui.services import keymap
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control, Kind, Tool
from kalahgui.gui.widgets.parts import Part, as_dialog
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


_ROW, _EDGE, _PADDING = 42, 8, 16
_LEAD = 52  # from a row's left end to its words: the icon, or the switch
_RAIL = (36, 20)  # of a switch
_BETWEEN = 28  # at least, from the words to the key


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
        self._owner = owner
        self._below = below
        self._tools = tools
        self._others = others
        self._title = title
        super().__init__(owner.app)

    def lay_out(self) -> None:
        scale, px = self.scale, self.scale.px
        self._shown = [(tool, say(tool.words), self._key(tool)) for tool in self._tools()]
        self._shown_state = self._state()
        words = max(theme.font(scale.body).size(words)[0] for _, words, _ in self._shown)
        keys = max(theme.font(scale.small).size(key)[0] for _, _, key in self._shown)
        width = words + keys + px(_LEAD + _BETWEEN + 2 * _PADDING)
        height = px(_ROW) * len(self._shown) + px(2 * _EDGE)
        below = self._below()
        self.card = pygame.Rect(0, below.bottom + px(_GAP), width, height)
        self.card.right = below.right
        self.card.clamp_ip(pygame.Rect((0, 0), self.size).inflate(-px(2 * _EDGE), -px(2 * _EDGE)))
        for number, (tool, label, key) in enumerate(self._shown):
            top = self.card.y + px(_EDGE) + px(_ROW) * number
            rect = pygame.Rect(self.card.x + px(_EDGE), top, width - px(2 * _EDGE), px(_ROW))
            kind = Kind.BUTTON if tool.selected is None else Kind.SWITCH
            name, act = ". ".join(filter(None, (label, key))), partial(self._do, tool)
            area = self.controls.area(rect, act, name, kind=kind, selected=tool.selected)
            area.element.is_enabled = tool.usable()

    def told(self, lines: Iterable[Line]) -> Part:
        return as_dialog(super().told(lines), self._title, self.card, heard=self.is_top)

    def _state(self) -> list[tuple[str, bool]]:
        """Return what there is to do now, and whether it can be done."""
        return [(tool.words, tool.usable()) for tool in self._tools()]

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._shown_state != self._state():  # the game goes on below
            self.refresh()

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
                each.command: partial(self._do, each) for each in self._tools() if each.usable()
            }
            others = {each: partial(self._give_way, each) for each in self._others}
            keymap.press((*self._owner.key_places, "window"), {**others, **usable}, event)
        return True

    def _give_way(self, command: str) -> None:
        self.app.pop()
        self._owner.commands[command]()

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_card(surface, self.card)
        for control, (tool, label, key) in zip(self.controls.all, self._shown, strict=True):
            self._draw_row(surface, control, tool, label, key)
        self.controls.draw(surface)

    def _draw_row(
        self, surface: pygame.Surface, control: Control, tool: Tool, label: str, key: str
    ) -> None:
        scale, palette, px, rect = self.scale, self.palette, self.scale.px, control.rect
        if control.enabled and rect.collidepoint(scale.lens.pointer()) and self.reached:
            surface.blit(theme.rounded(rect.size, px(10), palette.accent_soft), rect)
        ink = palette.ink if control.enabled else palette.faded
        middle = (rect.x + px(_PADDING + 10), rect.centery)
        if tool.selected is None:
            picture = theme.icon(tool.icon, px(20), ink)
            surface.blit(picture, picture.get_rect(center=middle))
        else:
            rail = pygame.Rect(0, 0, px(_RAIL[0]), px(_RAIL[1]))
            rail.center = middle
            draw_switch(surface, rail, scale, palette, on=tool.selected)
        self.write(surface, label, (rect.x + px(_LEAD), rect.centery), scale.body, ink)
        at = (rect.right - px(_PADDING), rect.centery)
        self.write(surface, key, at, scale.small, anchor="midright")
