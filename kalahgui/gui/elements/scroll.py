"""A part of the screen whose content is longer than its rectangle: wheel, drag and keys move it."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour, Palette, Scale

_STARTS_DRAG = 6  # pixels of a movement that is no click any more
_BAR = 6  # width, in units of the layout
_FADE = 26  # how high a content fades out at most where more of it follows, in units


def draw_chosen(surface: pygame.Surface, rect: pygame.Rect, radius: int, palette: Palette) -> None:
    """Draw the ground of the chosen row of a list, with a bar that is seen without its colour."""
    surface.blit(theme.rounded(rect.size, radius, palette.accent_soft), rect)
    bar = pygame.Rect(rect.x, rect.y + radius, max(3, radius // 3), rect.height - 2 * radius)
    surface.blit(theme.rounded(bar.size, bar.width // 2, palette.accent), bar)


@kept(8)
def _fading(size: theme.Size, colour: Colour) -> pygame.Surface:
    """Return a picture that covers nothing at its top, and all at its bottom."""
    column = pygame.Surface((1, size[1]), pygame.SRCALPHA)
    for y in range(size[1]):
        column.set_at((0, y), (*colour[:3], round(255 * (y + 1) / size[1])))
    return pygame.transform.scale(column, size)


class Scroller:
    """Where a content stands that is seen through a rectangle (all in pixels)."""

    def __init__(self, rect: pygame.Rect, height: int, step: int, grip: int = 0) -> None:
        """Show content of a height; ``step`` is how far a notch of the wheel goes.

        With a ``grip`` the bar can be taken hold of, so far from the right edge.
        """
        self.rect = rect
        self.height = height
        self.offset = 0
        self.step = step
        self.grip = grip
        self._held: tuple[int, int] | None = None  # where the mouse went down, and the offset then
        self._bar_held = False
        self.dragged = False
        self.clicked = False  # whether the mouse has just gone up where it went down

    @property
    def longest(self) -> int:
        """Return how far the content can be moved."""
        return max(0, self.height - self.rect.height)

    def move_to(self, offset: float) -> None:
        """Move the content so far up, within its bounds."""
        self.offset = min(max(0, round(offset)), self.longest)

    def reveal(self, top: int, bottom: int) -> None:
        """Move the content as little as shows a part of it, or its beginning if it is too long."""
        if top < self.offset:
            self.move_to(top)
        elif bottom > self.offset + self.rect.height:
            self.move_to(min(top, bottom - self.rect.height))

    def rows_seen(self, count: int) -> range:
        """Return which of so many rows, each a step high, are in sight."""
        last = -(-(self.offset + self.rect.height) // self.step)
        return range(self.offset // self.step, min(last, count))

    def handle(self, event: pygame.Event) -> bool:
        """Take the wheel and the drags of the mouse; return True when something was moved."""
        self.clicked = False
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(event.pos):
            self.move_to(self.offset - event.y * self.step)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.dragged = False
            self._held = (event.pos[1], self.offset) if self.rect.collidepoint(event.pos) else None
            self._bar_held = bool(self.longest) and self.rect.collidepoint(event.pos)
            self._bar_held = self._bar_held and event.pos[0] >= self.rect.right - self.grip
            if self._bar_held:
                self._follow_bar(event.pos[1])
                return True
        elif event.type == pygame.MOUSEMOTION and self._bar_held:
            self._follow_bar(event.pos[1])
            return True
        elif event.type == pygame.MOUSEMOTION and self._held is not None:
            way = self._held[0] - event.pos[1]
            self.dragged = self.dragged or abs(way) > _STARTS_DRAG
            if self.dragged:
                self.move_to(self._held[1] + way)
                return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.clicked = self._held is not None and not self.dragged and not self._bar_held
            self._held = None
            self._bar_held = False
        return False

    def _follow_bar(self, y: int) -> None:
        length = self.rect.height * self.rect.height / self.height
        self.move_to((y - self.rect.y - length / 2) / (self.rect.height - length) * self.longest)

    def fade(self, surface: pygame.Surface, scale: Scale, palette: Palette) -> None:
        """Let what lies on a card fade out at an edge beyond which more of it follows."""
        width = self.rect.width - self.grip * bool(self.longest)
        for hidden, edge in ((self.offset, "topleft"), (self.longest - self.offset, "bottomleft")):
            if hidden:
                fade = _fading((width, min(hidden, scale.px(_FADE))), palette.card)
                fade = pygame.transform.flip(fade, False, edge == "topleft")
                surface.blit(fade, fade.get_rect(**{edge: getattr(self.rect, edge)}))

    def draw(self, surface: pygame.Surface, scale: Scale, palette: Palette) -> None:
        """Draw at the right edge which part of the content is seen; nothing when it is all."""
        if not self.longest:
            return
        width = scale.px(_BAR)
        track = pygame.Rect(self.rect.right - width, self.rect.y, width, self.rect.height)
        surface.blit(theme.rounded(track.size, width, palette.sunken), track)
        length = max(4 * width, round(track.height * self.rect.height / self.height))
        top = track.y + round((track.height - length) * self.offset / self.longest)
        surface.blit(theme.rounded((width, length), width, palette.edge), (track.x, top))
