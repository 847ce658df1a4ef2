"""Pictures that the window draws with: icons, what is kept of them, and frames that wait."""

import ast
import gc
import importlib
import math
import pkgutil
import weakref
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pygame
import pytest
from driver import FRAME, Driver
from sources import reads_sources, sources

import kalahgui.gui
from kalahgui.articles.contents import ARTICLES
from kalahgui.assets import asset
from kalahgui.games import GAMES
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.interaction import Interaction
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.pen import PenBoard, _pen
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import ArticleOf, GameOf, MainScreen
from kalahgui.match.match import Match, Player

ICONS = sorted(path.stem for path in asset("icons").iterdir())
SIZES = [(820 + 17 * i, 520 + 11 * i) for i in range(19)]

pytestmark = pytest.mark.usefixtures("fresh_pictures")


# -- icons


def test_an_icon_has_the_size_and_colour_asked_for():
    for name in ICONS:
        picture = icon(name, 22, "#c9772b")
        assert picture.get_size() == (22, 22)
        colours = {tuple(picture.get_at((x, y)))[:3] for x in range(22) for y in range(22)}
        assert colours == {(0xC9, 0x77, 0x2B)}, name
        assert pygame.mask.from_surface(picture).count() > 20, name


# -- pictures kept


def _caches() -> Iterator[tuple[str, object]]:
    for module_info in pkgutil.walk_packages(kalahgui.gui.__path__, "kalahgui.gui."):
        module = importlib.import_module(module_info.name)
        for name, value in vars(module).items():
            for function in (value, getattr(value, "__wrapped__", None)):
                if hasattr(function, "cache_info") and function.__module__ == module.__name__:
                    yield f"{module_info.name.rpartition('.')[2]}.{name}", function


def _pictures_in(node: object) -> Iterator[pygame.Surface]:
    if isinstance(node, pygame.Surface):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _pictures_in(part)


def _held() -> dict[str, int]:
    """Return how many bytes of pictures each cache holds."""
    held = {}
    for name, cached in _caches():
        pictures = [p for node in gc.get_referents(cached) for p in _pictures_in(node)]
        held[name] = sum(p.get_pitch() * p.get_height() for p in pictures)
    return held


def _living() -> Counter[type]:
    gc.collect()
    return Counter(type(o) for o in gc.get_objects() if isinstance(o, Interaction | Element))


def _resize(window: Driver, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.frames(15)
    assert window.app.size == size


def _play(window: Driver, game: str, variant: str) -> None:
    window.app.open(GameOf(Match(GAMES[game], variant, (), (Player(), Player()))))
    window.frames(5)
    window.app.screen.session.play(window.app.screen.match.position.moves()[0])
    window.settle()
    window.frames(5)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), [("kalah", "6x6"), ("reversi", "8x8")])
def test_twenty_resizes_leave_nothing_behind(window, game, variant):
    _play(window, game, variant)
    _resize(window, (940, 610))
    before, alive = _held(), _living()
    assert sum(before.values()) > 1_000_000
    for size in [*SIZES, (940, 610)]:
        _resize(window, size)
    assert _held() == before
    assert _living() == alive


def test_words_that_are_new_with_every_game_take_little_memory():
    """These are large ones; who plays on for hours never goes back to the home screen."""
    pictures = (
        theme.text(f"turn {n}: {37 * n} nodes, all seen", 22, (0, 0, 0)) for n in range(900)
    )
    held = [weakref.ref(picture) for picture in pictures]
    left = [picture for reference in held if (picture := reference()) is not None]
    assert sum(picture.get_pitch() * picture.get_height() for picture in left) < 12_000_000


@pytest.mark.few(1)
@pytest.mark.parametrize("article", ARTICLES)
def test_all_words_of_a_screen_are_kept_until_it_is_drawn_again(window, monkeypatch, article):
    asked, text = [], theme.text
    monkeypatch.setattr(theme, "text", lambda *look: asked.append(look) or text(*look))
    window.app.open(ArticleOf(article))
    for place in range(len(window.app.screen.reading.article.sections)):
        asked.clear()
        window.app.screen.open_section(place)
        window.frames(2)
        assert 0 < len({*map(repr, asked)}) < text.__wrapped__.cache_info().maxsize


def test_the_home_screen_keeps_no_pictures_of_other_screens(window):
    for _ in range(2):  # the grain of the wood is rendered once for good
        window.app.open(MainScreen.HOME)
        window.frames(2)
    before = _held()
    window.app.open(ArticleOf("kalah"))
    window.frames(2)
    assert _held() != before
    window.app.open(MainScreen.HOME)
    window.frames(2)
    assert _held() == before


