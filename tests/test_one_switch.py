"""The window with one switch: a frame walks, and a press chooses what it is on."""

from collections import Counter
from unittest.mock import patch

import pygame
import pytest
from driver import can_be_pressed

from kalahgui.games import DRAFTING
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.screens.learn.learn import Learn
from kalahgui.gui.screens.library.changes import NamingCard
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import EditorOf, LearnOf, MainScreen, TheatreOf
from kalahgui.gui.services.settings import SWITCH_SECONDS, Seat
from kalahgui.gui.shell.scanning import grouped
from kalahgui.words import say

SECONDS = SWITCH_SECONDS["fast"]


@pytest.fixture
def switched(window):
    window.services.choose(switch="fast", pace="off")
    window.frames(2)
    return window


def here(window):
    return window.app.scanning.here


def walked(window, most=60):
    """Yield the places of the frame, from the present one on, as time passes."""
    for _ in range(most):
        if here(window) is not None:
            yield here(window)
        window.frames(1, dt=1.6 * SECONDS)


def groups(window):
    """Return what the frame walks over, once around."""
    parts = []
    for part in walked(window):
        if parts and (part.name, part.rect) == (parts[0].name, parts[0].rect):
            return parts
        parts.append(part)
    raise AssertionError("the frame does not come back")


def press(window):
    window.key(pygame.K_SPACE, " ")


def choose(window, name):
    """Wait for a member whose name begins so, or for a group that has it, and press."""

    def wanted(part):
        return part.name.startswith(name) and part.act is not None

    for _ in range(5):
        node = next(p for p in walked(window) if wanted(p) or any(map(wanted, p.parts)))
        press(window)
        if wanted(node):
            return
    raise AssertionError(f"the frame does not come to {name!r}")


def choose_cell(window):
    """Wait for a cell, or for a group of cells, and press."""
    for _ in range(5):
        cells = (p for p in walked(window) if Role.CELL in (p.role, *(m.role for m in p.parts)))
        part = next(cells)
        press(window)
        if part.role is Role.CELL:
            return
    raise AssertionError("the frame does not come to a cell")


def test_a_game_is_played_from_home_to_its_end_with_one_key(switched):
    switched.choose_card("kalah", board="3x1", first=Seat(), second=Seat(name="Bob"))
    choose(switched, say("card_kalah"))
    choose(switched, say("start"))
    screen = switched.app.screen
    assert isinstance(screen, Play)
    while not screen.match.over:
        before = screen.match.end
        choose_cell(switched)
        assert screen.match.end is not before
    switched.end()
    assert isinstance(switched.app.screen, EndCard)
    choose(switched, say("look"))
    assert switched.app.screen is screen


@pytest.mark.slow
def test_a_game_of_kalah_is_played_against_the_computer_with_one_key(switched):
    computer = Seat(person=False, level=1)
    switched.choose_card("kalah", board="6x6", first=Seat(), second=computer)
    choose(switched, say("card_kalah"))
    choose(switched, say("start"))
    screen = switched.app.screen
    while not screen.match.over:
        choose_cell(switched)
        switched.wait_for(lambda: screen.match.over or screen.session.persons_turn)
    switched.end()
    assert {"6x6"} == {screen.match.variant} and len(screen.match.main_line) > 10


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "place",
    [MainScreen.HOME, MainScreen.SETTINGS, MainScreen.LIBRARY, LearnOf(), TheatreOf(tab="race")],
    ids=str,
)
def test_the_frame_comes_to_every_button(switched, place):
    switched.app.open(place)
    switched.frames(3)
    controls = switched.app.screen.controls.all
    buttons = {control.rect.topleft for control in controls if can_be_pressed(control)}
    members = Counter(
        m.rect.topleft for group in groups(switched) for m in (group.parts or (group,))
    )
    assert buttons <= {*members}
    assert max(members[corner] for corner in buttons) == 1


def button_at(name, y):
    return AccessibleNode(Role.BUTTON, name, pygame.Rect(20, y, 60, 20), act=print)


def test_the_frame_goes_through_groups_and_single_buttons_in_the_order_of_the_screen():
    cells = [
        AccessibleNode(Role.CELL, f"pit {n}", pygame.Rect(40 * n, 200, 30, 30), act=print)
        for n in (1, 2, 3)
    ]
    board = AccessibleNode(Role.TABLE, "board", pygame.Rect(0, 180, 400, 80), parts=cells)
    above = [button_at("Take back", 10), button_at("Hint", 30)]
    parts = [button_at("Home", 100), *above, board, button_at("Resign", 400)]
    root = AccessibleNode(Role.WINDOW, "Play", pygame.Rect(0, 0, 500, 500), parts=parts)
    names = [group.name for group in grouped(root, root.rect, 40)]
    assert names == ["Home", "Take back, Hint", "board", "Resign"]


