"""Frames that are put off while new pictures are rendered, and what is seen in the end."""

from __future__ import annotations

import math

import pygame
import pytest
from driver import Driver

from kalahgui.games import GAMES
from kalahgui.gui.paint import cache
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import GameOf, Room
from kalahgui.match.match import Match, Player

pytestmark = pytest.mark.usefixtures("fresh_pictures")
MOST_FRAMES = 400


def open_board(driver: Driver, game: str) -> None:
    match = Match(GAMES[game], GAMES[game].variant, (), (Player(), Player()))
    driver.app.open(GameOf(match))


def pixels(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.app.surface, "RGB")


def settled(driver, monkeypatch) -> int:
    """Let frames pass until one is shown, and return how many it took."""
    shown = []
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append(True))
    for number in range(1, MOST_FRAMES):
        driver.frames(1, 0.0)
        if shown:
            return number
    raise AssertionError("no frame was ever shown")


@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["kalah", "reversi"])
def test_a_hurried_window_shows_the_same_board_later(window, monkeypatch, game):
    open_board(window, game)
    window.frames(3, 0.0)
    patient = pixels(window)
    window.app.open(Room.HOME)
    window.frames(1)
    cache.clear()
    monkeypatch.setattr("kalahgui.gui.shell.app._MOST_PUT_OFF", MOST_FRAMES)
    window.app.patience = 0.0
    open_board(window, game)
    assert settled(window, monkeypatch) > 5
    window.app.patience = math.inf
    window.frames(1, 0.0)
    assert pixels(window) == patient


def test_a_frame_is_not_put_off_for_ever(window, monkeypatch):
    open_board(window, "kalah")
    window.app.patience = 0.0
    shown = []
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append(True))
    for _ in range(50):
        cache.clear()
        window.frames(1)
    assert shown


def test_screens_are_laid_out_one_a_frame_and_events_wait_for_them(window):
    open_board(window, "kalah")
    window.frames(2)
    play = window.app.screen
    assert isinstance(play, Play)
    window.app.open(Room.OPTIONS)
    window.frames(2)
    old = {screen: screen.controls for screen in window.app.screens}
    window.app.patience = 0.0
    window.speak("ja")
    options = window.app.screen
    assert options.controls is not old[options]
    assert play.controls is old[play]
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="", mod=0))
    window.app.patience = math.inf
    window.frames(1)
    assert play.controls is not old[play]
    assert window.app.screen is play
    window.speak("en")


def test_a_late_frame_ends_when_it_has_had_its_share_of_rendering(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("kalahgui.gui.paint.cache.time.perf_counter", lambda: now[0])

    @cache.kept(9)
    def inside(number: int) -> int:
        now[0] += 1.0
        return number

    @cache.kept(9)
    def made(number: int) -> int:
        now[0] += 1.0
        return inside(number)

    assert made(1) == 1
    with cache.within(15.0, begin=now[0]):
        assert [made(number) for number in range(8)] == list(range(8))  # not late yet
        for _ in range(2):  # what is inside is ready first
            with pytest.raises(cache.Late):
                made(8)
        assert made(8) == 8  # ready, so nothing takes time
    with cache.within(15.0, begin=now[0]):
        now[0] += 20.0  # time that was not spent on rendering
        assert made(10) == 10
        with pytest.raises(cache.Late):
            made(11)  # three seconds have been rendered, none of them counted twice
    assert made(12) == 12


def test_a_resize_comes_to_an_end_however_late_all_frames_are(window):
    window.app.patience = 0.0
    window.app.open(Room.HOME)
    size = window.app.size
    pygame.event.post(pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.frames(900)
    assert not window.app.lively
