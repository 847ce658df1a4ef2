"""The names of squares: in the window from a1 on, in files and commands those of the 8x8 board."""

from __future__ import annotations

import itertools

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.games.game import Grid
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import naming, words
from kalahgui.gui.services.navigation import GameOf, Room
from kalahgui.gui.services.settings import SQUARE_NAMES
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match, Player

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


@pytest.mark.parametrize(("key", "variant"), GRIDS)
def test_every_board_is_named_from_a1_on(key, variant):
    grid = view_of(key, variant, "own").names
    assert grid.column_labels[0] == "a"
    assert grid.row_labels[0] == "1"
    for labels in (grid.column_labels, [chr(ord("`") + int(row)) for row in grid.row_labels]):
        assert [ord(b) - ord(a) for a, b in itertools.pairwise(labels)] == [1] * (len(labels) - 1)
    names = [grid.name(cell) for cell in range(len(grid.places))]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("key", "variant"), GRIDS)
def test_the_enclosing_names_are_those_of_the_notation(key, variant):
    view = view_of(key, variant, "enclosing")
    for move in view.grid.moves:
        assert view.move_text(move, 0) == GAMES[key].text(move)


@pytest.mark.parametrize("names", SQUARE_NAMES)
@pytest.mark.parametrize(("key", "variant"), GRIDS)
def test_what_is_typed_is_what_is_shown(key, variant, names):
    view = view_of(key, variant, names)
    position = GAMES[key].start(variant)
    for move in view.grid.moves:
        column, row = view.move_text(move, 0)
        cell, before = view.typed(column, "", position)
        assert (cell, before) == (None, column)
        assert view.typed(row, before, position) == (view.grid.cell(move), "")


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


def test_the_marks_along_the_edge_follow_the_choice(window):
    play = begun(window, "4x4")
    own = window.said()
    assert {"a", "b", "c", "d"} <= set(own)
    window.services.choose(square_names="enclosing")
    play.refresh()
    enclosing = window.said()
    assert {"c", "d", "e", "f"} <= set(enclosing)
    assert not {"a", "b"} & set(enclosing)
    move = play.match.position.moves()[0]
    window.type(REVERSI.text(move))
    assert play.match.plies == [move]


def test_the_numbers_in_the_squares_follow_the_names():
    match = Match(REVERSI, "6x6", (), (Player(), Player()))
    own, enclosing = (view_of("reversi", "6x6", names) for names in SQUARE_NAMES)
    shown = own.shown(match)
    assert own._numbers(shown)[:7] == ["0", "1", "2", "3", "4", "5", "6"]
    assert enclosing._numbers(shown)[:7] == ["9", "10", "11", "12", "13", "14", "17"]


def test_a_grid_keeps_its_places_under_other_names():
    grid = Grid(("c", "d"), ("5", "6", "7"), ((0, 0), (1, 2)), (34, 51))
    assert grid.from_a1 == Grid(("a", "b"), ("1", "2", "3"), ((0, 0), (1, 2)), (34, 51))
    assert [grid.name(1), grid.from_a1.name(1)] == ["d7", "b3"]


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_settings_offer_the_choice_and_it_takes_effect_at_once(window, language):
    window.speak(language)
    play = begun(window, "4x4")
    window.app.open(Room.OPTIONS)
    window.frames()
    window.press(say("settings_board"))
    window.press(say("square_names_enclosing"))
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play
    assert play.view.square_names == "enclosing"
