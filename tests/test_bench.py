"""What is measured of the searches: counts that must be right, and times beside them."""

import json
import mmap
import sys
from pathlib import Path

import pytest

from kalahgui.cli import main
from kalahgui.core import COMPILED
from kalahgui.core.perft import perft
from kalahgui.core.search import Search
from kalahgui.core.table import Table, table_for
from kalahgui.engine import bench, yardsticks
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import ENTRY_BYTES
from kalahgui.games import GAMES
from kalahgui.games.game import HANDMADE

KALAH = GAMES["kalah"]


@pytest.fixture
def short(monkeypatch):
    """Have everything measured on little."""
    monkeypatch.setattr(bench, "DEPTH", 2)
    monkeypatch.setattr(bench, "SHORT", (0.001,))
    monkeypatch.setattr(bench, "LONG", (0.001, 0.002))
    monkeypatch.setattr(bench, "LEAVES", (("kalah:6x6", 3), ("reversi:8x8", 2)))
    monkeypatch.setattr(bench, "SEARCHED", {})
    monkeypatch.setattr(bench, "USUAL_DEPTH", 2)
    monkeypatch.setattr(bench, "SHORTEST", 0.0)
    monkeypatch.setattr(bench, "SOLVED", ("kalah:2x2",))
    monkeypatch.setattr(bench, "SOLVED_LONG", (("kalah:2x3", ("empty-capture",)),))
    monkeypatch.setattr(bench, "COMPARED", ("kalah:6x6", 2))
    monkeypatch.setattr(bench, "BITS", 10)
    monkeypatch.setattr(bench, "SIGNATURE_DEPTH", 1)
    monkeypatch.setattr(bench, "CORE_DEPTHS", (4, 4))


def test_a_search_to_a_depth_tells_its_nodes():
    position = KALAH.start("6x6").to_the_end()
    *_, finding = Search(Table(10)).deepen(position, 3)
    told = yardsticks.time_to_depth(position, 3, 10)
    assert (told["nodes"], told["value"], told["depth"]) == (finding.nodes, finding.value, 3)
    assert told["seconds"] > 0


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told by Linux")
def test_memory_that_is_used_is_seen():
    before = yardsticks.memory()
    filled = bytearray(b"x" * (40 << 20))
    after = yardsticks.memory()
    assert 35 < after["megabytes"] - before["megabytes"] < 60
    assert after["peak_megabytes"] >= after["megabytes"]
    del filled
    assert yardsticks.memory()["peak_megabytes"] >= after["peak_megabytes"]


@pytest.mark.slow
@pytest.mark.parametrize("long", [False, True])
def test_every_step_is_measured_and_told(short, long):
    begun = []
    figures = bench.measure(Interrupt(), begun.append, long)
    assert tuple(begun) == bench.steps(long)
    leaves = figures["leaves"]
    assert [row["leaves"] for row in leaves] == [190, perft(GAMES["reversi"].start("8x8"), 2)]
    times, reached = figures["depths"][0], figures["reached"][0]
    assert (times["evaluation"], times["depth"], len(times["positions"])) == (HANDMADE, 2, 6)
    assert times["nodes"] == sum(row["nodes"] for row in times["positions"])
    assert reached["within"] == ([0.001, 0.002] if long else [0.001])
    assert all(len(row["depths"]) == len(reached["within"]) for row in reached["positions"])
    solved = {(row["board"], *row["rules"]): row for row in figures["solve"]}
    assert set(solved) == {("kalah:2x2",)} | ({("kalah:2x3", "empty-capture")} if long else set())
    assert solved["kalah:2x2",]["value"] == -2
    assert all(row["exact"] and row["nodes"] > 0 for row in figures["solve"])
    cores = figures["cores"]
    if COMPILED:
        assert cores["compiled"]["nodes"] == cores["interpreted"]["nodes"]
        assert all(ratio > 1 for ratio in cores["ratios"].values())
    else:
        assert cores is None


def test_it_is_printed_for_people(short, capsys):
    assert main(["bench"]) == 0
    out = capsys.readouterr().out
    for title in ("leaves", "seconds to 2", "by the evaluation: handmade", "solved to the last"):
        assert title in out


@pytest.mark.slow
def test_it_is_told_as_json(short, capsys):
    assert main(["bench", "--long", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["search"] == figures["speeds"][0]
    assert figures["signature"] == sum(figures["signatures"].values())


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told by Linux")
@pytest.mark.parametrize("board", ["kalah:6x6", "kalah:8x9", "reversi:8x8"])
def test_a_table_takes_the_megabytes_that_were_chosen(board):
    def reserved():
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * mmap.PAGESIZE

    # Not by the function itself, which makes tables of the interpreted core small.
    bits = ((32 << 20) // ENTRY_BYTES).bit_length() - 1
    position = yardsticks.position_of(board)  # this may read weights, which are no table
    before = reserved()
    table = table_for(position, bits)
    assert reserved() - before == pytest.approx(32 << 20, rel=0.05)
    del table
