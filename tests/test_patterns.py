"""The theme of strongest contrast: black, white and yellow, and pieces told apart by patterns."""

import itertools

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.gui.paint import discs, stones
from kalahgui.gui.paint.felt import FeltBoard
from kalahgui.gui.paint.pits import PitsBoard
from kalahgui.gui.paint.theme import PALETTES, PATTERNED

IN_PATTERNS = [palette for palette in PALETTES.values() if palette.patterned]
assert IN_PATTERNS
SIZE = 24  # pixels, of a stone on a small board


@pytest.fixture(autouse=True)
def display():
    pygame.display.init()
    pygame.font.init()


def greys(picture: pygame.Surface) -> list[int]:
    """Return the brightness of every pixel on a black ground, with yellow as bright as white."""
    ground = pygame.Surface(picture.get_size())
    ground.blit(picture, (0, 0))
    width, height = ground.get_size()
    return [max(ground.get_at((x, y))[:3]) for x in range(width) for y in range(height)]


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return the share of pixels that are bright in one picture and dark in the other."""
    pairs = list(zip(greys(one), greys(other), strict=True))
    return sum(abs(a - b) > 128 for a, b in pairs) / len(pairs)


def test_stones_of_one_colour_have_different_patterns():
    pictures = [stones.stone(kind, SIZE, PATTERNED) for kind in range(stones.COLOURS)]
    tints = [picture.get_at((SIZE // 2, SIZE // 5))[:3] for picture in pictures]
    for one, other in itertools.combinations(range(stones.COLOURS), 2):
        if tints[one] == tints[other]:
            assert difference(pictures[one], pictures[other]) > 0.02, (one, other)


def test_discs_differ_and_turn_over():
    black, white = (discs.disc(side, SIZE, PATTERNED) for side in (0, 1))
    assert difference(black, white) > 0.3
    for progress in (0.0, 1.0):
        side = round(progress)
        turned = discs.turning(0, SIZE, progress, PATTERNED)
        assert greys(turned) == greys(discs.resting(side, SIZE, PATTERNED))
    halfway = discs.turning(0, SIZE, 0.3, PATTERNED)
    assert greys(halfway) != greys(discs.turning(0, SIZE, 0.3))


@pytest.mark.parametrize("palette", IN_PATTERNS)
def test_boards_are_black_white_and_yellow(palette):
    surface = pygame.Surface((600, 400))
    rect = surface.get_rect()
    kalah = PitsBoard(6, rect, 0, palette)
    kalah.draw(surface, [[*range(6 * cell, 6 * cell + 6)] for cell in range(14)], counts=())
    reversi = pygame.Surface((600, 400))
    game = GAMES["reversi"]
    start = game.start("diamond")
    FeltBoard(game.board(start), rect, palette, coordinates=False).draw(
        reversi, game.cells(start), legal=(1,)
    )
    for picture in (surface, reversi):
        for x in range(0, 600, 3):
            for y in range(0, 400, 3):
                red, green, blue = picture.get_at((x, y))[:3]
                assert abs(red - green) <= 30 and blue <= max(red, green) + 8, (red, green, blue)
