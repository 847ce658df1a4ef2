"""Measuring what the levels lose a move: game by game, on several processes, and as a file."""

from __future__ import annotations

import json

import pytest

from kalahgui.core.search import StopWord
from kalahgui.engine.levels import levels_on
from kalahgui.games import GAMES
from kalahgui.match.openings import random_opening
from kalahgui.review.like_level import LevelLoss, read
from kalahgui.review.rows import rows_of
from lab import losses as measuring
from lab.__main__ import main
from lab.losses import LevelGame, LossesPlan, LossMeasuring, measure_game

KALAH = GAMES["kalah"]
PLAN = LossesPlan(seed=4, seconds=60.0)


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

    monkeypatch.setattr(measuring, "random_opening", opened)
    monkeypatch.setattr(measuring, "rows_of", rows_seen)
    for number in range(8):
        found = measure_game(PLAN, LevelGame("reversi:4x4", 2, number), StopWord())
        assert sum(loss.moves for loss in found) == ends[-1] - len(openings[-1])
    assert len(set(map(len, openings))) > 1


def test_a_game_that_is_stopped_has_no_losses():
    stop = StopWord()
    stop.raised = True
    assert measure_game(PLAN, LevelGame("kalah:6x6", 9, 0), stop) is None


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


@pytest.mark.slow
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
    summed = LossMeasuring(["reversi:4x4"], 2, LossesPlan(0, 60.0))
    for task in summed.tasks():
        summed.take(task, measure_game(summed.plan, task, StopWord()))
    assert summed.document()["boards"]["reversi:4x4"] == documents[0]["boards"]["reversi:4x4"]
    assert summed.done == summed.total == 4


def test_the_losses_are_printed_as_a_mean(capfd):
    status, out, err = losses(capfd, "eight", "--games", 2, "--seconds", 60, "--jobs", 1)
    assert (status, err) == (0, "")
    assert "eight:8" in out
    for line in out.splitlines():
        cells = [cell.strip() for cell in line.split("│")[1:-1]]
        if cells:
            _, moves, lost, mean = cells
            assert float(mean) == pytest.approx(int(lost) / int(moves), abs=0.005)
