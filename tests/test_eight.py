"""The rules of Eight and its whole tree."""

import pytest

from kalahgui.core.search import Search
from kalahgui.core.table import Table
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import fold

GAME = GAMES["eight"]


def test_the_second_player_wins_the_whole_tree_of_62_nodes():
    book = Textbook("minimax")
    assert book.run(GAME.start("8"), 20) == -1
    assert book.nodes == 62


def test_the_playing_search_solves_it():
    *_, found = Search(Table(8)).deepen(GAME.start("8"))
    assert (found.value, found.exact) == (-1, True)


def test_the_last_number_may_not_be_named_again():
    assert GAME.start("8").moves() == [1, 2, 3]
    assert GAME.parse_position("5,2").moves() == [1, 3]


@pytest.mark.parametrize(("text", "margin"), [("8,3", -1), ("9,3", 1), ("10,3", 1)])
def test_exactly_8_wins_and_more_loses(text, margin):
    position = GAME.parse_position(text)
    assert position.over
    assert position.final() == margin


def test_naming_a_number_is_told():
    position = GAME.parse_position("2,2 N")
    assert fold(GAME.cells(position), GAME.tell(position, 3)) == [5, 3]


@pytest.mark.parametrize("text", ["", "5", "5,2,1", "-1,1", "5,2 S", "a,b"])
def test_what_is_no_position_is_refused(text):
    with pytest.raises(ValueError, match="the sum and the last number"):
        GAME.parse_position(text)


@pytest.mark.parametrize("text", ["2,1", "0,1", "11,3", "9,1", "1,3", "3,0"])
def test_what_no_game_comes_to_is_refused(text):
    with pytest.raises(ValueError, match="no game of Eight comes to"):
        GAME.parse_position(text)
