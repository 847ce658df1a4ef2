"""Buttons and fields: their tips, their words in lines, and what a click does to them."""

import re
from itertools import product
from time import thread_time
from unittest.mock import patch

import pygame
import pytest
from driver import Driver
from test_by_keys import PLACES

from kalahgui.assets import words_of
from kalahgui.games import GAMES
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.tips import draw_tip, notice_place, tip_place
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, wrap
from kalahgui.gui.paint.theme import PALETTES, Scale
from kalahgui.gui.screens.play import tools
from kalahgui.gui.services.navigation import MainScreen, SetUpOf
from kalahgui.gui.services.settings import TEXT_SIZES
from kalahgui.gui.shell import notice as notice_module
from kalahgui.words import LANGUAGES, say

WINDOW = pygame.Rect(0, 0, 800, 500)
TEXT = "Looks at every move as far as it is let, and plays the one whose worst outcome is best."


@pytest.fixture
def inside(monkeypatch):
    monkeypatch.setattr(pygame.mouse, "get_focused", lambda: True)


def stands_well(explained):
    """Tell whether the tip of something is in the window, and beside what it explains."""
    tip = tip_place((220, 34), explained, WINDOW, 6)
    # Only what fills the window nearly from edge to edge may be covered.
    roomy = max(explained.top, 500 - explained.bottom) >= 40 or (
        max(explained.left, 800 - explained.right) >= 226
    )
    return WINDOW.contains(tip) and not (roomy and tip.colliderect(explained))


def test_a_tip_stands_in_the_window_and_beside_what_it_explains():
    sizes = (30, 30), (300, 36), (200, 460), (780, 40)
    places = product(range(-10, 800, 90), range(0, 500, 45), sizes)
    explained = [pygame.Rect((x, y), size).clip(WINDOW) for x, y, size in places]
    assert [rect for rect in explained if not stands_well(rect)] == []


