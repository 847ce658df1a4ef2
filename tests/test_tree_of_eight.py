"""The tree of Eight: hidden while a person plays, until it is asked for, and then explained."""

from __future__ import annotations

import pygame
import pytest

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import words
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match, Player

EIGHT = GAMES["eight"]
COMPUTER = Player(computer=Method(level=1))


def begun(window, *players: Player) -> Play:
    window.app.open(GameOf(Match(EIGHT, "8", (), players)))
    window.frames(2)
    return window.app.screen


def labels(play: Play) -> list[str]:
    return [getattr(control.element, "text", "") for control in play.controls.all]


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [(Player(), Player()), (Player(), COMPUTER)])
def test_a_person_sees_the_tree_when_asked_for_and_no_longer(window, players):
    play = begun(window, *players)
    legend = say("board_tree_ruled_out")
    assert legend not in window.said()
    window.press(say("board_tree_show"))
    assert play.view.tree_shown and legend in window.said()
    window.press(say("board_tree_hide"))
    assert not play.view.tree_shown and legend not in window.said()
    window.key(pygame.K_x, "x")
    assert play.view.tree_shown
    if players[1] is COMPUTER:
        assert {say("board_tree_mover_you"), say("board_tree_wins_you")} <= set(window.said())


def test_between_computers_the_tree_is_there_and_nothing_asks(window):
    play = begun(window, COMPUTER, COMPUTER)
    assert play.view.tree_shown
    assert not {say("board_tree_show"), say("board_tree_hide")} & set(labels(play))


def test_the_tree_is_shown_when_the_game_is_over_and_hidden_when_it_goes_on(window):
    play = begun(window, Player(), Player())
    for text in "2313":
        assert not play.view.tree_shown
        window.type(text)
    assert play.match.over
    window.end()
    assert play.view.tree_shown
    assert say("board_tree_hide") not in labels(play)
    window.key(pygame.K_z)
    window.frames(2)
    assert not play.match.over
    assert not play.view.tree_shown


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_legend_says_whose_turn_and_whose_win_a_node_is(window, language):
    window.speak(language)
    play = begun(window, Player("Ann"), Player("Bob"))
    window.key(pygame.K_x, "x")
    said = window.written()
    texts = [label for label, _ in said]
    for name in ("Ann", "Bob"):
        assert say("board_tree_mover", name=name) in texts
        assert say("board_tree_wins", name=name) in texts
    places = [place for label, place in said if label in _legend_words()]
    assert len(places) == 6
    button = play.view.tree_button
    for place in places:
        assert play.layout.board.contains(place)
        assert not place.colliderect(button)
        assert not place.colliderect(play.view.tree.rect.inflate(0, -4))


def _legend_words() -> set[str]:
    names = [say(f"board_tree_{key}", name=name)
             for key in ("mover", "wins") for name in ("Ann", "Bob")]  # fmt: skip
    return {*names, say("board_tree_played"), say("board_tree_ruled_out")}
