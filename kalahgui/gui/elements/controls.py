"""Elements that are pressed: buttons, one of several, switches, numbers changed step by step."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple, Unpack

import pygame

from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Act, Element, Look, Placing, Size
from kalahgui.gui.elements.layout import Box, Column, Row, shared
from kalahgui.gui.elements.writing import Heading, Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_switch
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.words import as_text, bracketed, say, with_label


class _Style(NamedTuple):
    """How a button looks: its ground, that under the mouse, its edge and ink, by their names."""

    ground: str
    hovered: str = "accent_soft"
    edge: str = "edge"
    ink: str = "ink"
    type: str = "body"
    bold: bool = True
    strong: bool = False  # its ground is darker under the mouse


STYLES = {
    "button": _Style("raised"),
    "soft": _Style("sunken"),
    "small": _Style("raised", type="small", bold=False),
    "primary": _Style("accent", "accent", "accent", "on_accent", strong=True),
    "go": _Style("best", "best", "best", "on_accent", strong=True),
    "segment": _Style("sunken", bold=False),
    "under": _Style("raised", type="small"),
    "line": _Style("card", bold=False),
    "chip": _Style("sunken", type="small", bold=False),
}
_RADIUS, _ICON = 10.0, 22.0
_PICTURE = 76.0  # the height of what is shown above a label
_BESIDE, _WITH_ICON = 18.0, 34.0  # between a label and the edges, and what an icon takes there
_BESIDE_CUT = 24.0  # what a label that is cut leaves of the width
_STRONGER = 0.15  # of the ink, under the mouse
RAIL = (36.0, 20.0)  # of a switch


class Button(Element):
    """Does something when it is pressed; it shows a label, an icon, or both.

    ``keys`` names the key that does the same, as its tip says. What is ``chosen`` or not is a
    switch. ``spoken`` is what it is called where its label alone would say too little.
    """

    takes_focus = True
    height = 38.0

    def __init__(
        self,
        label: str,
        act: Act,
        *,
        icon: str = "",
        style: str = "button",
        tip: str = "",
        keys: str = "",
        chosen: bool | None = None,
        enabled: bool = True,
        spoken: str = "",
        role: Role | None = None,
        **placing: Unpack[Placing],
    ) -> None:
        super().__init__(**placing)
        self.label, self.icon, self.act = label, icon, act
        self.name = spoken or label
        self.role = role or (Role.BUTTON if chosen is None else Role.SWITCH)
        self.chosen, self.enabled = chosen, enabled
        self._tip, self.keys, self._style = tip, keys, STYLES[style]
        self.tip = tip
        self._room = 0  # of the label, in pixels

    @property
    def tip_words(self) -> str:
        return bracketed(self.tip, self.keys) if self.tip and self.keys else self.tip

    @property
    def words(self) -> str:
        words = super().words
        return bracketed(words, self.keys) if self.keys and not self.tip else words

    def _size(self, look: Look) -> int:
        return look.type(self._style.type)

    def measure(self, look: Look, room: int) -> Size:
        height = look.px(self.height or 0)
        if not self.label:
            return height, height
        beside = look.px(2 * _BESIDE + (_WITH_ICON if self.icon else 0))
        return self._wide(look) + beside, height

    def _wide(self, look: Look) -> int:
        return wide(self.label, self._size(look), self._style.bold)

    def least(self, look: Look) -> int:
        """Return how wide one of several must be for its words, in small letters."""
        return wide(self.label, look.type("small"), self._style.bold) + look.px(8)

    def crowded(self, look: Look, width: int) -> bool:
        """Return whether the words need small letters in a width, where those may be small."""
        return self._style is STYLES["segment"] and self._wide(look) > width - look.px(8)

    def write_small(self) -> None:
        """Have the words in small letters."""
        self._style = self._style._replace(type="small")

    def arrange(self, look: Look) -> None:
        room = self.rect.width - look.px(8)
        if self.crowded(look, self.rect.width):
            self.write_small()
        cut = self._wide(look) > room
        self.tip = self.label if cut and not self._tip else self._tip
        self._room = self.rect.width - look.px(_BESIDE_CUT) if cut else room

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self._draw_ground(surface, look)
        if self.label:
            self._write(surface, look, self.rect.center)
        if self.icon:
            picture = theme.icon(self.icon, look.px(_ICON), self._ink(look))
            rect = picture.get_rect(center=self.rect.center)
            if self.label:
                rect.right = self.rect.right - look.px(10)
            surface.blit(picture, rect)

    def _write(self, surface: pygame.Surface, look: Look, at: tuple[int, int]) -> None:
        size, bold = self._size(look), self._style.bold
        label = theme.fit(self.label, size, self._room, bold)
        theme.write(surface, label, at, size, self._ink(look), bold, "center")

    def _ink(self, look: Look) -> pygame.Color:
        if not self.enabled:
            return look.palette.faded
        return look.palette.on_accent if self.chosen else look.ink(self._style.ink)

    def _draw_ground(self, surface: pygame.Surface, look: Look) -> None:
        style, palette = self._style, look.palette
        hovered = look.hovered == self.path and self.enabled
        ground, edge = look.ink(style.ground), look.ink(style.edge)
        if not self.enabled:
            ground = edge = palette.paper_top.lerp(palette.card, 0.35)
        elif self.chosen:
            ground = edge = palette.accent
        elif hovered and style.strong:
            ground = edge = ground.lerp(palette.ink, _STRONGER)
        elif hovered:
            ground = palette.line if look.held == self.path else look.ink(style.hovered)
        size, radius = self.rect.size, look.px(_RADIUS)
        surface.blit(theme.rounded(size, radius, ground), self.rect)
        surface.blit(theme.outline(size, radius, 1, edge), self.rect)


Picture = Callable[[pygame.Surface, pygame.Rect], object]


class _Pictured(Button):
    """One of several to choose from, with a picture above its label."""

    height = 38.0 + _PICTURE

    def __init__(self, label: str, act: Act, *, picture: Picture, **button: Any) -> None:
        super().__init__(label, act, **button)
        self._picture = picture

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self._draw_ground(surface, look)
        whole, beside = self.rect, look.px(8)
        above = pygame.Rect(whole.x, whole.y + beside, whole.width, look.px(_PICTURE))
        with theme.clipped(surface, above.clip(surface.get_clip())):
            self._picture(surface, above.inflate(-2 * beside, -2))
        self._write(surface, look, (whole.centerx, (above.bottom + whole.bottom) // 2))


class Press(Element):
    """An icon that is pressed in a row of a list; the keys have a command for it.

    A ``shy`` one is only seen in the row that is chosen, or under the mouse.
    """

    role = Role.BUTTON
    lit = True  # as its row is, which says so

    def __init__(
        self,
        icon: str,
        act: Act,
        *,
        name: str,
        size: float = 36.0,
        colour: str = "quiet",
        shy: bool = False,
        key: Hashable = None,
    ) -> None:
        super().__init__(width=size, height=size, key=key)
        self.icon, self.act, self.name = icon, act, name
        self.tip = name
        self._colour, self._shy = colour, shy

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self._shy and not self.lit:
            return
        ink = look.ink("ink" if look.hovered == self.path else self._colour)
        picture = theme.icon(self.icon, look.px(20), ink)
        surface.blit(picture, picture.get_rect(center=self.rect.center))


class Link(Text):
    """Words that are pressed, with a tip if they have one; on one line unless it says otherwise."""

    role = Role.BUTTON
    takes_focus = True

    def __init__(
        self,
        words: str,
        act: Act,
        *,
        tip: str = "",
        colour: str = "quiet",
        line: bool = True,
        **text: Any,
    ) -> None:
        super().__init__(words, colour=colour, line=line, **text)
        self.act = act
        self._own_tip = tip

    def arrange(self, look: Look) -> None:
        super().arrange(look)
        self.tip = self.tip or self._own_tip


def _options(
    options: Sequence[tuple[str, str]],
    chosen: str,
    choose: Callable[[str], object],
    name: str = "",
    tips: Sequence[str] = (),
    pictures: Sequence[Picture] = (),
) -> list[Button]:
    """Return buttons of which one is chosen; options are (value, label)."""
    all_tips = [*tips, *[""] * (len(options) - len(tips))]
    kinds: list[Callable[..., Button]] = [partial(_Pictured, picture=one) for one in pictures]
    return [
        kind(
            label,
            partial(choose, value),
            style="segment",
            tip=tip,
            chosen=value == chosen,
            spoken=with_label(name, label) if name else label,
            role=Role.CHOICE,
            grow=1.0,
            key=value,
        )
        for (value, label), tip, kind in zip(
            options, all_tips, kinds or [Button] * len(options), strict=True
        )
    ]


class Choice(Box):
    """A row of buttons of which one is chosen; options are (value, label).

    They are all of a width, or as wide as their words where that is too narrow for one of them, and
    in two lines where one has no room for the words, which are of one size. ``name`` is what is
    chosen here. ``pictures`` draw each option in a rectangle above its label.
    """

    def __init__(
        self,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], object],
        *,
        name: str = "",
        tips: Sequence[str] = (),
        pictures: Sequence[Picture] = (),
        **placing: Unpack[Placing],
    ) -> None:
        self._buttons = _options(options, chosen, choose, name, tips, pictures)
        super().__init__(*self._buttons, gap=4, **placing)

    def _lines(self, look: Look, room: int) -> list[list[tuple[Button, int]]]:
        """Return the buttons with their widths, line by line."""
        half = -(-len(self._buttons) // 2)
        line = self._widened(self._buttons, look, room)
        if not line[1:] or all(button.least(look) <= width for button, width in line):
            return [line]
        halves = self._buttons[:half], self._buttons[half:]
        return [self._widened(buttons, look, room) for buttons in halves]

    def _widened(
        self, buttons: Sequence[Button], look: Look, room: int
    ) -> list[tuple[Button, int]]:
        left = room - look.px(self.gap) * (len(buttons) - 1)
        needed = [button.wants(look, room)[0] for button in buttons]
        widths, beside = shared(left, [1] * len(buttons)), look.px(2 * _BESIDE - 8)
        if any(need - beside > width for need, width in zip(needed, widths, strict=True)):
            widths = shared(left, needed)
        return [*zip(buttons, widths, strict=True)]

    def measure(self, look: Look, room: int) -> Size:
        sizes = [child.wants(look, room) for child in self.children]
        widest, highest = map(max, zip(*sizes, strict=True))
        lines, gap = len(self._lines(look, room)), look.px(self.gap)
        return min(room, widest * len(sizes) + self.gaps(look)), (highest + gap) * lines - gap

    def arrange(self, look: Look) -> None:
        lines, gap = self._lines(look, self.rect.width), look.px(self.gap)
        if any(button.crowded(look, width) for line in lines for button, width in line):
            for button in self._buttons:
                button.write_small()
        heights = shared(self.rect.height - gap * (len(lines) - 1), [1] * len(lines))
        y = self.rect.y
        for line, height in zip(lines, heights, strict=True):
            x = self.rect.x
            for button, width in line:
                button.place(look, pygame.Rect(x, y, width, height))
                x += width + gap
            y += height + gap


class Tabs(Column):
    """Buttons below one another, of which one is chosen; options are (value, label)."""

    def __init__(
        self,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], object],
        *,
        width: float,
    ) -> None:
        buttons = _options(options, chosen, choose)
        for button in buttons:
            button.grow = 0.0
        super().__init__(*buttons, gap=8, width=width)


class Switch(Element):
    """Something that is on or off, with its name and, below that, what it does.

    A ``brief`` one has no more than its name; a tip says what it does.
    """

    role = Role.SWITCH
    takes_focus = True

    def __init__(
        self,
        name: str,
        what: str,
        *,
        on: bool,
        turn: Act,
        brief: bool = False,
        **placing: Unpack[Placing],
    ) -> None:
        super().__init__(**placing)
        self._name, self._what, self._brief = name, what, brief
        self.name = as_text(name, what)
        self.chosen, self.act = on, turn

    def measure(self, look: Look, room: int) -> Size:
        left = look.px(RAIL[0] + _BESIDE)
        words, tall = wide(self._name, look.type("body"), True), line_height(look.type("body"))
        if not self._brief:
            words = max(words, wide(self._what, look.type("small"), False))
            tall += line_height(look.type("small"))
        return left + words, tall

    def arrange(self, look: Look) -> None:
        room = self.rect.width - look.px(RAIL[0] + _BESIDE)
        cut = wide(self._what, look.type("small"), False) > room
        self.tip = self.name if cut or self._brief else ""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        x, middle, palette = self.rect.x, self.rect.centery, look.palette
        rail = pygame.Rect(0, 0, *map(look.px, RAIL))
        rail.midleft = (x, middle)
        draw_switch(surface, rail, look.scale, palette, on=bool(self.chosen))
        left, size, small = rail.right + look.px(_BESIDE), look.type("body"), look.type("small")
        room = self.rect.right - left
        name = theme.fit(self._name, size, room, True)
        top = middle if self._brief else self.rect.y + line_height(size) // 2
        theme.write(surface, name, (left, top), size, palette.ink, True, "midleft")
        if self._brief:
            return
        below = self.rect.bottom - line_height(small) // 2
        what = theme.fit(self._what, small, room)
        theme.write(surface, what, (left, below), small, palette.quiet, anchor="midleft")


def labelled(label: str, control: Element, width: float = 220.0) -> Row:
    """Return a control with its label before it, ``width`` units of the layout wide."""
    control.grow = control.grow or 1.0
    return Row(Text(label, line=True, silent=True, width=width), control)


def headed(label: str, control: Element, *, bold: bool = False) -> Column:
    """Return a control below what it is called."""
    return Column(Text(label, bold=bold, line=True, silent=True), control, gap=4)


def titled(title: str, about: str | Element) -> Column:
    """Return what a screen is called, and a line about it; together they take what room is left."""
    below = Text(about, "small", "quiet", line=True) if isinstance(about, str) else about
    return Column(Heading(title, "screen", line=True, smaller="title"), below, grow=1)


class Stepper(Row):
    """A number between a minus and a plus, and below it what it counts.

    ``name`` says what is changed, if ``what`` alone does not.
    """

    def __init__(
        self,
        number: str,
        what: str,
        step: Callable[[int], object],
        *,
        name: str = "",
        width: float | None = 150.0,
    ) -> None:
        words = with_label(name, f"{number} {what}".rstrip()) if name else with_label(what, number)
        less, more = (
            Button(
                sign,
                partial(step, way),
                style="segment",
                spoken=as_text(words, say(spoken)),
                width=38,
            )
            for sign, spoken, way in (("\u2212", "access_less", -1), ("+", "access_more", 1))
        )
        middle = Column(
            Text(number, bold=True, line=True, silent=True, align="centre"),
            Text(what, "small", "quiet", line=True, silent=True, align="centre") if what else None,
            grow=1.0,
        )
        super().__init__(less, middle, more, width=width)
