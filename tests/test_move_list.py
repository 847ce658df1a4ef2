"""The list of moves in the window: clicks, keys, the wheel, drags, side lines."""

from __future__ import annotations

import random

import pygame
import pytest
from driver import Driver

from kalahgui.gui.screens.play.play import Play
from kalahgui.match.node import Node


def start(window: Driver, card: str = "kalah", plies: int = 0) -> Play:
    play = window.start(card)
    rng = random.Random(7)
    while len(play.match.plies) < plies:
        play.session.play(rng.choice(play.match.position.moves()))
    drawn(window)
    return play


def drawn(window: Driver) -> None:
    window.app.wake()
    window.frames(2)


def click(window: Driver, play: Play, node: Node) -> None:
    place = play.panel.moves.place_of(node)
    assert place is not None and play.panel.moves.rect.contains(place)
    window.click(place.center)


def side_line(play: Play, ago: int) -> Node:
    """Add a ply that was not played beside one of the last plies."""
    match = play.match
    node = match.main_line[-1 - ago]
    other = next(move for move in node.position.moves() if node.child(move) is None)
    return match.add(node, other)


def test_a_click_on_a_ply_shows_its_position_and_changes_nothing(window):
    play = start(window, plies=12)
    match, tip = play.match, play.match.tip
    node = match.main_line[5]
    click(window, play, node)
    assert match.here is node
    assert match.tip is tip and match.end is tip
    assert list(map(len, play.session.shown.cells)) == match.game.cells(node.position)


def test_every_ply_of_a_chain_is_a_target_of_its_own(window):
    play = start(window)
    window.type("12")  # moves again, and then not
    first, second = play.match.here.parent, play.match.here
    assert first.position.turn == 0 and second.position.turn == 1
    click(window, play, first)
    assert play.match.here is first
    click(window, play, second)
    assert play.match.here is second


def test_tab_gives_the_list_the_arrows_and_a_click_on_the_board_takes_them_away(window):
    play = start(window, plies=6)
    here = play.match.here
    window.key(pygame.K_LEFT)
    assert play.match.here is here, "the board has the arrows at first"
    play.hands.let_go()
    for _ in play.controls.all:
        window.key(pygame.K_TAB)
        if play.panel.moves.focused:
            break
    assert play.panel.moves.focused
    window.key(pygame.K_LEFT)
    assert play.match.here is here.parent
    window.key(pygame.K_RIGHT)
    assert play.match.here is here
    play.refresh()
    assert play.panel.moves.focused, "laying out again leaves the keys where they are"
    window.click((600, 690))
    assert not play.panel.moves.focused


@pytest.mark.slow
def test_the_list_is_scrolled_by_wheel_keys_drag_and_bar(window):
    play = start(window, card="reversi", plies=50)
    moves = play.panel.moves
    bottom = moves.rows_shown
    assert bottom.stop == len(moves.rows) and bottom.start > 3
    window.move_to(moves.rect.center)
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=2, flipped=False))
    window.frames()
    assert moves.rows_shown.start == bottom.start - 2
    click(window, play, play.match.main_line[2 * moves.rows_shown.start + 8])
    here, before = play.match.here, moves.rows_shown
    window.key(pygame.K_UP)
    assert moves.rows_shown.start == before.start - 1
    drag(window, moves.rect.center, (0, 70))
    assert moves.rows_shown.start < before.start - 1
    assert play.match.here is here, "a drag is no click"
    drag(window, (moves.rect.right - 3, moves.rect.centery), (0, -400))
    assert moves.rows_shown.start == 0
    drag(window, (moves.rect.right - 3, moves.rect.centery), (0, 400))
    assert moves.rows_shown.stop == len(moves.rows)


def drag(window: Driver, point: tuple[int, int], way: tuple[int, int]) -> None:
    window.move_to(point)
    end = (point[0] + way[0], point[1] + way[1])
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=point, button=1, touch=False))
    window.frames()
    window.move_to(end)
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
    window.frames()


def test_the_position_looked_at_stays_in_view(window):
    play = start(window, card="reversi", plies=50)
    for node in (play.match.main_line[2], play.match.main_line[30], play.match.tip):
        play.session.go_to(node)
        drawn(window)
        place = play.panel.moves.place_of(node)
        assert place is not None and play.panel.moves.rect.contains(place)


@pytest.mark.few(1)
@pytest.mark.parametrize("by_keys", [True, False])
def test_a_side_line_is_promoted_and_that_is_taken_back(window, by_keys):
    play = start(window, plies=10)
    match, tip = play.match, play.match.tip
    side = side_line(play, 3)
    drawn(window)
    click(window, play, side)
    if by_keys:
        window.key(pygame.K_p, "p")
    else:
        press_button(window, play, "promote")
    assert match.tip is side
    assert play.session.message.key == "line_promoted"
    window.key(pygame.K_z, "z")
    assert match.tip is tip


@pytest.mark.few(1)
@pytest.mark.parametrize("by_keys", [True, False])
def test_a_side_line_is_deleted_and_that_is_taken_back(window, by_keys):
    play = start(window, plies=10)
    side = side_line(play, 3)
    drawn(window)
    click(window, play, side)
    if by_keys:
        window.key(pygame.K_DELETE)
    else:
        press_button(window, play, "close")
    assert side not in side.parent.children
    assert play.match.here is side.parent
    window.key(pygame.K_z, "z")
    assert side in side.parent.children


def press_button(window: Driver, play: Play, icon: str) -> None:
    button = next(each for each in play.panel.moves._buttons() if each.icon == icon)
    window.click(button.rect.center)


def test_the_game_itself_is_neither_promoted_nor_deleted(window):
    play = start(window, plies=6)
    tip = play.match.tip
    click(window, play, play.match.main_line[3])
    window.key(pygame.K_DELETE)
    assert play.session.message.key == "list_not_deleted"
    window.key(pygame.K_p, "p")
    assert play.session.message.key == "list_is_the_game"
    assert play.match.tip is tip and play.match.tip.parent.children == [tip]


def test_a_line_that_was_only_looked_at_is_not_promoted(window):
    play = start(window, plies=4)
    play.session.go_to(play.match.glimpse(play.match.tip, [play.match.position.moves()[0]])[0])
    drawn(window)
    click(window, play, play.match.here)
    window.key(pygame.K_p, "p")
    assert play.session.message.key == "list_not_played"
