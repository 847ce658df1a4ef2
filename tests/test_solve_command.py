"""``solve`` on the command line: figures, progress, Ctrl-C, and files to go on from."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kalahgui import cli
from kalahgui.cli.endgame import building_words
from kalahgui.cli.output import signed
from kalahgui.cli.solve import _progress
from kalahgui.core import COMPILED
from kalahgui.engine import checkpoint, solver, solving_memory
from kalahgui.engine.checkpoint import Checkpoint
from kalahgui.engine.endgame_store import EndgameShape
from kalahgui.engine.solving import SolvingReport
from kalahgui.games import GAMES

ROOT = Path(__file__).parent.parent
KALAH = GAMES["kalah"]
KEYS = ["value", "exact", "line", "nodes", "seconds", "depth", "bounds"]
SHAPE = EndgameShape(3, 7)
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


@pytest.fixture
def run(capfd, tmp_path, monkeypatch):
    """Run ``solve`` with a cache folder of its own; return status, output and complaints."""
    monkeypatch.setenv("KALAHGUI_CACHE", str(tmp_path / "cache"))

    def run(*arguments):
        status = cli.main(("solve", *map(str, arguments)))
        return status, *capfd.readouterr()

    return run


@pytest.fixture
def figures(run):
    def figures(*arguments):
        status, out, err = run(*arguments, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return figures


@pytest.fixture
def pays(monkeypatch):
    """Let a database of SHAPE pay on 3x2, compiled or not."""
    monkeypatch.setattr(solving_memory, "COMPILED", True)
    monkeypatch.setattr(solving_memory, "_SIZES", ((10, SHAPE.size),))


@pytest.mark.parametrize("threads", [1, 3])
def test_the_document_has_its_keys(figures, threads):
    found = figures("kalah:4x2", "--threads", threads)
    assert list(found) == KEYS
    assert (found["value"], found["exact"], found["bounds"]) == (6, True, [6, 6])
    assert list(figures("kalah:4x2", "--moves")) == [*KEYS, "moves"]


def test_a_time_that_is_up_leaves_bounds(figures):
    found = figures("kalah:6x6", "--seconds", "0.2", "--moves")
    low, high = found["bounds"]
    assert not found["exact"] and -72 <= low <= found["value"] <= high <= 72 and low < high
    assert found["line"] and found["seconds"] < 30
    assert set(found["moves"]) == set("123456")


def test_bounds_are_printed_while_they_are_apart(run):
    status, out, _ = run("kalah:6x6", "--seconds", "0.1")
    assert status == 0 and "(estimate)" in out
    assert re.search(r"proven +(-?\+?[0-9]+) to (\+?-?[0-9]+)", out)
    assert "proven" not in run("kalah:3x2")[1]


def test_a_file_is_begun_and_gone_on_with(figures, tmp_path):
    path = tmp_path / "some.solving"
    first = figures("kalah:3x2", "--resume", path)
    assert path.exists() and list(first) == KEYS
    again = figures("kalah:3x2", "--moves", "--resume", path)
    assert {key: again[key] for key in KEYS if key != "seconds"} == {
        key: first[key] for key in KEYS if key != "seconds"
    }
    assert again["moves"] == figures("kalah:3x2", "--moves")["moves"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("kalah:3x2 --position <3,0,1,2,2,2,2,2,1>", "another position"),
        ("kalah:3x2 --rules empty-capture", "another board or other rules"),
        ("kalah:2x3", "another board or other rules"),
        ("tictactoe", "another game"),
    ],
)
def test_a_file_of_something_else_is_one_line(run, tmp_path, line, why):
    path = tmp_path / "some.solving"
    run("kalah:3x2", "--resume", path)
    kept = path.read_bytes()
    assert run(*line.split(), "--resume", path) == (2, "", f"{path} was begun for {why}\n")
    assert path.read_bytes() == kept


def test_a_file_of_another_version_is_one_line(run, tmp_path, monkeypatch):
    path = tmp_path / "some.solving"
    run("kalah:3x2", "--resume", path)
    kept = path.read_bytes()
    monkeypatch.setattr(checkpoint, "__version__", "9.9.9")
    status, out, err = run("kalah:3x2", "--resume", path)
    assert (status, out, err.count("\n")) == (2, "", 1) and "this is 9.9.9" in err
    assert path.read_bytes() == kept


@pytest.mark.parametrize("content", ["a letter\n", "x" * 9000])
def test_a_foreign_file_is_one_line(run, tmp_path, content):
    path = tmp_path / "letter.txt"
    path.write_text(content, "ascii")
    status, out, err = run("kalah:3x2", "--resume", path)
    assert (status, out) == (2, "")
    assert err == f"{path} is no file that a search can go on with\n"
    assert path.read_text("ascii") == content


@pytest.mark.parametrize("place", [".", "no/such/folder/some.solving"])
def test_a_place_for_no_file_is_one_line(run, tmp_path, place):
    status, out, err = run("kalah:3x2", "--resume", tmp_path / place)
    assert (status, out, err.count("\n")) == (2, "", 1) and "cannot be written" in err


def test_a_file_that_may_not_be_written_is_one_line(run, tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(checkpoint, "_opened", refuse)
    path = tmp_path / "some.solving"
    status, out, err = run("kalah:3x2", "--resume", path)
    assert (status, out) == (2, "")
    assert err == f"{path} cannot be used: {os.strerror(errno.EACCES)}\n"


_NO_LARGE_FILES = """
import resource, sys
size = int(sys.argv.pop(1))
from kalahgui.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@posix
@pytest.mark.parametrize(("size", "status"), [(1000, 2), (20_000, 1)])
def test_what_the_system_refuses_to_write_is_one_line(tmp_path, size, status):
    path = tmp_path / "some.solving"
    line = ("solve", "kalah:3x2", "--json", "--resume", path)
    done = subprocess.run(
        [sys.executable, "-c", _NO_LARGE_FILES, str(size), *line],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.count("\n")) == (status, 1)
    assert str(path) in done.stderr and "File too large" in done.stderr
    assert (status == 2) == (done.stdout == "")
    if done.stdout:
        assert json.loads(done.stdout)["value"] == 4, "what was found is printed all the same"


