"""What ``solve`` tells without a search: the measures of a position, and a table's file."""

import json

import pytest

from kalahgui.assets import asset
from kalahgui.cli import main
from kalahgui.core.reversi_measures import PUBLISHED, Measures, measures, worth
from kalahgui.games import GAMES

REVERSI = GAMES["reversi"]
CORNER = "-------X------XX-----XOX---OXOXX---OO------OX------------------- O"


def run(capsys, *arguments):
    status = main(arguments)
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


@pytest.mark.parametrize("mover", ["X", "O"])
def test_the_measures_of_both_sides_do_not_depend_on_the_mover(capsys, mover):
    text = f"{CORNER[:-1]}{mover}"
    out = run(capsys, "solve", "reversi:8x8", "--measures", "--position", text, "--json")
    assert json.loads(out) == {
        "black": {"own": 2, "opponent": -3, "mobility": 96, "stable": 4, "sum": 1145},
        "white": {"own": -3, "opponent": 2, "mobility": 120, "stable": 0, "sum": 1140},
    }


def test_the_sum_is_the_playing_evaluation_s():
    position = REVERSI.parse_position(CORNER)
    for factors in (PUBLISHED, (1, 2, 3, 4)):
        for side in (0, 1):
            judged = position.copy()
            judged.evaluation = Measures(factors, judge=side, subtracts=True)
            sign = 1 if side == position.turn else -1
            assert worth(position, side, factors) == sign * judged.published()
    own, opponent, mobility, stable = measures(position, 0)
    assert worth(position, 0) == 10 * own - 15 * opponent + 10 * mobility + 30 * stable
    with pytest.raises(ValueError, match="8x8 board, not for 24 squares"):
        worth(REVERSI.start("diamond"), 0)


def test_measures_are_printed_with_the_board(capsys):
    out = run(capsys, "solve", "reversi:8x8", "--measures", "--position", CORNER)
    assert REVERSI.drawing(REVERSI.parse_position(CORNER)) in out
    assert "white to move" in out
    rows = {line[:20].strip(): line[20:].split() for line in out.splitlines() if line[:1] == " "}
    assert rows["own squares"] == ["10", "2", "-3"]
    assert rows["opponent's squares"] == ["-15", "-3", "2"]
    assert rows["sum"] == ["1145", "1140"]
    assert "subtracted" in out


def test_a_finished_position_has_measures(capsys):
    out = run(capsys, "solve", "reversi:8x8", "--measures", "--position", "X" * 64 + " X", "--json")
    black = json.loads(out)["black"]
    assert (black["mobility"], black["stable"], black["opponent"]) == (0, 64, 0)


def test_the_command_writes_the_table_that_players_look_into(capsys, tmp_path):
    path = tmp_path / "table.txt"
    out = run(capsys, "solve", "tictactoe", "--table", str(path))
    assert out.startswith("4520 positions")
    assert path.read_text("ascii") == asset("tables", "tictactoe.txt").read_text("ascii")
