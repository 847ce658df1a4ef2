"""Making puzzles: what is found is so by minimax, and a list that was stopped goes on."""

import random
import statistics
from dataclasses import replace

import pytest
from reference import worth

from kalahgui.engine.levels import levels_on
from kalahgui.games import GAMES, game_and_variant
from kalahgui.learning.puzzles import BOARDS, Puzzle, ends_of_turn, puzzles_of
from kalahgui.solving.workers import Workers
from lab.many_games import GameTask
from lab.puzzle_making import (
    RECIPES,
    Values,
    elo_of_levels,
    marks_of,
    puzzles_of_game,
    rating_for,
    shares_solved,
)
from lab.puzzle_themes import themes_of

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
SMALL = ((KALAH, "3x3"), (REVERSI, "4x4"))


def test_every_board_with_puzzles_has_its_recipe_and_its_levels_are_rated():
    assert list(RECIPES) == [":".join(board) for board in BOARDS]
    for board in RECIPES:
        ratings = elo_of_levels(board)
        assert len(ratings) == len(levels_on(*game_and_variant(board)))
        assert list(ratings) == sorted(ratings)
    assert round(elo_of_levels("kalah:6x6")[0]) == 689  # 0.345 against the one of 800


# -- what is found


def positions(game, variant, count):
    """Yield positions some moves before the end of random games."""
    for seed in range(count):
        chance = random.Random(seed)
        here = game.start(variant, game.rules_to_the_end)
        line = [here.copy()]
        while not here.over:
            again = here.play(chance.choice(here.moves()))
            line += [here.copy()] * (not again)
        yield line[max(0, len(line) - 5)]


@pytest.mark.parametrize(("game", "variant"), SMALL, ids=["kalah", "reversi"])
def test_values_and_only_choices_are_those_of_minimax(game, variant):
    chosen = 0
    for position in positions(game, variant, 40):
        values = Values(position)
        values.allow(10**6)
        value = worth(position)
        assert values.value(position, 0) == value
        assert values.value(position, 3, value, value + 1) <= value
        ends = {end: -worth(end) for end in ends_of_turn(position)}
        _, after = values.reply(position, value)
        assert ends[after] == value
        best, *others = sorted(ends.values(), reverse=True)
        choice = values.only_choice(position, value, value - 1)
        if others and others[0] == best:
            assert choice is None
        else:
            chosen += 1
            assert ends[choice.position] == value
            assert choice.second == (others[0] if others else None)
            if others:
                assert values.only_choice(position, value, others[0] - 1) is None
    assert chosen > 5


def puzzle_of(game, variant, text, solution):
    position = game.parse_position(text, game.rules_to_the_end, variant)
    turns = tuple(tuple(map(game.parse_move, turn.split("-"))) for turn in solution.split())
    return Puzzle(position, turns, 0, 2, 0, ())


@pytest.mark.parametrize(
    ("game", "variant", "text", "solution", "themes"),
    [
        (KALAH, "6x6", "<6,20,20,0,0,7,5,1,7,4,2,0,5,1,0>", "4 1 5-3", "only-draw quiet"),
        (KALAH, "6x4", "<6,7,22,2,0,0,1,0,10,1,0,0,0,0,5> N", "1 1 4", "declines-capture"),
        (KALAH, "6x4", "<6,7,22,2,0,0,1,0,10,1,0,0,0,0,5> N", "6 1 4", "round"),
        (KALAH, "6x3", "<6,2,7,2,5,5,0,1,5,2,0,0,7,0,0>", "2-5-3 2 1 1 2", "chain"),
        (
            REVERSI,
            "8x8",
            "X--XXX--OOXXXX-XOXXOOOXXXXXXOXOXXXOOXOXX-XXOOXXX--OOOXX----OXX-X O",
            "b7 a6 h7 g8 h1",
            "x-square",
        ),
    ],
)
def test_a_theme_is_found(game, variant, text, solution, themes):
    assert set(themes.split()) <= set(themes_of(game, puzzle_of(game, variant, text, solution)))


