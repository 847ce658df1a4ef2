"""The moves of a position as chips, which are dragged or carried into another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services.naming import signed
from kalahgui.gui.services.words import listed
from kalahgui.gui.widgets.parts import Part, Role


class OrderChips:
    """Lay out and paint chips in rows; ``changed`` is told of every new order."""

    def __init__(
        self,
        corner: tuple[int, int],
        width: int,
        palette: Palette,
        scale: Scale,
        names: Mapping[int, str],
        changed: Callable[[tuple[int, ...]], None],
    ) -> None:
        self.palette = palette
        self.scale = scale
        self._names = names
        self._changed = changed
        self.moves: tuple[int, ...] = tuple(names)
        self.values: Mapping[int, int] = {}
        self.focus: int | None = None  # the place chosen by keys
        self._held: int | None = None  # the move in the hand
        self._grip = (0, 0)
        self._hand = (0, 0)
        size = scale.body
        bold, plain = theme.font(size, True), theme.font(scale.small)
        name = max((bold.size(each)[0] for each in names.values()), default=0)
        self._gap = scale.px(8)
        pad = scale.px(10)
        self._size = (
            name + plain.size("+88")[0] + 2 * pad + scale.px(7),
            max(scale.px(36), round(size * 1.85)),
        )
        self._corner = corner
        self._across = max(1, (width + self._gap) // (self._size[0] + self._gap))
        rows = -(-len(names) // self._across)
        height = rows * self._size[1] + max(0, rows - 1) * self._gap
        self.rect = pygame.Rect(*corner, width, height)

    def place_rect(self, place: int) -> pygame.Rect:
        """Return where the chip of a place lies."""
        row, column = divmod(place, self._across)
        width, height = self._size
        x = self._corner[0] + column * (width + self._gap)
        y = self._corner[1] + row * (height + self._gap)
        return pygame.Rect(x, y, width, height)

    def show(self, moves: Sequence[int], values: Mapping[int, int]) -> None:
        """Show moves in an order, unless one of them is in the hand."""
        self.values = values
        if self._held is None:
            self.moves = tuple(moves)

    @property
    def held(self) -> bool:
        """Tell whether a move is in the hand."""
        return self._held is not None

    # -- the mouse

    def handle(self, event: pygame.Event) -> bool:
        """Take a chip, carry it or put it down; return True when the event was used."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._take(event.pos)
        if event.type == pygame.MOUSEMOTION and self.held:
            self._carry(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self._held = None
            return True
        return False

    def _take(self, point: tuple[int, int]) -> bool:
        for place, move in enumerate(self.moves):
            rect = self.place_rect(place)
            if rect.collidepoint(point):
                self._held = move
                self._grip = (point[0] - rect.x, point[1] - rect.y)
                self._hand = point
                self.focus = None
                return True
        return False

    def _carry(self, point: tuple[int, int]) -> None:
        """Carry the chip in the hand to a point; the others make room."""
        assert self._held is not None
        self._hand = point
        width, height = self._size
        middle = pygame.Vector2(
            point[0] - self._grip[0] + width / 2, point[1] - self._grip[1] + height / 2
        )
        places = range(len(self.moves))
        nearest = min(places, key=lambda place: middle.distance_to(self.place_rect(place).center))
        before, here = self.moves, self.moves.index(self._held)
        self.moves = _moved(before, here, nearest)
        if self.moves != before:
            self._changed(self.moves)

    # -- the keys

    def step(self, step: int, carry: bool) -> None:
        """Go to the next chip, or carry the one gone to along; at the ends nothing changes."""
        if self.focus is None:
            self.focus = 0 if step > 0 else len(self.moves) - 1
            return
        to = self.focus + step
        if not 0 <= to < len(self.moves):
            return
        if carry:
            self.moves = _moved(self.moves, self.focus, to)
            self._changed(self.moves)
        self.focus = to

    def part(self, name: str, *, focused: bool) -> Part:
        """Return the moves in their order for those who do not see them."""

        def take(place: int) -> None:
            self.focus = place

        items = []
        for place, move in enumerate(self.moves):
            value = self.values.get(move)
            words = (self._names[move], "" if value is None else signed(value))
            go, rect = partial(take, place), self.place_rect(place)
            items.append(
                Part(
                    Role.ITEM,
                    listed(*words),
                    rect,
                    move,
                    on=place == self.focus,
                    focused=focused and place == self.focus,
                    act=go,
                    take=go,
                )
            )
        return Part(Role.LIST, name, self.rect, "order", tuple(items))

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Paint the chips, the one in the hand on top."""
        best = max(self.values.values(), default=None)
        for place, move in enumerate(self.moves):
            rect = self.place_rect(place)
            if move == self._held:
                radius = self.scale.px(10)
                hole = theme.outline(rect.size, radius, max(1, self.scale.px(1)), self.palette.line)
                surface.blit(hole, rect)
            else:
                self._chip(surface, rect, move, best, place == self.focus)
        if self._held is not None:
            x, y = self._hand
            rect = pygame.Rect((x - self._grip[0], y - self._grip[1]), self._size)
            radius, shadow = self.scale.px(10), self.palette.shadow
            theme.draw_card(surface, rect, radius, self.palette.raised, shadow, self.scale.px(8))
            self._chip(surface, rect, self._held, best, True)

    def _chip(
        self, surface: pygame.Surface, rect: pygame.Rect, move: int, best: int | None, lit: bool
    ) -> None:
        palette, scale = self.palette, self.scale
        value = self.values.get(move)
        good = value is not None and value == best
        ground = (
            palette.card.lerp(palette.best, 0.16) if good else palette.card.lerp(palette.line, 0.6)
        )
        surface.blit(theme.rounded(rect.size, scale.px(10), ground), rect)
        if lit:
            width = max(2, scale.px(2))
            surface.blit(theme.outline(rect.size, scale.px(10), width, palette.accent), rect)
        pad = scale.px(10)
        at = (rect.x + pad, rect.centery)
        theme.write(surface, self._names[move], at, scale.body, palette.ink, True, "midleft")
        if value is not None:
            ink = palette.best if good else palette.quiet
            at = (rect.right - pad, rect.centery)
            theme.write(surface, signed(value), at, scale.small, ink, good, "midright")


def _moved(moves: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    """Return moves with one taken from a place and put into another.

    >>> _moved((1, 2, 3, 4), 0, 2), _moved((1, 2, 3, 4), 3, 0)
    ((2, 3, 1, 4), (4, 1, 2, 3))
    """
    rest = [*moves[:start], *moves[start + 1 :]]
    return (*rest[:end], moves[start], *rest[end:])