@pytest.mark.parametrize("text", [1.0, 1.2])
def test_a_long_tip_is_broken_into_lines_and_not_cut(text):
    surface = pygame.Surface(WINDOW.size)
    scale = Scale.of(WINDOW.size, text)
    explained = pygame.Rect(700, 20, 30, 30)
    pill = draw_tip(surface, TEXT * 2, explained, scale, PALETTES["paper"])
    assert WINDOW.contains(pill)
    assert pill.height > 3 * scale.small
    assert pill.width < WINDOW.width // 2


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_a_hint_a_notice_and_a_tip_keep_off_one_another(tmp_path, inside, size):
    window = Driver(tmp_path / "games.sqlite3", size)
    screen = window.start("eight")
    window.type("1")
    window.settle()
    window.do("hint")
    window.wait_for(lambda: screen.session.judgement is not None)
    lowest = max((c for c in screen.controls.all if c.tip), key=lambda control: control.rect.bottom)
    window.services.notices.waiting[:] = [say("notice_no_sound")]
    window.move_to(lowest.rect.center)
    window.frames(40)
    sentences = {screen.banner_words(None), say("notice_no_sound"), lowest.tip_words}
    places = [place for words, place in window.written() if words in sentences]
    assert len(places) == 3 and all(window.app.surface.get_rect().contains(at) for at in places)
    places.append(lowest.rect)
    spread = [place.inflate(0, size[1] // 100) for place in places]
    assert not any(rect.collidelist(spread[:n]) >= 0 for n, rect in enumerate(spread))
    window.close()


def notice_rect(window: Driver) -> pygame.Rect:
    """Return where the notice is drawn."""
    with patch.object(notice_module, "draw_notice") as draw:
        window.draw()
    rect: pygame.Rect = draw.call_args.args[1]
    return rect


@pytest.mark.parametrize("place", [*(f"play {game}" for game in GAMES), "review", "theatre watch"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("notice", ["notice_no_sound", "notice_set_aside"])
def test_a_notice_leaves_free_what_is_written_and_pressed_where_it_can(
    new_window, place, language, notice
):
    window = new_window((800, 500), language)
    PLACES[place](window)
    window.frames(2)
    window.services.notices.waiting.clear()
    written = [at for _, at in window.written()]
    window.services.notices.waiting[:] = [say(notice, path="games-2.sqlite3")]
    rect = notice_rect(window)
    controls = window.app.screen.controls
    assert rect.collidelist([control.rect for control in controls.all]) == -1
    # The theatre is full: there it covers the line of keys, which "?" shows as well.
    assert place == "theatre watch" or rect.collidelist(controls.filled) == -1, "nor the board"
    assert place == "theatre watch" or rect.collidelist(written) == -1
    window.app.screen.refresh()
    assert notice_rect(window) == rect


@pytest.mark.few(2)
@pytest.mark.parametrize("place", [*(f"play {game}" for game in GAMES), "review", "theatre watch"])
def test_a_place_for_a_notice_is_found_within_a_frame(new_window, place):
    window = new_window((1280, 800), text="large")
    PLACES[place](window)
    window.frames(2)
    app, words = window.app, say("notice_set_aside", path="games-2.sqlite3")
    taken = []
    for _ in range(5):
        begun = thread_time()
        notice_place(words, app.size, app.scale, app.screen.controls.filled)
        taken.append(thread_time() - begun)
    assert min(taken) < 0.004


def hover(window: Driver, icon: str) -> Element:
    control = next(c for c in window.app.screen.controls.all if getattr(c, "icon", "") == icon)
    window.move_to(control.rect.center)
    window.frames(40)
    return control


def test_a_button_that_cannot_be_used_looks_so_and_still_has_its_tip(window, inside):
    def picture() -> bytes:
        window.frames(2)
        window.draw()
        return pygame.image.tobytes(window.app.surface.subsurface(control.rect), "RGB")

    controls = window.app.screen.controls
    control = next(c for c in controls.all if c.icon == "help")
    before = picture()
    control.enabled = False
    assert picture() != before
    assert hover(window, "help") is controls.tip is control and not control.enabled
    window.move_to((20, 780))
    control.enabled = True
    assert picture() == before


def test_no_tip_covers_what_is_pressed_next(window, inside):
    controls = window.app.screen.controls
    control = next(button for button in controls.all if button.icon == "settings")
    at = control.rect.center
    window.move_to(at)
    controls.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    window.app.screen.refresh()  # most that is pressed has the screen laid out anew
    window.frames(60)
    assert controls.tip is None
    window.move_to((20, 780))
    window.move_to(at)
    window.frames(60)
    assert controls.tip is not None
    window.app.open(MainScreen.SETTINGS)
    window.frames(40)
    assert controls.tip is None and not controls.restless, "a card lies above it"


def test_keys_come_to_what_is_seen_alone(window):
    screen = window.start("kalah")
    screen.session.paused = True
    window.frames()
    screen.controls.focus_on(window.button(say("go_on")))
    screen.session.paused = False
    window.frames()
    assert window.button(say("go_on")) is None
    window.key(pygame.K_RETURN, "\r")  # it was seen until now
    assert not screen.session.paused


def test_a_name_looks_like_words_until_it_is_reached_for(window, inside):
    window.app.open(SetUpOf("kalah"))
    window.frames(2)
    field = window.fields()[0]
    edge = (field.rect.centerx, field.rect.bottom - 1)
    card = window.app.palette.card

    def framed() -> bool:
        window.draw()
        return window.app.surface.get_at(edge) != card

    assert not framed() and say("you") in window.said()
    window.move_to(field.rect.center)
    assert framed()
    window.click(field.rect.center)
    assert framed() and window.app.screen.controls.typing
    window.app.screen.controls.focus_on(window.button(say("start")))
    assert not window.app.screen.controls.typing
    window.click((5, 5))
    assert not framed()


def test_the_tools_keep_their_places_when_a_game_ends(window):
    play = window.start("tictactoe")
    places = []
    for _ in range(2):
        row = {tool.command for tool in tools.row(play.session, hint=False)}
        places.append([control.rect.topleft for control in play.controls.all if control.key in row])
        play.session.resign()
        window.frames(3)
    assert play.match.over
    assert places[0] == places[1] and len(places[0]) == 5


# -- words broken into lines


ENGLISH = "Two computers play whole games from six stones a pit, looking 2 to 5 turns ahead."
JAPANESE = "穴に 6 個ずつ石を置き、2 手から 5 手先まで読む「計算機」どうしが、最後まで対局します。"


@pytest.fixture(autouse=True)
def fonts():
    assert Driver
    theme.font(13)


@pytest.mark.parametrize("words", [ENGLISH, JAPANESE])
@pytest.mark.parametrize("width", [90, 160, 300])
def test_lines_fit_and_lose_nothing(words, width):
    for lines in (wrap(words, 13, width), balance(words, 13, width)):
        assert max(theme.font(13).size(line)[0] for line in lines) <= width
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert len(lines) > 1


def test_lines_are_broken_where_a_reader_expects_it():
    for width in range(60, 400, 7):
        lines = wrap(JAPANESE, 13, width)
        assert not any(line[0] in "、。」" or line[-1] == "「" for line in lines)
        lines = wrap("ミニマックス法の回数は 90\u2009968 です", 13, width)
        assert any("90\u2009968" in line for line in lines)
    assert wrap("one\ntwo", 13, 500) == ("one", "two")
    words = "おそらく分かれ目：コンピュータの 1 手目"
    assert balance(words, 16, 210) == ("おそらく分かれ目：", "コンピュータの 1 手目")
    assert len(wrap(words, 16, 90)) == 4  # in signs: phrases would be too wide


def test_no_line_ends_within_the_name_of_a_game():
    named = [each for each in words_of("ja").values() if isinstance(each, str) and "〇×" in each]
    assert len(named) > 5
    for said, width, lines in product(named, range(90, 300, 9), (wrap, balance)):
        broken = "\n".join(lines(said, 13, width))
        assert said.count("〇×ゲーム") == broken.count("〇×ゲーム"), broken


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_ends_within_a_figure(language):
    """A sign stays with what it joins, a number with "about" and with its unit or counter."""
    torn = re.compile(
        r"(?:[+±−×÷=<>≤≥≈]|\b[Aa]bout|約)\n[\d+−]|\n[+±×÷=<>≤≥≈] "
        r"|\d\n(?:%|MB|[mµn]?s\b|seconds?\b|minutes?\b|[\u30a1-\u30fa\u4e00-\u9fff])"
    )
    texts = ["A bound of a + 1 wins 32 ± 8 % of about 30 games in 20 seconds, on 8 × 8, “≤ 4”."]
    for said in words_of(language).values():
        forms = [said] if isinstance(said, str) else said.values()
        texts += [re.sub(r"%{\w+}", "12", form) for form in forms]
    for words in filter(re.compile(r"\d").search, texts):
        lines = wrap(words, 13, 230)
        assert not torn.search("\n".join(lines)), lines


def test_what_stays_together_is_broken_where_it_has_no_room():
    assert max(theme.font(13).size(line)[0] for line in wrap("a + b + c + d + e", 13, 60)) <= 60


def test_larger_kinds_of_text_are_never_smaller():
    windows = (800, 500), (1000, 640), (1280, 800), (2560, 1440)
    for window, text in product(windows, TEXT_SIZES.values()):
        scale = Scale.of(window, text)
        sizes = [scale.small, scale.body, scale.heading, scale.title, scale.huge]
        assert sizes == sorted(sizes)
        assert scale.body < scale.heading < scale.title


def test_large_text_is_larger_in_every_window(new_window):
    for size in (800, 500), (1000, 640), (1280, 800), (1920, 1080):
        kinds = {}
        for text in ("normal", "large"):
            scale = new_window(size, text=text).app.scale
            kinds[text] = scale.small, scale.body, scale.heading, scale.title
        for usual, large in zip(kinds["normal"], kinds["large"], strict=True):
            assert large >= round(1.2 * usual), (size, kinds)
