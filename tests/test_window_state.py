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
from kalahgui.library.store import Store
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


@pytest.fixture
def drawn(monkeypatch):
    """Return a list that grows with every frame that is drawn."""
    frames = []
    flip = pygame.display.flip
    monkeypatch.setattr(pygame.display, "flip", lambda: (frames.append(1), flip()))
    return frames


# -- full screen


def test_the_window_is_as_large_as_before_after_the_full_screen(window):
    window.key(pygame.K_F11)
    window.frames(15)
    window.key(pygame.K_F11)
    window.frames(15)
    assert not window.app.fullscreen
    assert window.app.size == window.services.choices.window == SIZE
    assert settings.load(window.app.store).window == SIZE


def test_a_program_left_in_full_screen_starts_as_a_window_of_the_size_before(path):
    window = Driver(path, SIZE)
    window.choose(pace="off")
    window.key(pygame.K_F11)
    window.frames(15)
    window.choose(theme="slate")
    window.close()
    store = Store(path)
    kept = settings.load(store)
    store.close()
    assert (kept.theme, kept.window) == ("slate", SIZE)


def test_in_full_screen_everything_is_laid_out_for_the_screen(window):
    window.app.open(GameOf(Match(KALAH, "6x4", (), (Player("Ann"), Player("Bob")))))
    window.key(pygame.K_F11)
    window.frames(15)
    play = window.app.screen
    assert play.size == window.app.size == window.app.surface.get_size()
    assert window.app.surface.get_rect().contains(play.layout.board)


# -- notices at rest: nothing else moves, so what is added has to wake the window


def test_a_notice_that_comes_while_the_window_rests_is_drawn_at_once(window, drawn):
    window.frames(60)
    assert not window.app.lively
    drawn.clear()
    window.services.notices.add("One sentence.")
    window.frames(2)
    assert drawn


@pytest.mark.slow
def test_the_picture_after_a_notice_is_that_before_it(window):
    window.frames(60)
    window.app.wake()
    window.frames(2)
    before = pygame.image.tobytes(window.app.surface, "RGB")
    window.services.notices.add("One sentence.")
    window.app.wake()
    window.frames(2)
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


@pytest.mark.slow
def test_a_continued_match_of_two_computers_begins_paused(window):
    window.services.autosave.keep_match(StoredMatch(two_computers("1", "2")))
    window.app.open(Room.HOME)
    window.frames()
    window.press(say("continue"))
    play = window.app.screen
    assert isinstance(play, Play)
    assert play.session.paused
    window.frames(90)
    assert not play.session.busy
    assert play.match.ply_texts() == ["1", "2"]
    window.key(pygame.K_SPACE)
    assert not play.session.paused
    assert play.session.busy


def test_a_new_match_of_two_computers_begins_at_once(window):
    window.app.open(GameOf(two_computers()))
    play = window.app.screen
    assert not play.session.paused
    assert play.session.busy


def test_a_continued_match_with_a_person_does_not_begin_paused(window):
    window.choose(first=Seat(), second=Seat())
    match = Match(KALAH, "6x4", (), (Player("Ann"), Player("", Method(level=1))))
    match.replay_texts(["1"])
    window.app.open(StoredGame(StoredMatch(match)))
    assert not window.app.screen.session.paused


def test_the_engine_forgets_a_game_that_was_left(window):
    player = Player()
    window.choose(values=True)
    window.app.open(GameOf(Match(GAMES["reversi"], "4x4", (), (player, player))))
    session = window.app.screen.session
    window.wait_for(lambda: session.judgement is not None)
    thinker = window.services.engine._thinker
    assert thinker._shared is not None
    window.app.open(Room.HOME)
    window.wait_for(lambda: thinker._shared is None)


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
