"""The first visit to the theatre: the small search that plays itself, and what its terms mean."""

import random
from itertools import combinations

import pygame
import pytest
from driver import Driver

from kalahgui import words
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.limit import Limit
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.theatre.watch.first_page import CHIPS, FirstPage
from kalahgui.gui.screens.theatre.watch.watch_page import WatchPage
from kalahgui.gui.services.navigation import MainScreen, TheatreOf
from kalahgui.gui.services.settings import load
from kalahgui.theatre.first_lesson import ALGORITHM, TREE, FirstLesson, LessonStep, small_tree
from kalahgui.theatre.game_tree import walk
from kalahgui.theatre.node_labels import NodeState
from kalahgui.theatre.recording import LEAF, Plan, record
from kalahgui.theatre.subject import PositionSubject, WrittenSubject
from kalahgui.words import say

SIZES = [(800, 500), (1280, 800), (1920, 1200)]


def first(window: Driver) -> FirstPage:
    """Open the theatre from the home screen for the first time."""
    window.press(say("card_theatre"))
    page = window.app.screen.page
    assert isinstance(page, FirstPage)
    return page


def cut(lesson: FirstLesson) -> LessonStep:
    """Go to the cut."""
    lesson.go_to(lesson.cuts[0])
    assert lesson.step is not None and lesson.step.bound is not None
    return lesson.step


# -- the lesson


def test_the_lesson_is_a_recorded_search_with_a_cut_and_a_change_of_the_best_move():
    recording = record(Plan(WrittenSubject(TREE), ALGORITHM, TREE.height))
    lesson = FirstLesson()
    assert len(lesson.leaves) == 7
    assert len(lesson.cuts) == 1
    best = []
    for at in range(len(lesson.steps) + 1):
        lesson.go_to(at)
        best.append(lesson.best())
    assert list(dict.fromkeys(best)) == [None, (0,), (2,)]
    looked_at = sum(step.kind == LEAF for step in recording.steps)
    assert lesson.looked_at == looked_at == 5
    assert lesson.known(()) == recording.value


def test_what_was_never_looked_at_is_never_told():
    lesson = FirstLesson()
    values = {path: node.value for path, node in walk(TREE) if not node.children}
    for at in range(len(lesson.steps) + 1):
        lesson.go_to(at)
        labels = {path: label for path, label in lesson.labels().items() if path in values}
        assert sum(label.visited for label in labels.values()) == lesson.looked_at
        for path, label in labels.items():
            assert label.value == (str(values[path]) if label.visited else "")
    states = [label.state for label in labels.values()]
    assert states.count(NodeState.LEFT_OUT) == 2


# -- the page


def test_only_the_first_visit_from_home_begins_with_it(window):
    window.start("kalah")
    window.key(pygame.K_l, "l")
    assert isinstance(window.app.screen.page, WatchPage)
    assert not window.services.choices.theatre_seen
    window.app.open(MainScreen.HOME)
    window.frames()
    first(window)
    window.services.autosave.write()
    assert load(window.services.autosave.store).theatre_seen
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, Home)
    window.press(say("card_theatre"))
    assert isinstance(window.app.screen.page, WatchPage)


def test_it_plays_itself_in_less_than_twenty_seconds(window):
    page = first(window)
    begun = window.seconds
    seen = set()
    while not page.lesson.finished:
        assert window.seconds - begun < 20
        window.frames(dt=0.1)
        seen.add(page.lesson.at)
    assert seen == set(range(len(page.lesson.steps) + 1))
    window.frames(2)
    assert not window.app.screen.moving


def test_without_motion_a_button_takes_one_step(window):
    window.services.choose(motion="reduced")
    page = first(window)
    window.frames(600)
    assert page.lesson.at == 0
    for at in (1, 2):
        window.press(say("watch_step"))
        assert page.lesson.at == at


def test_keys_and_the_line_lead_through_it_and_return_to_what_was_looked_at(window):
    page = first(window)
    window.key(pygame.K_END)
    assert page.lesson.finished
    window.key(pygame.K_LEFT)
    assert page.lesson.at == len(page.lesson.steps) - 1
    window.key(pygame.K_c, "c")
    assert page.lesson.at == page.lesson.cuts[0]
    window.key(pygame.K_a, "a")
    assert (page.lesson.at, page.playing) == (0, True)
    window.mouse(pygame.MOUSEBUTTONDOWN, page.line.track.midright)
    assert page.lesson.finished
    window.move_to(page.line.track.midleft)
    assert page.lesson.at == 0
    window.mouse(pygame.MOUSEBUTTONUP, page.line.track.midleft)
    before = page.visit.subject
    window.key(pygame.K_RETURN)  # there is no game to lead to
    window.wait_for(lambda: page.small)
    assert page.visit.subject is before and page.playing
    window.key(pygame.K_RETURN)
    assert isinstance(window.app.screen.page, WatchPage)
    assert window.app.screen.visit.subject is before
    subject = WrittenSubject(TREE)
    window.app.open(TheatreOf(subject, tab="watch", how={"depth": 2}))
    window.app.screen.show_tab("first")
    window.frames()
    window.press(say("first_yours"))
    assert window.app.screen.visit.subject is subject


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_chip_explains_its_term_by_the_node_shown(new_window, language):
    driver = new_window((1280, 800), language)
    page = first(driver)
    step, held = cut(page.lesson), page.lesson.best()
    assert held is not None and page.lesson.known(held) == step.bound > step.value
    assert page.lesson.labels()[step.at].cut == f"{step.value} ≤ {step.bound}"
    driver.app.screen.refresh()
    said = {}
    for term in CHIPS:
        driver.press(say(f"term_{term}_named"))
        assert page.term == term
        said[term] = page.term_words(term)
        shown = "".join(driver.said())
        assert said[term].replace(" ", "") in shown.replace(" ", "")
    assert str(step.value) in said["minimax"]
    assert str(step.value) in said["beta"]
    assert str(step.bound) in said["alpha"]
    assert f"{step.value} ≤ {step.bound}" in said["cut"]
    driver.press(say("term_cut_named"))
    assert page.term == ""


