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


@pytest.mark.few(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_walk_the_status_says_where_one_stands_and_a_button_leads_back(window, language):
    window.speak(language)
    play = start(window)
    turns(window, play, 2)
    match, tip = play.match, play.match.tip
    plies, whereabouts = tip.plies, play.panel.whereabouts
    assert whereabouts.words() == ""
    assert not control(play, say("list_back")).element.visible
    for key, node in (
        (pygame.K_PAGEUP, tip.parent),
        (pygame.K_PAGEUP, tip.parent.parent),
        (pygame.K_PAGEDOWN, tip.parent),
        (pygame.K_HOME, match.root),
        (pygame.K_END, tip),
    ):
        window.key(key)
        assert match.here is node
    window.key(pygame.K_PAGEUP)
    assert whereabouts.words().startswith(say("list_earlier", n=len(plies) - 1, of=len(plies)))
    window.press(say("list_back"))
    assert match.here is match.tip is tip and tip.plies == plies
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
    window.key(pygame.K_r, "R", pygame.KMOD_SHIFT)
    assert window.app.screen is play
    assert play.session.message.key == "no_review"
    turns(window, play, 1)
    assert control(play, "undo").enabled and control(play, "replay").enabled
    assert not control(play, "redo").enabled
    window.press("undo")
    window.frames()
    assert control(play, "redo").enabled and not control(play, "undo").enabled
    window.press("redo")
    window.key(pygame.K_PAGEUP)
    assert not control(play, "undo").enabled, "nothing is taken back while one walks"


def test_the_moves_of_the_expected_line_can_be_seen_on_the_board(window):
    second = Seat(person=False, custom=True, algorithm="alpha-beta", turns=5)
    play = start(window, second=second, thinking=True)
    turns(window, play, 1)
    nodes, match = play.panel.line.nodes, play.match
    assert len(nodes) > 3
    first_not_played = next(node for node in nodes if node not in match.main_line)
    tree = list(match.root.below())
    window.click(play.panel.line.place_of(first_not_played).center)
    assert match.here is first_not_played
    assert match.here in play.panel.line.nodes
    assert list(match.root.below()) == tree, "looking adds nothing to the tree"
    window.key(pygame.K_END)
    assert match.here is match.tip
    rows = play.panel.moves.rect.height
    window.key(pygame.K_t, "t")
    assert play.panel.line.rect.height == 0
    assert play.panel.moves.rect.height > rows
    why = control(play, say("why"))
    assert why.element.visible and play.panel.rect.contains(why.rect)
