"""The classics: true to their words, shown in the theatre, and reached from the articles."""

import pygame
import pytest
from driver import Driver

from kalahgui import words
from kalahgui.articles.classics import CLASSICS
from kalahgui.articles.contents import ARTICLES, ExampleTree, PositionTree, WholeTree
from kalahgui.articles.example_trees import TREES
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.gui.screens.articles.articles import Articles
from kalahgui.gui.screens.theatre.classics.classics_page import ClassicsPage, _ClassicCard
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.services.naming import algorithm_words
from kalahgui.gui.services.navigation import ArticleOf, MainScreen, TheatreOf
from kalahgui.solving.solver import solve
from kalahgui.theatre import order
from kalahgui.theatre.recording import MOST_STEPS, Plan, record
from kalahgui.words import say


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
    window.press(say(f"classics_{key}_title"))
    if page.visit.tab == "classics":  # the one chosen already is watched at once
        assert page.visit.classic == key
        window.press("Watch the search")
    watched(window, key)


def test_the_focus_tells_of_a_card_how_it_is_searched_and_how_far(window):
    classics(window)
    sentences = set()
    for _ in range(20):
        window.key(pygame.K_TAB)
        sentences.add(window.app.screen.controls.focus_words)
    assert "The largest of the smallest. minimax. 2 turns ahead" in sentences


def test_the_head_says_what_the_page_is_about_and_not_which_position_is_visited(window):
    for tab, key in (("classics", "classics"), ("quiz", "you_search")):
        window.app.open(MainScreen.HOME)
        window.app.open(TheatreOf(tab=tab))
        window.frames(2)
        assert words.say(f"{key}_about") in window.says() and "Kalah 6" not in window.says()
    window.app.screen.show_tab("watch")
    assert "Kalah 6" in window.says()


def test_keys_choose_and_watch_and_the_choice_is_found_again(window):
    page = classics(window)
    keys = list(CLASSICS)
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
        window.key(key)
    assert page.visit.classic == keys[4]
    window.app.open(MainScreen.HOME)
    assert classics(window).visit.classic == keys[4]
    for _ in range(10):
        window.key(pygame.K_RIGHT)
    assert page.visit.classic == keys[-1]
    window.key(pygame.K_RETURN)
    watched(window, keys[-1])


# -- from the articles


def article(window: Driver, key: str, section: str) -> Articles:
    window.app.open(ArticleOf(key))
    screen = window.app.screen
    keys = [article_section.key for article_section in screen.reading.article.sections]
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
    if section == "tree":  # which names a search alike in both places
        assert algorithm_words(CLASSICS[classic].algorithm) in window.labels()
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
    screen = article(window, "diamond", "counts")
    window.key(pygame.K_w, "w")
    assert window.app.screen is screen, "there is no search on this page"


# -- what is said of the classics


WRITTEN = [key for key, classic in CLASSICS.items() if classic.case]


def recorded(classic, algorithm=""):
    subject = classic.subject
    tried = order.parse(classic.order, subject)
    return record(Plan(subject, algorithm or classic.algorithm, classic.depth, tried))


@pytest.mark.parametrize("key", CLASSICS)
def test_a_classic_is_searched_as_it_says_within_the_cap(key):
    classic = CLASSICS[key]
    recording = recorded(classic)
    assert (recording.value, recording.visits) == (classic.value, classic.visits)
    assert recorded(classic, "minimax").visits == classic.minimax
    assert len(recording.steps) <= MOST_STEPS


def test_every_example_tree_is_a_classic_and_the_articles_show_theirs():
    assert [CLASSICS[key].case for key in WRITTEN] == list(TREES)
    assert all(CLASSICS[key].depth == CLASSICS[key].tree.height for key in WRITTEN)
    for section in (section for article in ARTICLES.values() for section in article.sections):
        if isinstance(section, ExampleTree):
            assert section.cell.case in TREES
        elif isinstance(section, WholeTree):
            assert (section.classic.game, section.classic.moves) == ("eight", "")
        elif isinstance(section, PositionTree):
            classic = section.classic
            assert classic.rules.position_text(classic.position) == ".x..o...."


def test_kalah_has_chains_to_see_and_both_searches_find_one_move():
    assert any(node.again for node in recorded(CLASSICS["kalah_2"]).nodes)
    kalah = CLASSICS["kalah_3"]
    assert recorded(kalah).line[0] == recorded(kalah, "minimax").line[0]


# -- the diamond


def test_the_diamond_has_six_squares_left_after_good_play():
    classic = CLASSICS["diamond"]
    position = classic.position
    assert len(classic.moves.split()) == 14
    assert classic.rules.cells(position).count(0) == 6
    # Both sides have played their best so far when the value is still that of the start.
    assert Textbook("nega-alpha", classic.rules.article_order).run(position, 6) == 0


@pytest.mark.slow
@pytest.mark.compiled
def test_no_move_of_the_line_of_the_diamond_loses_anything():
    classic = CLASSICS["diamond"]
    position = classic.rules.start(classic.variant)
    value = classic.value
    for text in classic.moves.split():
        assert solve(position, StopWord()).value == value
        again = position.play(classic.rules.parse_move(text))
        value = value if again else -value
    assert solve(position, StopWord()).value == value


def test_the_diamond_looks_again_and_pays_for_its_questions():
    """As its words say: some answer is yes, and nega-alpha needs fewer nodes."""
    recording = recorded(CLASSICS["diamond"])
    assert any(step.kind == "again" for step in recording.steps)
    assert recording.visits > recorded(CLASSICS["diamond"], "nega-alpha").visits
    end = CLASSICS["diamond"].position
    for text in recording.line:
        end.play(CLASSICS["diamond"].rules.parse_move(text))
    assert end.over
    assert end.final() == 0


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", CLASSICS)
def test_a_classic_has_its_words(language, key):
    words.choose(language)
    values = {"visits": "V", "minimax": "M"}
    for part in ("", "_title", "_where"):
        said = words.say(f"classics_{key}{part}", **values)
        assert said and "classics_" not in said
        assert "%{" not in said


@pytest.mark.few(2)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("text", ["normal", "large"])
def test_what_a_card_says_stays_within_its_margins(new_window, language, text):
    window = new_window((800, 500), language, text=text)
    window.app.open(TheatreOf(tab="classics"))
    window.frames(2)
    cards = [each for each in window.app.screen.controls.all if isinstance(each, _ClassicCard)]
    assert len({card.rect.size for card in cards}) <= 2  # a pixel may be left over
    for card in cards:
        inside = card.rect.inflate(0, -window.app.scale.px(12))
        for part in card.all:
            assert part is card or inside.contains(part.rect) or not part.rect.height, part.name
