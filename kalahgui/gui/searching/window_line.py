"""The window of a search as a number line, with two walls that close in."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services.naming import signed
from kalahgui.words import listed, say, with_label

_SPEED = 9.0  # how fast a wall closes in: of the way left, in a second
_CLOSE = 0.004  # of the line: near enough to stand still
_MOST_TICKS = 9
_STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Shown:
    """What the line shows: both bounds, the value found here, and what they are called.

    None is no bound, and no value. ``value_side`` is 0 when the value belongs to the player who
    wants it large, and 1 when it belongs to the other.
    """

    alpha: int | None = None
    beta: int | None = None
    value: int | None = None
    alpha_words: str = ""
    beta_words: str = ""
    value_words: str = ""
    value_side: int = 0


def tick_step(low: int, high: int) -> int:
    """Return how far apart the figures below a line stand.

    >>> tick_step(-8, 8), tick_step(-1, 1), tick_step(-40, 60)
    (2, 1, 20)
    """
    size = 1
    while True:
        for step in _STEPS:
            if (high - low) / (step * size) <= _MOST_TICKS - 1:
                return step * size
        size *= 10


class WindowLine:
    """Draws the window; its walls glide to where they belong."""

    def __init__(
        self,
        low: int,
        high: int,
        palette: Palette,
        scale: Scale,
        write: Callable[[int], str] = signed,
    ) -> None:
        """Show values from ``low`` to ``high``, and a little more, as ``write`` has them."""
        self._palette, self._scale, self._write = palette, scale, write
        step = tick_step(low, max(high, low + 1))
        self.low = math.floor(low / step) * step
        self.high = math.ceil(max(high, low + 1) / step) * step
        if self.low == self.high:
            self.high += step
        self._step = step
        self.shown = Shown()
        self.walls = (0.0, 1.0)  # where the walls stand, as shares of the line

    def show(self, shown: Shown, at_once: bool = False) -> None:
        """Show another window; the walls glide there unless it is to be ``at_once``."""
        self.shown = shown
        if at_once:
            self.walls = self._wanted()

    def element(self, name: str) -> Painted:
        """Return the line as an element, which is called so."""
        height = self.height(self._scale) / self._scale.layout
        painted: Painted

        def nodes() -> list[AccessibleNode]:
            return [self._part(name, painted.rect)]

        painted = Painted(self.draw, nodes=nodes, height=height)
        return painted

    def _part(self, name: str, rect: pygame.Rect) -> AccessibleNode:
        shown, write = self.shown, self._write
        low = say("access_low") if shown.alpha is None else write(shown.alpha)
        high = say("access_high") if shown.beta is None else write(shown.beta)
        said = [say("access_between", low=low, high=high), shown.alpha_words, shown.beta_words]
        if shown.value is not None:
            said.append(" ".join(filter(None, (shown.value_words, write(shown.value)))))
        words = listed(*said)
        return AccessibleNode(Role.TEXT, with_label(name, words), rect, "window")

    def take_over(self, before: WindowLine) -> None:
        """Let the walls glide from where they stood on another line."""
        self.walls = before.walls

    def _wanted(self) -> tuple[float, float]:
        alpha, beta = self.shown.alpha, self.shown.beta
        low = 0.0 if alpha is None else self._share(alpha)
        return low, 1.0 if beta is None else self._share(beta)

    def _share(self, value: float) -> float:
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    @property
    def moving(self) -> bool:
        """Tell whether a wall is still under way."""
        return any(abs(a - b) > _CLOSE for a, b in zip(self.walls, self._wanted(), strict=True))

    def update(self, dt: float) -> None:
        """Let the walls glide for ``dt`` seconds."""
        share = 1 - math.exp(-_SPEED * dt)
        low, high = (
            goal if abs(goal - now) <= _CLOSE else now + (goal - now) * share
            for now, goal in zip(self.walls, self._wanted(), strict=True)
        )
        self.walls = low, high

    # -- drawing

    @staticmethod
    def height(scale: Scale) -> int:
        """Return how high the whole drawing is, in pixels."""
        return round(scale.small * 1.5) + scale.px(26) + round(scale.small * 1.9)

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the line in a rectangle that is ``height`` high."""
        scale, palette = self._scale, self._palette
        track = rect.inflate(-2 * scale.px(20), 0)
        track.update(track.x, rect.y + round(scale.small * 1.5), track.width, scale.px(26))
        surface.fill(palette.line, track)
        left, right = (track.x + round(track.width * share) for share in self.walls)
        if right > left:
            open_part = pygame.Rect(left, track.y, right - left, track.height)
            surface.fill(palette.card.lerp(palette.best, 0.22), open_part)
        self._draw_figures(surface, track)
        for side in (0, 1):
            self._draw_wall(surface, track, side)
        self._draw_value(surface, track)
        self._draw_names(surface, rect, track)

    def _draw_figures(self, surface: pygame.Surface, track: pygame.Rect) -> None:
        palette, scale = self._palette, self._scale
        size = max(10, scale.px(12))
        y = track.bottom + round(size * 1.15)
        for value in range(self.low, self.high + 1, self._step):
            x = track.x + round(track.width * self._share(value))
            surface.fill(palette.quiet, (x, track.bottom, max(1, scale.px(1)), scale.px(5)))
            theme.write(surface, self._write(value), (x, y), size, palette.quiet, anchor="center")

    def _draw_wall(self, surface: pygame.Surface, track: pygame.Rect, side: int) -> None:
        if (self.shown.alpha, self.shown.beta)[side] is None:
            return
        palette, scale = self._palette, self._scale
        width = max(3, scale.px(6))
        wall = pygame.Rect(0, 0, width, track.height + scale.px(14))
        wall.center = (track.x + round(track.width * self.walls[side]), track.centery)
        # The walls of an empty window stand side by side and not in one another.
        wall.x += (-1, 1)[side] * (width // 2)
        colour = (palette.best, palette.accent)[side]
        surface.blit(theme.rounded(wall.size, width // 2, colour), wall)

    def _draw_value(self, surface: pygame.Surface, track: pygame.Rect) -> None:
        shown, palette, scale = self.shown, self._palette, self._scale
        if shown.value is None:
            return
        letter = max(10, scale.px(13))
        words = self._write(shown.value)
        width = max(track.height - 4, theme.font(letter, True).size(words)[0] + scale.px(10))
        disc = pygame.Rect(0, 0, width, track.height - 4)
        disc.center = (track.x + round(track.width * self._share(shown.value)), track.centery)
        colour = (palette.best, palette.accent)[shown.value_side]
        surface.blit(theme.rounded(disc.size, disc.height // 2, colour), disc)
        theme.write(surface, words, disc.center, letter, palette.on_accent, True, "center")
        room = self._room_beside(disc, track, scale.px(10))
        said = theme.font(scale.small, True).size(shown.value_words)[0]
        if said <= max(room) and shown.value_words:
            left = room[0] >= said and (room[0] >= room[1] or room[1] < said)
            at = (disc.x - scale.px(6) if left else disc.right + scale.px(6), disc.centery)
            anchor = "midright" if left else "midleft"
            ink = palette.as_ink(colour)
            theme.write(surface, shown.value_words, at, scale.small, ink, True, anchor)

    def _room_beside(self, disc: pygame.Rect, track: pygame.Rect, gap: int) -> tuple[int, int]:
        """Return how much room there is left and right of a disc, up to the walls."""
        bounds = (self.shown.alpha, self.shown.beta)
        walls = [
            track.x + round(track.width * share)
            for share, bound in zip(self.walls, bounds, strict=True)
            if bound is not None
        ]
        left = max((x for x in walls if x <= disc.centerx), default=track.x)
        right = min((x for x in walls if x > disc.centerx), default=track.right)
        return disc.x - left - gap, right - disc.right - gap

    def _draw_names(self, surface: pygame.Surface, rect: pygame.Rect, track: pygame.Rect) -> None:
        """Write above the walls what they are, each on its own side."""
        palette, scale = self._palette, self._scale
        y = rect.y + round(scale.small * 0.55)
        middle = [track.x + round(track.width * share) for share in self.walls]
        words = (self.shown.alpha_words, self.shown.beta_words)
        colours = (palette.best, palette.accent)
        if middle[0] > middle[1]:  # the walls have met and passed each other
            middle, words, colours = middle[::-1], words[::-1], colours[::-1]
        widths = [theme.font(scale.small, True).size(text)[0] for text in words]
        gap = scale.px(8)
        # The left name ends at its wall and the right one begins there, if there is room.
        first = min(max(rect.x, middle[0] - widths[0]), rect.right - widths[0])
        second = max(rect.x, min(middle[1], rect.right - widths[1]))
        if words[0] and words[1] and first + widths[0] + gap > second:
            first = max(rect.x, min(first, rect.right - widths[0] - widths[1] - gap))
            second = max(second, first + widths[0] + gap)
        for x, text, colour in zip((first, second), words, colours, strict=True):
            theme.write(surface, text, (x, y), scale.small, colour, True, "midleft")
