"""Boards on a terminal: drawn by every game, printed along lines and whole games."""

import json
import random

import pytest

from kalahgui.articles import TABLES
from kalahgui.core.search import StopWord
from kalahgui.engine.solver import solve
from kalahgui.games import GAMES

KALAH = GAMES["kalah"]
REVERSI = GAMES["reversi"]
# Best play passes three times from here.
PASSING = "-XXX-XX-OOO----- X"
BOARDS = [(game, variant) for game in GAMES.values() for variant in game.variants]


def positions(game, variant):
    chance = random.Random(f"{game.key} {variant}")
    position = game.start(variant)
    while not position.over:
        yield position.copy()
        position.play(chance.choice(position.moves()))
    yield position


@pytest.mark.parametrize(("game", "variant"), BOARDS)
def test_a_drawing_is_ascii_and_differs_with_the_board(game, variant):
    drawings = {}
    for position in positions(game, variant):
        drawing = game.drawing(position)
        assert drawing.isascii()
        assert drawing == drawing.rstrip()
        assert max(map(len, drawing.splitlines())) < 80
        assert game.tally(position).isascii()
        drawings.setdefault(drawing, tuple(game.cells(position)))
        assert drawings[drawing] == tuple(game.cells(position))
    assert len(drawings) > 4


def test_kalah_is_drawn_with_pits_numbered_from_each_owner_s_left():
    position = KALAH.parse_position("<3,4,15,1,2,3,7,8,9>")
    assert KALAH.drawing(position).splitlines() == [
        "       3    2    1",
        "     [ 9] [ 8] [ 7]   second",
        "(15)                ( 4)",
        "     [ 1] [ 2] [ 3]   first",
        "       1    2    3",
    ]
    assert KALAH.tally(position) == "stones 4 : 15"
    # Seen from the other side to move, the board stays where it is.
    position.play(0)
    assert KALAH.drawing(position).splitlines()[3] == "     [ 0] [ 3] [ 3]   first"


def test_a_kalah_board_with_hundreds_of_stones_keeps_its_columns():
    position = KALAH.parse_position("<2,100,9,1,2,3,4>")
    assert KALAH.drawing(position).splitlines()[1:4] == [
        "      [  4] [  3]   second",
        "(  9)             (100)",
        "      [  1] [  2]   first",
    ]


def test_nothing_is_drawn_where_no_square_exists():
    start = REVERSI.start("diamond")
    assert REVERSI.drawing(start).splitlines() == [
        "  b c d e f g",
        "2     - -",
        "3   - - - -",
        "4 - - O X - -",
        "5 - - X O - -",
        "6   - - - -",
        "7     - -",
    ]
    assert REVERSI.tally(start) == "B = 2 : W = 2"


def test_the_small_games_are_drawn():
    tictactoe, eight = GAMES["tictactoe"], GAMES["eight"]
    position = tictactoe.parse_position("o.x.o....")
    assert tictactoe.drawing(position).splitlines() == ["  a b c", "1 o . x", "2 . o .", "3 . . ."]
    assert tictactoe.tally(position) == ""
    assert eight.drawing(eight.parse_position("5,2")) == "sum 5, last number 2"
    assert eight.drawing(eight.start("8")) == "sum 0, no number yet"


def moves_of(out):
    """Return who moved and how, for each move that was printed."""
    lines = out.splitlines()
    return [line.split(": ") for line in lines if ": " in line and " : " not in line]


def test_a_line_has_its_boards_and_its_pass(printed):
    arguments = ("solve", "reversi:4x4", "--position", PASSING)
    line = json.loads(printed(*arguments, "--json"))["line"]
    assert "pass" in line
    out = printed(*arguments, "--show")
    moves = [text for who, text in moves_of(out) if who in REVERSI.sides]
    assert moves == line
    assert " ".join(line) in out
    position = REVERSI.parse_position(PASSING).to_the_end()
    boards = [REVERSI.drawing(position)]
    for text in line:
        if text != "pass":
            position.play(REVERSI.parse_move(text))
            boards.append(REVERSI.drawing(position))
    at = [out.index(board) for board in boards]
    assert at == sorted(at)
    assert len(set(at)) == len(boards)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_lines_of_the_diamond_are_shown(printed):
    out, _ = printed("tables", "diamond", "--show").split("Reversi on the")
    shown = out.split("diamond: ")[1:]
    assert len(shown) == 8
    for cell, part in zip(TABLES["diamond"].cells, shown, strict=True):
        assert part.startswith(", ".join(cell.case))
        if "line" in cell.right:
            squares = [text for who, text in moves_of(part)]
            numbers = [text if text == "pass" else REVERSI.parse_move(text) for text in squares]
            assert " ".join(map(str, numbers)) == cell.right["line"]
    assert shown[0].rstrip().endswith("7     O X")
    assert "B = 12 : W = 12" in shown[0]
    assert "B = 17 : W = 7" in shown[2]


def test_a_solved_line_goes_on_past_a_majority(printed):
    out = printed("solve", "kalah", "--position", "<2,20,0,1,1,1,1>", "--show")
    position = KALAH.parse_position("<2,20,0,1,1,1,1>").to_the_end()
    line = solve(position, StopWord()).line
    assert len(moves_of(out)) == len(line) > 1


def test_a_match_shows_every_move_with_its_board(printed):
    arguments = ("match", "reversi:4x4", "alpha-beta:1", "2", "--games", "4", "--seed", "3")
    out = printed(*arguments, "--show")
    games = out.split("game ")[1:]
    assert out.count("the game is ") == 4
    assert "4 of 4: black (2), white (alpha-beta:1)" in out
    assert "pass" in out
    assert out.count("(at random): ") == 4 * 4
    position = None
    for line in out.splitlines():
        if " of 4: " in line:
            position = REVERSI.start("4x4")
        elif line.endswith("pass"):
            continue
        elif ": " in line and " : " not in line:
            assert line.startswith(REVERSI.sides[position.turn])
            position.play(REVERSI.parse_move(line.split(": ")[1]))
        elif line.startswith("B = "):
            assert line == REVERSI.tally(position)
        elif line.startswith("the game is"):
            assert position.over
    assert games


def test_a_match_says_who_moves_again_and_who_won(printed):
    out = printed("match", "kalah:6x4", "1", "5", "--games", "2", "--show")
    assert "and moves again" in out
    assert "stones " in out
    assert "the game is won by second (5) by " in out
    assert " games " in out


@pytest.mark.parametrize("line", ["match kalah 1 2", "solve kalah:4x1", "tables diamond"])
def test_boards_are_no_json(refused, line):
    assert "choose one of them" in refused(*line.split(), "--show", "--json")
