"""Every card that the commands of a screen lay over it is drawn, and has all its words."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from driver import Driver
from test_accessibility import theatre
from test_every_screen import PLACES

from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.screens.theatre.you_search.you_page import MODES, YouPage

# They end what is looked at, or begin what takes its time.
NOT_DONE = {"quit", "leave", "close", "measure"}


def you_search(window: Driver, mode: str) -> None:
    theatre(window, YouPage.name).choose_mode(mode)


SCENES = PLACES | {f"you search, {mode}": partial(you_search, mode=mode) for mode in MODES}


def cards_of(window: Driver, show: Callable[[Driver], object]) -> Iterator[CardScreen]:
    """Yield the cards that the commands of a screen open, drawn one after the other."""
    show(window)
    window.frames(2)
    screen = window.app.screen
    for name in [*screen.commands]:
        if name in NOT_DONE or name not in screen.commands:
            continue
        screen.commands[name]()
        window.frames(2)
        if screen not in window.app.screens:
            show(window)
            window.frames(2)
            screen = window.app.screen
            continue
        while window.app.screen is not screen:
            if isinstance(window.app.screen, CardScreen):
                yield window.app.screen
            window.app.pop()
            window.frames(2)


@pytest.mark.few(5)
@pytest.mark.parametrize("scene", SCENES)
def test_no_card_shows_the_key_of_words_that_are_missing(new_window, scene):
    """Words that are missing fail any test with a window: see ``WholeWords``."""
    window = new_window((800, 500), "ja")
    for card in cards_of(window, SCENES[scene]):
        assert card.title_words
        assert window.said()
