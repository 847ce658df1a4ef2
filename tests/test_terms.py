"""The terms of search: marked where they stand, and explained by the node that is shown."""

import re

import pygame
import pytest
from driver import Driver

from kalahgui import words
from kalahgui.assets import words_of
from kalahgui.games import GAMES
from kalahgui.gui.screens.theatre.step_words import Wording, sentence
from kalahgui.gui.screens.theatre.terms import TERMS, term_words, terms_in
from kalahgui.gui.screens.theatre.theatre_screen import PAGES, TheatreHelp
from kalahgui.gui.screens.theatre.watch.first_page import FirstPage
from kalahgui.gui.screens.theatre.why.why_page import WhyPage
from kalahgui.gui.services.keymap import card
from kalahgui.gui.services.navigation import TheatreOf
from kalahgui.theatre.node_labels import signed
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import CUT, KNOWN, LEAF, Plan, finite, record
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say

KALAH = PositionSubject(GAMES["kalah"], GAMES["kalah"].start("6x6"))


def watched(window: Driver, **how):
    """Watch a search of the start of Kalah."""
    window.app.open(TheatreOf(KALAH, tab="watch", how=how))
    page = window.app.screen.page
    window.wait_for(lambda: page.playback is not None and not page.watching.counting)
    window.frames(3)
    return page


def nothing(window: Driver) -> tuple[int, int]:
    """Return a place of the page where nothing is."""
    x, y = window.app.screen.shown.rect.bottomleft
    return x + 60, y - 4


def figures(said: str) -> list[str]:
    return re.findall(r"[+\u2212]?\d+", said)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "nega-scout", "mtd-f"])
def test_a_term_has_the_figures_of_the_node_shown(algorithm):
    words.choose("en")
    recording = record(Plan(KALAH, algorithm, 3))
    playback, counts = Playback(recording), {LEAF: 0, CUT: 0, KNOWN: 0}
    seen = set()
    for at, step in enumerate(recording.steps, 1):
        playback.go_to(at)
        counts[step.kind] = counts.get(step.kind, 0) + 1
        node = recording.nodes[step.node]
        said = {term: term_words(term, playback, Wording(recording)) for term in TERMS}
        if not node.moves:
            assert step.kind != LEAF or signed(step.value) in said["evaluation"]
            continue
        here = playback.seen(step.node)
        for term, bound in (("alpha", finite(here.alpha)), ("beta", finite(here.beta))):
            assert figures(said[term]) == ([] if bound is None else [signed(bound)])
        if here.value is not None:
            assert signed(here.value) in said["minimax"]
        if step.kind == CUT:
            bound = step.alpha if node.mover else step.beta
            assert (
                figures(said["cut"]) == [signed(step.value), signed(bound)] or finite(bound) is None
            )
            seen.add("cut")
        if "more than" in said["null_window"]:
            assert here.beta - here.alpha == 1
            seen.add("null_window")
        if step.kind == KNOWN:
            assert signed(step.value) in said["table"]
            seen.add("table")
        elif counts[KNOWN] > 1:
            assert figures(said["table"]) == [str(counts[KNOWN])]
    assert (
        seen
        >= {"alpha-beta": {"cut"}, "nega-scout": {"null_window"}, "mtd-f": {"table"}}[algorithm]
    )


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_sentences_that_need_a_term_name_it(language):
    words.choose(language)
    assert {f"see_{page}" for page in (*PAGES, FirstPage.name, WhyPage.name)} <= {
        *words_of(language)
    }
    if language == "en":
        assert list(terms_in("Alpha-beta cuts")) == [("cut", 11, 15)], "not inside another name"
    named = set()
    for algorithm in ("nega-scout", "mtd-f"):
        playback = Playback(record(Plan(KALAH, algorithm, 3)))
        for at in range(playback.length + 1):
            playback.go_to(at)
            named |= {
                term for term, *_ in terms_in(sentence(playback, Wording(playback.recording)))
            }
    assert named >= {"null_window", "table"}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_term_explains_itself_under_the_mouse_and_when_it_is_tapped(new_window, language):
    driver = new_window((1280, 800), language)
    page = watched(driver, depth=2)
    driver.key(pygame.K_c, "c")
    driver.frames(2)
    spots = {spot.term: spot.rect for spot in page.spots.spots if spot.node is None}
    assert set(spots) >= {"minimax", "evaluation", "alpha", "beta", "cut"}
    empty = nothing(driver)
    for term, rect in spots.items():
        driver.move_to(rect.center)
        assert page.spots.shown == term
        shown = "".join(driver.said(page.spots.draw)).replace(" ", "")
        assert shown == page.node_card.term_words(term).replace(" ", "")
        driver.move_to(empty)
        assert page.spots.shown == ""
        driver.click(rect.center, touch=True)
        driver.move_to(empty)
        assert page.spots.shown == term
        driver.click(empty)
        assert page.spots.shown == ""


