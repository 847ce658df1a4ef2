"""A match: plies, undo and redo, the pie rule, the result, and matches as records."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.games import GAMES
from kalahgui.library.saved import match_of, now, record_of, result_of
from kalahgui.match.match import SWAP, Match, Player, players_swapped

KALAH = GAMES["kalah"]
PERSON = Player("Ann")
OTHER = Player("Bo")
COMPUTER = Player("", "3")


def match(*players, board="6x6", rules=(), **options):
    return Match(KALAH, board, rules, players or (PERSON, OTHER), **options)


def test_a_match_begins_at_the_start():
    game = match()
    assert game.position == KALAH.start("6x6")
    assert game.mover == PERSON
    assert (game.over, game.winner, game.margin, game.can_undo) == (False, None, 0, False)


def test_an_illegal_ply_changes_nothing():
    game = match()
    for ply in (6, 64, SWAP):
        with pytest.raises(ValueError, match=r"not legal|cannot be swapped"):
            game.play(ply)
    assert game.plies == []


def test_undo_between_two_persons_takes_one_ply_and_redo_brings_it_back():
    game = match()
    for ply in (0, 1, 0):
        game.play(ply)
    assert game.undo() == 1
    assert game.plies == [0, 1]
    assert game.redo() == [0]
    assert game.plies == [0, 1, 0]
    assert game.redo() == []


def test_undo_against_a_computer_takes_back_its_answer_too():
    game = match(PERSON, COMPUTER)
    for ply in (0, 1, 0):
        game.play(ply)
    assert game.mover == PERSON
    assert game.undo() == 2
    assert game.plies == [0]
    assert game.redo() == [1, 0]
    assert game.undo() == 2
    assert game.undo() == 1
    assert game.undo() == 0


def test_nothing_is_taken_back_before_the_persons_first_move():
    game = match(COMPUTER, PERSON)
    game.play(1)
    assert not game.can_undo
    assert game.undo() == 0


def test_a_new_ply_forgets_what_was_taken_back():
    game = match()
    game.play(0)
    game.undo()
    game.play(1)
    assert game.redo() == []


def test_a_resignation_ends_the_match_and_is_taken_back():
    game = match()
    game.play(1)
    game.resign(0)
    assert (game.over, game.winner) == (True, 1)
    with pytest.raises(ValueError, match="over"):
        game.play(0)
    assert game.undo() == 0
    assert not game.over
    assert game.plies == [1]


def test_the_pie_rule_lets_the_second_player_swap_once():
    game = match(pie=True)
    with pytest.raises(ValueError, match="swapped"):
        game.play(SWAP)
    game.play(0)
    assert not game.can_swap
    game.play(1)
    assert game.can_swap
    game.play(SWAP)
    assert not game.can_swap
    assert game.mover == PERSON
    assert game.player_of(0) == OTHER
    assert game.ply_texts() == ["1", "2", "swap"]
    game.undo()
    assert game.can_swap


def test_without_the_pie_rule_nobody_swaps():
    game = match()
    game.play(1)
    assert not game.can_swap


def test_a_turn_is_all_plies_of_one_player_in_a_row():
    game = match()
    game.play(0)
    game.play(1)
    assert game.turn_start() == 0
    game.play(0)
    assert game.turn_start() == 2
    assert game.turn_start(1) == 0


def test_the_winner_has_the_seat_of_the_winning_side():
    for plies, winner in (([0, 1], 1), ([0, SWAP, 1], 0)):
        game = match(board="2x2", start=KALAH.parse_position("<2,1,4,1,1,1,1>"), pie=True)
        for ply in plies:
            game.play(ply)
        assert game.over
        assert (game.margin, game.winner) == (-4, winner)


def test_players_change_seats_for_a_rematch():
    assert players_swapped((PERSON, OTHER)) == (OTHER, PERSON)


def played(choices, board, rules, pie, players=(PERSON, COMPUTER)):
    game = match(*players, board=board, rules=rules, pie=pie)
    for choice in choices:
        if game.over:
            break
        plies = game.position.moves() + [SWAP] * game.can_swap
        game.play(plies[choice % len(plies)])
    return game


@settings(max_examples=60, deadline=None)
@given(
    choices=st.lists(st.integers(0, 999), max_size=120),
    board=st.sampled_from(["6x6", "3x2", "8x9", "1x5"]),
    rules=st.sampled_from([(), ("empty-capture", "last-stone")]),
    pie=st.booleans(),
    resigns=st.sampled_from([None, 0, 1]),
)
def test_a_match_comes_back_from_its_record(choices, board, rules, pie, resigns):
    game = played(choices, board, rules, pie)
    if resigns is not None:
        game.resign(resigns)
    again = match_of(record_of(game, now()))
    assert again.plies == game.plies
    assert again.position == game.position
    assert again.players == game.players
    assert (again.resigned, again.winner, again.over) == (game.resigned, game.winner, game.over)
    assert result_of(again) == result_of(game)


def test_a_match_from_a_position_comes_back():
    start = KALAH.parse_position("<6,3,4,1,0,0,2,5,1,6,6,6,6,1,1> N", ["last-stone"])
    game = match(rules=("last-stone",), start=start)
    game.play(0)
    again = match_of(record_of(game, now()))
    assert again.start == start
    assert again.position == game.position


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"variant": "9x9"},
        {"variant": "5x6"},
        {"rules": "chess"},
        {"start": "<6,1>"},
        {"moves": "1 2 7"},
        {"moves": "1 x"},
        {"moves": "swap"},
        {"moves": "1 1"},
        {"players": ""},
        {"players": '[["a", ""]]'},
        {"players": '[["a", ""], ["b", "magic:3"]]'},
        {"players": '[["a", ""], ["b", 3]]'},
        {"result": "first"},
        {"result": "nobody"},
        {"moves": "1 2", "result": "draw"},
    ],
)
def test_a_record_that_is_not_wholly_legal_is_refused(wrong):
    game = match(PERSON, COMPUTER)
    game.play(0)
    with pytest.raises(ValueError):
        match_of(replace(record_of(game, now()), **wrong))


def test_moves_after_the_end_are_refused():
    game = played(range(200), "3x2", (), False)
    assert game.over
    record = record_of(game, now())
    with pytest.raises(ValueError):
        match_of(replace(record, moves=record.moves + " 1"))
