"""The moves of a position as chips, which are dragged or carried into another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from kalahgui.gui.elements.element import Look, Size
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.writing import wide
from kalahgui.gui.paint import theme
from kalahgui.gui.services.naming import signed
from kalahgui.gui.services.words import listed
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Screen

_GAP, _INSIDE, _BETWEEN, _HIGH = 8, 10, 7, 36  # in units of the layout
_RADIUS = 10


class OrderChips:
    """Moves by their names, in an order; ``changed`` is told of every new one."""

    def __init__(
        self,
        screen: Screen,
        names: Mapping[int, str],
        changed: Callable[[tuple[int, ...]], object],
    ) -> None:
        self.screen = screen
        self.names = names
        self._changed = changed
        self.moves: tuple[int, ...] = tuple(names)
        self.values: Mapping[int, int] = {}
        self.focus: int | None = None  # the place chosen by keys
        self._held: int | None = None  # the move in the hand
        self._grip = (0, 0)
        self._hand = (0, 0)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def element(self, name: str) -> Painted:
        """Return the chips as a part of a screen, in as many rows as they take."""
        return _Chips(self, name)

    def place(self, rect: pygame.Rect) -> None:
        """Stand in a rectangle."""
        self.rect = rect

    @property
    def _size(self) -> Size:
        """Return how large a chip is: all have room for the longest name and a value."""
        px, scale = self.screen.scale.px, self.screen.scale
        name = max((wide(each, scale.body, True) for each in self.names.values()), default=0)
        value = wide("+88", scale.small, False)
        width = name + value + px(2 * _INSIDE + _BETWEEN)
        return width, max(px(_HIGH), round(scale.body * 1.85))

    def _across(self, room: int) -> int:
        gap = self.screen.scale.px(_GAP)
        return max(1, (room + gap) // (self._size[0] + gap))

    def height(self, room: int) -> int:
        """Return how high all chips are in a room, in pixels."""
        rows, gap = -(-len(self.names) // self._across(room)), self.screen.scale.px(_GAP)
        return rows * (self._size[1] + gap) - gap if rows else 0

    def place_rect(self, place: int) -> pygame.Rect:
        """Return where the chip of a place lies."""
        row, column = divmod(place, self._across(self.rect.width))
        (width, height), gap = self._size, self.screen.scale.px(_GAP)
        corner = self.rect.x + column * (width + gap), self.rect.y + row * (height + gap)
        return pygame.Rect(corner, (width, height))

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
        middle = pygame.Vector2(self._in_hand.center)
        places = range(len(self.moves))
        nearest = min(places, key=lambda place: middle.distance_to(self.place_rect(place).center))
        before, here = self.moves, self.moves.index(self._held)
        self.moves = _moved(before, here, nearest)
        if self.moves != before:
            self._changed(self.moves)

    @property
    def _in_hand(self) -> pygame.Rect:
        (x, y), (left, top) = self._hand, self._grip
        return pygame.Rect((x - left, y - top), self._size)

    # -- the keys

    def step(self, step: int, carry: bool) -> None:
        """Go to the next chip, or carry the one gone to along; at the ends nothing changes."""
        if self.focus is None:
            self.focus = 0 if step > 0 else len(self.moves) - 1
            return
        to = self.focus + step
        if not 0 <= to < len(self.moves):
            return
        before, self.focus = self.focus, to
        if carry:
            self.moves = _moved(self.moves, before, to)
            self._changed(self.moves)

    def part(self, name: str, *, focused: bool) -> Part:
        """Return the moves in their order for those who do not see them."""

        def take(place: int) -> None:
            self.focus = place

        items = []
        for place, move in enumerate(self.moves):
            value = self.values.get(move)
            words = (self.names[move], "" if value is None else signed(value))
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
        px, palette = self.screen.scale.px, self.screen.palette
        for place, move in enumerate(self.moves):
            rect = self.place_rect(place)
            if move == self._held:
                surface.blit(theme.outline(rect.size, px(_RADIUS), px(1), palette.line), rect)
            else:
                self._draw_chip(surface, rect, move, place == self.focus)
        if self._held is not None:
            rect = self._in_hand
            theme.draw_card(surface, rect, px(_RADIUS), palette.raised, palette.shadow, px(8))
            self._draw_chip(surface, rect, self._held, True)

    def _draw_chip(self, surface: pygame.Surface, rect: pygame.Rect, move: int, lit: bool) -> None:
        palette, scale, px = self.screen.palette, self.screen.scale, self.screen.scale.px
        value = self.values.get(move)
        good = value is not None and value == max(self.values.values())
        colour, share = (palette.best, 0.16) if good else (palette.line, 0.6)
        ground = theme.rounded(rect.size, px(_RADIUS), palette.card.lerp(colour, share))
        surface.blit(ground, rect)
        if lit:
            ring = theme.outline(rect.size, px(_RADIUS), max(2, px(2)), palette.accent)
            surface.blit(ring, rect)
        inside = rect.inflate(-px(2 * _INSIDE), 0)
        name, size = self.names[move], scale.body
        theme.write(surface, name, inside.midleft, size, palette.ink, True, "midleft")
        if value is not None:
            ink = palette.best if good else palette.quiet
            theme.write(surface, signed(value), inside.midright, scale.small, ink, good, "midright")


class _Chips(Painted):
    """Chips in the tree of a screen."""

    def __init__(self, chips: OrderChips, name: str) -> None:
        super().__init__(
            lambda surface, rect: chips.draw(surface),
            placed=chips.place,
            hears=chips.handle,
            told=lambda: [chips.part(name, focused=chips.screen.free)],
        )
        self._chips = chips

    def measure(self, look: Look, room: int) -> Size:
        return room, self._chips.height(room)


def _moved(moves: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    """Return moves with one taken from a place and put into another.

    >>> _moved((1, 2, 3, 4), 0, 2), _moved((1, 2, 3, 4), 3, 0)
    ((2, 3, 1, 4), (4, 1, 2, 3))
    """
    rest = [*moves[:start], *moves[start + 1 :]]
    return (*rest[:end], moves[start], *rest[end:])
