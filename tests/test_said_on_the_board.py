"""What the board says about a move in flight: who moves again, who passes."""

from __future__ import annotations

import pygame
import pytest

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.game import Again
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.services import naming, words
from kalahgui.match.match import Match, Player

COMPUTER = Player(computer=Method(level=1))


@pytest.fixture(autouse=True)
def english():
    words.choose("en")


def said(match: Match, event: Again) -> str:
    view = VIEWS[match.game.key](
        match.game, match.start, pygame.Rect(0, 0, 900, 500), 0, PALETTES["paper"]
    )
    message = view.said(event, view.shown(match), match)
    return naming.message_words(message, match)


@pytest.mark.parametrize(
    ("players", "side", "words_said"),
    [
        ((Player("Ann"), Player("Bob")), 0, "Ann moves again"),
        ((Player("Ann"), Player("Bob")), 1, "Bob moves again"),
        ((Player(), COMPUTER), 0, "You move again"),
        ((Player(), COMPUTER), 1, "Computer moves again"),
        ((COMPUTER, Player("Bob")), 1, "Bob moves again"),
    ],
)
def test_it_is_said_who_moves_again(players, side, words_said):
    match = Match(GAMES["kalah"], "6x4", (), players)
    assert said(match, Again(side)) == words_said


def test_after_a_swap_of_sides_the_player_is_named_who_has_the_side_now():
    match = Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Bob")), pie=True)
    match.replay_texts(["1", "swap"])
    assert said(match, Again(0)) == "Bob moves again"


def test_who_passes_is_spoken_to():
    match = Match(GAMES["reversi"], "4x4", (), (Player(), COMPUTER))
    assert said(match, Again(1, passed=True)) == "You cannot move and pass"
    assert said(match, Again(0, passed=True)) == "Computer cannot move and passes"
