"""Moves and positions as text, there and back."""

import re

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.games import GAMES, game_and_variant

KALAH = GAMES["kalah"]


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


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6",
        "<>",
        "<6,1>",
        "<0,0,0>",
        "<9,0,0>",
        "<2,0,0,1,2,1>",
        "<2,0,0,1,2,1,2,3>",
        "<2,0,0,1,-2,1,2>",
        "<2,0,0,1,x,1,2>",
        "<2,0,0,1,,1,2>",
        "<2,0,0,1,2,1,2",
        "<2,0,0,1,2,1,2> S",
        "<2,0,0,1,2,1,9999>",
        "<2,0,0,1,2,1,99999999999999999999999>",
        "<2,0,0,1,²,1,2>",
        "<6,6,6,6,6>\n<6>",
    ],
)
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


def test_a_position_may_be_spaced_and_finished():
    assert KALAH.position_text(KALAH.parse_position(" < 2, 0,0 ,1,2,1,2 >  N ")) == (
        "<2,0,0,1,2,1,2> N"
    )
    ended = KALAH.parse_position("<2,1,0,0,0,1,2>")
    assert ended.over
    assert ended.final() == -2


def test_a_position_is_checked_against_a_board_that_was_named():
    text = "<2,0,0,1,2,1,2>"
    with pytest.raises(ValueError, match="which is not 2x2"):
        KALAH.parse_position(text, variant="2x2")
    assert KALAH.parse_position("<2,0,2,1,2,1,2>", variant="2x2").stones == 8


@pytest.mark.parametrize("text", ["", "0", "9", "11", "a", "-1", "²", "1 2"])
def test_a_wrong_kalah_move_is_refused(text):
    with pytest.raises(ValueError, match="from 1 to 8"):
        KALAH.parse_move(text)


@pytest.mark.parametrize("text", ["chess", "", "kalah:", "kalah:6", "kalah:0x4", "kalah:6x10"])
def test_a_wrong_game_or_board_is_refused(text):
    with pytest.raises(ValueError, match=r"Kalah|game"):
        game_and_variant(text)


def test_an_unknown_rule_is_refused():
    for game in GAMES.values():
        with pytest.raises(ValueError, match="no rule 'chess'"):
            game.start(game.variant, ["chess"])
