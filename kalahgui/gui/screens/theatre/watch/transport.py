"""The time line of a recording, its buttons, and what moves along it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.elements.controls import Button, Link
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Painted, Row, Space
from kalahgui.gui.elements.writing import Live, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage
from kalahgui.theatre.playback import Playback
from kalahgui.words import say

# The steps a second at least, and the seconds that a whole recording takes at most.
SPEEDS = {"slow": (1.0, math.inf), "usual": (1.5, 28.0), "fast": (24.0, 15.0)}
_WOUND = (60.0, 12.0)
_READABLE = 6.0  # steps a second
# Lengths in units of the layout.
_BUTTON, _REACH = 36, 30  # so high is the strip in which the line can be taken hold of
_APART, _MARK = 5, 4  # what marks keep between them at least, and reach above and below
_KNOB = 18
BESIDE = (_KNOB / 2, 0, _KNOB / 2, 0)  # a line, where its knob can be taken hold of, too


class RecordingPlayer:
    """Plays a recording, steps through it and leaps in it.

    ``playback`` is what is shown, if anything is. It is ``playing``, perhaps ``winding`` on, by the
    ``speed`` that is chosen. ``moved`` is told of every step that somebody has asked for,
    ``changed`` that it was started or stopped, and ``nothing`` the key of a sentence where there is
    nowhere to leap.
    """

    def __init__(
        self,
        moved: Callable[[], None],
        changed: Callable[[], None],
        nothing: Callable[[str], None],
    ) -> None:
        self.playback: Playback | None = None
        self.playing = self.winding = False
        self.speed = "usual"
        self._left = 0.0  # of a step's time
        self._moved = moved
        self._changed = changed
        self._nothing = nothing

    @property
    def hurried(self) -> bool:
        """Tell whether steps fly by faster than they can be read."""
        return self.playing and self.pace > _READABLE

    @property
    def pace(self) -> float:
        """Return how many steps are taken in a second."""
        length = 0 if self.playback is None else self.playback.length
        least, seconds = _WOUND if self.winding else SPEEDS[self.speed]
        return max(least, length / seconds)

    def update(self, dt: float) -> None:
        """Play on for ``dt`` seconds."""
        playback = self.playback
        if playback is None or not self.playing:
            return
        steps, self._left = divmod(self._left + dt * self.pace, 1)
        for _ in range(int(steps)):
            playback.forward()
        if playback.finished:
            self.stand_still()

    def stop(self) -> None:
        """Stop playing, and tell nobody."""
        self.playing = self.winding = False

    def stand_still(self) -> None:
        """Stop playing."""
        if self.playing:
            self.stop()
            self._changed()

    def _go(self, go: Callable[[Playback], object]) -> None:
        """Stand still, and go elsewhere in what is shown, if anything is."""
        self.stand_still()
        if self.playback is not None:
            go(self.playback)
            self._moved()

    def go_to(self, step: int) -> None:
        """Go to where so many steps have been taken, and stand still."""
        self._go(lambda playback: playback.go_to(step))

    def step(self, by: int) -> None:
        """Go a step forward or back, and stand still."""
        self._go(Playback.forward if by > 0 else Playback.back)

    def go_to_node(self, node: int) -> None:
        """Go to the moment at which a node is worth seeing, and stand still."""
        self.stand_still()
        if self.playback is not None:
            self.playback.go_to(self.playback.moment_of(node))

    def leap(self, to: Callable[[Playback], bool], nothing: str) -> None:
        """Leap on, and stand still; ``nothing`` is what is said when there is nowhere to leap."""
        self.stand_still()
        if self.playback is None:
            return
        if to(self.playback):
            self._moved()
        else:
            self._nothing(nothing)

    def toggle(self, winding: bool = False) -> None:
        """Play, or the whole recording in a few seconds when ``winding``; or stand still."""
        playing = self.playing and self.winding == winding
        self.stop()
        if not playing and self.playback is not None:
            if self.playback.finished:
                self.playback.go_to(0)
            self.playing, self.winding, self._left = True, winding, 0.0
            self._moved()
        self._changed()

    def change_speed(self) -> None:
        """Take the next speed, the slowest after the fastest."""
        names = list(SPEEDS)
        self.speed = names[(names.index(self.speed) + 1) % len(names)]
        self._changed()


class TimeLine:
    """A line of steps with a knob to drag along it, and with marks at some of them."""

    def __init__(self, page: TheatrePage, at: Callable[[], int], go: Callable[[int], object]):
        """``at`` tells at which step the knob is, and ``go`` goes to another one."""
        self._page, self._at, self._go = page, at, go
        self.track = pygame.Rect(0, 0, 0, 0)
        self._element = Element()
        self._length, self._marks = 0, tuple[int, ...]()

    def content(self, length: int, marks: Sequence[int]) -> Element:
        """Return the line of so many steps."""
        self._length, self._marks = length, tuple(marks)
        self._element = Painted(self._draw, placed=self._place, hears=self._hear, height=_REACH)
        return self._element

    @property
    def held(self) -> bool:
        """Tell whether the knob is held."""
        return self._page.screen.controls.held is self._element

    def _place(self, rect: pygame.Rect) -> None:
        px = self._page.screen.scale.px
        edge = px(_KNOB / 2)
        self.track = pygame.Rect(rect.x + edge, 0, rect.width - 2 * edge, max(4, px(6)))
        self.track.centery = rect.centery

    def _hear(self, event: pygame.Event) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        pulled = pressed or (self.held and event.type == pygame.MOUSEMOTION)
        if pulled:
            share = (event.pos[0] - self.track.x) / max(1, self.track.width)
            at = round(min(1.0, max(0.0, share)) * self._length)
            if at != self._at():
                self._go(at)
        return pulled

    def _draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px, palette, track = self._page.screen.scale.px, self._page.screen.palette, self.track
        edge, gap, length = px(_MARK), px(_APART), max(1, self._length)
        marks = _apart([round(track.width * step / length) for step in self._marks], gap)
        done = round(track.width * self._at() / length)
        for colour, width in (("line", track.width), ("accent", done)):
            picture = _line(track.size, edge, palette, colour, marks, max(1, px(2)))
            surface.blit(picture, track.move(0, -edge), (0, 0, width, picture.get_height()))
        theme.draw_dot(surface, (track.x + done, track.centery), max(11, px(_KNOB)), palette.accent)


def _apart(places: Sequence[int], gap: int) -> tuple[int, ...]:
    """Return pixels without those so close to the one before that they would make a single bar."""
    pixels: list[int] = []
    for index in places:
        if not pixels or index >= pixels[-1] + gap:
            pixels.append(index)
    return tuple(pixels)


@kept(4)
def _line(
    size: theme.Size,
    edge: int,
    palette: theme.Palette,
    colour: str,
    marks: tuple[int, ...],
    width: int,
) -> pygame.Surface:
    picture = pygame.Surface((size[0], size[1] + 2 * edge), pygame.SRCALPHA)
    picture.blit(theme.rounded(size, size[1] // 2, getattr(palette, colour)), (0, edge))
    for x in marks:
        picture.fill(palette.best, (x, 0, width, picture.get_height()))
    return picture


def tool(
    page: TheatrePage, command: str, *, runs: bool = False, chosen: bool | None = None
) -> Button:
    """Return a button by which a page moves along what it shows; what ``runs`` it pauses."""
    words = "pause" if runs else command
    icon = "fast" if words == "wind" else words
    tip = say(f"watch_{words}")
    return page.does(command, icon=icon, tip=tip, chosen=chosen, height=_BUTTON)


_LINK: dict[str, Any] = {"type": "small", "colour": "best", "bold": True, "align": "right"}


def transport(
    page: TheatrePage, player: RecordingPlayer, line: TimeLine, *, marked: bool = True
) -> Element:
    """Return the time line of what a page plays, and what stands below it: in any case buttons.

    It is ``marked`` where cuts are.
    """
    playback, winds = player.playback, player.winding
    plays = player.playing and not winds
    scale = page.screen.scale
    speeds = (wide(say(f"watch_speed_{speed}"), scale.body, False) for speed in SPEEDS)
    before: Element = Space(grow=1)
    behind: Element = Space(grow=1)
    if playback is not None:
        before = Live(partial(_step_words, playback), "small", colour="quiet", grow=1)
        names = "next_cut", "next_change"
        links = (Link(say(f"watch_{name}"), page.commands[name], **_LINK) for name in names)
        behind = Column(*links, grow=1)
    return Column(
        Space(height=_REACH)
        if playback is None
        else line.content(playback.length, playback.cuts if marked else ()),
        Row(
            before,
            tool(page, "to_start"),
            tool(page, "step_back"),
            tool(page, "play", runs=plays, chosen=plays),
            tool(page, "step"),
            tool(page, "wind", runs=winds, chosen=winds),
            page.does(
                "speed",
                say(f"watch_speed_{player.speed}"),
                style="segment",
                tip=say("watch_speed"),
                width=max(speeds) / scale.layout + 20,
                height=_BUTTON,
            ),
            behind,
            gap=10,
            padding=BESIDE,
        ),
    )


def _step_words(playback: Playback) -> str:
    return say("watch_step_of", n=playback.at, all=playback.length)
