"""Players who do not search: what they notice and what they miss."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kalahgui.engine.levels import levels_on
from kalahgui.engine.limit import GLANCE, SIMPLE, Attention, Limit
from kalahgui.engine.thinker import Thinker
from kalahgui.engine.weak_player import WeakPlayer, simple_move
from kalahgui.games import GAMES

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
TIC_TAC_TOE, EIGHT = GAMES["tictactoe"], GAMES["eight"]
SHARP = Attention(near=99, keen=1.0, ahead=1.0, chain=9)


def moves_by(attention, game, position, turns=1, times=60):
    """Count the moves that somebody who pays so much attention plays in a position."""
    chance = random.Random(5)
    return Counter(
        WeakPlayer(game, attention, chance).best(position, turns).line[0] for _ in range(times)
    )


def kalah(text):
    return KALAH.parse_position(text)


def test_a_near_capture_is_seen_and_a_far_one_overlooked():
    # Pit 1 captures ten stones with two stones: four cells, as they are counted here.
    position = kalah("<6,0,0,2,0,0,1,1,0,0,3,3,9,0,0>")
    capture = 0
    assert KALAH.move_class(position, capture) == "capture"
    assert KALAH.reach(position, capture) == 4
    assert moves_by(Attention(4, 0.0, 1.0, 1), KALAH, position) == {capture: 60}
    missed = moves_by(Attention(3, 0.0, 1.0, 1), KALAH, position)
    assert missed[capture] < 60 and len(missed) > 1
    often = moves_by(Attention(3, 0.8, 1.0, 1), KALAH, position)
    assert missed[capture] < often[capture] < 60


def test_a_chain_is_followed_no_farther_than_its_first_moves():
    # Pit 1 captures ten stones; before it, pit 6 and then pit 5 bank one each and move again.
    position = kalah("<6,0,10,1,0,0,0,2,1,1,1,1,1,9,1>")
    seen = {
        chain: WeakPlayer(KALAH, Attention(99, 1.0, 1.0, chain), random.Random(0))
        .best(position, 1)
        .value
        for chain in (1, 2, 3, 4)
    }
    assert seen == {1: 0, 2: 1, 3: 2, 4: 2}


def test_who_looks_one_turn_ahead_forgets_the_answer():
    # To make 5 lets the other one make 8 with 3; any number seems good to who looks no farther.
    position = EIGHT.parse_position("4,3")
    losing = [move for move in position.moves() if _lets_win(position, move)]
    assert losing == [1]
    assert 1 in moves_by(SHARP, EIGHT, position, turns=1)
    assert 1 not in moves_by(SHARP, EIGHT, position, turns=2)


def _lets_win(position, move):
    child = position.copy()
    child.play(move)
    return any(child.own + answer == 8 for answer in child.moves())


def test_a_line_of_the_other_side_is_blocked_only_by_looking_at_answers():
    position = TIC_TAC_TOE.parse_position("xx..o...o")
    assert position.turn == 0
    assert len(moves_by(SHARP, TIC_TAC_TOE, position, turns=1)) > 1
    assert moves_by(SHARP, TIC_TAC_TOE, position, turns=2) == {2: 60}


def test_a_corner_that_the_answer_takes_is_overlooked_one_turn_ahead():
    position = _position_where_greed_gives_a_corner()
    greedy = moves_by(SHARP, REVERSI, position, turns=1)
    careful = moves_by(SHARP, REVERSI, position, turns=2)
    assert all(_gives_corner(position, move) for move in greedy)
    assert not any(_gives_corner(position, move) for move in careful)


def _position_where_greed_gives_a_corner():
    chance = random.Random(2)
    while True:
        position = REVERSI.start("6x6")
        for _ in range(14):
            position.play(chance.choice(position.moves()))
        given = [move for move in position.moves() if _gives_corner(position, move)]
        greedy = moves_by(SHARP, REVERSI, position, turns=1)
        if set(greedy) <= set(given) and len(given) < len(position.moves()) // 2:
            return position


def _gives_corner(position, move):
    child = position.copy()
    again = child.play(move)
    return not again and any(child.shape.corners >> answer & 1 for answer in child.moves())


def test_the_reach_of_a_move_in_reversi_is_the_farthest_disc_it_turns():
    start = REVERSI.start("8x8")
    assert {REVERSI.reach(start, move) for move in start.moves()} == {1}
    row = REVERSI.parse_position("-OOOOOOX" + "-" * 56 + " X")
    assert REVERSI.reach(row, REVERSI.parse_move("a1")) == 6


def test_a_corner_counts_like_several_discs_at_a_glance():
    corner = REVERSI.parse_position("X-------" + "-" * 47 + "-" * 8 + "O X")
    edge = REVERSI.parse_position("X-------" + "-" * 46 + "-" * 8 + "O- X")
    assert REVERSI.at_a_glance(corner) == 0
    assert REVERSI.at_a_glance(edge) == 6


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_weak_levels_play_legal_moves_on_every_board_and_alike_by_the_same_seed(game):
    for variant in game.variants:
        for level in levels_on(game, variant):
            if level.limit.algorithm == GLANCE:
                assert _game(game, variant, level.limit, 3) == _game(game, variant, level.limit, 3)


def _game(game, variant, limit, seed):
    thinker = Thinker(seed, table_bits=12)
    position = game.start(variant)
    moves = []
    while not position.over and len(moves) < 30:
        moves.append(thinker.best(position, limit).line[0])
        position.play(moves[-1])
    return moves


@pytest.mark.parametrize(
    ("game", "text", "striking"),
    [
        (KALAH, "<6,0,0,2,0,0,1,1,0,0,3,3,9,0,0>", {0}),
        (REVERSI, "-OX-----" + "-" * 24 + "---OX------XO---" + "-" * 16 + " X", {0}),
        (TIC_TAC_TOE, "oo.x.x...", {2}),
        (EIGHT, "6,1", {2}),
    ],
)
def test_the_simple_player_takes_what_catches_the_eye(game, text, striking):
    position = game.parse_position(text)
    taken = {simple_move(game, position, random.Random(seed)) for seed in range(40)}
    assert taken == striking


def test_the_simple_player_plays_at_random_where_nothing_does():
    position = TIC_TAC_TOE.start("3x3")
    thinker = Thinker(1)
    limit = Limit(SIMPLE, game="tictactoe")
    assert {thinker.best(position, limit).line[0] for _ in range(200)} == set(range(9))
