"""Why a game is over: said by the game, with numbers that are true of the last position."""

from __future__ import annotations

import random

import pytest

from kalahgui.games import GAMES
from kalahgui.games.game import Message, Sweep
from kalahgui.gui.services import naming, words
from kalahgui.match.match import Match, Player

BOARDS = [(game, variant) for game in GAMES.values() for variant in game.variants]
BOARDS += [(GAMES["kalah"], variant) for variant in ("1x1", "2x3", "8x9")]


def last_move(game, variant, rules, seed):
    """Play a random game; return the position before its last move, that move, and the end."""
    chance = random.Random(f"{game.key} {variant} {seed}")
    position = game.start(variant, rules)
    while True:
        move = chance.choice(position.moves())
        before = position.copy()
        position.play(move)
        if position.over:
            return before, move, position


def players_of(name="", other=""):
    return Match(GAMES["reversi"], "4x4", (), (Player(name), Player(other)))


@pytest.mark.parametrize("rules", [(), ("last-stone",), ("empty-capture",)])
@pytest.mark.parametrize("variant", ["1x1", "2x3", "6x4", "6x6", "8x9"])
def test_kalah_ends_by_a_majority_or_by_an_empty_side(variant, rules):
    game, ends = GAMES["kalah"], set()
    for seed in range(12):
        before, move, end = last_move(game, variant, rules, seed)
        why, stones = game.why_over(end), sum(game.cells(end))
        ends.add(why.key)
        if why.key == "end_majority":
            assert why.values["n"] == max(game.points(end))
            assert why.values["all"] == stones == sum(game.cells(game.start(variant)))
            assert 2 * why.values["n"] > stones
            assert not any(isinstance(event, Sweep) for event in game.tell(before, move))
        else:
            assert why == Message.of("end_empty_side")
            assert sum(game.points(end)) == stones
    if variant == "6x4":
        majority = set() if "last-stone" in rules else {"end_majority"}
        assert ends == {"end_empty_side"} | majority


@pytest.mark.parametrize(
    ("squares", "why"),
    [
        ("XXXXXXXXXXXXXXXO X", Message.of("end_full_board")),
        ("XXXXXXXXXXXXXXO- X", None),
        ("XXXXXXXXXXXXXXX- X", Message.of("end_no_discs", side=1)),
        ("OOOOOOOO-------- X", Message.of("end_no_discs", side=0)),
        ("XXXX----------OO X", Message.of("end_no_moves", count=10)),
        ("XXXXXXXXXXXXX-OX X", None),
    ],
)
def test_reversi_ends_full_or_stuck_or_with_one_colour(squares, why):
    position = GAMES["reversi"].parse_position(squares, variant="4x4")
    assert position.over == (why is not None)
    if why is not None:
        assert GAMES["reversi"].why_over(position) == why


@pytest.mark.parametrize(
    ("key", "text", "why"),
    [
        ("tictactoe", "oooxx....", Message.of("end_three_in_a_row")),
        ("tictactoe", "oxooxxxoo", Message.of("end_full_board")),
        ("tictactoe", "oxoxoxoxo", Message.of("end_three_in_a_row")),
        ("eight", "8,3", Message.of("end_exactly", goal=8)),
        ("eight", "9,3", Message.of("end_over", goal=8, total=9)),
    ],
)
def test_the_small_games_end_with_a_line_full_at_eight_or_over_it(key, text, why):
    assert GAMES[key].why_over(GAMES[key].parse_position(text)) == why


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(("game", "variant"), BOARDS, ids=lambda case: getattr(case, "key", case))
def test_every_end_has_words_with_its_numbers(game, variant, language):
    words.choose(language)
    try:
        for seed in range(8):
            _, _, end = last_move(game, variant, (), seed)
            why = game.why_over(end)
            said = naming.message_words(why, players_of("Ann", "Bob"))
            assert "%{" not in said
            assert why.key not in said
            for value in why.values.values():
                # A single square is said in words.
                assert str(value) in said or value in (0, 1)
    finally:
        words.choose("en")


def test_the_players_are_called_by_their_names_and_who_resigns_is_why_the_game_is_over():
    match = players_of("Ann", "Bob")
    assert (
        naming.message_words(Message.of("end_no_discs", side=1), match) == "Bob has no discs left"
    )
    match.resign(1)
    assert naming.why_over_words(match) == "Bob resigned"
    assert naming.result_words(match) == "", "the discs on the board do not say who has won"
