"""One switch does all: a frame walks over what is on the screen, and a press chooses what it is on.

First it walks over groups, then over the members of the one that was chosen. What there is comes
from what screen readers are told, so no screen knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.tips import draw_banner
from kalahgui.gui.paint import theme
from kalahgui.gui.services.keymap import press
from kalahgui.gui.services.settings import SWITCH_SECONDS
from kalahgui.words import first_sentence, listed, say

_MOST = 8  # members of a group
_APART = 100  # units of the layout, which tell one group from the next
_ROUNDS = 3  # without a press, after which the frame waits for one
_LONGER = 1.5  # the first stop of a round is seen so many times as long
_HAND = 1.5  # seconds after a motion of the mouse within which a click is a hand's
_NAMED = 6  # so many members name a group
# Not where a number is told: "1. Sow", "6. less".
_SCROLL = ("page_down", "page_up")


class Scanning:
    """Walks over the screens of a window; ``reached`` returns what can be reached on them."""

    def __init__(self, app: Host, reached: Callable[[], AccessibleNode]) -> None:
        self._app = app
        self._reached = reached
        self._open: list[AccessibleNode] = []  # the groups chosen so far
        self._stops: list[AccessibleNode] = []
        self._ends: list[AccessibleNode] = []  # what could be pressed when it was looked for last
        self._at = -1  # before the first stop
        self._left = 0.0
        self._rounds = 0
        self._screen: object = None
        self._since_motion = _HAND
        self._swallows = False

    @property
    def on(self) -> bool:
        """Tell whether the player uses one switch."""
        return bool(self._seconds)

    @property
    def _seconds(self) -> float:
        return SWITCH_SECONDS[self._app.services.choices.switch]

    @property
    def here(self) -> AccessibleNode | None:
        """Return what the frame is on; None while it waits."""
        return self._stops[self._at] if 0 <= self._at < len(self._stops) else None

    # -- time

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._since_motion += dt
        if not self.on:
            self._reset()
            return
        self._begin_anew()
        self._left -= dt
        if self._left <= 0 and self._rounds < _ROUNDS:
            self._show(self._at + 1)

    def _begin_anew(self) -> None:
        """Begin with the groups of a screen that has come; a field on a card waits for a hand."""
        screen = self._app.screen
        if self._screen is not screen:
            self._reset()
            self._screen = screen
            if isinstance(screen, CardScreen):
                screen.controls.let_go()  # the switch would type into it

    def _reset(self) -> None:
        self._open, self._stops = [], []
        self._at, self._rounds, self._left = -1, 0, 0.0

    def _show(self, at: int) -> None:
        """Go to a stop of the present round, or to the first one of the next."""
        stops = self._found()
        if at >= len(stops):
            at, self._rounds = 0, self._rounds + 1
            if self._open:
                self._open, stops = [], self._found([])
        if not stops or self._rounds >= _ROUNDS:
            self._stops, self._at = [], -1
        else:
            self._stops, self._at = stops, at
            self._tell()
        self._left = self._seconds * (_LONGER if at == 0 else 1)
        self._app.wake()

    def _found(self, way: Sequence[AccessibleNode] | None = None) -> list[AccessibleNode]:
        """Return the stops now, in the group that is open; if that has gone, the groups."""
        stops = self._groups()
        for group in self._open if way is None else way:
            opened = next((stop for stop in stops if _alike(stop, group)), None)
            if opened is None:
                self._open = []
                return self._groups()
            stops = [*opened.parts, self._back(opened)]
        return stops

    def _groups(self) -> list[AccessibleNode]:
        window = pygame.Rect((0, 0), self._app.size)
        groups = grouped(_uncovered(self._reached()), window, self._app.scale.px(_APART))
        self._ends = [end for group in groups for end in _ends(group)]
        commands = self._app.screen.commands
        ways = [name for name in _SCROLL if name in commands]
        if "close" in commands and not isinstance(self._app.screen, CardScreen):
            ways.append("close")  # a card has a button for that
        return groups + [
            AccessibleNode(Role.BUTTON, say(f"switch_{name}"), self._foot, name, act=commands[name])
            for name in ways
        ]

    @property
    def _foot(self) -> pygame.Rect:
        """Return the rectangle of what is not on the screen: a point at the foot of the window."""
        width, height = self._app.size
        return pygame.Rect(width // 2, height - self._app.scale.px(30), 0, 0)

    def _back(self, group: AccessibleNode) -> AccessibleNode:
        return AccessibleNode(
            Role.BUTTON, say("switch_back"), group.rect, "back", act=self._go_back
        )

    def _go_back(self) -> None:
        self._open = []

    def _tell(self) -> None:
        here, voice = self.here, self._app.services.voice
        if here is not None:
            self._app.scale.magnifier.show(here.rect)
            if voice.idle:  # a screen reader knows nothing of the frame
                voice.tell(here.name)

    # -- the switch

    def takes(self, event: pygame.Event) -> bool:
        """Take a press of the switch: its key, or a click where no hand has moved the mouse."""
        if not self.on:
            return False
        if event.type == pygame.MOUSEMOTION:
            touch = getattr(event, "touch", False)
            self._since_motion = self._since_motion if touch else 0.0
        if event.type == pygame.MOUSEBUTTONUP:
            swallowed, self._swallows = self._swallows, False
            return swallowed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._swallows = self._since_motion >= _HAND
            if self._swallows:
                self._press()
            return self._swallows
        if event.type != pygame.KEYDOWN or self._app.screen.controls.typing:
            return False
        return press(("switch",), {"choose": self._press}, event)

    def _press(self) -> None:
        """Choose what the frame is on, if it is still there."""
        self._begin_anew()
        was, self._rounds = self.here, 0
        here = next((stop for stop in self._found() if was and _alike(stop, was)), None)
        first = self._open[0] if self._open else here
        if here is None:
            self._show(0)
        elif here.act is None:
            self._open.append(here)
            self._show(0)
        else:
            here.act()
            self._open = []
            groups = self._groups() if self._screen is self._app.screen else []
            stays = (at for at, group in enumerate(groups) if first and _alike(group, first))
            self._at = next(stays, 0)
            self._show(self._at)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the frame, around the open group as well, and the name of what is nowhere."""
        if self.here is None:
            return
        if self._open:
            self._draw_frames(surface, self._open[-1], 2)
        if self.here.key in ("back", "close", *_SCROLL):
            scale, palette, (x, y) = self._app.scale, self._app.palette, self.here.rect.midbottom
            rect = draw_banner(
                surface, self.here.name, scale, palette, centre=(x, y + scale.px(34))
            )
            self._draw_frame(surface, rect, 5)
        else:
            self._draw_frames(surface, self.here, 5)

    def _draw_frames(self, surface: pygame.Surface, part: AccessibleNode, width: float) -> None:
        """Frame a group as a whole, or its members where others lie between them."""
        own = [end.rect for end in _ends(part)]
        around = (end.rect for end in self._ends if part.rect.colliderect(end.rect))
        if any(rect.collidelist(own) < 0 for rect in around):
            for member in part.parts:
                self._draw_frames(surface, member, width)
        else:
            self._draw_frame(surface, part.rect, width)

    def _draw_frame(self, surface: pygame.Surface, rect: pygame.Rect, width: float) -> None:
        """Draw a frame that is seen on any ground: dark inside light."""
        px, palette = self._app.scale.px, self._app.palette
        for out, colour, thick in ((9, palette.card, width + 3), (7.5, palette.accent, width)):
            around = rect.inflate(2 * px(out), 2 * px(out)).clip(surface.get_rect())
            ring = theme.outline(around.size, px(12), max(2, px(thick)), colour)
            surface.blit(ring, around)


