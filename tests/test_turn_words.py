"""What the status line says to who is to move, on boards of every size."""

from __future__ import annotations

import pytest

from kalahgui.core.search import Finding
from kalahgui.engine.limit import Limit
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.screens.play.status import status_words
from kalahgui.gui.services import naming, words
from kalahgui.gui.services.navigation import GameOf
from kalahgui.match.match import Match, Player
from kalahgui.match.session import Thought

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
