"""The command line of the laboratory: what it lists, and one line for every mistake."""

import subprocess
import sys
from pathlib import Path

import pytest

from lab.__main__ import main

ROOT = Path(__file__).parents[2]
COMMANDS = (
    *("ladder", "losses", "classes", "train", "book", "compare_checkouts"),
    *("window", "theatre", "library", "soak"),
)


@pytest.fixture
def lab(capfd):
    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, *capfd.readouterr()

    return run


def test_it_lists_its_commands_and_each_tells_what_it_does(lab):
    status, out, err = lab("--help")
    assert (status, err) == (0, "")
    assert all(f"    {command}" in out for command in COMMANDS)
    for command in COMMANDS:
        status, out, err = lab(command, "--help")
        assert (status, err) == (0, "")
        assert out.startswith(f"usage: python -m lab {command} ")


@pytest.mark.parametrize(
    "mistake",
    [
        "",
        "nosuch",
        "tables",
        "losses chess",
        "losses kalah:9x9",
        "losses eight --games 0",
        "losses eight --seconds 0",
        "losses eight --jobs 0",
        "losses eight --out .",
        "classes",
        "classes chess",
        "classes kalah:9x9",
        "classes kalah --games 0",
        "classes kalah --games x",
        "classes kalah --jobs 0",
        "classes kalah --seed -1",
        "classes kalah --out .",
        "soak",
        "soak 0",
        "window --nosuch",
    ],
)
def test_a_mistake_is_one_line_and_status_2(lab, mistake):
    status, out, err = lab(*mistake.split())
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("command", ["train kalah:3x2", "classes kalah", "losses", "book kalah"])
def test_a_file_without_a_name_is_told(lab, command):
    _, _, err = lab(*command.split(), "--out", "")
    assert err.endswith("argument --out: the name of a file is missing\n")


def test_it_runs_in_a_checkout_and_needs_no_window():
    code = "import sys; from lab.__main__ import main; main(['classes', 'eight', '--games', '2']);"
    done = subprocess.run(
        [sys.executable, "-c", f"{code} sys.exit('pygame' in sys.modules)"],
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
