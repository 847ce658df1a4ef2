"""Solved games, played: the strongest player never does worse than the game is worth."""

from __future__ import annotations

import random

import pytest

from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import parse
from kalahgui.engine.thinker import Thinker
from kalahgui.games import game_and_variant

WEAKER = ("nega-scout:4", "search:3", "alpha-beta:2")


def margin_of(board: str, strongest: int, other: str, seed: int) -> int:
    """Play the strongest level as a side and return the first player's margin."""
    game, variant = game_and_variant(board)
    position = game.start(variant)
    thinkers = Thinker(table_bits=20), Thinker(seed, table_bits=14)
    rng = random.Random(seed)
    best = levels_of(game)[-1].limit
    while not position.over:
        if position.turn == strongest:
            finding = thinkers[0].best(position, best)
            assert finding.exact, "the strongest level does not read the game out"
            move = finding.line[0]
        elif other:
            limit = parse(other, game).limit(game)
            move = thinkers[1].best(position, limit).line[0]
        else:
            move = rng.choice(position.moves())
        position.play(move)
    return position.final() if position.turn == 0 else -position.final()


@pytest.mark.few(1)
@pytest.mark.compiled
@pytest.mark.parametrize("other", [*WEAKER, ""])
def test_the_first_player_of_the_diamond_never_loses(other):
    for seed in range(4 if not other else 1):
        assert margin_of("reversi:diamond", 0, other, seed) >= 0


@pytest.mark.few(1)
@pytest.mark.compiled
@pytest.mark.parametrize("other", [*WEAKER, ""])
def test_the_second_player_of_the_parallel_start_never_loses_by_more_than_ten(other):
    for seed in range(4 if not other else 1):
        assert margin_of("reversi:diamond-parallel", 1, other, seed) <= 10


@pytest.mark.compiled
def test_the_best_on_both_sides_reach_the_value():
    for board, value in (("reversi:diamond", 0), ("reversi:diamond-parallel", 10)):
        for strongest in (0, 1):
            assert margin_of(board, strongest, "search:60", 1) == value


def test_the_second_player_of_eight_always_wins():
    for seed in range(8):
        assert margin_of("eight", 1, "", seed) == -1


def test_the_strongest_never_loses_tic_tac_toe():
    for seed in range(6):
        assert margin_of("tictactoe", 1, "", seed) <= 0
