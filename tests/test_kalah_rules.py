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
from kalahgui.games.game import Again, Capture, Sow, Sweep, fold

KALAH = GAMES["kalah"]
EMPTY_CAPTURE, LAST_STONE = ("empty-capture",), ("last-stone",)
RULE_SETS = ((), EMPTY_CAPTURE, LAST_STONE, EMPTY_CAPTURE + LAST_STONE)

boards = st.tuples(st.integers(1, 8), st.integers(1, 9))
choices = st.lists(st.integers(0, 1000), max_size=120)


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


def test_positions_refuse_impossible_boards():
    for pits, stones in ((0, 4), (9, 4), (6, 145), (6, -1)):
        with pytest.raises(ValueError, match="a Kalah board"):
            KalahPosition(pits, stones)
    for stones in (0, 10):
        with pytest.raises(ValueError, match="1 to 9 stones"):
            kalah_start(6, stones)


@pytest.mark.parametrize(
    ("start", "move", "rules", "end", "last"),
    [
        # The last stone in the own store moves again.
        (
            "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>",
            "1",
            (),
            "<6,1,0,0,7,7,7,7,7,6,6,6,6,6,6>",
            Again(0),
        ),
        # A full lap captures in the pit that it began from.
        (
            "<6,0,0,0,13,0,0,0,0,1,1,1,1,1,1>",
            "2",
            (),
            "<6,0,4,2,2,2,2,0,2,1,0,1,1,1,1> N",
            Capture((1, 11), 6),
        ),
        # An empty opposite pit captures nothing by the standard rule.
        ("<3,0,0,1,0,3,3,0,3>", "1", (), "<3,0,0,3,0,3,0,1,3> N", Sow(1)),
        ("<3,0,0,1,0,3,3,0,3>", "1", EMPTY_CAPTURE, "<3,0,1,3,0,3,0,0,3> N", Capture((1,), 3)),
        # A capture takes both pits, and there is none in a full pit or in the opponent's.
        ("<3,0,0,1,0,3,3,2,3>", "1", (), "<3,0,3,3,0,3,0,0,3> N", Capture((1, 5), 3)),
        ("<3,0,0,1,1,3,3,2,3>", "1", (), "<3,0,0,3,2,3,0,2,3> N", Sow(1)),
        ("<3,0,0,1,0,3,0,2,3>", "3", (), "<3,0,1,1,3,3,1,0,0> N", Sow(5)),
        # Who has no stone left ends the game, and each side takes its own home.
        ("<3,5,5,0,0,1,2,1,3>", "3", (), "<3,11,6,0,0,0,0,0,0> N", Sweep((4, 5, 6), 7)),
        ("<3,5,5,1,0,2,0,2,0>", "1", LAST_STONE, "<3,5,10,0,0,0,0,0,0> N", Sweep((2,), 3)),
        # Where both sides are empty nothing is swept.
        ("<2,3,3,1,0,1,0>", "1", EMPTY_CAPTURE, "<2,3,5,0,0,0,0> N", Capture((1, 3), 2)),
        # A majority ends the game at once, half of the stones does not.
        ("<3,8,3,1,1,1,1,1,1>", "3", (), "<3,3,9,1,1,1,1,1,0> N", Sow(3)),
        ("<3,8,3,1,1,1,1,1,1>", "3", LAST_STONE, "<3,9,3,1,1,0,1,1,1>", Again(0)),
        ("<3,8,4,1,1,1,1,1,1>", "3", (), "<3,9,4,1,1,0,1,1,1>", Again(0)),
    ],
)
def test_a_sowing(start, move, rules, end, last):
    here = KALAH.parse_position(start, rules)
    assert list(KALAH.tell(here, KALAH.parse_move(move)))[-1] == last
    again = here.play(KALAH.parse_move(move))
    assert KALAH.position_text(here) == end
    assert (again, here.turn == 0) == (isinstance(last, Again),) * 2
    majority = not rules and 2 * max(here.store(0), here.store(1)) > here.stones
    assert here.over == (majority or not (here.own or here.opp))


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