def test_the_cut_in_the_tree_and_in_words_explains_itself(window):
    page = first(window)
    step = cut(page.lesson)
    window.app.screen.refresh()
    window.frames(2)
    spots = {spot.node is None: spot for spot in page.spots.spots if spot.term == "cut"}
    assert set(spots) == {False, True}
    for spot in spots.values():
        window.move_to(spot.rect.center)
        assert f"{step.value} ≤ {step.bound}" in " ".join(window.said(page.spots.draw))
    window.key(pygame.K_END)
    window.frames(2)
    window.click(spots[False].rect.center, touch=True)
    window.move_to(window.app.screen.shown.rect.midtop)
    assert f"{step.value} ≤ {step.bound}" in " ".join(window.said(page.spots.draw))
    assert not page.playing


def test_now_yours_leads_to_the_last_game(window):
    window.start("kalah", board="6x4")
    window.type("3641")
    window.settle()
    window.app.open(MainScreen.HOME)
    window.frames()
    page = first(window)
    window.press(say("first_yours"))
    window.wait_for(lambda: page.small)
    window.frames(2)
    assert say("first_small") in window.says() and say("first_title") not in window.says()
    moves = window.app.screen.visit.subject.root.moves()
    assert page.small.moves_on or {GAMES["kalah"].parse_move(name) for name in names(page)} <= {
        *moves
    }
    window.press(say("first_whole"))
    page = window.app.screen.page
    assert isinstance(page, WatchPage)
    assert page.visit.variant == "6x4"
    assert page.visit.subject.root.turn == 1
    window.wait_for(lambda: page.player.playing)


def names(page: FirstPage) -> list[str]:
    return [move.label for move in page.lesson.tree.children]


def test_a_game_without_a_small_tree_is_looked_at_as_a_whole(window):
    window.start("tictactoe")
    window.app.open(MainScreen.HOME)
    window.frames()
    subject = PositionSubject(GAMES["tictactoe"], GAMES["tictactoe"].start("3x3"))
    window.app.open(TheatreOf(subject))
    window.app.screen.show_tab("first")
    window.frames()
    window.press(say("first_yours"))
    window.wait_for(lambda: isinstance(window.app.screen.page, WatchPage))
    assert window.app.screen.visit.subject is subject


@pytest.mark.parametrize("variant", ["kalah 6x6", "kalah 6x4", "kalah 6x3", "reversi 8x8"])
def test_a_small_tree_of_a_game_is_true_of_it_has_no_ties_and_a_clear_cut(variant):
    key, board = variant.split()
    game, thinker, found = GAMES[key], Thinker(), 0

    def worth(position):
        return thinker.best(position, Limit(turns=1)).value

    for seed in range(10):
        chance, here = random.Random(seed), game.start(board)
        for _ in range(seed):
            here.play(chance.choice(here.moves()))
        tree = small_tree(game, here, worth)
        if tree is None:
            continue
        found += 1
        values = {}
        for move in here.moves():
            ends = [
                (end.final() if end.over else worth(end)) * (1 if end.turn == here.turn else -1)
                for end in after(here, move)
            ]
            values |= {game.text(move): min(ends)} if len(ends) >= 3 else {}
        lesson = FirstLesson(tree)
        assert len(lesson.tree.children) == 3 and len(lesson.leaves) == 9
        shown = [min(leaf.value for leaf in move.children) for move in tree.children]
        for move, value in zip(tree.children, shown, strict=True):
            assert values[move.label] == value
        assert shown[1] < shown[0] < shown[2] == max(values.values())
        step = cut(lesson)
        assert step.value < step.bound and len(lesson.cuts) == 1
        lesson.go_to(len(lesson.steps))
        assert lesson.looked_at == 7 and lesson.best() == (2,)
    assert found >= 5


def after(position, move):
    """Return the positions after each answer to a move; none where it is not answered."""
    child = position.copy()
    if child.play(move) or child.over:
        return []
    ends = [child.copy() for _ in child.moves()]
    for end, answer in zip(ends, child.moves(), strict=True):
        end.play(answer)
    return ends


@pytest.mark.few(3)
@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("text", ["normal", "large"])
def test_every_sentence_finds_its_place(new_window, size, language, text, small):
    driver = new_window(size, language, text=text)
    page = first(driver)
    if small:
        page.go_on()
        driver.wait_for(lambda: page.small)
        page.playing = False
    screen = driver.app.screen
    look = screen.controls.look
    for at in range(len(page.lesson.steps) + 1):
        page.lesson.go_to(at)
        screen.refresh()
        words = next(
            element for element in screen.controls.root.all if element.name == page.words()
        )
        assert words.measure(look, words.rect.width)[1] <= words.rect.height, at
        chips = [driver.button(say(f"term_{term}_named")).rect for term in CHIPS]
        assert words.rect.bottom <= chips[0].y
        assert chips[-1].bottom <= driver.button(say("first_again")).rect.y
        assert not any(a.colliderect(b) for a, b in combinations(chips, 2))
