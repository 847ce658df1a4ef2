"""Counting classes of moves, and what levels lose a move: by games, on processes, and as a file."""

import json
import random

import pytest

from kalahgui.assets import asset
from kalahgui.engine import method
from kalahgui.engine.levels import levels_on
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES, game_and_variant
from kalahgui.review.like_level import LevelLoss
from lab.classes import LONGEST_OPENING, PLAYER, count_game, varied_opening
from lab.losses import LossMeasuring, measure_game
from lab.many_games import GameTask


def test_an_opening_leaves_a_move_and_is_not_always_the_same():
    boards = [(game, variant) for game in GAMES.values() for variant in game.variants]
    for game, variant in (*boards, (GAMES["kalah"], "1x1")):
        start = game.start(variant)
        opened = [varied_opening(start, random.Random(seed)) for seed in range(40)]
        assert not any(position.over for position in opened)
        assert start == game.start(variant)
    start = GAMES["kalah"].start("6x6")
    opened = [varied_opening(start, random.Random(seed)) for seed in range(200)]
    assert {position == start for position in opened} == {True, False}
    assert LONGEST_OPENING == 8


def recount(seed, task):
    """Play a game once more and count its positions one after the other."""
    game, variant = game_and_variant(task.board)
    chance = random.Random(f"{seed} {task.board} {task.number}")
    here = varied_opening(game.start(variant), chance)
    thinker = Thinker(chance.getrandbits(32), 20)
    limit = method.parse(PLAYER, game).limit(game, here)
    counts = {name: [0, 0] for name in game.move_classes}
    while not here.over:
        line = thinker.best(here, limit).line
        side = here.turn
        while line and not here.over and here.turn == side:
            move = line.pop(0)
            if len(here.moves()) > 1:
                for name in game.move_classes:
                    legal = [m for m in here.moves() if game.move_class(here, m) == name]
                    counts[name][0] += move in legal
                    counts[name][1] += bool(legal)
            if not here.play(move):
                break
    return {name: tuple(count) for name, count in counts.items()}


@pytest.mark.parametrize("board", ["kalah:2x3", "reversi:4x4", "tictactoe:3x3", "eight:8"])
def test_a_game_is_counted_position_by_position(board):
    counted = [count_game(5, GameTask(board, number)) for number in range(6)]
    assert counted == [recount(5, GameTask(board, number)) for number in range(6)]
    assert len({str(counts) for counts in counted}) > 1
    assert sum(played for counts in counted for played, _ in counts.values()) > 0


@pytest.mark.slow
def test_counts_do_not_depend_on_the_number_of_processes(command, tmp_path):
    asked = ("eight", "kalah:2x2", "reversi:4x4", "kalah:2x2", "--games", 3, "--seed", 4)
    documents = []
    for jobs in (1, 3):
        path = tmp_path / f"{jobs}.json"
        more = ("--jobs", jobs, "--store", path.with_suffix(".sqlite3"), "--out", path, "--json")
        status, out, err = command("classes", *asked, *more)
        assert (status, err) == (0, "")
        documents.append(json.loads(out))
        assert json.loads(path.read_text("utf-8")) == documents[-1]
    assert documents[0] == documents[1]
    assert [documents[0][key] for key in ("version", "seed", "player")] == [1, 4, PLAYER]
    assert list(documents[0]["boards"]) == ["eight:8", "kalah:2x2", "reversi:4x4"]
    games = [count_game(4, GameTask("reversi:4x4", n)) for n in range(3)]
    for name, count in documents[0]["boards"]["reversi:4x4"]["classes"].items():
        assert count["played"] == sum(game[name].played for game in games)
        assert count["legal"] == sum(game[name].legal for game in games)


@pytest.mark.slow
def test_ctrl_c_ends_every_process_and_writes_nothing(interrupted, tmp_path):
    path = tmp_path / "classes.json"
    line = f"classes kalah:2x3 --games 100000 --jobs 2 --out {path}"
    done = interrupted(*line.split())
    assert done.returncode == 130, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("interrupted after ")
    assert done.stderr.count("\n") == 1
    assert not path.exists()


@pytest.mark.slow
@pytest.mark.parametrize("board", ["tictactoe:3x3", "eight:8"])
def test_the_figures_of_a_small_game_are_found_again(command, board):
    key = board.partition(":")[0]
    kept = json.loads(asset("games", key, "move-classes.json").read_text("utf-8"))
    assert kept["player"] == PLAYER
    counted = kept["boards"][board]
    asked = (board, "--games", counted["games"], "--seed", kept["seed"], "--json")
    status, out, _ = command("classes", *asked)
    assert status == 0
    assert json.loads(out)["boards"] == {board: counted}


KALAH = GAMES["kalah"]


def measured(task, seed=4):
    return measure_game(seed, 60.0, task)


@pytest.mark.few(1)
@pytest.mark.parametrize("first", [0, 1])
def test_a_weaker_level_loses_more_than_a_stronger_one_whoever_begins(first):
    lost = [LevelLoss(), LevelLoss()]
    for number in range(first, 24, 2):
        losses = measured(GameTask("reversi:4x4", number, 2))
        lost = [before.plus(loss) for before, loss in zip(lost, losses, strict=True)]
    weaker, stronger = lost
    assert weaker.lost / weaker.moves > 2 * stronger.lost / stronger.moves
    assert min(weaker.moves, stronger.moves) > 30


def test_levels_that_think_by_the_clock_play_fewer_games():
    tasks = LossMeasuring(["kalah:2x2", "reversi:4x4"], 4).tasks()
    played = {
        level: sum(task.level == level and task.board == "kalah:2x2" for task in tasks)
        for level in range(1, 8)
    }
    timed = [level.limit.seconds is not None for level in levels_on(KALAH, "2x2")[1:]]
    assert any(timed)
    assert played == {number: 2 if clock else 4 for number, clock in enumerate(timed, start=1)}
    assert len(LossMeasuring(["kalah:2x2"], 1).tasks()) == 7
