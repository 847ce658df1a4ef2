"""Walking through a match while it is played: keys, the way back, the computer that goes on."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.words import LANGUAGES, say

COMPUTER = Seat(person=False, custom=True, algorithm="minimax", turns=1)


def start(window: Driver, card: str = "kalah", second: Seat = COMPUTER, **choices) -> Play:
    return window.start(card, second=second, **choices)


def turns(window: Driver, play: Play, count: int) -> None:
    """Let the person and the computer play so many turns each."""
    for _ in range(count):
        person = play.match.tip.position.turn
        while play.session.persons_turn and play.match.position.turn == person:
            play.session.play(play.match.position.moves()[-1])
        window.app.wake()
        window.wait_for(lambda: play.session.persons_turn)
    window.settle()


def control(play: Play, label: str):
    return next(
        each
        for each in play.controls.all
        if label in (each.icon, getattr(each.element, "text", ""))
    )


def test_page_up_and_down_home_and_end_walk_and_change_nothing(window):
    play = start(window)
    turns(window, play, 3)
    match, tip = play.match, play.match.tip
    plies = tip.plies
    window.key(pygame.K_PAGEUP)
    assert match.here is tip.parent
    window.key(pygame.K_PAGEUP)
    window.key(pygame.K_PAGEDOWN)
    assert match.here is tip.parent
    window.key(pygame.K_HOME)
    assert match.here is match.root
    window.key(pygame.K_END)
    assert match.here is tip and match.tip is tip and tip.plies == plies


@pytest.mark.few(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_status_says_where_one_stands_and_a_button_leads_back(window, monkeypatch, language):
    window.speak(language)
    play = start(window)
    turns(window, play, 2)
    count = len(play.match.plies)
    whereabouts = play.panel.whereabouts
    assert whereabouts.words() == ""
    assert not control(play, say("list_back")).element.visible
    window.key(pygame.K_PAGEUP)
    assert whereabouts.words().startswith(say("list_earlier", n=count - 1, of=count))
    window.press(say("list_back"))
    assert play.match.here is play.match.tip
    window.frames()
    assert not control(play, say("list_back")).element.visible


def test_a_move_at_an_earlier_position_opens_a_side_line_in_which_the_computer_answers(window):
    play = start(window)
    turns(window, play, 2)
    match, tip = play.match, play.match.tip
    window.key(pygame.K_HOME)
    other = next(move for move in (1, 2, 3) if match.root.child(move) is None)
    window.type(match.game.text(other))
    window.wait_for(lambda: match.aside and len(match.end.line) > 1)
    window.wait_for(lambda: play.session.persons_turn)
    assert match.tip is tip and match.here is match.end
    assert play.panel.whereabouts.words() == say("list_side_line")
    window.press(say("list_back"))
    assert match.here is match.end is match.tip is tip


def test_the_computer_goes_on_while_somebody_looks_elsewhere_and_that_is_said(window):
    play = start(window)
    turns(window, play, 1)
    person = play.match.position.turn
    while play.match.position.turn == person and not play.match.over:
        play.session.play(play.match.position.moves()[-1])
    play.session.go_to_start()
    before = play.match.tip
    window.app.wake()
    window.wait_for(lambda: play.match.tip is not before and not play.session.computer_moves)
    assert play.match.here is play.match.root
    assert play.panel.whereabouts.words() == say("list_computer_has_moved")
    window.key(pygame.K_END)
    assert play.panel.whereabouts.words() == ""


@pytest.mark.slow
def test_what_cannot_be_done_looks_disabled(window):
    play = start(window)
    for icon in ("undo", "redo", "replay", "review"):
        assert not control(play, icon).enabled
    turns(window, play, 1)
    assert control(play, "undo").enabled and control(play, "replay").enabled
    assert not control(play, "redo").enabled
    window.press("undo")
    window.frames()
    assert control(play, "redo").enabled and not control(play, "undo").enabled
    window.press("redo")
    window.key(pygame.K_PAGEUP)
    assert not control(play, "undo").enabled, "nothing is taken back while one walks"


def test_the_toolbar_is_not_built_anew_by_a_move(window):
    play = start(window, second=Seat())
    window.type("3")
    window.frames(2)
    elements = [each.element for each in play.controls.all]
    window.type("4")
    window.frames(2)
    assert [each.element for each in play.controls.all] == elements


def test_every_button_of_the_top_row_has_its_place_at_1280(window):
    second = Seat(person=False, level=3)
    play = start(window, card="reversi", second=second)
    title_end = 420
    tools = [each for each in play.controls.all if each.icon and each.icon != "home"]
    assert len(tools) <= 18
    assert min(each.rect.left for each in tools) > title_end


# -- the expected line


def expecting(window: Driver) -> Play:
    second = Seat(person=False, custom=True, algorithm="alpha-beta", turns=5)
    play = start(window, second=second, thinking=True)
    turns(window, play, 1)
    assert len(play.panel.line.nodes) > 3
    return play


def test_the_moves_of_the_expected_line_can_be_seen_on_the_board(window):
    play = expecting(window)
    nodes, match = play.panel.line.nodes, play.match
    first_not_played = next(node for node in nodes if node not in match.main_line)
    tree = list(match.root.below())
    place = play.panel.line.place_of(first_not_played)
    window.click(place.center)
    assert match.here is first_not_played
    assert play.panel.line.nodes[nodes.index(match.here)] is match.here
    assert list(match.root.below()) == tree, "looking adds nothing to the tree"
    window.key(pygame.K_END)
    assert match.here is match.tip


@pytest.mark.slow
def test_a_move_played_on_from_the_expected_line_is_kept(window):
    play = expecting(window)
    match = play.match
    node = next(node for node in play.panel.line.nodes if node not in match.main_line)
    window.click(play.panel.line.place_of(node).center)
    assert match.here is node
    if play.session.persons_turn:
        play.session.play(match.position.moves()[0])
        assert node in node.parent.children


@pytest.mark.slow
def test_the_thinking_goes_altogether_when_it_is_switched_off(window):
    play = expecting(window)
    rows = play.panel.moves.rect.height
    window.key(pygame.K_t, "t")
    assert play.panel.line.rect.height == 0
    assert play.panel.moves.rect.height > rows
    why = control(play, say("why"))
    assert why.element.visible and play.panel.rect.contains(why.rect)


@pytest.mark.slow
def test_the_way_back_names_the_key_only_where_that_leads_back(window):
    play = start(window)
    turns(window, play, 2)
    match, tip = play.match, play.match.tip
    window.key(pygame.K_HOME)
    window.frames(2)
    assert control(play, say("list_back")).key == "End"
    window.key(pygame.K_END)
    assert match.here is tip and not play.panel.whereabouts.elsewhere
    play.session.paused = True
    window.key(pygame.K_HOME)
    window.type(play.view.move_text(match.position.moves()[0], 0))
    window.frames(2)
    assert match.aside
    assert control(play, say("list_back")).key == ""
    window.key(pygame.K_END)
    assert match.aside
    window.press(say("list_back"))
    window.frames(2)
    assert match.here is tip and not match.aside


def test_a_match_without_a_move_has_nothing_to_review(window):
    play = start(window)
    window.key(pygame.K_r, "R", pygame.KMOD_SHIFT)
    assert window.app.screen is play
    assert play.session.message.key == "no_review"
