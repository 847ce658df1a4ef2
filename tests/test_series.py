"""A row of matches: every match counts once, for the player who won it."""

import random

import pytest

from kalahgui.games import GAMES
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import GameOf
from kalahgui.match.match import Match, Player, Series

KALAH = GAMES["kalah"]
PERSONS = (Player("Ann"), Player("Bob"))
BEFORE = Series((3, 1), 2)


def before_the_last_move(first: int, second: int) -> Match:
    """Return a match of 2 pits and 3 stones; after the move "2" it stands ``first : second``."""
    text = f"<2,{first - 1},{second - 1},0,1,0,1>"
    start = KALAH.parse_position(text, ["last-stone"])
    return Match(KALAH, "2x3", ("last-stone",), PERSONS, start=start)


def played(first: int, second: int) -> Match:
    match = before_the_last_move(first, second)
    match.replay_texts(["2"])
    assert match.over
    return match


def test_a_match_under_way_counts_nothing():
    assert BEFORE.counting(before_the_last_move(9, 3)) == BEFORE


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [(9, 3, Series((4, 1), 2)), (3, 9, Series((3, 2), 2)), (6, 6, Series((3, 1), 3))],
)
def test_a_match_counts_for_its_winner_or_as_drawn(first, second, after):
    assert BEFORE.counting(played(first, second)) == after


@pytest.mark.parametrize(("seat", "after"), [(0, Series((3, 2), 2)), (1, Series((4, 1), 2))])
def test_who_resigns_gives_the_win_to_the_other(seat, after):
    match = before_the_last_move(9, 3)
    match.resign(seat)
    assert BEFORE.counting(match) == after


def test_a_win_goes_to_the_seat_and_not_to_the_side_after_a_swap():
    match = Match(KALAH, "6x4", (), PERSONS, pie=True)
    match.replay_texts(["1", "swap"])
    rng = random.Random(5)
    while not match.over:
        match.play(rng.choice(match.position.moves()))
    assert match.margin != 0, "another seed is needed: this one ends in a draw"
    winner_sits_first = match.margin < 0  # who sat down first has the second side now
    wins = (4, 1) if winner_sits_first else (3, 2)
    assert BEFORE.counting(match) == Series(wins, 2)


def test_exchanged_seats_take_their_wins_along():
    assert BEFORE.swapped == Series((1, 3), 2)
    assert BEFORE.swapped.swapped == BEFORE


@pytest.mark.few(1)
@pytest.mark.parametrize(("first", "second"), [(9, 3), (3, 9), (6, 6)])
def test_the_end_card_counts_the_match_that_was_just_played(window, first, second):
    match = before_the_last_move(first, second)
    window.app.open(GameOf(match, BEFORE))
    window.type("2")
    window.end()
    card = window.app.screen
    assert isinstance(card, EndCard)
    standing = naming.score_words(BEFORE.counting(match))
    assert standing != naming.score_words(BEFORE)
    assert [words for words in window.said(card.draw) if words.endswith(standing)] == [
        f"Ann – Bob   {standing}"
    ]
