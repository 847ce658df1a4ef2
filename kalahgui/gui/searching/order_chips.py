"""The moves of a position as chips, which are dragged or carried into another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Flow, Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import wide
from kalahgui.gui.paint import theme
from kalahgui.gui.services.naming import signed
from kalahgui.words import listed

_GAP, _INSIDE, _BETWEEN, _HIGH, _RADIUS = 8, 10, 7, 36, 10  # in units of the layout
# The dots by which a chip is seen to be dragged: columns and rows, how wide one is, how far apart.
_GRIP, _DOT, _APART = (2, 3), 3, 6


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
        self.focus: int | None = None  # the index chosen by keys
        self._in_hand, self._grip = pygame.Rect(0, 0, 0, 0), (0, 0)
        self._shown: Sequence[Element] = ()

    def element(self, name: str) -> Element:
        """Return the chips, in as many rows as they take."""
        self._shown = [_Chip(self, index, move) for index, move in enumerate(self.moves)]
        chips = Flow(*self._shown, gap=_GAP, key="order")
        chips.role, chips.name = Role.LIST, name
        return chips

    def show(self, moves: Sequence[int], values: Mapping[int, int]) -> None:
        """Show moves in an order, unless one of them is in the hand."""
        self.values = values
        if self.held is None:
            self.moves = tuple(moves)

    @property
    def held(self) -> int | None:
        """Return the move in the hand; None without any."""
        held = self.screen.controls.held
        return held.move if isinstance(held, _Chip) else None

    def hear(self, chip: Element, event: pygame.Event) -> bool:
        """Take a chip, or carry the one in the hand; return True when the event was used."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._in_hand, self.focus = chip.rect.copy(), None
            self._grip = (event.pos[0] - chip.rect.x, event.pos[1] - chip.rect.y)
            return True
        held = self.held
        if event.type != pygame.MOUSEMOTION or held is None:
            return False
        self._carry(held, event.pos)
        return True

    def _carry(self, move: int, point: tuple[int, int]) -> None:
        self._in_hand.topleft = (point[0] - self._grip[0], point[1] - self._grip[1])
        middle = pygame.Vector2(self._in_hand.center)
        away = [middle.distance_to(chip.rect.center) for chip in self._shown]
        self._move(self.moves.index(move), away.index(min(away)))

    def _move(self, start: int, end: int) -> None:
        if start != end:
            self.moves = _moved(self.moves, start, end)
            self._changed(self.moves)

    def step(self, step: int, carry: bool) -> None:
        """Go to the next chip, or carry the one gone to along; at the ends nothing changes."""
        if self.focus is None:
            self.focus = 0 if step > 0 else len(self.moves) - 1
            return
        to = self.focus + step
        if 0 <= to < len(self.moves):
            before, self.focus = self.focus, to
            if carry:
                self._move(before, to)

    # -- of a chip

    def size(self, look: Look) -> Size:
        """Return how large a chip is: all have room for the longest name and a value."""
        body, small = look.type("body"), look.type("small")
        name = max(wide(text, body, True) for text in self.names.values())
        grip = _GRIP[0] * _APART
        width = name + wide("+88", small, False) + look.px(2 * _INSIDE + _BETWEEN + grip)
        return width, max(look.px(_HIGH), round(body * 1.85))

    def chip_node(self, chip: Element, index: int, move: int) -> AccessibleNode:
        """Return a chip for those who do not see it."""
        value, here = self.values.get(move), index == self.focus
        words = listed(self.names[move], "" if value is None else signed(value))
        go, focused = partial(self._go, index), here and self.screen.free
        return AccessibleNode(
            Role.ITEM, words, chip.rect, move, on=here, focused=focused, act=go, take=go
        )

    def _go(self, index: int) -> None:
        self.focus = index

    def draw(self, index: int, move: int, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Paint a chip in its rectangle, or the hole of the one that is dragged."""
        if move == self.held:
            px, line = self.screen.scale.px, self.screen.palette.line
            surface.blit(theme.outline(rect.size, px(_RADIUS), px(1), line), rect)
        else:
            self._draw(surface, rect, move, index == self.focus)

    def draw_held(self, move: int, surface: pygame.Surface) -> None:
        """Paint the chip in the hand."""
        px, palette, rect = self.screen.scale.px, self.screen.palette, self._in_hand
        theme.draw_card(surface, rect, px(_RADIUS), palette.raised, palette.shadow, px(8))
        self._draw(surface, rect, move, True)

    def _draw(self, surface: pygame.Surface, rect: pygame.Rect, move: int, lit: bool) -> None:
        palette, scale, px = self.screen.palette, self.screen.scale, self.screen.scale.px
        value = self.values.get(move)
        good = value is not None and value == max(self.values.values())
        colour, share = (palette.best, 0.16) if good else (palette.line, 0.6)
        ground = theme.rounded(rect.size, px(_RADIUS), palette.card.lerp(colour, share))
        surface.blit(ground, rect)
        if lit:
            ring = theme.outline(rect.size, px(_RADIUS), max(2, px(2)), palette.accent)
            surface.blit(ring, rect)
        for column, row in product(*map(range, _GRIP)):
            x, y = rect.x + px(_INSIDE + _APART * column), rect.centery + px(_APART) * (row - 1)
            theme.draw_dot(surface, (x, y), max(2, px(_DOT)), palette.quiet)
        left = rect.x + px(_INSIDE + _GRIP[0] * _APART)
        name, at = self.names[move], (left, rect.centery)
        theme.write(surface, name, at, scale.body, palette.ink, True, "midleft")
        if value is not None:
            ink, at = palette.best if good else palette.quiet, (rect.right - px(_INSIDE), at[1])
            theme.write(surface, signed(value), at, scale.small, ink, good, "midright")


class _Chip(Painted):
    def __init__(self, chips: OrderChips, index: int, move: int) -> None:
        super().__init__(
            partial(chips.draw, index, move),
            hears=partial(chips.hear, self),
            nodes=lambda: [chips.chip_node(self, index, move)],
            key=move,
        )
        self._chips, self.move = chips, move

    def measure(self, look: Look, room: int) -> Size:
        return self._chips.size(look)

    def draw_held(self, surface: pygame.Surface) -> None:
        self._chips.draw_held(self.move, surface)


def _moved(moves: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    """Return moves with one taken from an index and put at another.

    >>> _moved((1, 2, 3, 4), 0, 2), _moved((1, 2, 3, 4), 3, 0)
    ((2, 3, 1, 4), (4, 1, 2, 3))
    """
    rest = [*moves[:start], *moves[start + 1 :]]
    return (*rest[:end], moves[start], *rest[end:])