def _alike(part: AccessibleNode, other: AccessibleNode) -> bool:
    return (part.role, part.key, part.rect.topleft) == (other.role, other.key, other.rect.topleft)


def _uncovered(root: AccessibleNode) -> AccessibleNode:
    """Return the screens that are told of, without what a card that lies over them covers."""
    cards = [screen.rect for screen in root.parts if screen.role is Role.DIALOG]

    def seen(part: AccessibleNode) -> AccessibleNode:
        middles = ((child, child.rect.center) for child in part.parts)
        bare = (child for child, at in middles if not any(card.collidepoint(at) for card in cards))
        return replace(part, parts=[*map(seen, bare)])

    return replace(
        root,
        parts=[screen if screen.role is Role.DIALOG else seen(screen) for screen in root.parts],
    )


def _leaves(part: AccessibleNode, window: pygame.Rect) -> Iterator[AccessibleNode]:
    """Yield what can be pressed and is seen."""
    for node in part.all:
        seen = node.rect.clip(window)
        if node.act is None or not (node.enabled and node.useful):
            continue
        if 2 * seen.width * seen.height >= node.rect.width * node.rect.height > 0:
            yield replace(node, parts=())


def grouped(root: AccessibleNode, window: pygame.Rect, apart: int) -> list[AccessibleNode]:
    """Return the groups of what can be pressed; a group of one is its member.

    A whole that is told of, such as a board, is a group, or several; what else is there is parted
    where there are gaps. They are in the order of what comes first in each.
    """
    loose: list[AccessibleNode] = []
    groups: list[AccessibleNode] = []
    for part in root.parts:
        if part.role in (Role.WINDOW, Role.DIALOG):
            groups += grouped(part, window, apart)
        elif part.parts:
            groups += _nested(_of_whole(part, window))
        else:
            loose += _leaves(part, window)
    groups += [_group(members) for members in _parted(loose, apart)]
    order = [_place(node) for node in root.all]
    return sorted(groups, key=lambda group: order.index(_place(next(_ends(group)))))


