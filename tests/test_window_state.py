"""What the window is in: its size and full screen, rest, a match at its end or taken up again."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.screens.home.home import CARDS
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import settings
from kalahgui.gui.services.navigation import GameOf, Room, StoredGame
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.words import say
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, Player

KALAH = GAMES["kalah"]
SIZE = (1000, 700)  # no screen is so large


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


@pytest.fixture
def window(path):
    driver = Driver(path, SIZE)
    driver.choose(pace="off")
    driver.services.notices.waiting.clear()  # a machine without sound or compiler has one to tell
    yield driver
    driver.close()


def test_in_full_screen_all_is_laid_out_for_the_screen_and_afterwards_as_before(window):
    window.app.open(GameOf(Match(KALAH, "6x4", (), (Player("Ann"), Player("Bob")))))
    window.key(pygame.K_F11)
    window.frames(15)
    play = window.app.screen
    assert play.size == window.app.size == window.app.surface.get_size()
    assert window.app.surface.get_rect().contains(play.layout.board)
    window.choose(theme="slate")
    kept = settings.load(window.app.store)
    assert (kept.theme, kept.window) == ("slate", SIZE), "a program that ends now starts so"
    window.key(pygame.K_F11)
    window.frames(15)
    assert not window.app.fullscreen
    assert window.app.size == window.services.choices.window == SIZE


def test_a_notice_that_comes_while_the_window_rests_is_drawn_at_once(window, monkeypatch):
    drawn, flip = [], pygame.display.flip
    monkeypatch.setattr(pygame.display, "flip", lambda: (drawn.append(1), flip()))
    window.frames(60)
    before = pygame.image.tobytes(window.app.surface, "RGB")
    drawn.clear()
    window.frames(20)
    assert not window.app.lively and not drawn
    window.services.notices.add("One sentence.")
    window.frames(2)
    assert drawn
    assert pygame.image.tobytes(window.app.surface, "RGB") != before
    window.frames(80, dt=0.1)
    assert pygame.image.tobytes(window.app.surface, "RGB") == before


# -- the end card


@pytest.mark.slow
def test_the_end_card_waits_again_when_a_match_ends_for_the_second_time(window):
    start = KALAH.parse_position("<2,8,2,0,1,0,1>", ["last-stone"])
    players = (Player("Ann"), Player("Bob"))
    window.app.open(GameOf(Match(KALAH, "2x3", ("last-stone",), players, start=start)))
    play = window.app.screen
    for _ in range(2):
        window.type("2")
        assert play.match.over
        window.frames(20)
        assert window.app.screen is play, "the card has not waited"
        window.frames(20)
        assert isinstance(window.app.screen, EndCard)
        window.frames(40)
        window.key(pygame.K_z)
        assert window.app.screen is play
        assert play.match.plies == []


# -- two computers


def two_computers(*moves: str) -> Match:
    players = (Player("", Method(level=1)), Player("", Method(level=1)))
    match = Match(KALAH, "6x4", (), players)
    match.replay_texts(moves)
    return match


@pytest.mark.few(1)
@pytest.mark.parametrize("continued", [True, False])
def test_a_match_of_two_computers_begins_paused_when_it_is_continued(window, continued):
    if continued:
        window.services.autosave.keep_match(StoredMatch(two_computers("1", "2")))
        window.app.open(Room.HOME)
        window.frames()
        window.press(say("continue"))
    else:
        window.app.open(GameOf(two_computers()))
    play = window.app.screen
    assert isinstance(play, Play)
    assert play.session.paused == continued
    if continued:
        window.frames(90)
        assert not play.session.busy
        assert play.match.ply_texts() == ["1", "2"]
        window.key(pygame.K_SPACE)
    assert play.session.busy and not play.session.paused


def test_a_continued_match_with_a_person_does_not_begin_paused(window):
    window.choose(first=Seat(), second=Seat())
    match = Match(KALAH, "6x4", (), (Player("Ann"), Player("", Method(level=1))))
    match.replay_texts(["1"])
    window.app.open(StoredGame(StoredMatch(match)))
    assert not window.app.screen.session.paused


@pytest.mark.usefixtures("fresh_pictures")
def test_the_home_screen_paints_all_its_boards_and_comes_to_rest(window):
    window.app.patience = 0.0
    window.app.open(Room.HOME)
    home = window.app.screen
    window.frames(1)
    assert not home._pictures
    window.frames(400)
    assert set(home._pictures) == set(CARDS)
    assert not home.moving
