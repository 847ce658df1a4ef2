"""Every command by its key, by its button, and by Tab and Enter."""

from functools import partial

import pygame
import pytest
from test_accessibility import SCENES, a_game, theatre

from kalahgui.gui.elements.controls import Button
from kalahgui.gui.screens.learn.learn import Learn
from kalahgui.gui.screens.settings_card import SettingsCard
from kalahgui.gui.services import keymap
from kalahgui.gui.services.navigation import LearnOf, MainScreen, TheatreOf
from kalahgui.words import say


def keys_of_a_lesson(window):
    window.app.open(LearnOf("kalah", "sow"))
    window.do("keys")


def question(window):
    a_game(window).commands["resign"]()


def review(window):
    SCENES["review"](window)
    window.press(say("review_stop_tip"))  # what it finds lays the screen out anew


def settled(scene, window):
    SCENES[scene](window)
    window.frames(2)
    window.settle()  # what a search has found by then lays the screen out anew


PLACES = {
    **SCENES,
    "review": review,
    **{scene: partial(settled, scene) for scene in ("theatre watch", "theatre race")},
    "keys": keys_of_a_lesson,
    "question": question,
}


def tab_to(window, name):
    """Press Tab until it has come to a control with a name."""
    for _ in range(100):
        window.key(pygame.K_TAB)
        if window.app.screen.controls.focus_words.startswith(name):
            return
    raise AssertionError(f"Tab does not come to {name!r}")


def test_who_comes_home_by_keys_goes_on_from_what_was_chosen_there(window):
    home, app = window.app.screen, window.app
    while not app.screen.controls.focus_words.startswith(say("card_reversi")):
        window.key(pygame.K_TAB)
    left = app.screen.controls.focus_words
    window.key(pygame.K_RETURN)
    window.frames(2)
    assert home not in app.screens, "it is made anew"
    window.key(pygame.K_ESCAPE)
    window.frames(2)
    assert app.screen.controls.focus_words == left
    window.click(app.screen.controls.focus.rect.center)
    window.key(pygame.K_ESCAPE)
    window.frames(2)
    assert app.screen.controls.focus is None, "a mouse leaves none"


def test_enter_presses_what_tab_has_come_to(window):
    window.app.open(MainScreen.HOME)
    window.frames(2)
    tab_to(window, say("settings"))
    window.key(pygame.K_RETURN)
    assert isinstance(window.app.screen, SettingsCard)
    tab_to(window, say("settings_access"))
    window.key(pygame.K_SPACE, " ")
    assert window.app.screen.group == "access"
    window.key(pygame.K_ESCAPE)
    tab_to(window, say("card_learn"))
    window.key(pygame.K_RETURN)
    assert isinstance(window.app.screen, Learn)


def test_left_and_right_choose_the_option_beside_and_leave_the_others_what_they_are(window):
    window.app.open(MainScreen.SETTINGS)
    tab_to(window, say("settings_computer"))
    while window.app.screen.group != "sound":
        window.key(pygame.K_DOWN)
    speed, pace = say("setting_speed"), lambda: window.services.choices.pace
    tab_to(window, f"{speed}: {say('speed_slow')}")
    for key, chosen in (
        (pygame.K_RIGHT, "normal"),
        (pygame.K_RIGHT, "fast"),
        *[(pygame.K_LEFT, slower) for slower in ("normal", "slow", "off")],
    ):
        window.key(key)
        assert pace() == chosen
        words = f"{speed}: {say(f'speed_{chosen}')}"
        assert window.app.screen.controls.focus_words.startswith(words)
        assert window.app.screen.controls.focus.chosen
    window.key(pygame.K_DOWN)
    assert pace() == "off" and window.app.screen.group != "sound", "these walk over the card"
    visit = theatre(window, "order").visit
    tab_to(window, say("theatre_tab_order"))
    window.key(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    assert visit.tab == "order", "that carries a move"
    window.key(pygame.K_RIGHT)
    assert visit.tab == "classics"
    assert window.app.screen.controls.focus_words.startswith(say("theatre_tab_classics"))


def event_of(stroke) -> pygame.Event:
    """Return the event of a stroke of the table of keys."""
    mod = (pygame.KMOD_CTRL if stroke.ctrl else 0) | (pygame.KMOD_SHIFT if stroke.shift else 0)
    sign = "" if stroke.keys else stroke.sign
    code = stroke.keys[0] if stroke.keys else 0
    return pygame.Event(pygame.KEYDOWN, key=code, unicode=sign, mod=mod, scancode=0)


@pytest.mark.few(12)
@pytest.mark.parametrize("place", PLACES)
def test_a_command_is_done_by_its_key_and_by_its_button(window, monkeypatch, place):
    PLACES[place](window)
    window.frames(3)
    screen, done = window.app.screen, []
    names = [*screen.commands]
    # One that says it has done nothing lets the next one that the key may mean have it.
    noted = {name: lambda name=name: done.append(name) or False for name in names}
    monkeypatch.setattr(type(screen), "commands", property(lambda screen: noted))
    screen.controls.let_go()
    for where in screen.key_places:
        for row in keymap.PLACES[where].rows:
            for command in row.strokes.keys() & noted.keys():
                for stroke in row.strokes[command]:
                    done.clear()
                    screen.press(event_of(stroke))
                    assert command in done, f"{stroke.name} does not do {command!r}"
    for control in screen.controls.all:
        if (
            isinstance(control, Button)
            and control.enabled
            and control.keys == screen.key(str(control.key)) != ""
        ):
            done.clear()
            control.press()
            assert done == [control.key], f"the button {control.words!r}"


def test_a_button_that_changes_the_page_keeps_the_focus_where_it_stands_then(window):
    window.app.open(TheatreOf(tab="quiz"))
    window.frames(2)
    tab_to(window, words := say("you_search_mode_break"))
    window.key(pygame.K_RETURN)
    assert window.app.screen.controls.focus_words.startswith(words)
