"""The ladder: levels against each other, kept pair by pair, and the page it writes."""

from pathlib import Path

import pytest

from kalahgui.games import GAMES
from kalahgui.solving.result_store import FILE_NAME, ResultStore
from lab.ladder import page_with
from lab.ladder_games import (
    FIXED_POINTS,
    Ladder,
    LadderPlan,
    Meeting,
    play_task,
)

KALAH, REVERSI, TIC_TAC_TOE = GAMES["kalah"], GAMES["reversi"], GAMES["tictactoe"]
ROOT = Path(__file__).parents[2]
OPENINGS = [[0], [4], [8]]
LARGE = LadderPlan(KALAH, "6x6")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("KALAHGUI_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.sqlite3"


def ladder(path, games=6, openings=OPENINGS, **changes):
    return Ladder(LadderPlan(TIC_TAC_TOE, "3x3", games, **changes), ResultStore(path), openings)


def play(climbed, most=10_000):
    """Play pairs that are missing and return how many were."""
    tasks = [task for task in climbed.tasks() if climbed.store.get(repr(task)) is None][:most]
    for task in tasks:
        climbed.store.keep(repr(task), play_task(task))
    return len(tasks)


@pytest.fixture
def run(command):
    return lambda *arguments: command("ladder", *arguments)


def test_every_level_meets_the_one_below_and_quick_ones_the_fixed_points():
    meetings = list(LARGE.meetings())
    count = len(LARGE.levels)
    assert [meeting[:2] for meeting in meetings[: count - 1]] == [
        (str(number), str(number - 1)) for number in range(2, count + 1)
    ]
    quick = [level for level in LARGE.levels if level.limit.seconds is None]
    assert len(meetings) == count - 1 + len(quick) * len(FIXED_POINTS)


def test_a_range_of_levels_is_played_alone():
    plan = LadderPlan(KALAH, "6x6", lowest=2, highest=4)
    neighbours = [meeting[:2] for meeting in plan.meetings() if meeting.second.isdigit()]
    assert neighbours == [("3", "2"), ("4", "3")]
    assert not plan.timed and LARGE.timed


def test_a_ladder_goes_on_where_it_was_stopped(path):
    first = ladder(path)
    assert play(first, most=7) == 7
    again = ladder(path)
    assert again.done == 7
    rest = again.total - 7
    assert play(again) == rest
    whole = ladder(path)
    assert whole.done == whole.total
    other = ladder(path.with_name("other.sqlite3"))
    play(other)
    for meeting in other.plan.meetings():
        assert whole.tally(meeting).margins == other.tally(meeting).margins


def test_pairs_of_another_seed_do_not_count(path):
    play(ladder(path), most=5)
    assert ladder(path, seed=1).done == 0


@pytest.mark.slow
def test_a_stronger_level_scores_more(path):
    climbed = ladder(path, games=100)
    play(climbed)
    for number in range(2, len(climbed.plan.levels) + 1):
        figures = climbed.figures(Meeting(str(number), str(number - 1), 100))
        assert figures["score"] > 0.55


def test_the_page_has_a_part_for_each_board_in_the_order_of_the_games(path, tmp_path):
    page = tmp_path / "levels.md"
    climbed = ladder(path)
    play(climbed)
    page.write_text(page_with(page, climbed, "the command"), "utf-8")
    other = Ladder(LadderPlan(REVERSI, "4x4", 4), ResultStore(), [[]])
    text = page_with(page, other, "another command")
    page.write_text(text, "utf-8")
    assert text.index("## reversi:4x4") < text.index("## tictactoe:3x3")
    assert "| 2 | the playing search" not in text
    assert "not measured" in text.partition("## tictactoe")[0]
    assert "not measured" not in text.partition("## tictactoe")[2]
    assert page_with(page, climbed, "the command") == text


@pytest.mark.slow
def test_the_command_writes_the_page_and_goes_on(run, tmp_path):
    page = tmp_path / "page.md"
    asked = ("eight", "--games", 4, "--out", page)
    status, out, err = run(*asked)
    assert (status, err) == (0, "")
    assert "eight:8" in out and "## eight:8" in page.read_text("utf-8")
    written = page.read_text("utf-8")
    assert run(*asked)[0] == 0
    assert page.read_text("utf-8") == written, "with the times that were measured before"
    results = ResultStore(tmp_path / "cache" / FILE_NAME, "ladder eight:8")
    kept = results.items()
    assert kept
    assert run(*asked, "--anew")[0] == 0
    assert results.items() != kept, "the seconds are measured again"


@pytest.mark.slow
@pytest.mark.parametrize("more", [("--levels", "1-2"), ()])
def test_a_part_of_a_ladder_leaves_the_usual_page_alone(run, tmp_path, monkeypatch, more):
    page = tmp_path / "docs" / "levels.md"
    page.parent.mkdir()
    monkeypatch.chdir(tmp_path)
    assert run("eight", "--games", 2, *more)[0] == 0
    assert page.exists() == (not more)


@pytest.mark.parametrize("text", [b"# Another page\n", b"\xff\xfe"])
def test_another_file_is_not_taken_for_the_page(run, tmp_path, text):
    page = tmp_path / "page.md"
    page.write_bytes(text)
    status, out, err = run("eight", "--games", 2, "--out", page)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert page.read_bytes() == text


def test_the_page_of_the_program_speaks_of_the_levels_as_they_are():
    """The page is made anew when a level changes."""
    page = (ROOT / "docs" / "levels.md").read_text("utf-8")
    for part in page.split("\n## ")[1:]:
        key, _, variant = part.partition("\n")[0].partition(":")
        plan = LadderPlan(GAMES[key], variant.strip())
        fresh = page_with(ROOT / "no page", Ladder(plan, ResultStore(), []), "")
        for row in (line.split("|")[1:3] for line in fresh.splitlines()):
            if len(row) == 2 and row[0].strip().isdigit():
                assert f"|{'|'.join(row)}|" in part
