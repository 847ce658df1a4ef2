"""The command ``review``: what it reads and what it prints."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kalahgui.cli import main
from kalahgui.core.search import StopWord
from kalahgui.engine.solver import solve
from kalahgui.games import GAMES
from kalahgui.library import formats

ROOT = Path(__file__).parent.parent
KEYS = [
    "ply",
    "side",
    "move",
    "value",
    "best",
    "best_value",
    "loss",
    "exact",
    "depth",
    "selective",
]
OPENING = "F5D6C3D3C4F4"


def played(key, variant, seed=0):
    """Return the texts of a random game, with passes."""
    game = GAMES[key]
    chance = random.Random(f"{seed} {key} {variant}")
    position, moves = game.start(variant), []
    while not position.over:
        moves.append(chance.choice(position.moves()))
        position.play(moves[-1])
    return game.line_texts(game.start(variant), moves)


def match_of(text):
    """Return the match of a text with one game."""
    (written,) = formats.read(text.encode()).games
    return written.match


def review(capsys, monkeypatch, text, *options):
    """Review a game given on standard input."""
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    status = main(["review", "-", *options])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("key", "variant"),
    [
        ("kalah", "3x2"),
        ("eight", "8"),
        pytest.param("kalah", "4x3", marks=pytest.mark.compiled),
        pytest.param("reversi", "4x4", marks=pytest.mark.compiled),
        pytest.param("reversi", "diamond", marks=pytest.mark.compiled),
    ],
)
def test_the_document_has_a_row_a_move_as_the_solver_has_it(capsys, monkeypatch, key, variant):
    texts = played(key, variant)
    text = f"{key}:{variant}\n" + " ".join(texts)
    status, out, err = review(capsys, monkeypatch, text, "--json", "--seconds", "300")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert list(document) == ["game", "moves", "loss"]
    assert document["game"] == key
    game = GAMES[key]
    moves = [text for text in texts if text != "pass"]
    assert len(document["moves"]) == len(moves)
    position = game.start(variant)
    losses = ([], [])
    for ply, (row, move) in enumerate(zip(document["moves"], moves, strict=True), start=1):
        assert list(row) == KEYS
        solution = solve(position, StopWord(), with_moves=True)
        assert (row["ply"], row["move"], row["exact"]) == (ply, move, True)
        assert row["side"] == ("first", "second")[position.turn]
        assert row["value"] == solution.moves[game.parse_move(move)]
        assert row["best_value"] == solution.value
        assert solution.moves[game.parse_move(row["best"])] == solution.value
        assert row["loss"] == row["best_value"] - row["value"]
        assert type(row["depth"]) is int and row["selective"] is False
        losses[position.turn].append(row["loss"])
        position.play(game.parse_move(move))
    for mean, lost in zip(document["loss"], losses, strict=True):
        assert mean == pytest.approx(sum(lost) / len(lost))


def test_a_transcript_without_passes_and_a_game_with_them_are_the_same():
    for seed in range(100):
        texts = played("reversi", "8x8", seed)
        if "pass" in texts:
            break
    moves = [text for text in texts if text != "pass"]
    match = match_of("".join(moves).upper())
    assert (match.variant, match.ply_texts(), match.over) == ("8x8", moves, True)
    named = match_of("reversi:8x8 " + " ".join(texts))
    assert named.ply_texts() == moves


@pytest.mark.parametrize(
    ("text", "variant", "rules", "plies"),
    [
        ("kalah 3 4", "6x6", (), ["3", "4"]),
        ("kalah:4x3\n1\n2\n3", "4x3", (), ["1", "2", "3"]),
        ("kalah:4x3 last-stone\n1 2", "4x3", ("last-stone",), ["1", "2"]),
        (
            "kalah:4x3 last-stone,empty-capture 1 2",
            "4x3",
            ("last-stone", "empty-capture"),
            ["1", "2"],
        ),
        ("KALAH:4x3 last-stone empty-capture\n1", "4x3", ("last-stone", "empty-capture"), ["1"]),
        ("  kalah:6x4 1 swap 2", "6x4", (), ["1", "swap", "2"]),
        ("tictactoe A1 b2", "3x3", (), ["a1", "b2"]),
        ("eight 1 2", "8", (), ["1", "2"]),
        ("reversi d3", "diamond", (), ["d3"]),
    ],
)
def test_a_game_is_named_before_its_moves(text, variant, rules, plies):
    match = match_of(text)
    assert (match.variant, match.rules, match.ply_texts()) == (variant, rules, plies)
    assert match.resigned is None


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("kalah 1 2 resign", 1),
        ("kalah:6x4 1 swap resign", 0),
        ("kalah 1 first resigned", 0),
        ("kalah 1\nSecond  Resigned\n", 1),
    ],
)
def test_a_resignation_ends_a_game_and_has_no_row(capsys, monkeypatch, text, seat):
    match = match_of(text)
    assert match.resigned == seat
    status, out, _ = review(capsys, monkeypatch, text, "--json", "--seconds", "0.01")
    assert status == 0
    assert len(json.loads(out)["moves"]) == sum(ply.isdigit() for ply in match.ply_texts())


def test_after_a_swap_the_mean_loss_is_that_of_the_sides(capsys, monkeypatch):
    status, out, _ = review(capsys, monkeypatch, "kalah:3x2 1 swap 3 1 2", "--json")
    assert status == 0
    found = json.loads(out)
    for side, mean in zip(("first", "second"), found["loss"], strict=True):
        losses = [row["loss"] for row in found["moves"] if row["side"] == side]
        assert mean == pytest.approx(sum(losses) / len(losses))
    assert found["loss"][0] != found["loss"][1], "else nobody could tell the sides apart"


def test_a_swap_has_no_row_and_counts_as_a_ply(capsys, monkeypatch):
    status, out, _ = review(
        capsys, monkeypatch, "kalah:6x4 1 swap 2 3", "--json", "--seconds", "0.01"
    )
    assert status == 0
    rows = json.loads(out)["moves"]
    assert [(row["ply"], row["move"]) for row in rows] == [(1, "1"), (3, "2"), (4, "3")]
    assert rows[1]["side"] == "second"


BAD = [
    ("", "there is no game"),
    ("  \n ", "there is no game"),
    ("chess e4", "there is no game 'chess'"),
    ("F5D", "begins no game"),
    ("F5D9", "begins no game"),
    ("F5A1", "word 2 of the moves, 'A1': this move is not legal here"),
    ("kalah", "there is no move in the game"),
    ("kalah:4x3 7", "a pit number from 1 to 4, not '7'"),
    ("kalah:4x3 9", "pit number"),
    ("kalah:9x3 1", "1 to 8 pits"),
    ("kalah:4x3 slow\n1", "no rule 'slow'"),
    ("kalah:4x3 1 swap swap", "the sides cannot be swapped now"),
    ("reversi:8x8 f5 swap", "the sides cannot be swapped now"),
    ("kalah 1 pass", "nobody has to pass"),
    ("eight 1 2 1 2 3 1", "word"),
    ("kalah resign 1", "the match is over"),
    ("kalah 1 resigned", "word 2 of the moves, 'resigned'"),
    ("kalah " + "x1" * 5000, "..."),
    (b"\xff\xfe\x00k", "no text in UTF-8"),
    ("reversi:8x8 empties-winner,empties-nobody f5", "not both"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_bad_input_is_told_in_one_line(capsys, monkeypatch, text, said):
    status, out, err = review(capsys, monkeypatch, text)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1 and len(err) < 300
    assert said in err


def test_a_file_is_read_and_one_that_cannot_be_is_told(capsys, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("eight\n1 2 1", "utf-8")
    assert main(["review", str(path), "--seconds", "1", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 3
    for name in ("none.txt", "."):
        assert main(["review", str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert out == "" and len(err.splitlines()) == 1 and "cannot be read" in err


@pytest.mark.slow
@pytest.mark.xdist_group("clock")
def test_the_time_is_for_the_whole_game(capsys, monkeypatch):
    begin = time.perf_counter()
    texts = played("kalah", "6x6")
    status, out, _ = review(
        capsys, monkeypatch, "kalah " + " ".join(texts), "--json", "--seconds", "1"
    )
    assert status == 0
    assert len(json.loads(out)["moves"]) == len(texts)
    # A finished game is exact at its end; the rest takes what time there is, and no more: a second
    # for each move would be far from this, however slow the machine is.
    assert len(texts) > 20
    assert time.perf_counter() - begin < len(texts) / 2


# Runs the command, and Ctrl-C comes from a timer of its own once the work has begun.
INTERRUPTED = """
import os, signal, sys, threading
from kalahgui.cli import main
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_tells_what_was_found():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "review", "-", "--json", "--seconds", "6000"],
        cwd=ROOT,
        input="kalah:6x6 1 2 3 4 5 6",
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert done.returncode == 130
    assert done.stderr == "interrupted: this is what was found so far\n"
    # The end of the game is looked at first.
    assert json.loads(done.stdout)["moves"][-1]["move"] == "6"


