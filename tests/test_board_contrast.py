"""The words and figures on the boards can be read: at least 4.5 : 1 in every theme."""

from __future__ import annotations

import pygame
import pytest
from test_contrast import contrast

from kalahgui.games import GAMES
from kalahgui.gui.paint import felt, felt_pictures, pits, theme
from kalahgui.gui.paint.theme import PALETTES

LEAST = 4.5
Place = tuple[float, float]

every_theme = pytest.mark.parametrize("name", PALETTES)


@pytest.fixture(autouse=True)
def display():
    pygame.display.init()
    pygame.font.init()


def over(colour: theme.Colour, ground: pygame.Color) -> pygame.Color:
    """Return a colour as it comes out on a ground."""
    ink = pygame.Color(colour)
    share = ink.a / 255
    return pygame.Color(
        *(round(a * share + b * (1 - share)) for a, b in zip(ink[:3], ground[:3], strict=True))
    )


def ground_at(surface: pygame.Surface, place: Place, reach: int = 7) -> pygame.Color:
    """Return the mean colour around a place."""
    found = [
        surface.get_at((round(place[0]) + i, round(place[1]) + j))
        for i in range(-reach, reach + 1)
        for j in range(-reach, reach + 1)
    ]
    return pygame.Color(
        *(round(sum(each[part] for each in found) / len(found)) for part in range(3))
    )


def kalah_board(name: str) -> tuple[pits.PitsBoard, pygame.Surface]:
    board = pits.PitsBoard(6, pygame.Rect(0, 0, 860, 444), 0, PALETTES[name])
    surface = pygame.Surface((860, 444))
    board.draw(surface, [[] for _ in range(14)], counts=())
    return board, surface


@every_theme
def test_the_numbers_of_pits_and_the_counts_stand_out_of_the_wood(name):
    board, surface = kalah_board(name)
    for cell in range(14):
        wood = ground_at(surface, board.count_place(cell))
        pill = over(pits.COUNT_PILL, wood)
        assert contrast(over(pits.COUNT_INK, pill), pill) >= LEAST
        if not board.is_store(cell):
            wood = ground_at(surface, board.number_place(cell))
            assert contrast(over(pits._NUMBER_INK, wood), wood) >= LEAST


@every_theme
@pytest.mark.parametrize("side", [0, 1])
def test_the_name_or_initial_at_a_store_stands_out(name, side):
    palette = PALETTES[name]
    board, surface = kalah_board(name)
    pill = over(pits.COUNT_PILL, ground_at(surface, board.owner_place(side)))
    assert contrast(over(pits.COUNT_INK, pill), pill) >= LEAST
    assert contrast(palette.on_accent, (palette.accent, palette.other)[side]) >= LEAST


@every_theme
def test_the_last_sowing_stands_out_of_the_wood(name):
    """A ring is no writing: 3 : 1 is what signs need."""
    board, surface = kalah_board(name)
    for cell in range(14):
        x, y = board.centre(cell)
        rim = (x, y - board._rects[cell].height / 2 - board.unit * 0.06)
        wood = ground_at(surface, rim, 2)
        assert contrast(over((*pits.TRACE, pits._TRACES[0]), wood), wood) >= 3


@every_theme
def test_figures_stand_out_of_the_felt(name, monkeypatch):
    grid = GAMES["reversi"].board(GAMES["reversi"].start("8x8"))
    board = felt.FeltBoard(grid, pygame.Rect(0, 0, 600, 600), PALETTES[name])
    surface = pygame.Surface((600, 600))
    board.draw(surface, [0] * 64)
    inks = []
    monkeypatch.setattr(theme, "write", lambda *args, **how: inks.append(args[4]))
    board._number_squares(surface, [0] * 64, ["1"] * 64)
    assert set(map(tuple, inks)) == {tuple(felt_pictures.CHALK)}
    for cell in range(64):
        x, y = board.centre(cell)
        for place in ((x - board.unit * 0.34, y - board.unit * 0.38), (x, y)):
            cloth = ground_at(surface, place, 4)
            assert contrast(over(felt_pictures.CHALK, cloth), cloth) >= LEAST


@every_theme
def test_letters_along_the_edge_and_under_the_hollows_stand_out_of_paper_and_card(name):
    palette = PALETTES[name]
    for ground in (palette.paper_top, palette.paper_bottom, palette.card):
        assert contrast(palette.quiet, ground) >= LEAST
        # The legend of the tree of Eight.
        assert contrast(palette.ink, ground) >= LEAST


@every_theme
def test_the_values_on_pits_stand_out_of_their_pills(name):
    palette = PALETTES[name]
    assert contrast(palette.on_accent, palette.best) >= LEAST
    assert contrast(palette.ink, palette.card) >= LEAST
