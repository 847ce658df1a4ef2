"""What the levels lose a move, and the level that a player is like."""

from __future__ import annotations

import json
import os
from pathlib import Path

import interrupted
import pytest

from kalahgui.cli import main
from kalahgui.core.search import StopWord
from kalahgui.engine.levels import levels_on
from kalahgui.games import GAMES
from kalahgui.research import level_losses
from kalahgui.research.level_losses import (
    LevelGame,
    LossMeasuring,
    Plan,
    measure_game,
)
from kalahgui.research.openings import random_opening
from kalahgui.research.workers import heeding
from kalahgui.review.like_level import (
    FEWEST_GAMES,
    BadLevelLosses,
    LevelLoss,
    ReviewedGame,
    falling_means,
    known_losses,
    like_level,
    read,
)
from kalahgui.review.rows import rows_of

ROOT = Path(__file__).parent.parent
KALAH = GAMES["kalah"]
PLAN = Plan(seed=4, seconds=60.0)


def losses(capfd, *arguments):
    status = main(["losses", *map(str, arguments)])
    return status, *capfd.readouterr()


def quick_tasks(board, games):
    """Return the games of a board in which nobody thinks by the clock."""
    return [task for task in LossMeasuring([board], games, PLAN).tasks() if task.level < 6]


def test_a_game_follows_from_the_seed_and_the_task():
    for task in quick_tasks("reversi:4x4", 1):
        assert measure_game(PLAN, task, StopWord()) == measure_game(PLAN, task, StopWord())
    task = LevelGame("reversi:4x4", 1, 0)
    others = {measure_game(PLAN._replace(seed=seed), task, StopWord()) for seed in range(6)}
    assert len(others) > 1


@pytest.mark.parametrize("first", [0, 1])
def test_a_weaker_level_loses_more_than_a_stronger_one_whoever_begins(first):
    lost = [LevelLoss(), LevelLoss()]
    for number in range(first, 24, 2):
        found = measure_game(PLAN, LevelGame("reversi:4x4", 2, number), StopWord())
        lost = [before.plus(loss) for before, loss in zip(lost, found, strict=True)]
    weaker, stronger = lost
    assert weaker.lost / weaker.moves > 2 * stronger.lost / stronger.moves
    assert min(weaker.moves, stronger.moves) > 30


def test_every_move_counts_but_those_of_the_opening(monkeypatch):
    openings, ends = [], []

    def opened(*arguments):
        openings.append(random_opening(*arguments))
        return openings[-1]

    def rows_seen(match, line, judgement_of):
        ends.append(len(match.tip.line))
        return rows_of(match, line, judgement_of)

    monkeypatch.setattr(level_losses, "random_opening", opened)
    monkeypatch.setattr(level_losses, "rows_of", rows_seen)
    for number in range(8):
        found = measure_game(PLAN, LevelGame("reversi:4x4", 2, number), StopWord())
        assert sum(loss.moves for loss in found) == ends[-1] - len(openings[-1])
    assert len(set(map(len, openings))) > 1


def test_a_game_that_is_stopped_has_no_losses():
    stop = StopWord()
    stop.raised = True
    assert measure_game(PLAN, LevelGame("kalah:6x6", 9, 0), stop) is None


def test_an_interrupt_heeds_the_word_of_its_process():
    stop = StopWord()
    with heeding(stop) as interrupt:
        word = interrupt.word()
        word.raised = True  # as a search does whose time is up
        assert not interrupt.word().raised
        stop.raised = True
        while not interrupt.raised:
            pass
        assert interrupt.word().raised


def test_levels_that_think_by_the_clock_play_fewer_games():
    tasks = list(LossMeasuring(["kalah:2x2", "reversi:4x4"], 4, PLAN).tasks())
    played = {
        level: sum(task.level == level and task.board == "kalah:2x2" for task in tasks)
        for level in range(1, 8)
    }
    timed = [level.limit.seconds is not None for level in levels_on(KALAH, "2x2")[1:]]
    assert any(timed)
    assert played == {number: 2 if clock else 4 for number, clock in enumerate(timed, start=1)}
    assert LossMeasuring(["kalah:2x2"], 1, PLAN).total == 7


def test_losses_do_not_depend_on_the_number_of_processes(capfd, tmp_path):
    documents = []
    for jobs in (1, 3):
        path = tmp_path / f"{jobs}.json"
        asked = ("kalah:2x2", "reversi:4x4", "kalah:2x2", "--games", 2, "--seconds", 60)
        status, out, err = losses(capfd, *asked, "--jobs", jobs, "--out", path, "--json")
        assert (status, err) == (0, "")
        documents.append(json.loads(out))
        assert json.loads(path.read_text("utf-8")) == documents[-1]
        assert read(path)["reversi"]["4x4"][0].moves > 0
    assert documents[0] == documents[1]
    assert [documents[0][key] for key in ("version", "seed", "games", "seconds")] == [2, 0, 2, 60]
    summed = LossMeasuring(["reversi:4x4"], 2, Plan(0, 60.0))
    for task in summed.tasks():
        summed.take(task, measure_game(summed.plan, task, StopWord()))
    assert summed.document()["boards"]["reversi:4x4"] == documents[0]["boards"]["reversi:4x4"]
    assert summed.measured == summed.total == 4


def test_the_losses_are_printed_as_a_mean(capfd):
    status, out, err = losses(capfd, "eight", "--games", 2, "--seconds", 60, "--jobs", 1)
    assert (status, err) == (0, "")
    assert "eight:8" in out
    for line in out.splitlines():
        cells = [cell.strip() for cell in line.split("│")[1:-1]]
        if cells:
            _, moves, lost, mean = cells
            assert float(mean) == pytest.approx(int(lost) / int(moves), abs=0.005)