def test_a_database_that_cannot_be_kept_is_one_line(run, pays, monkeypatch):
    def no_room(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)
    monkeypatch.setattr(solver, "_GUESS_DEPTH", 1)
    status, out, err = run("kalah:3x2", "--json")
    assert (status, err.count("\n")) == (0, 1)
    assert f"{SHAPE.name}.endgame cannot be kept: No space left on device" in err
    assert json.loads(out)["value"] == 4


def test_a_damaged_database_is_one_line(run, pays, tmp_path, monkeypatch):
    monkeypatch.setattr(solver, "_GUESS_DEPTH", 1)
    assert run("kalah:3x2")[2] == ""
    path = tmp_path / "cache" / f"{SHAPE.name}.endgame"
    spoilt = bytearray(path.read_bytes())
    spoilt[-1] ^= 1
    path.write_bytes(spoilt)
    status, out, err = run("kalah:3x2", "--json")
    assert status == 0 and err.count("\n") == 1 and f"{path.name} was set aside" in err
    assert json.loads(out)["value"] == 4


# Ctrl-C, once the guess is made and the proof is about to begin.
_INTERRUPTED = """
import os, signal, sys, time
from kalahgui.engine.solver import Proving
whole = Proving._settle
def settle(self, *arguments):
    if not self.stop.raised:
        os.kill(os.getpid(), signal.SIGINT)
    while not self.stop.raised:  # by the thread that hears signals
        time.sleep(0.001)
    whole(self, *arguments)
Proving._settle = settle
from kalahgui.cli import main
sys.exit(main(sys.argv[1:]))
"""


def interrupted(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, "solve", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **options,
    )


@pytest.mark.slow
@posix
def test_ctrl_c_leaves_bounds_and_status_130(tmp_path):
    board = "kalah:8x2" if COMPILED else "kalah:3x3"
    path = tmp_path / "some.solving"
    done = interrupted(board, "--moves", "--json", "--resume", path)
    assert done.returncode == 130, done.stderr
    assert done.stderr == "interrupted: this is what was found so far\n"
    found = json.loads(done.stdout)
    assert list(found) == [*KEYS, "moves"]
    low, high = found["bounds"]
    assert not found["exact"] and low <= found["value"] <= high and low < high
    assert set(found["moves"].values()) == {None}
    # What was found until then is in the file.
    with Checkpoint(path, KALAH.start(board[6:]).to_the_end(), 0) as file:
        assert file.proven["bounds"] == found["bounds"]
        assert file.proven["depth"] == found["depth"]


_PROGRAM = "import sys; from kalahgui.cli import main; sys.exit(main(sys.argv[1:]))"


def on_a_terminal(*arguments):
    """Return the output of ``solve``, and what a terminal got to see of its progress."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, "solve", *arguments],
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    try:
        while data := os.read(ours, 4096):
            seen += data
    except OSError as error:  # nobody has the other end open any more
        assert error.errno == errno.EIO
    finally:
        os.close(ours)
    out, _ = running.communicate()
    assert running.returncode == 0
    return out.decode(), re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode())


@pytest.mark.slow
@posix
def test_a_terminal_shows_how_far_it_is():
    out, seen = on_a_terminal("kalah:3x2", "--json")
    assert json.loads(out)["value"] == 4
    assert re.search(r"value \+4 to \+4, [0-9,]+ nodes, [0-9]+ s", seen)
    out, seen = on_a_terminal("kalah:8x2", "--seconds", "0.2", "--json")
    low, high = json.loads(out)["bounds"]
    assert f"value {signed(low)} to {signed(high)}" in seen


def test_the_moves_and_the_database_are_shown_too():
    assert _progress(KALAH, SolvingReport(4, 2, (1, 3), 12345, 6.7, 1)) == (
        "move 2 +1 to +3, 12,345 nodes, 7 s"
    )
    assert _progress(KALAH, SolvingReport(4, 2, (1, 3), 5, 0.2, None)) == (
        "value +1 to +3, probably +2, 5 nodes, 0 s"
    )
    assert building_words(EndgameShape(6, 18), 0.256) == "endgame database of 18 stones: 26%"
    assert building_words(EndgameShape(6, 18), None) == (
        "endgame database of 18 stones: another program builds it"
    )
