"""Fair starts: what counts as one, by plain minimax, and a command that goes on."""

import json
from itertools import accumulate

import pytest
from reference import worth

from kalahgui.games import GAMES
from kalahgui.solving.result_store import ResultStore
from lab.fair_starts import READINGS, in_order, moved_starts, sign_of

KALAH = GAMES["kalah"]
TINY = "3x1"
BOTH = pytest.mark.parametrize("rules", [(), ("empty-capture",)], ids=["standard", "empty-capture"])


def moved_once(cells, into):
    """Return all that comes of moving one stone between cells; the first two are the stores."""
    return {
        tuple(n - (cell == taken) + (cell == put) for cell, n in enumerate(cells))
        for taken in range(2, len(cells))
        for put in into
        if cells[taken] and put != taken
    }


def test_starts_have_one_or_two_stones_moved_one_after_the_other():
    start = (0, 0, *[1] * 6)
    pits_alone, _, any_store = accumulate(map(set, moved_starts(KALAH.start(TINY))), set.union)
    for starts, into in ((pits_alone, range(2, 8)), (any_store, range(8))):
        once = moved_once(start, into)
        twice = {after for before in once for after in moved_once(before, into)}
        fought = {cells for cells in once | twice if any(cells[2:5]) and any(cells[5:])}
        assert starts == {f"<3,{','.join(map(str, cells))}>" for cells in fought - {start}}


def test_a_stone_goes_into_the_store_of_its_owner_before_that_of_the_opponent():
    _, own, other = moved_starts(KALAH.start(TINY))
    # The last of these takes two: a stone to the opponent's side, and one from there to the store.
    assert {"<3,1,0,0,1,1,1,1,1>", "<3,0,2,1,1,1,0,0,1>", "<3,0,1,0,1,1,1,1,1>"} <= {*own}
    assert {"<3,0,2,0,0,1,1,1,1>", "<3,1,1,1,1,1,0,1,0>"} <= {*other}


@BOTH
def test_the_signs_are_those_of_plain_minimax(rules):
    texts = [text for reading in moved_starts(KALAH.start(TINY, rules)) for text in reading]
    signs = set()
    for candidate in in_order(texts, rules):
        value = worth(KALAH.parse_position(candidate.text, rules).to_the_end())
        sign = sign_of(candidate)["sign"]
        assert sign == (value > 0) - (value < 0), candidate
        signs.add(sign)
    assert signs == {-1, 0, 1}


def test_the_command_goes_on_with_what_is_kept_and_writes_the_fair_ones(command, tmp_path):
    path, out = tmp_path / "results.sqlite3", tmp_path / "fair.json"
    readings = moved_starts(KALAH.start(TINY))
    texts = [text for reading in readings for text in reading]
    kept = ResultStore(path, f"fair starts, kalah-{TINY}")
    for text in texts[1:]:
        kept.keep(text, {"sign": 0, "seconds": 3600.0})  # would be found otherwise if sought again
    asked = (f"kalah:{TINY}", "--jobs", "1", "--store", str(path), "--out", str(out), "--json")
    status, printed, _ = command("fair_starts", *asked)
    document = json.loads(printed)
    assert (status, document) == (0, json.loads(out.read_text()))
    fair = kept.get(texts[0])["sign"] == 0
    assert document["positions"] == texts[not fair :]
    counts = [len(reading) for reading in readings]
    for name, count in zip(READINGS, accumulate(counts), strict=True):
        said = {"candidates": count, "decided": count, "fair": count - (not fair)}
        assert document["moved"][name] == said
    assert document["hours"] == pytest.approx(len(texts) - 1, abs=0.1)
    assert document["made"].startswith(f"python -m lab fair_starts kalah:{TINY} (version ")
    # Who stops before as much is known loses nothing of it.
    asked = (f"kalah:{TINY}", "--store", str(tmp_path / "new"), "--seconds", "1e-9")
    _, _, said = command("fair_starts", *asked, "--out", str(out))
    assert "stays as it is" in said and json.loads(out.read_text()) == document
    for foreign in ("[]", "no list", '{"moved": 3}'):
        out.write_text(foreign, "utf-8")
        assert command("fair_starts", *asked, "--out", str(out))[0] == 0
        assert "positions" in json.loads(out.read_text())
