"""What the window is in: its size and full screen, rest, magnified, a match at its end."""

import warnings
from types import SimpleNamespace

import pygame
import pytest
from driver import Driver
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.paint import cache
from kalahgui.gui.paint.magnifier import Magnifier
from kalahgui.gui.screens.home.home import CARDS
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import machine, settings
from kalahgui.gui.services.navigation import (
    EditorOf,
    GameOf,
    LearnOf,
    MainScreen,
    SetUpOf,
    StoredGame,
    TheatreOf,
)
from kalahgui.gui.services.settings import MAGNIFIED, Seat
from kalahgui.gui.services.voice import SILENT, WRITTEN
from kalahgui.gui.shell.app import IDLE_FPS, LIVELY_FPS, LOOKS_A_STEP, RESTED_FPS
from kalahgui.gui.shell.geometry import size_on_screen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, Player
from kalahgui.words import say
from lab.window.library import fill

KALAH = GAMES["kalah"]
SIZE = (1000, 700)  # no screen is so large


@pytest.fixture
def window(new_window):
    return new_window(SIZE)


def test_in_full_screen_all_is_laid_out_for_the_screen_and_afterwards_as_before(window):
    window.app.open(GameOf(Match(KALAH, "6x4", (), (Player("Ann"), Player("Bob")))))
    window.key(pygame.K_F11)
    window.frames(15)
    play = window.app.screen
    assert play.size == window.app.size == window.app.surface.get_size()
    assert window.app.surface.get_rect().contains(play.view.rect)
    window.choose(theme="slate")
    window.frames()
    kept = settings.load(window.app.store)
    assert (kept.theme, kept.window) == ("slate", SIZE), "a program that ends now starts so"
    window.key(pygame.K_F11)
    window.frames(15)
    assert not window.app.fullscreen
    assert window.app.size == window.services.choices.window == SIZE


def test_below_the_picture_of_a_high_window_the_paper_goes_on_in_the_shade_of_a_card(new_window):
    window = new_window((800, 1100))
    seen = []
    for place in (MainScreen.HOME, MainScreen.SETTINGS):
        window.app.open(place)
        window.frames(3)
        window.draw()
        surface = pygame.display.get_surface()
        corner = (0, window.app.size[1] - 1)
        assert surface.get_at((799, 1099)) == surface.get_at(corner)
        seen.append(tuple(surface.get_at(corner)))
    assert seen[0] != seen[1]


@pytest.mark.parametrize("where", ["home", "game"])
def test_the_program_ends_without_a_title_bar_and_a_game_leads_back_to_the_window(window, where):
    if where == "game":
        window.start("kalah")
        window.key(pygame.K_F11)
        window.frames(15)
        window.press(say("menu_window"))
        window.frames(15)
        assert not window.app.fullscreen
    with pytest.raises(AssertionError, match="no button"):
        window.press(say("quit"))
    window.key(pygame.K_F11)
    window.frames(15)
    window.press(say("quit"))
    assert not window.app.running
    window.app.running = True
    window.key(pygame.K_q, "", pygame.KMOD_LCTRL)
    assert not window.app.running


