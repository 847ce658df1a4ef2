"""What a click does to the controls, also when the screen is laid out anew in its midst."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.gui.services.navigation import EditorOf
from kalahgui.gui.widgets.controls import Control
from kalahgui.gui.widgets.screen import Screen


class Buttons(Screen):
    """A button and an area, which may have changed when they are laid out anew."""

    def lay_out(self) -> None:
        self.pressed = getattr(self, "pressed", [])
        label, enabled, moved = getattr(self, "how", ("Go", True, 0))
        self.button = self.controls.button(
            self.box(100 + moved, 100, 200, 40),
            label,
            lambda: self.pressed.append("button"),
            enabled=enabled,
        )
        self.area = self.controls.area(
            self.box(100 + moved, 300, 200, 40), lambda: self.pressed.append("area"), label
        )

    def draw(self, surface: pygame.Surface) -> None:
        self.controls.draw(surface)


@pytest.fixture
def screen(window):
    window.app.push(Buttons(window.app))
    return window.app.screen


def half(window: Driver, kind: int, control: Control) -> None:
    """Press the mouse on a control, or let it go there."""
    pygame.event.post(pygame.Event(kind, pos=control.rect.center, button=1, touch=False))
    window.frames(2)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["button", "area"])
def test_a_click_holds_while_the_screen_is_laid_out_anew(window, screen, name):
    window.move_to(getattr(screen, name).rect.center)
    half(window, pygame.MOUSEBUTTONDOWN, getattr(screen, name))
    screen.refresh()
    window.frames(2)
    assert screen.pressed == []
    half(window, pygame.MOUSEBUTTONUP, getattr(screen, name))
    assert screen.pressed == [name]
    # It is let go of: another half of a click is none.
    screen.refresh()
    half(window, pygame.MOUSEBUTTONUP, getattr(screen, name))
    assert screen.pressed == [name]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["button", "area"])
@pytest.mark.parametrize("how", [("Stop", True, 0), ("Go", True, 300)])
def test_a_click_does_not_go_to_what_has_come_in_the_midst_of_it(window, screen, name, how):
    point = getattr(screen, name)
    window.move_to(point.rect.center)
    half(window, pygame.MOUSEBUTTONDOWN, point)
    screen.how = how
    screen.refresh()
    half(window, pygame.MOUSEBUTTONUP, getattr(screen, name))
    assert screen.pressed == []


def test_a_button_that_was_disabled_in_the_midst_of_a_click_stays_let_go_of(window, screen):
    window.move_to(screen.button.rect.center)
    half(window, pygame.MOUSEBUTTONDOWN, screen.button)
    for enabled in (False, True):
        screen.how = ("Go", enabled, 0)
        screen.refresh()
    half(window, pygame.MOUSEBUTTONUP, screen.button)
    assert screen.pressed == []


def test_what_is_chosen_looks_so_after_a_click_that_changes_nothing(window):
    window.app.open(EditorOf())
    screen = window.app.screen
    chosen = next(c for c in screen.controls.all if getattr(c.element, "is_selected", False))
    window.click(chosen.rect.center)
    assert chosen in screen.controls.all
    shape = chosen.element.drawable_shape
    assert shape.active_state is shape.states["selected"]


def test_the_tools_keep_their_places_when_a_game_ends(window):
    play = window.start("tictactoe")
    places = []
    for _ in range(2):
        places.append({c.icon: c.rect.topleft for c in play.controls.all if c.icon})
        play.session.resign()
        window.frames(3)
    assert play.match.over
    assert places[0].items() - places[1].items() == {("resign", places[1]["result"])}
