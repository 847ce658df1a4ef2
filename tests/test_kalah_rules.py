"""The rules of Kalah, against published counts and a slow implementation."""

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Board

from kalahgui.core.kalah import KalahPosition
from kalahgui.core.kalah import start as kalah_start
from kalahgui.core.perft import perft
from kalahgui.core.position import IllegalMove
from kalahgui.games import GAMES
from kalahgui.games.game import Again, Capture, Lift, Sow, Sweep, fold

KALAH = GAMES["kalah"]
RULE_SETS = ((), ("empty-capture",), ("last-stone",), ("empty-capture", "last-stone"))

boards = st.tuples(st.integers(1, 8), st.integers(1, 9))
choices = st.lists(st.integers(0, 1000), max_size=120)


def position(text, *rules):
    return KALAH.parse_position(text, rules)


def after(text, move, *rules):
    """Return the text after a move in notation."""
    here = position(text, *rules)
    here.play(KALAH.parse_move(move))
    return KALAH.position_text(here)


def leaf_counts(start, depth):
    return [perft(start, plies) for plies in range(depth + 1)]


def test_empty_capture_differs_first_at_depth_seven():
    standard = leaf_counts(KALAH.start("6x6"), 7)
    empty = leaf_counts(KALAH.start("6x6", ["empty-capture"]), 7)
    assert standard[:7] == empty[:7]
    assert standard[7] != empty[7]


def slow_count(board, depth):
    if depth == 0 or board.over:
        return 1
    total = 0
    for move in board.moves():
        child = board.copy()
        child.play(move)
        total += slow_count(child, depth - 1)
    return total


@pytest.mark.parametrize("empty_capture", [False, True])
@pytest.mark.parametrize("board", ["1x1", "2x3", "3x2", "4x3", "5x1"])
def test_leaf_counts_of_small_boards(board, empty_capture):
    pits, stones = map(int, board.split("x"))
    rules = ["empty-capture"] if empty_capture else []
    slow = [
        slow_count(Board.start(pits, stones, empty_capture, majority=False), depth)
        for depth in range(7)
    ]
    assert leaf_counts(KALAH.start(board, rules), 6) == slow


@settings(max_examples=examples(150))
@given(board=boards, rules=st.sampled_from(RULE_SETS), choices=choices)
def test_random_games_agree_with_the_slow_rules_and_the_telling(board, rules, choices):
    pits, stones = board
    here = KALAH.start(f"{pits}x{stones}", rules)
    slow = Board.start(pits, stones, "empty-capture" in rules, "last-stone" not in rules)
    for choice in choices:
        moves = here.moves()
        assert moves == slow.moves()
        if not moves:
            break
        move = moves[choice % len(moves)]
        events = list(KALAH.tell(here, move))
        told = fold(KALAH.cells(here), events)
        before = here.copy()
        again = here.play(move)
        assert slow.play(move) == again
        assert KALAH.cells(here) == slow.cells == told
        assert here.turn == slow.turn
        assert (here.turn == before.turn) == again
        assert [event for event in events if isinstance(event, Again)] == [
            Again(before.turn)
        ] * again
        assert not again or isinstance(events[-1], Again)
        assert here.over == slow.over
        assert before != here
        low, high = here.bounds()
        assert low <= here.lead <= high
        sign = 1 if here.turn == before.turn else -1
        assert before.bounds()[0] <= sign * here.lead <= before.bounds()[1]
    if here.over:
        assert here.final() == slow.margin(here.turn)
        with pytest.raises(IllegalMove):
            here.play(0)


def test_positions_of_different_rules_are_different():
    positions = {KALAH.start("6x6", rules) for rules in RULE_SETS}
    assert len(positions) == len(RULE_SETS)
    assert KALAH.start("6x6") != KALAH.start("6x5")
    assert KALAH.start("6x6") != "a string"