def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(capfd, tmp_path):
    for path in (tmp_path, tmp_path / "missing" / "file.json"):
        status, out, err = losses(capfd, "eight", "--games", 1_000_000, "--out", path)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "cannot be written" in err


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_ends_every_process_and_writes_nothing(tmp_path):
    path = tmp_path / "losses.json"
    command = f"losses kalah:2x3 --games 100000 --jobs 2 --out {path}"
    done = interrupted.run(command, "kalahgui.research.level_losses", "LossMeasuring", "measured")
    assert done.returncode == 130, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("interrupted after ")
    assert done.stderr.count("\n") == 1
    assert not path.exists()


# -- like which level

# On one board 10, 9, ... 1 points a move; on the other a tenth of it.
MEASURED = {
    "kalah": {
        "6x6": [LevelLoss(100, 100 * lost) for lost in range(10, 0, -1)],
        "6x7": [LevelLoss(100, 10 * lost) for lost in range(10, 0, -1)],
        "6x3": [LevelLoss(100, 100)] * 8,
        "4x3": [LevelLoss(100, 100)] * 8,
    }
}


def level(variant, *games):
    reviewed = [ReviewedGame(*game) for game in games]
    return like_level(KALAH, variant, reviewed, MEASURED)


@pytest.mark.parametrize(
    ("lost", "number"), [(200, 1), (100, 1), (98, 1), (94, 2), (41, 7), (10, 10), (0, 10)]
)
def test_a_player_is_like_the_level_that_loses_about_as_much(lost, number):
    games = [("6x6", 10, lost)] * FEWEST_GAMES
    assert level("6x6", *games) == number
    # Games of boards with the same pits count together, each by its own measure.
    mixed = [("6x6", 10, lost), ("6x7", 100, lost)] * 3
    assert level("6x6", *mixed) == level("6x7", *mixed) == number


def test_nothing_is_said_below_five_games_or_of_a_board_that_was_not_measured():
    assert FEWEST_GAMES == 5
    four = [("6x6", 10, 30)] * 4
    assert level("6x6", *four) is None
    assert level("6x6", *four, ("4x3", 10, 30)) is None
    assert level("6x6", *four, ("6x8", 10, 30)) is None
    assert level("6x6", *four, ("6x6", 0, 0)) is None
    assert level("6x6", *four, ("6x7", 10, 3)) == 8
    # Its levels are others, so they cannot be asked together.
    assert level("6x6", *four, ("6x3", 10, 30)) is None
    assert level("5x3", *[("5x3", 10, 10)] * 9) is None
    assert like_level(GAMES["eight"], "8", [ReviewedGame("8", 3, 0)] * 9, MEASURED) is None


def test_of_levels_that_lose_the_same_it_is_the_strongest():
    assert level("4x3", *[("4x3", 10, 10)] * 5) == 8


def test_levels_measured_the_other_way_round_are_taken_together():
    measured = [LevelLoss(10, lost) for lost in (80, 90, 40, 20, 30, 25, 5, 0)]
    found = falling_means(measured)
    assert found == [8.5, 8.5, 4.0, 2.5, 2.5, 2.5, 0.5, 0.0]
    weighted = falling_means([LevelLoss(10, 10), LevelLoss(30, 60), LevelLoss(10, 0)])
    assert weighted == [1.75, 1.75, 0.0]


# -- the file


def document(**changes):
    levels = [{"moves": 10, "lost": lost} for lost in range(100, 0, -10)]
    found = {"version": 2, "boards": {"kalah:6x6": {"levels": levels}}}
    return found | changes


def write(path, found):
    path.write_text(json.dumps(found), "utf-8")
    return path


def test_a_file_is_read(tmp_path):
    found = read(write(tmp_path / "losses.json", document()))
    assert found["kalah"]["6x6"][0] == LevelLoss(10, 100)
    never = [{"moves": 0, "lost": 0}] * 10
    boards = document()["boards"] | {"kalah:6x7": {"levels": never}}
    assert list(read(write(tmp_path / "losses.json", document(boards=boards)))["kalah"]) == ["6x6"]


@pytest.mark.parametrize(
    "damaged",
    [
        [],
        {},
        document(version=1),
        document(boards=[]),
        document(boards={"chess:8x8": {"levels": []}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10, "lost": 1}] * 9}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10, "lost": -1}] * 10}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 1.5, "lost": 1}] * 10}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10}] * 10}}),
        document(boards={"kalah:6x6": 7}),
    ],
)
def test_a_damaged_file_is_told_in_one_sentence(tmp_path, damaged):
    with pytest.raises(BadLevelLosses, match="is damaged: make it anew"):
        read(write(tmp_path / "losses.json", damaged))


def test_a_file_that_is_no_json_or_missing_is_told(tmp_path):
    path = tmp_path / "losses.json"
    path.write_text("[" * 100_000, "utf-8")
    with pytest.raises(BadLevelLosses, match="is damaged"):
        read(path)
    path.unlink()
    with pytest.raises(BadLevelLosses, match="cannot be read"):
        read(path)


def test_the_file_that_comes_with_the_program_has_the_boards_that_people_play():
    found = known_losses()
    assert {"6x3", "6x4", "6x6"} <= set(found["kalah"])
    assert {"diamond", "6x6"} <= set(found["reversi"])
    for boards in found.values():
        for levels in boards.values():
            means = falling_means(levels)
            # However the dice fell: beginners lose several times what the strongest do.
            assert means[0] > 2 * means[-1]
            assert means == sorted(means, reverse=True)
