"""Two checkouts of the program, asked over pipes: which of them is faster."""

import json
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kalahgui.core.search import StopWord
from kalahgui.games import game_and_variant
from kalahgui.solving.solver import solve
from lab import compare_checkouts, match_checkouts
from lab.compare_checkouts import Checkout, interpreter_of

ROOT = Path(__file__).parents[2]
PYTHONS = ("--pythons", sys.executable, sys.executable)


@pytest.fixture
def compare(command):
    return lambda *arguments: command("compare_checkouts", *arguments)


def package(folder, init):
    (folder / "kalahgui").mkdir()
    (folder / "kalahgui" / "__init__.py").write_text(init)
    return folder


def test_a_checkout_that_does_not_run_is_one_line(compare, tmp_path):
    broken = package(tmp_path, "raise ImportError('no such thing')")
    for folder, said in ((broken, "no such thing"), (tmp_path / "kalahgui", "is no checkout")):
        status, out, err = compare(ROOT, folder, *PYTHONS)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert said in err


def test_a_checkout_runs_with_its_own_interpreter(tmp_path):
    assert interpreter_of(tmp_path) == Path(sys.executable)
    own = tmp_path / ".venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.touch()
    assert interpreter_of(tmp_path) == own


def test_the_core_as_sources_can_be_asked_for():
    with closing(Checkout(ROOT, Path(sys.executable), interpreted=True)) as checkout:
        assert checkout.about == {"package": str(ROOT / "kalahgui"), "core": "interpreted"}


@pytest.mark.slow
def test_checkouts_are_compared(compare, monkeypatch):
    monkeypatch.setattr(compare_checkouts, "LEAVES", (("kalah:6x6", 3),))
    monkeypatch.setattr(compare_checkouts, "all_boards", lambda: ["kalah:3x3", "reversi:4x4"])
    monkeypatch.setattr(compare_checkouts, "WITHIN", (0.01, 0.02))
    line = (ROOT, ROOT, *PYTHONS, "--rounds", 1, "--depth", 2)
    status, out, err = compare(*line, "--long", "--boards", "--json")
    assert (status, err) == (0, "")
    figures = json.loads(out)
    (leaves,) = figures["leaves"]
    assert leaves["leaves"] == [190, 190]
    for search in figures["searches"]:
        assert search["depth"] == 2
        assert len(search["positions"]) == 6
        assert search["nodes"][0] == search["nodes"][1] > 0
        assert search["ratio"] == pytest.approx(search["seconds"][0] / search["seconds"][1], 0.05)
    assert [row["board"] for row in figures["boards"]] == ["kalah:3x3", "reversi:4x4"]
    assert all(row["nodes"][0] == row["nodes"][1] > 0 for row in figures["boards"])
    assert all(len(rows) == 6 for rows in figures["depths"].values())
    status, out, err = compare(*line)
    assert (status, err) == (0, "")
    assert "190 leaves of kalah:6x6" in out


@pytest.mark.slow
def test_checkouts_play_each_other(command):
    line = (ROOT, ROOT, "kalah:4x2", *PYTHONS, "--games", 4, "--jobs", 2, "--seconds", 0.01)
    status, out, err = command("match_checkouts", *line, "--json")
    assert (status, err) == (0, "")
    figures = json.loads(out)
    # Both play such a small board perfectly, so both games of a pair end alike.
    assert (figures["games"], figures["openings"]) == (4, 2)
    assert (figures["score"], figures["error"]) == (0.5, 0.0)


class Player:
    """A checkout that plays the best moves, or the worst."""

    def __init__(self, plays_well):
        self.choose = max if plays_well else min

    def ask(self, question, position, seconds, bits, fresh):
        here = game_and_variant(position[0])[0].parse_position(position[1], ()).to_the_end()
        values = solve(here, StopWord(), with_moves=True).moves
        return {"move": self.choose(values, key=values.get), "processor_seconds": seconds}


def test_the_score_is_that_of_the_second_checkout(command, monkeypatch):
    players = [Player(False), Player(True)]
    monkeypatch.setattr(match_checkouts, "opened", lambda *arguments: players)
    line = ("match_checkouts", ROOT, ROOT, "kalah:3x2", "--games", 4, "--json")
    status, out, _ = command(*line)
    figures = json.loads(out)
    assert (status, figures["games"]) == (0, 4)
    assert figures["score"] > 0.5 and figures["margin"] > 0
