"""Kalah: its rules, against published counts and a slow implementation, and its notation."""

import re

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Board

from kalahgui.core.kalah import KalahPosition
from kalahgui.core.kalah import start as kalah_start
from kalahgui.core.perft import perft
from kalahgui.core.position import IllegalMove
from kalahgui.games import GAMES, game_and_variant
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
        cells = fold(KALAH.cells(here), events)
        before = here.copy()
        again = here.play(move)
        assert slow.play(move) == again
        assert KALAH.cells(here) == slow.cells == cells
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


# -- moves and positions as text


def walk(game, variant, choices):
    """Yield the positions of a random game."""
    here = game.start(variant)
    yield here
    for choice in choices:
        if here.over:
            return
        here = here.copy()
        here.play(here.moves()[choice % len(here.moves())])
        yield here


@settings(max_examples=examples(30))
@given(
    pits=st.integers(1, 8),
    stones=st.integers(1, 9),
    choices=st.lists(st.integers(0, 99), max_size=60),
)
def test_every_kalah_board_has_a_notation(pits, stones, choices):
    for here in walk(KALAH, f"{pits}x{stones}", choices):
        assert KALAH.parse_position(KALAH.position_text(here)) == here


WRONG = [
    *("", "6", "<>", "<6,1>", "<0,0,0>", "<9,0,0>", "<2,0,0,1,2,1>", "<2,0,0,1,2,1,2,3>"),
    *("<2,0,0,1,-2,1,2>", "<2,0,0,1,x,1,2>", "<2,0,0,1,,1,2>", "<2,0,0,1,2,1,2"),
    *("<2,0,0,1,2,1,2> S", "<2,0,0,1,2,1,9999>", "<2,0,0,1,2,1,99999999999999999999999>"),
    *("<2,0,0,1,²,1,2>", "<6,6,6,6,6>\n<6>"),
]


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_kalah_position_is_one_sentence(text):
    with pytest.raises(ValueError, match="Kalah") as error:
        KALAH.parse_position(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<2,0,0,-1,2,1,2>", "a Kalah pit cannot hold -1 stones"),
        ("<2,0,-4,3,2,-1,2>", "a Kalah store cannot hold -4 stones"),
        ("<-2,0,0,1,2,1,2>", "a Kalah board has 1 to 8 pits a side, not -2"),
        ("<2,0,0,1-1,2,1,2>", "looks like <M,S,N,M south pits,M north pits>"),
    ],
)
def test_what_is_wrong_with_a_kalah_position_is_told(text, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        KALAH.parse_position(text)


def test_a_position_may_be_spaced_and_finished_and_is_checked_against_a_board_that_was_named():
    text = "<2,0,0,1,2,1,2>"
    spaced = KALAH.parse_position(" < 2, 0,0 ,1,2,1,2 >  N ")
    assert KALAH.position_text(spaced) == f"{text} N"
    ended = KALAH.parse_position("<2,1,0,0,0,1,2>")
    assert ended.over
    assert ended.final() == -2
    with pytest.raises(ValueError, match="which is not 2x2"):
        KALAH.parse_position(text, variant="2x2")
    assert KALAH.parse_position("<2,0,2,1,2,1,2>", variant="2x2").stones == 8


def test_a_wrong_move_game_or_board_is_refused():
    for text in ("", "0", "9", "11", "a", "-1", "²", "1 2"):
        with pytest.raises(ValueError, match="from 1 to 8"):
            KALAH.parse_move(text)
    for text in ("chess", "", "kalah:", "kalah:6", "kalah:0x4", "kalah:6x10"):
        with pytest.raises(ValueError, match=r"Kalah|game"):
            game_and_variant(text)
