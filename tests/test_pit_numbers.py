"""The numbers of Kalah's pits: on the board, in the list of moves, and never in what is kept."""

from __future__ import annotations

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.gui.boards.kalah import KalahView
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import Room, SetUpOf
from kalahgui.gui.services.settings import PIT_NUMBERS, Choices
from kalahgui.gui.services.words import say


def view_of(pits: int, south: int = 0) -> KalahView:
    start = GAMES["kalah"].start(f"{pits}x4")
    return KalahView(GAMES["kalah"], start, pygame.Rect(0, 0, 800, 400), south, PALETTES["paper"])


def test_a_first_game_has_six_stones_a_pit(window):
    assert Choices().cards["kalah"].board == "6x6"
    play = window.start("kalah")
    assert play.match.variant == "6x6"
    window.app.open(SetUpOf("kalah"))
    window.frames()
    for stones in "345":
        window.press(stones)
        assert window.services.choices.cards["kalah"].board == f"6x{stones}"


@pytest.mark.few(2)
@pytest.mark.parametrize("south", [0, 1])
@pytest.mark.parametrize("pits", [1, 3, 6, 8])
def test_the_pits_of_both_sides_are_numbered_from_their_owners_left(window, pits, south):
    view = view_of(pits, south)
    labels = view.pit_labels()
    assert len(labels) == 2 * pits
    for side in (0, 1):
        cells = [view.geometry.cell(side, pit) for pit in range(pits)]
        assert [labels[cell] for cell in cells] == [str(n + 1) for n in range(pits)]
        xs = [view.board.number_place(cell)[0] for cell in cells]
        assert xs == sorted(xs, reverse=side != south)
        for cell in cells:
            x, y = view.board.number_place(cell)
            across, down = x - view.board.centre(cell)[0], y - view.board.centre(cell)[1]
            assert (across < 0) == (down > 0) == (side == south)
            assert view.board.outline.collidepoint(x, y)


def test_the_article_counts_the_cells_of_the_whole_board(window):
    view = view_of(6)
    view.pit_numbers = "article"
    assert [view.move_text(pit, 0) for pit in range(6)] == list("012345")
    assert [view.move_text(pit, 1) for pit in range(6)] == ["7", "8", "9", "10", "11", "12"]
    assert set(view.pit_labels().values()) == {str(n) for n in range(13)} - {"6"}


@pytest.mark.few(1)
@pytest.mark.parametrize("numbers", PIT_NUMBERS)
def test_the_board_is_painted_by_the_choice(window, numbers):
    play = window.start("kalah", pit_numbers=numbers)
    pit = play.view.board
    box = pygame.Rect(0, 0, 14, 14)
    box.center = pit.number_place(2)
    with_choice = pygame.image.tobytes(window.app.surface.subsurface(box), "RGB")
    window.choose(pit_numbers="hidden")
    play.refresh()
    window.app._draw()
    without = pygame.image.tobytes(window.app.surface.subsurface(box), "RGB")
    assert (with_choice == without) == (numbers == "hidden")


def test_the_setting_takes_effect_at_once_and_for_display_alone(window):
    play = window.start("kalah")
    window.app.open(Room.OPTIONS)
    window.frames()
    window.press(say("settings_board"))
    window.press(say("pit_numbers_article"))
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play
    assert play.view.pit_numbers == "article"
    window.type("2")  # keys stay those of the notation
    assert play.match.plies == [1]
    window.move_to(play.view.board.centre(play.view.geometry.cell(1, 2)))
    assert "Pit 9" in play.banner_words(play.cell_in_hand)
    window.type("3")
    turns = naming.turns_of(play.match)
    assert [naming.turn_words(turn, play.view.move_text) for turn in turns] == ["1", "9"]
    assert window.app.store.matches()[0].moves == "2 3"
