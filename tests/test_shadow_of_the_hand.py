"""The shadow of stones in the air: one for all of them, soft, and weaker the higher they are."""

from __future__ import annotations

import pygame
import pytest

from kalahgui.gui.paint import stones
from kalahgui.gui.paint.pits import PitsBoard

SIZE = (860, 444)


def shade_of(flying) -> pygame.Surface:
    """Return the shadow alone, on white."""
    pygame.display.init()
    surface = pygame.Surface(SIZE)
    surface.fill("white")
    PitsBoard(6, pygame.Rect((0, 0), SIZE))._cast(surface, flying)
    return surface


def darkest(surface: pygame.Surface) -> int:
    return min(
        surface.get_at((x, y))[0] for x in range(0, SIZE[0], 2) for y in range(0, SIZE[1], 2)
    )


def heap(count: int, lift: float):
    """Return stones of a hand, close together."""
    return [(n, 400 + 9 * (n % 6), 200 + 9 * (n // 6), lift) for n in range(count)]


@pytest.mark.parametrize("lift", [0.0, 0.5, 1.0])
def test_the_shadow_of_many_stones_is_no_darker_than_that_of_one(lift):
    one, many = (darkest(shade_of(heap(count, lift))) for count in (1, 30))
    assert one < 200, "there is a shadow"
    assert abs(one - many) <= 3


def test_the_shadow_is_one_shape_without_gaps():
    surface = shade_of(heap(36, 1.0))
    size = PitsBoard(6, pygame.Rect((0, 0), SIZE)).stone_diameter
    down = round(size * 1.03)
    row = [surface.get_at((x + round(size * 0.42), 222 + down))[0] for x in range(400, 446)]
    assert max(row) - min(row) <= 4


def test_the_higher_a_stone_the_weaker_and_wider_its_shadow():
    low, high = (stones.cast(30, lift) for lift in (0.0, 1.0))
    assert high.get_width() > 1.3 * low.get_width()
    strength = [picture.get_at(picture.get_rect().center)[3] for picture in (low, high)]
    assert strength[0] > strength[1] > 60


def test_nothing_in_the_air_casts_no_shadow():
    assert darkest(shade_of([])) == 255
