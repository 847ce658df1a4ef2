"""The command line of the laboratory: what it lists, and one line for every mistake."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = (
    *("ladder", "losses", "classes", "train", "book", "puzzles", "compare_checkouts"),
    *("match_checkouts", "exactness"),
    *("window", "theatre", "library", "soak", "kills", "places"),
)


def test_it_lists_its_commands_and_each_tells_what_it_does(command):
    status, out, err = command("--help")
    assert (status, err) == (0, "")
    assert all(f"    {name}" in out for name in COMMANDS)
    for name in COMMANDS:
        status, out, err = command(name, "--help")
        assert (status, err) == (0, "")
        assert out.startswith(f"usage: python -m lab {name} ")


MISTAKES = {
    "": "required: COMMAND",
    "nosuch": "invalid choice: 'nosuch'",
    "losses chess": "there is no game",
    "losses eight --games 0": "a whole number from 1",
    "losses eight --seconds 0": "a number of seconds above 0",
    "classes": "required: GAME[:VARIANT]",
    "classes kalah:9x9": "a Kalah board has 1 to 8 pits",
    "classes kalah --seed -1": "a whole number from 0",
    "classes kalah --out .": "cannot be written",
    "classes kalah --out missing/file.json": "cannot be written",
    "exactness .": "required: GAME[:VARIANT]",
    "exactness . eight": "eight:8 has no end that comes nearer move by move",
    "kills": "required: KILLS",
    "soak 0": "a whole number from 1",
    "window --nosuch": "unrecognized arguments: --nosuch",
    "ladder kalah --games 3": "an even number",
    "ladder kalah --levels 4-4": "of two levels, such as 1-6",
    "ladder kalah --levels 0-4": "of two levels, such as 1-6",
    "ladder eight --levels 2-9 --out page.md": "the levels of eight:8 go from 1 to 2",
    "ladder kalah --jobs 61 --out page.md": "a core for each process",
    "ladder kalah --out missing/page.md": "cannot be written",
    "train tictactoe": "train learns kalah, reversi, not tictactoe",
    "train reversi:6x6": "train learns reversi:8x8, not reversi:6x6",
    "train kalah:3x2 --rules none": "no rule 'none'",
    "train kalah:3x2 --out missing/some.weights": "cannot be written",
    "book reversi": "there are opening books of kalah, not of reversi",
    "book kalah:3x2 --nodes -1": "a whole number from 0",
    "book kalah:3x2 --rules majority": "no rule 'majority'",
    "book kalah:3x2 --out missing/some.book": "cannot be written",
    "compare_checkouts . . --rounds 0": "a whole number from 1",
    "compare_checkouts . .": "is no checkout",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_and_status_2(refused, mistake, tmp_path, monkeypatch):
    if mistake.startswith("train"):
        pytest.importorskip("scipy")
    monkeypatch.chdir(tmp_path)
    assert MISTAKES[mistake] in refused(*mistake.split())
    assert list(tmp_path.iterdir()) == [], "it is said before any work"


def test_a_file_without_a_name_is_told(refused):
    for line in ("train kalah:3x2", "classes kalah", "losses", "book kalah"):
        err = refused(*line.split(), "--out", "")
        assert err.endswith("argument --out: the name of a file is missing\n")


def test_it_runs_in_a_checkout_and_needs_no_window():
    code = "import sys; from lab.__main__ import main; main(sys.argv[1:]);"
    program = [sys.executable, "-c", f"{code} sys.exit('pygame' in sys.modules)"]
    done = subprocess.run(
        [*program, "classes", "eight", "--games", "2", "--jobs", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "eight:8, 2 games" in done.stdout


@pytest.mark.slow
def test_without_a_display_measurements_of_the_window_say_so(monkeypatch):
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    done = subprocess.run(
        [sys.executable, "-m", "lab", "window"], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