def test_back_leads_from_a_group_to_the_groups_and_the_frame_rests_in_the_end(switched):
    group = next(part for part in walked(switched) if part.parts)
    press(switched)
    assert here(switched) == group.parts[0]
    choose(switched, say("switch_back"))
    assert here(switched).rect in [part.rect for part in groups(switched)]
    for _ in range(60):
        switched.frames(1, dt=1.6 * SECONDS)
    assert here(switched) is None
    press(switched)
    assert here(switched) is not None


def test_a_click_is_the_switch_unless_a_hand_has_moved_the_mouse(switched):
    group = next(part for part in walked(switched) if part.parts)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=(5, 5), button=1, touch=False))
    switched.frames(1)
    assert here(switched) == group.parts[0]
    switched.press(say("card_learn"))
    assert isinstance(switched.app.screen, Learn)
    switched.services.choose(switch="off")
    switched.frames(2, dt=3.0)
    assert here(switched) is None


def member(window):
    """Choose a group and return its first member, which the frame is on."""
    next(part for part in walked(window) if part.parts)
    press(window)
    assert here(window).act is not None
    return here(window)


def test_what_has_gone_is_not_chosen(switched):
    part, pressed, controls = member(switched), [], switched.app.screen.controls
    gone = next(control for control in controls.all if control.rect == part.rect)
    gone.action = lambda: pressed.append(True)
    controls.all.remove(gone)
    press(switched)
    assert not pressed
    assert here(switched) is not None and here(switched).rect != part.rect


def test_a_press_is_for_a_card_that_was_seen_and_not_for_its_field(switched):
    kept, name = [], say("library_name_keep")
    switched.app.push(NamingCard(switched.app, "Ann", lambda new: kept.append(new)))
    switched.frames(2)
    member(switched)
    next(part for part in walked(switched) if part.name == name)
    switched.app.pop()
    switched.app.push(NamingCard(switched.app, "Bob", lambda new: kept.append(new)))
    switched.app.screen.controls.let_go()
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, unicode=" ", mod=0))
    switched.app.step(0.0)
    assert kept == []
    switched.app.pop()
    switched.app.push(NamingCard(switched.app, "Ann", lambda new: kept.append(new)))
    choose(switched, name)
    assert kept == ["Ann"]


def test_a_notice_and_the_card_of_files_are_closed_with_one_switch(switched):
    switched.services.choose(notices="closed")
    switched.services.notices.add("something has happened")
    switched.frames(2)
    choose(switched, "something")
    assert switched.services.notices.waiting == []
    before = list(switched.app.screens)
    switched.app.open(MainScreen.FILES)
    switched.frames(2)
    assert switched.app.screens != before
    switched.app.rebuild()
    choose(switched, say("close"))
    assert switched.app.screens == before


def test_a_group_is_called_by_names_with_their_numbers_and_keys(switched):
    switched.app.open(LearnOf())
    names = [part.name for part in walked(switched)]
    assert any(name.startswith("1. Your side, your store") for name in names)
    switched.start("kalah", Seat(person=False, level=1), Seat(person=False, level=1))
    switched.do("pause")
    switched.frames(2)
    switched.key(pygame.K_F10)
    assert any(f"{say('menu_step')} (.)" in part.name for part in walked(switched))


def framed(window):
    """Return the places of the frames that are drawn now."""
    places = []
    with patch.object(
        window.app.scanning, "_draw_frame", lambda _, place, width: places.append(place)
    ):
        window.draw()
    return places


def test_the_frame_is_around_what_is_chosen_from_next_and_nothing_else(switched):
    switched.app.open(EditorOf())
    switched.frames(2)
    stores = next(part for part in walked(switched) if part.name == say("access_row", n=2))
    assert framed(switched) == [cell.rect for cell in stores.parts], "the pits lie between them"
    press(switched)
    assert here(switched) is not None
    assert framed(switched) == [*(cell.rect for cell in stores.parts), here(switched).rect]
    row = next(part for part in walked(switched) if part.name == say("access_row", n=1))
    assert framed(switched) == [row.rect]
    switched.app.open(EditorOf(DRAFTING["eight"].start("8")))
    switched.frames(2)
    [board] = [group for group in groups(switched) if Role.CELL in roles(group)]
    assert len({tuple(cell.rect) for cell in board.parts}) == len(board.parts)


def roles(group):
    return {part.role for part in group.parts}


def test_the_frame_does_not_go_to_what_the_card_of_the_end_covers(switched):
    play = switched.start("kalah", board="3x1")
    while not play.match.over:
        switched.move(play.match.position.moves()[0])
        switched.settle()
    switched.end()
    top = switched.app.screen
    assert any(part.act and top.card.contains(part.rect) for part in play.accessible_node().all)
    [buttons] = [group for group in groups(switched) if group.rect.colliderect(top.card)]
    assert [button.rect for button in buttons.parts] == [
        control.rect for control in top.controls.all
    ]
