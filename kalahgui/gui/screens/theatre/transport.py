"""The time line of a recording, its buttons, and what moves along it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.services import keymap
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control, Tool
from kalahgui.gui.widgets.screen import Screen
from kalahgui.theatre.playback import Playback

# The steps a second at least, and the seconds that a whole recording takes at most.
SPEEDS = {"slow": (1.0, math.inf), "usual": (1.5, 28.0), "fast": (24.0, 15.0)}
_WOUND = (60.0, 12.0)
_READABLE = 6.0  # steps a second
_BUTTON, _GAP = 36, 10
_APART = 5  # what marks keep between them at least
_MARK = 4  # how far a mark reaches above and below the line
_REACH = 14  # how far beside the line a press still takes it, in units


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

    def to_end(self) -> None:
        """Go to behind the last step."""
        if self.playback is not None:
            self.go_to(self.playback.length)

    def go_to(self, step: int) -> None:
        """Go to where so many steps have been taken, and stand still."""
        self.stand_still()
        if self.playback is not None:
            self.playback.go_to(step)
            self._moved()

    def go_to_node(self, node: int) -> None:
        """Go to the moment at which a node is worth seeing, and stand still."""
        self.stand_still()
        if self.playback is not None:
            self.playback.go_to(self.playback.moment_of(node))

    def step(self, by: int) -> None:
        """Go a step forward or back, and stand still."""
        self.stand_still()
        if self.playback is not None:
            (self.playback.forward if by > 0 else self.playback.back)()
            self._moved()

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


class Knob:
    """What is dragged along a line; it is ``held`` from a press near the line on."""

    held = False

    def pulled(self, event: pygame.Event, track: pygame.Rect, scale: Scale) -> float | None:
        """Return how far along the line an event pulls it, from 0 to 1; None for any other."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            reach = 2 * scale.px(_REACH)
            self.held = track.inflate(reach, reach).collidepoint(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.held = False
        if not self.held or event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            return None
        share = (event.pos[0] - track.x) / max(1, track.width)
        return min(1.0, max(0.0, share))


def add_tools(
    screen: Screen,
    tools: Sequence[Tool],
    first: pygame.Rect,
    gap: int,
    commands: keymap.Commands,
    page: str,
) -> list[Control]:
    """Add buttons in a row, the ``first`` one there, whose keys are those of a page."""
    return [
        screen.controls.button(
            first.move(number * (first.width + gap), 0),
            "",
            commands[tool.command],
            icon=tool.icon,
            tip=say(tool.words),
            key=keymap.key((page,), tool.command),
            selected=tool.selected,
        )
        for number, tool in enumerate(tools)
    ]


class Transport:
    """A time line with a knob to drag, and what stands below it."""

    def __init__(
        self,
        screen: Screen,
        rect: pygame.Rect,
        player: RecordingPlayer,
        commands: keymap.Commands,
    ) -> None:
        """Stand in a rectangle, the line at its top; the buttons are added to the screen's.

        ``commands`` are those of the page.
        """
        self._screen = screen
        self.rect = rect
        self._player = player
        self._commands = commands
        self._knob = Knob()
        self._total = 0
        self._marks: Sequence[int] = ()
        self._pictures: tuple[pygame.Surface, pygame.Surface] | None = None
        px = screen.scale.px
        self.track = pygame.Rect(rect.x, rect.y + px(8), rect.width, max(4, px(6)))
        self._lay_out_buttons()

    @staticmethod
    def height(screen: Screen) -> int:
        """Return how high the line and its buttons are, in pixels."""
        return screen.scale.px(30 + _BUTTON + 4)

    def _tools(self) -> list[Tool]:
        winds = self._player.winding
        plays = self._player.playing and not winds
        play, fast = "pause" if plays else "play", "pause" if winds else "fast"
        return [
            Tool("to_start", "watch_to_start", "to_start"),
            Tool("step_back", "watch_step_back", "step_back"),
            Tool(play, "watch_pause" if plays else "watch_play", "play", plays),
            Tool("step", "watch_step", "step"),
            Tool(fast, "watch_pause" if winds else "watch_wind", "wind", winds),
        ]

    def _lay_out_buttons(self) -> None:
        screen, px, commands = self._screen, self._screen.scale.px, self._commands
        side = max(22, px(_BUTTON))
        gap = px(_GAP)
        y = self.rect.bottom - side
        speed = max(map(self._speed_width, SPEEDS)) + px(20)
        tools = self._tools()
        width = len(tools) * (side + gap) + speed
        first = pygame.Rect(self.rect.centerx - width // 2, y, side, side)
        self._middle_left, self._middle = first.x, y + side // 2
        self._buttons = add_tools(screen, tools, first, gap, commands, "watch")
        x = first.x + len(tools) * (side + gap)
        place = pygame.Rect(x, y, speed, side)
        self._speed = screen.controls.button(
            place,
            say(f"watch_speed_{self._player.speed}"),
            commands["speed"],
            style="segment",
            tip=say("watch_speed"),
        )
        self._links: list[tuple[str, pygame.Rect]] = []
        room = self.rect.right - (x + speed) - gap
        size = screen.scale.small
        half = max(side // 2, size + 3)
        for row, name in enumerate(("next_cut", "next_change")):
            words = theme.fit(say(f"watch_{name}"), size, room, True)
            width = theme.font(size, True).size(words)[0]
            top = self._middle + half * (row - 1)
            place = pygame.Rect(self.rect.right - width, top, width, half)
            screen.controls.area(place, commands[name], words)
            self._links.append((words, place))

    def _speed_width(self, speed: str) -> int:
        return theme.font(self._screen.scale.body).size(say(f"watch_speed_{speed}"))[0]

    def show_player(self) -> None:
        """Have the buttons tell how the recording is played now."""
        for control, tool in zip(self._buttons, self._tools(), strict=True):
            control.icon, control.tip = tool.icon, say(tool.words)
            if control.element.is_selected != tool.selected:
                control.show_selected(tool.selected)
        self._speed.element.set_text(say(f"watch_speed_{self._player.speed}"))

    # -- what the line shows

    def show(self, total: int, marks: Sequence[int]) -> None:
        """Show a recording of so many steps, with a mark at each step of ``marks``."""
        self._total, self._marks = total, marks
        self._pictures = None

    def _x_of(self, step: int) -> int:
        return self.track.x + round(self.track.width * step / max(1, self._total))

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        """Drag the knob; return True when the event was used."""
        share = self._knob.pulled(event, self.track, self._screen.scale)
        if share is not None:
            self._player.go_to(round(share * self._total))
        return share is not None

    @property
    def dragging(self) -> bool:
        """Tell whether the knob is held."""
        return self._knob.held

    # -- drawing

    def draw(self, surface: pygame.Surface, at: int) -> None:
        """Draw the line, the knob where ``at`` steps are taken, and the words."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        if self._pictures is None:
            self._pictures = self._paint(palette.line), self._paint(palette.accent)
        ahead, done = self._pictures
        at_x = self._x_of(at)
        place = (self.track.x, self.track.centery - ahead.get_height() // 2)
        surface.blit(ahead, place)
        surface.blit(done, place, (0, 0, at_x - self.track.x, done.get_height()))
        size = max(11, px(18))
        knob = theme.rounded((size, size), size, palette.accent)
        surface.blit(knob, knob.get_rect(center=(at_x, self.track.centery)))
        words = say("watch_step_of", n=number(at), all=number(self._total))
        room = self._middle_left - self.rect.x - px(8)
        words = theme.fit(words, scale.small, room)
        place = (self.rect.x, self._middle)
        theme.write(surface, words, place, scale.small, palette.quiet, anchor="midleft")
        for said, rect in self._links:
            theme.write(surface, said, rect.center, scale.small, palette.best, True, "center")

    def _paint(self, colour: pygame.Color) -> pygame.Surface:
        px, palette = self._screen.scale.px, self._screen.palette
        size = (self.track.width, self.track.height + 2 * px(_MARK))
        picture = pygame.Surface(size, pygame.SRCALPHA)
        body = theme.rounded(self.track.size, self.track.height // 2, colour)
        picture.blit(body, (0, px(_MARK)))
        last = -px(_APART)
        for x in (self._x_of(step) - self.track.x for step in self._marks):
            if x < last + px(_APART):
                continue  # so many that they would make a single bar
            last = x
            picture.fill(palette.best, (x, 0, max(1, px(2)), size[1]))
        return picture
