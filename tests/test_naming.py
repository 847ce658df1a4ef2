"""What players, levels and turns are called."""

from __future__ import annotations

import pytest

from kalahgui.core.search import Finding
from kalahgui.engine.levels import levels_of, levels_on
from kalahgui.engine.limit import Limit
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.game import Message
from kalahgui.gui.screens.play.status import status_words
from kalahgui.gui.services import naming, words
from kalahgui.gui.services.navigation import GameOf
from kalahgui.library import earlier_versions
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP
from kalahgui.match.session import Thought

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


COMPUTER = Player(computer=Method(level=1))


def said(window, key: str, variant: str, players) -> str:
    window.app.open(GameOf(Match(GAMES[key], variant, (), players)))
    window.frames(2)
    return status_words(window.app.screen.session)


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("players", [(Player("Ann"), Player("Bob")), (Player(), COMPUTER)])
def test_a_board_of_one_pit_has_one_key(window, language, players):
    window.speak(language)
    one = said(window, "kalah", "1x4", players)
    assert one.count("1") == 1
    for pits in (2, 8):
        several = said(window, "kalah", f"{pits}x4", players)
        assert "1" in several
        assert str(pits) in several


@pytest.mark.few(2)
@pytest.mark.parametrize("key", [key for key in GAMES if key not in {"kalah"}])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_other_games_say_whose_turn_it_is(window, key, language):
    window.speak(language)
    turn = said(window, key, GAMES[key].variant, (Player("Ann"), Player("Bob")))
    assert "Ann" in turn
    assert "%" not in turn
    assert "kalahgui" not in turn


def test_a_single_point_is_one_point():
    words.choose("en")
    game = GAMES["reversi"]
    limit = Limit("measures", turns=1, evaluation="measures")
    for value, expected in (
        (1, "+1 point"),
        (-1, "\u22121 point"),
        (0, "0 points"),
        (7, "+7 points"),
    ):
        finding = Finding(depth=1, value=value, line=[], nodes=1, exact=False)
        thought = Thought(game.start("8x8"), finding, limit, 0.1, 0)
        assert naming.value_words(game, thought) == expected
