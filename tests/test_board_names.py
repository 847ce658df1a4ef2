"""The numbers of pits and the names of squares: as one chooses, and never in what is kept."""

from __future__ import annotations

import itertools

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.kalah import KalahView
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import naming, words
from kalahgui.gui.services.navigation import GameOf, Room, SetUpOf
from kalahgui.gui.services.settings import PIT_NUMBERS, SQUARE_NAMES, Choices
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match, Player


def kalah_view_of(pits: int, south: int = 0) -> KalahView:
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
def test_the_pits_of_both_sides_are_numbered_from_their_owners_left(pits, south):
    view = kalah_view_of(pits, south)
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


def test_the_article_counts_the_cells_of_the_whole_board():
    view = kalah_view_of(6)
    view.pit_numbers = "article"
    assert [view.move_text(pit, 0) for pit in range(6)] == list("012345")
    assert [view.move_text(pit, 1) for pit in range(6)] == ["7", "8", "9", "10", "11", "12"]
    assert set(view.pit_labels().values()) == {str(n) for n in range(13)} - {"6"}


@pytest.mark.few(1)
@pytest.mark.parametrize("numbers", PIT_NUMBERS)
def test_the_board_is_painted_by_the_choice(window, numbers):
    play = window.start("kalah", pit_numbers=numbers)
    box = pygame.Rect(0, 0, 14, 14)
    box.center = play.view.board.number_place(2)
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


REVERSI = GAMES["reversi"]
SMALL = ("4x4", "6x6", "diamond", "diamond-parallel")
GRIDS = [("reversi", board) for board in REVERSI.variants] + [("tictactoe", "3x3")]


def view_of(key: str, variant: str, names: str):
    game = GAMES[key]
    view = VIEWS[key](
        game, game.start(variant), pygame.Rect(0, 0, 600, 600), 0, PALETTES["paper"]
    )  # fmt: skip
    view.square_names = names
    return view


def begun(window, variant: str, **choices) -> Play:
    window.services.choose(**choices)
    window.app.open(GameOf(Match(REVERSI, variant, (), (Player("Ann"), Player("Bob")))))
    window.frames(2)
    return window.app.screen


def test_names_of_the_other_kind_mean_nothing():
    position = REVERSI.start("4x4")
    assert view_of("reversi", "4x4", "own").typed("f", "", position) is None
    assert view_of("reversi", "4x4", "enclosing").typed("a", "", position) is None


@pytest.mark.few(1)
@pytest.mark.parametrize("variant", SMALL)
def test_the_window_writes_the_names_shown_and_keeps_the_notation(window, variant):
    play = begun(window, variant)
    move = play.match.position.moves()[0]
    shown, kept = play.view.move_text(move, 0), REVERSI.text(move)
    assert shown != kept
    window.move_to(play.view.board.centre(play.view.grid.cell(move)))
    assert play.banner_words(play.view.grid.cell(move)).startswith(f"{shown}:")
    window.type(shown)
    assert play.match.plies == [move]
    [turn] = naming.turns_of(play.match)[:1]
    assert naming.turn_words(turn, play.view.move_text) == shown
    play.refresh()
    said = window.said()
    assert kept not in said
    edge = set(play.view.names.column_labels + play.view.names.row_labels)
    assert edge <= set(said)
    assert window.app.store.matches()[0].moves == kept


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_settings_offer_the_choice_and_it_takes_effect_at_once(window, language):
    window.speak(language)
    play = begun(window, "4x4")
    assert {"a", "b", "c", "d"} <= set(window.said())
    window.app.open(Room.OPTIONS)
    window.frames()
    window.press(say("settings_board"))
    window.press(say("square_names_enclosing"))
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play
    said = set(window.said())
    assert {"c", "d", "e", "f"} <= said and not {"a", "b"} & said
    move = play.match.position.moves()[0]
    window.type(REVERSI.text(move))
    assert play.match.plies == [move]


@pytest.mark.parametrize(("key", "variant"), GRIDS)
def test_every_board_is_named_from_a1_on_or_as_in_the_notation_and_typed_so(key, variant):
    own, enclosing = (view_of(key, variant, names) for names in SQUARE_NAMES)
    grid, position = own.names, GAMES[key].start(variant)
    assert (grid.column_labels[0], grid.row_labels[0]) == ("a", "1")
    for labels in (grid.column_labels, [chr(ord("`") + int(row)) for row in grid.row_labels]):
        assert [ord(b) - ord(a) for a, b in itertools.pairwise(labels)] == [1] * (len(labels) - 1)
    names = [grid.name(cell) for cell in range(len(grid.places))]
    assert len(set(names)) == len(names)
    for view in (own, enclosing):
        for move in view.grid.moves:
            column, row = view.move_text(move, 0)
            cell, before = view.typed(column, "", position)
            assert (cell, before) == (None, column)
            assert view.typed(row, before, position) == (view.grid.cell(move), "")
    for move in enclosing.grid.moves:
        assert enclosing.move_text(move, 0) == GAMES[key].text(move)
