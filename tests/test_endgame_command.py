"""``endgame``: figures of what was built, and one clear line for whatever goes wrong."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kalahgui.cli import endgame, main
from kalahgui.core import COMPILED
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore

ROOT = Path(__file__).parent.parent
SHAPE = EndgameShape(4, 8 if COMPILED else 5)
BUILD = ("endgame", "--pits", "4", "--stones", str(SHAPE.stones))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("KALAHGUI_CACHE", str(folder))
    return folder


@pytest.fixture
def cli(capfd, folder):
    """Run the command line; return the exit status, standard output and standard error."""

    def run(*arguments):
        status = main(arguments)
        out, err = capfd.readouterr()
        return status, out, err

    return run


def test_the_figures_are_those_of_the_file(cli, folder):
    status, out, err = cli(*BUILD, "--threads", "2", "--json")
    assert (status, err) == (0, "")
    figures = json.loads(out)
    assert figures.pop("seconds") > 0
    assert figures == {
        "pits": 4,
        "stones": SHAPE.stones,
        "empty_capture": False,
        "entries": SHAPE.entries,
        "bytes": SHAPE.size,
        "file": str(folder / f"{SHAPE.name}.endgame"),
        "built": True,
        "threads": 2 if COMPILED else 1,
    }
    assert EndgameStore(folder).as_large(SHAPE) is not None


def test_what_is_there_is_verified_only(cli):
    cli(*BUILD)
    status, out, err = cli(*BUILD)
    assert (status, err) == (0, "")
    assert "verified" in out and str(SHAPE.stones) in out
    status, out, _ = cli("endgame", "--pits", "4", "--stones", "3", "--json")
    assert status == 0
    figures = json.loads(out)
    assert (figures["built"], figures["stones"]) == (False, SHAPE.stones), "it has the smaller one"


def test_both_capture_rules_have_a_database(cli, folder):
    cli(*BUILD)
    status, out, _ = cli(*BUILD, "--empty-capture", "--json")
    assert status == 0 and json.loads(out)["built"]
    assert len(list(folder.glob("*.endgame"))) == 2


def test_without_stones_it_is_what_the_window_builds(cli, monkeypatch):
    monkeypatch.setattr(endgame, "shape_within", lambda *arguments: SHAPE)
    status, out, _ = cli("endgame", "--pits", "4", "--json")
    assert status == 0 and json.loads(out)["stones"] == SHAPE.stones


def test_a_damaged_file_is_told_and_built_again(cli, folder):
    cli(*BUILD)
    path = folder / f"{SHAPE.name}.endgame"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    status, out, err = cli(*BUILD)
    assert status == 0 and "built" in out
    assert err.count("\n") == 1 and f"{path.name} was set aside" in err
    assert cli(*BUILD)[2] == ""


@pytest.mark.parametrize(
    "mistake",
    [
        "--pits 0",
        "--pits 9",
        "--pits six",
        "--threads 0",
        "--threads 1000",
        "kalah",
        "--rules empty-capture",
    ],
)
def test_a_mistake_is_one_line_and_status_2(cli, folder, mistake):
    status, out, err = cli("endgame", *mistake.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert not folder.exists()


@pytest.mark.parametrize(("board", "most"), [((), 27), (("--pits", "1"), 18)])
@pytest.mark.parametrize("stones", ["-1", "1", "28", "10000000000", "few", ""])
def test_every_wrong_number_of_stones_is_told_the_range_of_the_board(cli, board, most, stones):
    status, out, err = cli("endgame", "--stones", stones, *board)
    assert (status, out) == (2, "")
    assert f"has 2 to {most} stones, not '{stones}'" in err


def test_a_full_disk_is_one_line(cli, folder, monkeypatch):
    def no_room(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)
    status, out, err = cli(*BUILD)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert str(folder) in err and "No space left on device" in err
    assert not [path for path in folder.iterdir() if path.suffix != ".lock"]


def test_a_folder_that_cannot_be_used_is_one_line(cli, folder):
    folder.touch()
    status, out, err = cli(*BUILD)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert str(folder) in err


_INTERRUPTED = """
import os, signal, sys
from kalahgui.cli import main
from kalahgui.engine import endgame_store
endgame_store.SLICE = 1
whole = endgame_store.Endgame
def interrupted(*shape):
    os.kill(os.getpid(), signal.SIGINT)
    return whole(*shape)
endgame_store.Endgame = interrupted
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_stops_and_keeps_nothing(folder):
    # So many stones that the interrupt comes long before the last of them.
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, "endgame", "--stones", "14" if COMPILED else "8"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (130, "", 1)
    assert "nothing is kept" in done.stderr
    assert [path.suffix for path in folder.iterdir() if path.suffix != ".lock"] == []
