"""The classics in the theatre, and the articles that lead there, driven by posted events."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.articles.classics import CLASSICS
from kalahgui.gui.screens.articles.articles import Articles
from kalahgui.gui.screens.theatre.classics_page import ClassicsPage
from kalahgui.gui.screens.theatre.theatre import Theatre
from kalahgui.gui.services import words
from kalahgui.gui.services.navigation import ArticleOf, Room, TheatreOf


def classics(window: Driver) -> ClassicsPage:
    window.app.open(TheatreOf(tab="classics"))
    window.frames(2)
    page = window.app.screen.page
    assert isinstance(page, ClassicsPage)
    return page


def watched(window: Driver, key: str, algorithm: str = "") -> None:
    """Hold the theatre to a classic, by the search that is meant for it."""
    classic, screen = CLASSICS[key], window.app.screen
    assert isinstance(screen, Theatre)
    visit = screen.visit
    assert visit.tab == "watch"
    assert visit.subject.position_text() == classic.subject.position_text()
    assert visit.variant == classic.variant
    assert (visit.algorithm, visit.depth, visit.order, visit.stop) == (
        algorithm or classic.algorithm,
        classic.depth,
        classic.order,
        "fixed",
    )


@pytest.mark.few(1)
@pytest.mark.parametrize("key", CLASSICS)
def test_a_card_is_chosen_by_the_mouse_and_watched(window, key):
    page = classics(window)
    window.click(page.places[key].center)
    if page.visit.tab == "classics":  # the one chosen already is watched at once
        assert page.visit.classic == key
        window.press("Watch the search")
    watched(window, key)


def test_the_head_says_what_the_page_is_about(window):
    """And not which position is visited, which these pages do not show."""
    for tab in ("classics", "quiz"):
        window.app.open(Room.HOME)
        window.app.open(TheatreOf(tab=tab))
        window.frames(2)
        assert window.app.screen._subtitle() == words.say(f"{tab}_about")
    window.app.screen.show_tab("watch")
    assert "Kalah" in window.app.screen._subtitle()


def test_keys_choose_and_watch(window):
    page = classics(window)
    keys = list(CLASSICS)
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
        window.key(key)
    assert page.visit.classic == keys[4]
    for _ in range(10):
        window.key(pygame.K_RIGHT)
    assert page.visit.classic == keys[-1]
    window.key(pygame.K_RETURN)
    watched(window, keys[-1])


def test_the_choice_is_found_again(window):
    page = classics(window)
    window.click(page.places["diamond"].center)
    window.app.open(Room.HOME)
    assert classics(window).visit.classic == "diamond"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 500), (1920, 1200)])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_words_of_every_classic_have_room(tmp_path, size, language):
    driver = Driver(tmp_path / "games.sqlite3", size)
    driver.speak(language)
    page = classics(driver)
    for key in CLASSICS:
        page.visit.classic = key
        driver.frames(2)
        assert page.picture_size()[1] > size[1] // 5, key
    words.choose("en")
    driver.close()


# -- from the articles


def article(window: Driver, key: str, section: str) -> Articles:
    window.app.open(ArticleOf(key))
    screen = window.app.screen
    keys = [each.key for each in screen.reading.article.sections]
    screen.open_section(keys.index(section))
    window.frames(2)
    return screen


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("key", "section", "classic"),
    [
        ("kalah", "tree", "kalah_tree"),
        ("kalah", "whole", "eight"),
        ("minimax", "tree", "minimax_tree"),
        ("measures", "tree", "reversi_tree"),
        ("tictactoe", "subtree", "tictactoe"),
    ],
)
@pytest.mark.parametrize("by_key", [True, False])
def test_an_article_opens_its_tree_and_is_found_again(window, key, section, classic, by_key):
    screen = article(window, key, section)
    if by_key:
        window.key(pygame.K_w, "w")
    else:
        window.press("Watch the search")
    watched(window, classic, "minimax" if section == "tree" else "")
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is screen
    assert (screen.reading.article_key, screen.reading.section.key) == (key, section)


def test_the_search_that_is_read_is_the_one_that_is_watched(window):
    article(window, "kalah", "tree")
    window.key(pygame.K_SPACE)
    window.key(pygame.K_w, "w")
    watched(window, "kalah_tree", "nega-alpha")
    window.key(pygame.K_ESCAPE)
    assert window.app.screen.reading.pruned


def test_other_pages_have_no_search_to_watch(window):
    screen = article(window, "diamond", "counts")
    window.key(pygame.K_w, "w")
    assert window.app.screen is screen
