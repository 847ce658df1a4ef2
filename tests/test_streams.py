"""Closed, full and broken standard streams: one sentence where it can be said, a fitting status."""

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from kalahgui import streams
from kalahgui.__main__ import run

ROOT = Path(__file__).parent.parent
NAMES = ("stdin", "stdout", "stderr")
CLOSED = ("<&-", ">&-", "2>&-")

posix = pytest.mark.skipif(os.name != "posix", reason="streams are closed by a POSIX shell")


def started(line, redirected="", first="main.py", **options):
    """Run the program as a shell does; return what it said, and its status.

    Python may run something else ``first``.
    """
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {redirected}', sys.executable, first, *line.split()],
        cwd=ROOT,
        text=True,
        timeout=60,
        **pipes | options,
    )


COMMANDS = [
    "solve kalah:2x2",
    "solve kalah:2x2 --json",
    "perft kalah:2x2 2",
    "tables tictactoe",
    "theatre kalah:2x2 minimax:1",
    "puzzle kalah:6x6",
    "match tictactoe 1 1 --games 2 --show",
    "--version",
    "solve --help",
]


FULL, NOBODY_READS, NOBODY_SEES = ">/dev/full", "a broken pipe", "progress into a broken pipe"
# What becomes of the output, with the status and what is said then.
OUTPUTS = {
    ">&-": (1, "the result cannot be written: standard output is closed\n"),
    FULL: (1, "the result cannot be written: No space left on device\n"),
    NOBODY_READS: (0, ""),
    NOBODY_SEES: (0, None),
}


@posix
@pytest.mark.few(6)
@pytest.mark.parametrize("line", COMMANDS)
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("output", OUTPUTS)
def test_a_result_that_nobody_can_have_is_told_and_one_that_nobody_wants_is_none(
    line, unbuffered, output
):
    """Work goes on when nobody sees how far it is, also where bars are that only terminals see."""
    if output == FULL and not os.path.exists("/dev/full"):
        pytest.skip("the system has no full device")
    read, write = os.pipe()
    os.close(read)
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with os.fdopen(write, "w") as broken:
        if output == NOBODY_READS:
            done = started(line, stdout=broken, env=env)
        elif output == NOBODY_SEES:
            done = started(line, stderr=broken, env=env | {"TTY_COMPATIBLE": "1"})
            assert done.stdout
        else:
            done = started(line, output, env=env)
    assert (done.returncode, done.stderr) == OUTPUTS[output]


MISTAKES = ["nosuch", "solve kalah:9x9", "convert nosuch.txt", "convert -", "review -"]


@posix
@pytest.mark.few(3)
@pytest.mark.parametrize("line", MISTAKES)
@pytest.mark.parametrize("redirected", ["<&-", "<&- 2>&-", "<&- 2>/dev/full", "<&- >&- 2>&-"])
def test_a_mistake_is_status_2_whether_it_can_be_told_or_not(line, redirected):
    done = started(line, redirected)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == (redirected == "<&-")


_OPENS = """
import os, sys
from kalahgui import streams
streams.complete()
with open("main.py") as file:
    sys.exit(file.fileno() < 3 or not all(map(os.get_inheritable, range(3))))
"""


@posix
@pytest.mark.few(2)
@pytest.mark.parametrize(
    "closed", [" ".join(names) for n in (1, 2, 3) for names in combinations(CLOSED, n)]
)
def test_a_file_never_takes_the_place_of_a_stream(closed):
    """What libraries complain of, and programs that are started, would write into it."""
    done = started("", closed, first=f"-c{_OPENS}")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("line", "status"),
    [("perft kalah:6x6 2", 1), ("nosuch", 2), ("convert -", 2), ("perft --help", 1)],
)
def test_a_program_with_a_window_alone_has_no_streams(monkeypatch, line, status):
    streams.tell("one", None)
    with open(os.devnull) as read_only:
        streams.tell("one", read_only)
    for name in NAMES:
        monkeypatch.setattr(sys, name, None)
    monkeypatch.setattr(sys, "argv", ["main.py", *line.split()])
    assert run() == status


def test_standard_input_that_is_not_there_is_told(refused, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert refused("convert", "-") == "standard input cannot be read: it is closed\n"