def test_the_only_turn_that_wins_or_draws_is_a_theme():
    text = "<6,20,20,0,0,7,5,1,7,4,2,0,5,1,0>"
    puzzle = puzzle_of(KALAH, "6x6", text, "4 1 5-3")
    for value, gap, theme in (
        (4, 4, "only-win"),
        (4, 2, ""),
        (0, 2, "only-draw"),
        (6, 8, "only-win"),
    ):
        themes = themes_of(KALAH, replace(puzzle, value=value, gap=gap))
        assert {name for name in themes if name.startswith("only-")} == set(theme.split())


def test_mirrored_positions_are_marked_alike():
    text = "X--XXX--OOXXXX-XOXXOOOXXXXXXOXOXXXOOXOXX-XXOOXXX--OOOXX----OXX-X"
    rows = [text[place : place + 8] for place in range(0, 64, 8)]
    other = "".join("".join(column) for column in zip(*rows, strict=True))
    first, second = (
        puzzle_of(REVERSI, "8x8", f"{squares} O", turn)
        for squares, turn in ((text, "b7"), (other, "g2"))
    )
    assert marks_of(first) == marks_of(second)
    assert marks_of(first) != marks_of(puzzle_of(REVERSI, "8x8", f"{text} X", "b1"))


def test_a_puzzle_has_the_rating_of_those_who_solve_half_of_its_like():
    ratings = (800.0, 1200.0, 1600.0)
    assert 1180 < rating_for((0, 0.5, 1), ratings) < 1260
    by_shares = [
        rating_for(shares, ratings) for shares in ((1, 1, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0))
    ]
    assert by_shares == sorted(by_shares) and by_shares[0] >= 600 and by_shares[-1] <= 2400


# -- the list


class OneProcess(Workers):
    """Does in this process what workers do in others."""

    def results(self, work, tasks, stop, store):
        for task in tasks:
            known = store.get(repr(task))
            yield task, store.keep(repr(task), work(task)) if known is None else known


@pytest.mark.compiled
def test_a_list_that_was_stopped_goes_on_to_the_same_bytes(command, tmp_path, monkeypatch):
    monkeypatch.setattr("kalahgui.cli.output.Workers", OneProcess)
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"

    def made(path, count):
        line = ["puzzles", "reversi:6x6", "--count", count, "--out", path]
        status, out, err = command(*line)
        assert (status, err) == (0, "") and "reversi:6x6" in out

    made(whole, 16)
    for count in (1, 14, 16):  # the fourteenth is one of two in its game
        made(parts, count)
        assert len(parts.read_text("ascii").splitlines()) == count
        with parts.open("a", encoding="ascii") as file:
            file.write("-X-X;b4")  # half a line
    made(parts, 16)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_file_of_something_else_is_left_as_it_is(refused, tmp_path):
    path = tmp_path / "some.txt"
    path.write_text("something else\n", "ascii")
    assert "cannot be used" in refused("puzzles", "kalah:6x6", "--out", path)
    assert path.read_text("ascii") == "something else\n"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("board", RECIPES)
def test_strong_levels_solve_more(board):
    game, variant = game_and_variant(board)
    tried = puzzles_of(game, variant)[::10]
    shares = [shares_solved(game, variant, puzzle) for puzzle in tried]
    means = [statistics.fmean(level) for level in zip(*shares, strict=True)]
    ranks = [sorted(means).index(mean) for mean in means]
    assert statistics.correlation(ranks, range(len(means))) >= 0.9, means


@pytest.mark.slow
@pytest.mark.compiled
def test_the_same_game_gives_the_same_puzzles():
    task = GameTask("kalah:6x4", 19)
    assert puzzles_of_game(0, task) == puzzles_of_game(0, task)
