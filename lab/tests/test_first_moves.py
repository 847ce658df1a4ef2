"""What each first move is worth: found at once, or closed in from outside; kept in a file."""

import json

import pytest

from kalahgui.core.search import StopWord
from kalahgui.engine.starts import starts_of
from kalahgui.games import game_and_variant
from kalahgui.solving.solver import solve
from lab.__main__ import main


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("KALAHGUI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "starts.json"


def kept(path):
    return starts_of(json.loads(path.read_text("utf-8")))


def widened(path, board):
    """Keep the value of a board alone, as if none of its moves were known."""
    document = json.loads(path.read_text("utf-8"))
    known = document["boards"][board]
    known["moves"] = {move: [-99, known["value"]] for move in known["moves"]}
    path.write_text(json.dumps(document), "utf-8")


@pytest.mark.parametrize("board", ["kalah:4x2", "kalah:3x3", "reversi:4x4", "tictactoe:3x3"])
def test_values_are_found_and_closed_in_alike(path, board):
    assert main(["starts", board, "--out", str(path)]) == 0
    game, variant = game_and_variant(board)
    solution = solve(game.start(variant), StopWord(), with_moves=True)
    first = kept(path)[board]
    assert (first.value, first.moves) == (solution.value, solution.move_bounds)
    if board.startswith("kalah"):
        widened(path, board)
        assert main(["starts", board, "--out", str(path)]) == 0
        again = kept(path)[board]
        assert again.moves == first.moves and again.nodes > first.nodes
        assert again.line == first.line


def test_bounds_stay_when_the_time_is_up_and_narrow_again(path, tmp_path):
    board, file = "kalah:4x4", tmp_path / "some.solving"
    assert main(["starts", board, "--out", str(path)]) == 0
    exact, nodes = kept(path)[board].moves, []
    widened(path, board)
    arguments = ["starts", board, "--out", str(path), "--resume", str(file)]
    assert main([*arguments, "--seconds", "0.000001"]) == 0
    for move, (low, high) in kept(path)[board].moves.items():
        assert low <= exact[move][0] and high >= exact[move][1]
    for _ in range(2):
        assert main(arguments) == 0
        assert kept(path)[board].moves == exact
        nodes.append(kept(path)[board].nodes)
    assert nodes[0] == nodes[1]  # what the first run took is counted once
    assert main(["starts", "reversi:4x4", "--out", str(path)]) == 0
    assert list(kept(path)) == [board, "reversi:4x4"]


@pytest.mark.parametrize("board", ["kalah:4x3", "reversi:4x4"])
def test_what_a_run_took_is_counted_once_however_often_it_goes_on(path, tmp_path, board):
    nodes = set()
    for _ in range(3):
        arguments = ["--out", str(path), "--resume", str(tmp_path / "some.solving")]
        assert main(["starts", board, *arguments]) == 0
        nodes.add(kept(path)[board].nodes)
    assert len(nodes) == 1


def test_other_rules_and_files_are_refused(path, capsys):
    assert main(["starts", "kalah:3x2", "--rules", "empty-capture", "--out", str(path)]) == 2
    path.write_text("{}", "utf-8")
    assert main(["starts", "kalah:3x2", "--out", str(path)]) == 2
    assert path.read_text("utf-8") == "{}"
    assert "damaged" in capsys.readouterr().err