def test_the_tables_say_the_same_as_the_document(capsys, monkeypatch):
    text = "kalah:3x2 " + " ".join(played("kalah", "3x2", 1))
    _, out, _ = review(capsys, monkeypatch, text, "--json")
    document = json.loads(out)
    status, out, err = review(capsys, monkeypatch, text)
    assert (status, err) == (0, "")
    assert "kalah:3x2" in out
    lines = [line.split("│") for line in out.splitlines() if line.count("│") > 5]
    assert len(lines) == len(document["moves"])
    for row, cells in zip(document["moves"], lines, strict=True):
        _, ply, side, move, value, best, best_value, loss, read, kind, _ = map(str.strip, cells)
        assert (int(ply), side, move, best) == (row["ply"], row["side"], row["move"], row["best"])
        assert (int(value), int(best_value)) == (row["value"], row["best_value"])
        assert int(loss or 0) == row["loss"]
        assert read == "exact"
        assert kind
    for side, mean in zip(("first", "second"), document["loss"], strict=True):
        summary = next(line.split() for line in out.splitlines() if line.split()[:1] == [side])
        assert float(summary[-1]) == pytest.approx(mean, abs=0.005)
    assert "decided by ply" in out


def test_estimates_of_the_full_board_of_reversi_are_told_to_be_selective(tmp_path, capsys):
    game = tmp_path / "game.txt"
    game.write_text("F5D6", "ascii")
    assert main(["review", str(game), "--seconds", "0.2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["moves"]
    assert all(row["selective"] and not row["exact"] for row in rows)
    assert main(["review", str(game), "--seconds", "0.2"]) == 0
    assert capsys.readouterr().out.count(", selective") == 2


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "line 1: 'zz' is no transcript"), (3, "line 3: "), (5, "has 4 games, and no game 5")],
)
def test_games_are_numbered_as_they_stand_in_the_file(tmp_path, capsys, number, said):
    path = tmp_path / "games.txt"
    path.write_text("zz\nf5d6c3\nf5f5\nf5f6e6\n", "utf-8")
    assert main(["review", str(path), "--number", str(number)]) == 2
    assert said in capsys.readouterr().err


def test_a_good_game_is_found_by_its_number_behind_a_bad_one(tmp_path, capsys):
    path = tmp_path / "games.txt"
    path.write_text("zz\nf5d6c3\nf5f5\nf5f6e6\n", "utf-8")
    assert main(["review", str(path), "--number", "4", "--seconds", "0.2", "--json"]) == 0
    moves = [row["move"] for row in json.loads(capsys.readouterr().out)["moves"]]
    assert moves == ["f5", "f6", "e6"]
