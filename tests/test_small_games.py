"""Tic-tac-toe and Eight: rules, published counts and solutions."""

import pytest
from reference import moves_worth

from kalahgui.articles.tictactoe import (
    all_positions,
    best_moves_table,
    canonical,
    searched_moves,
)
from kalahgui.core.position import IllegalMove
from kalahgui.core.search import Search
from kalahgui.core.table import Table
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES

GAME = GAMES["tictactoe"]


def test_positions_up_to_symmetry():
    positions = all_positions()
    assert len(positions) == 5478
    assert len({canonical(position) for position in positions}) == 765
    unfinished = {canonical(position) for position in positions if not position.over}
    assert len(unfinished) == 627
    assert len(best_moves_table()) == 4520


@pytest.mark.slow
def test_strongly_solved():
    """In every position with a real choice, all sets of best moves are the minimax set."""
    search = Search(Table(12))
    choices = 0
    for text in sorted({canonical(position) for position in all_positions()}):
        position = GAME.parse_position(text)
        if position.over:
            continue
        values = dict(moves_worth(position))
        best = [move for move in values if values[move] == max(values.values())]
        choices += len(best) < len(values)
        assert best_moves_table()[position] == best
        *_, finding = search.deepen(position)
        assert finding.line[0] in best
        assert finding.value == max(values.values())
        if len(values) <= 6:
            assert searched_moves(position) == best
    assert choices == 431


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nine squares"),
        ("o" * 8, "nine squares"),
        ("O........", "nine squares"),
        ("oo.......", "2 o, 0 x cannot be"),
        ("x........", "0 o, 1 x cannot be"),
        ("oooxxx...", "ended with a line before"),
        ("ooox.x.x.", "ended with a line before"),
    ],
)
def test_impossible_positions_are_refused(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        GAME.parse_position(text)
    movers = [GAME.parse_position(text).turn for text in ("o........", "ox.......")]
    assert movers == [1, 0], "the mover follows from the marks"


@pytest.mark.parametrize("text", ["ooo.x.x..", "o.xxo...o", "oooxoxxox", "xxxoo.o.."])
def test_a_line_ends_the_game(text):
    position = GAME.parse_position(text)
    assert position.over
    assert position.final() == -1
    with pytest.raises(IllegalMove):
        position.play(3)
    full = GAME.parse_position("oxooxxxoo")
    assert full.over and full.final() == 0, "a full board is a draw"


# -- Eight


EIGHT = GAMES["eight"]


def test_the_second_player_wins_the_whole_tree_of_62_nodes():
    book = Textbook("minimax")
    assert book.run(EIGHT.start("8"), 20) == -1
    assert book.nodes == 62
    assert EIGHT.start("8").moves() == [1, 2, 3]
    assert EIGHT.parse_position("5,2").moves() == [1, 3], "not the last number again"


@pytest.mark.parametrize(("text", "margin"), [("8,3", -1), ("9,3", 1), ("10,3", 1)])
def test_exactly_8_wins_and_more_loses(text, margin):
    position = EIGHT.parse_position(text)
    assert position.over
    assert position.final() == margin


def test_what_is_no_position_and_what_no_game_comes_to_is_refused():
    for text in ("", "5", "5,2,1", "-1,1", "5,2 S", "a,b"):
        with pytest.raises(ValueError, match="the sum and the last number"):
            EIGHT.parse_position(text)
    for text in ("2,1", "0,1", "11,3", "9,1", "1,3", "3,0"):
        with pytest.raises(ValueError, match="no game of Eight comes to"):
            EIGHT.parse_position(text)
