"""A magnified window: what is under the mouse is what is seen there, and the keys are followed."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.gui.paint.lens import Lens
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.settings import MAGNIFIED
from kalahgui.gui.services.words import say

SIDES = st.integers(200, 2000)


@given(SIDES, SIDES, st.sampled_from([1.0, 1.5, 2.0]), st.data())
def test_the_mouse_reaches_every_point_and_never_leaves_the_picture(width, height, zoom, data):
    lens = Lens((width, height), zoom)
    corners = st.sampled_from([(0, 0), (width, height)])
    place = data.draw(st.tuples(st.integers(0, width), st.integers(0, height)) | corners)
    lens.follow(place)
    assert pygame.Rect((0, 0), lens.picture).contains(lens.part)
    x, y = lens.point(place)
    assert abs(x - zoom * place[0]) <= 1 and abs(y - zoom * place[1]) <= 1


@given(SIDES, SIDES, st.data())
def test_what_is_looked_for_comes_into_sight(width, height, data):
    lens = Lens((width, height), 2.0)
    corner = data.draw(st.tuples(st.integers(0, 2 * width - 40), st.integers(0, 2 * height - 40)))
    rect = pygame.Rect(corner, (40, 40))
    lens.show(rect)
    assert lens.part.contains(rect)
    before = lens.origin
    lens.show(rect)
    assert lens.origin == before


@pytest.fixture(params=MAGNIFIED)
def window(tmp_path, request):
    driver = Driver(tmp_path / "games.sqlite3", (800, 500))
    driver.services.choose(text=request.param)
    driver.app.rebuild()
    driver.frames(2)
    driver.services.notices.waiting.clear()
    yield driver
    driver.close()


@pytest.mark.few(1)
def test_the_whole_picture_grows_and_the_window_shows_its_part(window):
    app = window.app
    assert app.size == tuple(round(app.lens.zoom * side) for side in (800, 500))
    window.move_to(app.lens.picture)
    shown = pygame.display.get_surface()
    assert shown.get_size() == (800, 500)
    for x in range(0, 800, 37):
        for y in range(0, 500, 41):
            here = app.lens.point((x, y))
            assert shown.get_at((x, y)) == app.surface.get_at(here)


@pytest.mark.few(1)
def test_a_click_presses_what_is_seen_there(window):
    window.app.open(SetUpOf("kalah"))
    window.frames(2)
    [start] = [c for c in window.app.screen.controls.all if c.element.text == say("start")]
    window.click(start.rect.center)
    play = window.app.screen
    place = play.view.mark_place(2)[0].center
    window.move_to(place)
    assert play.cell_in_hand == 2
    window.click(place)
    assert play.match.plies == [2]


@pytest.mark.few(1)
def test_the_window_follows_the_keys(window):
    window.app.open(SetUpOf("kalah"))
    window.move_to((0, 0))
    controls = window.app.screen.controls
    for _ in range(len(controls.all) - 1):
        window.key(pygame.K_TAB)
        assert window.app.lens.part.contains(controls.focus_rect)
    assert window.app.lens.origin != (0, 0)


@pytest.mark.few(1)
def test_the_wheel_turns_what_is_seen_under_the_mouse(window):
    seen = []
    window.app.screen.handle = lambda event: seen.append(event) or True
    zoom = window.app.lens.zoom
    window.move_to((1050, 600))
    window.wheel(1)
    [wheel] = [event for event in seen if event.type == pygame.MOUSEWHEEL]
    assert wheel.pos == pytest.approx((1050, 600), abs=2)
    assert pygame.mouse.get_pos() == pytest.approx((1050 / zoom, 600 / zoom), abs=1)