@reads_sources
def test_every_icon_is_used():
    words = {
        node.value
        for path, nodes in sources().items()
        if "gui" in path.parts
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(ICONS) <= words


@pytest.mark.parametrize("side", [48, 330, 720])
def test_the_lines_of_tic_tac_toe_are_whole_and_run_between_the_squares(side):
    game = GAMES["tictactoe"]
    grid = game.board(game.start("3x3"))
    board = PenBoard(grid, pygame.Rect(7, 9, side, side), card=False)
    empty = pygame.Surface((side + 20, side + 20))
    empty.fill("white")
    board.draw(empty, [0] * 9)
    squares = [board.square_rect(cell) for cell in range(9)]
    edges = [squares[0].right, squares[1].right]
    for axis, shift in ((0, 0), (1, squares[0].y - squares[0].x)):
        for square in (squares[0], squares[4], squares[8]):
            along = square.center[1 - axis]
            line = [(at, along) if axis == 0 else (along, at) for at in range(side + 20)]
            ink = [at for at, point in enumerate(line) if empty.get_at(point).r < 128]
            for edge in edges:
                near = [at for at in ink if abs(at - edge - shift) < board.unit / 4]
                assert near == list(range(near[0], near[-1] + 1))
                assert len(near) == pytest.approx(_pen(board.unit) * 0.92, rel=0.15, abs=1.5)
            assert len(ink) < 3 * _pen(board.unit), "nothing but the two lines"


# -- frames that are put off while pictures are rendered


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


def open_section(driver: Driver, key: str, number: int) -> None:
    driver.app.open(ArticleOf(key))
    driver.app.screen.open_section(number)


PLACES = {
    **{
        f"article {key} {number}": partial(open_section, key=key, number=number)
        for key, article in ARTICLES.items()
        for number in range(len(article.sections))
    },
    "kalah": lambda window: open_board(window, "kalah"),
    "reversi": lambda window: open_board(window, "reversi"),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("place", PLACES)
def test_a_hurried_window_shows_the_same_picture_later(window, monkeypatch, place):
    PLACES[place](window)
    window.frames(3, 0.0)
    patient = pixels(window)
    window.app.open(MainScreen.HOME)
    window.frames(1)
    cache.clear()
    monkeypatch.setattr("kalahgui.gui.shell.app.MOST_PICTURES_LEFT", MOST_FRAMES)
    window.app.patience = 0.0
    PLACES[place](window)
    assert settled(window, monkeypatch) > 5
    window.app.patience = math.inf
    window.frames(1, 0.0)
    assert pixels(window) == patient


def test_a_frame_is_not_put_off_for_ever(window, monkeypatch):
    open_board(window, "kalah")
    window.frames(2)
    window.app.patience = 0.0
    shown = []
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append(True))
    for _ in range(50):
        cache.clear()
        window.frames(1)
    assert shown


@pytest.fixture
def slow(window, monkeypatch):
    """Return a list of the frames shown, one of the times by which a slow part went on, and a
    function that makes a part of the screen slow."""
    open_board(window, "kalah")
    window.frames(5)
    window.app.patience = 0.02
    now, shown, moved = [0.0], [], []

    def take_long(dt):
        moved.append(dt)
        now.append(now.pop() + 1.0)

    def make(part):
        monkeypatch.setattr(window.app.screen, part, take_long)

    monkeypatch.setattr("kalahgui.gui.shell.app.time.perf_counter", lambda: now[0])
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append(True))
    return shown, moved, make


@pytest.mark.parametrize("part", ["elapse", "update"])
def test_a_late_frame_leaves_drawing_to_the_next_one_and_that_one_draws(
    window, slow, part, monkeypatch
):
    shown, moved, make = slow
    if part == "elapse":
        monkeypatch.setattr(window.app.screen, "update", moved.append)
    make(part)
    for drawn in (0, 1, 1, 2, 2, 3):
        window.frames(1, FRAME)
        assert len(shown) == drawn
    if part == "elapse":  # what moves loses no time in frames that leave it
        assert [dt for dt in moved if dt > FRAME] == pytest.approx([2 * FRAME] * 3)


def test_what_has_moved_in_a_late_frame_is_drawn_though_all_is_at_rest(window, slow):
    shown, moved, make = slow
    window.frames(9, 10.0)
    shown.clear()
    window.app.wake()
    make("update")
    window.frames(1, 0.0)
    assert moved and not shown
    window.frames(3, 10.0)
    assert shown


def test_screens_are_laid_out_one_a_frame_and_events_wait_for_them(window, monkeypatch):
    open_board(window, "kalah")
    window.frames(2)
    play = window.app.screen
    assert isinstance(play, Play)
    window.app.open(MainScreen.SETTINGS)
    window.frames(2)
    options, laid_out = window.app.screen, []

    def note(screen, rebuild):
        laid_out.append(screen)
        rebuild()

    for screen in (play, options):
        monkeypatch.setattr(screen, "rebuild", partial(note, screen, screen.rebuild))
    window.app.patience = 0.0
    window.speak("ja")
    window.frames(1)
    assert laid_out[-1] is play and laid_out.count(options) == 0
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="", mod=0))
    window.app.patience = math.inf
    window.frames(1)
    assert laid_out[-1] is options
    assert window.app.screen is play
    window.speak("en")


def test_a_resize_comes_to_an_end_however_late_all_frames_are(window):
    window.app.patience = 0.0
    window.app.open(MainScreen.HOME)
    size = window.app.size
    pygame.event.post(pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.frames(900)
    assert not window.app.lively