def _ends(group: AccessibleNode) -> Iterator[AccessibleNode]:
    return (node for node in group.all if not node.parts)


def _place(part: AccessibleNode) -> tuple[Role, str, tuple[int, int]]:
    return part.role, part.name, part.rect.topleft


def _of_whole(whole: AccessibleNode, window: pygame.Rect) -> list[AccessibleNode]:
    """Return a whole as one group, or where it has too many members, those of its parts."""
    members = list(_leaves(whole, window))
    if len(members) <= _MOST:
        return [_group(members, whole.name)] if members else []
    groups: list[AccessibleNode] = []
    row: list[AccessibleNode] = []
    for part in whole.parts:
        if part.parts:
            groups += _of_whole(part, window)
        else:
            row += _leaves(part, window)
    share = -(-len(row) // -(-len(row) // _MOST)) if row else 1
    return groups + [_group(row[at : at + share]) for at in range(0, len(row), share)]


def _nested(groups: list[AccessibleNode]) -> list[AccessibleNode]:
    """Return groups as they are, or where they are too many, groups of them."""
    while len(groups) > _MOST:
        groups = [_group(groups[at : at + _MOST]) for at in range(0, len(groups), _MOST)]
    return groups


def _group(members: Sequence[AccessibleNode], name: str = "") -> AccessibleNode:
    if len(members) == 1:
        return members[0]
    rect = members[0].rect.unionall([member.rect for member in members])
    # A group without a name is called by what is in it, the beginning of each name.
    name = name or listed(*(first_sentence(member.name) for member in members[:_NAMED]))
    return AccessibleNode(Role.LIST, name, rect, parts=tuple(members))


def _parted(members: list[AccessibleNode], apart: int) -> list[list[AccessibleNode]]:
    """Divide members along the widest gaps, until they are few and close together."""
    if len(members) < 2:
        return [members] if members else []
    gap, axis, at = max(
        (gap, axis, at)
        for axis in (0, 1)
        for gap, at in _gaps((m.rect[axis], m.rect[axis] + m.rect[axis + 2]) for m in members)
    )
    if gap < apart and (len(members) <= _MOST or gap <= 0):
        return [members]
    first = [member for member in members if member.rect[axis] < at]
    return [
        part
        for half in (first, [m for m in members if m not in first])
        for part in _parted(half, apart)
    ]


def _gaps(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the gap before each span but the first, and where it ends; below 1 where is none."""
    reach: int | None = None
    for begin, end in sorted(spans):
        if reach is not None:
            yield begin - reach, begin
        reach = end if reach is None else max(reach, end)