def the_window() -> pygame.Window:
    """Return the window of the system."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


@pytest.mark.parametrize("screen", [(1, 1), (640, 480), (800, 600), (1920, 1080)])
def test_the_window_opens_inside_the_screen_where_it_stood(tmp_path, monkeypatch, screen):
    path = tmp_path / "games.sqlite3"
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    first = Driver(path, (1280, 800))
    the_window().position = (30, 40)
    first.choose(theme="paper")
    first.close()
    again = Driver(path, None)
    size, place = pygame.display.get_window_size(), tuple(the_window().position)
    ends = (at + side for at, side in zip(place, size, strict=True))
    assert all(end <= room for end, room in zip(ends, screen, strict=True)) or screen == (1, 1)
    assert again.services.choices.place == (30, 40)
    assert (size, place) == ((1280, 800), (30, 40)) or screen != (1920, 1080)
    the_window().position = (5000, 40)  # a second screen that is unplugged afterwards
    again.close()
    pygame.display.quit()
    third = Driver(path, None)
    assert tuple(the_window().position) != (5000, 40)
    third.close()


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((1, 1), (1, 1)),
        ((1280, 720), (1264, 640)),
        ((1280, 800), (1264, 720)),
        ((1366, 768), (1280, 688)),
        ((1920, 1080), (1280, 800)),
        ((1080, 1920), (1064, 800)),
        ((2560, 1440), (1536, 960)),
        ((3440, 1440), (1536, 960)),
        ((3840, 2160), (2304, 1440)),
        ((5120, 2880), (3072, 1920)),
    ],
)
def test_the_first_window_has_its_share_of_a_large_screen(tmp_path, monkeypatch, screen, size):
    path = tmp_path / "games.sqlite3"
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    opened = []
    for resized in (None, (1000, 700)):
        window = Driver(path, None)
        opened.append(pygame.display.get_window_size())
        window.choose(theme="slate")  # what else is chosen does not fix the size
        if resized is not None:
            window.choose(window=resized)
        window.close()
    again = Driver(path, None)
    assert opened == [size, size]
    assert pygame.display.get_window_size() == size_on_screen((1000, 700))
    again.close()


def test_what_comes_to_rest_is_drawn_as_it_stays_and_no_more(window, monkeypatch):
    drawn, flip, moving = [], pygame.display.flip, [True]
    monkeypatch.setattr(pygame.display, "flip", lambda: (drawn.append(1), flip()))
    monkeypatch.setattr(type(window.app.screen), "moving", property(lambda _: bool(moving)))
    window.frames(60)
    drawn.clear()
    moving.clear()
    window.frames()
    assert drawn
    drawn.clear()
    window.frames(20)
    assert not drawn


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


def test_memory_that_drawing_took_is_given_back_once_nobody_does_anything(window, monkeypatch):
    given_back = []
    monkeypatch.setattr(machine, "give_memory_back", lambda: given_back.append(True))
    window.frames(60)
    given_back.clear()
    window.move_to((300, 300))
    window.frames(48, dt=0.1)
    assert not given_back
    window.frames(100, dt=0.1)
    assert len(given_back) == 1


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
        window.app.open(StoredGame(StoredMatch(two_computers("1", "2"))))
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
    window.frames(1)
    assert set(window.app.screen._pictures) == set(CARDS), "the window opens with all of it"
    cache.clear()
    window.app.open(MainScreen.HOME)
    home = window.app.screen
    window.frames(1)
    assert not home._pictures
    window.frames(400)
    assert set(home._pictures) == set(CARDS)
    assert not home.moving


# -- a magnified window


SIDES = st.integers(200, 2000)


@given(SIDES, SIDES, st.sampled_from([1.0, 1.5, 2.0]), st.data())
def test_the_mouse_reaches_every_point_and_never_leaves_the_picture(width, height, zoom, data):
    magnifier = Magnifier((width, height), zoom)
    corners = st.sampled_from([(0, 0), (width, height)])
    place = data.draw(st.tuples(st.integers(0, width), st.integers(0, height)) | corners)
    magnifier.follow(place)
    assert pygame.Rect((0, 0), magnifier.picture).contains(magnifier.part)
    x, y = magnifier.point(place)
    assert abs(x - zoom * place[0]) <= 1 and abs(y - zoom * place[1]) <= 1


@given(SIDES, SIDES, st.data())
def test_what_is_looked_for_comes_into_sight(width, height, data):
    magnifier = Magnifier((width, height), 2.0)
    corner = data.draw(st.tuples(st.integers(0, 2 * width - 40), st.integers(0, 2 * height - 40)))
    size = (
        data.draw(st.sampled_from([40, 2 * side - at]))
        for side, at in zip((width, height), corner, strict=True)
    )
    rect = pygame.Rect(corner, tuple(size))
    magnifier.show(rect)
    fits = rect.width <= width and rect.height <= height
    seen = magnifier.part.contains(rect) if fits else magnifier.part.collidepoint(corner)
    assert seen, "of what is larger the beginning"
    before = magnifier.origin
    magnifier.show(rect)
    assert magnifier.origin == before


@pytest.fixture(params=MAGNIFIED)
def magnified(new_window, request):
    driver = new_window((800, 500), text=request.param)
    driver.frames(2)
    return driver


@pytest.mark.few(1)
def test_the_window_shows_its_part_of_a_picture_that_has_grown_and_follows_the_keys(magnified):
    app = magnified.app
    assert app.size == tuple(round(app.magnifier.zoom * side) for side in (800, 500))
    magnified.move_to(app.magnifier.picture)
    shown = pygame.display.get_surface()
    assert shown.get_size() == (800, 500)
    for x in range(0, 800, 37):
        for y in range(0, 500, 41):
            assert shown.get_at((x, y)) == app.surface.get_at(app.magnifier.point((x, y)))
    app.open(SetUpOf("kalah"))
    magnified.move_to((0, 0))
    controls = app.screen.controls
    for _ in range(len(controls.all) - 1):
        magnified.key(pygame.K_TAB)
        assert app.magnifier.part.contains(controls.focus.rect)
    assert app.magnifier.origin != (0, 0)
    magnified.click(magnified.button(say("start")).rect.center)
    play = app.screen
    place = play.view.mark_place(2)[0].center
    magnified.move_to(place)
    assert play.cell_in_hand == 2
    magnified.click(place)
    assert play.match.plies == [2], "a click presses what is seen there"


@pytest.mark.few(1)
def test_hands_reach_what_is_seen_and_what_comes_is_where_it_is_seen(magnified):
    """What is told for a moment would be gone before the way to it was found."""
    app = magnified.app
    magnified.start("kalah")  # by a click
    play = app.screen
    app.services.notices.add(words := "A game came from a file.")
    for move in (0, 3, 5):
        magnified.move_to(magnified.place_of(move))
        assert play.cell_in_hand == move
        written = {line: place for line, place in magnified.written() if place.width}
        [pit_words] = [line for line in written if line.startswith(f"Pit {move + 1}")]
        assert app.magnifier.part.contains(written[pit_words])
        assert app.magnifier.part.contains(written[words])
    magnified.move(2)
    assert play.match.plies == [2]
    for key, sign in ((pygame.K_F10, ""), (pygame.K_n, "n")):
        magnified.settle()
        magnified.move_to((0, app.size[1] - 1))
        magnified.key(key, sign)
        magnified.frames(2)
        assert app.screen is not play
        assert app.magnifier.part.collidepoint(app.screen.card.center)
        magnified.key(pygame.K_ESCAPE)
    seen = []
    app.screen.handle = lambda event: seen.append(event) or True
    magnified.move_to((1050, 600))
    magnified.wheel(1)
    [wheel] = [event for event in seen if event.type == pygame.MOUSEWHEEL]
    assert wheel.pos == pytest.approx((1050, 600), abs=2)
    at = tuple(side / app.magnifier.zoom for side in (1050, 600))
    assert pygame.mouse.get_pos() == pytest.approx(at, abs=1)


@pytest.mark.few(1)
def test_what_keys_open_or_choose_comes_into_sight(magnified):
    app = magnified.app
    magnified.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.magnifier.origin != (0, 0)
    magnified.key(pygame.K_n, "n")
    assert (app.magnifier.origin, app.screen.controls.focus) == ((0, 0), None), "a screen"
    magnified.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    magnified.speak("ja")
    magnified.frames()
    assert app.magnifier.part.contains(app.screen.controls.sight), "it stands elsewhere now"
    magnified.start("kalah", board="3x1")
    while not app.screen.match.over:
        magnified.key(pygame.K_RIGHT)
        magnified.key(pygame.K_RETURN)
    app.magnifier.origin = app.size[0] - 800, app.size[1] - 500
    magnified.end()
    assert app.magnifier.part.collidepoint(app.screen.card.topleft)
    fill(app.store, 12)
    for place, keys in (
        (EditorOf(), (pygame.K_RIGHT, pygame.K_DOWN)),
        (LearnOf("kalah", "sow"), (pygame.K_RIGHT, pygame.K_TAB)),
        (MainScreen.LIBRARY, (pygame.K_DOWN, pygame.K_END)),
        (TheatreOf(tab="order"), (pygame.K_DOWN, pygame.K_RIGHT)),
        (TheatreOf(tab="quiz"), (pygame.K_DOWN,)),
    ):
        app.open(place)
        magnified.frames(2)
        app.magnifier.origin = app.size[0] - 800, app.size[1] - 500
        for key in keys:
            magnified.key(key)
            [focused] = [part for part in app.accessible_node().all if part.focused]
            assert app.magnifier.part.collidepoint(focused.rect.topleft), (place, focused)


def test_a_window_of_one_point_shows_a_part_of_the_picture(new_window):
    """Cards and the list of files are laid out as in a window in which they can be used."""
    window = new_window(size=(1, 1))
    for place in (MainScreen.FILES, MainScreen.SETTINGS, MainScreen.LIBRARY, SetUpOf("kalah")):
        window.app.open(place)
        window.frames(2)
    assert window.app.surface.get_width() > 1 == pygame.display.get_window_size()[0]


def test_the_window_looks_less_often_for_input_the_longer_none_comes(window, monkeypatch):
    """A key after a long rest sets in motion what has not moved while it was waited for."""
    rates = []
    clock = SimpleNamespace(tick=lambda rate: rates.append(rate) or 1000 / rate)
    monkeypatch.setattr(window.app, "_clock", clock)
    waited = sum(window.app.wait() for _ in range(3))
    window.frames(30, 0.1)
    window.app.wait()
    window.frames(40, 0.1)
    assert window.app.wait() == LOOKS_A_STEP / RESTED_FPS
    assert rates == [LIVELY_FPS] * 3 + [IDLE_FPS] + [RESTED_FPS] * LOOKS_A_STEP
    assert waited == 3 / LIVELY_FPS
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, unicode="", mod=0))
    assert window.app.wait() == 1 / IDLE_FPS
    window.frames()
    window.app.wait()
    assert rates[-1] == LIVELY_FPS
    window.frames(60, 0.1)
    monkeypatch.setattr(type(window.services.engine), "busy", True)
    window.app.wait()
    assert rates[-1] == IDLE_FPS  # what the engine finds is awaited
    monkeypatch.setattr(type(window.services.engine), "busy", False)
    window.app.wait()
    assert rates[-1] == RESTED_FPS
    window.app._steady.update("a sentence that stays", 0.0)
    for way, rate in ((WRITTEN, IDLE_FPS), (SILENT, RESTED_FPS)):
        window.services.voice.way = way
        window.app.wait()
        assert rates[-1] == rate  # it is told soon, if anybody is told
    monkeypatch.setattr(type(window.app.screen), "ticking", True)
    window.app.wait()
    assert rates[-1] == IDLE_FPS  # and so is the next second of a clock
