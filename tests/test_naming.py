"""What nameless players and levels are called."""

from __future__ import annotations

import pytest

from kalahgui.engine.levels import levels_of, levels_on
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.game import Message
from kalahgui.gui.services import naming, words
from kalahgui.library import earlier_versions
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP

KALAH = GAMES["kalah"]
LEVEL_4, LEVEL_6 = Method(level=4), Method(level=6)
MINIMAX = Method(algorithm="minimax", turns=3)


@pytest.fixture(autouse=True)
def english():
    words.choose("en")


def match_of(first: Player, second: Player, game: str = "kalah", variant: str = "6x6") -> Match:
    return Match(GAMES[game], variant, (), (first, second), pie=game == "kalah")


def names(match: Match) -> list[str]:
    return [naming.player_name(match, seat) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("first", "second", "game", "variant", "called"),
    [
        (None, None, "kalah", "6x6", ["First player", "Second player"]),
        (None, None, "reversi", "8x8", ["Black", "White"]),
        (None, LEVEL_4, "kalah", "6x6", ["You", "Computer"]),
        (LEVEL_4, LEVEL_6, "kalah", "6x6", ["Level 4", "Level 6"]),
        (LEVEL_4, MINIMAX, "kalah", "6x6", ["Level 4", "minimax"]),
        (LEVEL_4, LEVEL_4, "reversi", "8x8", ["Black", "White"]),
    ],
)
def test_the_nameless_are_called_by_what_they_are(first, second, game, variant, called):
    assert names(match_of(Player("", first), Player("", second), game, variant)) == called


def test_a_name_that_was_given_stays():
    assert names(match_of(Player("Ann"), Player(""))) == ["Ann", "Second player"]


def test_after_a_swap_nobody_is_called_by_the_seat():
    match = match_of(Player(), Player())
    match.replay_texts(["2", "swap"])
    assert match.here.ply == SWAP
    assert names(match) == ["Second player", "First player"]
    for seat in (0, 1):
        side = seat ^ match.here.swapped
        # The name says the side already.
        assert naming.plate_words(match, seat, side) == ""
    before = match.here.parent
    assert naming.player_name(match, 1, before) == "Second player"


def test_who_swapped_is_said_as_it_was_called_before():
    match = match_of(Player(), Player())
    match.replay_texts(["2", "swap"])
    assert naming.message_words(Message.of("said_swap", seat=1), match) == (
        "Second player swaps sides"
    )
    assert naming.message_words(Message.of("other_side", seat=1), match) == (
        "These pits belong to First player."
    )


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_level_has_a_name_of_its_own(language):
    words.choose(language)
    for levels in (levels_of(KALAH), earlier_versions.levels_of(KALAH)):
        said = {naming.level_title(level).partition(" · ")[2] for level in levels}
        assert len(said) == len(levels)
        assert all(said)
    words.choose("en")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_level_of_every_board_says_what_it_is_like(language):
    words.choose(language)
    for game in GAMES.values():
        for variant in game.variants:
            said = [naming.manner_words(level, game) for level in levels_on(game, variant)]
            assert len(set(said)) == len(said)
            assert not any("manner_" in each or "%{" in each for each in said)
    words.choose("en")


def test_a_level_of_an_earlier_version_keeps_its_name():
    old = earlier_versions.parse_method("old:6", KALAH)
    match = match_of(Player(), Player("", old))
    assert naming.plate_words(match, 1, 1) == "Level 6 · Expert · alpha-beta, 5 turns ahead"


def test_plates_name_the_level():
    match = match_of(Player(), Player("", LEVEL_6))
    assert naming.plate_words(match, 1, 1, narrow=True) == "Level 6 · Skilled"
    assert naming.plate_words(match, 1, 1) == ("Level 6 · Skilled · playing search, 2 turns ahead")