def test_alpha_beta_and_cut_beside_a_node_tell_of_that_node(window):
    page = watched(window, depth=3)
    window.key(pygame.K_c, "c")
    window.settle()
    spots = page.stage.terms
    assert {spot.term for spot in spots} == {"alpha", "beta", "cut"}
    assert len({spot.node for spot in spots if spot.term == "alpha"}) > 1
    empty, at = nothing(window), page.playback.at
    for spot in spots:
        words = term_words(spot.term, page.playback, page.node_card.wording, spot.node)
        for touch in (False, True):
            if touch:
                window.click(spot.rect.center, touch=True)
                window.move_to(empty)
            else:
                window.move_to(spot.rect.center)
            written = window.written(page.spots.draw)
            assert "".join(text for text, _ in written).replace(" ", "") == words.replace(" ", "")
            assert not any(place.colliderect(spot.around) for _, place in written)
        window.click(empty)
        assert window.said(page.spots.draw) == []
    assert page.playback.at == at


def test_a_node_tells_of_itself_when_the_mouse_rests_on_it(window):
    page = watched(window, depth=2)
    window.key(pygame.K_c, "c")
    window.settle()
    stage, cut, controls = page.stage, page.playback.node, window.app.screen.controls
    words.choose("en")
    told_of = {cut: "Cut", 0: "Minimax", page.playback.recording.steps[2].node: ""}
    for node, term in told_of.items():
        x, y = stage.camera.at(node)
        window.move_to((round(stage.area.x + x), round(stage.area.y + y)))
        assert controls.tip is None
        assert window.app.screen.moving
        window.frames(40)
        said = controls.tip.tip_words
        assert said.startswith(term)
        assert said
        value = page.playback.seen(node).value
        assert ("none" if value is None else signed(value)) in said
    page.player.go_to(0)
    window.settle()
    assert controls.tip is None


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_terms_of_the_window_stand_clear_of_its_title(new_window, language):
    page = watched(driver := new_window((800, 500), language), depth=1)
    elements = list(driver.app.screen.controls.root.all)
    title = next(element for element in elements if element.name == say("watch_matters"))
    (beside,) = (element for element in elements if element.name == say("watch_window"))
    assert {spot.term for spot in beside.spots} == {"alpha", "beta"}
    assert all(spot in page.spots.spots for spot in beside.spots)
    assert not title.rect.colliderect(beside.rect)


def test_the_help_of_a_page_says_what_one_sees_there(window):
    for page in PAGES:
        window.app.open(TheatreOf(tab=page))
        window.frames(2)
        window.do("keys")
        names = {part.name for part in window.app.screen.accessible_node().all}
        assert set(say(f"see_{page}").split("\n")) <= names


@pytest.mark.few(2)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_the_card_begins_with_what_one_sees_and_ends_with_the_keys(new_window, size, language):
    driver = new_window(size, language)
    page = watched(driver, depth=2)
    driver.key(ord("?"), "?")
    driver.frames(2)
    help_card = driver.app.screen
    assert isinstance(help_card, TheatreHelp)
    assert driver.app.surface.get_rect().contains(help_card.card)
    written = driver.written(help_card.controls.draw)
    said = "".join(label for label, _ in written).replace(" ", "")
    for line in (*say("see_watch").split("\n"), *page.terms):
        assert line.replace(" ", "") in said
    assert all(row.printed.replace(" ", "") in said for row in card(["watch", "tabs"]))
    button = driver.button(say("theatre_first_again"))
    left = [place for _, place in written if place.x < button.rect.right]
    assert all(place.bottom <= button.rect.y or button.rect.contains(place) for place in left)
    driver.press(say("theatre_first_again"))
    driver.frames()
    assert driver.app.screen.page.name == "first"


def test_the_card_opens_also_in_the_frame_in_which_a_search_comes(window):
    window.app.open(TheatreOf(KALAH, tab="watch", how={"depth": 2}))
    window.frames()
    page = window.app.screen.page
    while page.watching.shown is None:  # what a frame does before it hears of keys
        page.elapse(0.0)
    window.key(ord("?"), "?")
    assert isinstance(window.app.screen, TheatreHelp)
