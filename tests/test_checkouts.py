"""Two checkouts of the program, asked over pipes: who plays better, and who is faster."""

import json
import sys
from pathlib import Path

import pytest

from kalahgui.games import GAMES
from kalahgui.research import compare_checkouts, match_checkouts
from kalahgui.research.checkouts import Checkout, CheckoutError, interpreter_of
from kalahgui.research.workers import usable_cores

ROOT = Path(__file__).parent.parent
PYTHONS = ("--pythons", sys.executable, sys.executable)


def printed(capsys, script, *arguments):
    status = script([*map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def match(capsys, *arguments):
    line = (ROOT, ROOT, *arguments, *PYTHONS, "--json")
    status, out, err = printed(capsys, match_checkouts.main, *line)
    assert (status, err) == (0, "")
    return json.loads(out)


def test_a_checkout_plays_as_a_player_says():
    with Checkout(ROOT, Path(sys.executable)) as checkout:
        assert checkout.about["package"] == str(ROOT / "kalahgui")
        checkout.ask("begin", board="kalah:3x2", rules=[], player="minimax:3", seed="1")
        # The first side banks its last stone from pit 2 and moves again: one turn, two moves.
        assert checkout.ask("turn", moves=[])["moves"][0] == "2"
        assert checkout.ask("turn", moves=[])["depth"] == 3


def test_a_match_plays_each_opening_both_ways(capsys):
    figures = match(capsys, "kalah:3x3", "search:2", "--games", "6")
    assert (figures["games"], figures["score"], figures["error"]) == (6, 0.5, 0.0)
    assert (figures["margin"], figures["margin_error"]) == (0, 0.0)
    assert figures["players"] == ["search:2", "search:2"]


def test_the_first_checkout_is_the_one_that_is_named_first(capsys):
    weak = ("kalah:3x3", "minimax:1", "--other-player", "search:8", "--games", "8")
    figures = match(capsys, *weak)
    assert figures["score"] < 0.5
    assert figures["margin"] < 0
    assert figures["mean_depths"][0] == 1 < figures["mean_depths"][1]


def test_the_order_of_games_does_not_depend_on_the_jobs(capsys):
    line = ("kalah:3x3", "2 varied", "--other-player", "search:2", "--games", "8")
    one, two = (match(capsys, *line, "--jobs", jobs) for jobs in (1, min(2, usable_cores())))
    for figures in (one, two):
        del figures["seconds_per_move"]
    assert one == two


def test_an_answer_that_the_rules_forbid_ends_the_match():
    class Cheat:
        folder = Path("cheat")

    game = GAMES["kalah"]
    for texts in (["9"], [], ["1", "1"]):
        position = game.start("3x2")
        with pytest.raises(CheckoutError, match="cheat played"):
            match_checkouts._play_turn(game, position, texts, Cheat())


def package(folder, init):
    (folder / "kalahgui").mkdir()
    (folder / "kalahgui" / "__init__.py").write_text(init)
    return folder


def test_a_checkout_that_does_not_run_is_one_line(capsys, tmp_path):
    broken = package(tmp_path, "raise ImportError('no such thing')")
    for folder, said in ((broken, "no such thing"), (tmp_path / "kalahgui", "is no checkout")):
        line = (ROOT, folder, "kalah:3x3", "search:2", "--games", "2", *PYTHONS)
        status, out, err = printed(capsys, match_checkouts.main, *line)
        assert (status, out) == (2, "")
        assert said in err
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "mistake",
    [
        ("kalah:3x3", "search:0"),
        ("kalah:99x3", "search:1"),
        ("chess", "search:1"),
        ("kalah:3x3", "search:1", "--games", "3"),
        ("kalah:3x3", "search:1", "--rules", "chess"),
        ("kalah:3x3", "search:1", "--pythons", "nosuch", "nosuch"),
        ("kalah:3x3",),
    ],
)
def test_a_mistake_is_one_line_and_status_2(capsys, mistake):
    try:
        status = match_checkouts.main([str(ROOT), str(ROOT), *mistake])
    except SystemExit as end:
        status = end.code
    err = capsys.readouterr().err
    assert (status, len(err.splitlines())) == (2, 1)


def test_a_checkout_runs_with_its_own_interpreter(tmp_path):
    assert interpreter_of(tmp_path) == Path(sys.executable)
    own = tmp_path / ".venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.touch()
    assert interpreter_of(tmp_path) == own


def test_the_core_as_sources_can_be_asked_for():
    with Checkout(ROOT, Path(sys.executable), interpreted=True) as checkout:
        assert checkout.about["core"] == "interpreted"


def test_every_board_is_compared():
    boards = compare_checkouts.all_boards()
    assert (
        len(boards)
        == len(set(boards))
        == 8 * 9 + sum(len(game.variants) for game in GAMES.values() if game.key != "kalah")
    )
    assert {"kalah:1x1", "kalah:8x9", "reversi:8x8", "eight:8"} <= set(boards)


def test_checkouts_are_compared(capsys, monkeypatch):
    monkeypatch.setattr(compare_checkouts, "LEAVES", (("kalah:6x6", 3),))
    monkeypatch.setattr(compare_checkouts, "all_boards", lambda: ["kalah:3x3", "reversi:4x4"])
    monkeypatch.setattr(compare_checkouts, "_WITHIN", (0.01, 0.02))
    line = (ROOT, ROOT, *PYTHONS, "--rounds", 1, "--depth", 2)
    status, out, err = printed(
        capsys, compare_checkouts.main, *line, "--long", "--boards", "--json"
    )
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
    status, out, err = printed(capsys, compare_checkouts.main, *line)
    assert (status, err) == (0, "")
    assert "190 leaves of kalah:6x6" in out


def test_an_interrupted_match_tells_the_pairs_that_were_played(capsys, monkeypatch):
    play = match_checkouts.CheckoutMatch.play
    ended = []

    def interrupted(self, played):
        def after_a_pair():
            played()
            raise KeyboardInterrupt

        try:
            play(self, after_a_pair)
        finally:
            ended.extend(checkout._process.poll() for desk in self._desks for checkout in desk)

    monkeypatch.setattr(match_checkouts.CheckoutMatch, "play", interrupted)
    line = (ROOT, ROOT, "kalah:3x3", "search:2", "--games", "40", *PYTHONS, "--json")
    status, out, err = printed(capsys, match_checkouts.main, *line)
    assert status == 130
    assert err == "interrupted after 2 of 40 games\n"
    assert json.loads(out)["games"] == 2
    assert None not in ended  # no program goes on