def test_positions_refuse_impossible_boards():
    for pits, stones in ((0, 4), (9, 4), (6, 145), (6, -1)):
        with pytest.raises(ValueError, match="a Kalah board"):
            KalahPosition(pits, stones)
    for stones in (0, 10):
        with pytest.raises(ValueError, match="1 to 9 stones"):
            kalah_start(6, stones)


def test_the_last_stone_in_the_own_store_moves_again():
    here = KALAH.start("6x6")
    assert here.play(0)
    assert here.turn == 0
    assert KALAH.position_text(here) == "<6,1,0,0,7,7,7,7,7,6,6,6,6,6,6>"


def test_a_full_lap_captures_in_the_pit_it_began_from():
    assert after("<6,0,0,0,13,0,0,0,0,1,1,1,1,1,1>", "2") == "<6,0,4,2,2,2,2,0,2,1,0,1,1,1,1> N"


def test_an_empty_opposite_pit_captures_nothing_by_the_standard_rule():
    start = "<3,0,0,1,0,3,3,0,3>"
    assert after(start, "1") == "<3,0,0,3,0,3,0,1,3> N"
    assert after(start, "1", "empty-capture") == "<3,0,1,3,0,3,0,0,3> N"


def test_a_capture_takes_both_pits():
    assert after("<3,0,0,1,0,3,3,2,3>", "1") == "<3,0,3,3,0,3,0,0,3> N"
    events = list(KALAH.tell(position("<3,0,0,1,0,3,3,2,3>"), 0))
    assert events[-1] == Capture((1, 5), 3)


def test_no_capture_in_a_pit_that_was_not_empty_or_is_the_opponents():
    assert after("<3,0,0,1,1,3,3,2,3>", "1") == "<3,0,0,3,2,3,0,2,3> N"
    assert after("<3,0,0,1,0,3,0,2,3>", "3") == "<3,0,1,1,3,3,1,0,0> N"


def test_a_player_without_stones_after_the_own_move_ends_the_game():
    here = position("<3,5,5,0,0,1,2,1,3>")
    events = list(KALAH.tell(here, 2))
    assert events[-1] == Sweep((4, 5, 6), 7)
    assert not here.play(2)
    assert here.over
    assert (here.store(0), here.store(1)) == (6, 11)
    assert here.turn == 1
    assert here.final() == 5


def test_a_capture_that_empties_the_opponent_sweeps_the_own_stones():
    here = position("<3,5,5,1,0,2,0,2,0>", "last-stone")
    assert not here.play(0)
    assert here.over
    assert (here.store(0), here.store(1)) == (10, 5)


def test_when_both_sides_are_empty_nothing_is_swept():
    here = position("<2,3,3,1,0,1,0>", "empty-capture")
    assert [type(event) for event in KALAH.tell(here, 0)] == [Lift, Sow, Capture]
    here.play(0)
    assert here.over
    assert (here.store(0), here.store(1)) == (5, 3)


def test_a_majority_ends_the_game_at_once_unless_played_to_the_last_stone():
    text = "<3,8,3,1,1,1,1,1,1>"
    ended = position(text)
    assert not ended.play(2)
    assert ended.over
    assert ended.final() == -6
    goes_on = position(text, "last-stone")
    assert goes_on.play(2)
    assert not goes_on.over


def test_half_of_the_stones_is_no_majority():
    here = position("<3,8,4,1,1,1,1,1,1>")
    assert here.play(2)
    assert not here.over


def test_99_means_a_won_game_only_where_an_article_has_judged_a_majority():
    start = KALAH.start("8x9")
    assert KALAH.only_wins(start, 99, published=True)
    assert KALAH.only_wins(start, -99, published=True)
    assert not KALAH.only_wins(start, 98, published=True)
    assert not KALAH.only_wins(start, 99, published=False)
    assert not KALAH.only_wins(start, 100, published=False)
    assert not KALAH.only_wins(KALAH.start("8x9", ["last-stone"]), 99, published=True)
    won = KALAH.parse_position("<2,7,1,1,0,2,1>")
    assert KALAH.only_wins(won, won.published(), published=True)
